"""Mexican Train as one seat sees it: an SVG picture in which tiles and trains can be touched.

Trains lie on the table for everybody; of other hands only the number of tiles is shown.  A tile of
the own hand is the place ``tile-3-5``, a train the place ``train-2`` or ``train-mexican``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.engine.game.drawings import GREY, Rows, paragraph, picture, place, seat_name, words
from playout.games.mexican_train.display.history import (
    Event,
    gates,
    is_whole,
    shown_round,
    trains,
    turns,
)
from playout.games.mexican_train.display.notation import tile_name
from playout.games.mexican_train.display.picture import GAP, MARKER, SIDE, WARNING, Pair, tile_parts
from playout.games.mexican_train.records import DOUBLING, DREW, LAID, LAYING, MEXICAN
from playout.games.mexican_train.tiles import listed

_MARGIN, _DESK = 10.0, 560.0  # pixels: around everything; from this width on there is much room
_PAD = 6.0  # between a train and its frame
_LABEL = 20.0  # the height of its name
_HELD = (26.0, 30.0)  # half a tile of the own hand, where there is little room and much


def train_place(train: int) -> str:
    """The place of a train."""
    return "train-mexican" if train == MEXICAN else f"train-{train}"


@dataclass(frozen=True)
class Seen:
    """What a seat sees."""

    state: Any
    rules: Any
    seat: int
    heading: str  # the round and the boneyard, in a line
    ending: str  # who has won; empty while the match goes on

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        wide = width - 2 * _MARGIN
        parts, y = paragraph(_MARGIN, 6, self.heading, wide, 13)
        told, y = paragraph(_MARGIN, y, self._standing(), wide, 15, 'font-weight="bold"')
        parts += told
        if lately := self._lately():
            told, y = paragraph(_MARGIN, y, lately, wide, 13)
            parts += told
        y += 8
        for train, line in trains(self.state, self.rules).items():
            drawn, high = self._train(train, line, y, width)
            title = self._told_train(train)
            parts.append(place(train_place(train), title, drawn))
            y += high + 6
        hand = listed(self.state.hands[self.seat])
        told_hand = f"{self._mark(self.seat)}{seat_name(self.seat, self.seat)}: {_tiles(len(hand))}"
        parts.append(words(_MARGIN, y + 20, told_hand, _BOLD))
        rows, side = Rows(_MARGIN, width - _MARGIN, y + 30), _HELD[width >= _DESK]
        for tile in hand:
            drawn = [tile_parts(*rows.next(2 * side, side), tile, side=side)]
            parts.append(place(f"tile-{tile[0]}-{tile[1]}", f"tile {tile_name(tile)}", drawn))
        return picture(width, rows.end() + 4, self.told(), parts)

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
            drawn.append(tile_parts(x, y if upright else y + SIDE / 2, tile, upright=upright))
        if train in gates(self.state) and tiles:
            drawn.append(f'<path d="M{x:.1f} {y + 2 * SIDE + 4:.1f}h{SIDE:.1f}" {_TO_COVER}/>')
        high = lie.end() - top + _PAD
        frame = f'x="{_MARGIN:g}" y="{top:.1f}" width="{width - 2 * _MARGIN:g}" height="{high:.1f}"'
        # It lies above the tiles, so that a touch anywhere is one of the train.
        drawn.append(f'<rect {frame} rx="6" {_FRAME}/>')
        return drawn, high

    def _name(self, train: int, top: float, width: float) -> list[str]:
        """The name of a train with its marker, and how many tiles its seat holds."""
        y, is_open = top + 15, self._mode(train) == "open"
        fill, own = MARKER if is_open else "none", train == self.seat
        name = f"{_name(train)}{' (yours)' if own else ''}, {self._mode(train)}"
        drawn = [
            f'<circle cx="{_MARGIN + 12:g}" cy="{y - 4:.1f}" r="5.5" fill="{fill}" '
            f'stroke="{GREY}" stroke-width="1.5"/>',
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

    def _mode(self, train: int) -> str:
        """Who may use a train, in a word."""
        if self.state.locked >> train & 1:
            return "locked"
        return "open" if self.state.open >> train & 1 else "closed"

    def _held(self, seat: int) -> str:
        """What everybody knows of a seat."""
        tiles, points = _tiles(self.state.sizes[seat]), _points(self.state.scores[seat])
        return f"{self._mark(seat)}seat {seat}: {tiles}, {points}"

    def _mark(self, seat: int) -> str:
        return "▶ " if seat == self.state.player and not self.state.over else ""

    def _standing(self) -> str:
        """What is to be done, or how it ended, in a sentence."""
        if self.state.over:
            return self.ending
        name, waiting = seat_name(int(self.state.player), self.seat), gates(self.state)
        if self.state.phase == LAYING and not waiting:
            return f"{name} may go on with the own train, or stop"
        if not waiting:
            return f"{name} is to move"
        first, *later = map(_name, waiting)
        more = f", later on {' and '.join(later)}" if later else ""
        also = " or may lay another double" if self.state.phase == DOUBLING else ""
        return f"{name} must cover the double on {first}{more}{also}"

    def _lately(self) -> str:
        """What happened in this round since the seat's turn before this one, in a sentence."""
        lately: list[str] = []
        for after, turn in enumerate(reversed([*turns(self.state, shown_round(self.state))])):
            lately.insert(0, f"{seat_name(turn[0].seat, self.seat)} {told_turn(turn, self.seat)}")
            if turn[0].seat == self.seat and after > 0:
                break
        return "; ".join(lately)

    def _told_train(self, train: int) -> str:
        """A train in words."""
        name = "Mexican train" if train == MEXICAN else f"train of seat {train}"
        cover = ", its double must be covered" if train in gates(self.state) else ""
        return f"{name}, {self._mode(train)}, ends with {self.state.ends[train]}{cover}"

    def told(self) -> str:
        """All that is seen in words."""
        seats, hand = range(int(self.rules.players)), listed(self.state.hands[self.seat])
        lines, own = [f"{self.heading}.", f"{self._standing()}."], " ".join(map(tile_name, hand))
        lines += [f"{lately}."] if (lately := self._lately()) else []
        for train, line in trains(self.state, self.rules).items():
            tiles = " ".join(map(tile_name, line))
            lines.append(f"{self._told_train(train)}{': ' if tiles else ''}{tiles}.")
        lines.append(f"Your hand, seat {self.seat}: {own or 'empty'}.")
        lines += [f"{self._held(seat).removeprefix('▶ ')}." for seat in seats]
        return "\n".join(lines)


