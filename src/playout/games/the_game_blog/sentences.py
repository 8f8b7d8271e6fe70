"""What happens in the blog's loop, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.words.numbering import nth
from playout.games.numbered_cards.sentences import cards_drawn
from playout.games.the_game_blog.rules import card_of, pile_of


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did: a card laid and one drawn, or a card that did not fit."""
    player, where = int(before.player), f"{card_of(move)} on pile {nth(pile_of(move))}"
    if after.left == before.left:
        return [(player, f"proposed {where} (it does not fit)")]
    drawn = cards_drawn(before, after, player, seat, card_of(move))
    return [(player, f"laid {where}{drawn and f', {drawn}'}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    return "Choose a card and its pile; a card that does not fit ends the game."
