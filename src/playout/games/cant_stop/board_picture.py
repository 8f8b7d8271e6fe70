"""The board of Can't Stop drawn: a stop sign with eleven columns, and what a throw can be used for.

In a picture for a seat that is to move the columns of a choice are the place ``column-5-7``, on the
board and below it, where the dice lie in pairs.  Two buttons end the move: to throw, and to stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playout.engine.game.drawings import disc, element, place, rectangle, words
from playout.engine.game.drawn_pieces import (
    GLOW,
    INK,
    PAPER,
    SEATS,
    on_cloth,
    ring,
    seat_disc,
)
from playout.games.cant_stop.rules import (
    HIGH,
    LENGTHS,
    LOW,
    MOST_CHOICES,
    NOBODY,
    first_of,
    list_choices,
    second_of,
)
from playout.kits.dice_pictures import button_svg, button_width, die_svg, throw_svg

COLUMNS = range(LOW, HIGH + 1)
_SIGN, _SIGN_EDGE, _SLOT, _SLOT_EDGE = "#a3201d", "#f6f1e4", "#f3e9d2", "#7c5a3a"
_DIE, _PANEL, _GAP = 25.0, 68.0, 8.0
_SLIM = 112.0  # with its gap: three fit beside each other on a phone
_MIDDLE = 'text-anchor="middle"'

Columns = tuple[int, ...]
Corner = tuple[float, float]


def choices(state: Any) -> list[Columns]:
    """The columns of each way to use the throw: (5, 7), (6, 6), or one alone."""
    out = np.zeros(MOST_CHOICES + 1, np.int64)
    moves = out[: list_choices(state, out)].tolist()
    return [tuple(filter(None, (first_of(move), second_of(move)))) for move in moves]


def column_place(columns: Iterable[int]) -> str:
    """The place of a choice."""
    return "-".join(map(str, ("column", *columns)))


def said(columns: Columns) -> str:
    """A choice in words."""
    if columns[1:] == columns[:1]:
        return f"{columns[0]}: two steps"
    if not columns[1:]:
        return f"only {columns[0]}"
    return " and ".join(map(str, columns))


@dataclass(frozen=True)
class Board:
    """The board, so broad, with its upper left corner at ``corner``."""

    state: Any
    players: int
    corner: Corner
    width: float
    own: int  # from which the players are named

    @property
    def _cell(self) -> tuple[float, float]:
        across = (self.width - 16) / len(COLUMNS)
        return across, min(across * 0.86, 32.0)

    @property
    def height(self) -> float:
        """How high the board is."""
        return self._cell[1] * int(max(LENGTHS)) + 56

    def svg(self, of: Mapping[int, Columns]) -> list[str]:
        """The board.  ``of``: the columns that can be touched, with the choice that each is of."""
        x, y = self.corner
        across, high = self._cell
        cut_x, cut_y = 8 + 3.6 * across, self.height / 2 - 3.1 * high - 10
        right, bottom = x + self.width, y + self.height
        points = (
            *((x + cut_x, y), (right - cut_x, y), (right, y + cut_y), (right, bottom - cut_y)),
            *((right - cut_x, bottom), (x + cut_x, bottom), (x, bottom - cut_y), (x, y + cut_y)),
        )
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points) + "z"
        edge = {"stroke": _SIGN_EDGE, "stroke_width": 4, "stroke_linejoin": "round"}
        parts = [element("path", d=path, fill=_SIGN, **edge)]
        for column in COLUMNS:
            drawn = self._column(column, column in of)
            if column in of:
                title = f"Column {column}: {said(of[column])}"
                drawn = [place(column_place(of[column]), title, drawn)]
            parts += drawn
        return parts

    def _slot(self, column: int, step: int) -> tuple[float, float]:
        """The middle of a step."""
        across, high = self._cell
        x = self.corner[0] + 8 + across * (column - LOW + 0.5)
        middle = self.corner[1] + self.height / 2
        return x, middle + high * (int(LENGTHS[column]) / 2 - step + 0.5)

    def _column(self, column: int, is_choice: bool) -> list[str]:
        across, high = self._cell
        steps, last = self.state.steps[: self.players, column], int(LENGTHS[column])
        owner = int(steps.argmax()) if self.state.closed[column] else NOBODY
        wide, tall = across - 3, high - 3
        drawn = list[str]()
        for step in range(1, last + 1):
            x, y = self._slot(column, step)
            fill = _SLOT if owner == NOBODY else SEATS[owner]
            slot = rectangle(
                x - wide / 2, y - tall / 2, wide, tall, rx=5, fill=fill, stroke=_SLOT_EDGE
            )
            drawn.append(slot)
            if step == last and owner == NOBODY:
                how = f'{_MIDDLE} font-size="11" font-weight="bold" fill="#8a6d2f"'
                drawn.append(words(round(x, 1), round(y + 4, 1), "★", how))
            here = [seat for seat in range(self.players) if steps[seat] == step]
            if owner == NOBODY:
                drawn += self._standing((x, y), here, self.state.runners[column] == step)
        how = f'{_MIDDLE} font-size="14" font-weight="bold"'
        for step, below in ((1, high / 2 + 13), (last, -high / 2 - 4)):
            x, y = self._slot(column, step)
            drawn.append(on_cloth(round(x, 1), round(y + below, 1), column, how))
        if owner != NOBODY:
            x, y = self._slot(column, (last + 1) // 2)
            drawn.append(seat_disc(x, y, owner, self.own, radius=min(across, high) * 0.45))
        if is_choice:
            drawn += self._next(column)
        return drawn

    def _next(self, column: int) -> list[str]:
        """Where the runner would stand, and the ring around the column."""
        across, high = self._cell
        stands = int(self.state.runners[column] or self.state.steps[self.state.player, column])
        x, y = self._slot(column, min(stands + 1, int(LENGTHS[column])))
        look = {"stroke": "#111", "stroke_width": 1.5, "stroke_dasharray": "3 2.5"}
        target = disc(x, y, min(across, high) * 0.36, fill=GLOW, fill_opacity=0.55, **look)
        x, top = self._slot(column, int(LENGTHS[column]))
        _, low = self._slot(column, 1)
        box = (x - across / 2, top - high / 2 - 18, across, low - top + high + 36)
        return [target, ring(*box, 6), rectangle(*box, fill="none", pointer_events="all")]

    def _standing(self, centre: Corner, seats: Sequence[int], has_runner: bool) -> list[str]:
        """The markers of players on a step, and the runner."""
        x, y = centre
        across, high = self._cell
        count = len(seats) + has_runner
        radius = min(high * 0.42, across * (0.42 if count < 2 else 0.25))
        drawn = list[str]()
        for k, seat in enumerate([*seats, *([NOBODY] if has_runner else [])]):
            if count < 3:
                at = x + across * 0.46 * (k - (count - 1) / 2), y
            else:
                radius = min(high * 0.24, across * 0.24)
                at = x + across * 0.46 * (k % 2 - 0.5), y + high * 0.42 * (k // 2 - 0.5)
            if seat == NOBODY:
                drawn.append(_runner(*at, radius))
            else:
                drawn.append(seat_disc(*at, seat, self.own, radius=radius))
        return drawn


def _runner(x: float, y: float, radius: float) -> str:
    """A runner: white with a black edge and a black dot, unlike any marker."""
    outer = disc(x, y, radius, fill="#fff", stroke="#111", stroke_width=2.5)
    return element("g", outer, disc(x, y, radius * 0.36, fill="#111"), **{"class": "runner"})


def throw_parts(
    state: Any, width: float, corner: Corner, is_touched: bool
) -> tuple[list[str], float]:
    """The dice in pairs, each with the columns that it can move; and how high that is."""
    can, drawn = choices(state), list[str]()
    panels = [
        (pairs, columns)
        for pairs in _pairings(list(map(int, state.dice)))
        for columns in [one for one in can if {*one} <= {*map(sum, pairs)}] or [()]
    ]
    in_row = max(min(int((width + _GAP) / _SLIM), len(panels)), 1)
    wide = min((width + _GAP) / in_row - _GAP, 220)
    for number, (pairs, columns) in enumerate(panels):
        row, col = divmod(number, in_row)
        at = corner[0] + (wide + _GAP) * col, corner[1] + (_PANEL + _GAP) * row
        parts = _panel(at, wide, pairs, columns)
        if columns and is_touched:
            title = f"{said(columns)}: move there"
            drawn.append(place(column_place(columns), title, [*parts, ring(*at, wide, _PANEL, 8)]))
        else:
            drawn += parts
    rows = -(-len(panels) // in_row)
    return [throw_svg(int(state.throws), drawn)], rows * (_PANEL + _GAP)


def _pairings(dice: Sequence[int]) -> list[tuple[Columns, Columns]]:
    """The ways to make two pairs of four dice, each sum once."""
    a, b, c, d = dice
    found: dict[frozenset[int], tuple[Columns, Columns]] = {}
    for pairs in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        low, high = sorted(pairs, key=sum)
        found.setdefault(frozenset((sum(low), sum(high))), (low, high))
    return list(found.values())


def _panel(
    corner: Corner, wide: float, pairs: tuple[Columns, Columns], columns: Columns
) -> list[str]:
    """Two pairs of dice, and below them in words what they move; pale if that is nothing."""
    x, y = corner
    opacity = 1 if columns else 0.5
    ground = rectangle(x, y, wide, _PANEL, rx=8, fill=PAPER if columns else "#b9c4bd")
    side = min(_DIE, (wide - 30) / 4)
    left, top = x + (wide - 4 * side - 20) / 2, y + 8 + (_DIE - side) / 2
    dice = [
        die_svg(face, left + k * (2 * side + 18) + n * (side + 2), top, side=side)
        for k, pair in enumerate(pairs)
        for n, face in enumerate(pair)
    ]
    text = said(columns) if columns else f"{said(_sums(pairs))}: no move"
    how = f'{_MIDDLE} font-size="14" font-weight="bold" fill="{INK}"'
    label = words(round(x + wide / 2, 1), y + 55, text, how)
    return [element("g", ground, *dice, label, opacity=opacity)]


def _sums(pairs: tuple[Columns, Columns]) -> Columns:
    return sum(pairs[0]), sum(pairs[1])


def buttons(y: float, x: float) -> list[str]:
    """What comes after the move."""
    stop, again = "Stop and keep", "Throw again"
    return [
        button_svg("throw", "Throw again after this move", again, x, y),
        button_svg("stop", f"{stop} the steps of this turn", stop, x + button_width(again) + 10, y),
    ]
