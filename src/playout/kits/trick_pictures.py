"""The picture that a seat sees of a trick-taking game.

The others are at the top with how they stand, below lie the trick on the table and the one before
it, and at the foot is the own hand.  A card of the hand is the place ``card-49``.  The state has
the fields of kits/trick_table.py, or is one in plain Python (PlainTable).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

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
    portrait,
    seat_disc,
    sign,
    table_picture,
)
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import capitalised
from playout.kits.card_pictures import Size, card_picture
from playout.kits.cards import card_name, card_text, cards_of, size_of
from playout.kits.trick_table import PlainTable
from playout.kits.trick_words import hand_line, hands_lines

_MARGIN, _DESK, _GAP = 12.0, 560.0, 6.0  # pixels
_SMALL, _LINE = (32.0, 46.0), 74.0  # of a picture of all hands
_BOLD = 'font-size="13" font-weight="bold"'
_PLAIN = 'font-size="12"'


def open_picture(
    title: str, state: Any, players: int, told: Callable[[int], str], marked: Any = None
) -> str:
    """A position as an SVG string: all hands face up, some cards ``marked``, and the trick."""
    parts, y = [], 10.0
    for player in range(players):
        cards = cards_of(int(state.hands[player]))
        to_move = player == state.player and not state.over
        parts += [
            seat_disc(22, y + 11, player, is_to_move=to_move),
            on_cloth(40, y + 16, f"seat {nth(player)}: {told(player)}", 'font-size="14"'),
        ]
        step = min(_SMALL[0] + 2, (_DESK - 24 - _SMALL[0]) / max(len(cards) - 1, 1))
        for k, card in enumerate(cards):
            glows = marked is not None and int(marked[player]) >> card & 1
            fill = {"fill": GLOW} if glows else {}
            parts.append(card_picture(card, 12 + k * step, y + 24, _SMALL, **fill))
        y += _LINE + 4
    for k in range(int(state.count)):
        player, x = (int(state.leader) + k) % players, 12 + k * 60.0
        parts.append(seat_disc(x + 16, y + 12, player))
        parts.append(card_picture(int(state.trick[k]), x, y + 28, _SMALL))
    return table_picture(_DESK, y + (82 if state.count else 4), title, parts)


def trick_portrait(title: str, trick: Sequence[int], held: Sequence[int]) -> str:
    """A small picture of a game: four cards of a trick, and a part of a hand."""
    parts = [
        element(
            "g",
            card_picture(card, 0, 0, (52, 74)),
            transform=f"translate({60 + 50 * k} {14 + 5 * (k % 2)}) rotate({5 - 6 * k % 11})",
        )
        for k, card in enumerate(trick)
    ]
    for k, card in enumerate(held):
        parts.append(card_picture(card, 26 + 38 * k, 106, (50, 70)))
    return portrait(title, parts)


@dataclass(frozen=True)
class TrickPicture:
    """What a seat sees, where what is hidden from it is missing; a game says the rest."""

    state: Any
    rules: Any
    seat: int

    title = ""  # of the game

    def __post_init__(self) -> None:
        if not isinstance(self.state, np.void):
            object.__setattr__(self, "state", PlainTable(self.state, self.rules))

    def status(self) -> str:
        """How the game stands, in a sentence without its point."""
        raise NotImplementedError

    def standing(self, player: int) -> str:
        """How a player stands: ``12 points``."""
        raise NotImplementedError

    @property
    def is_played(self) -> bool:
        """Whether cards are played, so that there is a trick."""
        return not self.state.over

    def note(self, player: int) -> str:
        """What else is to be seen of a player, in few letters."""
        return ""

    def chosen(self) -> int:
        """Own cards that are chosen, and no longer to be touched."""
        return 0

    def card_title(self, card: int) -> str:
        """A card of the own hand, in words."""
        return card_name(card)

    def more(self, y: float, width: float) -> tuple[list[str], float]:
        """What stands between the trick and the own hand, and where it ends."""
        return [], y

    def more_in_words(self) -> list[str]:
        """What else the picture shows of the own cards, in sentences."""
        return []

    def text(self) -> str:
        """All hands, and the trick, for a terminal."""
        players = int(self.rules.players)
        lines = hands_lines(self.state, players, self.seat, self.standing, lambda player: "")
        return "\n".join([capitalised(self.status()), *lines])

    def in_words(self) -> str:
        """What the seat sees: ``with 2C AH in hand, 3C on the table, spades are trumps``."""
        table = " ".join(card_text(int(card)) for card in self.state.trick[: self.state.count])
        held = f"with {hand_line(self.state.hands[self.seat])} in hand"
        return ", ".join([held, *([f"{table} on the table"] if table else []), self.status()])

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        how = f'fill="{ON_CLOTH}" font-weight="bold"'
        parts, y = paragraph(_MARGIN, 8, capitalised(self.status()), width - 2 * _MARGIN, 15, how)
        players = [player for player in range(int(self.rules.players)) if player != self.seat]
        columns = len(players) if width >= _DESK else 2
        room = (width - 2 * _MARGIN + _GAP) / columns - _GAP
        rows = Rows(_MARGIN, width - _MARGIN, y + 6, _GAP)
        for player in players:
            parts.append(self._other(player, *rows.next(room, 74), room))
        y = rows.end()
        drawn, y = self._tricks(y, width)
        parts += drawn
        drawn, y = self.more(y, width)
        parts += drawn
        if self.seat != ONLOOKER:
            own, y = self._own(width, y)
            parts.append(own)
        return table_picture(width, y, self._description(), parts)

    def _is_to_move(self, player: int) -> bool:
        return player == self.state.player and not self.state.over

    def _other(self, player: int, x: float, y: float, room: float) -> str:
        """Another player: name, points, the number of cards, and the point cards taken."""
        count = size_of(int(self.state.hands[player]))
        name = seat_name(player, self.seat, int(room / 9) - 3)
        taken = self.note(player)
        letters = int(room / 7)
        told = taken if len(taken) <= letters else f"{taken[: letters - 1]}…"
        drawn = [
            rectangle(x, y, room, 74, rx=6, fill="#000", fill_opacity=0.15),
            seat_disc(x + 16, y + 17, player, self.seat, is_to_move=self._is_to_move(player)),
            on_cloth(x + 34, y + 21.5, name, _BOLD),
            *(back(x + 8 + 5 * k, y + 34, 14, 20, 3) for k in range(min(count, 12))),
            on_cloth(x + 88, y + 48, self.standing(player), _PLAIN),
            on_cloth(x + 8, y + 68, told, 'font-size="11"', FAINT_ON_CLOTH),
        ]
        return element("g", element("title", escape(self._told(player))), *drawn)

    def _told(self, player: int) -> str:
        cards, taken = size_of(int(self.state.hands[player])), self.note(player)
        of_hand = f", with {taken}" if taken else ""
        told = f"{'1 card' if cards == 1 else f'{cards} cards'}, {self.standing(player)}"
        return f"{does(player, self.seat, 'has')} {told}{of_hand}"

    def _tricks(self, y: float, width: float) -> tuple[list[str], float]:
        """The trick on the table, and beside or below it the one before."""
        players, state = int(self.rules.players), self.state
        size, small = ((56.0, 80.0), (34.0, 48.0))
        step = min(size[0] + 14, (width - 2 * _MARGIN) / players)
        drawn = list[str]()
        for k in range(players if self.is_played else 0):
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
        cards = cards_of(int(self.state.hands[self.seat]))
        size: Size = (48.0, 66.0) if width >= _DESK else (41.0, 60.0)
        lie = Rows(_MARGIN, width - _MARGIN, top + 44, 5)
        name = f"{seat_name(self.seat, self.seat, 18)}: {self.standing(self.seat)}"
        taken = self.note(self.seat)
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
            if self.chosen() >> card & 1:
                picture = card_picture(card, x, y, size, fill=GLOW)
                drawn.append(
                    part(f"card-{card}", [picture, sign(x + size[0] / 2, y + size[1] - 6, "pass")])
                )
            else:
                picture = card_picture(card, x, y, size)
                drawn.append(place(f"card-{card}", self.card_title(card), [picture]))
        end = lie.end() + 6
        return hand(width, top, end - top, name, drawn), end

    def _description(self) -> str:
        """The picture in words."""
        state, players = self.state, int(self.rules.players)
        lines = [f"{self.title}, {self.status()}."]
        for k in range(int(state.count)):
            player = (int(state.leader) + k) % players
            name = seat_name(player, self.seat)
            lines.append(f"On the table from {name}: {card_name(int(state.trick[k]))}.")
        if self.seat != ONLOOKER:
            cards = ", ".join(map(card_name, cards_of(int(state.hands[self.seat])))) or "no cards"
            lines.append(f"{hand_name(self.seat)}: {cards}.")
            lines += self.more_in_words()
        return "\n".join([*lines, *(f"{self._told(player)}." for player in range(players))])
