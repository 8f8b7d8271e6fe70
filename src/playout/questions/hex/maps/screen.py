"""A map in a terminal: a number in a coloured cell for every cell of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.notation import SIGNS, column_name
from playout.games.hex.display.picture import Heat, largest

if TYPE_CHECKING:
    from rich.text import Text

# Of the 256 colours that every terminal has, from light to dark.  A terminal that has no others
# would show the colours of the pictures as beige, grey and blue.
HEAT = (230, 193, 150, 107, 65, 28, 22)
_DARK = 5  # from this place on only white can be read
_STONES = {1: "bold color(16) on color(178)", 2: "bold color(231) on color(25)"}

_MARGIN = 4  # characters before each row: its number
_WIDEST = 120  # characters of a map that goes to a file
_CELLS = (6, 4, 2, 1)  # characters of a cell, so that rows can be half of that to the right


def terminal(stones: Stones, heat: Heat, width: int | None = None) -> Text:
    """A heat map in ``width`` characters a line: per cent in free cells, X and O for stones.

    ``heat`` is float64[rows, cols], 0 .. 1, how often each cell is pivotal.  On boards too broad
    for per cents, free cells show tenths of the largest rate.
    """
    from rich.text import Text

    rows, cols = stones.shape
    most = largest(heat)
    room = _WIDEST if width is None else width
    wide = next((wide for wide in _CELLS if _length(rows, cols, wide) <= room), 0)
    shown = Text(no_wrap=True)
    if not wide:
        return shown.append(
            f"The map is too wide for {room} characters; save a picture with --plot FILE."
        )
    names = [column_name(col).center(wide) for col in range(cols)]
    if max(map(len, names)) == wide:
        shown.append(" " * _MARGIN + "".join(names) + "\n")
    for row in range(rows):
        shown.append(" " * (wide * row // 2) + f"{row + 1:>{_MARGIN - 1}} ")
        for col in range(cols):
            shown.append(*_cell(int(stones[row, col]), heat[row, col], most, wide))
        shown.append("\n")
    shown.append(_legend(float(np.nanmax(heat)), wide))
    return shown


def _length(rows: int, cols: int, wide: int) -> int:
    """Characters of the longest line."""
    return _MARGIN + wide * cols + wide * (rows - 1) // 2


def _cell(stone: int, rate: float, most: float, wide: int) -> tuple[str, str]:
    """The text of a cell, and its colours."""
    if stone != FREE:
        return SIGNS[stone].center(wide), _STONES[stone]
    share = rate / most
    place = min(len(HEAT) - 1, int(len(HEAT) * share))
    ink = "color(231)" if place >= _DARK else "color(16)"
    return _number(rate, share, most, wide).center(wide), f"{ink} on color({HEAT[place]})"


def _number(rate: float, share: float, most: float, wide: int) -> str:
    if _in_tenths(wide):
        return str(min(9, int(10 * share)))
    # Four characters have room for 9.9, and for 12 between its neighbours, but not for 12.3.
    decimals = 1 if wide > 4 or 100 * most < 9.95 else 0
    return f"{100 * rate:.{decimals}f}"


def _in_tenths(wide: int) -> bool:
    return wide < 4


def _legend(largest_rate: float, wide: int) -> str:
    if _in_tenths(wide):
        largest = f"{100 * largest_rate:.2f} %"
        return f"how often a cell decides who wins, in tenths of the largest: {largest}"
    return "how often a cell decides who wins, in per cent"
