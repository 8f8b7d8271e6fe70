"""The exact value of each move on a small board, from all fillings of its free cells.

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

FEW_FREE = 11  # cells, each of which may be free, or of one of two players: 177,147 positions
MOST_FREE = 16  # cells: more take seconds, as all moves are counted


def exact_moves(
    view: Any, rules: Rules, players: Sequence[Player], measure: Measure
) -> Mapping[int, float] | None:
    """The chance that player 1 wins after each move, of a board with few free cells.

    Of others, or if something else counts, nothing while more follows than can be gone through.
    """
    names = {player.strategy.name for player in players if player.strategy.is_ours}
    ours = all(player.strategy.is_ours for player in players)
    if not ours or measure.name != "win" or names not in ({"random"}, {"exact"}):
        return None if view.free <= FEW_FREE else {}
    if view.free > MOST_FREE:
        return {}
    rows, cols, p = rules.number("rows"), rules.number("cols"), float(rules["p"])
    stones = np.array(view.stones[: rows * cols], np.int8).reshape(rows, cols)
    values = {}
    for cell in np.flatnonzero(stones == FREE).tolist():
        stones.flat[cell] = view.player
        values[int(cell_move(cell, cols))] = count_fillings(stones).win_rate(p)
        stones.flat[cell] = FREE
    return values
