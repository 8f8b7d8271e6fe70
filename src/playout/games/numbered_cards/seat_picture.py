"""The picture that a seat sees of a game of numbered cards.

The others' hands lie face down at the top, then come the piles, and the own hand is below; when the
game is over, all hands lie face up.  A card
of the hand is the place ``card-61``, the second pile the place ``pile-2``.  Besides the fields of a
state that drawing.py names, it reads `player`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from playout.engine.game.drawings import (
    ONLOOKER,
    Rows,
    element,
    hand_name,
    paragraph,
    part,
    place,
    rectangle,
    seat_name,
)
from playout.engine.game.drawn_pieces import (
    FAINT_ON_CLOTH,
    ON_CLOTH,
    hand,
    on_cloth,
    seat_disc,
    sign,
    table_picture,
)
from playout.engine.words.numbering import nth
from playout.games.numbered_cards.card_faces import (
    GAP,
    Size,
    card,
    closed_hand,
    draw_pile,
    hand_size,
    mark_on_scale,
    scale,
    top_card,
)
from playout.games.numbered_cards.drawing import hand_text
from playout.games.numbered_cards.sets import listed

_MARGIN, _DESK = 12.0, 560.0  # pixels: around everything; from this width on there is much room
_SMALL: Size = (34, 48)  # of cards that cannot be touched
_CLOSE, _LETTERS = 3.0, 24  # between such cards; the letters of a name above a hand face up
_BLOCK = (74.0, 108.0)  # the width of a hand of somebody else, with little room and with much
_BOLD = 'font-size="13" font-weight="bold"'
_MIDDLE = 'text-anchor="middle" font-size="13"'
_REMARK = 'text-anchor="middle" font-size="12"'


@dataclass(frozen=True)
class SeatPicture:
    """The picture that a seat sees, where what is hidden from it is missing."""

    state: Any
    rules: Any  # of which it reads `players`, `low` and `high`
    rises: Sequence[bool]  # of each pile
    seat: int
    status: str  # what is to be done, or how it ended: a sentence
    remarks: Sequence[Sequence[str]] = ()  # of each pile: what the seats say about it
    jump: int = 0  # how far back a trick is; 0: there is none

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        right, is_broad = width - _MARGIN, width >= _DESK
        told, parts, y = f'fill="{ON_CLOTH}" font-weight="bold"', list[str](), 0.0
        if self.state.over:
            parts, y = paragraph(_MARGIN, 8, self.status, right - _MARGIN, 15, told)
        rows, block = Rows(_MARGIN, right, y + 8, 9), _BLOCK[is_broad]
        parts.append(self._draw_pile(*rows.next(block, 82)))
        for other in range(int(self.rules.players)):
            if other != self.seat and self.state.over:
                wide, high = self._open_size(other, right - _MARGIN)
                parts.append(self._open_hand(other, *rows.next(wide, high), wide))
            elif other != self.seat:
                parts.append(self._hand_of(other, *rows.next(block, 82), block))
        drawn, end = self._piles(rows.end() + 4, width, is_broad)
        parts += drawn
        if self.seat != ONLOOKER:
            own, end = self._own(width, end, is_broad)
            parts.append(own)
        return table_picture(width, end, self.description(), parts)

    def _draw_pile(self, x: float, y: float) -> str:
        count = int(self.state.cards - self.state.drawn)
        drawn = [on_cloth(x, y + 17, "draw pile", _BOLD), draw_pile(x + 1, y + 30, count, _SMALL)]
        return element("g", element("title", f"draw pile: {_cards(count)}"), *drawn)

    def _hand_of(self, other: int, x: float, y: float, room: float) -> str:
        """The hand of somebody else, face down, with the name above and the disc over a corner."""
        count, name = (
            len(listed(self.state.hands[other])),
            seat_name(other, self.seat, int(room / 7)),
        )
        drawn = [
            on_cloth(x, y + 17, name, _BOLD),
            closed_hand(x + 12, y + 28, count, _SMALL, room - 13),
            seat_disc(x + 13, y + 66, other, self.seat, is_to_move=self._is_to_move(other)),
        ]
        return element("g", element("title", escape(self._holds(other))), *drawn)

    def _open_size(self, other: int, room: float) -> tuple[float, float]:
        """The width and height of a hand that is turned up, in at most so much width."""
        cards, (wide, high) = len(listed(self.state.hands[other])), _SMALL
        columns = max(1, min(cards, int((room + _CLOSE) / (wide + _CLOSE))))
        rows = max(1, -(-cards // columns))
        name = 31 + 7.6 * len(seat_name(other, self.seat, _LETTERS))
        return max(columns * (wide + _CLOSE) + _CLOSE, name), 28 + rows * (high + _CLOSE)

    def _open_hand(self, other: int, x: float, y: float, room: float) -> str:
        """The hand of somebody else when the game is over, face up."""
        lie = Rows(x, x + room, y + 28, _CLOSE)
        faces = [
            card(*lie.next(*_SMALL), number, _SMALL) for number in listed(self.state.hands[other])
        ]
        drawn = [
            seat_disc(x + 11, y + 13, other, self.seat),
            on_cloth(x + 27, y + 17, seat_name(other, self.seat, _LETTERS), _BOLD),
        ]
        return element("g", element("title", escape(self._holds(other))), *drawn, *faces)

    def _holds(self, seat: int) -> str:
        cards = listed(self.state.hands[seat])
        told = hand_text(self.state, seat) if self.state.over and cards else _cards(len(cards))
        return f"{seat_name(seat, self.seat)} has {told}"

    def _is_to_move(self, seat: int) -> bool:
        return seat == self.state.player and not self.state.over

    def _piles(self, top: float, width: float, is_broad: bool) -> tuple[list[str], float]:
        """The piles, in the middle of the picture, and the height at which they end."""
        gap, most = (14.0, 8) if is_broad else (8.0, 4)
        columns = min(len(self.rises), most)
        room = (width - 2 * _MARGIN + gap) / columns - gap
        wide = min(room, 112.0)
        high = (wide - 8) * 1.36
        left = (width - columns * (wide + gap) + gap) / 2
        rows = Rows(left, width - left, top, gap)
        drawn = []
        for pile in range(len(self.rises)):
            x, y = rows.next(wide, high + 78 + 15 * len(self._remarks(pile)))
            drawn.append(self._pile(pile, x, y, wide, (wide - 8, high)))
        return drawn, rows.end()

    def _pile(self, pile: int, x: float, y: float, wide: float, size: Size) -> str:
        up, top, middle = self.rises[pile], int(self.state.piles[pile]), x + wide / 2
        low, high = int(self.rules.low), int(self.rules.high)
        foot, left = y + 28 + size[1], middle - size[0] / 2
        ends = (_part(top, low, high), 1.0) if up else (0.0, _part(top, low, high))
        all_of_it = {"fill": "none", "pointer_events": "all"}
        high_of_it = size[1] + 74 + 15 * len(self._remarks(pile))
        drawn = [
            rectangle(x, y, wide, high_of_it, **all_of_it),
            on_cloth(middle, y + 14, f"pile {nth(pile)} {'▲' if up else '▼'}", _MIDDLE),
            part(f"card-{top}", [top_card(left, y + 27, top, up, size, base=low if up else high)]),
            scale(left + 3, foot + 10, size[0] - 6, *ends, up),
            on_cloth(middle, foot + 28, self._fitting(pile), _REMARK),
        ]
        trick = self._trick(pile)
        if trick in self._hand():
            drawn.append(sign(middle, foot + 42, f"trick: {trick}"))
        elif low < trick < high:
            drawn.append(on_cloth(middle, foot + 43, f"trick: {trick}", _REMARK, FAINT_ON_CLOTH))
        for k, line in enumerate(self._remarks(pile)):
            drawn.append(on_cloth(middle, foot + 60 + 15 * k, line, _REMARK))
        return place(f"pile-{nth(pile)}", self._pile_in_words(pile), drawn)

    def _fitting(self, pile: int) -> str:
        """The cards that go on a pile, without a trick."""
        top, low, high = (int(n) for n in (self.state.piles[pile], self.rules.low, self.rules.high))
        first, last = (top + 1, high - 1) if self.rises[pile] else (low + 1, top - 1)
        return f"{first} to {last}" if first < last else f"{first}" if first == last else "no more"

    def _trick(self, pile: int) -> int:
        """The card that goes on a pile as a trick; the top card if there is none."""
        return int(self.state.piles[pile]) + (-self.jump if self.rises[pile] else self.jump)

    def _hand(self) -> list[int]:
        return [] if self.seat == ONLOOKER else listed(self.state.hands[self.seat])

    def _own(self, width: float, top: float, is_broad: bool) -> tuple[str, float]:
        """The own hand, and the height at which it ends."""
        cards = self._hand()
        size, columns = hand_size(len(cards), width - 2 * _MARGIN, is_broad=is_broad)
        lie = Rows(_MARGIN, width - _MARGIN, top + 46, GAP[is_broad])
        name = f"{seat_name(self.seat, self.seat)}: {_cards(len(cards))}"
        drawn = [
            seat_disc(
                _MARGIN + 13, top + 20, self.seat, self.seat, is_to_move=self._is_to_move(self.seat)
            ),
            on_cloth(_MARGIN + 31, top + 24.5, name, _BOLD),
        ]
        low, high = int(self.rules.low), int(self.rules.high)
        legend = f"dot: place from {low} to {high}"
        if 6.5 * len(legend) + 7.5 * len(name) + 45 < width - 2 * _MARGIN:
            how = 'font-size="12" text-anchor="end"'
            drawn.append(on_cloth(width - _MARGIN, top + 24.5, legend, how, FAINT_ON_CLOTH))
        for k, number in enumerate(cards):
            if k % columns == 0:
                lie.end()
            x, y = lie.next(*size)
            face = card(x, y, number, size, mark_on_scale(size, _part(number, low, high)))
            piles = [pile for pile in range(len(self.rises)) if self._trick(pile) == number]
            title = str(number)
            if piles and self.jump and not self.state.over:
                title += f", a trick on {' and '.join(f'pile {nth(pile)}' for pile in piles)}"
                face += sign(x + size[0] - 14, y + 2, "−10" if self.rises[piles[0]] else "+10")
            drawn.append(place(f"card-{number}", title, [face]))
        end = lie.end() + 6
        return hand(width, top, end - top, name, drawn), end

    def _remarks(self, pile: int) -> Sequence[str]:
        return self.remarks[pile] if self.remarks else ()

    def _pile_in_words(self, pile: int) -> str:
        way, remarks = "rises" if self.rises[pile] else "falls", self._remarks(pile)
        title = f"pile {nth(pile)}, {way}, shows {self.state.piles[pile]}"
        return f"{title}; {', '.join(remarks)}" if remarks else title

    def description(self) -> str:
        """The picture in words."""
        state, seats = self.state, range(int(self.rules.players))
        others = [other for other in seats if other != self.seat]
        own = []
        if self.seat != ONLOOKER:
            own.append(f"{hand_name(self.seat)}: {hand_text(state, self.seat)}.")
        return "\n".join(
            [
                f"{self.status}.",
                *(f"{self._pile_in_words(pile)}." for pile in range(len(self.rises))),
                *own,
                f"Draw pile: {_cards(state.cards - state.drawn)}.",
                *(f"{self._holds(other)}." for other in others),
            ]
        )


def _part(number: int, low: int, high: int) -> float:
    """Where a number stands between two others, from 0 to 1."""
    return (number - low) / (high - low)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
