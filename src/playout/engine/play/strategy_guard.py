"""Checks of what a strategy writes and returns, in plain Python and in compiled code.

In plain Python a strategy gets a copy of its view, and the table takes over what it wrote into its
notes once it has chosen.  So no object that a strategy keeps leads to the state, to the rules or to
the views of others.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import ir

from playout.engine.game.plain_views import View, check_turn, lent, take_notes
from playout.engine.native.pipelines import OutsideChance
from playout.engine.words.errors import file_name, nearest, printable, suggest

EXPECTED = ", where a whole number is expected"
WORDS = (  # of types that a strategy may return by mistake
    (numba.types.NoneType, "nothing"),
    (numba.types.Boolean, "True or False"),
    (numba.types.UnicodeType, "text"),
    (numba.types.Float, "a number with a fraction"),
    (numba.types.BaseTuple, "several values"),
    (numba.types.Array, "an array"),
    (numba.types.Record, "a record, as the view"),
)


class NoMove(Exception):
    """A strategy, or a hint, returned something that is no whole number."""


@cache
def guarded(function: Callable[..., int]) -> Callable[..., int]:
    """Wrap a strategy ``(view, stream) -> move``, or a hint ``(view, place) -> mark``.

    It gets copies.
    """

    def choose(view: Any, other: Any) -> int:
        view_copy, other_copy = view.copy(), other if isinstance(other, int) else other.copy()
        chosen = _checked(function(view_copy, other_copy))
        view.setfield(view_copy, view.dtype)
        if other_copy is not other:
            other.setfield(other_copy, other.dtype)
        return chosen

    return choose


@cache
def guarded_plain(function: Callable[..., int], parameters: int) -> Callable[..., int]:
    """Wrap a strategy of a game in plain Python, which declares so many ``parameters``.

    It gets a copy of its view; its stream is no copy, but the seat's own, which leads to no other.
    """

    def choose(view: View, stream: Any) -> int:
        given = view
        if view._lent is None:
            check_turn(view)
            given = lent(view, parameters)
        else:
            view._lent = parameters
        chosen = function(given, stream)
        if type(chosen) is not int or not -(2**63) <= chosen < 2**63:
            chosen = _checked(chosen)
        if given is not view and "notes" in given.__dict__:
            take_notes(view, given)
        return chosen

    return choose


def _checked(chosen: Any) -> int:
    """Return a move, or a mark, as a number of Python; NoMove if it is none."""
    if isinstance(chosen, (bool, np.bool_)) or not isinstance(chosen, (int, np.integer)):
        raise NoMove(f"returned {_short(_line(chosen))}; a whole number is expected")
    if not -(2**63) <= chosen < 2**63:
        bits = int(chosen).bit_length()  # of thousands, Python refuses to write it out
        told = f"a number of {bits:,} bits" if bits > 999 else _short(_line(chosen))
        raise NoMove(f"returned {told}; a whole number of 64 bits is expected")
    return int(chosen)


def _line(value: object) -> str:
    return printable(" ".join(repr(value).split()))


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def wrong_return(compiled: Any, returns: str = "a move", also: tuple[type, ...] = ()) -> str:
    """Say what a compiled function returns, if that is no whole number; else return "".

    ``returns`` is what it should return, in words; types of ``also`` are right, too.

    The compiler takes signed and unsigned whole numbers together for fractions, so the values are
    looked at one by one.
    """
    kinds = _returned_types(compiled)
    wrong = [kind for kind in kinds if not isinstance(kind, (numba.types.Integer, *also))]
    if not kinds:
        return (
            f"it never returns {returns}: it always raises an error, or has a loop without an end"
        )
    if not wrong:
        return ""
    if numba.types.none in wrong and wrong != kinds:
        return f"it may end without returning {returns}{EXPECTED}"
    named = (words for kind, words in WORDS if isinstance(wrong[0], kind))
    return f"it returns {next(named, f'what is no whole number ({wrong[0]})')}{EXPECTED}"


def _returned_types(compiled: Any) -> list[Any]:
    """Return the type of each value that a function may return, as the compiler finds it.

    It is compiled anew: code from the cache has no types any more.
    """
    (arguments,) = compiled.signatures
    (result,) = numba.njit(arguments)(compiled.py_func).overloads.values()
    typed = result.type_annotation
    statements = [statement for block in typed.blocks.values() for statement in block.body]
    results = {statement.value.name for statement in statements if isinstance(statement, ir.Return)}
    casts = [
        statement.value.value.name
        for statement in statements
        if isinstance(statement, ir.Assign)
        and statement.target.name in results
        and isinstance(statement.value, ir.Expr)
        and statement.value.op == "cast"
    ]
    return [numba.types.unliteral(typed.typemap[name]) for name in casts]


def why_not_compiled(
    error: Exception,
    function: Callable[..., Any],
    records: Mapping[str, tuple[str, Sequence[str]]],
    what: str,
) -> str:
    """Say in a few words why a function cannot be compiled, and where.

    ``records`` are the records that it reads, by the names of its arguments: the beginning of a
    sentence about a missing field, which is a KeyError, and the fields.  ``what`` may run as plain
    Python instead, unless it is ""; the sentence says so where that would help.
    """
    if isinstance(error, OutsideChance):
        return (
            f"{function.__name__} draws from {error.source}, which no seed reaches, so that no "
            "game could be played again: use playout.randrange, or uniform of playout.author "
            f"({definition_place(function)})"
        )
    if isinstance(error, KeyError):
        (name,) = error.args
        called = re.search(rf"\b(\w+)\.{name}\b", _source(function))
        lacks, fields = records.get(called[1] if called else "", next(iter(records.values())))
        place = definition_place(function, rf"\.{name}\b")
        return f"{lacks} '{name}': {suggest(name, fields)} ({place})"
    if unlike := re.search(
        r"copy_fields: ('\w+' is .+ in one record and .+ in the other)", str(error)
    ):
        return f"{unlike[1]} ({_place(str(error), function)})"
    reason = _reason(str(error))
    if unknown := re.search(r"(?:[Nn]ame|Variable) '(\w+)' is not defined", reason):
        name, place = unknown[1], definition_place(function, rf"\b{unknown[1]}\b")
        known = {*function.__globals__, *function.__code__.co_varnames} - {name}
        near = nearest(name, sorted(known))
        return f"'{name}' is not defined{near and f': {near}'} ({place})"
    instead = f"; declared with compiled=False {what} runs as plain Python" if what else ""
    return f"{_short(reason, 200)} ({_place(str(error), function)}){instead}"


def _place(message: str, function: Callable[..., Any]) -> str:
    """Return where the compiler found an error, if its message names the function's file."""
    own = Path(function.__code__.co_filename).name
    places = re.findall(r'File "(.+)", line (\d+):\s+(?:def (\w+))?', message)
    places += [
        (file, line, "") for file, line in re.findall(r"Raised from (.+) \((\d+)\)", message)
    ]
    here = [place for place in places if Path(place[0]).name == own] or places[-1:]
    if not here:
        return definition_place(function)
    file, line, name = here[0]
    return f"line {line} of {file_name(file)}, in {name or function.__name__}"


def _reason(message: str) -> str:
    """The line of a compiler's message that says what is wrong."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    headings = ("Failed in", "-", "File ", "During:")
    reason = next((line for line in lines if not line.startswith(headings)), "it says no reason")
    call = next((line for line in lines if line.startswith(">>> ")), "")
    if reason.startswith("No implementation of function") and call:
        return f"there is no {call.removeprefix('>>> ')}"
    if plain := re.match(r"Untyped global name '(\w+)':.* type of <class 'function'>", reason):
        return f"'{plain[1]}' is a plain function, and needs @jit of playout.author above it"
    return reason.partition("Raised from ")[0].rstrip(".: ")


def _source(function: Callable[..., Any]) -> str:
    """The lines of a function; "" if it was typed into a console."""
    with suppress(OSError):
        return inspect.getsource(function.__code__)
    return ""


def definition_place(function: Callable[..., Any], pattern: str = r"^\s*def ") -> str:
    """Say where a function is defined, below its decorators, or where it first has a pattern."""
    code, lines = function.__code__, _source(function).splitlines()
    below = next((k for k, line in enumerate(lines) if re.search(pattern, line)), 0)
    return f"line {code.co_firstlineno + below} of {file_name(code.co_filename)}, in {code.co_name}"
