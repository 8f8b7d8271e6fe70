"""With more worlds, `search` comes to the exact optimum of Pig."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import SEAT, start_sealed
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.who.references import find_players
from playout.games.pig.exact import _ask, _write_wins, win_chance
from playout.games.pig.rules import HOLD

GOAL = 100
BUDGETS = (25, 100, 400, 1600)  # worlds


@cache
def chances() -> Any:
    """[own, other]: the chance to win of whoever begins a turn, if both play as well as can be."""
    rules = find_game("pig").with_options({"players": 2, "goal": GOAL})
    players, wins = find_players(rules, "optimal"), np.zeros((2, GOAL, GOAL))
    _ask(rules, tuple(players), _write_wins, wins)
    assert wins[0, 0, 0] == pytest.approx(win_chance("optimal", "optimal"))
    return wins[0]


@cache
def worths(own: int, other: int, total: int) -> tuple[float, float]:
    """What rolling and holding are worth, exactly, if all goes on as well as can be."""
    wins = chances()

    def held(points: int) -> float:
        return 1.0 if own + points >= GOAL else 1.0 - float(wins[other, own + points])

    rolled = dict.fromkeys(range(GOAL - own, GOAL - own + 7), 0.0)
    for points in range(GOAL - own - 1, total - 1, -1):
        after = [max(rolled[points + pips], held(points + pips)) for pips in range(2, 7)]
        rolled[points] = (1.0 - float(wins[other, own]) + sum(after)) / 6
    return rolled[total], held(total)


def lost(reference: str, positions: int = 1000) -> float:
    """How much a search loses in a position by its decision, on average, exactly."""
    match = Match("pig", players=2, strategy=reference, compiled=True)
    draw, state, total = np.random.default_rng(5), match.state, 0.0
    for number in range(positions):
        own, other = (int(score) for score in draw.integers(0, 70, 2))
        state.scores[:2] = own, other
        state.turn_total = int(draw.integers(12, 30))
        start_sealed(match.streams[SEAT], 7, number, 1)
        roll, hold = worths(own, other, int(state.turn_total))
        total += max(roll, hold) - (hold if match.choose() == HOLD else roll)
    return total / positions


@pytest.mark.thorough
def test_the_loss_against_the_best_play_falls_as_the_budget_grows() -> None:
    """Over the optimum, where what a world is worth has no lean: all that is lost is noise."""
    losses = [lost(f"search:blueprint=optimal:deviations=0:worlds={w}") for w in BUDGETS]
    assert losses[0] > losses[2] > losses[3] > 0
    assert losses[3] < 0.5 * losses[0]


@pytest.mark.thorough
def test_over_a_blueprint_that_holds_early_the_loss_falls_too() -> None:
    usual, *losses = (
        lost(name)
        for name in ("hold:at=10", *(f"search:blueprint=hold:at=10:worlds={w}" for w in BUDGETS))
    )
    assert usual > losses[0] > losses[2] > losses[3]


@pytest.mark.thorough
def test_what_needs_a_certainty_that_there_is_not_leaves_the_optimum_never() -> None:
    assert lost("search:blueprint=optimal:deviations=1000:worlds=25", 50) < 1e-12
