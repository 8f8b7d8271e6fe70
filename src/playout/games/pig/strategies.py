"""Strategies for Pig."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.game.game import Rules
from playout.engine.play.lookup import looked_up
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.pig import optimum
from playout.games.pig.optimum import holds, of_rules
from playout.games.pig.rules import HOLD, MOST_GOAL, ROLL


@strategy("pig")
def random(view: Any, rng: Any) -> int:
    """Rolls or holds, both equally likely."""
    return randrange(rng, 2) if view.turn_total > 0 else ROLL


@strategy("pig", parameters={"at": 20}, allowed={"at": (1, MOST_GOAL)}, uses_chance=False)
def hold(view: Any, rng: Any) -> int:
    """Holds once the turn total is `at` points or enough to win.

    The next roll loses t points with chance 1/6 and brings 4 on average if it does not, so below
    t = 20 it adds to the expected points of a turn, and from there on it does not.  Neller and
    Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (2004).  It does not see how
    the others stand.
    """
    total = view.turn_total
    wins = view.scores[view.seat] + total >= view.goal
    return HOLD if total > 0 and (wins or total >= view.parameters[0]) else ROLL


def _can_be_solved(rules: Rules) -> None:
    if rules.number("players") > 2:
        raise PlayoutError(
            f"{as_typed('players', rules['players'])}: strategy 'optimal' is for one or two "
            "players; use another strategy"
        )
    if rules["players"] == 2 and rules.number("goal") > optimum.MOST_SOLVED_GOAL:
        raise PlayoutError(
            f"{as_typed('goal', rules['goal'])}: strategy 'optimal' is known for two players up to "
            f"a goal of {optimum.MOST_SOLVED_GOAL}; use another strategy"
        )


@strategy("pig", check=_can_be_solved, lookup=of_rules, uses_chance=False)
def optimal(view: Any, rng: Any) -> int:
    """Plays perfectly: wins most often against the best opponent; alone, takes the fewest turns.

    Looked up in a table that is computed by value iteration (optimum.py), once on a machine.
    Neller and Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (2004).  It does
    not learn what a weaker player does wrong.
    """
    own, place = view.scores[view.seat], view.scores[view.seat]
    if view.players == 2:
        place = own * view.goal + view.scores[1 - view.seat]
    return HOLD if holds(looked_up(view)[place], view.goal - own, view.turn_total) else ROLL
