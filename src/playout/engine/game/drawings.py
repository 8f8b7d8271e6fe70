"""Parts of SVG drawings, and the drawing of games that lack one of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from html import escape
from textwrap import wrap
from typing import Any, Self

import numpy as np

from playout.engine.game.protocols import (
    OURS,
    DrawingFunctions,
    MoveKinds,
    PositionFunctions,
    TableFunctions,
    functions_of,
)
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief, whole

_LINE, _LETTER = 20, 8.4  # pixels: the height of a line of text, the width of a letter
_BROAD, _APART = 0.55, 1.35  # times the size of letters: the width of one, the height of a line
MOST_VALUES = 60  # of a list that are written
GREY = "#888"  # of lines on the page itself, which is light or dark


def picture(width: float, height: float, title: str, parts: Iterable[str], size: int = 15) -> str:
    """Return an SVG picture of elements on white; all sizes are in pixels.

    ``title`` describes the picture for people who cannot see it; ``size`` is the size of letters.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="{size}" '
        f'role="img"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'
    )


def element(name: str, *parts: str, **attributes: object) -> str:
    """Return an SVG element: ``element("circle", cx=4, cy=4, r=2.5, stroke_width=1)``.

    ``parts`` are the elements, or the text, inside it.
    """
    start = name + "".join(
        f' {key.replace("_", "-")}="{_attribute(value)}"' for key, value in attributes.items()
    )
    return f"<{start}>{''.join(parts)}</{name}>" if parts else f"<{start}/>"


