"""How a sentence names a parameter: as the person who gave it has written it.

The same mistake can be made on a command line (``--games 1``), in Python (``games=1``), in a form
of the browser or in a study file (``games = 1``).  The code that raises the error
knows only the parameter's name in Python; each of these doors says how it writes names and values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

LONGEST_SHOWN = 80  # characters of a value in a sentence


@dataclass(frozen=True)
class Spelling:
    """How one door writes a parameter."""

    name: Callable[[str], str]  # of the name in Python
    text: Callable[[object], str]  # of a value
    between: str  # the name and the value
    of_part: str  # between the name and a part of the value: --a-rules min_cards=1
    switch: Callable[[str, bool], str] | None = None  # a parameter without a value


def joined(parts: Sequence[str], last: str = "and") -> str:
    """Return a list for a sentence: "a, b and c"."""
    *some, end = parts
    return f"{', '.join(some)} {last} {end}" if some else end


def brief(value: object) -> str:
    """Return a value as a sentence shows it: on one line, and not too long."""
    text = " ".join(str(value).splitlines())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _in_python(value: object) -> str:
    is_literal = isinstance(value, str | bytes | bytearray | list | tuple | dict | set)
    return repr(value) if is_literal else str(value)


IN_PYTHON = Spelling(str, _in_python, "=", ": ")
IN_TEXT = replace(IN_PYTHON, text=str)  # in the text of a position, or of rules
_usual = [IN_PYTHON]  # the last one is for threads without a context of their own
_spelling: ContextVar[Spelling | None] = ContextVar("_spelling", default=None)


def _door() -> Spelling:
    return _spelling.get() or _usual[-1]


@contextmanager
def spelled(spelling: Spelling, *, in_all_threads: bool = False) -> Iterator[None]:
    """Within this context sentences name parameters as this door does."""
    token = _spelling.set(spelling)
    if in_all_threads:
        _usual.append(spelling)
    try:
        yield
    finally:
        _spelling.reset(token)
        if in_all_threads:
            _usual.remove(spelling)


@contextmanager
def within(name: str) -> Iterator[None]:
    """Within this context parameters are parts of the value of another one."""
    door = _door()

    def part(inner: str) -> str:
        return f"{door.name(name)}{door.of_part}{inner}"

    with spelled(replace(IN_TEXT, name=part)):
        yield


def named(name: str) -> str:
    """Return what a sentence calls a parameter: ``--max-games`` or ``max_games``."""
    return _door().name(name)


def as_typed(name: str, value: object) -> str:
    """Return a parameter and its value as they were written: ``--games 1`` or ``games=1``."""
    door = _door()
    if door.switch is not None and isinstance(value, bool):
        return door.switch(name, value)
    return f"{door.name(name)}{door.between}{brief(door.text(value))}"


def capitalised(text: str) -> str:
    """A text that begins a sentence: with a capital letter, and the rest as it is."""
    return text[:1].upper() + text[1:]
