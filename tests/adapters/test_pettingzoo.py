"""Environments of PettingZoo: rewards of all kinds, agents that leave, and what is refused."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playout.adapters.pettingzoo import _least_sum
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError

# Three agents count down from `start`; who says 0 is out.  Every turn costs 0.5, the last agent
# wins 2.  The first agent is drawn.
COUNTING = """
from gymnasium.spaces import Discrete
from pettingzoo import AECEnv

class Counting(AECEnv):
    metadata = {"name": "counting"}
    render_mode = None

    def __init__(self, start=3, agents=3, space=None, reward=-0.5):
        super().__init__()
        self.possible_agents = [f"agent_{k}" for k in range(agents)]
        self.start, self.space, self.reward = start, space or Discrete(2, start=1), reward

    def action_space(self, agent):
        return self.space

    def observe(self, agent):
        return self.left

    def reset(self, seed=None, options=None):
        import numpy as np
        self.agents = list(self.possible_agents)
        self.left = self.start
        for name, value in [("rewards", 0), ("_cumulative_rewards", 0), ("terminations", False),
                            ("truncations", False)]:
            setattr(self, name, dict.fromkeys(self.agents, value))
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[np.random.default_rng(seed).integers(len(self.agents))]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            if self.agents and not any(self.terminations.values()):
                self.agent_selection = self.following
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.rewards[agent] = self.reward
        self.left -= action
        self.following = self.after(agent)
        if self.left <= 0:
            self.terminations[agent] = True
            self.left = self.start
            if len(self.alive()) == 1:
                self.rewards[self.alive()[0]] += 2
                self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = agent if self.terminations[agent] else self.following

    def alive(self):
        return [agent for agent in self.agents if not self.terminations[agent]]

    def after(self, agent):
        order = self.possible_agents
        ahead = order[order.index(agent) + 1 :] + order
        return next(one for one in ahead if one in self.agents and not self.terminations[one])

def env(**settings):
    return Counting(**settings)
"""
# Two agents choose 0, 1 or 2 at once for two rounds; a higher number than the other's wins 1 / 8.
AT_ONCE = """
from gymnasium.spaces import Discrete
from pettingzoo import ParallelEnv

class AtOnce(ParallelEnv):
    metadata = {"name": "at_once"}
    render_mode = None
    possible_agents = ["a", "b"]

    def action_space(self, agent):
        return Discrete(3)

    def observation_space(self, agent):
        return Discrete(10)

    def reset(self, seed=None, options=None):
        self.agents, self.round = ["a", "b"], 0
        return self.seen(9), {agent: {} for agent in self.agents}

    def seen(self, told):
        return dict.fromkeys(self.agents, told)

    def step(self, actions):
        self.round += 1
        over = self.round == 2
        a, b = actions["a"], actions["b"]
        rewards = {"a": (a > b) / 8, "b": (b > a) / 8}
        ends = self.seen(over)
        told = self.seen(a), rewards, ends, self.seen(False), {one: {} for one in self.agents}
        self.agents = [] if over else self.agents
        return told

def parallel_env():
    return AtOnce()
"""
CONTINUOUS = (
    COUNTING
    + """
def env():
    from gymnasium.spaces import Box
    return Counting(space=Box(0, 1))
"""
)
OTHERS = {
    "zoo_counting": COUNTING,
    "zoo_at_once": AT_ONCE,
    "zoo_continuous": CONTINUOUS,
    "zoo_none": "",
}


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Environments in modules that can be imported."""
    for name, text in OTHERS.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_rewards_are_added_up_and_agents_leave() -> None:
    game = find_game("pettingzoo:zoo_counting(start=4)")
    assert game.seats == 3
    least = int(game.option("least").default or 0)
    assert (game.option("denominator").default, least < -1) == (2, True)
    firsts, options = set[int](), dict[str, Any](least=-9)
    for number in range(20):
        match = Match(game.name, strategy="random", seed=1, game_number=number, **options)
        firsts.add(match.seat)
        turns, left, out, seat = [0, 0, 0], 4, list[int](), match.seat
        while not match.is_over:
            assert match.seat == seat
            assert match.view().legal_moves == [1, 2]
            assert match.view().observation == left
            turns[seat] += 1
            left -= match.step()
            following = next(one % 3 for one in range(seat + 1, seat + 3) if one % 3 not in out)
            if left <= 0:
                out, left = [*out, seat], 4
            seat = following
        assert len(out) == 2
        returns = [2 * (seat not in out) - turns[seat] / 2 for seat in range(3)]
        assert match.outcome()["points"] == [2 * (value + 9) for value in returns]
        best = [value == max(returns) for value in returns]
        assert match.outcome()["win"] == [one / sum(best) for one in best]
    assert firsts == {0, 1, 2}


def test_all_that_act_at_once_act_in_turn_unseen() -> None:
    match = Match("pettingzoo:zoo_at_once", strategy="random", seed=1)
    assert match.game.option("denominator").default == 8
    seats = []
    for move in (2, 1, 0, 0):
        seats.append(match.seat)
        assert match.view().observation == (9 if len(seats) <= 2 else 2)
        match.play(move)
    assert seats == [0, 1, 0, 1]
    assert match.outcome() == {"win": [1.0, 0.0], "points": [1, 0]}


