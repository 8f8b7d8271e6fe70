"""The counts of a tournament: wins, results, and who came before whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from typing import Any

import numpy as np

from playout.questions import counted
from playout.questions.tournament.asked import Asked
from playout.stats.tally import Counts, Histogram, padded


@dataclass(frozen=True)
class Standing:
    """The counts of some games of a tournament."""

    games: int
    wins: tuple[Histogram, ...]  # for each player, the share of one seat
    values: tuple[Histogram, ...]  # of the measure that places, of one seat
    pairs: tuple[Histogram, ...]  # i * players + j: 1 for i before j, a half for a tie
    groups: Counts  # groups[group, i, j]: the sum of the pairs, in their unit

    def __add__(self, other: Standing) -> Standing:
        return Standing(
            self.games + other.games,
            tuple(map(add, self.wins, other.wins)),
            tuple(map(add, self.values, other.values)),
            tuple(map(add, self.pairs, other.pairs)),
            self.groups + other.groups,
        )

    def pair(self, i: int, j: int) -> Histogram:
        """How often player i came before player j, of the games in which both sat at a table."""
        return self.pairs[i * len(self.wins) + j]

    def arrays(self) -> list[Counts]:
        """All counts, the number of games first."""
        histograms = [*self.wins, *self.values, *self.pairs]
        return [np.array([self.games]), self.groups, *(one.packed for one in histograms)]

    def filled(self, arrays: Sequence[Counts]) -> Standing:
        """A standing of the same players, of these counts."""
        every = [*self.wins, *self.values, *self.pairs]
        histograms = [one.filled(counts) for one, counts in zip(every, arrays[2:], strict=True)]
        n = len(self.wins)
        return Standing(
            int(arrays[0].sum()),
            tuple(histograms[:n]),
            tuple(histograms[n : 2 * n]),
            tuple(histograms[2 * n :]),
            padded(arrays[1], self.groups.size).reshape(self.groups.shape),
        )


@dataclass(frozen=True)
class Team:
    """The counts of some games of teams: what they reached."""

    games: int
    result: Histogram

    def __add__(self, other: Team) -> Team:
        return Team(self.games + other.games, self.result + other.result)

    def arrays(self) -> list[Counts]:
        """The number of games, and how many reached what."""
        return [np.array([self.games]), self.result.packed]

    def filled(self, arrays: Sequence[Counts]) -> Team:
        """The same of these counts."""
        return Team(int(arrays[0].sum()), self.result.filled(arrays[1]))


@dataclass(frozen=True)
class Found(counted.Found[Any]):
    """The standing over all tables, or all games of teams."""

    asked: Asked
    tables: tuple[Any, ...] = ()  # each alone: of teams, or where some have more seats
