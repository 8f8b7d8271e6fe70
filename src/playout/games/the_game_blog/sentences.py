"""What happens in the blog's loop, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.words.numbering import nth
from playout.games.numbered_cards.sentences import cards_drawn, cards_left, stuck
from playout.games.the_game_blog.rules import ASCENDING, PILES, card_of, pile_of

RISES = tuple(pile < ASCENDING for pile in range(PILES))


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


def why_over(match: Any, seat: int) -> str:
    """Why a game was lost, or ended with cards left."""
    state, ending = match.state, match.outcome()["ending"]
    if state.left == 0:
        return ""
    if ending == "deck_empty":
        why = "The draw pile is empty, and this round was the last one."
    elif ending == "stuck":
        why = stuck(state, RISES, 0, "propose a card", seat)
    else:
        card, pile = card_of(match.moves[-1]), pile_of(match.moves[-1])
        way = "higher" if RISES[pile] else "lower"
        top = f"pile {nth(pile)}, which shows {state.piles[pile]} and takes {way} cards only"
        why = f"{card} does not fit on {top}."
    return f"{why} {cards_left(state)}"
