"""A position made from a view and a guess at what is hidden, on which a search can play.

The rules run on it as on a real one, so that a search needs no rules of its own.  Only the round in
progress is played: the rules of a search say that the match ends with it.
"""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit

_NEVER = 1 << 40  # points that no match reaches


@jit
def recall_rules(view: Any, rules: Any) -> None:
    """Write the rules that a view shows, for this round only."""
    rules.players = view.players
    rules.set = view.highest
    rules.draw = view.draw
    rules.marker = view.marker
    rules.gate = view.must_cover
    rules.doubles = view.doubles
    rules.last_double = view.last_double
    rules.lock = view.lock
    rules.gate_draw = view.gate_draw
    rules.gate_marker = view.gate_marker
    rules.after_gate = view.after_gate
    rules.double_blank = view.double_blank
    rules.blocked_gate_points = view.blocked_gate_points
    rules.target = _NEVER
    rules.rounds = 1


@jit
def recall(view: Any, state: Any) -> None:
    """Write all that a view shows into a state; the other hands and the deck are left as they are.

    Nothing else may have written to the state: the fields that no round needs must be zero.
    """
    state.hands[view.seat] = view.hand
    state.laid = view.laid
    state.ends = view.ends
    state.sizes = view.sizes
    state.lacks = view.lacks
    state.scores = view.scores
    state.open = view.open
    state.locked = view.locked
    state.gate = view.gate
    state.later = view.later
    state.phase = view.phase
    state.doubler = view.doubler
    state.first_turns = view.first_turns
    state.engine = view.engine
    state.player = view.seat
    state.passes = view.passes


@jit
def copy_position(state: Any, copy: Any) -> None:
    """Copy a position without its past: the log is empty, and the counts are left out."""
    copy.hands[:] = state.hands
    copy.laid = state.laid
    copy.ends = state.ends
    copy.sizes = state.sizes
    copy.lacks = state.lacks
    copy.scores = state.scores
    copy.deck = state.deck
    copy.tiles = state.tiles
    copy.drawn = state.drawn
    copy.open = state.open
    copy.locked = state.locked
    copy.gate = state.gate
    copy.later = state.later
    copy.phase = state.phase
    copy.doubler = state.doubler
    copy.first_turns = state.first_turns
    copy.engine = state.engine
    copy.player = state.player
    copy.passes = state.passes
    copy.round_number = 0
    copy.over = 0
    copy.logged[0] = 0
