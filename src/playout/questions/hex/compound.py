"""Compound games, for people: played in a line, shown as pictures or a table."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from playout.engine.errors import PlayoutError
from playout.games.hex.board import Stones
from playout.games.hex.compound import CompoundGame, play_compound, sampling
from playout.games.hex.drawing import board_svg
from playout.games.hex.notation import SIGNS, cell_name
from playout.hex.positions import Position, is_number, read_chance, start_position
from playout.stats.intervals import Interval, mean_interval, rate_interval
from playout.stats.tally import Histogram
from playout.study.executors import on_threads, read_threads
from playout.study.jobs import Progress
from playout.study.plan import Batch, Plan
from playout.study.spec import read_count, read_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class Compound:
    """Compound games: every stone on a most pivotal cell, every owner by a coin."""

    stones: Stones  # int8[rows, cols]: where all games start
    p: float  # chance that a stone, or a free cell of a sampled board, is player 1's
    boards: int  # sampled for a move, at most
    confidence: float | None  # adaptive sampling stops at this confidence; None: all boards
    seed: int
    games: Sequence[CompoundGame]
    complete: bool  # False: stopped before all games were played
    seconds: float

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """int64[games]: stones placed until the position was decided."""
        return np.array([game.length for game in self.games], np.int64)

    @property
    def winners(self) -> npt.NDArray[np.int64]:
        """int64[games]: 1 or 2."""
        return np.array([game.winner for game in self.games], np.int64)

    @property
    def mean_length(self) -> Interval:
        """The mean length with its 95 % interval (Student's t)."""
        return mean_interval(Histogram.of(self.lengths))

    @property
    def win_interval(self) -> Interval:
        """Player 1's rate of winning with its 95 % interval (Clopper-Pearson)."""
        return rate_interval(int((self.winners == 1).sum()), len(self.games))

    @property
    def silent_stops(self) -> int:
        """In how many games a sample showed no pivotal cell before the stones decided.

        Who stops there, as the method this comes from does, takes such a game for finished.
        """
        return sum(game.silent >= 0 for game in self.games)

    def to_pandas(self) -> pd.DataFrame:
        """A row per game: game, winner, length, boards (sampled in all), silent (stones on the
        board when a sample first showed no pivotal cell; -1: none did), moves (cells in order,
        each with the sign of its owner, X player 1 or O player 2)."""
        import pandas as pd

        return pd.DataFrame(
            {
                "game": number,
                "winner": game.winner,
                "length": game.length,
                "boards": int(game.boards.sum()),
                "silent": game.silent,
                "moves": " ".join(self.moves(number)),
            }
            for number, game in enumerate(self.games)
        )

    def moves(self, number: int) -> list[str]:
        """The stones of a game in order, as "f6 X"."""
        game, cols = self.games[number], int(self.stones.shape[1])
        return [
            f"{cell_name(cell, cols)} {SIGNS[owner]}"
            for cell, owner in zip(game.cells.tolist(), game.owners.tolist(), strict=True)
        ]

    def final(self, number: int) -> Stones:
        """int8[rows, cols]: the position at the end of a game."""
        stones, game = self.stones.copy(), self.games[number]
        stones.flat[game.cells] = game.owners
        return stones

    def svg(self, number: int, title: str | None = None) -> str:
        """A game as an SVG string: its stones with their numbers."""
        numbers = {cell: k + 1 for k, cell in enumerate(self.games[number].cells.tolist())}
        return board_svg(self.final(number), numbers=numbers, title=title)

    def plot(self) -> Figure:
        """The distribution of the lengths as a matplotlib figure."""
        from playout.report.hexes import length_figure

        return length_figure(self.lengths)

    def caption(self) -> str:
        """What was played and found, in a line or two."""
        mean, wins = self.mean_length, self.win_interval
        partial = "" if self.complete else "PARTIAL RESULT (stopped): "
        until = "" if self.confidence is None else f" until separated at {self.confidence:g}"
        mean_text = f"{mean.estimate:.3f}"
        if math.isfinite(mean.low):
            mean_text += f" ({mean.low:.3f} to {mean.high:.3f})"
        return (
            f"{partial}{self.stones.shape[0]}x{self.stones.shape[1]}, p = {self.p:g}, "
            f"{len(self.games):,} compound games, {self.boards:,} boards a move{until}: "
            f"{mean_text} stones, {self.lengths.min()} to {self.lengths.max()}; player 1 wins "
            f"{100 * wins.estimate:.2f} % ({100 * wins.low:.2f} to {100 * wins.high:.2f}); "
            f"{self.silent_stops:,} games had a sample without a pivotal cell; 95 % intervals, "
            f"fixed-n; seed {self.seed}; {self.seconds:.1f} s"
        )

    def __repr__(self) -> str:
        return self.caption()

    def _repr_svg_(self) -> str:
        return self.svg(0)


@dataclass(frozen=True, eq=False)
class _Played:
    """Some compound games, as batches add them up."""

    list: tuple[CompoundGame, ...]

    @property
    def games(self) -> int:
        return len(self.list)

    def __add__(self, other: _Played) -> _Played:
        return _Played(self.list + other.list)


def compound(
    rows: int | None = None,
    cols: int | None = None,
    *,
    games: int | str = 1_000,
    boards: int | str = 10_000,
    p: float = 0.5,
    confidence: float | None = None,
    stones: Position | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Compound:
    """Play compound games, which is optimal random-turn Hex as far as samples of ``boards`` tell.

    Sizes, ``stones``, ``p``, ``seed`` and ``threads`` as for :func:`criticality`; ``p`` is also
    the chance that the coin gives a stone to player 1.  With a ``confidence`` (0.5 .. 1, as 0.99)
    sampling for a move stops as soon as the best cell is separated from all others; see
    `playout.games.hex.compound.sampling`.  Raises PlayoutError for whatever cannot be done.
    """
    position, p = start_position(rows, cols, stones), read_chance(p)
    if confidence is not None and (not is_number(confidence) or not 0.5 <= confidence < 1):
        raise PlayoutError(f"confidence = {confidence!r}: allowed is 0.5 to below 1, as 0.99")
    total, most, seed = read_count(games), read_count(boards, "boards"), read_seed(seed)
    workers = read_threads(threads)
    how = sampling(most, confidence, position.size)
    plan = Plan(total, [_Played(())], first=1)

    def play(batch: Batch) -> _Played:
        return _Played(tuple(play_compound(position, p, how, seed, batch.first, batch.count)))

    play_compound(position, p, sampling(1, None, position.size), seed, 0, 1)  # compile first
    started = time.perf_counter()
    complete = on_threads(plan, play, workers, progress)
    if not plan.tallies[0].games:
        raise KeyboardInterrupt
    return Compound(
        stones=position,
        p=p,
        boards=most,
        confidence=confidence,
        seed=seed,
        games=plan.tallies[0].list,
        complete=complete,
        seconds=time.perf_counter() - started,
    )
