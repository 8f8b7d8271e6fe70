"""The rules of Pig against a slow model of them, and against the same game in plain Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import IllegalMove
from playout.games.pig.game import GAME
from playout.games.pig.rules import HOLD, ROLL
from tests.games.matches import dice
from tests.reference import pig as reference

EXAMPLE = Path(__file__).parents[3] / "examples" / "pig.py"


@pytest.mark.rules
@pytest.mark.parametrize(
    ("holds", "goal", "most_turns"),
    [((20, 20), 100, None), ((5, 9, 30), 40, None), ((4,) * 8, 23, None), ((20, 7), 100, 9)],
)
def test_games_are_those_of_a_slow_model(
    holds: tuple[int, ...], goal: int, most_turns: int | None
) -> None:
    options = {"players": len(holds), "goal": goal, "most_turns": most_turns}
    policies = [reference.hold_at(at, goal) for at in holds]
    for number in range(8):
        match = Match(
            "pig",
            strategy=[f"hold:at={at}" for at in holds],
            seed=4,
            game_number=number,
            **options,  # type: ignore[arg-type]
        )
        list(match.run())
        expected = reference.played(dice(4, number), policies, goal, most_turns or 1000)
        outcome = match.outcome()
        assert [*outcome["points"], outcome["turns"], outcome["throws"]] == expected
        best = [points == max(expected[:-2]) for points in expected[:-2]]
        assert outcome["win"] == [wins / sum(best) for wins in best]


@pytest.mark.rules
def test_throw_k_is_word_k_whoever_throws() -> None:
    for strategy in ("hold:at=3", "hold:at=30", "random"):
        match, thrown = Match("pig", strategy=strategy, players=3, seed=8, goal=30), list[int]()
        while not match.is_over:
            before = match.state.throws
            match.step()
            thrown += [int(match.state.die)] if match.state.throws > before else []
        due = dice(8, 0)
        assert thrown == [next(due) for _ in thrown]


@pytest.mark.rules
def test_a_turn_begins_with_a_roll() -> None:
    match = Match("pig", seed=1)
    assert match.legal_moves() == [ROLL]
    with pytest.raises(IllegalMove, match="seat 1 may not play 'hold' here"):
        match.play(HOLD)
    match.state.turn_total = 2
    assert match.legal_moves() == [ROLL, HOLD]
    match.play("hold")
    assert (match.state.scores[0], match.seat, match.state.turns) == (2, 1, 1)


@pytest.mark.rules
def test_a_one_loses_the_points_of_the_turn_alone() -> None:
    match = Match("pig", strategy="hold:at=1000", seed=1)
    match.state.scores[:2] = 30, 40
    while match.state.turns == 0:
        match.step()
    assert match.state.die == 1
    assert match.state.scores[:2].tolist() == [30, 40]
    assert (match.state.turn_total, match.seat) == (0, 1)


@pytest.mark.rules
def test_to_reach_the_goal_is_not_to_win_until_one_holds() -> None:
    match = Match("pig", seed=1)
    match.state.scores[0], match.state.turn_total = 97, 4
    assert not match.is_over
    match.play("hold")
    assert match.is_over
    assert match.outcome()["win"] == [1.0, 0.0]
    assert match.outcome()["points"] == [101, 0]


@pytest.mark.rules
def test_after_the_last_turn_equals_share_the_win() -> None:
    match = Match("pig", seed=1, players=4, most_turns=4)
    match.state.scores[:4] = 7, 9, 9, 3
    match.state.turns, match.state.player, match.state.turn_total = 3, 3, 6
    match.play("hold")
    assert match.is_over
    assert match.outcome()["win"] == [0, 1 / 3, 1 / 3, 1 / 3]


@pytest.mark.usefixtures("forgets")
def test_the_game_in_plain_python_is_the_same_game_by_game() -> None:
    plain = find_game(str(EXAMPLE))
    for names in (["hold", "hold:at=25"], ["hold", "hold:at=12", "hold:at=30"]):
        rules, slow = (game.with_options({"players": len(names)}) for game in (GAME, plain))
        compiled = play_batch(rules, find_players(rules, names), 3, 0, 40)
        assert (play_batch(slow, find_players(slow, names), 3, 0, 40) == compiled).all()
        assert (compiled[:, : len(names)].sum(axis=1) == SHARE).all()
        assert len(np.unique(compiled[:, -1])) > 10


@pytest.mark.parametrize(("goal", "most"), [(1, 1000), (100, 1000), (101, 1010), (1000, 10_000)])
def test_the_last_turn_follows_from_the_goal(goal: int, most: int) -> None:
    assert GAME.with_options({"goal": goal})["most_turns"] == most
