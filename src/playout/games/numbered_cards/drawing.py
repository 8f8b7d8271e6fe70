"""Games of numbered cards for people: piles, draw pile and hands as text and SVG.

Of a state it reads `piles` (their tops), `hands` (stacks of sets), `cards`, `drawn`, `left`, `over`
and, of a picture for a seat, `player`.  `rises` says of each pile whether it rises; `notes` has a
remark for each player, or none.

In a picture for a seat the others' hands lie face down at the top, then come the piles, and the own
hand is below.  A card of the hand is the place ``card-61``, the second pile the place
``pile-2``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.game.drawings import (
    GREY,
    ONLOOKER,
    Rows,
    element,
    hand_name,
    paragraph,
    picture,
    place,
    seat_name,
    words,
)
from playout.engine.words.numbering import nth
from playout.games.numbered_cards.sets import listed

RISING, FALLING, PAPER = "#fde9d0", "#d6e6f5", "#fffdf5"  # cards of piles, and of hands
RISING_INK, FALLING_INK = "#c2571a", "#1f5f99"  # of the arrows
_MARGIN, _DESK = 10.0, 560.0  # pixels: around everything; from this width on there is much room
_BACK, _BACKS = "#5b6b7b", 12  # the back of a card, and how many are drawn of a hand at most
_SMALL = (40.0, 56.0)  # of cards that cannot be touched
_BLOCK = 103.0  # the width of a hand of somebody else
_BOLD = 'font-size="13" font-weight="bold"'
_LABEL = 'text-anchor="middle" font-size="13"'
_REMARK = 'text-anchor="middle" font-size="11"'
_TOUCHED = {"fill": "none", "pointer_events": "all"}


def card_svg(
    x: float,
    y: float,
    card: object,
    fill: str = PAPER,
    ink: str = "#222",
    size: tuple[float, float, int] = (46, 64, 20),
) -> str:
    """A card with its upper left corner at x, y; ``size``: how wide, high, and its letters."""
    wide, high, letters = size
    paper = element(
        "rect", width=wide, height=high, rx=6, fill=fill, stroke="#333", stroke_width=1.5
    )
    how = f'text-anchor="middle" font-size="{letters}" fill="{ink}"'
    text = words(wide / 2, high / 2 + 0.4 * letters, card, how)
    return element("g", paper, text, transform=f"translate({x:g},{y:g})")


def piles_text(state: Any, rises: Sequence[bool]) -> str:
    """The piles in a line: an arrow up or down and the top card of each."""
    tops = (f"{'↑' if up else '↓'}{top:<3d}" for up, top in zip(rises, state.piles, strict=False))
    return "  ".join(tops).rstrip()


def hand_text(state: Any, seat: int) -> str:
    """The cards of a hand in rising order."""
    return " ".join(str(card) for card in listed(state.hands[seat])) or "empty"


def drawn_text(before: Sequence[int], laid: Sequence[int], after: Sequence[int]) -> str:
    """Return the cards drawn at the end of a turn, from the hand before and after it; or ""."""
    drawn = Counter(after) - (Counter(before) - Counter(laid))
    cards = sorted(drawn.elements())
    return f"; draws card{'s' if cards[1:] else ''} {' '.join(map(str, cards))}" if cards else ""


def text(
    state: Any, rises: Sequence[bool], players: int, seat: int, notes: Sequence[str] = ()
) -> str:
    """Piles, draw pile and every hand with its remark below; an arrow marks the seat to move."""
    lines = [
        f"piles      {piles_text(state, rises)}",
        f"draw pile  {state.cards - state.drawn} cards; {state.left} cards not laid yet",
    ]
    for player in range(players):
        arrow = "->" if player == seat and not state.over else "  "
        lines.append(f"{arrow} seat {nth(player)}  {hand_text(state, player)}")
        lines.extend(f"           {note}" for note in notes[player : player + 1])
    return "\n".join(lines)


def ending(state: Any, players: int, why: str = "") -> str:
    """The last lines of a transcript: the cards left in every hand, how it ended, and why."""
    left = int(state.left)
    if left == 0:
        return "won: all cards are laid"
    lines = [
        f"                seat {nth(player)} is left with {hand_text(state, player)}"
        for player in range(players)
        if listed(state.hands[player])
    ]
    excellent = ", excellent (fewer than ten)" if left < 10 else ""
    return "\n".join(
        [*lines, f"over: {left} {'card' if left == 1 else 'cards'} left{excellent}{why}"]
    )


def svg(
    state: Any, rises: Sequence[bool], players: int, seat: int, notes: Sequence[str] = ()
) -> str:
    """A position as an SVG string: the piles with their direction, then every hand."""
    title = "the game is over" if state.over else f"seat {nth(seat)} is to move"
    parts = []
    for pile, up in enumerate(rises):
        x = 20 + 62 * pile
        parts.append(card_svg(x, 40, int(state.piles[pile]), RISING if up else FALLING))
        ink, sign = (RISING_INK, "▲") if up else (FALLING_INK, "▼")
        parts.append(words(x + 23, 28, sign, f'text-anchor="middle" font-size="16" fill="{ink}"'))
    x = 20 + 62 * len(rises) + 20
    parts.append(card_svg(x, 40, state.cards - state.drawn, "#444", "#fff"))
    parts.append(words(x + 23, 28, "draw pile", 'text-anchor="middle" font-size="12"'))
    width = x + 80
    for player in range(players):
        y = 130 + 84 * player
        mark = "▶ " if player == seat and not state.over else ""
        parts.append(words(20, y + 38, f"{mark}seat {nth(player)}", 'font-size="13"'))
        parts += [words(90, y + 78, note, 'font-size="12"') for note in notes[player : player + 1]]
        for k, card in enumerate(listed(state.hands[player])):
            parts.append(card_svg(90 + 52 * k, y, card))
            width = max(width, 90 + 52 * (k + 1) + 14)
    return picture(width, 130 + 84 * players, title, parts)


@dataclass(frozen=True)
class SeatPicture:
    """The picture that a seat sees, where what is hidden from it is missing."""

    state: Any
    rises: Sequence[bool]  # of each pile
    players: int
    seat: int
    status: str  # what is to be done, or how it ended: a sentence
    remarks: Sequence[Sequence[str]] = ()  # of each pile: what the seats say about it

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        right = width - _MARGIN
        parts, y = paragraph(_MARGIN, 6, self.status, right - _MARGIN)
        rows = Rows(_MARGIN, right, y + 8, 10)
        parts += [_stack(*rows.next(_BLOCK, 76), int(self.state.cards - self.state.drawn))]
        for other in range(self.players):
            if other != self.seat:
                parts.append(self._hand_of(other, *rows.next(_BLOCK, 76)))
        y = rows.end()
        parts += self._piles(rows := Rows(_MARGIN, right, y + 4), width >= _DESK)
        if self.seat != ONLOOKER:
            parts += self._own(rows := Rows(_MARGIN, right, rows.end() + 30, 6), width >= _DESK)
        return picture(width, rows.end() + 4, self.description(), parts)

    def _hand_of(self, other: int, x: float, y: float) -> str:
        count = len(listed(self.state.hands[other]))
        drawn = [words(x, y + 13, f"{self._mark(other)}seat {nth(other)}: {count}", _BOLD)]
        step = min(10.0, (_BLOCK - _SMALL[0]) / max(min(count, _BACKS) - 1, 1))
        drawn += [_small(x + step * k, y + 20) for k in range(min(count, _BACKS))]
        return element("g", element("title", f"seat {nth(other)} has {_cards(count)}"), *drawn)

    def _mark(self, seat: int) -> str:
        return "▶ " if seat == self.state.player and not self.state.over else ""

    def _piles(self, rows: Rows, is_broad: bool) -> list[str]:
        size = (64.0, 90.0, 28) if is_broad else (58.0, 82.0, 26)
        wide = size[0] if not any(self.remarks) else 104.0 if is_broad else 76.0
        drawn = []
        for pile in range(len(self.rises)):
            x, y = rows.next(wide, size[1] + 22 + 14 * len(self._remarks(pile)))
            drawn.append(self._pile(pile, x, y, wide, size))
        rows.end()
        return drawn

    def _pile(
        self, pile: int, x: float, y: float, wide: float, size: tuple[float, float, int]
    ) -> str:
        up, middle = self.rises[pile], x + wide / 2
        fill, ink, sign = (RISING, RISING_INK, "▲") if up else (FALLING, FALLING_INK, "▼")
        drawn = [
            element("rect", x=x, y=y, width=wide, height=size[1] + 18, **_TOUCHED),
            words(middle, y + 12, f"pile {nth(pile)}", _LABEL),
            card_svg(middle - size[0] / 2, y + 18, self.state.piles[pile], fill, size=size),
            words(middle, y + 39, sign, f'text-anchor="middle" font-size="16" fill="{ink}"'),
        ]
        for k, line in enumerate(self._remarks(pile)):
            drawn.append(words(middle, y + 32 + size[1] + 14 * k, line, _REMARK))
        return place(f"pile-{nth(pile)}", self._pile_in_words(pile), drawn)

    def _own(self, rows: Rows, is_broad: bool) -> list[str]:
        size = (60.0, 84.0, 25) if is_broad else (50.0, 70.0, 22)
        cards = listed(self.state.hands[self.seat])
        name = f"{self._mark(self.seat)}{seat_name(self.seat, self.seat)}: {_cards(len(cards))}"
        drawn = [words(rows.left, rows.top - 10, name, _BOLD)]
        for card in cards:
            x, y = rows.next(size[0], size[1])
            drawn.append(place(f"card-{card}", str(card), [card_svg(x, y, card, size=size)]))
        return drawn

    def _remarks(self, pile: int) -> Sequence[str]:
        return self.remarks[pile] if self.remarks else ()

    def _pile_in_words(self, pile: int) -> str:
        way, remarks = "rises" if self.rises[pile] else "falls", self._remarks(pile)
        title = f"pile {nth(pile)}, {way}, shows {self.state.piles[pile]}"
        return f"{title}; {', '.join(remarks)}" if remarks else title

    def description(self) -> str:
        """The picture in words."""
        state, seats = self.state, range(self.players)
        others = [other for other in seats if other != self.seat]
        own = f"{hand_name(self.seat)}: {hand_text(state, self.seat)}."
        return "\n".join(
            [
                f"{self.status}.",
                *(f"{self._pile_in_words(pile)}." for pile in range(len(self.rises))),
                *([own] if self.seat != ONLOOKER else ()),
                f"Draw pile: {_cards(state.cards - state.drawn)}.",
                *(f"seat {nth(k)} has {_cards(len(listed(state.hands[k])))}." for k in others),
            ]
        )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _small(x: float, y: float, **how: object) -> str:
    """A card that cannot be touched, face down unless ``how`` says otherwise."""
    wide, high = _SMALL
    look = {"fill": _BACK, "stroke": "#fff", "stroke_width": 1, **how}
    return element("rect", x=x, y=y, width=wide, height=high, rx=5, **look)


def _stack(x: float, y: float, count: int) -> str:
    drawn = [words(x, y + 13, "draw pile", _BOLD)]
    drawn += [_small(x + 3 * k, y + 20) for k in range(min(count, 3))]
    if count == 0:
        drawn.append(_small(x, y + 20, fill="none", stroke=GREY, stroke_dasharray="4 3"))
    middle = x + _SMALL[0] / 2 + 3 * max(min(count, 3) - 1, 0)
    how = 'text-anchor="middle" font-size="17"'
    drawn.append(words(middle, y + 54, count, how if count == 0 else f'{how} fill="#fff"'))
    return element("g", element("title", f"draw pile: {_cards(count)}"), *drawn)
