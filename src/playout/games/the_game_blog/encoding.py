"""Observations and actions of the blog's loop for learners: action k is a card on a pile."""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.games.the_game_blog.rules import DECK, PILES, card_move


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The own hand, all cards on each pile, and how many are left to draw."""
    low, high = rules.number("low"), rules.number("high")
    return (
        sets("hand", range(low + 1, high), 1, words=2),
        sets("laid", range(low, high + 1), PILES, 1, words=2),
        Seen("piles", (PILES,), low, high),
        counts("draw_pile", DECK),
        counts("seat", rules.number("players") - 1),
    )


def actions(rules: Rules) -> list[int]:
    """Each card on each pile."""
    cards = range(rules.number("low") + 1, rules.number("high"))
    return [int(card_move(card, pile)) for card in cards for pile in range(PILES)]
