"""The compound game: random-turn Hex as played by two players who both know what is best.

For every move, fillings of the free cells are sampled; the cell that is pivotal most often gets a
stone, and a coin says whose; the game ends when the stones alone decide.  In random-turn Hex a
most pivotal cell is the best move for both players (Peres, Schramm, Sheffield and Wilson,
"Random-turn Hex and other selection games", Amer. Math. Monthly 114, 2007).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import DEAL, SAMPLE, STREAM, next_word, start, start_sealed
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.games.hex.board import NOBODY, NOWHERE, Stones, join, new_marks, winner
from playout.games.hex.connections import best_crossing
from playout.games.hex.fill import Filling, chance_of, make_fields
from playout.games.hex.race import Sampling, most_pivotal


@dataclass(frozen=True, eq=False)
class CompoundGame:
    """A compound game, stone by stone."""

    winner: int  # 1 or 2
    cells: npt.NDArray[np.int16]  # [length]
    owners: npt.NDArray[np.int8]  # [length]: 1 or 2
    boards: npt.NDArray[np.int64]  # [length]: sampled for this move
    silent: int  # stones placed when a sample first showed no pivotal cell; -1: never

    @property
    def length(self) -> int:
        """The number of stones placed."""
        return len(self.cells)


@jit
def _play(streams: Any, scratch: Any, filling: Any, even: Any, how: Any, game: Any) -> Any:
    """Play one game; returns (length, winner, silent).

    ``streams`` are the coins' and the samples'; ``even`` of 2**53 coins are player 1's;
    ``game`` are arrays for cells, owners and boards, as long as the board.
    """
    coins, samples = streams
    fields, marks = scratch
    cells, owners, boards = game
    stones = filling.stones.copy()
    rows, cols = stones.shape
    flat = stones.reshape(rows * cols)
    won = winner(flat, marks, rows, cols)
    length, silent = 0, -1
    while won == NOBODY:
        seed: Any = np.int64(next_word(samples) >> np.uint64(1))
        cell, sampled = most_pivotal(Filling(stones, filling.chance, seed), fields, how)
        if cell == NOWHERE:
            silent = length if silent == -1 else silent
            cell = best_crossing(flat, rows, cols)
        owner = 1 if np.int64(next_word(coins) >> np.uint64(11)) < even else 2
        flat[cell] = owner
        won = join(marks, cols, cell // cols, cell % cols, owner)
        cells[length] = cell
        owners[length] = owner
        boards[length] = sampled
        length += 1
    return length, won, silent


def play_compound(
    stones: Stones, p: float, how: Sampling, seed: int, first: int, count: int
) -> list[CompoundGame]:
    """Games first .. first + count - 1 of the run with this seed, from a position.

    Game g has the same coins as game g of the game `hex` on the engine: its stream DEAL.
    """
    rows, cols = stones.shape
    cells = rows * cols
    scratch = (make_fields(rows, cols), new_marks(rows, cols))
    filling, even = Filling(stones, chance_of(p), 0), round(p * 2**53)
    streams = new_record(STREAM, 2)
    games = []
    for number in range(first, first + count):
        start(streams[0], seed, number, DEAL)
        start_sealed(streams[1], seed, number, SAMPLE)
        game: Any = (np.zeros(cells, np.int16), np.zeros(cells, np.int8), np.zeros(cells, np.int64))
        result = _play((streams[0], streams[1]), scratch, filling, even, how, game)
        length, won, silent = map(int, result)
        moves, owners, boards = (array[:length] for array in game)
        games.append(CompoundGame(won, moves, owners, boards, silent))
    return games
