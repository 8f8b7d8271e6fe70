"""Readers of what a user writes: numbers, counts, seeds, chances, ranges; each error a sentence.

Every reader takes a value of Python or NumPy, or its text as on a command line.  Where a number is
meant True and False are refused, although Python takes them for 1 and 0.
"""

from __future__ import annotations

import itertools
import math
import operator
import os
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from playout.engine.words.errors import PlayoutError, is_printable

MOST_GAMES = 10**18  # game numbers are 64-bit
MOST_VALUES = 1_000  # in one range
_WITH_COMMAS = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+"  # as the sentences of this module write a number
NO = ("no", "none")  # the words for what False says
MOST_FRESH = 2**53  # seeds drawn for a user are below: all of JSON's readers keep them exactly
LONGEST_NAME = 255  # bytes of a file's name, wherever Playout runs
LONGEST_SHOWN = 80  # characters of a value in a sentence
_SUFFIXES = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def brief(value: object) -> str:
    """A value as a sentence shows it: on one line, and not too long."""
    text = " ".join(str(value).splitlines())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def check_text(what: str, text: object) -> None:
    """Raise PlayoutError for what no table or sentence could show, as a title with a line break."""
    if not isinstance(text, str) or not is_printable(text):
        raise PlayoutError(
            f"{what} = {brief(ascii(text))}: one line of text without control characters is needed"
        )


def check_words(what: str, words: object) -> None:
    """Raise PlayoutError if words are not several texts: one text would be taken for letters."""
    if not isinstance(words, list | tuple):
        raise PlayoutError(f"{what} = {brief(repr(words))}: a list of words is needed")
    for word in words:
        check_text(what, word)


WHOLE = (int, np.integer), "a whole number"
NUMBER = (int, float, np.integer, np.floating), "a number"
FLAG = bool, "True or False"


def check_declared(
    game: str, one: object, kind: type, texts: Sequence[str], others: Mapping[str, tuple[Any, str]]
) -> str:
    """How a sentence on one of a game's options or measures begins.

    PlayoutError if it is no object of that ``kind``, or if parts of it cannot be used: ``texts``
    are lines of text, ``others`` have a type, and what a sentence calls it.
    """
    where = f"game '{game}', {kind.__name__.lower()} {brief(ascii(getattr(one, 'name', one)))}"
    if not isinstance(one, kind):
        raise PlayoutError(f"{where}: an object of playout.{kind.__name__} is needed")
    for part in texts:
        check_text(f"{where}: {part}", getattr(one, part))
    for part, (types, needed) in others.items():
        value = getattr(one, part)
        # True is a whole number of Python.
        if not isinstance(value, types) or (types is not bool and isinstance(value, bool)):
            raise PlayoutError(f"{where}: {part} = {brief(repr(value))}: {needed} is needed")
    return where


def whole(value: object) -> int:
    """A whole number: any integer type, its text, or 2.0; else ValueError."""
    if isinstance(value, str):
        return int(_plain(value))
    if isinstance(value, float | np.floating) and value.is_integer():
        return int(value)
    if isinstance(value, bool | np.bool_):
        raise ValueError
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError from None


def _plain(text: str) -> str:
    """The text of a number; ValueError if its digits are not 0 to 9, as Python lets them be."""
    if not text.isascii():
        raise ValueError
    return text


def real(value: object) -> float:
    """A number: any real type, or its text; else ValueError."""
    if isinstance(value, bool | np.bool_ | bytes | bytearray):
        raise ValueError
    if isinstance(value, np.ndarray) and value.ndim:
        raise ValueError
    try:
        number: Any = _plain(value) if isinstance(value, str) else value
        return float(number) + 0.0  # 0.0 for -0.0
    except (TypeError, OverflowError):
        raise ValueError from None


def real_or_nan(value: object) -> float:
    """As :func:`real`, but NaN for what is not a number: NaN lies in no range."""
    try:
        return real(value)
    except ValueError:
        return math.nan


def word(value: object, choices: Sequence[str], yes: str = "") -> str | None:
    """The one of some words that is meant, in small letters or large; None if it is none of them.

    False says ``no`` or ``none``, True ``yes``, or the one word besides; 2 says ``seat-2``.
    """
    if isinstance(value, bool | np.bool_):
        no = [choice for choice in choices if choice in NO]
        yeses = [yes] if yes else [choice for choice in choices if choice not in no]
        meant = yeses if value else no
        return meant[0] if no and len(meant) == 1 else None
    text = value.strip() if isinstance(value, str) else f"seat-{value}"
    return next((choice for choice in choices if choice.lower() == text.lower()), None)


def read_whole(name: str, value: object, low: int, high: int, why: str = "") -> int:
    """A whole number from ``low`` to ``high``; ``why`` may end the sentence that refuses it."""
    try:
        number = whole(_without_commas(value) if isinstance(value, str) else value)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise PlayoutError(f"{name} = {brief(value)}: allowed are {low:,} to {high:,}{why}")
    return number


