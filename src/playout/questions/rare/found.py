"""The replications of a rare event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playout.questions import counted
from playout.questions.rare.asked import Asked
from playout.stats.tally import Counts, padded

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Replication:
    """The result of one system of particles; one entry a stage, level 1, 2, ... of progress."""

    estimate: float  # of the chance that is asked for; unbiased
    reached: tuple[float, ...]  # of the chance to be unfinished at the level; unbiased each
    survivors: tuple[int, ...]  # particles that were


@dataclass(frozen=True)
class Replications:
    """Some replications in their order.

    Estimates are no whole numbers, of which sums are exact.  So every single one is kept, and a sum
    has those of both, the first ones first.
    """

    every: tuple[Replication, ...] = ()

    @property
    def games(self) -> int:
        """How many: a game of the job is a replication."""
        return len(self.every)

    def __add__(self, other: Replications) -> Replications:
        return Replications(self.every + other.every)

    def arrays(self) -> list[Counts]:
        """Return all replications: their number, their numbers of stages, and all numbers in order.

        Real numbers are given as the whole numbers that have the same 64 bits.
        """
        return [
            np.array([len(self.every)]),
            np.array([len(one.reached) for one in self.every], np.int64),
            _bits([one.estimate for one in self.every]),
            _bits([value for one in self.every for value in one.reached]),
            np.array([count for one in self.every for count in one.survivors], np.int64),
        ]

    def filled(self, arrays: Sequence[Counts]) -> Replications:
        """The replications of these arrays."""
        stages = padded(arrays[1], int(arrays[0].sum()))
        estimates = _reals(padded(arrays[2], len(stages)))
        reached = _reals(padded(arrays[3], int(stages.sum())))
        survivors = padded(arrays[4], int(stages.sum())).tolist()
        begins = np.cumsum(stages) - stages
        return Replications(
            tuple(
                Replication(
                    estimate,
                    tuple(reached[begin : begin + count]),
                    tuple(survivors[begin : begin + count]),
                )
                for estimate, begin, count in zip(estimates, begins, stages, strict=True)
            )
        )


def _bits(values: Sequence[float]) -> Counts:
    """The bits of real numbers as whole numbers; those of 0.0 are 0."""
    return np.array(values, np.float64).view(np.int64)


def _reals(bits: Counts) -> list[float]:
    """The real numbers that have these bits."""
    values: list[float] = bits.view(np.float64).tolist()
    return values


@dataclass(frozen=True)
class Found(counted.Found[Replications]):
    """The replications of a question that are finished, from the first on without a gap."""

    asked: Asked

    @property
    def replications(self) -> tuple[Replication, ...]:
        """Replications 0 .. n - 1."""
        return self.counted.every

    @property
    def games(self) -> int:
        """Games begun: every particle of a replication begins one.

        Copies are not counted: the n particles of a replication are n games under way at any time,
        whichever deals they come from.
        """
        return len(self.replications) * self.asked.particles

    @property
    def estimates(self) -> Numbers:
        return np.array([one.estimate for one in self.replications])

    @property
    def reached(self) -> Numbers:
        """Estimates of the chance to be unfinished at each level, [replication, stage]."""
        return _table([one.reached for one in self.replications])

    @property
    def survivors(self) -> Numbers:
        """Particles that were unfinished at each level, [replication, stage]."""
        return _table([one.survivors for one in self.replications])


def _table(rows: Sequence[Sequence[float]]) -> Numbers:
    """Rows of different lengths, filled up with zeros."""
    table = np.zeros((len(rows), max(map(len, rows), default=0)))
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return table
