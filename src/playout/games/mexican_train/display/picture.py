"""A table of dominoes in SVG: trains as rows of tiles with pips, markers, hands.

All lengths are in pixels.  A tile is two squares; one that lies in a train lies along it, a double
stands across it.  In a picture for a seat tiles and trains can be touched, and of other hands only
the number of tiles is shown: a tile of the own hand is the place ``tile-3-5``, a train the place
``train-2`` or ``train-mexican``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from playout.engine.game.drawings import (
    GREY,
    ONLOOKER,
    Rows,
    cut,
    disc,
    does,
    element,
    hand_name,
    is_you,
    paragraph,
    picture,
    place,
    player_name,
    rectangle,
    seat_name,
    words,
)
from playout.engine.words.numbering import nth
from playout.games.mexican_train.display.history import (
    Pair,
    gates,
    heading,
    is_whole,
    mode_of,
    shown_round,
    start_of,
    tile_name,
    tiles_counted,
    train_name,
    trains,
    turn_in_words,
    turns,
    winners,
)
from playout.games.mexican_train.records import DOUBLING, LAYING, MEXICAN
from playout.games.mexican_train.tiles import listed

SIDE = 22.0  # the side of half a tile
GAP = 3.0  # between the tiles of a train
_ROW = 2 * SIDE + 10  # from one train to the next: a double needs two halves
_LEFT = 140.0  # where trains begin
_HAND = 230.0  # where hands begin
_WIDEST = 650.0  # pixels; a longer train goes on in the next row
MARKER, WARNING, _INK, _PAPER = "#e69f00", "#d55e00", "#222", "#fffdf5"
_MARGIN, _DESK = 10.0, 560.0  # pixels: around everything; from this width on there is much room
_PAD = 6.0  # between a train and its frame
_LABEL = 20.0  # the height of its name
_HELD = (26.0, 30.0)  # half a tile of the own hand, where there is little room and much
_SIZE = 'font-size="13"'
_BOLD = 'font-size="13" font-weight="bold"'
_RIGHT = 'font-size="12" text-anchor="end"'
_FRAME = {"rx": 6, "fill": "none", "stroke": GREY, "stroke_opacity": 0.5, "pointer_events": "all"}
# Colours of pips, 1 to 18, to tell numbers apart at a glance as on painted sets.
_PIPS = (
    *("#0072b2", "#009e73", "#d55e00", "#7b4fa3", "#222222", "#b5179e"),
    *("#8a6d00", "#00707a", "#a0522d", "#3b5bdb", "#5c7c1f", "#c2255c"),
    *("#0b7285", "#6741d9", "#343a40", "#1864ab", "#846358", "#2b8a3e"),
)


def _spots(number: int) -> Iterator[tuple[float, float]]:
    """The places of the pips of a number 0 .. 18 on a square from 0 to 1.

    Up to 9 as on a die of three columns; above that rows of four, then of five.
    """
    faces = {
        0: "",
        1: "11",
        2: "0022",
        3: "001122",
        4: "00022022",
        5: "0002112022",
        6: "000102202122",
        7: "00010211202122",
        8: "0001021012202122",
        9: "000102101112202122",
    }
    if number <= 9:
        for k in range(0, len(faces[number]), 2):
            col, row = (int(sign) for sign in faces[number][k : k + 2])
            yield 0.22 + 0.28 * col, 0.22 + 0.28 * row
        return
    cols = 4 if number <= 16 else 5
    rows = -(-number // cols)
    for row in range(rows):
        in_row = number // rows + (row < number % rows)
        for col in range(in_row):
            yield 0.5 + 0.72 / cols * (col - (in_row - 1) / 2), 0.14 + 0.72 * (row + 0.5) / rows


@cache
def _pips(number: int, side: float) -> str:
    """The pips of half a tile whose upper left corner is at (0, 0)."""
    radius = side * (0.1 if number <= 9 else 0.065)
    return "".join(disc(side * across, side * down, radius) for across, down in _spots(number))


def _half(x: float, y: float, number: int, side: float) -> str:
    if number == 0:
        return ""
    corner = f"translate({x:.1f} {y:.1f})"
    return element("g", _pips(number, side), fill=_PIPS[number - 1], transform=corner)


def tile_svg(x: float, y: float, tile: Pair, *, upright: bool = False, side: float = SIDE) -> str:
    """A tile whose upper left corner is at (x, y), its first number left, or on top.

    ``side`` is that of half a tile.
    """
    wide, high = (side, 2 * side) if upright else (2 * side, side)
    across, down = (0.0, side) if upright else (side, 0.0)
    begin = {"x1": round(x + across, 1), "y1": round(y + down, 1)}
    end = {"x2": round(x + side, 1), "y2": round(y + side, 1)}
    return (
        rectangle(x, y, wide, high, rx=3, fill=_PAPER, stroke=_INK)
        + element("line", **begin, **end, stroke=_INK, stroke_width=0.7)
        + _half(x, y, tile[0], side)
        + _half(x + across, y + down, tile[1], side)
    )


def _titled(x: float, y: float, tile: Pair, *, upright: bool = False) -> str:
    """A tile with its numbers as a title."""
    return element("g", element("title", tile_name(tile)), tile_svg(x, y, tile, upright=upright))


def _under(x: float, y: float, *parts: str) -> str:
    """The line below a double that must be covered."""
    line = f"M{x:.1f} {y + 2 * SIDE + 4:.1f}h{SIDE:.1f}"
    return element("path", *parts, d=line, stroke=WARNING, stroke_width=3)


def _label(x: float, y: float, text: str, size: int = 13) -> str:
    return words(x, y, text, f'font-size="{size}" fill="{_INK}"')


def _line(y: float, tiles: list[Pair]) -> tuple[list[str], float, float, float]:
    """The tiles of a train from height y on: drawings, place (x, y) of the next, right edge."""
    parts, x, right = [], _LEFT, _LEFT
    for tile in tiles:
        is_double = tile[0] == tile[1]
        if x > _WIDEST:
            x, y = _LEFT + SIDE, y + _ROW
        parts.append(_titled(x, y if is_double else y + SIDE / 2, tile, upright=is_double))
        x += (SIDE if is_double else 2 * SIDE) + GAP
        right = max(right, x)
    return parts, x, y, right


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: every train from the engine on, every hand, the boneyard.

    A disc is the marker of an open train; a double that must be covered is underlined.
    """
    title, engine, waiting = heading(state, rules), int(state.engine), gates(state)
    parts, y, broad = [_label(20, 26, title, 15)], 44.0, 640.0
    for train, line in trains(state, rules).items():
        name = train_name(train).removeprefix("the ")
        lock = ", locked" if mode_of(state, train) == "locked" else ""
        start = start_of(state, train, line)
        parts.append(_label(20, y + SIDE + 5, f"{name}{lock}{start and ' '}{start}"))
        if mode_of(state, train) == "open":
            how = {"cx": _LEFT - 14, "cy": round(y + SIDE, 1), "r": 7, "fill": MARKER}
            parts.append(element("circle", "<title>open</title>", **how, stroke=_INK))
        drawn, x, y, right = _line(y, [(engine, engine), *line])
        parts += drawn
        if train in waiting:
            parts.append(_under(x - SIDE - GAP, y, "<title>must be covered</title>"))
        broad = max(broad, right)
        y += _ROW
    y += 10
    for player in range(rules.players):
        size, points = tiles_counted(state.sizes[player]), state.scores[player]
        parts.append(_label(34, y + SIDE - 6, f"seat {nth(player)}: {size}, {points} points"))
        if player == seat and not state.over:
            parts.append(_label(18, y + SIDE - 6, "▶"))
        x = _HAND
        for tile in listed(state.hands[player]):
            if x > _WIDEST:
                x, y = _HAND, y + SIDE + 6
            parts.append(_titled(x, y, tile))
            x += 2 * SIDE + 8
            broad = max(broad, x)
        y += SIDE + 14
    return picture(broad + 20, y, title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: trains and own hand to be touched, and of others how many."""
    return SeatPicture(state, rules, seat).svg(width)


def train_place(train: int) -> str:
    """The place of a train."""
    return "train-mexican" if train == MEXICAN else f"train-{nth(train)}"


@dataclass(frozen=True)
class SeatPicture:
    """The picture that a seat sees, where what is hidden from it is missing."""

    state: Any
    rules: Any
    seat: int

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        wide = width - 2 * _MARGIN
        parts, y = paragraph(_MARGIN, 6, heading(self.state, self.rules), wide, 13)
        lines, y = paragraph(_MARGIN, y, self._status(), wide, 15, 'font-weight="bold"')
        parts += lines
        if lately := self._lately():
            lines, y = paragraph(_MARGIN, y, lately, wide, 13)
            parts += lines
        y += 8
        for train, line in trains(self.state, self.rules).items():
            drawn, high = self._train(train, line, y, width)
            parts.append(place(train_place(train), self._described(train), drawn))
            y += high + 6
        if self.seat == ONLOOKER:
            return picture(width, y, self.description(), parts)
        hand = listed(self.state.hands[self.seat])
        own = f"{self._mark(self.seat)}{seat_name(self.seat, self.seat)}"
        parts.append(words(_MARGIN, y + 20, f"{own}: {tiles_counted(len(hand))}", _BOLD))
        rows, side = Rows(_MARGIN, width - _MARGIN, y + 30), _HELD[width >= _DESK]
        for tile in hand:
            drawn = [tile_svg(*rows.next(2 * side, side), tile, side=side)]
            parts.append(place(f"tile-{tile[0]}-{tile[1]}", f"tile {tile_name(tile)}", drawn))
        return picture(width, rows.end() + 4, self.description(), parts)

    def _train(self, train: int, line: list[Pair], top: float, width: float) -> Any:
        """A train in its frame, with its name above, and how high that is."""
        lie = Rows(_MARGIN + _PAD, width - _MARGIN - _PAD, top + _LABEL + 4, GAP)
        drawn, x, y = self._name(train, top, width), lie.left, lie.top
        before, tiles = self._shown(line, lie.right - lie.left, width >= _DESK)
        if before:
            _, y = lie.next(36, 2 * SIDE)
            drawn.append(words(lie.left, y + SIDE + 5, before, 'font-size="13"'))
        for tile in tiles:
            upright = tile[0] == tile[1]
            x, y = lie.next(SIDE if upright else 2 * SIDE, 2 * SIDE)
            drawn.append(tile_svg(x, y if upright else y + SIDE / 2, tile, upright=upright))
        if train in gates(self.state) and tiles:
            drawn.append(_under(x, y))
        high = lie.end() - top + _PAD
        # It lies above the tiles, so that a touch anywhere is one of the train.
        drawn.append(rectangle(_MARGIN, top, width - 2 * _MARGIN, high, **_FRAME))
        return drawn, high

    def _name(self, train: int, top: float, width: float) -> list[str]:
        """The name of a train with its marker, and how many tiles its seat holds."""
        y, mode, own = top + 15, mode_of(self.state, train), train == self.seat
        fill = MARKER if mode == "open" else "none"
        name = f"{train_name(train)}{' (yours)' if is_you(train, self.seat) else ''}, {mode}"
        drawn = [
            disc(_MARGIN + 12, y - 4, 5.5, fill=fill, stroke=GREY, stroke_width=1.5),
            words(_MARGIN + 24, y, name, _BOLD if own else _SIZE),
        ]
        if train != MEXICAN:
            drawn.append(words(width - _MARGIN - _PAD, y, self._held(train), _RIGHT))
        return drawn

    def _shown(self, line: list[Pair], wide: float, is_broad: bool) -> tuple[str, list[Pair]]:
        """What stands before the tiles of a train that are drawn, and these.

        Where there is much room, all are; else the last ones, so many as lie in one row.
        """
        if not is_whole(self.state):
            return "...", line
        engine = int(self.state.engine)
        tiles = [(engine, engine), *line]
        if is_broad or _length(tiles) <= wide:
            return "", tiles
        last = len(tiles) - 1
        while last > 0 and _length(tiles[last - 1 :]) <= wide - 36 - GAP:
            last -= 1
        return f"+{last}", tiles[last:]

    def _held(self, seat: int) -> str:
        tiles, points = tiles_counted(self.state.sizes[seat]), _points(self.state.scores[seat])
        return f"{self._mark(seat)}{cut(player_name(seat, self.seat), 14)}: {tiles}, {points}"

    def _mark(self, seat: int) -> str:
        return "▶ " if seat == self.state.player and not self.state.over else ""

    def _status(self) -> str:
        """Return a sentence about what the player has to do, or how the game ended."""
        if self.state.over:
            return winners(self.state, self.rules, self.seat)
        seat, waiting = int(self.state.player), gates(self.state)
        name = seat_name(seat, self.seat)
        if self.state.phase == LAYING and not waiting:
            return f"{name} may go on with the own train, or stop"
        if not waiting:
            return f"{does(seat, self.seat, 'is')} to move"
        first, *later = map(train_name, waiting)
        more = f", later on {' and '.join(later)}" if later else ""
        also = " or may lay another double" if self.state.phase == DOUBLING else ""
        return f"{name} must cover the double on {first}{more}{also}"

    def _lately(self) -> str:
        """Return a sentence about this round since the seat's previous turn."""
        lately: list[str] = []
        for after, turn in enumerate(reversed([*turns(self.state, shown_round(self.state))])):
            name = seat_name(turn[0].seat, self.seat)
            lately.insert(0, f"{name} {turn_in_words(turn, self.seat)}")
            if turn[0].seat == self.seat and after > 0:
                break
        return "; ".join(lately)

    def _described(self, train: int) -> str:
        name = "Mexican train" if train == MEXICAN else f"train of {player_name(train, self.seat)}"
        cover = ", its double must be covered" if train in gates(self.state) else ""
        mode = mode_of(self.state, train)
        return f"{name}, {mode}, ends with {self.state.ends[train]}{cover}"

    def description(self) -> str:
        """The picture in words."""
        seats = range(int(self.rules.players))
        lines = [f"{heading(self.state, self.rules)}.", f"{self._status()}."]
        lines += [f"{lately}."] if (lately := self._lately()) else []
        for train, line in trains(self.state, self.rules).items():
            tiles = " ".join(map(tile_name, line))
            lines.append(f"{self._described(train)}{': ' if tiles else ''}{tiles}.")
        if self.seat != ONLOOKER:
            own = " ".join(map(tile_name, listed(self.state.hands[self.seat])))
            lines.append(f"{hand_name(self.seat)}: {own or 'empty'}.")
        lines += [f"{self._held(seat).removeprefix('▶ ')}." for seat in seats]
        return "\n".join(lines)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _length(tiles: list[Pair]) -> float:
    return sum((SIDE if one == other else 2 * SIDE) + GAP for one, other in tiles) - GAP
