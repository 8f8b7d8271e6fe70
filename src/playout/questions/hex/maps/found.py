"""What a map has counted, and which cells may be the most pivotal ones."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playout.games.hex.board import FREE
from playout.games.hex.exact import count_fillings
from playout.games.hex.maps import BoardCounts
from playout.games.hex.notation import cell_name
from playout.questions.hex.maps.asked import EXACT, Asked
from playout.stats.intervals import Interval, rate_interval

MISSED = 0.05  # the chance at most that a cell which truly is the most pivotal one is left out


@dataclass(frozen=True, eq=False)
class Found:
    """How often each cell of a position is pivotal."""

    asked: Asked
    boards: int  # looked at; by method exact all 2**free fillings
    counts: npt.NDArray[np.int64]  # int64[rows, cols]: boards on which the cell is pivotal
    rates: npt.NDArray[np.float64]  # float64[rows, cols], 0..1; 0 where a stone is fixed
    standard_errors: npt.NDArray[np.float64]  # float64[rows, cols]; 0 by method exact
    expected_pivotals: float  # mean number of pivotal cells on a board
    expected_pivotals_error: float  # its standard error; NaN for fewer than 2,048 boards
    win_rate: float  # of player 1, 0..1
    seconds: float
    complete: bool  # False: stopped before all boards were looked at

    @property
    def games(self) -> int:
        """Boards looked at."""
        return self.boards

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return int(self.rates.shape[1])

    @property
    def is_exact(self) -> bool:
        """Whether its numbers are exact ones."""
        return self.asked.method == EXACT

    @property
    def win_interval(self) -> Interval:
        """Player 1's rate of winning with its 95 % interval."""
        if self.is_exact:
            return Interval(self.win_rate, self.win_rate, self.win_rate)
        wins = round(self.win_rate * self.boards) if self.boards else 0
        return rate_interval(wins, self.boards)

    def interval(self, cell: int) -> Interval:
        """The rate of a cell, by its number, with its 95 % interval."""
        rate = float(self.rates.flat[cell])
        if self.is_exact or self.asked.stones.flat[cell] != FREE:
            return Interval(rate, rate, rate)
        return rate_interval(int(self.counts.flat[cell]), self.boards)

    @property
    def best(self) -> str:
        """The cell that was pivotal most often, by name; the first of equals."""
        return cell_name(int(self.rates.argmax()), self.cols)

    @property
    def leaders(self) -> list[str]:
        """The cells that may be the most pivotal one, by name, the best first.

        A cell that truly is the most pivotal one is left out with a chance of 5 % at most, however
        few the boards.  The boards on which just one of two equals is pivotal are a fair coin's.
        So a cell on b boards is left out if, with the best on a boards, a + b tosses show a heads
        or more with a chance of 5 % over the number of other cells at most (Bonferroni); boards on
        which both are pivotal are tosses that only make this more careful.
        """
        from scipy.special import betainc

        free = self.asked.stones == FREE
        if self.is_exact:
            near = self.rates >= self.rates.max() * (1 - 1e-12)  # but for rounding
        else:
            chance = betainc(max(int(self.counts.max()), 1), self.counts + 1, 0.5)
            near = chance > MISSED / max(int(free.sum()) - 1, 1)
        chosen = np.flatnonzero(near & free)
        by_rate = chosen[np.argsort(-self.rates.flat[chosen], kind="stable")]
        return [cell_name(int(cell), self.cols) for cell in by_rate]

    @property
    def heat(self) -> npt.NDArray[np.float64]:
        """The rates of the free cells, NaN where a stone is fixed: what pictures colour."""
        return np.where(self.asked.stones == FREE, self.rates, np.nan)


def sampled(asked: Asked, counted: BoardCounts, seconds: float, complete: bool) -> Found:
    """What random boards say; every rate of no boards is NaN."""
    shape, boards = asked.stones.shape, counted.boards
    rates = counted.pivotal.reshape(shape) / boards if boards else np.full(shape, math.nan)
    return Found(
        asked,
        boards=boards,
        counts=counted.pivotal.reshape(shape),
        rates=rates,
        standard_errors=np.sqrt(rates * (1 - rates) / max(boards, 1)),
        expected_pivotals=float(counted.pivotal.sum() / boards) if boards else math.nan,
        expected_pivotals_error=counted.pivotals_error,
        win_rate=counted.wins / boards if boards else math.nan,
        seconds=seconds,
        complete=complete,
    )


def exact(asked: Asked) -> Found:
    """What all fillings say.  PlayoutError if there are too many."""
    started, shape = time.perf_counter(), asked.stones.shape
    fillings = count_fillings(asked.stones)
    # A cell's fillings leave out its own owner: each stands for two boards.
    counts = [2 * sum(by_k) for by_k in fillings.pivotal_by_cell_and_k]
    rates = np.array(fillings.pivotal_rates(asked.p)).reshape(shape)
    return Found(
        asked,
        boards=2**fillings.free,
        counts=np.array(counts, np.int64).reshape(shape),
        rates=rates,
        standard_errors=np.zeros(shape),
        expected_pivotals=math.fsum(rates.flat),
        expected_pivotals_error=0.0,
        win_rate=fillings.win_rate(asked.p),
        seconds=time.perf_counter() - started,
        complete=True,
    )