def test_a_seed_plays_the_same_games_in_any_batches() -> None:
    rules = find_game("pettingzoo:zoo_counting").with_options({"least": -99})
    players = find_players(rules, "random")
    whole = play_batch(rules, players, 5, 0, 30)
    parts = [play_batch(rules, players, 5, first, 10) for first in (20, 0, 10)]
    assert np.array_equal(whole, np.concatenate([parts[1], parts[2], parts[0]]))
    assert not np.array_equal(whole, play_batch(rules, players, 6, 0, 30))


def test_moves_are_taken_back_and_positions_read() -> None:
    match = Match("pettingzoo:tictactoe_v3", strategy="random", seed=1)
    match.step()
    position, board = match.position, match.view().observation
    match.step()
    match.undo()
    assert match.position == position
    assert np.array_equal(match.view().observation, board)
    again = Match("pettingzoo:tictactoe_v3", position=position)
    assert np.array_equal(again.view().observation, board)
    assert board.shape == (3, 3, 2)
    for wrong, said in [("moves=0,0", "0 is not legal"), ("moves=0,1,3,4,6,5", "is over")]:
        with pytest.raises(PlayoutError, match=said):
            Match("pettingzoo:tictactoe_v3", position=wrong)


def test_a_return_below_the_least_stops_a_run_and_says_what_to_do() -> None:
    rules = find_game("pettingzoo:zoo_counting").with_options({"least": 1})
    with pytest.raises(PlayoutError, match="is below least=1; add least=-1,") as raised:
        play_batch(rules, find_players(rules, "random"), 1, 0, 5)
    assert "playout replay pettingzoo:zoo_counting" in str(raised.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tictactoe_v4", "did you mean tictactoe_v3"),
        ("nowhere.at_all", "the module 'nowhere' cannot be"),
        ("zoo_none.", "the name of a module,"),
        ("a b", "the name of a module,"),
        ("tictactoe_v3(", "the closing bracket"),
        ("tictactoe_v3(size)", "'size' is not name=value"),
        ("tictactoe_v3(a=1,a=2)", "a is given twice"),
        ("tictactoe_v3(size=4)", "unexpected keyword argument 'size'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(PlayoutError, match=said) as raised:
        find_game(f"pettingzoo:{name}")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("reward", ["nan", "inf", "-inf"])
def test_a_reward_that_is_no_number_is_told_with_its_agent_and_step(reward: str) -> None:
    name = f"pettingzoo:zoo_counting(reward={reward})"
    with pytest.raises(PlayoutError) as raised:
        find_game(name)
    said = rf"{re.escape(name)}: agent agent_\d has a reward of {reward} after step 1: it must be"
    assert re.match(said, str(raised.value)), raised.value


def test_a_reward_that_is_none_later_stops_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_game("pettingzoo:zoo_counting").with_options({})
    module = sys.modules["zoo_counting"]
    monkeypatch.setattr(module, "env", lambda: module.Counting(reward=float("nan")))
    monkeypatch.setattr(rules.game.rules.source, "_made", module.env)
    with pytest.raises(PlayoutError, match=r"agent agent_\d has a reward of nan after step 1"):
        play_batch(rules, find_players(rules, "random"), 1, 0, 5)


def test_a_missing_part_of_an_environment_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.delitem(sys.modules, "pettingzoo.classic.connect_four_v3", raising=False)
    monkeypatch.delitem(sys.modules, "pettingzoo.classic.connect_four.connect_four", raising=False)
    with pytest.raises(PlayoutError, match=r'pygame.*pip install "pettingzoo\[classic\]"'):
        find_game("pettingzoo:connect_four_v3")


def test_settings_are_read_as_python_has_them() -> None:
    from playout.adapters.names import read_settings, write_settings

    read = read_settings("game(b=2,a=0.5,c=true,d=none,e=word)")
    assert read == ("game", {"a": 0.5, "b": 2, "c": True, "d": None, "e": "word"})
    assert write_settings(*read) == "game(a=0.5,b=2,c=True,d=None,e=word)"
    assert read_settings(write_settings(*read)) == read


def test_the_text_of_an_environment_is_part_of_what_decides_a_game() -> None:
    game = find_game("pettingzoo:zoo_counting")
    assert game.built_on[0].startswith("pettingzoo ")
    assert game.built_on[1].startswith("zoo_counting ")


@pytest.mark.parametrize(("settings", "least"), [("", -15), ("(max_cycles=4)", -4)])
def test_rewards_in_rounds_may_sum_to_less_than_a_few_games_show(settings: str, least: int) -> None:
    game = find_game(f"pettingzoo:rps_v2{settings}")
    rules = game.with_options({})
    assert rules["least"] == least
    points = play_batch(rules, find_players(rules, "random"), 1, 0, 20)[:, 2:]
    assert points.min() >= 0
    assert (points.sum(axis=1) == -2 * least).all()


@pytest.mark.parametrize(
    ("sums", "rewards", "least"),
    [
        ([1, -1, 1, -1], [[0, 1], [-1]], -1),  # won or lost
        ([0, 3], [[0], [3]], 0),
        ([-2, 2], [[-1, 0, -1], [1, 0, 1, 0]], -4),  # of rounds
        ([2, 2], [[1, 1], [1, 1]], 0),
        ([-0.5, 0.5, -4.5, 4.5], [[0.5], [-4.5]], -100),  # chips
        ([-100, 100, -99, 99], [[-100], [99]], -1000),
    ],
)
def test_the_least_sum_of_rewards_leaves_room_where_it_must(
    sums: list[float], rewards: list[list[float]], least: float
) -> None:
    assert _least_sum(sums, rewards) == least
