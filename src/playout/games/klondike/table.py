"""The table of Klondike drawn: stock, waste, foundations and columns."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import disc, element, paragraph, part, place, rectangle
from playout.engine.game.drawn_pieces import FAINT_ON_CLOTH, ON_CLOTH, back, on_cloth, ring
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.games.klondike.records import (
    COLUMNS,
    FIRST_CARD_MOVE,
    MOVES,
    UP,
    card_at_rank,
    kind_of,
    moved_card,
    under,
)
from playout.games.klondike.rules import empty_column, is_legal, may_draw
from playout.kits.card_pictures import Size, card_picture, ink_of, suit_shape
from playout.kits.cards import RANKS, SUITS, card_name, card_text, low_rank_of, read_card, suit_of

_GAP = 4.0
_MIDDLE = 'text-anchor="middle"'


def _card(card: int, x: float, y: float, size: Size) -> list[str]:
    """A card whose suit shows, too, where only its upper edge does."""
    width, large = size[0], size[0] * 0.36
    corner = suit_shape(suit_of(card), x + width * 0.78, y + large * 0.66, large * 0.34)
    return [card_picture(card, x, y, size), corner]


class _Table:
    """Where everything lies on a table of a width, and what can be touched."""

    def __init__(self, state: Any, rules: Any, width: float, top: float, can_touch: bool) -> None:
        self.state, self.rules, self.top = state, rules, top
        self.card = min(72.0, (width - 12 - _GAP * (COLUMNS - 1)) / COLUMNS)
        self.high = round(self.card * 1.42, 1)
        self.left = (width - COLUMNS * self.card - _GAP * (COLUMNS - 1)) / 2
        self.step, self.low_step = max(26.0, self.card * 0.44), 8.0
        self.cards, self.homes, self.to_empty = set[int](), set[int](), False
        legal = range(FIRST_CARD_MOVE, MOVES) if can_touch else ()
        for move in legal:
            if is_legal(state, rules, move):
                self._touch(move)
        self.can_draw = can_touch and bool(may_draw(state, rules))

    def _touch(self, move: int) -> None:
        """Note the places of a move."""
        card = moved_card(move)
        self.cards.add(card)
        if kind_of(move) == UP:
            self.homes.add(suit_of(card))
        elif low_rank_of(card) == RANKS:
            self.to_empty = True
        else:
            self.cards.add(int(under(card, kind_of(move))))

    def x(self, column: float) -> float:
        """The left edge of a column."""
        return round(self.left + column * (self.card + _GAP), 1)

    def one(self, card: int, x: float, y: float) -> str:
        """A card, a place if it can be touched."""
        drawn = _card(card, x, y, (self.card, self.high))
        name = f"card-{card_text(card)}"
        if card in self.cards:
            return place(name, card_name(card).capitalize(), drawn)
        return part(name, drawn)

    def slot(self, x: float, y: float) -> str:
        """The place of a card that is not there."""
        how = {"fill": "none", "stroke": FAINT_ON_CLOTH, "stroke_dasharray": "4 4"}
        return rectangle(x, y, self.card, self.high, rx=6, **how)

    def stock(self) -> str:
        """The stock with its number of cards, or the mark of an empty one."""
        x, y, number = self.x(0), self.top, int(self.state.left - self.state.waste)
        middle = x + self.card / 2, y + self.high / 2
        if number:
            label = disc(*middle, 13, fill="#fff") + on_cloth(
                round(middle[0], 1),
                round(middle[1] + 5, 1),
                number,
                f'{_MIDDLE} font-size="14"',
                "#222",
            )
            drawn = [back(x, y, self.card, self.high), label]
            title = f"Draw from the stock of {number} cards"
        else:
            turn = f"M{middle[0] + 9:.1f} {middle[1]:.1f}a9 9 0 1 1 -4 -7.5l0 -5m0 5l-5 0"
            how = {"fill": "none", "stroke": ON_CLOTH, "stroke_width": 2}
            empty = rectangle(x, y, self.card, self.high, rx=6, fill="#000", fill_opacity=0.12)
            mark = element("path", d=turn, **how) if self.can_draw else ""
            drawn = [empty, self.slot(x, y), mark, ring(x, y, self.card, self.high)]
            title = "Turn the stock over and draw"
        return place("stock", title, drawn) if self.can_draw else part("stock", drawn)

    def waste(self) -> list[str]:
        """The cards drawn last, the last one whole."""
        count = min(int(self.state.waste), int(self.rules.draw))
        first = int(self.state.waste) - count
        cards = self.state.talon[first : first + count].tolist()
        step = min(self.card * 0.45, (self.x(3) - self.x(1) - self.card - _GAP) / 2)
        return [self.one(card, self.x(1) + k * step, self.top) for k, card in enumerate(cards)]

    def foundation(self, suit: int) -> str:
        """The last card of a foundation, or its sign."""
        x, y, count = self.x(3 + suit), self.top, int(self.state.home[suit])
        name, title = f"home-{suit}", "Foundation"
        if count:
            card = card_at_rank(suit, count)
            if suit not in self.homes:
                return self.one(card, x, y)
            drawn, title = (
                _card(card, x, y, (self.card, self.high)),
                f"Foundation: {card_name(card)}",
            )
            if card in self.cards:  # the lower half is that of the card which can come back
                half = self.high / 2
                lower = rectangle(x, y + half, self.card, half, fill="#000", fill_opacity=0)
                shown = [lower, ring(x, y + half, self.card, half)]
                back_title = f"{card_name(card).capitalize()}, to come back"
                return place(name, title, drawn) + place(
                    f"card-{card_text(card)}", back_title, shown
                )
        else:
            sign = suit_shape(suit, x + self.card / 2, y + self.high / 2, self.card * 0.22)
            sign = sign.replace(ink_of(suit), FAINT_ON_CLOTH)
            floor = rectangle(x, y, self.card, self.high, rx=6, fill="#000", fill_opacity=0.12)
            drawn = [floor, self.slot(x, y), sign, ring(x, y, self.card, self.high)]
        return place(name, title, drawn) if suit in self.homes else part(name, drawn)

    def column(self, column: int, y: float) -> tuple[list[str], float]:
        """The cards of a column, and where they end."""
        state, x = self.state, self.x(column)
        down, size = int(state.down[column]), int(state.sizes[column])
        if size == 0:
            floor = rectangle(x, y, self.card, self.high, rx=6, fill="#000", fill_opacity=0.12)
            drawn = [floor, self.slot(x, y), ring(x, y, self.card, self.high)]
            if self.to_empty and column == empty_column(state):
                return [place("empty", "Empty column", drawn)], y + self.high
            return drawn, y + self.high
        drawn = [back(x, y + k * self.low_step, self.card, self.high) for k in range(down)]
        y += down * self.low_step
        for k, card in enumerate(state.cards[column, down:size].tolist()):
            drawn.append(self.one(card, x, y + k * self.step))
        return drawn, y + (size - down - 1) * self.step + self.high


def table(
    state: Any, rules: Any, width: float, status: str, can_touch: bool
) -> tuple[list[str], float]:
    """What lies on the table, and how high that is."""
    how = f'fill="{ON_CLOTH}" font-weight="bold"'
    parts, y = paragraph(10, 8, status, width - 20, 15, how)
    cloth = _Table(state, rules, width, y + 6, can_touch)
    parts += [cloth.stock(), *cloth.waste(), *(cloth.foundation(suit) for suit in range(SUITS))]
    bottom = y
    for column in range(COLUMNS):
        drawn, end = cloth.column(column, cloth.top + cloth.high + 12)
        parts += drawn
        bottom = max(bottom, end)
    return parts, bottom + 12


def portrait() -> str:
    """Some columns in the middle of a game."""
    parts = list[str]()
    for k, names in enumerate(("KS,QH,JC", "9D,8S", "7H", "10C,9H", "QD,JS,10D")):
        x = 20.0 + 58 * k
        for row in range(k):
            parts.append(back(x, 16 + 9.0 * row, 50, 71))
        for row, name in enumerate(names.split(",")):
            parts += _card(read_card(name), x, 16 + 9.0 * k + 24 * row, (50, 71))
    return portrait_of("A game of Klondike: cards face up and face down in columns", parts)
