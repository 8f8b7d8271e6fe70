"""Lengths and wins by linear algebra: against the truth, against fractions, against games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from playout.engine.game.game import SHARE
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.snakes_and_ladders.board import jumps_of, landing
from playout.games.snakes_and_ladders.exact import chance_of_more, mean_throws, race, sd_throws
from playout.games.snakes_and_ladders.game import GAME
from tests import truth
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.snakes_and_ladders.contract import CHAINS, SMALL
from tests.reference import snakes_and_ladders as reference

KNOWN = truth.load("snakes_and_ladders")["exact"]


def test_the_official_board_has_the_known_length() -> None:
    more = chance_of_more()
    assert mean_throws() == pytest.approx(KNOWN["mean"], rel=1e-12)
    assert sd_throws() == pytest.approx(KNOWN["sd"], rel=1e-12)
    assert int((more > 0.5).sum()) == KNOWN["median"]
    assert more[100] == pytest.approx(KNOWN["P(over 100)"], rel=1e-12)
    assert more.sum() == pytest.approx(KNOWN["mean"], rel=1e-12)


@pytest.mark.parametrize("players", [2, 3])
def test_the_official_board_has_the_known_winners(players: int) -> None:
    wins, rounds = race(players=players)
    assert wins == pytest.approx(KNOWN[f"{players} players: wins by seat"], rel=1e-12)
    assert rounds == pytest.approx(KNOWN[f"{players} players: mean rounds"], rel=1e-12)


OTHERS = truth.load("snakes_and_ladders")["other rules"]


@pytest.mark.parametrize(
    "known", OTHERS, ids=lambda known: "-".join(map(str, known["rules"].values()))
)
def test_other_boards_and_dice_have_the_known_length(known: dict[str, Any]) -> None:
    assert mean_throws(**known["rules"]) == pytest.approx(known["mean"], rel=1e-12)
    assert sd_throws(**known["rules"]) == pytest.approx(known["sd"], rel=1e-10)
    if "mean exactly" in known:  # of the board with 47-26 as Althoen, King and Schilling have it
        assert known["mean"] == pytest.approx(float(Fraction(known["mean exactly"])), rel=1e-15)
    assert GAME.exact is not None
    expected = GAME.exact(GAME.with_options(known["rules"]), ())
    assert expected["throws"] == pytest.approx(known["mean"], rel=1e-12)


@pytest.mark.parametrize("overshoot", ["lost", "wins"])
@pytest.mark.parametrize(
    ("board", "dice", "sides"),
    [
        ("official", 1, 6),
        (SMALL, 1, 6),
        ("3:", 1, 6),
        ("20:7-2/19-18", 1, 6),
        (CHAINS, 1, 4),
        (CHAINS, 2, 3),
        ("official", 1, 10),
    ],
)
def test_any_board_is_told_as_by_fractions(
    board: str, dice: int, sides: int, overshoot: str
) -> None:
    if dice > 1:
        overshoot = "wins"  # otherwise a token may never come in
    last, jumps = len(landing(board)) - 1, jumps_of(board)
    ends = reference.ends_with(40, last, jumps, overshoot == "wins", dice, sides)
    rules = board, overshoot, dice, sides
    more = chance_of_more(*rules)
    for throws in range(min(41, len(more))):
        assert more[throws] == pytest.approx(float(1 - sum(ends[: throws + 1])), abs=1e-14)
    assert mean_throws(*rules) == pytest.approx(more.sum(), rel=1e-12)
    second = ((2 * np.arange(len(more)) + 1) * more).sum()
    assert sd_throws(*rules) == pytest.approx((second - more.sum() ** 2) ** 0.5, rel=1e-9)


@pytest.mark.parametrize("players", [1, 4, 6])
def test_a_race_has_one_winner_and_its_throws_are_as_played(players: int) -> None:
    wins, rounds = race(SMALL, players)
    assert sum(wins) == pytest.approx(1, rel=1e-12)
    assert wins == sorted(wins, reverse=True)
    rules = GAME.with_options({"players": players, "board": SMALL})
    assert GAME.exact is not None
    expected = GAME.exact(rules, ())
    games = 20_000
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")] * players, 5, 0, games)
    won = (outcomes[:, 2 : 2 + players] == SHARE).sum(axis=0)
    assert p_of_counts(won, wins) > FALSE_ALARM
    for column, name in enumerate(("throws", "rounds")):
        error = outcomes[:, column].std() / games**0.5
        assert abs(outcomes[:, column].mean() - expected[name]) <= 5.5 * error
    assert expected["rounds"] == rounds


@pytest.mark.parametrize(
    "options",
    [
        {"overshoot": "lost"},
        {"overshoot": "wins"},
        {"board": CHAINS, "sides": 4},
        {"overshoot": "wins", "dice": 2},
    ],
)
def test_games_are_as_long_as_they_should_be(options: dict[str, Any]) -> None:
    rules = GAME.with_options(options)
    throws = play_batch(rules, [find_player(GAME.name, "throw")], 3, 0, 50_000)[:, 0]
    more = chance_of_more(**options)
    chances = np.append(-np.diff(more), more[-1])
    counts = np.bincount(throws, minlength=len(chances) + 1)[1 : len(chances) + 1]
    assert counts.sum() == len(throws)
    assert p_of_counts(counts, chances) > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize("overshoot", ["lost", "wins"])
@pytest.mark.parametrize("jumps", ["", "/".join(f"{k}-{k - 1}" for k in range(3, 400, 7))])
def test_the_largest_boards_are_read_and_solved(jumps: str, overshoot: str) -> None:
    rules = GAME.with_options({"board": f"400:{jumps}", "overshoot": overshoot, "players": 6})
    assert GAME.exact is not None
    expected = GAME.exact(rules, ())
    assert sum(np.ravel(expected["win"])) == pytest.approx(1, rel=1e-9)
    assert 60 < float(np.ravel(expected["rounds"])[0]) < 120


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (
            "100:" + "/".join(f"{t + k}-1" for t in (30, 60, 90) for k in range(5)),
            "square; at most 1,000",
        ),
        ("400:" + "/".join(f"{k}-1" for k in range(2, 400) if k % 6), "more than a million mill"),
    ],
)
def test_a_board_that_takes_for_ever_is_refused_by_whatever_solves_it(
    board: str, expected: str
) -> None:
    for solve in (race, mean_throws, sd_throws, chance_of_more):
        with pytest.raises(PlayoutError, match=expected):
            solve(board)
    with pytest.raises(PlayoutError, match=expected):
        GAME.with_options({"board": board})
