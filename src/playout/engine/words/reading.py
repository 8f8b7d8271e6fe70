"""Readers of values that a user writes: numbers, counts, seeds, chances, ranges.

Every reader takes a value of Python or NumPy, or its text as on a command line, and each error is a
sentence.  Where a number is expected, True and False are refused, although Python takes them for 1
and 0.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import operator
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np

from playout.engine.words.errors import PlayoutError, is_printable
from playout.engine.words.looking import is_looking
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import LONGEST_SHOWN, as_typed, named
from playout.engine.words.spelling import brief as brief

MOST_GAMES = 10**18  # game numbers are 64-bit
MOST_SECONDS = 10**7
MOST_ACTION = 2**62  # no action of a learner or of another library is so large
MOST_VALUES = 1_000  # in one range
_WITH_COMMAS = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+"  # as our sentences write a number
_POINT_BETWEEN_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+[kMG]?")
NO = ("no", "none")  # words for False
_BRACES = re.compile(r"\{([^{}]*)\}")
_BRACED = re.compile(r"[^,{}]*(?:\{[^{}]*\}[^,{}]*)+")  # a name between commas
MOST_FRESH = 2**53  # above all new seeds, so that every reader of JSON keeps them exactly
LONGEST_NAME = 255  # bytes of a file's name, wherever Playout runs
DRIVE = r"(?:\\\\\?\\)?[A-Za-z]:"  # of Windows, before a path
_ESCAPES = {":": "%3A", ",": "%2C", "+": "%2B", "%": "%25"}  # in the names of files
_SIGNS = {code: sign for sign, code in _ESCAPES.items()}
_TO_ESCAPE = re.compile("[:,+]|%(?=3A|2C|2B|25)", re.IGNORECASE)
_SUFFIXES = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def check_text(what: str, text: object) -> None:
    """Raise PlayoutError for a text that no table or sentence could show, as one of two lines."""
    if not isinstance(text, str) or not is_printable(text):
        raise PlayoutError(
            f"{what} = {brief(ascii(text))}: write one line of text without control characters"
        )


def check_words(what: str, words: object) -> None:
    """Raise PlayoutError if words are not a list: a single text would be read letter by letter."""
    if not isinstance(words, list | tuple):
        raise PlayoutError(f"{what} = {brief(repr(words))}: must be a list of words")
    for word in words:
        check_text(what, word)


NUMBER = (int, float, np.integer, np.floating), "a number"
# How a field of a declaration is checked, by its annotation: the types, and their name.
_TYPES: dict[str, tuple[Any, str]] = {
    "bool": (bool, "True or False"),
    "int": ((int, np.integer), "a whole number"),
    "int | None": ((int, np.integer, NoneType), "a whole number, or None,"),
    "float": NUMBER,
}


def check_declared(where: str, declared: Any, kind: type, **others: tuple[Any, str]) -> None:
    """Raise PlayoutError, which begins with ``where``, for a wrong type in a declaration.

    ``kind`` is its dataclass.  A text is one line; ``others`` are the types of further fields, and
    what a sentence calls them.
    """
    if not isinstance(declared, kind):
        raise PlayoutError(f"{where}: must be an object of playout.{kind.__name__}")
    for field in dataclasses.fields(kind):
        name, annotation = field.name, str(field.type)
        value = getattr(declared, name) if field.init else None
        if annotation == "str":
            check_text(f"{where}: {name}", value)
        elif annotation == "tuple[str, ...]":
            check_words(f"{where}: {name}", value)
        elif field.init and (expected := others.get(name) or _TYPES.get(annotation)):
            types, needed = expected
            # True is a whole number of Python.
            if not isinstance(value, types) or (types is not bool and isinstance(value, bool)):
                raise PlayoutError(f"{where}: {name} = {brief(repr(value))}: must be {needed}")


def whole(value: object) -> int:
    """Return a whole number, of any integer type, its text, or 2.0; else ValueError."""
    if isinstance(value, str):
        return int(_plain(value))
    if isinstance(value, float | np.floating) and value.is_integer():
        return int(_plain_float(value))
    if isinstance(value, bool | np.bool_):
        raise ValueError
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError from None


def _plain(text: str) -> str:
    """Return the text of a number; ValueError for digits other than 0 to 9, which Python takes."""
    if not text.isascii():
        raise ValueError
    return text


def _plain_float(value: Any) -> Any:
    """Return a whole float; ValueError for one that a file writes as 1.000, as if a thousand."""
    if _POINT_BETWEEN_THOUSANDS.fullmatch(str(value)):
        raise ValueError
    return value


def real(value: object) -> float:
    """Return a number, of any real type, or its text; else ValueError."""
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
    """Return a number as :func:`real`, or NaN, which lies in no range, for anything else."""
    try:
        return real(value)
    except ValueError:
        return math.nan


def word(value: object, choices: Sequence[str], yes: str = "") -> str | None:
    """Return the choice that a user means, in small or capital letters; None if it is none.

    False means ``no`` or ``none``, True means ``yes`` or the only other choice.  The number 0 means
    the first seat, ``seat-1``; so does ``seat-0``, as it was written once, if it is no choice.
    """
    if isinstance(value, bool | np.bool_):
        no = [choice for choice in choices if choice in NO]
        yeses = [yes] if yes else [choice for choice in choices if choice not in no]
        meant = yeses if value else no
        return meant[0] if no and len(meant) == 1 else None
    text = value.strip().lower() if isinstance(value, str) else f"seat-{value}"
    known = {choice.lower(): choice for choice in choices}
    if "seat-0" not in known and (not isinstance(value, str) or text == "seat-0"):
        text = f"seat-{nth(int(text[5:]))}" if text[5:].isdecimal() else text
    return known.get(text)


def read_whole(name: str, value: object, low: int, high: int, why: str = "") -> int:
    """Return a whole number from ``low`` to ``high``; ``why`` may end the sentence of the error."""
    try:
        number = whole(_without_commas(value) if isinstance(value, str) else value)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        allowed = f"must be from {low:,} to {high:,}{why}{_meant(value, low, high)}"
        raise PlayoutError(f"{as_typed(name, value)}: {allowed}")
    return number


def _without_commas(text: str) -> str:
    """Return the text of a number without the commas between thousands."""
    return text.replace(",", "") if re.fullmatch(_WITH_COMMAS, text.strip()) else text


def read_count(value: object, name: str = "games") -> int:
    """Return a number of games, or of anything: 5000, "5,000", "5_000", "100k", "1.5M", "1e6".

    A point begins a fraction.  1.000 is refused: in other countries that is a thousand.
    """
    digits = rf"(?:{_WITH_COMMAS}|[0-9]+(?:_[0-9]+)*)"
    pattern = rf"({digits}(?:\.[0-9]+)?|\.[0-9]+)((?:e\+?[0-9]{{1,2}})?)([kMG]?)"
    match = re.fullmatch(pattern, str(value).strip())
    # Decimal, because a float would round 1000000000000000001.
    number = Decimal(0)
    if match and not _POINT_BETWEEN_THOUSANDS.fullmatch(match[0]):
        number = Decimal(match[1].replace(",", "") + match[2]) * _SUFFIXES[match[3]]
    if not 1 <= number <= MOST_GAMES or number != int(number):
        most = "to a billion billion (1e18)" if number > MOST_GAMES else "on"
        raise PlayoutError(
            f"{as_typed(name, value)}: must be a whole number from 1 {most}, such as 5000 or "
            f"100k{_meant(value)}"
        )
    return int(number)


def _meant(value: object, low: int = 1, high: int = MOST_GAMES, plain: bool = False) -> str:
    """Return the end of a sentence: the number that a user probably meant; or "".

    In other countries thousands are parted by points, blanks or apostrophes, and a fraction begins
    with a comma.
    """
    text = unicodedata.normalize("NFKC", str(value)).strip()
    match = re.fullmatch(r"([0-9]+(?:[.,'\u2019_ ][0-9]+)*) ?([kKmMgG]?)", text)
    if match is None or not isinstance(value, str | float) or len(text) > LONGEST_SHOWN:
        return ""
    parts = re.split("[.,'\u2019_ ]", re.sub(r"(?<=[.,' ][0-9]{3})[.,]00?$", "", match[1]))
    suffix = _SUFFIXES[{"K": "k", "m": "M", "g": "G"}.get(match[2], match[2])]
    is_fraction = "." in match[1] or ("," in match[1] and len(parts[-1]) != 3)
    if len(parts) == 2 and suffix > 1 and is_fraction:
        number = Decimal(".".join(parts))
    elif re.fullmatch("[1-9][0-9]{0,2}(?: [0-9]{2,3})* [0-9]{3}|[0-9]+", " ".join(parts)):
        number = Decimal("".join(parts))
    else:
        return ""
    number *= suffix
    if not low <= number <= high or number != int(number) or str(number) == str(value):
        return ""
    comma = "" if plain or number < 1_000 else f" (or {int(number):,} with a comma)"
    return f"; did you mean {int(number)}{comma}?"


def read_seed(value: object, name: str = "seed") -> int:
    """Return a seed, or the number of a game: 0 .. 2**63 - 1."""
    try:
        number = whole(value)
    except ValueError:
        number = -1
    if not 0 <= number < 2**63:
        raise PlayoutError(
            f"{as_typed(name, value)}: must be a whole number from 0 to 2**63 - "
            f"1{_meant(value, 0, 2**63 - 1, plain=True)}"
        )
    return number


def seed_or_fresh(value: object) -> int:
    """Return the seed of a question; for None a new one, drawn at random."""
    return secrets.randbelow(MOST_FRESH) if value is None else read_seed(value)


def read_chance(value: object, name: str = "p") -> float:
    """Return a chance, 0 .. 1."""
    number = real_or_nan(value)
    if not 0 <= number <= 1:
        raise PlayoutError(f"{as_typed(name, value)}: must be a number from 0 to 1")
    return number


def read_seconds(value: object) -> float:
    """Return a time in seconds, above 0."""
    number = math.nan if isinstance(value, bool) else real_or_nan(value)
    if not 0 < number <= MOST_SECONDS:
        raise PlayoutError(f"{as_typed('seconds', value)}: must be a number above 0, such as 10")
    return number


def read_confidence(value: object) -> float:
    """Return a confidence, 0.5 .. below 1."""
    number = real_or_nan(value)
    if not 0.5 <= number < 1:
        raise PlayoutError(
            f"{as_typed('confidence', value)}: must be at least 0.5 and below 1, such as 0.99"
        )
    return number


def read_each(name: str, value: object) -> list[Any]:
    """Return one value or several as a list: a text is one value, and so is a number.

    PlayoutError for bytes and dicts, whose parts are no values, and for too many values.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, bytes | bytearray | memoryview | Mapping):
        raise PlayoutError(f"{as_typed(name, value)}: must be a value or a list of values")
    if isinstance(value, str | type) or not isinstance(value, Iterable):
        return [value]
    values = list(itertools.islice(value, MOST_VALUES + 1))
    if len(values) > MOST_VALUES:
        raise PlayoutError(f"{named(name)}: at most {MOST_VALUES:,} values are allowed")
    return values


