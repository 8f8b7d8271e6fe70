"""Strategies of Pig, and the exact chances to win with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.game.game import SHARE
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.games.pig.exact import win_chance
from playout.games.pig.game import GAME
from playout.games.pig.optimum import best_moves, holds
from playout.games.pig.rules import HOLD
from tests.reference import pig as reference

pytestmark = pytest.mark.slow

TRUTH = json.loads((Path(__file__).parents[2] / "truth" / "pig.json").read_text(encoding="utf-8"))
PAIRS = {key: chance for key, chance in TRUTH.items() if key not in ("notes", "alone")}


def sides(key: str) -> tuple[str, str]:
    """The two strategies of a row of the truth, the first player's first."""
    first, _, second = key.partition(", ")
    names = first.split(" ")[0], (second or "optimal second").split(" ")[0]
    return names[0].replace("hold-", "hold:at="), names[1].replace("hold-", "hold:at=")


@pytest.mark.parametrize("key", PAIRS)
def test_exact_chances_are_those_that_are_known(key: str) -> None:
    assert win_chance(*sides(key)) == pytest.approx(PAIRS[key], abs=1e-11)


@pytest.mark.rules
@pytest.mark.parametrize(("goal", "one", "two"), [(1, 20, 2), (9, 4, 7), (14, 20, 5), (17, 8, 8)])
def test_exact_chances_are_those_of_fractions(goal: int, one: int, two: int) -> None:
    due = reference.chance(reference.hold_at(one, goal), reference.hold_at(two, goal), goal)
    assert win_chance(f"hold:at={one}", f"hold:at={two}", goal) == pytest.approx(
        float(due), abs=1e-13
    )


@pytest.mark.parametrize("goal", [1, 2, 7, 12])
def test_optimal_is_what_value_iteration_from_nothing_finds(goal: int) -> None:
    win, table = reference.best(goal), best_moves(goal)
    assert win_chance("optimal", "optimal", goal) == pytest.approx(win[0, 0, 0], abs=1e-12)
    for (own, other, total), chance in win.items():
        if total > 1:
            held = 1 - win[other, own + total, 0]
            chosen = holds(table[own * goal + other], goal - own, total)
            assert (held if chosen else chance) == pytest.approx(chance, abs=1e-12)
            assert chosen or held < chance + 1e-12


def test_nobody_does_better_against_optimal_than_optimal() -> None:
    best = win_chance("optimal", "optimal", 50)
    for at in range(2, 51, 4):
        assert win_chance(f"hold:at={at}", "optimal", 50) < best
        assert win_chance("optimal", f"hold:at={at}", 50) > best


@pytest.mark.slow
@pytest.mark.parametrize("goal", [35, 250, pytest.param(500, marks=pytest.mark.thorough)])
def test_optimal_is_found_for_small_and_large_goals(goal: int) -> None:
    table = best_moves(goal)
    assert np.isfinite(table).all()
    first = win_chance("optimal", "optimal", goal)
    assert 0.5 < first < 0.57
    assert win_chance("optimal", "hold", goal) > first > win_chance("hold", "optimal", goal)


def test_games_agree_with_the_exact_chance() -> None:
    """Within 6 standard errors: a false alarm in 500 million."""
    rules, games = GAME.with_options({"goal": 50}), 40_000
    players = find_players(rules, ["optimal", "hold:at=15"])
    wins = play_batch(rules, players, 6, 0, games)[:, 0] / SHARE
    due = win_chance("optimal", "hold:at=15", 50)
    assert abs(wins.mean() - due) < 6 * (due * (1 - due) / games) ** 0.5


@pytest.mark.rules
@pytest.mark.parametrize(
    ("score", "total", "move"),
    [(0, 0, 0), (0, 19, 0), (0, 20, 1), (90, 9, 0), (90, 10, 1), (99, 2, 1)],
)
def test_hold_holds_at_twenty_or_if_that_wins(score: int, total: int, move: int) -> None:
    match = Match("pig", strategy="hold", seed=1)
    match.state.scores[0], match.state.turn_total = score, total
    assert match.choose() == move


