"""Games as environments of Gymnasium: its own tests, and a batch that is many single ones."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import playout
import playout.envs
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.envs import GameEnv, GameVectorEnv
from tests.envs.games import GAMES, legal, rules_of
from tests.playing import refused

# That a space is large, or has no end, is said of games in which points or turns have none.
pytestmark = pytest.mark.filterwarnings("ignore:.*A Box observation space:UserWarning")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["vector", "dict"])
def test_a_game_passes_the_tests_of_gymnasium(name: str, form: str) -> None:
    env = gymnasium.make(f"playout/{name}-v0", observation=form, **rules_of(name))
    check_env(env.unwrapped)
    for masked in (True, False):
        made = GameEnv(name, observation=form, masked=masked, **rules_of(name))
        check_env(made, skip_render_check=True)


def same(one: Any, other: Any, where: str) -> None:
    """Raise AssertionError unless two results are the same, with the same types."""
    if isinstance(one, tuple):
        for k in range(len(one)):
            same(one[k], other[k], f"{where} {k}")
    elif isinstance(one, dict):
        assert isinstance(other, dict), where
        assert one.keys() == other.keys(), where
        for key in one:
            same(one[key], other[key], f"{where} {key}")
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        if one.dtype == object:
            for k in range(len(one)):
                same(one[k], other[k], f"{where} {k}")
        else:
            np.testing.assert_array_equal(one, other, where)
    else:
        assert (type(one), one) == (type(other), other), where


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("mode", "reward", "form"),
    [
        (AutoresetMode.NEXT_STEP, "end", "vector"),
        (AutoresetMode.SAME_STEP, "change", "dict"),
        (AutoresetMode.DISABLED, "change", "vector"),
    ],
)
def test_a_batch_is_single_environments_step_by_step(
    name: str, mode: AutoresetMode, reward: str, form: str
) -> None:
    made: dict[str, Any] = {"reward": reward, "observation": form, **rules_of(name)}
    identity = f"playout/{name}-v0"
    batch = gymnasium.make_vec(
        identity, 4, "vector_entry_point", autoreset_mode=mode, threads=2, **made
    )
    singles = gymnasium.make_vec(
        identity, 4, "sync", vector_kwargs={"autoreset_mode": mode}, **made
    )
    assert batch.observation_space == singles.observation_space
    assert batch.action_space == singles.action_space
    generator, ends = np.random.default_rng(1), 0
    told: Any = batch.reset(seed=3)
    same(told, singles.reset(seed=3), "reset")
    for step in range(120):
        masks = told[-1]["action_mask"]
        actions = np.array([legal(generator, mask) for mask in masks])
        if step % 40 == 39:
            actions[0] = len(masks[0]) - 1 - int(np.argmin(masks[0][::-1]))  # an illegal one
        answer = batch.step(actions)
        for part, one, other in zip(
            ("observation", "reward", "end", "cut", "info"),
            answer,
            singles.step(actions),
            strict=True,
        ):
            same(one, other, f"step {step}: {part}")
        told, over = answer, answer[2]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            told = batch.reset(options={"reset_mask": over})
            same(told[0], singles.reset(options={"reset_mask": over})[0], f"step {step}: reset")
            told = (*told[:-1], {"action_mask": told[0]["action_mask"]})
    assert ends > 0 or name in ("the-game-blog", "yahtzee")


@pytest.mark.slow
def test_games_are_those_of_a_run_seat_by_seat() -> None:
    """A learner who plays as `hold` has the outcomes of a run in which `hold` has its seat."""
    env = GameEnv("pig", others=["random", "hold:at=10"], players=3, goal=40)
    counted = []
    for game in range(12):
        _, info = env.reset(seed=5 if game == 0 else None)
        over = False
        while not over:
            own, match = info["seat"], playout.Match("pig", players=3, position=env.position)
            total = int(match.state.turn_total)
            wins = int(match.state.scores[own]) + total >= 40
            action = int(total > 0 and (total >= 20 or wins))
            _, reward, over, _, info = env.step(action)
        assert reward == info["outcome"]["win"][own]
        counted.append([info["seat"], *info["outcome"]["points"]])
    for game, (seat, *points) in enumerate(counted):
        match = playout.Match(
            "pig",
            seats=["hold", "random", "hold:at=10"],
            seed=5,
            game_number=game,
            goal=40,
            players=3,
        )
        assert seat == game % 3
        list(match.run())
        assert match.outcome()["points"] == points


def test_changes_of_a_measure_add_up_to_it() -> None:
    """With reward="change" the rewards of a game are its result less that of the deal."""
    env = GameEnv("pig", measure="points", reward="change", others="hold", goal=30)
    generator = np.random.default_rng(2)
    for _ in range(20):
        _, info = env.reset(seed=None)
        total, over = 0.0, False
        while not over:
            action = legal(generator, info["action_mask"])
            _, reward, over, _, info = env.step(action)
            total += reward
        assert total == info["outcome"]["points"][info["seat"]]


def test_an_illegal_action_ends_the_game_with_its_reward() -> None:
    env = GameEnv("pig", illegal_reward=-7)
    for action in (1, 2, -1, 2**63):  # to hold nothing, and what is no action at all
        env.reset(seed=1, options={"game": 0})
        _, reward, over, cut, info = env.step(action)
        assert (reward, over, cut, info["illegal_action"]) == (-7, True, False, True)
        assert not info["action_mask"].any()
        refused("reset() begins one", env.step, 0)


def test_a_reset_begins_where_it_is_told() -> None:
    env = GameEnv("pig", others="hold", seat=1)
    for _ in range(3):
        env.reset(seed=4)
    _, info = env.reset()
    again = env.reset(options={"game": 1})[1]
    assert (info["seed"], info["game"]) == (again["seed"], again["game"]) == (4, 1)
    line = "scores=90,95 turn_total=4 player=1"
    seen, info = env.reset(options={"position": line})
    assert info["seat"] == 1
    assert env.games.layout.split(seen["observation"])["scores"].tolist() == [90, 95]
    assert env.step(1)[4]["seat"] == 1


@pytest.mark.thorough
def test_one_learner_has_every_seat_of_a_game_played_together() -> None:
    together = GameEnv("the-game", players=3)
    assert together.games.learns.all()
    alone = GameEnv("the-game", players=3, others="random", seat=2)
    assert alone.games.learns.tolist() == [True, False, False]
    assert alone.reset(seed=1)[1]["seat"] == 2


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"game": "pigg"}, "there is no game 'pigg'"),
        ({"goal": 0}, "goal"),
        ({"others": "nobody"}, "pig has no strategy 'nobody'"),
        ({"others": ["hold"] * 2, "players": 4}, "one strategy, or 3 for the other seats"),
        ({"others": 3}, "others=3: must be names"),
        ({"illegal_reward": float("nan")}, "illegal_reward=nan: must"),
        ({"illegal_reward": "x"}, "illegal_reward='x': must"),
        ({"seat": 2}, "seat=2: must be from 0 to 1"),
        ({"observation": "picture"}, "observation='picture': choose"),
        ({"reward": "often"}, "reward='often': choose"),
        ({"measure": "luck"}, "there is no measure 'luck'"),
        ({"render_mode": "rgb_array"}, "render_mode='rgb_array': choose"),
        ({"game": "the-game", "seat": 0, "players": 2}, "the learner has every seat"),
        (
            {"game": "the-game", "others": "greedy"},
            "others='greedy': the game has only one seat, the learner's",
        ),
        ({"game": "the-game", "measure": "ending"}, "its values are words"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(made: dict[str, Any], said: str) -> None:
    with pytest.raises(PlayoutError, match=said) as error:
        GameEnv(**{"game": "pig", **made})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (lambda: GameVectorEnv("pig", num_envs=0), "num_envs=0: must be from"),
        (lambda: GameVectorEnv("pig", autoreset_mode="soon"), "known are NextStep"),
        (lambda: GameVectorEnv("pig").step(np.zeros(1, int)), r"reset\(\) begins one"),
        (lambda: begun().step([0.5]), "actions: 1 whole numbers"),
        (lambda: begun().step(np.zeros(2, int)), "actions: 1 whole numbers"),
        (lambda: begun().reset(seed=1.5), "seed=1.5: must be a whole"),
        (lambda: begun().reset(options=cast(Any, "x")), "options='x': must be a dict"),
        (lambda: begun().reset(seed=[1, 2]), "2 were given for 1"),
        (lambda: begun().reset(options={"reset_mask": np.zeros(1, bool)}), "reset_mask"),
        (lambda: begun().reset(options={"position": "nonsense"}), "position"),
        (lambda: begun().reset(seed=2**70), "whole number"),
    ],
)
def test_what_cannot_be_done_with_a_batch_is_one_sentence(mistake: Any, said: str) -> None:
    with pytest.raises(PlayoutError, match=said):
        mistake()


def begun() -> GameVectorEnv:
    """A batch of one in which a game is under way."""
    made = GameVectorEnv("pig")
    made.reset(seed=1)
    return made


def test_a_batch_that_is_not_copied_gives_the_same_arrays_again() -> None:
    for copies in (True, False):
        made = GameVectorEnv("pig", num_envs=3, copy=copies)
        first = made.reset(seed=1)[0]["observation"]
        before = first.copy()
        second = made.step(np.zeros(3, int))[0]["observation"]
        assert (first is second) is not copies
        assert np.array_equal(first, before) is copies


def roll(env: GameVectorEnv, steps: int) -> None:
    """Make so many steps of action 0."""
    for _ in range(steps):
        env.step(np.zeros(env.num_envs, np.int64))


def roll_and_hold(env: GameVectorEnv, steps: int) -> None:
    """Make so many steps, of which every fourth holds."""
    for k in range(steps):
        env.step(np.full(env.num_envs, k % 4 == 3, np.int64))


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize("compiled", [True, False])
def test_after_an_error_every_game_shows_where_it_is(compiled: bool) -> None:
    @playout.strategy("pig", compiled=compiled)
    def weary(view: Any, rng: Any) -> int:
        if view.scores[0] > 20:
            raise ValueError("no more")
        return 0

    batches = [
        GameVectorEnv("pig", num_envs=40, others="weary", seat=0, copy=copies, threads=2)
        for copies in (True, False)
    ]
    for env in batches:
        env.reset(seed=3)
        with pytest.raises(PlayoutError, match="no more"):
            roll_and_hold(env, 50)
    for name in ("vectors", "masks"):
        copied, same = (getattr(env.games, name) for env in batches)
        assert np.array_equal(copied, same)


@pytest.mark.usefixtures("forgets")
def test_a_strategy_that_breaks_the_rules_is_told_with_the_game() -> None:
    @playout.strategy("pig", compiled=False)
    def hasty(view: Any, rng: Any) -> int:
        return 1

    @playout.strategy("pig", compiled=False)
    def broken(view: Any, rng: Any) -> int:
        raise ValueError("no idea")

    for other, said in (
        ("hasty", "'hasty' on seat 2 returned an illegal move: hold"),
        ("broken", "broken, raised ValueError: no idea"),
    ):
        env = GameVectorEnv("pig", num_envs=2, others=other, seat=0)
        env.reset(seed=3)
        for _ in range(2):
            again = r"reset\(seed=\d, options={'game': 0}\)"
            with pytest.raises((PlayoutError, IllegalMove), match=f"(?s){said}.*{again}"):
                roll(env, 50)
            env.reset(seed=3)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("made", [GameEnv, partial(GameVectorEnv, num_envs=3)])
def test_a_copy_goes_on_by_itself_with_the_same_games(again: Any, made: Any) -> None:
    one = made("pig", players=3, others=["hold:at=10", "random"], reward="change", goal=30)
    actions: Any = 0 if made is GameEnv else np.zeros(3, np.int64)
    one.reset(seed=4)
    one.step(actions)
    other = again(one)
    first = [one.step(actions) for _ in range(3)]
    second = [other.step(actions) for _ in range(3)]
    for k in range(3):
        for part in range(5):
            same(first[k][part], second[k][part], f"step {k} {part}")


@pytest.mark.thorough
def test_the_winner_of_hex_is_rewarded_whichever_player_it_is() -> None:
    """Its measure is about player 1; the other one has won if that has not."""
    env, generator = GameEnv("hex", rows=3, others="random"), np.random.default_rng(5)
    told = set()
    for _ in range(40):
        _, info = env.reset(seed=None)
        over = False
        while not over:
            _, reward, over, _, info = env.step(legal(generator, info["action_mask"]))
        told.add((info["seat"], info["outcome"][env.games.measure.name], reward))
    assert told == {(0, 1, 1.0), (0, 0, 0.0), (1, 1, 0.0), (1, 0, 1.0)}


@pytest.mark.parametrize("action", [1.5, None, "roll", [0, 1], True])
def test_what_is_no_number_is_no_action(action: Any) -> None:
    env = GameEnv("pig")
    env.reset(seed=1)
    refused("must be a whole number", env.step, action)