def read_path(value: object, name: str = "path") -> Path:
    """Return the path of a file or a folder; PlayoutError if no file can have it."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(text, str) or not text.strip() or "\0" in text:
        raise PlayoutError(f"{as_typed(name, value)}: must be the name of a file")
    if is_looking():
        raise PlayoutError(
            f"{as_typed(name, text)}: a saved run must contain the text itself, not the name of a "
            "file"
        )
    path = Path(text)
    try:
        os.fsencode(path)
    except UnicodeEncodeError:  # half of a character
        raise PlayoutError(f"{as_typed(name, value)}: this cannot be the name of a file") from None
    for part in path.parts:
        if len(os.fsencode(part)) > LONGEST_NAME:
            raise PlayoutError(
                f"{as_typed(name, part)}: this name is too long; at most {LONGEST_NAME} bytes are "
                "allowed"
            )
    return path


def escaped_name(path: str) -> str:
    """Return the name of a file as references of strategies and values of options write it.

    The characters that part those, ``:``, ``,`` and ``+``, are written as in addresses of the web.
    """
    drive = re.match(DRIVE, path)
    start = drive.end() if drive else 0
    return path[:start] + re.sub(_TO_ESCAPE, lambda sign: _ESCAPES[sign[0]], path[start:])


def unescaped_name(name: str) -> str:
    """Return the name of a file as the system knows it: ``a,b.py`` for ``a%2Cb.py``."""
    return re.sub("|".join(_SIGNS), lambda code: _SIGNS[code[0].upper()], name, flags=re.IGNORECASE)


def read_text(path: Path) -> str:
    """Return the contents of a text file, without a byte order mark.

    PlayoutError if it cannot be read.  Only a regular file is: a pipe may have no end.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise PlayoutError(f"{path}: cannot be read (it is not a regular file)")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = error.strerror or error if isinstance(error, OSError) else "it is not UTF-8 text"
        raise PlayoutError(f"{path}: cannot be read ({why})") from None