def test_optimal_takes_more_risks_when_it_is_behind() -> None:
    match, least = Match("pig", strategy="optimal", seed=1), dict[int, int]()
    for other in (0, 50, 90):
        match.state.scores[:2] = 20, other
        for total in range(80, 1, -1):
            match.state.turn_total = total
            if match.choose() == 1:
                least[other] = total
    assert least[0] < 25 < least[90]


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("optimal", {"players": 3}, "players=3: strategy 'optimal' is for one or two players"),
    (
        "optimal",
        {"goal": 501},
        "goal=501: strategy 'optimal' is known for two players up to a goal of 500",
    ),
    ("hold:at=0", {}, "at"),
]


@pytest.mark.parametrize(("strategy", "options", "sentence"), REFUSED)
def test_what_cannot_be_played_is_refused(
    strategy: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        playout.run("pig", strategy=strategy, games=2, **options)


@pytest.mark.usefixtures("forgets")
def test_there_is_no_exact_chance_for_who_draws_or_never_holds() -> None:
    @playout.strategy("pig", compiled=False)
    def never(view: Any, rng: Any) -> int:
        return 0

    @playout.strategy("pig", compiled=False)
    def remembers(view: Any, rng: Any) -> int:
        view.notes[0] += 1
        return int(view.turn_total > 4)

    with pytest.raises(PlayoutError, match="'never' does not hold when holding wins"):
        win_chance("hold", never, 10)
    for name in ("remembers", "random"):
        with pytest.raises(
            PlayoutError, match=r"draws random numbers or writes notes|does not hold"
        ):
            win_chance(name, "hold", 10)
    with pytest.raises(PlayoutError, match="goal=0: must be from 1 to 1000"):
        win_chance("hold", "hold", 0)


def test_a_run_shows_what_is_exact_beside_what_it_has_counted() -> None:
    games: dict[str, Any] = {"games": 2_000, "seed": 1}
    exact = playout.run("pig", seats=["optimal", "hold"], rotate=False, by="seat", **games)
    rows = exact.table("exact")
    assert rows["exact"].tolist() == pytest.approx([0.5714984, 0.4285016], abs=1e-7)
    assert (abs(rows["difference"]) < 6).all()
    for unknown in ({"seats": ["hold", "random"]}, {"seats": ["hold"] * 3}, {"goal": 300}):
        options: dict[str, Any] = {"seats": ["hold", "hold:at=9"], **unknown}
        answer = playout.run("pig", **options, **games)
        assert "exact" not in [table.name for table in answer.tables()]


@pytest.mark.skipif(not COMPILING, reason="compares compiled code with plain Python")
@pytest.mark.usefixtures("forgets")
def test_a_strategy_of_ones_own_has_an_exact_chance() -> None:
    @playout.strategy("pig", compiled=False, parameters={"at": 20})
    def mine(view: Any, rng: Any) -> int:
        total = int(view.turn_total)
        wins = view.scores[view.seat] + total >= view.goal
        return int(wins or total >= view.parameters[0])

    assert win_chance("mine:at=9", mine, 15) == win_chance("hold:at=9", "hold", 15)


@pytest.mark.usefixtures("forgets")
def test_a_strategy_in_plain_python_is_not_asked_for_hours() -> None:
    @playout.strategy("pig", "slowly", compiled=False)
    def slowly(view: Any, rng: Any) -> int:
        """Holds at once."""
        return HOLD

    assert 0 < win_chance("slowly", "hold", 2) < 1
    with pytest.raises(
        PlayoutError, match=r"^goal=101: strategy 'slowly' is plain Python, .* above 100"
    ):
        win_chance("slowly", "hold", 101)
