"""Signs that a terminal, a pipe or a file cannot write, in ASCII.

Python raises an error for a character that an encoding lacks, as the minus sign in the code pages
of Windows.  With the error handler ``playout`` it writes a readable sign instead, or the character
escaped as in Python: ``-`` for a minus sign, ``\\xe9`` for an accented letter.
"""

from __future__ import annotations

import codecs
import sys
from contextlib import suppress
from typing import TextIO

HANDLER = "playout"
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
_SIGNS = {
    **dict(zip("▁▂▃▄▅▆▇█", "_.-=+*%#", strict=True)),  # bars from low to high
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    **dict(zip("−×·•…±÷≈≤≥≠", ["-", "x", ".", "*", "...", "+/-", "/", "~", "<=", ">=", "!="],
               strict=True)),
    **dict(zip("←↑→↓↔", ["<-", "^", "->", "v", "<->"], strict=True)),
    **dict(zip("▲△▼▽▶▷◀◁●○■□✓✔✗✘★☆", "^^vv>><<oo##vvxx**", strict=True)),
    **dict(zip("‘’‚‛“”„‟‹›«»", "''''\"\"\"\"<>\"\"", strict=True)),
    "€": "EUR",
}  # fmt: skip


def is_unicode(stream: TextIO) -> bool:
    """Return whether a stream can write every character; without an encoding it keeps all text."""
    name = getattr(stream, "encoding", None)
    return not name or _canonical(name).startswith("utf")


def write_every_character(stream: TextIO | None) -> None:
    """Have a stream write signs in ASCII where its encoding lacks them, and never fail for one."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        with suppress(OSError, ValueError):  # it is closed
            reconfigure(errors=HANDLER)


def printable_on(stream: TextIO | None, text: str) -> str:
    """Return a text as a stream can write it, so that Python's own ``print`` does not fail."""
    encoding = getattr(stream, "encoding", None)
    if text.isascii() or not encoding:
        return text
    try:
        return text.encode(encoding, HANDLER).decode(encoding)
    except (LookupError, ValueError):  # an encoding that is none of texts
        return ascii(text)[1:-1]


def in_ascii(text: str) -> str:
    """Return a text in ASCII."""
    return text.encode("ascii", HANDLER).decode()


def for_print(text: str) -> str:
    """Return a text for ``print``, as ``str`` and ``repr`` of an object give it."""
    return printable_on(sys.stdout, text)


def _canonical(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return ""


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for characters that an encoding lacks, and where it goes on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, start, end = error.object, error.start, error.end
    return "".join(_sign(text, place) for place in range(start, end)), end


def _sign(text: str, place: int) -> str:
    """Return one character in ASCII."""
    char, before = text[place], text[place - 1 : place]
    if char in _RAISED:  # 10⁶ is 10^6, and not 106
        return _RAISED[char] if before in _RAISED else f"^{_RAISED[char]}"
    return _SIGNS.get(char) or _by_kind(char) or char.encode("ascii", "backslashreplace").decode()


def _by_kind(char: str) -> str:
    """Return the sign for dashes, blanks, the lines of boxes, and blocks; "" for others."""
    import unicodedata

    kind, code = unicodedata.category(char), ord(char)
    if kind == "Pd":
        return "-"
    if kind == "Zs":
        return " "
    if 0x2500 <= code < 0x2580:
        ways = {"VERTICAL", "HORIZONTAL", "UP", "DOWN", "LEFT", "RIGHT"}
        ways &= {*unicodedata.name(char).split()}
        return "-" if ways == {"HORIZONTAL"} else "|" if ways == {"VERTICAL"} else "+"
    return "#" if 0x2580 <= code < 0x25A0 else ""


codecs.register_error(HANDLER, _in_ascii)
