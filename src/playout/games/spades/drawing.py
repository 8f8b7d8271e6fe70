"""Spades for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER, Rows, place, rectangle
from playout.engine.game.drawn_pieces import on_cloth
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.spades.positions import format_position as format_position
from playout.games.spades.positions import known_position as known_position
from playout.games.spades.positions import parse_position as parse_position
from playout.games.spades.rules import BID, NO_BID, SEATS, SIDES
from playout.games.spades.sentences import bid_text, points_of, standing, status, taken
from playout.games.spades.sentences import events as events
from playout.games.spades.sentences import to_do as to_do
from playout.games.spades.sentences import why_illegal as why_illegal
from playout.kits.cards import RANKS, card_text
from playout.kits.trick_pictures import TrickPicture, open_picture, trick_portrait
from playout.kits.trick_words import (
    PLAYED,
    hand_line,
    hands_lines,
    kind_of_card,
    play_trick,
    read_played,
)

MOVE_KINDS = ("bid", *PLAYED)
_KEY = 42.0  # pixels, of a bid to touch


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    return MOVE_KINDS.index("bid" if move >= BID else kind_of_card(state, move))


def format_move(move: int) -> str:
    """A card, ``QS``, or a bid, ``bid 3``, ``nil``."""
    if BID <= move <= BID + RANKS:
        return "nil" if move == BID else f"bid {move - BID}"
    return card_text(move)


def parse_move(text: str) -> int:
    """The card or the bid of such a text."""
    word = " ".join(text.lower().split())
    if word == "nil":
        return BID
    if not word.startswith("bid "):
        return read_played(text, "Spades")
    number = word.removeprefix("bid ")
    if not (number.isdecimal() and int(number) <= RANKS):
        raise PlayoutError(f"'{text}' is not a bid: write nil, or bid 1 to bid {RANKS}")
    return BID + int(number)


def places(move: int) -> Sequence[str]:
    """The card or the bid to touch."""
    return (f"bid-{move - BID}" if move >= BID else f"card-{move}",)


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the bid, the tricks and the hand of every seat, and the trick on the table."""
    lines = hands_lines(
        state, SEATS, seat, lambda player: f"{standing(state, player):<23}", lambda player: ""
    )
    return "\n".join([status(state, rules, ONLOOKER), *lines])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: all hands face up, and the trick on the table."""
    title = f"Spades, {status(state, rules, ONLOOKER)}"
    return open_picture(title, state, SEATS, lambda player: standing(state, player))


class _Picture(TrickPicture):
    """The table as a seat sees it, with bids to touch."""

    title = "Spades"

    def status(self) -> str:
        return status(self.state, self.rules, self.seat)

    def standing(self, player: int) -> str:
        return taken(self.state, player)

    def note(self, player: int) -> str:
        """The points of a side, and who is on that of the seat."""
        is_partner = self.seat not in (ONLOOKER, player) and (player - self.seat) % SIDES == 0
        return f"{points_of(self.state, player)}{', partner' if is_partner else ''}"

    @property
    def is_played(self) -> bool:
        return not self.state.over and NO_BID not in self.state.bids

    def more(self, y: float, width: float) -> tuple[list[str], float]:
        """The bids, while the own seat has to make one."""
        state = self.state
        if state.over or self.seat != state.player or state.bids[self.seat] != NO_BID:
            return [], y
        lie, drawn = Rows(12, width - 12, y + 6, 5), []
        for bid in range(0 if self.rules.nil else 1, RANKS + 1):
            left, top = lie.next(_KEY, _KEY)
            how = 'font-size="15" font-weight="bold" text-anchor="middle"'
            key = [
                rectangle(left, top, _KEY, _KEY, rx=6, fill="#000", fill_opacity=0.25),
                on_cloth(left + _KEY / 2, top + 27, bid_text(bid), how),
            ]
            drawn.append(place(f"bid-{bid}", f"bid {bid_text(bid)}", key))
        return drawn, lie.end() + 4


def in_words(state: Any, rules: Any, seat: int) -> str:
    """The own hand, the cards on the table, and who is to play, for odds."""
    return _Picture(state, rules, seat).in_words()


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: the own cards to be touched, the others' face down."""
    return _Picture(state, rules, seat).svg(width)


def portrait() -> str:
    """A trick that the two of spades takes, and a part of a hand."""
    title = "Spades: the two of spades takes a trick with the ace of hearts"
    return trick_portrait(title, (36, 38, 39, 30), (3, 8, 17, 21, 41, 45, 51))


def transcript(match: Any) -> str:
    """A whole game: the hands, the bids, a line for each trick, and the points."""
    state, lines = match.state, list[str]()
    while not match.is_over:
        number = int(state.hand_number)
        lines.append(f"hand {number + 1}")
        lines += [f"  seat {nth(s)}  {hand_line(state.hands[s])}" for s in range(SEATS)]
        bids = [f"seat {nth(match.seat)} {format_move(match.step())}" for _ in range(SEATS)]
        lines.append(f"  {', '.join(bids)}")
        while not match.is_over and state.hand_number == number:
            lines.append(f"  {play_trick(match)}")
        lines.append(f"  points: {state.points[0]} and {state.points[1]}")
    return "\n".join([*lines, status(state, match.rules.record(), ONLOOKER)])
