"""The errors and warnings that a user sees: one clear sentence each."""

from __future__ import annotations

import difflib
import math
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from shlex import quote
from typing import Any

MOST_TEXT = 300  # letters of an error of a user's code


class PlayoutError(Exception):
    """An error that the user can correct; its text is one sentence.

    The text is one line without control characters, and very long words are cut.  If the error
    ended a run, ``partial`` has the result of the games until then, and ``arm``, if it is known, is
    the number of the row whose games it ended.
    """

    partial: Any = None
    arm: int | None = None

    def __init__(self, sentence: object = "") -> None:
        super().__init__(_LONG.sub(r"\1...", printable(" ".join(str(sentence).splitlines()))))


_LONG = re.compile(r"(\S{80})\S{420,}")  # longer than a word of any command or path to be read
_UNPRINTED = re.compile(
    r"[\x00-\x1f\x7f-\x9f\ud800-\udfff"  # control and half characters
    r"\u200e\u200f\u061c\u202a-\u202e\u2066-\u206f"  # what turns the direction of a line
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2065\u3164\ufeff\uffa0"
    r"\u2028\u2029\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # what is not seen
    r"\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)


def printable(text: str) -> str:
    """Return a text with characters escaped that would not be seen, or would turn others around.

    They are written as Python does: control characters, marks of direction, characters without
    width, and half characters.
    """
    return _UNPRINTED.sub(lambda match: ascii(match[0])[1:-1], text)


def escaped(text: str) -> str:
    """Return several lines, or JSON, with the same characters escaped, as JSON writes them.

    Ends of lines and tabs stay.
    """
    return _UNPRINTED.sub(lambda match: _in_json(match[0]), text)


def _in_json(character: str) -> str:
    if character in "\n\t":
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[k : k + 4]}" for k in range(0, len(units), 4))


def is_printable(value: object, longest: float = math.inf) -> bool:
    """Return whether all texts in a value of JSON are lines that :func:`printable` keeps.

    None may have more letters than ``longest``.
    """
    if isinstance(value, str):
        return len(value) <= longest and _UNPRINTED.search(value) is None
    if isinstance(value, Mapping):
        value = [*value.items()]
    return not isinstance(value, list | tuple) or all(is_printable(one, longest) for one in value)


class IllegalMove(PlayoutError):
    """The error for a move that the rules do not allow; the position is shown below it."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__()
        self.args = (str(sentence),)


class RulesError(PlayoutError):
    """The rules of a game are at fault, even if a strategy was being called."""


class Elsewhere(PlayoutError):
    """A strategy was declared in another program, and cannot play here."""


class WorkersLost(PlayoutError):
    """All workers of a run are gone, and no others have replaced them."""


class OtherFile(UserWarning):
    """A strategy file that is about to run may not be the one that played a run before."""


class RunsCode(UserWarning):
    """A file or a package that a run file names is about to run."""


class NotLoaded(UserWarning):
    """An installed package cannot be imported; only its games or strategies are missing."""


class NotExact(UserWarning):
    """The exact values of a game cannot be used; only they are missing beside the counts."""


class Measured(UserWarning):
    """Something was measured on this machine for a question; its text says what."""


class CutShort(UserWarning):
    """Learners do not see all of a view, or have no action for a move; its text says of which."""


def error_text(error: BaseException) -> str:
    """Return an error of a user's code with its name, in one line."""
    try:
        text = " ".join(f"{type(error).__name__}: {error}".removesuffix(": ").split())
    except Exception:  # its text may raise another error
        text = f"{type(error).__name__}, whose text cannot be had"
    return printable(text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 3]}...")


def file_name(path: str) -> str:
    """Return the name of a file of code for a sentence."""
    return "a notebook's cell" if "ipykernel_" in path else Path(path).name


def pasted(path: Path) -> str:
    """Return the name of a file for a command that is to be pasted into a shell."""
    name = str(path)
    if name.isprintable():
        return quote(name)
    plain = set(range(32, 127)) - {*b"\\'"}
    texts = (chr(one) if one in plain else f"\\x{one:02x}" for one in os.fsencode(name))
    return f"$'{''.join(texts)}'"  # as bash and zsh read it


def was_stopped(error: BaseException) -> bool:
    """Return whether Numba made an error of a Ctrl-C that it swallowed while it compiled."""
    return isinstance(error, RuntimeError) and "no compiled object yet for" in str(error)


def suggest(word: object, allowed: Iterable[str]) -> str:
    """Return the end of an error sentence: the nearest allowed word, and all of them."""
    known = sorted(allowed)
    if near := nearest(word, known):
        return f"{near} (known: {', '.join(known)})"
    return f"choose from {', '.join(known)}"


def nearest(word: object, allowed: Iterable[str]) -> str:
    """Return the question for the nearest allowed word; "" if none is near."""
    near = difflib.get_close_matches(str(word), list(allowed), n=1)
    return f"did you mean '{near[0]}'?" if near else ""
