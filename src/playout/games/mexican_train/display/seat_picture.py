"""The picture that a seat sees of Mexican Train, where what is hidden from it is missing.

All lengths are in pixels.  Every train has a track that begins at the engine in the station on the
left.  Its tiles lie end to end, doubles across; at the end stands the number that it wants.  Tiles
and trains can be touched: a tile of the own hand is the place ``tile-3-5``, a train the place
``train-2`` or ``train-mexican``.  Of other hands only the number of tiles is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playout.engine.game.drawings import (
    ONLOOKER,
    does,
    element,
    hand_name,
    paragraph,
    place,
    player_name,
    rectangle,
    seat_name,
)
from playout.engine.game.drawn_pieces import (
    FAINT_ON_CLOTH,
    GLOW,
    ON_CLOTH,
    new_sign,
    on_cloth,
    ring,
    seat_disc,
    sign,
    table_picture,
)
from playout.engine.words.numbering import nth
from playout.games.mexican_train.display.drawn_hand import drawn_hand
from playout.games.mexican_train.display.history import (
    Event,
    Pair,
    gates,
    heading,
    is_whole,
    mode_of,
    shown_round,
    tile_name,
    tiles_counted,
    train_name,
    trains,
    turn_in_words,
    turns,
    winners,
)
from playout.games.mexican_train.display.tile_faces import ENGINE, GOLD, RAIL, pips, tile_svg
from playout.games.mexican_train.records import DOUBLING, DREW, LAID, LAYING, MEXICAN
from playout.games.mexican_train.tiles import listed

_MARGIN, _DESK = 12.0, 560.0  # around everything; from this width on there is much room
_LABEL = 23.0  # the height of the name of a train
_FEW = 6  # trains for which there are large tiles
_BOLD = 'font-size="13" font-weight="bold"'
_RIGHT = 'font-size="12" text-anchor="end"'
_MIDDLE = 'text-anchor="middle" font-weight="bold"'


@dataclass(frozen=True)
class SeatPicture:
    """The picture that a seat sees, with its hand in one of the ARRANGEMENTS."""

    state: Any
    rules: Any
    seat: int
    width: float
    arrangement: int = 0

    @property
    def _is_broad(self) -> bool:
        return self.width >= _DESK

    @property
    def _side(self) -> float:
        """The side of half a tile of a train."""
        return 26.0 if self._is_broad and self.rules.players < _FEW else 22.0

    @property
    def _start(self) -> float:
        """Where trains begin: behind the station."""
        return _MARGIN + (58.0 if self._is_broad else 30.0)

    def svg(self) -> str:
        """The picture."""
        wide = self.width - 2 * _MARGIN
        faint, bold = f'fill="{FAINT_ON_CLOTH}"', f'fill="{ON_CLOTH}" font-weight="bold"'
        parts, y = paragraph(_MARGIN, 8, self._round(), wide, 13, faint)
        if self.state.over:
            lines, y = paragraph(_MARGIN, y + 2, self._status(), wide, 15, bold)
            parts += lines
        top = y = y + 6
        drawn = []
        for train, line in trains(self.state, self.rules).items():
            drawn.append(
                place(train_place(train), self._described(train), self._train(train, line, y))
            )
            y += _LABEL + 2 * self._side + 6
        parts += [self._station(top, y - 4), *drawn]
        if self.seat != ONLOOKER:
            own, y = drawn_hand(
                self.state,
                self.seat,
                (self.width, y + 4, self._is_broad),
                self.arrangement,
                fresh=self._drawn_lately,
                is_to_move=self._is_to_move(self.seat),
            )
            parts.append(own)
        return table_picture(self.width, y, self.description(), parts)

    def _station(self, top: float, bottom: float) -> str:
        """The station, from which all trains start, with the engine."""
        wide, engine = self._start - _MARGIN - 6, int(self.state.engine)
        side = min(0.62 * wide, 30.0)
        middle = (top + bottom) / 2
        house = rectangle(_MARGIN, top, wide, bottom - top, rx=8, fill="#17362d")
        x = _MARGIN + (wide - side) / 2
        tile = tile_svg(x, middle - side, (engine, engine), upright=True, side=side)
        name = on_cloth(x + side / 2, middle + side + 18, engine, f'{_MIDDLE} font-size="15"')
        told = element("title", f"the engine {engine}-{engine}, where all trains start")
        return element("g", told, house, tile, name)

    def _train(self, train: int, line: list[Pair], top: float) -> list[str]:
        """A train: its name, its track, its tiles, and the number that it wants."""
        side, x, right = self._side, self._start, self.width - _MARGIN
        middle = top + _LABEL + side
        touched = {"fill": "none", "pointer_events": "all"}
        drawn = [rectangle(_MARGIN, top, right - _MARGIN, _LABEL + 2 * side + 4, **touched)]
        drawn += [*self._name(train, top), self._track(train, middle)]
        before, tiles = self._shown(line, right - x - 2.1 * side)
        if before:
            told = element("title", " ".join(map(tile_name, line[: len(line) - len(tiles)])))
            count = on_cloth(x, middle + 5, before, 'font-size="14" font-weight="bold"')
            drawn.append(element("g", told, count))
            x += 36
        fresh = {event.tile for event in self._laid_lately if event.train == train}
        for tile in tiles:
            is_double = tile[0] == tile[1]
            wide = side if is_double else 2 * side
            high = 2 * side if is_double else side
            shape = tile_svg(x, middle - high / 2, tile, upright=is_double, side=side)
            told = element("title", tile_name(tile))
            name = f"tile-{min(tile)}-{max(tile)}"
            drawn.append(element("g", told, shape, data_part=name))
            if (min(tile), max(tile)) in fresh:
                drawn.append(new_sign(x + wide / 2, middle - high / 2))
            x += wide + 0.5
        return [*drawn, self._end(train, x + 0.25 * side, middle)]

    def _end(self, train: int, x: float, middle: float) -> str:
        """The end of a train: a place for the next tile, with the number that it wants."""
        side, number = self._side, int(self.state.ends[train])
        edge = {"stroke": FAINT_ON_CLOTH, "stroke_dasharray": "3 3", "fill": "#1d4338"}
        y, wide = middle - side / 2, 1.75 * side
        return element(
            "g",
            rectangle(x, y, wide, side, rx=4, **edge),
            element(
                "g",
                pips(number, 0.8 * side, "#dcebe4"),
                transform=f"translate({x + 2:.1f} {y + 0.1 * side:.1f})",
            ),
            on_cloth(x + 1.3 * side, middle + 4.5, number, f'{_MIDDLE} font-size="13"'),
            ring(x, y, wide, side, 4),
            **{"class": "fades"},
        )

    def _track(self, train: int, middle: float) -> str:
        """Two rails on sleepers; those of the Mexican train are golden, with a gap between."""
        side, wide = self._side, self.width - _MARGIN - self._start
        start = f"M{self._start - 6:.1f}"
        ink = GOLD if train == MEXICAN else RAIL
        sleepers = element(
            "path",
            d=f"{start} {middle:.1f}h{wide + 6:.1f}",
            stroke=ink,
            stroke_width=round(0.8 * side, 1),
            stroke_dasharray="3 9",
            stroke_opacity=0.3,
        )
        rails = "".join(
            f"{start} {middle + way * 0.24 * side:.1f}h{wide + 6:.1f}" for way in (-1, 1)
        )
        return sleepers + element(
            "path", d=rails, stroke=ink, stroke_width=1.6, stroke_opacity=0.75
        )

    def _name(self, train: int, top: float) -> list[str]:
        """The name of a train, its marker if it is open, and how many tiles its seat has."""
        x, y, mode = self._start, top + 17, mode_of(self.state, train)
        if train == MEXICAN:
            name = "the Mexican train"
            drawn = [element("path", d=ENGINE, fill=GOLD, transform=f"translate({x:g} {y - 12:g})")]
        else:
            name = seat_name(train, self.seat, 18 if self._is_broad else 14)
            how: dict[str, Any] = {"radius": 9.5, "is_to_move": self._is_to_move(train)}
            drawn = [
                seat_disc(x + 10, y - 4.5, train, self.seat, **how),
                on_cloth(self.width - _MARGIN, y, self._counted(train), _RIGHT),
            ]
        x += 27
        drawn.append(on_cloth(x, y, name, _BOLD))
        x += 6.9 * len(name) + 10
        if train in gates(self.state):
            when = "cover the double" if train == gates(self.state)[0] else "cover it later"
            drawn.append(sign(x, y - 4.5, when, anchor="start"))
        elif mode == "open" and train != MEXICAN:
            marker = element(
                "path", d=ENGINE, fill=GLOW, transform=f"translate({x:.1f} {y - 12:g})"
            )
            drawn += [marker, on_cloth(x + 23, y, "open", 'font-size="13"', GLOW)]
        else:
            drawn.append(on_cloth(x, y, mode, 'font-size="13"', FAINT_ON_CLOTH))
        return drawn

    def _shown(self, line: list[Pair], wide: float) -> tuple[str, list[Pair]]:
        """What stands before the tiles of a train that are drawn, and these: the last ones."""
        if not is_whole(self.state):
            return "...", _last(line, self._side, wide - 36)
        last = _last(line, self._side, wide)
        if len(last) < len(line):
            last = _last(line, self._side, wide - 36)
        return (f"+{len(line) - len(last)}" if len(last) < len(line) else ""), last

    def _counted(self, seat: int) -> str:
        tiles, points = tiles_counted(self.state.sizes[seat]), _points(self.state.scores[seat])
        return f"{tiles}, {points}" if self._is_broad or seat not in gates(self.state) else tiles

    def _round(self) -> str:
        left = tiles_counted(self.state.tiles - self.state.drawn)
        return f"round {shown_round(self.state) + 1}, {left} in the boneyard"

    def _is_to_move(self, seat: int) -> bool:
        return seat == self.state.player and not self.state.over

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

    @cached_property
    def _recent_turns(self) -> list[list[Event]]:
        """The turns of this round since the previous one of the seat, that one too."""
        recent: list[list[Event]] = []
        for after, turn in enumerate(reversed([*turns(self.state, shown_round(self.state))])):
            recent.insert(0, turn)
            if turn[0].seat == self.seat and after > 0:
                break
        return recent

    @property
    def _laid_lately(self) -> list[Event]:
        """The tiles that others have laid since the previous turn of the seat."""
        events = (event for turn in self._recent_turns for event in turn)
        return [event for event in events if event.kind == LAID and event.seat != self.seat]

    @property
    def _drawn_lately(self) -> set[Pair]:
        """The tiles that the seat has drawn since its previous turn began."""
        events = (event for turn in self._recent_turns for event in turn)
        return {one.tile for one in events if one.kind == DREW and one.seat == self.seat}

    def _lately(self) -> str:
        """Return a sentence about this round since the seat's previous turn."""
        return "; ".join(
            f"{seat_name(turn[0].seat, self.seat)} {turn_in_words(turn, self.seat)}"
            for turn in self._recent_turns
        )

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
        for seat in seats:
            tiles, points = tiles_counted(self.state.sizes[seat]), _points(self.state.scores[seat])
            lines.append(f"{seat_name(seat, self.seat)}: {tiles}, {points}.")
        return "\n".join(lines)


def train_place(train: int) -> str:
    """The place of a train."""
    return "train-mexican" if train == MEXICAN else f"train-{nth(train)}"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _last(tiles: list[Pair], side: float, room: float) -> list[Pair]:
    """The last tiles of a train, as many as lie in so much room."""
    shown, used = 0, 0.0
    for one, other in reversed(tiles):
        used += (side if one == other else 2 * side) + 0.5
        if used > room:
            break
        shown += 1
    return tiles[len(tiles) - shown :]
