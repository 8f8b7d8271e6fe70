"""Criticality maps, for people: asked for in a line, shown as a picture or a table."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from playout.engine.errors import PlayoutError, suggest
from playout.engine.vectors import BITS
from playout.games.hex.board import FREE, Stones
from playout.games.hex.drawing import board_svg, board_text
from playout.games.hex.exact import count_fillings
from playout.games.hex.fill import Filling, chance_of
from playout.games.hex.maps import METHODS, BoardCounts, count_blocks
from playout.games.hex.notation import cell_name
from playout.hex.positions import Position, read_chance, start_position
from playout.stats.intervals import Interval, rate_interval
from playout.study.executors import on_threads, read_threads
from playout.study.jobs import Progress
from playout.study.plan import Batch, Plan
from playout.study.spec import read_count, read_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class CriticalityMap:
    """How often each cell of a position is pivotal in a random filling of its free cells.

    A cell is pivotal on a filled board if flipping it alone changes the winner.  A notebook
    shows the map as a picture.
    """

    stones: Stones  # int8[rows, cols]: the position; 0 free, 1 and 2 fixed for that player
    p: float  # chance that a free cell is player 1's
    method: str
    seed: int
    boards: int  # looked at; by method exact all 2**free fillings
    counts: npt.NDArray[np.int64]  # int64[rows, cols]: boards on which the cell is pivotal
    rates: npt.NDArray[np.float64]  # float64[rows, cols], 0..1; 0 where a stone is fixed
    standard_errors: npt.NDArray[np.float64]  # float64[rows, cols]; 0 by method exact
    expected_pivotals: float  # mean number of pivotal cells on a board
    expected_pivotals_error: float  # its standard error; NaN for fewer than 2,048 boards
    win_rate: float  # of player 1, 0..1
    complete: bool  # False: stopped before all boards were looked at
    seconds: float

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return int(self.stones.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return int(self.stones.shape[1])

    @property
    def win_interval(self) -> Interval:
        """Player 1's rate of winning with its 95 % interval."""
        if self.method == "exact":
            return Interval(self.win_rate, self.win_rate, self.win_rate)
        return rate_interval(round(self.win_rate * self.boards), self.boards)

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

        free = self.stones == FREE
        if self.method == "exact":
            near = self.rates >= self.rates.max() * (1 - 1e-12)  # but for rounding
        else:
            chance = betainc(max(int(self.counts.max()), 1), self.counts + 1, 0.5)
            near = chance > 0.05 / max(int(free.sum()) - 1, 1)
        chosen = np.flatnonzero(near & free)
        by_rate = chosen[np.argsort(-self.rates.flat[chosen], kind="stable")]
        return [cell_name(int(cell), self.cols) for cell in by_rate]

    def to_pandas(self) -> pd.DataFrame:
        """A row per cell: row and col (from 1), cell, owner (0: free), boards, pivotal (boards on
        which it is), rate, standard_error, and low and high, the ends of a 95 % interval."""
        import pandas as pd

        lines = []
        for cell, (count, rate) in enumerate(
            zip(self.counts.flat, self.rates.flat, strict=True),
        ):
            row, col = divmod(cell, self.cols)
            ends = Interval(rate, rate, rate)
            if self.method != "exact" and self.stones.flat[cell] == FREE:
                ends = rate_interval(int(count), self.boards)
            lines.append(
                {
                    "row": row + 1,
                    "col": col + 1,
                    "cell": cell_name(cell, self.cols),
                    "owner": int(self.stones.flat[cell]),
                    "boards": self.boards,
                    "pivotal": int(count),
                    "rate": float(rate),
                    "standard_error": float(self.standard_errors.flat[cell]),
                    "low": ends.low,
                    "high": ends.high,
                }
            )
        return pd.DataFrame(lines)

    @property
    def heat(self) -> npt.NDArray[np.float64]:
        """The rates of the free cells, NaN where a stone is fixed: what pictures colour."""
        return np.where(self.stones == FREE, self.rates, np.nan)

    def svg(self, title: str | None = None) -> str:
        """The map as an SVG string."""
        return board_svg(self.stones, heat=self.heat, title=title)

    def plot(self, title: str | None = None) -> Figure:
        """The map as a matplotlib figure."""
        from playout.report.hexes import board_figure

        return board_figure(self.stones, heat=self.heat, title=title or "")

    def caption(self) -> str:
        """What the map is, in a line or two."""
        low, high = self.win_interval[1:]
        partial = "" if self.complete else "PARTIAL RESULT (stopped): "
        how = "all fillings, exactly" if self.method == "exact" else f"method {self.method}"
        seed = "" if self.method == "exact" else f"; seed {self.seed}"
        error, spread = self.standard_errors.max(), self.expected_pivotals_error
        best = f"{' '.join(self.leaders[:8])}{' ...' if len(self.leaders) > 8 else ''}"
        told = f"most pivotal {best} ({100 * self.rates.max():.3f} %, standard errors up to"
        told = f"{told} {100 * error:.2g} points)" if self.counts.any() else "none of them seen"
        mean = f"{self.expected_pivotals:.4f}" + (f" ± {spread:.2g}" if spread > 0 else "")
        kind = "" if self.method == "exact" else ", 95 %, fixed-n"
        ends = f"{100 * low:.3f} to {100 * high:.3f}{kind}"
        return (
            f"{partial}{self.rows}x{self.cols}, p = {self.p:g}, {self.boards:,} boards, {how}; "
            f"player 1 wins {100 * self.win_rate:.3f} % ({ends}); "
            f"{mean} pivotal cells expected; {told}"
            f"{seed}; {self.seconds:.1f} s"
        )

    def __repr__(self) -> str:
        return f"{board_text(self.stones, self.heat)}\n{self.caption()}"

    def _repr_svg_(self) -> str:
        return self.svg()