def rectangle(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """Return a rectangle, given its upper left corner, rounded to a tenth of a pixel."""
    x, y, width, height = (round(float(length), 1) for length in (x, y, width, height))
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def disc(x: float, y: float, radius: float, **attributes: object) -> str:
    """Return a circle around x, y, rounded to a tenth of a pixel."""
    x, y, radius = (round(float(length), 1) for length in (x, y, radius))
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def _attribute(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def words(x: float, y: float, text: object, how: str = "") -> str:
    """Return a text of a picture whose baseline begins at x, y; ``how`` has more attributes."""
    return f'<text x="{x:g}" y="{y:g}" {how}>{escape(str(text))}</text>'


def place(name: str, title: str, parts: Iterable[str]) -> str:
    """Return elements that people touch to move, with the name of their place and a title."""
    return f'<g data-place="{escape(name)}"><title>{escape(title)}</title>{"".join(parts)}</g>'


def part(name: str, parts: Iterable[str]) -> str:
    """Return elements that people see move from one picture to the next, with a name of their own.

    They cannot be touched: what can be is a :func:`place`, which moves as well.
    """
    return f'<g data-part="{escape(name)}">{"".join(parts)}</g>'


def paragraph(
    x: float, y: float, text: str, width: float, size: int = 15, how: str = ""
) -> tuple[list[str], float]:
    """Break a text into lines of about this width, from the height y down.

    Returns the elements, and the height at which they end.
    """
    drawn, high = [], size * _APART
    for line in wrap(text, max(8, int(width / size / _BROAD))):
        drawn.append(words(x, y + size, line, f'font-size="{size}"{how and " " + how}'))
        y += high
    return drawn, y


ONLOOKER = -1
"""The seat of people who look on at a game that others play: they see no hand."""


class NamedSeat(int):
    """The seat from which somebody looks at a table, with the names of all players.

    An int, as any seat; ``seat_name`` and ``hand_name`` use the names.
    """

    names: Sequence[str] = ()  # by seat; YOU is the name of a player who looks and has no other
    watches = False

    def __new__(cls, seat: int, names: Sequence[str] = ()) -> Self:
        """Without names, players are called by their seats."""
        made = super().__new__(cls, seat)
        made.names = names
        return made


class WatchedSeat(NamedSeat):
    """A seat whose cards are shown to people who only look on: no player is called "you"."""

    watches = True


YOU = "you"


def is_you(seat: int, own: int) -> bool:
    """Return whether a seat is that of the player who looks, from the seat ``own``."""
    return seat == own and not isinstance(own, WatchedSeat)


def seat_name(seat: int, own: int, most: int = 40) -> str:
    """Return the name of a seat for a player who has the seat ``own``, or for people who watch.

    ``own`` has the names (NamedSeat).  A name of more than ``most`` letters is cut.
    """
    name = player_name(seat, own)
    if is_you(seat, own) and name != YOU:
        name = f"{cut(name, most - 6)} (you)"
    return cut(name, most)


def player_name(seat: int, own: int) -> str:
    """Return the name of a seat, without a note that it is the own one."""
    names = own.names if isinstance(own, NamedSeat) else ()
    return names[seat] if seat < len(names) else f"seat {nth(seat)}"


def hand_name(own: int) -> str:
    """Return the name of the hand of a seat, for its player or for people who watch."""
    name = player_name(own, own)
    if not is_you(own, own):
        return f"Hand of {name}"
    return "Your hand" if name == YOU else f"Your hand, {name}"


def does(seat: int, own: int, verb: str, most: int = 40) -> str:
    """Return a name and a verb that agree: "Ann lays", "you lay"; ``verb`` is "lays"."""
    name = seat_name(seat, own, most)
    if name == YOU:
        verb = {"is": "are", "has": "have"}.get(verb, verb.removesuffix("s"))
    return f"{name} {verb}"


def cut(text: str, most: int) -> str:
    """Return a text of at most so many letters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def initials(name: str) -> str:
    """Return the initials of a name: "AB" for Ann Bell, "C2" for careful 2."""
    parts = name.split()
    return (parts[0][0] + (parts[-1][0] if parts[1:] else "")).upper() if parts else ""


class Rows:
    """Places for the parts of a picture: side by side, in rows of a width."""

    def __init__(self, left: float, right: float, top: float, gap: float = 8) -> None:
        """Rows from ``left`` to ``right``, the first one at the height ``top``."""
        self.left, self.right, self.top, self.gap = left, right, top, gap
        self._x, self._high = left, 0.0

    def next(self, width: float, height: float) -> tuple[float, float]:
        """Return the upper left corner of the next part."""
        if self._x > self.left and self._x + width > self.right + 0.01:
            self.end()
        x, self._x, self._high = self._x, self._x + width + self.gap, max(self._high, height)
        return x, self.top

    def end(self) -> float:
        """Begin a new row, unless this one is empty; return its height."""
        if self._x > self.left:
            self.top += self._high + self.gap
            self._x, self._high = self.left, 0.0
        return self.top


def text_picture(text: str) -> str:
    """Return an SVG picture of the lines of a text."""
    lines = text.splitlines()
    width = 24 + _LETTER * max(map(len, lines), default=0)
    height = 16 + _LINE * len(lines)
    style = 'xml:space="preserve" font-family="monospace"'
    drawn = [words(12, _LINE * (k + 1), line, style) for k, line in enumerate(lines)]
    return picture(round(width), height, "\n".join(lines), drawn, 14)


_VALUES = (
    *("MOVE_KINDS", "IN_WORDS", "POSITION_TEXTS"),
    *("OPEN", "GIVES_UP", "SEAT_COLOURS", "ARRANGEMENTS"),
)


def complete_drawing(source: Any, moves: MoveNames) -> Any:
    """Return the drawing of a game: ``source``, with the functions that it lacks.

    ``source`` is a module, a class whose methods begin with the state, or None.
    """
    names = functions_of(DrawingFunctions)
    if isinstance(source, Drawing) or all(hasattr(source, name) for name in names):
        return source
    drawing = Drawing(moves)
    for protocol in (PositionFunctions, MoveKinds, TableFunctions):
        names |= functions_of(protocol)
    for name in (*names, *_VALUES):
        if hasattr(source, name):
            setattr(drawing, name, getattr(source, name))
    return drawing


MoveNames = Sequence[str] | Mapping[int, str] | Callable[[int], str]
"""The names of the moves 0, 1, 2 ..., names by numbers, or a function that names any number."""

MOST_NAMED = 10_000  # numbers from 0 that a function is asked to name, to read names back


class Drawing:
    """Positions as the fields of their states, moves by their names or numbers."""

    def __init__(self, moves: MoveNames) -> None:
        """Without a name people write the number of a move."""
        self._moves: Mapping[int, str] = {}
        self._name: Callable[[int], str] | None = None
        if callable(moves):
            self._name = moves
        else:
            self._moves = moves if isinstance(moves, Mapping) else dict(enumerate(moves))

    def text(self, state: Any, rules: Any, seat: int) -> str:
        """A line for each field of the state."""
        return "\n".join(f"{name}: {_written(value)}" for name, value in _fields(state))

    def svg(self, state: Any, rules: Any, seat: int) -> str:
        """The text as a picture."""
        return text_picture(self.text(state, rules, seat))

    def format_move(self, move: int) -> str:
        """The name of a move, or its number if it has none.

        If a function gives several numbers one name, the number stands behind it: "pass (7)".
        """
        move = int(move)
        name = self._named(move)
        is_read_back = self._name is None or self._numbers.get(name) == move or name == str(move)
        return name if is_read_back else f"{name} ({move})"

    def parse_move(self, text: str) -> int:
        """Return the move of such a text."""
        name = text.strip()
        if name in self._numbers:
            return self._numbers[name]
        number = re.fullmatch(r".* \((-?[0-9]{1,19})\)", name)
        if number and name == self.format_move(int(number[1])):
            return int(number[1])
        try:
            return whole(text)
        except ValueError:
            names = list(self._numbers)
            known = suggest(text, names) if names else "write a whole number"
            raise PlayoutError(f"'{brief(text)}' is not a move: {known}") from None

    def _named(self, move: int) -> str:
        if self._name is None:
            return self._moves.get(move, str(move))
        with suppress(Exception):  # of a number that is no move
            name: object = self._name(move)
            return (" ".join(name.split()) if isinstance(name, str) else "") or str(move)
        return str(move)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The numbers of all names; of equal names the first."""
        if self._name is None:
            return {name: move for move, name in self._moves.items()}
        names = {self._named(move): move for move in reversed(range(MOST_NAMED))}
        return {name: move for name, move in names.items() if name != str(move)}

    def transcript(self, match: Any) -> str:
        """Every position, and every move that is made in it; then the outcome."""
        lines = [_indented(match)]
        while not match.is_over:
            seat = match.seat
            move = match.format_move(match.step())
            lines.append(f"seat {nth(seat)}: {move}")
            lines.append(_indented(match))
        outcome = (f"{name} {_written(value)}" for name, value in match.outcome().items())
        return "\n".join([*lines, f"over: {', '.join(outcome)}"])


def _indented(match: Any) -> str:
    return "\n".join(f"    {line}" for line in str(match).splitlines())


def _fields(state: Any) -> list[tuple[str, Any]]:
    """Return the names and values of a state."""
    if isinstance(state, np.void):
        fields = [(name, state[name]) for name in state.dtype.names or ()]
    else:
        fields = list(vars(state).items()) if hasattr(state, "__dict__") else [("state", state)]
    return [(name, value) for name, value in fields if name not in OURS]


def _written(value: Any) -> str:
    """Return a value for people, in one line."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple) and not any(
        isinstance(item, list | tuple) for item in value
    ):
        rest = f", ... ({len(value)} in all)" if len(value) > MOST_VALUES else ""
        return ", ".join(map(_written, value[:MOST_VALUES])) + rest
    try:
        return brief(f"{value:g}" if isinstance(value, float) else str(value))
    except Exception:  # a user's object may raise anything
        return f"a {type(value).__name__}, whose text cannot be had"
