"""Games of numbered cards as one seat sees them: an SVG picture in which cards can be touched.

The others' hands lie face down at the top, then come the piles, and the own hand is below.  A card
of the hand is the place ``card-61``, a pile the place ``pile-2``.  Of a state it reads what
:mod:`playout.games.numbered_cards.drawing` reads, and `player`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playout.engine.game.drawings import GREY, Rows, paragraph, picture, place, seat_name, words
from playout.games.numbered_cards.drawing import (
    FALLING,
    FALLING_INK,
    RISING,
    RISING_INK,
    card_svg,
    hand_text,
)
from playout.games.numbered_cards.sets import listed

_MARGIN, _DESK = 10.0, 560.0  # pixels: around everything; from this width on there is much room
_BACK, _BACKS = "#5b6b7b", 12  # the back of a card, and how many are drawn of a hand at most
_SMALL = (40.0, 56.0)  # of cards that nobody touches
_BLOCK = 103.0  # the width of a hand of somebody else


@dataclass(frozen=True)
class Seen:
    """What a seat sees."""

    state: Any
    rises: Sequence[bool]  # of each pile
    players: int
    seat: int
    standing: str  # what is to be done, or how it ended: a sentence
    said: Sequence[Sequence[str]] = field(default=())  # of each pile: what the seats say about it

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        right = width - _MARGIN
        parts, y = paragraph(_MARGIN, 6, self.standing, right - _MARGIN)
        rows = Rows(_MARGIN, right, y + 8, 10)
        parts += [_stack(*rows.next(_BLOCK, 76), int(self.state.cards - self.state.drawn))]
        for other in range(self.players):
            if other != self.seat:
                parts.append(self._hand_of(other, *rows.next(_BLOCK, 76)))
        y = rows.end()
        parts += self._piles(rows := Rows(_MARGIN, right, y + 4), width >= _DESK)
        parts += self._own(rows := Rows(_MARGIN, right, rows.end() + 30, 6), width >= _DESK)
        return picture(width, rows.end() + 4, self.told(), parts)

    def _hand_of(self, other: int, x: float, y: float) -> str:
        """The hand of somebody else, face down."""
        count = len(listed(self.state.hands[other]))
        drawn = [words(x, y + 13, f"{self._mark(other)}seat {other}: {count}", _BOLD)]
        step = min(10.0, (_BLOCK - _SMALL[0]) / max(min(count, _BACKS) - 1, 1))
        drawn += [_back(x + step * k, y + 20) for k in range(min(count, _BACKS))]
        return f"<g><title>seat {other} has {_cards(count)}</title>{''.join(drawn)}</g>"

    def _mark(self, seat: int) -> str:
        return "▶ " if seat == self.state.player and not self.state.over else ""

    def _piles(self, rows: Rows, is_broad: bool) -> list[str]:
        """The piles, below each what was said about it."""
        size = (64.0, 90.0, 28) if is_broad else (58.0, 82.0, 26)
        wide = size[0] if not any(self.said) else 104.0 if is_broad else 76.0
        drawn = []
        for pile in range(len(self.rises)):
            x, y = rows.next(wide, size[1] + 22 + 14 * len(self._said(pile)))
            drawn.append(self._pile(pile, x, y, wide, size))
        rows.end()
        return drawn

    def _pile(
        self, pile: int, x: float, y: float, wide: float, size: tuple[float, float, int]
    ) -> str:
        """A pile that can be touched."""
        up, middle = self.rises[pile], x + wide / 2
        fill, ink, sign = (RISING, RISING_INK, "▲") if up else (FALLING, FALLING_INK, "▼")
        drawn = [
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{size[1] + 18:g}" fill="none" '
            'pointer-events="all"/>',
            words(middle, y + 12, f"pile {pile}", _LABEL),
            card_svg(middle - size[0] / 2, y + 18, self.state.piles[pile], fill, size=size),
            words(middle, y + 39, sign, f'text-anchor="middle" font-size="16" fill="{ink}"'),
        ]
        for k, line in enumerate(self._said(pile)):
            drawn.append(words(middle, y + 32 + size[1] + 14 * k, line, _SAID))
        return place(f"pile-{pile}", self._told_pile(pile), drawn)

    def _own(self, rows: Rows, is_broad: bool) -> list[str]:
        """The own hand, each card of which can be touched."""
        size = (60.0, 84.0, 25) if is_broad else (50.0, 70.0, 22)
        cards = listed(self.state.hands[self.seat])
        told = f"{self._mark(self.seat)}{seat_name(self.seat, self.seat)}: {_cards(len(cards))}"
        drawn = [words(rows.left, rows.top - 10, told, _BOLD)]
        for card in cards:
            x, y = rows.next(size[0], size[1])
            drawn.append(place(f"card-{card}", str(card), [card_svg(x, y, card, size=size)]))
        return drawn

    def _said(self, pile: int) -> Sequence[str]:
        return self.said[pile] if self.said else ()

    def _told_pile(self, pile: int) -> str:
        way, said = "rises" if self.rises[pile] else "falls", self._said(pile)
        told = f"pile {pile}, {way}, shows {self.state.piles[pile]}"
        return f"{told}; {', '.join(said)}" if said else told

    def told(self) -> str:
        """All that is seen in words."""
        state, seats = self.state, range(self.players)
        others = [other for other in seats if other != self.seat]
        return "\n".join(
            [
                f"{self.standing}.",
                *(f"{self._told_pile(pile)}." for pile in range(len(self.rises))),
                f"Your hand, seat {self.seat}: {hand_text(state, self.seat)}.",
                f"Draw pile: {_cards(state.cards - state.drawn)}.",
                *(f"seat {k} has {_cards(len(listed(state.hands[k])))}." for k in others),
            ]
        )


_BOLD = 'font-size="13" font-weight="bold"'
_LABEL = 'text-anchor="middle" font-size="13"'
_SAID = 'text-anchor="middle" font-size="11"'


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _back(x: float, y: float) -> str:
    """A card that lies face down."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{_SMALL[0]:g}" height="{_SMALL[1]:g}" rx="5" '
        f'fill="{_BACK}" stroke="#fff" stroke-width="1"/>'
    )


def _stack(x: float, y: float, count: int) -> str:
    """The draw pile, with the number of its cards."""
    drawn = [words(x, y + 13, "draw pile", _BOLD)]
    drawn += [_back(x + 3 * k, y + 20) for k in range(min(count, 3))]
    if count == 0:
        drawn.append(
            f'<rect x="{x:g}" y="{y + 20:g}" width="{_SMALL[0]:g}" height="{_SMALL[1]:g}" rx="5" '
            f'fill="none" stroke="{GREY}" stroke-dasharray="4 3"/>'
        )
    middle = x + _SMALL[0] / 2 + 3 * max(min(count, 3) - 1, 0)
    how = 'text-anchor="middle" font-size="17"'
    drawn.append(words(middle, y + 54, count, how if count == 0 else f'{how} fill="#fff"'))
    return f"<g><title>draw pile: {_cards(count)}</title>{''.join(drawn)}</g>"
