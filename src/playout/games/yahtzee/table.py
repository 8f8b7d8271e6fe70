"""Yahtzee as one seat sees it: an SVG picture in which dice and boxes can be touched.

A die is the place ``die-5``, by its face; a free box of the own card is the place
``box-full-house``.  A seat that is to move sees there what its dice would bring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.engine.game.drawings import GREY, Rows, paragraph, picture, place, seat_name, words
from playout.games.dice.drawing import SIDE, dice_text, die_svg
from playout.games.yahtzee.boxes import (
    BOXES,
    FACES,
    NAMES,
    NEEDED,
    POINTS,
    allowed_boxes,
    joker_of,
    throw_of,
)
from playout.games.yahtzee.rules import is_over

_MARGIN, _LINE = 10.0, 29.0  # pixels: around everything, and the height of a box
_NAMES, _WIDE = 112.0, 46.0  # the width of the names of boxes, and of a column at least
_UPPER, _SCORE = BOXES, BOXES + 1  # lines of a card that are no boxes
_HALVES = (range(FACES), _UPPER), (range(FACES, BOXES), _SCORE)


def box_place(box: int) -> str:
    """The place of a box."""
    return f"box-{NAMES[box].replace(' ', '-')}"


@dataclass(frozen=True)
class Seen:
    """What a seat sees."""

    state: Any
    rules: Any
    seat: int
    standing: str  # whose turn it is, or who has won: a sentence

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        wide = width - 2 * _MARGIN
        told, y = paragraph(_MARGIN, 6, self.standing, wide, 15, 'font-weight="bold"')
        rows = Rows(_MARGIN, width - _MARGIN, y + 8)
        for face in [] if self._is_over else map(int, self.state.dice):
            drawn = [die_svg(face, *rows.next(SIDE, SIDE))]
            told.append(place(f"die-{face}", f"die {face}", drawn))
        seats = [seat for seat in range(self._players) if seat != self.seat]
        shown = [self.seat, *seats] if _NAMES + _WIDE * self._players <= wide else [self.seat]
        drawn, y = self._cards(sorted(shown), rows.end(), wide)
        others = [seat for seat in seats if seat not in shown]
        scores, y = paragraph(_MARGIN, y, self._scores(others), wide, 14)
        return picture(width, y + 8, self.told(), [*told, *drawn, *scores], 14)

    @property
    def _players(self) -> int:
        return int(self.rules.players)

    @property
    def _is_over(self) -> bool:
        return bool(is_over(self.state, self.rules))

    @property
    def _to_move(self) -> int:
        return -1 if self._is_over else int(self.state.player)

    def _cards(self, seats: list[int], y: float, wide: float) -> tuple[list[str], float]:
        """The cards of some seats: both halves side by side, or below each other."""
        half = (wide - 14) / 2
        is_broad = _NAMES + _WIDE * len(seats) <= half
        size = min(half if is_broad else wide, 200 + 60 * len(seats))
        drawn, ends = list[str](), list[float]()
        for k, (boxes, sum_line) in enumerate(_HALVES):
            x = _MARGIN + (size + 14) * k if is_broad else _MARGIN
            top = y if is_broad or k == 0 else ends[-1] + 4
            if len(seats) > 1 and (is_broad or k == 0):
                drawn += [
                    words(
                        x + size - 8 - _WIDE * (len(seats) - 1 - place), top + 14, *self._head(one)
                    )
                    for place, one in enumerate(seats)
                ]
                top += 20
            for line in (*boxes, sum_line):
                drawn.append(self._line(line, seats, x, top, size))
                top += _LINE
            ends.append(top)
        return drawn, max(ends) + 6

    def _head(self, seat: int) -> tuple[str, str]:
        """The name of a seat above its column, and how it is written."""
        bold = ' font-weight="bold"' if seat == self._to_move else ""
        name = "you" if seat == self.seat else f"seat {seat}"
        return name, f'text-anchor="end" font-size="12"{bold}'

    def _line(self, line: int, seats: list[int], x: float, y: float, wide: float) -> str:
        """A line of the cards; one of a box that is free on the own card can be touched."""
        fill = "none" if line < BOXES else GREY
        drawn = [
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{_LINE:g}" fill="{fill}" '
            f'fill-opacity="0.2" stroke="{GREY}" stroke-opacity="0.5" pointer-events="all"/>',
            words(x + 8, y + 19, _name(line)),
        ]
        for k, seat in enumerate(seats):
            right = x + wide - 8 - _WIDE * (len(seats) - 1 - k)
            how = ' font-weight="bold"' if seat == self.seat else ""
            drawn.append(words(right, y + 19, self._cell(line, seat), f'text-anchor="end"{how}'))
        if line >= BOXES or self._is_over or not self._is_free(line, self.seat):
            return "".join(drawn)
        return place(box_place(line), self._told_box(line), drawn)

    def _is_free(self, box: int, seat: int) -> bool:
        return not int(self.state.used[seat]) >> box & 1

    def _would_bring(self, box: int) -> int | None:
        """What the dice would bring in a box, if the seat may fill it now."""
        thrown, used = throw_of(self.state.dice), int(self.state.used[self.seat])
        if (
            self._to_move != self.seat
            or not allowed_boxes(thrown, used, self.rules.joker) >> box & 1
        ):
            return None
        return int(POINTS[joker_of(thrown, used), box, thrown])

    def _cell(self, line: int, seat: int) -> str:
        """What stands in a line of a card."""
        if line == _UPPER:
            return f"{self.state.upper[seat]}/{NEEDED}"
        if line == _SCORE:
            return str(self.state.scores[seat])
        if not self._is_free(line, seat):
            return str(self.state.points[seat, line])
        points = self._would_bring(line) if seat == self.seat else None
        return "·" if points is None else f"({points})"

    def _told_box(self, box: int) -> str:
        points = self._would_bring(box)
        return f"{NAMES[box]}, {'free' if points is None else f'would bring {points}'}"

    def _scores(self, seats: list[int]) -> str:
        told = ", ".join(f"seat {seat} {self.state.scores[seat]}" for seat in seats)
        return f"scores: {told}" if told else ""

    def told(self) -> str:
        """All that is seen in words."""
        lines = [f"Yahtzee, {self.standing}."]
        if not self._is_over:
            lines.append(f"Dice: {dice_text(self.state.dice)}.")
        for seat in [self.seat, *(k for k in range(self._players) if k != self.seat)]:
            filled = [box for box in range(BOXES) if not self._is_free(box, seat)]
            told = ", ".join(f"{NAMES[box]} {self.state.points[seat, box]}" for box in filled)
            lines.append(
                f"Card of {seat_name(seat, self.seat)}, score {self.state.scores[seat]}, "
                f"upper sum {self.state.upper[seat]} of {NEEDED}: {told or 'nothing yet'}."
            )
        free = [self._told_box(b) for b in range(BOXES) if self._is_free(b, self.seat)]
        return "\n".join([*lines, f"Your free boxes: {'; '.join(free) or 'none'}."])


def _name(line: int) -> str:
    """What a line of a card is called."""
    return NAMES[line] if line < BOXES else "upper sum" if line == _UPPER else "score"