def criticality(
    rows: int | None = None,
    cols: int | None = None,
    *,
    boards: int | str = 10_000_000,
    p: float = 0.5,
    method: str = "flood",
    stones: Position | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CriticalityMap:
    """On how many random fillings each free cell is pivotal.

    ``rows`` and ``cols`` (default: 11 rows, as many columns) may be left out if there are
    ``stones``: int8[rows, cols] with 0 free, 1 and 2, or the text of a position.  ``p`` is the
    chance that a free cell is player 1's.  ``method``: ``flood`` (many boards at once), ``gale``
    (two walks a board), ``flip`` (one walk more than there are cells): the same counts, at very
    different speeds; or ``exact``, all fillings of at most 25 free cells.  ``boards`` may be
    written "10M".  The counts depend on ``seed``, not on ``threads`` (default: all processors).
    Raises PlayoutError with one sentence for whatever cannot be done.
    """
    position, p = start_position(rows, cols, stones), read_chance(p)
    allowed = [*METHODS, "exact"]
    if method not in allowed:
        raise PlayoutError(f"there is no method '{method}': {suggest(str(method), allowed)}")
    total, seed = read_count(boards, "boards"), read_seed(seed)
    workers = read_threads(threads)
    if method == "exact":
        return _exact(position, p)
    filling = Filling(position, chance_of(p), seed)
    plan = Plan(-(-total // BITS), [BoardCounts.empty(position.size)], first=1)

    def count(batch: Batch) -> BoardCounts:
        return count_blocks(method, filling, batch.first, batch.count, total)

    count_blocks(method, filling, 0, 1, 1)  # compile, or load, before there are threads
    started = time.perf_counter()

    def seen(done: int, blocks: int) -> None:
        if progress is not None:
            progress(min(done * BITS, total), total)

    complete = on_threads(plan, count, workers, seen)
    found, seconds = plan.tallies[0], time.perf_counter() - started
    if found.boards == 0:
        raise KeyboardInterrupt
    rates = (found.pivotal / found.boards).reshape(position.shape)
    return CriticalityMap(
        stones=position,
        p=p,
        method=method,
        seed=seed,
        boards=found.boards,
        counts=found.pivotal.reshape(position.shape),
        rates=rates,
        standard_errors=np.sqrt(rates * (1 - rates) / found.boards),
        expected_pivotals=float(found.pivotal.sum() / found.boards),
        expected_pivotals_error=found.pivotals_error,
        win_rate=found.wins / found.boards,
        complete=complete,
        seconds=seconds,
    )


def _exact(position: Stones, p: float) -> CriticalityMap:
    started = time.perf_counter()
    fillings = count_fillings(position)
    # A cell's fillings leave out its own owner: each stands for two boards.
    counts = [2 * sum(by_k) for by_k in fillings.pivotal_by_cell_and_k]
    rates = np.array(fillings.pivotal_rates(p)).reshape(position.shape)
    return CriticalityMap(
        stones=position,
        p=p,
        method="exact",
        seed=0,
        boards=2**fillings.free,
        counts=np.array(counts, np.int64).reshape(position.shape),
        rates=rates,
        standard_errors=np.zeros(position.shape),
        expected_pivotals=math.fsum(rates.flat),
        expected_pivotals_error=0.0,
        win_rate=fillings.win_rate(p),
        complete=True,
        seconds=time.perf_counter() - started,
    )
