"""The score cards and the dice drawn: paper on which points are written in ink.

In a picture for a seat a die is the place ``die-5``, by its face; a free box of the own card is the
place ``box-full-house``.  A seat that is to move sees in pencil what its dice would score there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playout.engine.game.drawings import (
    ONLOOKER,
    element,
    is_you,
    paragraph,
    place,
    rectangle,
    seat_name,
    words,
)
from playout.engine.game.drawn_pieces import (
    INK,
    ON_CLOTH,
    PAPER,
    hand,
    on_cloth,
    ring,
    seat_disc,
    table_picture,
)
from playout.games.yahtzee.boxes import (
    BONUS,
    BOXES,
    FACES,
    NAMES,
    NEEDED,
    ORDER,
    TURNS,
    YATZY,
    allowed_boxes,
    points_in,
    throw_of,
)
from playout.games.yahtzee.rules import MOST_THROWS, card_of, is_over
from playout.kits.dice_pictures import (
    HIGH,
    button_svg,
    button_width,
    dice_text,
    die_svg,
    throw_svg,
    winners,
)

UPPER, BONUS_LINE, SCORE = BOXES, BOXES + 1, BOXES + 2  # lines of a card that are no boxes
_MARGIN, _HEAD = 10.0, 34.0  # pixels: around everything, and the heads of columns
_ROW, _BROAD_ROW = 31.0, 38.0  # pixels: the height of a box, on a desk and on a phone
_NAMES, _COLUMN, _WIDEST = 88.0, 36.0, 64.0  # the names of boxes, and a column
_DIE, _GAP = 50.0, 8.0
_PEN, _PENCIL, _RULED, _SUMS = "#173b8c", "#5f5f5f", "#c9c1a8", "#efe7d0"
_END = 'text-anchor="middle"'


def halves(rules: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The boxes of both halves of a card, with their sums."""
    boxes = ORDER[card_of(rules)]
    return (*boxes[:FACES], UPPER), (*boxes[FACES:], SCORE)


def title_of(rules: Any) -> str:
    """The name of the game."""
    return "Yatzy" if card_of(rules) == YATZY else "Yahtzee"


def line_name(line: int) -> str:
    """The name of a line of a card."""
    return NAMES[line] if line < BOXES else _SUM_NAMES[line - BOXES]


_SUM_NAMES = ("upper sum", "bonus", "score")


def cell(state: Any, line: int, player: int, free: str = ".") -> str:
    """The text of a line in the column of a player."""
    if line == UPPER:
        return f"{state.upper[player]}/{NEEDED}"
    if line == SCORE:
        return str(state.scores[player])
    return str(state.points[player, line]) if state.used[player] >> line & 1 else free


def status(state: Any, rules: Any, own: int = ONLOOKER) -> str:
    """Whose throw it is, or who has won."""
    players = int(rules.players)
    if is_over(state, rules):
        scores = state.scores[:players].tolist()
        won = f"{winners(scores, own)} with {max(scores)} points"
        return won if players > 1 else "the game is over"
    whose = f", {seat_name(int(state.player), own)}" if players > 1 else ""
    rounds = TURNS[card_of(rules)]
    return f"round {state.turn // players + 1} of {rounds}{whose}, throw {state.throws} of 3"


def box_place(box: int) -> str:
    """The place of a box."""
    return f"box-{NAMES[box].replace(' ', '-')}"


