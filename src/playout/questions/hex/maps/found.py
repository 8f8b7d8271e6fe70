"""What a map has counted, and which cells may be the most pivotal ones."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playout.games.hex.board import FREE
from playout.games.hex.display.notation import cell_name
from playout.games.hex.exact import count_fillings
from playout.games.hex.fill import Filling, chance_of
from playout.games.hex.maps import BoardCounts
from playout.games.hex.race import classes_of
from playout.questions.hex.maps.asked import EXACT, Asked
from playout.stats.intervals import Interval, mean_interval, rate_interval
from playout.stats.sequential import sequence_interval
from playout.stats.tally import Histogram

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
    expected_pivotals_error: float  # its standard error; NaN for fewer than two boards
    expected_pivotals_interval: Interval  # that mean, with its 95 % interval
    win_rate: float  # of player 1, 0..1
    seconds: float
    complete: bool  # False: stopped before all boards were looked at
    running: tuple[int, ...] | None = None  # with a confidence: cells not behind, the best first

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
        return self._rate(wins)

    def interval(self, cell: int) -> Interval:
        """The rate of a cell, by its number, with its 95 % interval."""
        rate = float(self.rates.flat[cell])
        if self.is_exact or self.asked.stones.flat[cell] != FREE:
            return Interval(rate, rate, rate)
        return self._rate(int(self.counts.flat[cell]))

    def _rate(self, boards: int) -> Interval:
        """How often something happens that was seen on so many boards, with its 95 % interval."""
        if self.asked.confidence is None:
            return rate_interval(boards, self.boards)
        return sequence_interval(Histogram(np.array([self.boards - boards, boards])), top=1.0)

    @property
    def is_clear(self) -> bool:
        """Whether it is known which cell is the best, or which are, with the confidence asked."""
        if self.running is None:
            return self.is_exact
        free = classes_of(Filling(self.asked.stones, chance_of(self.asked.p), 0))
        return len({int(free[cell]) for cell in self.running}) == 1

    @property
    def best(self) -> str:
        """The cell that was pivotal most often, by name; the first of equals.

        With a confidence, cells that are equal by symmetry have the mean of their rates.
        """
        if self.running:
            return cell_name(self.running[0], self.cols)
        return cell_name(int(self.rates.argmax()), self.cols)

    @property
    def leaders(self) -> list[str]:
        """The cells that may be the most pivotal one, by name, the best first.

        A cell that truly is the most pivotal one is left out with a chance of 5 % at most, however
        few the boards.  The boards on which just one of two equals is pivotal are a fair coin's.
        So a cell on b boards is left out if, with the best on a boards, a + b tosses show a heads
        or more with a chance of 5 % over the number of other cells at most (Bonferroni); boards on
        which both are pivotal are tosses that only make this more careful.  With a confidence,
        they are those that the race has left (playout/games/hex/race.py).
        """
        if self.running is not None:
            return [cell_name(cell, self.cols) for cell in self.running]
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


def sampled(
    asked: Asked,
    counted: BoardCounts,
    seconds: float,
    complete: bool,
    running: tuple[int, ...] | None = None,
) -> Found:
    """What random boards say; every rate of no boards is NaN."""
    spread = Histogram(counted.spread)
    shape, boards = asked.stones.shape, counted.boards
    rates = counted.pivotal.reshape(shape) / boards if boards else np.full(shape, math.nan)
    return Found(
        asked,
        boards=boards,
        counts=counted.pivotal.reshape(shape),
        rates=rates,
        standard_errors=np.sqrt(rates * (1 - rates) / max(boards, 1)),
        expected_pivotals=spread.mean,
        expected_pivotals_error=math.sqrt(spread.variance / boards) if boards > 1 else math.nan,
        expected_pivotals_interval=_pivotals(asked, spread),
        win_rate=counted.wins / boards if boards else math.nan,
        seconds=seconds,
        complete=complete,
        running=running,
    )


def _pivotals(asked: Asked, spread: Histogram) -> Interval:
    """The mean number of pivotal cells on a board, from how many boards have 0, 1, 2, ..."""
    free = float((asked.stones == FREE).sum())
    if asked.confidence is not None:
        return sequence_interval(spread, top=free)
    mean, low, high = mean_interval(spread, top=free)
    return Interval(mean, max(low, 0.0), min(high, free))  # of one board, too


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
        expected_pivotals=(mean := math.fsum(rates.flat)),
        expected_pivotals_error=0.0,
        expected_pivotals_interval=Interval(mean, mean, mean),
        win_rate=fillings.win_rate(asked.p),
        seconds=time.perf_counter() - started,
        complete=True,
    )
