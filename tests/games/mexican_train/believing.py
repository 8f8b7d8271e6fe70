"""Beliefs at a position of a match, for tests."""

from __future__ import annotations

from typing import Any

from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.games.mexican_train.belief import belief as believing
from playout.games.mexican_train.belief.belief import BELIEF
from playout.games.mexican_train.belief.past import read_past
from playout.games.mexican_train.rules import observe


def searching(match: Match) -> Any:
    """The view of the seat to move, as a search has it: with the past."""
    view = match.view()
    view.lookup[0] = 1
    observe(match.state, match.rules.record(), match.seat, view)
    return view


def begun(match: Match, worlds: int, told: int, rng: Any) -> tuple[Any, Any]:
    """The view of the seat to move, and its belief, as a search with so many worlds begins it.

    ``told`` is its parameter: 1 if it is to find out who the others are.
    """
    belief, view = new_record(BELIEF), searching(match).copy()
    view.parameters[0], view.parameters[2] = worlds, told
    believing.believe(view, match.rules.record(), rng, belief)
    return view, belief


def history_of(match: Match) -> Any:
    """What the past in the view of the seat to move tells."""
    belief = new_record(BELIEF)
    read_past(searching(match), match.rules.record(), belief.history)
    return belief.history