def _without_commas(text: str) -> str:
    """The text of a number without the commas between thousands."""
    return text.replace(",", "") if re.fullmatch(_WITH_COMMAS, text.strip()) else text


def read_count(value: object, name: str = "games") -> int:
    """A number of games, or of anything else: 5000, "5,000", "5_000", "100k", "1.5M", "1e6"."""
    digits = rf"(?:{_WITH_COMMAS}|[0-9]+(?:_[0-9]+)*)"
    pattern = rf"({digits}(?:\.[0-9]+)?|\.[0-9]+)((?:e\+?[0-9]{{1,2}})?)([kMG]?)"
    match = re.fullmatch(pattern, str(value).strip())
    # Decimal, because a float would round 1000000000000000001.
    number = Decimal(0)
    if match:
        number = Decimal(match[1].replace(",", "") + match[2]) * _SUFFIXES[match[3]]
    if not 1 <= number <= MOST_GAMES or number != int(number):
        raise PlayoutError(
            f"{name} = {brief(value)}: a whole number from 1 to 10**18 is needed, as 5000 or 100k"
        )
    return int(number)


def read_seed(value: object, name: str = "seed") -> int:
    """A seed, or the number of a game: 0 .. 2**63 - 1."""
    try:
        number = whole(value)
    except ValueError:
        number = -1
    if not 0 <= number < 2**63:
        raise PlayoutError(f"{name} = {brief(value)}: a whole number from 0 to 2**63 - 1 is needed")
    return number


def seed_or_fresh(value: object) -> int:
    """The seed of a question; None draws one that nobody has had before."""
    return secrets.randbelow(MOST_FRESH) if value is None else read_seed(value)


def read_chance(value: object, name: str = "p") -> float:
    """A chance, 0 .. 1."""
    number = real_or_nan(value)
    if not 0 <= number <= 1:
        raise PlayoutError(f"{name} = {brief(repr(value))}: a number from 0 to 1 is needed")
    return number


def read_confidence(value: object) -> float:
    """A confidence, 0.5 .. below 1."""
    number = real_or_nan(value)
    if not 0.5 <= number < 1:
        raise PlayoutError(f"confidence = {brief(repr(value))}: allowed is 0.5 to below 1, as 0.99")
    return number


def read_each(name: str, value: object) -> list[Any]:
    """One value or several, as a list: text is one value, and so is what cannot be gone through.

    PlayoutError for bytes and dicts, whose parts nobody means, and for too many values.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, bytes | bytearray | memoryview | Mapping):
        raise PlayoutError(
            f"{name} = {brief(repr(value))}: a value, or a list of values, is needed"
        )
    if isinstance(value, str | type) or not isinstance(value, Iterable):
        return [value]
    values = list(itertools.islice(value, MOST_VALUES + 1))
    if len(values) > MOST_VALUES:
        raise PlayoutError(f"{name}: at most {MOST_VALUES:,} values are allowed")
    return values


def read_path(value: object, name: str = "path") -> Path:
    """The path of a file or a folder: text, or a Path; PlayoutError if nothing can have it."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(text, str) or not text.strip() or "\0" in text:
        raise PlayoutError(f"{name} = {brief(repr(value))}: the name of a file is needed")
    path = Path(text)
    try:
        os.fsencode(path)
    except UnicodeEncodeError:  # half of a character
        raise PlayoutError(f"{name} = {brief(repr(value))}: no file can have this name") from None
    for part in path.parts:
        if len(os.fsencode(part)) > LONGEST_NAME:
            raise PlayoutError(
                f"{name} = {brief(part)}: it is too long, a name of at most {LONGEST_NAME} bytes "
                "is needed"
            )
    return path


def read_text(path: Path) -> str:
    """What is in a text file, without a mark of its encoding; PlayoutError if it cannot be read.

    Only a regular file is read: others may have no end, or nobody at the other one.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise PlayoutError(f"{path}: cannot be read (it is no regular file)")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = error.strerror or error if isinstance(error, OSError) else "it is not UTF-8 text"
        raise PlayoutError(f"{path}: cannot be read ({why})") from None


def read_flag(value: object, name: str) -> bool:
    """True or False."""
    if not isinstance(value, bool | np.bool_):
        raise PlayoutError(f"{name} = {brief(repr(value))}: True or False is needed")
    return bool(value)


def read_values(text: str) -> list[str]:
    """Several values on a command line: "3", "1,2,5", "1..5" or "1..3,7"; none in "" or ","."""
    values: list[str] = []
    parts = [part.strip() for part in text.split(",")]
    if not any(parts):
        return values
    for part in parts:
        if not part:
            raise PlayoutError(f"'{brief(text)}': a value is missing beside a comma")
        ends = re.fullmatch(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})", part)
        low, high = (int(ends[1]), int(ends[2])) if ends else (0, 0)
        if low > high or high - low >= MOST_VALUES:
            raise PlayoutError(f"'{part}': a range goes up, as 1..5, by less than {MOST_VALUES}")
        values += [str(value) for value in range(low, high + 1)] if ends else [part]
    return values
