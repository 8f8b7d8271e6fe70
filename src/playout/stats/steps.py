"""How a value changes from step to step of many games: a histogram after each step.

A game has fewer steps than another.  So there are two histograms of each step: of the games that
came so far, and of those that ended there, whose last value they keep.  Both are whole numbers, so
merging is exact and in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

import numpy as np

from playout.stats.tally import Counts, Histogram

_END = 1  # the last number of what is packed: files leave out zeros at the end


@dataclass(frozen=True)
class Steps:
    """The values of a measure after 0, 1, 2, ... steps of many games."""

    here: tuple[Histogram, ...]  # of the games that have this step
    ended: tuple[Histogram, ...]  # the last value of the games whose last step it is
    unit: int = 1

    @staticmethod
    def of(values: Counts, lengths: Counts, last: Counts, unit: int = 1) -> Steps:
        """Count ``values[game, step]``; game g has ``lengths[g]`` steps and ends with ``last[g]``.

        A game with more steps than are given has not ended.
        """
        most = min(values.shape[1] - 1, int(lengths.max(initial=0)))
        steps = range(most + 1)
        here = (Histogram.of(values[lengths >= step, step], unit) for step in steps)
        ended = (Histogram.of(last[lengths == step], unit) for step in steps)
        return Steps(tuple(here), tuple(ended), unit)

    @staticmethod
    def empty(unit: int = 1) -> Steps:
        """The counts of no games."""
        nothing = np.zeros(0, np.int64)
        return Steps.of(np.zeros((0, 1), np.int64), nothing, nothing, unit)

    def __add__(self, other: Steps) -> Steps:
        none = Histogram.of(np.zeros(0, np.int64), self.unit)
        return Steps(
            tuple(a + b for a, b in zip_longest(self.here, other.here, fillvalue=none)),
            tuple(a + b for a, b in zip_longest(self.ended, other.ended, fillvalue=none)),
            self.unit,
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return self.here[0].n

    @cached_property
    def carried(self) -> tuple[Histogram, ...]:
        """The values of all games after each step: one that has ended keeps its last value."""
        before = Histogram.of(np.zeros(0, np.int64), self.unit)
        every = []
        for here, ended in zip(self.here, self.ended, strict=True):
            every.append(here + before)
            before += ended
        return tuple(every)

    def array(self) -> Counts:
        """Return all counts."""
        packed = [one.packed for one in (*self.here, *self.ended)]
        parts = [part for one in packed for part in ([len(one)], one)]
        return np.concatenate([[len(self.here)], *parts, [_END]]).astype(np.int64)

    def filled(self, array: Counts) -> Steps:
        """The counts of such an array; ValueError if no games have them."""
        numbers = 2 * int(array[0]) if len(array) else 0
        if not 0 < numbers <= len(array):
            raise ValueError("no steps")
        none, place, found = Histogram.of(np.zeros(0, np.int64), self.unit), 1, list[Histogram]()
        for _ in range(numbers):
            size = int(array[place]) if place < len(array) else -1
            if not 0 < size <= len(array) - place - 1:
                raise ValueError("a histogram of no length")
            found.append(none.filled(array[place + 1 : place + 1 + size]))
            place += 1 + size
        steps = Steps(tuple(found[: numbers // 2]), tuple(found[numbers // 2 :]), self.unit)
        left = [one.n for one in steps.here]
        after = [n - ended.n for n, ended in zip(left, steps.ended, strict=True)]
        if array[place:].tolist() != [_END] or left[1:] != after[:-1] or min(after) < 0:
            raise ValueError("steps of games that do not fit together")
        return steps


@dataclass(frozen=True)
class Courses:
    """The steps of several values of the same games."""

    games: int
    parts: tuple[Steps, ...]

    def __add__(self, other: Courses) -> Courses:
        parts = zip(self.parts, other.parts, strict=True)
        return Courses(self.games + other.games, tuple(a + b for a, b in parts))

    def arrays(self) -> list[Counts]:
        """Return all counts, the number of games first."""
        return [np.array([self.games]), *(part.array() for part in self.parts)]

    def filled(self, arrays: Sequence[Counts]) -> Courses:
        """The counts of these arrays, of the same values."""
        games = int(arrays[0].sum())
        pairs = zip(self.parts, arrays[1:], strict=True)
        parts = tuple(part.filled(array) for part, array in pairs)
        if any(part.games != games for part in parts):
            raise ValueError("steps of different numbers of games")
        return Courses(games, parts)
