"""Counters that cannot be compiled, or raise an error: which one, and where."""

from __future__ import annotations

import traceback
from typing import Any

import numba

from playout.engine.game.counters import ARGUMENTS, Counter
from playout.engine.game.game import Game
from playout.engine.game.protocols import plain
from playout.engine.native.jit import jit
from playout.engine.native.pipelines import OutsideChance
from playout.engine.play.strategy_guard import definition_place, why_not_compiled, wrong_return


def counter_not_compiled(game: Game) -> str:
    """Say which counter of a compiled game cannot be compiled, and why; "" if all of them can."""
    for counter in game.counters:
        if reason := _reason(game, counter):
            return f"counter '{counter.name}' cannot be compiled: {reason}"
    return ""


def _reason(game: Game, counter: Counter) -> str:
    """Return why a counter cannot be compiled, or that it returns no whole number; or ""."""
    uncounted: Game = game.uncounted or game
    state, rules = map(numba.from_dtype, (uncounted.state_dtype, uncounted.rules_dtype))
    number, notes = numba.int64, numba.types.Array(numba.int64, 1, "C")
    known: dict[str, Any] = dict(
        zip(ARGUMENTS, (state, number, state, number, rules, notes), strict=True)
    )
    fields = uncounted.state_dtype.names or ()
    records = {
        "before": ("the state has no field", fields),
        "after": ("the state has no field", fields),
        "rules": ("the rules have no option", uncounted.rules_dtype.names or ()),
    }
    function = plain(counter.function)
    try:
        compiled: Any = jit(signature=tuple(known[one] for one in counter.takes), cache=False)(
            function
        )
    except OutsideChance as error:
        place = definition_place(function)
        return f"it draws from {error.source}; a counter draws nothing, it only looks ({place})"
    except Exception as error:  # the compiler may raise anything
        if isinstance(error, KeyError):  # of a record that none of its arguments may be
            records = {one: records[one] for one in counter.takes if one in records} or records
        return why_not_compiled(error, function, records, "")
    wrong = wrong_return(compiled, "a number", (numba.types.Boolean,))
    return wrong and f"{wrong} ({definition_place(function)})"


def counter_at_fault(game: Game, error: BaseException) -> Counter | None:
    """Return the counter of a compiled game that has raised an error; None if it was no counter."""
    if not game.counters or not game.compiled:
        return None
    frames = traceback.extract_tb(error.__traceback__)
    for counter in game.counters:
        name = plain(counter.function).__name__
        if any(frame.name == name and frame.filename == counter.file for frame in frames):
            return counter
    return None