@dataclass(frozen=True)
class CardPicture:
    """A position as a seat sees it; for ONLOOKER nothing can be touched."""

    state: Any
    rules: Any
    seat: int = ONLOOKER

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        wide = width - 2 * _MARGIN
        how = f'fill="{ON_CLOTH}" font-weight="bold"'
        parts, y = paragraph(_MARGIN, 6, self._status, wide, 15, how)
        drawn, y = self._cards(y + 8, wide)
        parts += drawn
        if not self._is_over:
            drawn, high = self._dice(width, y)
            parts.append(hand(width, y, high, "The dice", drawn))
            y += high
        title = f"{title_of(self.rules)}, {self._status}"
        told = title if self.seat == ONLOOKER else self.description()
        return table_picture(width, y, told, parts)

    @property
    def _status(self) -> str:
        return status(self.state, self.rules, self.seat)

    @property
    def _players(self) -> range:
        return range(int(self.rules.players))

    @cached_property
    def _is_over(self) -> bool:
        return bool(is_over(self.state, self.rules))

    @cached_property
    def _card(self) -> int:
        return int(card_of(self.rules))

    @property
    def _to_move(self) -> int:
        return -1 if self._is_over else int(self.state.player)

    def _dice(self, width: float, y: float) -> tuple[list[str], float]:
        """The dice, and beside or below them the button that throws those that are not held."""
        dice, left, top = list(map(int, self.state.dice)), _MARGIN + 4, y + 18
        drawn = list[str]()
        for k, face in enumerate(dice):
            die = die_svg(face, left + k * (_DIE + _GAP), top, side=_DIE)
            is_place = self.seat != ONLOOKER
            drawn.append(place(f"die-{face}", f"die {face}", [die]) if is_place else die)
        thrown = throw_svg(int(3 * self.state.turn + self.state.throws), drawn)
        right = left + len(dice) * (_DIE + _GAP) + 8
        text, high = f"Throw all {len(dice)}", _DIE + 32
        if self._to_move != self.seat:
            return [thrown], high
        if self.state.throws == MOST_THROWS:
            where = (right, top + 30) if right + 150 < width else (left, top + _DIE + 26)
            said = on_cloth(*where, "Now write in a box.", 'font-size="14"')
            return [thrown, said], high + (0 if right + 150 < width else 22)
        room = max(button_width("Throw the other 4"), button_width(text))
        if right + room < width:
            return [thrown, button_svg("throw", text, text, right, top + 3, room)], high
        below = button_svg("throw", text, text, left, top + _DIE + 12, width - 2 * left)
        return [thrown, below], high + HIGH + 8

    def _cards(self, y: float, wide: float) -> tuple[list[str], float]:
        """The cards of all seats: both halves side by side, or below each other."""
        players, (upper, lower) = len(self._players), halves(self.rules)
        half = (wide - 10) / 2
        is_broad = _NAMES + _COLUMN * players <= half + 0.1
        size = min(half if is_broad else wide, _NAMES + 50 + _WIDEST * players)
        row = _BROAD_ROW if is_broad and size < 200 else _ROW
        parts: list[Sequence[int]] = [(*upper, BONUS_LINE), lower]
        if not is_broad:
            drawn, end = self._half([*parts[0], *parts[1]], (_MARGIN, y), size, row)
            return drawn, end + 8
        one, end = self._half(parts[0], (_MARGIN, y), size, row)
        other, last = self._half(parts[1], (_MARGIN + size + 10, y), size, row)
        return [*one, *other], max(end, last) + 8

    def _half(
        self, lines: Sequence[int], corner: tuple[float, float], wide: float, row: float
    ) -> tuple[list[str], float]:
        """A piece of paper with these lines, and a column for every player."""
        (x, y), players = corner, len(self._players)
        column = min((wide - _NAMES) / players, _WIDEST)
        names = wide - column * players
        head = _HEAD if players > 1 else 0.0
        bottom = y + head + row * len(lines)
        drawn = [
            rectangle(x + 1, y + 3, wide, bottom - y, rx=4, fill="#000", fill_opacity=0.22),
            rectangle(x, y, wide, bottom - y, rx=4, fill=PAPER),
        ]
        for seat in self._players if players > 1 else ():
            centre = x + names + column * (seat + 0.5)
            drawn.append(
                seat_disc(centre, y + 17, seat, self.seat, is_to_move=seat == self._to_move)
            )
        for number, line in enumerate(lines):
            place = x, y + head + row * number, wide, row
            drawn.append(self._line(line, place, names, column))
        rules = "".join(
            f"M{x + names + column * k:.1f} {y:.1f}V{bottom:.1f}" for k in range(players)
        )
        return [*drawn, element("path", d=rules, stroke=_RULED, fill="none")], bottom

    def _line(
        self, line: int, room: tuple[float, float, float, float], names: float, column: float
    ) -> str:
        """A line of the cards; one of a box that is free on the own card can be touched."""
        (x, y, wide, row), is_sum = room, line >= BOXES
        bold = ' font-weight="bold"' if is_sum else ""
        size = f'font-size="{12 if names < 100 else 13}"'
        name = f"sum (of {NEEDED})" if line == UPPER else line_name(line)
        drawn = [
            rectangle(x, y, wide, row, fill=_SUMS if is_sum else PAPER, stroke=_RULED),
            words(x + 5, y + row / 2 + 4.5, name, f'{size} fill="{INK}"{bold}'),
        ]
        for seat in self._players:
            text, how = self._written(line, seat)
            middle = x + names + column * (seat + 0.5)
            drawn.append(words(round(middle, 1), y + row / 2 + 5.5, text, f"{_END} {how}{bold}"))
        own = self.seat
        if is_sum or own == ONLOOKER or self._is_over or not self._is_free(line, own):
            return "".join(drawn)
        drawn.append(ring(x + 1.5, y + 1.5, wide - 3, row - 3, 3))
        return place(box_place(line), self._box_in_words(line), drawn)

    def _written(self, line: int, seat: int) -> tuple[str, str]:
        """What stands in a line of a card, and how: in ink, or in pencil what it would be."""
        if line == BONUS_LINE:
            reached = self.state.upper[seat] >= NEEDED
            text = str(BONUS[self._card]) if reached else ""
        elif line == UPPER:
            text = str(self.state.upper[seat])
        else:
            text = cell(self.state, line, seat, "")
        if text or seat != self.seat or line >= BOXES:
            return text, f'font-size="16" fill="{_PEN}"'
        points = self._would_score(line)
        pencil = "" if points is None else str(points)
        return pencil, f'font-size="15" font-style="italic" fill="{_PENCIL}"'

    def _is_free(self, box: int, seat: int) -> bool:
        return not int(self.state.used[seat]) >> box & 1

    def _would_score(self, box: int) -> int | None:
        """The points of the dice in a box, if the seat may fill it now."""
        if self._to_move != self.seat:
            return None
        thrown, used = throw_of(self.state.dice), int(self.state.used[self.seat])
        if not allowed_boxes(thrown, used, self._card) >> box & 1:
            return None
        return int(points_in(box, thrown, used, self._card))

    def _box_in_words(self, box: int) -> str:
        points = self._would_score(box)
        return f"{NAMES[box]}, {'free' if points is None else f'would score {points}'}"

    def description(self) -> str:
        """The picture in words."""
        boxes = ORDER[self._card]
        lines = [f"{title_of(self.rules)}, {self._status}."]
        if not self._is_over:
            lines.append(f"Dice: {dice_text(self.state.dice)}.")
        for seat in [self.seat, *(k for k in self._players if k != self.seat)]:
            filled = [box for box in boxes if not self._is_free(box, seat)]
            card = ", ".join(f"{NAMES[box]} {self.state.points[seat, box]}" for box in filled)
            lines.append(
                f"Card of {seat_name(seat, self.seat)}, score {self.state.scores[seat]}, "
                f"upper sum {self.state.upper[seat]} of {NEEDED}: {card or 'nothing yet'}."
            )
        free = [self._box_in_words(b) for b in boxes if self._is_free(b, self.seat)]
        whose = "Your free boxes" if is_you(self.seat, self.seat) else "Free boxes"
        return "\n".join([*lines, f"{whose}: {'; '.join(free) or 'none'}."])


def portrait_parts(lines: Sequence[tuple[str, str, str]]) -> list[str]:
    """A part of a card of two players, with these lines, and a throw of five dice."""
    parts = [rectangle(134, 12, 172, 35 + 30 * len(lines), rx=4, fill=PAPER)]
    parts += [seat_disc(230 + 48 * seat, 29, seat) for seat in range(2)]
    for row, (name, *points) in enumerate(lines):
        y = 47 + 30 * row
        parts.append(rectangle(134, y, 172, 30, fill="none", stroke=_RULED))
        parts.append(words(142, y + 20, name, f'font-size="13" fill="{INK}"'))
        for column, text in enumerate(points):
            how = f'{_END} font-size="16" fill="{_PEN}"'
            parts.append(words(230 + 48 * column, y + 21, text, how))
    corners = ((18, 20), (72, 34), (24, 76), (76, 92), (36, 128))
    faces = (5, 5, 2, 5, 3)
    return parts + [die_svg(face, *at, side=42) for face, at in zip(faces, corners, strict=True)]
