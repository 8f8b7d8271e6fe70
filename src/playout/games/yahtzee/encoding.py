"""Observations and actions of Yahtzee for learners.

The first actions, 0 to 12 in Yahtzee and 0 to 14 in Yatzy, fill a box; the others say which dice
stay.
"""

from __future__ import annotations

from itertools import product

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.games.yahtzee.boxes import DICE, FACES, ORDER, YATZY
from playout.games.yahtzee.rules import MOST_THROWS, keep_move


def observation(rules: Rules) -> tuple[Seen, ...]:
    """All cards, the dice, and how often they were thrown."""
    players, most = rules.number("players"), rules.game.measure("score").ends(rules)[1]
    boxes = _boxes(rules)
    return (
        Seen("dice", (DICE,), 1, 6),
        Seen("throws", (), 1, MOST_THROWS),
        counts("turn", players * len(boxes)),
        counts("player", players - 1),
        counts("points", most, players, boxes[-1] + 1),
        sets("used", range(boxes[-1] + 1), players),
        counts("upper", 5 * 21, players),
        counts("scores", most, players),
        counts("seat", players - 1),
    )


def actions(rules: Rules) -> list[int]:
    """Each box, and all ways to keep fewer dice than there are: how many of each face."""
    kept = [dice for dice in product(range(DICE), repeat=FACES) if sum(dice) < DICE]
    return [*_boxes(rules), *sorted(int(keep_move(*dice)) for dice in kept)]


def _boxes(rules: Rules) -> list[int]:
    """The boxes of a card, by their numbers."""
    return sorted(ORDER[YATZY if rules["variant"] == "yatzy" else 0])
