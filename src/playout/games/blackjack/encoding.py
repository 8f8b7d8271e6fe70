"""Observations and actions of Blackjack for learners: to play, then each bet."""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts
from playout.games.blackjack.rules import BET, MOST_CARDS, MOST_DECKS, MOST_HANDS
from playout.kits.cards import CARDS


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The hands, the dealer's open cards, and what has been seen of the shoe."""
    decks = rules.number("decks")
    return (
        counts("phase", 1),
        counts("done", rules.number("rounds")),
        counts("insured", 2),
        counts("bet", rules.number("most_bet")),
        counts("count", MOST_HANDS),
        counts("turn", MOST_HANDS),
        counts("sizes", MOST_CARDS, MOST_HANDS),
        counts("points", 31, MOST_HANDS),
        counts("soft", 1, MOST_HANDS),
        counts("bets", 2, MOST_HANDS),
        counts("hands", CARDS, MOST_HANDS, MOST_CARDS),
        counts("dealer", CARDS, MOST_CARDS),
        counts("seen", max(decks, 1), CARDS),
        counts("left", MOST_DECKS * CARDS),
    )


def actions(rules: Rules) -> range:
    """To hit, stand, double, split, surrender, insure or not, and each bet."""
    return range(BET + 1 + rules.number("most_bet"))
