"""The picture that a seat sees of Hearts.

The others are at the top with their points and cards, below lie the trick on the table and the one
before it, and at the foot is the own hand.  A card of the hand is the place ``card-49``.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from playout.engine.game.drawings import (
    ONLOOKER,
    Rows,
    does,
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
    GLOW,
    ON_CLOTH,
    back,
    hand,
    on_cloth,
    seat_disc,
    sign,
    table_picture,
)
from playout.games.hearts.deck import POINT_CARDS, distance_of
from playout.games.hearts.sentences import standing, status
from playout.kits.card_pictures import Size, card_picture
from playout.kits.cards import card_name, card_sign, cards_of, size_of

_MARGIN, _DESK, _GAP = 12.0, 560.0, 6.0  # pixels
_BOLD = 'font-size="13" font-weight="bold"'
_PLAIN = 'font-size="12"'


@dataclass(frozen=True)
class TablePicture:
    """What a seat sees, where what is hidden from it is missing."""

    state: Any
    rules: Any
    seat: int

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        how = f'fill="{ON_CLOTH}" font-weight="bold"'
        parts, y = paragraph(_MARGIN, 8, self._status(), width - 2 * _MARGIN, 15, how)
        players = [player for player in range(int(self.rules.players)) if player != self.seat]
        columns = len(players) if width >= _DESK else 2
        room = (width - 2 * _MARGIN + _GAP) / columns - _GAP
        rows = Rows(_MARGIN, width - _MARGIN, y + 6, _GAP)
        for player in players:
            parts.append(self._other(player, *rows.next(room, 74), room))
        y = rows.end()
        drawn, y = self._tricks(y, width)
        parts += drawn
        if self.seat != ONLOOKER:
            own, y = self._own(width, y)
            parts.append(own)
        return table_picture(width, y, self._description(), parts)

    def _status(self) -> str:
        told = status(self.state, self.rules, self.seat)
        return f"{told[0].upper()}{told[1:]}"

    def _is_to_move(self, player: int) -> bool:
        return player == self.state.player and not self.state.over

    def _other(self, player: int, x: float, y: float, room: float) -> str:
        """Another player: name, points, the number of cards, and the point cards taken."""
        count = size_of(int(self.state.hands[player]))
        name = seat_name(player, self.seat, int(room / 9) - 3)
        taken = self._taken(player)
        letters = int(room / 7)
        told = taken if len(taken) <= letters else f"{taken[: letters - 1]}…"
        drawn = [
            rectangle(x, y, room, 74, rx=6, fill="#000", fill_opacity=0.15),
            seat_disc(x + 16, y + 17, player, self.seat, is_to_move=self._is_to_move(player)),
            on_cloth(x + 34, y + 21.5, name, _BOLD),
            *(back(x + 8 + 5 * k, y + 34, 14, 20, 3) for k in range(min(count, 12))),
            on_cloth(x + 88, y + 48, standing(self.state, player), _PLAIN),
            on_cloth(x + 8, y + 68, told, 'font-size="11"', FAINT_ON_CLOTH),
        ]
        return element("g", element("title", escape(self._told(player))), *drawn)

    def _taken(self, player: int) -> str:
        """The cards with points that a player has taken in this hand."""
        cards = cards_of(int(self.state.taken[player]) & POINT_CARDS)
        return " ".join(card_sign(card) for card in reversed(cards))

    def _told(self, player: int) -> str:
        cards, taken = size_of(int(self.state.hands[player])), self._taken(player)
        of_hand = f", with {taken}" if taken else ""
        told = f"{'1 card' if cards == 1 else f'{cards} cards'}, {standing(self.state, player)}"
        return f"{does(player, self.seat, 'has')} {told}{of_hand}"

    def _tricks(self, y: float, width: float) -> tuple[list[str], float]:
        """The trick on the table, and beside or below it the one before."""
        players, state = int(self.rules.players), self.state
        size, small = ((56.0, 80.0), (34.0, 48.0))
        step = min(size[0] + 14, (width - 2 * _MARGIN) / players)
        drawn = list[str]()
        for k in range(0 if state.passing or state.over else players):
            player = (int(state.leader) + k) % players
            x = _MARGIN + k * step
            drawn.append(seat_disc(x + size[0] / 2, y + 18, player, self.seat))
            if k < state.count:
                card = int(state.trick[k])
                drawn.append(part(f"card-{card}", [card_picture(card, x, y + 36, size)]))
            else:
                outline: dict[str, Any] = {
                    "fill": "none",
                    "stroke": FAINT_ON_CLOTH,
                    "stroke_dasharray": "4 4",
                }
                drawn.append(rectangle(x, y + 36, *size, rx=6, **outline))
        end = y + (126 if drawn else 4)
        if width >= _DESK and drawn:
            return drawn + self._last(_MARGIN + players * step + 30, y, small), end
        if state.last_count:
            return drawn + self._last(_MARGIN, end - 6, small), end + 92
        return drawn, end

    def _last(self, x: float, y: float, size: Size) -> list[str]:
        state, players = self.state, int(self.rules.players)
        count = int(state.last_count)
        drawn = [on_cloth(x, y + 14, "trick before", _PLAIN, FAINT_ON_CLOTH)] if count else []
        for k in range(count):
            player, left = (int(state.last_leader) + k) % players, x + k * (size[0] + 8)
            drawn.append(seat_disc(left + size[0] / 2, y + 29, player, self.seat, radius=9))
            drawn.append(card_picture(int(state.last[k]), left, y + 42, size))
        return drawn

    def _own(self, width: float, top: float) -> tuple[str, float]:
        """The own hand, and the height at which it ends."""
        cards, state = cards_of(int(self.state.hands[self.seat])), self.state
        size: Size = (48.0, 66.0) if width >= _DESK else (41.0, 60.0)
        lie = Rows(_MARGIN, width - _MARGIN, top + 44, 5)
        name = f"{seat_name(self.seat, self.seat, 18)}: {standing(state, self.seat)}"
        taken = self._taken(self.seat)
        drawn = [
            seat_disc(
                _MARGIN + 13, top + 20, self.seat, self.seat, is_to_move=self._is_to_move(self.seat)
            ),
            on_cloth(_MARGIN + 31, top + 24.5, name, _BOLD),
        ]
        if taken and 8 * len(name) + 9 * len(taken) + 60 < width:
            how = 'font-size="12" text-anchor="end"'
            drawn.append(on_cloth(width - _MARGIN, top + 24.5, taken, how, FAINT_ON_CLOTH))
        for card in cards:
            x, y = lie.next(*size)
            if int(state.chosen[self.seat]) >> card & 1:
                picture = card_picture(card, x, y, size, fill=GLOW)
                drawn.append(
                    part(f"card-{card}", [picture, sign(x + size[0] / 2, y + size[1] - 6, "pass")])
                )
            else:
                picture = card_picture(card, x, y, size)
                drawn.append(place(f"card-{card}", self._title(card), [picture]))
        end = lie.end() + 6
        return hand(width, top, end - top, name, drawn), end

    def _title(self, card: int) -> str:
        giver = self._giver()
        if self._received() >> card & 1:
            return f"{card_name(card)}, from {seat_name(giver, self.seat)}"
        return card_name(card)

    def _giver(self) -> int:
        distance = int(distance_of(self.rules, self.state.hand_number))
        return (self.seat - distance) % int(self.rules.players)

    def _received(self) -> int:
        return int(self.state.given[self._giver()])

    def _description(self) -> str:
        """The picture in words."""
        state, players = self.state, int(self.rules.players)
        lines = [f"Hearts, {status(state, self.rules, self.seat)}."]
        for k in range(int(state.count)):
            player = (int(state.leader) + k) % players
            name = seat_name(player, self.seat)
            lines.append(f"On the table from {name}: {card_name(int(state.trick[k]))}.")
        if self.seat != ONLOOKER:
            cards = ", ".join(map(card_name, cards_of(int(state.hands[self.seat])))) or "no cards"
            lines.append(f"{hand_name(self.seat)}: {cards}.")
            for sort, chosen in (
                ("To pass", int(state.chosen[self.seat])),
                ("Received", self._received()),
            ):
                if chosen:
                    lines.append(f"{sort}: {', '.join(map(card_name, cards_of(chosen)))}.")
        return "\n".join([*lines, *(f"{self._told(player)}." for player in range(players))])
