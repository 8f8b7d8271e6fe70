"""The counts of a map: on how many boards each cell is pivotal."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playout.games.hex.board import FREE
from playout.games.hex.exact import count_fillings
from playout.games.hex.maps import BoardCounts
from playout.questions.hex.maps.asked import EXACT, Asked
from playout.stats.intervals import Interval, mean_interval
from playout.stats.sequential import sequence_interval
from playout.stats.tally import Histogram


@dataclass(frozen=True, eq=False)
class Found:
    """How often each cell of a position is pivotal."""

    asked: Asked
    boards: int  # looked at; by method exact all 2**free fillings
    counts: npt.NDArray[np.int64]  # int64[rows, cols]: boards on which the cell is pivotal
    rates: npt.NDArray[np.float64]  # float64[rows, cols], 0..1; 0 where a stone is fixed
    standard_errors: npt.NDArray[np.float64]  # float64[rows, cols]; 0 by method exact
    expected_pivotals_interval: Interval  # mean number of pivotal cells on a board
    expected_pivotals_error: float  # its standard error; NaN for fewer than two boards
    win_rate: float  # of player 1, 0..1
    seconds: float
    complete: bool  # False: stopped before all boards were looked at
    running: tuple[int, ...] | None = None  # with a confidence: cells not behind, the best first

    @property
    def games(self) -> int:
        """Boards looked at."""
        return self.boards

    @property
    def is_exact(self) -> bool:
        """Whether its numbers are exact."""
        return self.asked.method == EXACT


def sampled(
    asked: Asked,
    counted: BoardCounts,
    seconds: float,
    complete: bool,
    running: tuple[int, ...] | None = None,
) -> Found:
    """The results of random boards; without boards every rate is NaN."""
    spread = Histogram(counted.spread)
    shape, boards = asked.stones.shape, counted.boards
    rates = counted.pivotal.reshape(shape) / boards if boards else np.full(shape, math.nan)
    return Found(
        asked,
        boards=boards,
        counts=counted.pivotal.reshape(shape),
        rates=rates,
        standard_errors=np.sqrt(rates * (1 - rates) / max(boards, 1)),
        expected_pivotals_interval=_pivotals(asked, spread),
        expected_pivotals_error=math.sqrt(spread.variance / boards) if boards > 1 else math.nan,
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
    """The results of all fillings.  PlayoutError if there are too many."""
    started, shape = time.perf_counter(), asked.stones.shape
    fillings = count_fillings(asked.stones)
    # A cell's fillings leave out its own owner: each stands for two boards.
    counts = [2 * sum(by_k) for by_k in fillings.pivotal_by_cell_and_k]
    rates = np.array(fillings.pivotal_rates(asked.p)).reshape(shape)
    mean = math.fsum(rates.flat)
    return Found(
        asked,
        boards=2**fillings.free,
        counts=np.array(counts, np.int64).reshape(shape),
        rates=rates,
        standard_errors=np.zeros(shape),
        expected_pivotals_interval=Interval.exact(mean),
        expected_pivotals_error=0.0,
        win_rate=fillings.win_rate(asked.p),
        seconds=time.perf_counter() - started,
        complete=True,
    )