_SIZE = 'font-size="13"'
_BOLD = 'font-size="13" font-weight="bold"'
_RIGHT = 'font-size="12" text-anchor="end"'
_TO_COVER = f'stroke="{WARNING}" stroke-width="3"'
_FRAME = f'fill="none" stroke="{GREY}" stroke-opacity="0.5" pointer-events="all"'


def told_turn(turn: list[Event], seat: int | None = None) -> str:
    """A turn in words; with a ``seat`` as it sees it, which is not what somebody else has drawn."""
    told = []
    for event in turn:
        tile = tile_name(event.tile)
        if event.kind == LAID:
            lock = ", locked" if event.locks else ""
            told.append(f"{tile} on {_name(event.train)}{lock}")
        elif event.kind == DREW:
            told.append(f"draws {tile}" if seat in (None, event.seat) else "draws")
        else:
            told.append("passes")
    return ", ".join(told)


def _name(train: int) -> str:
    return "the Mexican train" if train == MEXICAN else f"train {train}"


def _tiles(number: int) -> str:
    return "1 tile" if number == 1 else f"{number} tiles"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _length(tiles: list[Pair]) -> float:
    """How long some tiles of a train are."""
    return sum((SIDE if one == other else 2 * SIDE) + GAP for one, other in tiles) - GAP
