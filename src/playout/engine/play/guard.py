"""What a strategy returns, and what it may write in: checked where it is plain Python or compiled.

In plain Python a strategy gets copies of its view and its random stream, which are taken over when
it has chosen; so nothing that it holds leads to the state, the rules or what others see.
"""

from __future__ import annotations

import dis
import inspect
import random
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import ir

from playout.engine.game.plain_rules import check_turn
from playout.engine.words.errors import PlayoutError, file_name, nearest, printable, suggest

EXPECTED = ", where a whole number is expected"
WORDS = {"none": "nothing", "bool": "True or False", "unicode_type": "text"}


class NoMove(Exception):
    """What came from a strategy, or a hint, in place of a whole number."""


@cache
def guarded(function: Callable[..., int], parameters: int | None = None) -> Callable[..., int]:
    """A strategy ``(view, stream) -> move``, or a hint ``(view, place) -> mark``, on copies.

    In a game in plain Python it sees as many ``parameters`` as it has; those of a record are zero.
    """

    def choose(view: Any, other: Any) -> int:
        if not isinstance(view, np.void):
            check_turn(view)
        seen, more = view.copy(), other if isinstance(other, int) else other.copy()
        if not isinstance(view, np.void):
            seen.parameters = seen.parameters[:parameters]
        chosen = function(seen, more)
        if isinstance(chosen, (bool, np.bool_)) or not isinstance(chosen, (int, np.integer)):
            raise NoMove(f"returned {_short(_line(chosen))}; a whole number is expected")
        if not -(2**63) <= chosen < 2**63:
            raise NoMove(f"returned {_short(_line(chosen))}; a whole number of 64 bits is expected")
        if isinstance(view, np.void):
            view.setfield(seen, view.dtype)
        else:  # of a game in plain Python
            view.notes = seen.notes
        if more is not other:
            other.setfield(more, other.dtype)
        return int(chosen)

    return choose


def _chance_outside(function: Callable[..., Any], seen: set[Any] | None = None) -> str:
    """A generator of random numbers, Python's or NumPy's own, that a function to be compiled reads.

    Or one that it calls, which is compiled with it.  Empty if there is none.
    """
    seen, value = {function} if seen is None else seen, None
    for step in dis.get_instructions(function):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            value = function.__globals__.get(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            value = getattr(value, step.argval, None)
        else:
            continue
        owner = getattr(value, "__self__", None)
        if value is random or isinstance(owner, random.Random):
            return "Python's random"
        if value is np.random or isinstance(owner, np.random.RandomState):
            return "numpy.random"
        called = getattr(value, "py_func", None)
        if called is not None and called not in seen:
            seen.add(called)
            if found := _chance_outside(called, seen):
                return found
    return ""


def refuse_chance_outside(function: Callable[..., Any], draws: str, stream: str) -> None:
    """PlayoutError if a function that is to be compiled draws random numbers that are not ours."""
    if outside := _chance_outside(function):
        raise PlayoutError(
            f"{draws} from {outside}, which no seed reaches, so that no game could be played "
            f"again: use uniform({stream}) or randrange({stream}, n) of playout.engine.rng "
            f"({definition_place(function)})"
        )


def _line(value: object) -> str:
    """A value as Python writes it, in one line."""
    return printable(" ".join(repr(value).split()))


def _short(text: str, most: int = 40) -> str:
    """A text for a message."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def wrong_return(compiled: Any) -> str:
    """What a compiled function returns in place of a whole number; empty if it returns one.

    ``compiled`` has been compiled for its arguments alone, so that its result has the type that the
    compiler found.
    """
    (found,) = (one.signature.return_type for one in compiled.overloads.values())
    if isinstance(found, numba.types.Integer):
        return ""
    if isinstance(found, numba.types.Optional):
        return f"it may end without returning a move{EXPECTED}"
    if isinstance(found, numba.types.Float) and not _fractions(compiled):
        return ""
    if isinstance(found, numba.types.NoneType) and not _returns(_typed(compiled)):
        return "it returns no move, but always raises an error"
    return f"it returns {WORDS.get(str(found), f'what is no whole number ({found})')}{EXPECTED}"


def _typed(compiled: Any, result: Any = None) -> Any:
    """The code of a function with the types that the compiler finds, if it is to return this one.

    It compiles anew: what the cache keeps has no types any more.
    """
    (arguments,) = compiled.signatures
    again = numba.njit(result(*arguments) if result else arguments)(compiled.py_func)
    (found,) = (one.type_annotation for one in again.overloads.values())
    return found


def _returns(typed: Any) -> set[str]:
    """The names of what a function returns; none if it never does."""
    return {
        statement.value.name
        for block in typed.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Return)
    }


def _fractions(compiled: Any) -> bool:
    """Whether a function returns fractions, and not signed and unsigned whole numbers by turns.

    The compiler takes both together for fractions.
    """
    typed = _typed(compiled, numba.int64)
    returned = _returns(typed)
    return any(
        isinstance(typed.typemap[statement.value.value.name], numba.types.Float)
        for block in typed.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign)
        and isinstance(statement.value, ir.Expr)
        and statement.value.op == "cast"
        and statement.target.name in returned
    )


def why_not_compiled(
    error: Exception,
    function: Callable[..., Any],
    records: Mapping[str, tuple[str, Sequence[str]]],
    what: str,
) -> str:
    """Why a function cannot be compiled, in a few words, and where; ``what`` may run as it is.

    ``records`` are those that it reads, by the names of its arguments: how a sentence begins about
    a field that there is not, which is a KeyError, and the fields.  What there is not, there is not
    in plain Python either.
    """
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
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if unknown := re.search(r"(?:[Nn]ame|Variable) '(\w+)' is not defined", _said(lines)):
        name, place = unknown[1], definition_place(function, rf"\b{unknown[1]}\b")
        known = {*function.__globals__, *function.__code__.co_varnames} - {name}
        near = nearest(name, sorted(known))
        return f"'{name}' is not defined{near and f': {near}'} ({place})"
    return (
        f"{_short(_said(lines), 200)} ({_place(str(error), function)}); declared with "
        f"compiled=False {what} runs as plain Python"
    )


def _place(message: str, function: Callable[..., Any]) -> str:
    """Where the compiler found a mistake: in the file of a function, if it says so."""
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


def _said(lines: list[str]) -> str:
    """What of a compiler's message helps, of all its lines."""
    words = ("Failed in", "-", "File ", "During:")
    said = next((line for line in lines if not line.startswith(words)), "it says no reason")
    call = next((line for line in lines if line.startswith(">>> ")), "")
    if said.startswith("No implementation of function") and call:
        return f"there is no {call.removeprefix('>>> ')}"
    if plain := re.match(r"Untyped global name '(\w+)':.* type of <class 'function'>", said):
        return f"'{plain[1]}' is a plain function, and needs @jit of playout.engine.jit above it"
    return said.partition("Raised from ")[0].rstrip(".: ")


def _source(function: Callable[..., Any]) -> str:
    """The lines of a function; what was typed into a console has none."""
    with suppress(OSError):
        return inspect.getsource(function.__code__)
    return ""


def definition_place(function: Callable[..., Any], here: str = r"^\s*def ") -> str:
    """Where a function is defined, below its decorators, or where it first has a pattern."""
    code, lines = function.__code__, _source(function).splitlines()
    below = next((k for k, line in enumerate(lines) if re.search(here, line)), 0)
    return f"line {code.co_firstlineno + below} of {file_name(code.co_filename)}, in {code.co_name}"
