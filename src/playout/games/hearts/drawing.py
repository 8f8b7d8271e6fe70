"""Hearts for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER
from playout.engine.words.numbering import nth
from playout.games.hearts.positions import format_position as format_position
from playout.games.hearts.positions import known_position as known_position
from playout.games.hearts.positions import parse_position as parse_position
from playout.games.hearts.rules import points_now
from playout.games.hearts.sentences import events as events
from playout.games.hearts.sentences import standing, status
from playout.games.hearts.sentences import to_do as to_do
from playout.games.hearts.sentences import why_illegal as why_illegal
from playout.games.hearts.table_picture import TablePicture
from playout.kits.cards import card_text, hand_text
from playout.kits.trick_pictures import open_picture, trick_portrait
from playout.kits.trick_words import (
    PLAYED,
    hand_line,
    hands_lines,
    kind_of_card,
    play_trick,
    read_played,
)

MOVE_KINDS = ("pass", *PLAYED)


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    return MOVE_KINDS.index("pass" if state.passing else kind_of_card(state, move))


def format_move(move: int) -> str:
    """A card as people write it: ``QS``."""
    return card_text(move)


def parse_move(text: str) -> int:
    """The card of a text, such as ``QS`` or ``10H``."""
    return read_played(text, "Hearts")


def places(move: int) -> Sequence[str]:
    """The card to touch."""
    return (f"card-{move}",)


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the hand and the points of every seat, and the trick on the table."""

    def passes(player: int) -> str:
        chosen = int(state.chosen[player])
        return f"  passes {hand_text(chosen)}" if chosen else ""

    def told(player: int) -> str:
        return f"{standing(state, player):>9}, {state.tricks[player]} tricks"

    lines = hands_lines(state, int(rules.players), seat, told, passes)
    return "\n".join([status(state, rules, ONLOOKER), *lines])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: all hands face up, and the trick on the table."""

    def told(player: int) -> str:
        return f"{standing(state, player)}, {state.tricks[player]} tricks"

    title = f"Hearts, {status(state, rules, ONLOOKER)}"
    return open_picture(title, state, int(rules.players), told, state.chosen)


def in_words(state: Any, rules: Any, seat: int) -> str:
    """The own hand, the cards on the table, and who is to play, for odds."""
    return TablePicture(state, rules, seat).in_words()


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: the own cards to be touched, the others' face down."""
    return TablePicture(state, rules, seat).svg(width)


def portrait() -> str:
    """A trick with the queen of spades, and a part of a hand."""
    title = "Hearts: the queen of spades falls under the ace"
    return trick_portrait(title, (44, 51, 49, 30), (3, 8, 17, 21, 26, 31, 37))


def transcript(match: Any) -> str:
    """A whole game: the hands, what is passed, a line for each trick, and the end."""
    state, players, lines = match.state, range(int(match.rules["players"])), list[str]()
    while not match.is_over:
        number = int(state.hand_number)
        lines.append(f"hand {number + 1}")
        lines += [f"  seat {nth(player)}  {hand_line(state.hands[player])}" for player in players]
        while state.passing:
            seat, cards = match.seat, list[str]()
            while state.passing and match.seat == seat:
                cards.append(card_text(match.step()))
            lines.append(f"  seat {nth(seat)} passes {' '.join(cards)}")
        while not match.is_over and state.hand_number == number:
            lines.append(f"  {play_trick(match)}")
        before = ", ".join(f"seat {nth(p)} {points_now(state, p)}" for p in players)
        lines.append(f"  points: {before}")
    return "\n".join([*lines, status(state, match.rules.record(), ONLOOKER)])
