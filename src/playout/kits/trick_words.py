"""What happens in a trick-taking game, in words, and its positions and games as text.

The state has the fields of kits/trick_table.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.kits.cards import (
    CARDS,
    SUIT_NAMES,
    card_text,
    hand_text,
    holds,
    in_suit,
    read_card,
    suit_of,
)

PLAYED = ("lead", "follow", "throw")
"""The kinds of a card that is played."""


def read_played(text: str, title: str) -> int:
    """The card of a text, such as ``QS`` or ``10H``; PlayoutError for a joker."""
    card = read_card(text)
    if card >= CARDS:
        raise PlayoutError(f"'{text}' is not a move: {title} is played without jokers")
    return card


def kind_of_card(state: Any, card: int) -> str:
    """Which of the kinds PLAYED a card is of."""
    if not state.count:
        return "lead"
    return "follow" if suit_of(card) == suit_of(int(state.trick[0])) else "throw"


def hand_line(cards: Any) -> str:
    """The cards of a hand with blanks between them."""
    return hand_text(int(cards)).replace(",", " ")


def hands_lines(
    state: Any, players: int, seat: int, told: Callable[[int], str], more: Callable[[int], str]
) -> list[str]:
    """A line for each seat, with how it stands, its hand and what more there is; the trick."""
    lines = []
    for player in range(players):
        mark = ">" if player == seat and not state.over else " "
        hand = hand_line(state.hands[player])
        lines.append(f"{mark} seat {nth(player)}  {told(player)}  {hand}{more(player)}")
    cards = [card_text(int(card)) for card in state.trick[: state.count]]
    table = f"table, led by seat {nth(state.leader)}: {' '.join(cards)}" if cards else ""
    return [*lines, *filter(None, [table])]


def play_trick(match: Any) -> str:
    """Play one trick of a match; its cards, and who takes it."""
    state, cards = match.state, list[str]()
    before, leader = state.tricks.copy(), match.seat
    while not (state.tricks != before).any():
        cards.append(card_text(match.step()))
    winner = int((state.tricks - before).argmax())
    return f"seat {nth(leader)} leads {' '.join(cards)}: seat {nth(winner)}"


def must_follow(state: Any) -> str:
    """What the player to move can do on a led card."""
    led = suit_of(int(state.trick[0]))
    if int(state.hands[state.player]) & in_suit(led):
        return f"Follow suit: play one of your {SUIT_NAMES[led]}."
    return f"You have no {SUIT_NAMES[led]}: throw any card that lights up."


def why_not_played(state: Any, card: int) -> str:
    """Why a card may not be played: it is not in the hand, or does not follow suit; else ""."""
    hand = int(state.hands[state.player])
    if not holds(hand, card):
        return "this card is not in the hand"
    led = suit_of(int(state.trick[0])) if state.count else suit_of(card)
    if hand & in_suit(led) and suit_of(card) != led:
        return f"{SUIT_NAMES[led]} were led, and the hand has some"
    return ""
