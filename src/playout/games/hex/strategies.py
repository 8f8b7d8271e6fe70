"""Strategies for random-turn Hex."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import next_word, randrange
from playout.engine.find.declarations import strategy
from playout.engine.game.game import CHANCE_BITS, Rules
from playout.engine.words.errors import PlayoutError
from playout.games.hex.board import FREE, NOWHERE
from playout.games.hex.connections import best_crossing, nearest_to_centre
from playout.games.hex.exact import MOST_FREE, most_pivotal_cell
from playout.games.hex.fill import DIGITS, Filling, make_fields
from playout.games.hex.race import Sampling, most_pivotal
from playout.games.hex.rules import cell_move

MOST_BOARDS = 1e12  # in one sample: that many would take months


@strategy("hex")
def random(view: Any, rng: Any) -> int:
    """Takes any free cell, all equally likely."""
    cells = view.rows * view.cols
    cell = randrange(rng, cells)
    while view.stones[cell] != FREE:
        cell = randrange(rng, cells)
    return cell_move(cell, view.cols)


@strategy("hex")
def centre(view: Any, rng: Any) -> int:
    """Takes the free cell nearest to the middle of the board, wherever the stones lie.

    Of equally near cells the first in reading order.
    """
    cell = nearest_to_centre(view.stones, FREE, view.rows, view.cols)
    return cell_move(cell, view.cols)


@strategy("hex")
def shortest(view: Any, rng: Any) -> int:
    """Plays where the shortest connections of both players cross, nearest to the middle.

    In random-turn Hex the best cell is the same for both players (Peres, Schramm, Sheffield and
    Wilson, 2007), so this looks for a cell that is good for both.  It wins at once if one stone
    is enough, and if not takes the cell that the other player needs to win at once.  Of equally
    near cells the first in reading order.  It asks only how short a connection is, not how many
    there are.
    """
    return cell_move(best_crossing(view.stones, view.rows, view.cols), view.cols)


@strategy(
    "hex",
    parameters={"boards": 1000, "confidence": 0, "most": 10_000_000},
    allowed={"boards": (1, MOST_BOARDS), "confidence": (0, 0.999999), "most": (1, MOST_BOARDS)},
)
def pivotal(view: Any, rng: Any) -> int:
    """Takes the cell that decides most of `boards` random fillings of the free cells.

    A cell is pivotal on a full board if flipping it alone changes the winner.  To place a stone on
    the cell most likely to be is optimal for whoever has the turn (Peres, Schramm, Sheffield and
    Wilson, 2007); with a finite number of boards it is nearly so.  With a `confidence` above 0, as
    0.99, there is no fixed number of boards: cells that are clearly behind are dropped until one is
    left, which truly is the best with that chance at least, or until there were `most` boards.  Of
    equal counts the first in reading order.  If no cell was on any board, it plays as `shortest`.
    """
    boards, confidence, most = view.parameters[0], view.parameters[1], view.parameters[2]
    is_race = confidence > 0.0
    how = Sampling(int(most if is_race else boards), 1.0 - confidence if is_race else 0.0)
    rows, cols = int(view.rows), int(view.cols)
    stones = view.stones[: rows * cols].copy().reshape(rows, cols)
    chance: Any = np.int64(view.p) << (DIGITS - CHANCE_BITS)
    seed: Any = np.int64(next_word(rng) >> np.uint64(1))
    cell, _ = most_pivotal(Filling(stones, chance, seed), make_fields(rows, cols), how)
    if cell == NOWHERE:
        cell = best_crossing(view.stones, rows, cols)
    return cell_move(cell, cols)


def check_small(rules: Rules) -> None:
    """Raise PlayoutError if the board is too large for exact play."""
    rows, cols = int(rules["rows"]), int(rules["cols"])
    if rows * cols > MOST_FREE:
        raise PlayoutError(
            f"strategy 'exact' is for boards of at most {MOST_FREE} cells, but {rows} x {cols} are "
            f"{rows * cols}; use a smaller board, or pivotal"
        )


@strategy("hex", compiled=False, check=check_small, uses_chance=False)
def exact(view: Any, rng: Any) -> int:
    """Takes the cell that decides most of all fillings of the free cells: optimal play.

    As `pivotal`, but exactly, with each filling as likely as the coins make it.  Of equal cells
    the first in reading order.  For at most 25 free cells: it counts up to 2**25 fillings, in
    about a second, and remembers positions that it has met.
    """
    rows, cols = int(view.rows), int(view.cols)
    stones = view.stones[: rows * cols].tobytes()
    return int(cell_move(most_pivotal_cell(stones, rows, cols, int(view.p)), cols))
