"""What each move on a small board is worth, exactly, from all fillings of its free cells.

Between two players of whom each plays at random, a filling is as likely as the coins make it.  The
same is true between two who play as well as can be (Peres, Schramm, Sheffield and Wilson,
"Random-turn Hex and other selection games", Amer. Math. Monthly 114, 2007).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from playout.engine.game.game import Measure, Player, Rules
from playout.games.hex.board import FREE
from playout.games.hex.exact import count_fillings
from playout.games.hex.rules import cell_move

MOST_FREE = 16  # cells: more take seconds, as all moves are counted


def exact_moves(
    view: Any, rules: Rules, players: Sequence[Player], measure: Measure
) -> Mapping[int, float] | None:
    """The chance that player 1 wins after each move, of a board with few free cells."""
    names = {player.strategy.name for player in players if player.strategy.is_ours}
    if measure.name != "win" or view.free > MOST_FREE or names not in ({"random"}, {"exact"}):
        return None
    if any(not player.strategy.is_ours for player in players):
        return None
    rows, cols, p = rules.number("rows"), rules.number("cols"), float(rules["p"])
    stones = np.array(view.stones[: rows * cols], np.int8).reshape(rows, cols)
    values = {}
    for cell in np.flatnonzero(stones == FREE).tolist():
        stones.flat[cell] = view.player
        values[int(cell_move(cell, cols))] = count_fillings(stones).win_rate(p)
        stones.flat[cell] = FREE
    return values
