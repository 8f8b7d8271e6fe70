"""What a strategy returns, and what it may write in: checked where it is plain Python or compiled.

In plain Python a strategy gets copies of its view and its random stream, which are taken over when
it has chosen; so nothing that it holds leads to the state, the rules or what others see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import ir

WORDS = {"none": "nothing", "bool": "True or False", "unicode_type": "text"}


class NoMove(Exception):
    """What came from a strategy, or a hint, in place of a whole number."""


@cache
def guarded(function: Callable[..., int]) -> Callable[..., int]:
    """A strategy ``(view, stream) -> move``, or a hint ``(view, place) -> mark``, on copies."""

    def choose(view: Any, other: Any) -> int:
        seen, more = view.copy(), other if isinstance(other, int) else other.copy()
        try:
            chosen = function(seen, more)
        except SystemExit:
            raise NoMove("called sys.exit, which would end the whole program") from None
        if isinstance(chosen, (bool, np.bool_)) or not isinstance(chosen, (int, np.integer)):
            raise NoMove(f"returned {_short(chosen)}; a whole number is expected")
        if not -(2**63) <= chosen < 2**63:
            raise NoMove(f"returned {_short(chosen)}; a whole number of 64 bits is expected")
        view.setfield(seen, view.dtype)
        if more is not other:
            other.setfield(more, other.dtype)
        return int(chosen)

    return choose


def _short(value: Any) -> str:
    """A value for a message."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def wrong_return(compiled: Any) -> str:
    """What a compiled function returns in place of a whole number; empty if it returns one.

    ``compiled`` has been compiled for its arguments alone, so that its result has the type that the
    compiler found.
    """
    (found,) = (one.signature.return_type for one in compiled.overloads.values())
    if isinstance(found, numba.types.Integer):
        return ""
    if isinstance(found, numba.types.Optional):
        return "it may end without returning a move"
    if isinstance(found, numba.types.Float) and not _fractions(compiled):
        return ""
    return f"it returns {WORDS.get(str(found), f'what is no whole number ({found})')}"


def _fractions(compiled: Any) -> bool:
    """Whether a function returns fractions, and not signed and unsigned whole numbers by turns.

    The compiler takes both together for fractions.
    """
    whole = numba.njit(numba.int64(*compiled.signatures[0]))(compiled.py_func)
    (found,) = (one.type_annotation for one in whole.overloads.values())
    returned = {
        statement.value.name
        for block in found.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Return)
    }
    return any(
        isinstance(found.typemap[statement.value.value.name], numba.types.Float)
        for block in found.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign)
        and isinstance(statement.value, ir.Expr)
        and statement.value.op == "cast"
        and statement.target.name in returned
    )
