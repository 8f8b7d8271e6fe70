"""Readers of what a user writes: numbers, counts, seeds, chances, ranges; each error a sentence.

Every reader takes a value of Python or NumPy, or its text as on a command line.  Where a number is
meant True and False are refused, although Python takes them for 1 and 0.
"""

from __future__ import annotations

import math
import operator
import re
import secrets
from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from playout.engine.errors import PlayoutError

MOST_GAMES = 10**18  # game numbers are 64-bit
MOST_VALUES = 1_000  # in one range
_WITH_COMMAS = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+"  # as the sentences of this module write a number
NO = ("no", "none")  # the words for what False says
MOST_FRESH = 2**53  # seeds drawn for a user are below: all of JSON's readers keep them exactly
_SUFFIXES = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def whole(value: object) -> int:
    """A whole number: any integer type, its text, or 2.0; else ValueError."""
    if isinstance(value, str):
        return int(value)
    if isinstance(value, float | np.floating) and value.is_integer():
        return int(value)
    if isinstance(value, bool | np.bool_):
        raise ValueError
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError from None


def real(value: object) -> float:
    """A number: any real type, or its text; else ValueError."""
    if isinstance(value, bool | np.bool_):
        raise ValueError
    try:
        return float(value) + 0.0  # type: ignore[arg-type]  # 0.0 for -0.0
    except (TypeError, OverflowError):
        raise ValueError from None


def real_or_nan(value: object) -> float:
    """As :func:`real`, but NaN for what is not a number: NaN lies in no range."""
    try:
        return real(value)
    except ValueError:
        return math.nan


def word(value: object, choices: Sequence[str]) -> str | None:
    """The one of some words that is meant, in small letters or large; None if it is none of them.

    False says ``no`` or ``none``, True the one word besides; 2 says ``seat-2``.
    """
    if isinstance(value, bool | np.bool_):
        no = [choice for choice in choices if choice in NO]
        meant = [choice for choice in choices if choice not in no] if value else no
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
        raise PlayoutError(f"{name} = {value}: allowed are {low:,} to {high:,}{why}")
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
            f"{name} = {value}: a whole number from 1 to 10**18 is needed, as 5000 or 100k"
        )
    return int(number)


def read_seed(value: object, name: str = "seed") -> int:
    """A seed, or the number of a game: 0 .. 2**63 - 1."""
    try:
        number = whole(value)
    except ValueError:
        number = -1
    if not 0 <= number < 2**63:
        raise PlayoutError(f"{name} = {value}: a whole number from 0 to 2**63 - 1 is needed")
    return number


def seed_or_fresh(value: object) -> int:
    """The seed of a question; None draws one that nobody has had before."""
    return secrets.randbelow(MOST_FRESH) if value is None else read_seed(value)


def read_chance(value: object, name: str = "p") -> float:
    """A chance, 0 .. 1."""
    number = real_or_nan(value)
    if not 0 <= number <= 1:
        raise PlayoutError(f"{name} = {value!r}: a number from 0 to 1 is needed")
    return number


def read_values(text: str) -> list[str]:
    """Several values on a command line: "3", "1,2,5", "1..5" or "1..3,7"."""
    values: list[str] = []
    for part in (part.strip() for part in text.split(",") if part.strip()):
        ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", part)
        low, high = (int(ends[1]), int(ends[2])) if ends else (0, 0)
        if low > high or high - low >= MOST_VALUES:
            raise PlayoutError(f"'{part}': a range goes up, as 1..5, by less than {MOST_VALUES}")
        values += [str(value) for value in range(low, high + 1)] if ends else [part]
    return values
