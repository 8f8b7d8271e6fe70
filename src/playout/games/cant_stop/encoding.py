"""Observations and actions of Can't Stop for learners.

An action is a pair of columns, or one column, and whether to stop then.
"""

from __future__ import annotations

import math

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts
from playout.games.cant_stop.rules import DICE, HIGH, LENGTHS, LOW, WIDTH, column_move


def observation(rules: Rules) -> tuple[Seen, ...]:
    """All markers and runners, the throw, and how far the turn has come."""
    players, longest = rules.number("players"), int(LENGTHS.max())
    return (
        counts("steps", longest, players, WIDTH),
        counts("closed", 1, WIDTH),
        counts("runners", longest, WIDTH),
        counts("room", longest, WIDTH),
        counts("free", 3),
        Seen("dice", (DICE,), 1, 6),
        counts("player", players - 1),
        counts("columns", WIDTH, players),
        counts("thrown", math.inf),
        counts("turn", math.inf),
        counts("seat", players - 1),
    )


def actions(rules: Rules) -> list[int]:
    """Each column alone and each pair of two, of which the lower comes first; on, and stop."""
    columns = range(LOW, HIGH + 1)
    pairs = [(first, 0) for first in columns]
    pairs += [(first, second) for first in columns for second in columns if first <= second]
    return [int(column_move(*pair, stop)) for pair in pairs for stop in (0, 1)]
