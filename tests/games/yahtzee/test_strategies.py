"""Strategies of Yahtzee: single choices, and what they score on average."""

from __future__ import annotations

import pytest

from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.yahtzee.optimum import expected_score
from playout.stats.intervals import mean_interval
from playout.stats.tally import Histogram
from tests.games.yahtzee.test_rules import match_with

pytestmark = pytest.mark.slow

SURE = 1 - 1e-7  # each test of chance is wrong once in ten million seeds


def choice(strategy: str, dice: list[int], filled: dict[str, int], throws: int) -> str:
    """What a strategy does with these dice."""
    match = Match("yahtzee", strategy=strategy)
    state = match_with(dice, filled).state
    for name in state.dtype.names:
        match.state[name] = state[name]
    match.state.throws = throws
    return match.format_move(match.choose())


@pytest.mark.parametrize(
    ("dice", "throws", "move"),
    [
        ([1, 2, 2, 5, 5], 1, "keep 5 5"),
        ([1, 2, 2, 2, 6], 2, "keep 2 2 2"),
        ([4, 4, 4, 4, 4], 1, "yahtzee"),
        ([1, 2, 3, 4, 6], 3, "small straight"),
        ([2, 2, 2, 3, 3], 3, "full house"),
    ],
)
def test_a_casual_player_collects_a_face(dice: list[int], throws: int, move: str) -> None:
    assert choice("casual", dice, {}, throws) == move


ALL_BUT_TWO = dict.fromkeys(
    ("ones", "twos", "threes", "fours", "fives", "three of a kind", "four of a kind"), 0
) | {"full house": 0, "small straight": 0, "chance": 0, "yahtzee": 0}


@pytest.mark.parametrize("strategy", ["greedy", "optimal"])
@pytest.mark.parametrize(
    ("dice", "throws", "move"),
    [
        ([2, 3, 4, 5, 6], 1, "large straight"),
        ([2, 3, 4, 5, 6], 3, "large straight"),
        ([1, 6, 6, 6, 6], 3, "sixes"),
        ([2, 2, 3, 4, 5], 2, "keep 2 3 4 5"),
    ],
)
def test_obvious_moves_of_the_last_two_boxes_are_found(
    strategy: str, dice: list[int], throws: int, move: str
) -> None:
    assert choice(strategy, dice, ALL_BUT_TWO, throws) == move


def test_greedy_takes_points_now_and_optimal_looks_ahead() -> None:
    """A poor throw brings 13 points in chance, but costs less in ones."""
    dice, filled = [1, 1, 2, 3, 6], {"yahtzee": 0}
    assert choice("greedy", dice, filled, 3) == "chance"
    assert choice("optimal", dice, filled, 3) == "ones"


@pytest.mark.thorough
@pytest.mark.parametrize("joker", ["forced", pytest.param("free", marks=pytest.mark.thorough)])
def test_the_mean_score_of_optimal_play_is_that_of_the_table(joker: str) -> None:
    rules = find_game("yahtzee").with_options({"joker": joker})
    scores = play_batch(rules, [find_player("yahtzee", "optimal")], 7, 0, 20_000)[:, 0]
    _, low, high = mean_interval(Histogram.of(scores), top=1500, level=SURE)
    assert low <= expected_score(joker) <= high
