"""The compound game: random-turn Hex as played by two players who both know what is best.

For every move, fillings of the free cells are sampled; the cell that is pivotal most often gets a
stone, and a coin says whose; the game ends when the stones alone decide.  In random-turn Hex a
most pivotal cell is the best move for both players (Peres, Schramm, Sheffield and Wilson,
"Random-turn Hex and other selection games", Amer. Math. Monthly 114, 2007).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from playout.engine.jit import jit
from playout.engine.records import new_record
from playout.engine.rng import DEAL, SAMPLE, STREAM, next_word, start, start_sealed
from playout.engine.vectors import BITS
from playout.games.hex.board import NOBODY, NOWHERE, Stones, new_marks, place, winner
from playout.games.hex.connections import best_crossing
from playout.games.hex.fill import Filling, chance_of, make_fields
from playout.games.hex.flood import count_into


class Sampling(NamedTuple):
    """How many boards are sampled for a move."""

    boards: int  # at most
    square: float  # z squared, for stopping earlier (see `sampling`); negative: never


@dataclass(frozen=True, eq=False)
class CompoundGame:
    """One compound game, stone by stone."""

    winner: int  # 1 or 2
    cells: npt.NDArray[np.int16]  # [length]
    owners: npt.NDArray[np.int8]  # [length]: 1 or 2
    boards: npt.NDArray[np.int64]  # [length]: sampled for this move
    silent: int  # stones placed when a sample first showed no pivotal cell; -1: never

    @property
    def length(self) -> int:
        """How many stones were placed."""
        return len(self.cells)


def sampling(boards: int, confidence: float | None, cells: int) -> Sampling:
    """A fixed number of boards, or fewer once the best cell is separated from all others.

    After 1, 2, 4, 8 ... blocks the leading cell, pivotal on a boards, is compared with the next,
    on b.  If both were pivotal equally often, each of the boards on which just one of them is
    pivotal, at most a + b, would be the toss of a fair coin, and the chance of a lead of
    z sqrt(a + b) would be exp(-z**2 / 2) at most (W. Hoeffding, "Probability inequalities for sums
    of bounded random variables", J. Amer. Statist. Assoc. 58, 1963).  z is such that the chance of
    any wrong stop, over all looks and all cells, is below 1 - confidence (Bonferroni).  Cells that
    are equal by symmetry are hardly ever separated: then all ``boards`` are used.
    """
    if confidence is None or cells < 2:
        return Sampling(boards, -1.0)
    looks = max(1, math.ceil(math.log2(max(boards / BITS, 1))))
    return Sampling(boards, 2.0 * math.log(looks * (cells - 1) / (1.0 - confidence)))


@jit
def most_pivotal(filling: Any, fields: Any, counts: Any, how: Any) -> Any:
    """(cell, boards sampled): the free cell that is pivotal most often, the lowest of equals.

    The cell is NOWHERE if none was pivotal on any board.  ``counts`` is scratch space, int64[cells
    + 1].
    """
    counts[:] = 0
    cells = len(counts) - 1
    sampled, look = 0, how.boards if how.square < 0.0 else BITS
    while True:
        more = min(look, how.boards) - sampled
        count_into(filling, fields, sampled // BITS, more, counts)
        sampled += more
        best, most, second = NOWHERE, 0, 0
        for cell in range(cells):
            if counts[cell] > most:
                best, most, second = cell, counts[cell], most
            elif counts[cell] > second:
                second = counts[cell]
        separated = float(most - second) ** 2 > how.square * (most + second)
        if sampled == how.boards or (how.square >= 0.0 and separated):
            return best, sampled
        look *= 2


@jit
def _play(streams: Any, scratch: Any, filling: Any, even: Any, how: Any, game: Any) -> Any:
    """Play one game; returns (length, winner, silent).

    ``streams`` are the coins' and the samples'; ``even`` of 2**53 coins are player 1's;
    ``game`` are arrays for cells, owners and boards, as long as the board.
    """
    coins, samples = streams
    fields, counts, marks = scratch
    cells, owners, boards = game
    stones = filling.stones.copy()
    rows, cols = stones.shape
    flat = stones.reshape(rows * cols)
    won = winner(flat, marks, rows, cols)
    length, silent = 0, -1
    while won == NOBODY:
        seed: Any = np.int64(next_word(samples) >> np.uint64(1))
        cell, sampled = most_pivotal(Filling(stones, filling.chance, seed), fields, counts, how)
        if cell == NOWHERE:
            silent = length if silent == -1 else silent
            cell = best_crossing(flat, rows, cols)
        owner = 1 if np.int64(next_word(coins) >> np.uint64(11)) < even else 2
        won = place(flat, marks, rows, cols, cell, owner)
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
    scratch = (make_fields(rows, cols), np.zeros(cells + 1, np.int64), new_marks(cells))
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
