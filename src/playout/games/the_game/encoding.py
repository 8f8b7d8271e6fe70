"""Observations and actions of The Game for learners.

Action 0 ends the turn, 1 gives the game up, and then come all cards on all piles, without and with
the end of the turn.
"""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.games.the_game.hints import WORDS
from playout.games.the_game.rules import CONCEDE, STOP, card_move, deck_size


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The own hand, everything on the table, and what the others have said."""
    low, high, copies = (rules.number(name) for name in ("low", "high", "copies"))
    players, piles = rules.number("players"), _piles(rules)
    cards = range(low + 1, high)
    most = int(deck_size(rules.record()))
    minimum, hand = rules.number("min_cards"), rules.number("hand")
    marks = () if rules["hints"] == "none" else (counts("marks", len(WORDS) - 1, players, piles),)
    return (
        sets("hand", cards, copies, words=2),
        sets("played", cards, copies, words=2),
        Seen("piles", (piles,), low, high),
        counts("sizes", hand, players),
        counts("draw_pile", most),
        counts("left", most),
        Seen("needed", (), -hand, minimum),
        counts("turn_cards", hand),
        counts("turn", players - 1),
        counts("seat", players - 1),
        *marks,
    )


def actions(rules: Rules) -> list[int]:
    """To stop, to concede, and each card on each pile, without and with the end of the turn."""
    cards = range(rules.number("low") + 1, rules.number("high"))
    return [
        STOP,
        CONCEDE,
        *(
            int(card_move(card, pile, last))
            for card in cards
            for pile in range(_piles(rules))
            for last in (False, True)
        ),
    ]


def _piles(rules: Rules) -> int:
    return rules.number("ascending") + rules.number("descending")
