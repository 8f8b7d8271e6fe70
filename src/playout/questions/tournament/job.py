"""Tournaments as jobs: an arm of the job is a table, whose outcomes are counted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from playout.engine.chance.seating import Seating, in_teams, orders
from playout.engine.game.game import SHARE
from playout.engine.play.batch import play_batch
from playout.questions import counted
from playout.questions.tournament.asked import Asked
from playout.questions.tournament.found import Found, Standing, Team
from playout.runner.plan import Batch, Outcome
from playout.stats.tally import Counts, Histogram

JACKKNIFE_GROUPS = 20  # of games


class Job(counted.Job[Any]):
    """A tournament as a job with an arm for each table."""

    kind = "tournament"
    asks = Asked
    asked: Asked
    extendable = False  # the number of games says which are those of the second table

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked)  # which says how many games there are
        self._seating = in_teams(orders(asked.seats), int(asked.rules["players"]))
        of_kind = TeamCounting if asked.is_team else Counting
        self._counting: Counting | TeamCounting = of_kind(asked, self._seating)

    def nothing(self) -> list[Any]:
        """Return the counts of no games, for each table."""
        none = np.zeros((0, self.game.width), np.int64)
        # All are alike but for who plays; a table of a hundred thousand is not counted apart.
        return [self._counting.count(0, 0, none)] * len(self.asked.tables)

    def play(self, batch: Batch) -> Standing | Team:
        asked = self.asked
        first = batch.arm * asked.table_games + batch.first
        here = [asked.players[place] for place in asked.tables[batch.arm]]
        outcomes = play_batch(asked.rules, here, asked.seed, first, batch.count, self._seating)
        return self._counting.count(batch.arm, first, outcomes)

    def warm(self) -> None:
        """Compile every strategy once: many tables have the same ones."""
        asked = self.asked
        for player in asked.players:
            players = [player] * int(asked.rules["players"])
            play_batch(asked.rules, players, asked.seed, 0, 0)

    def result(self, outcome: Outcome[Any]) -> Found:
        total = reduce(add, outcome.counted)
        asked, tables = self.asked, tuple(outcome.counted)
        is_uneven = asked.seats % len(asked.players) and asked.has_seats
        apart = tables if asked.is_team or is_uneven else ()
        return Found(asked, total, outcome.seconds, outcome.complete, tables=apart)


class TeamCounting:
    """Counts batches of games of teams."""

    def __init__(self, asked: Asked, seating: Seating) -> None:
        self._column, self._unit = asked.game.column(asked.placing), asked.placing.unit

    def count(self, table: int, first: int, outcomes: Counts) -> Team:
        """What the team of a table reached in a batch."""
        return Team(len(outcomes), Histogram.of(outcomes[:, self._column], self._unit))


class Counting:
    """Counts batches of games of a tournament in this seating."""

    def __init__(self, asked: Asked, seating: Seating) -> None:
        game, placing = asked.game, asked.placing
        self._tables, self._seating = asked.tables, seating
        self._strategies, self._seats = len(asked.players), asked.seats
        self._value = game.column(placing)
        self._upwards = 1 if placing.first == "lowest" else -1
        shares = [one for one in game.measures if one.kind == "share" and one.per_seat]
        self._win = game.column(shares[0])
        # A player may have one seat more at some tables; means over them are whole numbers of it.
        least = max(1, self._seats // self._strategies)
        self._unit = math.lcm(least, -(-self._seats // self._strategies))
        self._of_value = placing.unit

    def count(self, table: int, first: int, outcomes: Counts) -> Standing:
        """The standing of a batch of a table; ``first`` is the number of its first game."""
        number, n, unit = first + np.arange(len(outcomes)), self._strategies, self._unit
        seating = self._seating[number % len(self._seating), : self._seats]  # partners win alike
        who = np.array(self._tables[table])[seating]
        wins = outcomes[:, self._win : self._win + self._seats]
        values = outcomes[:, self._value : self._value + self._seats]
        seats = np.bincount(self._tables[table], minlength=n)
        pairs = [_empty(2 * unit**2)] * (n * n)
        groups = np.zeros((JACKKNIFE_GROUPS, n, n), np.int64)
        for (i, j), ahead in self._ahead(who, values * self._upwards):
            # Every game weighs the same, however many seats a strategy has at its table.
            ahead *= unit**2 // (seats[i] * seats[j])
            pairs[i * n + j] = Histogram.of(ahead, 2 * unit**2)
            np.add.at(groups[:, i, j], number // self._seats % JACKKNIFE_GROUPS, ahead)
        return Standing(
            len(outcomes),
            tuple(self._of_seats(who, wins, k, int(seats[k]), unit * SHARE) for k in range(n)),
            tuple(
                self._of_seats(who, values, k, int(seats[k]), unit * self._of_value)
                for k in range(n)
            ),
            tuple(pairs),
            groups,
        )

    def _of_seats(self, who: Counts, values: Counts, k: int, seats: int, unit: int) -> Histogram:
        """The mean of a player's seats."""
        if seats == 0:
            return _empty(unit)
        return Histogram.of((values * (who == k)).sum(axis=1) * (self._unit // seats), unit)

    def _ahead(self, who: Counts, values: Counts) -> Iterator[tuple[tuple[int, int], Counts]]:
        """(i, j) and for each game 2 for each seat of i before one of j, 1 for a tie."""
        for i, j in itertools.permutations(np.unique(who).tolist(), 2):
            ahead = np.zeros(len(who), np.int64)
            for a, b in itertools.permutations(range(self._seats), 2):
                here = (who[:, a] == i) & (who[:, b] == j)
                ahead += here * (np.sign(values[:, b] - values[:, a]) + 1)
            yield (i, j), ahead


def _empty(unit: int) -> Histogram:
    return Histogram(np.zeros(1, np.int64), unit)
