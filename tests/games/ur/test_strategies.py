"""Strategies of the Royal Game of Ur: what they choose, and that the best one is the best."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout.engine.match.match import Match
from playout.games.ur import optimum
from playout.games.ur.ahead import SETS
from tests.reference import ur as reference


def choice(strategy: str, position: str, **options: Any) -> str:
    match = Match("ur", strategy=strategy, position=position, **options)
    return match.format_move(match.step())


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("steps=0,1,3/0,7,9 throw=4", "square 3"),  # sends one back
        ("steps=0,1,6/0,0,9 throw=3", "square 6"),  # the same, rather than the rosette
        ("steps=0,2,6/0,0,0 throw=2", "square 6"),  # the foremost of two rosettes
        ("steps=0,4,9/0,0,0 throw=4", "square 4"),  # a rosette, not the foremost
        ("steps=0,5,9/0,0,0 throw=4", "enter"),
        ("steps=0,5,9/0,0,0 throw=1", "square 9"),
        ("steps=0,0,0/0,0,0 throw=0", "pass"),
    ],
)
def test_greedy_sends_back_then_seeks_rosettes_then_runs(position: str, move: str) -> None:
    assert choice("greedy", position, pieces=3) == move


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_who_looks_ahead_does_so_as_a_slow_model(depth: int) -> None:
    match = Match("ur", strategy=f"lookahead:depth={depth}", seed=4, pieces=4)
    seen = 0
    while not match.is_over and seen < 25:
        at, seat, throw = match.state.at.copy(), match.seat, int(match.state.throw)
        own, other = (
            tuple(step for step in range(16) for _ in range(at[player, step]))
            for player in (seat, 1 - seat)
        )
        move = match.step()
        values = {
            step: reference.looked_ahead(own, other, step, throw, depth)
            for step in reference.moves(own, other, throw)
        }
        if len(values) > 1:
            seen += 1
            assert values[move] == pytest.approx(max(values.values()))
    assert seen > 15


@pytest.mark.slow
def test_who_can_win_at_once_does() -> None:
    for strategy in ("lookahead:depth=1", "lookahead", "optimal", "greedy"):
        assert choice(strategy, "steps=14,15/0,13 throw=1", pieces=2) == "square 14"


def first_wins(pieces: int, dice: int, again: int, safe: int) -> float:
    """How often the first player wins, by the table."""
    return float(1.0 + optimum.values(pieces, dice, again, safe)[SETS + pieces + 1]) / 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pieces", "dice", "again", "safe"),
    [
        (1, 4, 1, 1),
        (1, 2, 0, 1),
        pytest.param(2, 3, 1, 0, marks=pytest.mark.thorough),
        pytest.param(2, 4, 0, 1, marks=pytest.mark.thorough),
    ],
)
def test_the_table_has_the_values_of_a_slow_solver(
    pieces: int, dice: int, again: int, safe: int
) -> None:
    known, _ = reference.first_wins(pieces, dice, again=again == 1, safe=safe == 1)
    assert first_wins(pieces, dice, again, safe) == pytest.approx(known, abs=1e-10)


@pytest.mark.parametrize(
    ("pieces", "wins"),
    [(2, 0.5185729075), pytest.param(3, 0.5162011022, marks=pytest.mark.thorough)],
)
def test_the_table_has_the_known_values(pieces: int, wins: float) -> None:
    assert first_wins(pieces, 4, 1, 1) == pytest.approx(wins, abs=1e-9)


@pytest.mark.slow
def test_nothing_is_given_away_by_best_play() -> None:
    answer = playout.solve("ur", pieces=2, strategy="optimal")
    assert [row["gives_away"] for row in answer] == pytest.approx([0.0, 0.0], abs=1e-8)


@pytest.mark.slow
def test_looking_ahead_beats_greed_as_published() -> None:
    # RoyalUr-Analysis, docs/Insights.md: 83.2 to 16.8 % with depth 3.
    row = playout.run("ur", seats="lookahead,greedy", games=4_000, seed=2)[0]
    assert row["win_low"] > 0.75
    assert row["win_high"] < 0.86


def test_best_play_is_refused_for_many_pieces() -> None:
    with pytest.raises(playout.PlayoutError, match="'optimal' is known for up to 4 pieces"):
        playout.run("ur", strategy="optimal", games=10)
