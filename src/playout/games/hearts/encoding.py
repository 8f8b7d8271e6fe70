"""Observations and actions of Hearts for learners: action k is card k, to pass or to play."""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.games.hearts.records import SEATS
from playout.kits.cards import CARDS, SUITS


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The own cards, those that were passed, and all that was played."""
    players, cards = rules.number("players"), range(CARDS)

    def most(name: str) -> float:
        return rules.game.measure(name).ends(rules)[1]

    return (
        *(sets(name, cards) for name in ("hand", "legal", "chosen", "given", "received")),
        *(sets(name, cards, players) for name in ("played", "taken")),
        sets("empty", range(SUITS), players),
        counts("trick", CARDS - 1, SEATS),
        counts("scores", most("points"), players),
        counts("tricks", most("tricks"), players),
        counts("count", players - 1),
        counts("leader", players - 1),
        counts("player", players - 1),
        counts("passing", players - 1),
        counts("broken", 1),
        counts("trick_number", 17),
        counts("hand_number", most("hands")),
        counts("seat", players - 1),
    )


def actions(rules: Rules) -> range:
    """All cards."""
    return range(CARDS)
