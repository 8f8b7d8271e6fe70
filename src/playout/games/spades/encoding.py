"""Observations and actions of Spades for learners: cards, then bids from nil to 13."""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.games.spades.rules import BID, MOST_HANDS, PLUS, SEATS, SIDES
from playout.kits.cards import CARDS, RANKS, SUITS


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The own cards, the bids, and all that was played."""
    hands = MOST_HANDS if rules.number("points") else 1
    cards = range(CARDS)
    return (
        sets("hand", cards),
        sets("legal", cards),
        sets("played", cards, SEATS),
        sets("empty", range(SUITS), SEATS),
        counts("trick", CARDS - 1, SEATS),
        counts("bids", RANKS, SEATS),
        *(counts(name, RANKS * hands, SEATS) for name in ("tricks", "before")),
        counts("points", PLUS, SIDES),
        counts("bags", RANKS * hands, SIDES),
        *(counts(name, SEATS - 1) for name in ("count", "leader", "player", "seat")),
        counts("broken", 1),
        counts("trick_number", RANKS),
        counts("hand_number", hands),
    )


def actions(rules: Rules) -> range:
    """All cards and bids."""
    return range(BID + RANKS + 1)