def read_flag(value: object, name: str) -> bool:
    """Return True or False."""
    if not isinstance(value, bool | np.bool_):
        raise PlayoutError(f"{as_typed(name, value)}: must be True or False")
    return bool(value)


def read_braces(text: str, name: str, most: int = MOST_VALUES) -> list[str]:
    """Return the texts that one with braces stands for: "hold:at={10,20}", "search:worlds={1..3}".

    They are ``most`` at most.  An error names the parameter ``name``.
    """
    found = _BRACES.search(text)
    if found is None:
        return [text]
    values = read_values(found[1], name)
    if not values:
        raise PlayoutError(f"{as_typed(name, text)}: give values in the braces, such as {{10,20}}")
    rests = read_braces(text[found.end() :], name, most)
    if len(values) * len(rests) > most:
        raise PlayoutError(f"{as_typed(name, text)}: at most {most:,} values are allowed")
    return [text[: found.start()] + one + rest for one in values for rest in rests]


def without_braces(text: str, name: str) -> str:
    """Return names with a comma between them, each with braces being all that it stands for."""
    names = _BRACED.sub(lambda match: ",".join(read_braces(match[0], name)), text)
    if "={" in names:
        raise PlayoutError(
            f"{as_typed(name, text)}: end the braces with }}, as in hold:at={{10,20}}"
        )
    return names


def read_values(text: str, name: str = "") -> list[str]:
    """Return the values of a command line: "3", "1,2,5", "1..5" or "1..3,7"; none of "" or ",".

    An error names the parameter ``name``, if that is given.
    """
    values: list[str] = []
    parts = [part.strip() for part in text.split(",")]
    if not any(parts):
        return values
    said = as_typed(name, text) if name else f"'{brief(text)}'"
    for part in parts:
        if not part:
            raise PlayoutError(f"{said}: there is a comma without a value next to it")
        ends = re.fullmatch(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})", part)
        low, high = (int(ends[1]), int(ends[2])) if ends else (0, 0)
        if low > high or high - low >= MOST_VALUES:
            raise PlayoutError(
                f"{said}: a range must go up, such as 1..5, and have at most {MOST_VALUES:,} values"
            )
        values += [str(value) for value in range(low, high + 1)] if ends else [part]
    return values
