"""Tournaments: which strategies meet at which tables, and what is counted of them.

The design is balanced.  With as many strategies as seats or more, there is a table for every set of
different strategies, so every two of them meet equally often.  With fewer strategies each has as
many seats as the others, and those left over go to every set of them in turn.  At a table, the
order of the players goes through all orders around the table, and everyone through all seats.

Every table has its own games: of n games each, table t has t * n to t * n + n - 1 of the run.  So
all games are independent, and intervals over several tables are what they say.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from playout.engine.batch import play_batch
from playout.engine.errors import PlayoutError
from playout.engine.game import SHARE, Game, Player, Rules
from playout.engine.registry import find_game, find_player, strategies
from playout.engine.seating import Seating, rotating
from playout.stats.tally import Counts, Histogram
from playout.study.executors import workers_of
from playout.study.jobs import Job, Keeper, Outcome, Progress, Workers, play_job
from playout.study.plan import Batch
from playout.study.spec import MOST_GAMES

GROUPS = 20  # of games, for the jackknife
MOST_TABLES = 100_000


@dataclass(frozen=True)
class Tournament:
    """Who plays, under which rules, and how often."""

    rules: Rules
    players: tuple[Player, ...]
    tables: list[tuple[int, ...]]  # places in `players`, one for each seat
    games: int  # at each table
    seed: int

    @property
    def game(self) -> Game:
        """What is played."""
        return self.rules.game


def plan_tournament(
    game: str, names: Sequence[str], games: int, seed: int, options: Mapping[str, object]
) -> Tournament:
    """A tournament of these strategies, or of all if the one name is "all".

    ``games`` are those of all tables together; as many more are played as make them equal,
    with everybody as often on every seat.
    """
    found = find_game(game)
    if found.placing is None:
        raise PlayoutError(f"{game} has no tournaments: its players play together, or have no rank")
    rules = found.rules(options)
    if list(names) == ["all"]:
        names = [strategy.name for strategy in strategies(game)]
    players = tuple(find_player(game, name) for name in names)
    labels = [player.label for player in players]
    if len(set(labels)) < len(labels):
        raise PlayoutError(f"strategies: one is given twice in {', '.join(labels)}")
    if len(players) < 2:
        raise PlayoutError("strategies: at least two are needed")
    for player in players:
        if player.strategy.check is not None:
            player.strategy.check(rules)
    seats = int(rules["players"])
    number = math.comb(len(players), seats % len(players))
    if number > MOST_TABLES or number > games:
        raise PlayoutError(
            f"games = {games}: {len(players)} strategies at {seats} seats make {number:,} tables; "
            f"a game for each is needed, and at most {MOST_TABLES:,} tables are allowed"
        )
    tables = list(line_ups(len(players), seats))
    each = -(-games // (len(tables) * seats)) * seats  # everybody as often on every seat
    if each * len(tables) > MOST_GAMES:
        raise PlayoutError(f"games = {games}: at most 10**18 are allowed")
    return Tournament(rules, players, tables, each, seed)


def line_ups(strategies: int, seats: int) -> list[tuple[int, ...]]:
    """The tables of the balanced design: places 0 .. strategies - 1, one for each seat."""
    everybody = tuple(range(strategies)) * (seats // strategies)
    rest = seats % strategies
    return [everybody + some for some in itertools.combinations(range(strategies), rest)]


def orders(seats: int) -> Seating:
    """All orders around a table, each in all rotations: ``seating[row, seat]``.

    Rotations come first.  The orders are taken with long steps, because neighbours in the list
    are much alike.
    """
    around = list(itertools.permutations(range(1, seats)))
    step = round(len(around) * 0.618) | 1
    while math.gcd(step, len(around)) > 1:
        step += 2
    chosen = np.array([(0, *around[k * step % len(around)]) for k in range(len(around))])
    rows = chosen[:, rotating(seats)]
    return np.ascontiguousarray(rows.reshape(-1, seats).astype(np.int64))


@dataclass(frozen=True)
class Standing:
    """What was counted in some games of a tournament."""

    games: int
    wins: tuple[Histogram, ...]  # for each player, the share of one seat
    values: tuple[Histogram, ...]  # of the measure that places, of one seat
    pairs: tuple[Histogram, ...]  # i * players + j: 1 for i before j, a half for a tie
    groups: Counts  # groups[group, i, j]: the sum of the pairs, in their unit

    def __add__(self, other: Standing) -> Standing:
        return Standing(
            self.games + other.games,
            _added(self.wins, other.wins),
            _added(self.values, other.values),
            _added(self.pairs, other.pairs),
            self.groups + other.groups,
        )

    def arrays(self) -> list[Counts]:
        """All that was counted, the number of games first."""
        every = [*self.wins, *self.values, *self.pairs]
        return [np.array([self.games]), self.groups, *(one.counts for one in every)]

    def filled(self, arrays: Sequence[Counts]) -> Standing:
        """A standing of the same players, of these counts."""
        groups = np.zeros(self.groups.size, np.int64)
        groups[: len(arrays[1])] = arrays[1]
        every = [*self.wins, *self.values, *self.pairs]
        found = [one.filled(counts) for one, counts in zip(every, arrays[2:], strict=True)]
        n = len(self.wins)
        return Standing(
            int(arrays[0].sum()),
            tuple(found[:n]),
            tuple(found[n : 2 * n]),
            tuple(found[2 * n :]),
            groups.reshape(self.groups.shape),
        )


def _added(one: tuple[Histogram, ...], two: tuple[Histogram, ...]) -> tuple[Histogram, ...]:
    return tuple(a + b for a, b in zip(one, two, strict=True))


@dataclass(frozen=True)
class Played:
    """What a tournament has counted."""

    asked: Tournament
    standing: Standing
    seconds: float
    complete: bool  # False: stopped before all games were played


class TournamentRun(Job[Standing]):
    """A tournament as a job: a cell of the job is a table."""

    kind = "tournament"
    extendable = False  # the number of games says which are those of the second table

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.game, self.games = tournament, tournament.game, tournament.games
        self._seating = orders(len(tournament.tables[0]))
        self._counting = _Counting(tournament, self._seating)

    @staticmethod
    def restored(asked: dict[str, Any], games: int, begin: int = 0) -> TournamentRun:
        """The job that was asked for in these words."""
        names, options = asked["strategies"], dict(asked["rules"])
        number = asked["games"] * math.comb(len(names), int(options["players"]) % len(names))
        tournament = plan_tournament(asked["game"], names, number, asked["seed"], options)
        return TournamentRun(tournament)

    def asked(self) -> dict[str, Any]:
        """All that decides its counts; its tables have their numbers from the number of games."""
        asked = self.tournament
        return {
            "game": self.game.name,
            "strategies": [player.reference for player in asked.players],
            "rules": [["players", asked.rules["players"]], *asked.rules.changed().items()],
            "seed": asked.seed,
            "games": asked.games,
        }

    def nothing(self) -> list[Standing]:
        """What is counted of no games, for each table."""
        none = np.zeros((0, self.game.width), np.int64)
        tables = range(len(self.tournament.tables))
        # All are alike but for who plays; a table of a hundred thousand is not counted apart.
        return [self._counting.count(0, 0, none)] * len(tables)

    def play(self, batch: Batch) -> Standing:
        """Play a batch at its table and count it."""
        asked = self.tournament
        first = batch.cell * asked.games + batch.first
        here = [asked.players[place] for place in asked.tables[batch.cell]]
        outcomes = play_batch(asked.rules, here, asked.seed, first, batch.count, self._seating)
        return self._counting.count(batch.cell, first, outcomes)

    def warm(self) -> None:
        """Compile everything before threads ask for it."""
        asked = self.tournament
        for player in asked.players:
            play_batch(asked.rules, [player] * len(asked.tables[0]), asked.seed, 0, 0)

    def players(self) -> list[Player]:
        """Everybody who plays, somewhere."""
        return list(self.tournament.players)

    def result(self, outcome: Outcome[Standing]) -> Played:
        """The standing over all tables."""
        total = outcome.counted[0]
        for standing in outcome.counted[1:]:
            total += standing
        return Played(self.tournament, total, outcome.seconds, outcome.complete)


def play_tournament(
    asked: Tournament,
    *,
    threads: int | None = None,
    workers: Workers | None = None,
    keeper: Keeper[Standing] | None = None,
    progress: Progress | None = None,
) -> Played:
    """Play all games of a tournament; stopped with Ctrl-C, it returns what was counted so far.

    An IllegalMove that a strategy makes carries the same as its ``partial``.
    """
    with nullcontext(workers) if workers is not None else workers_of(threads) as here:
        found = play_job(TournamentRun(asked), here, keeper=keeper, progress=progress)
    assert isinstance(found, Played)
    return found


class _Counting:
    """From outcomes to standings."""

    def __init__(self, asked: Tournament, seating: Seating) -> None:
        game, placing = asked.game, asked.game.placing
        assert placing is not None
        self._tables, self._seating = asked.tables, seating
        self._strategies, self._seats = len(asked.players), len(asked.tables[0])
        names = [measure.name for measure in game.measures]
        self._value = game.columns[names.index(placing.name)]
        self._upwards = 1 if placing.first == "lowest" else -1
        shares = [m for m in game.measures if m.kind == "share" and m.per_seat]
        self._win = game.columns[names.index(shares[0].name)]
        # A player may have one seat more at some tables; means over them are whole numbers of it.
        least = max(1, self._seats // self._strategies)
        self._unit = math.lcm(least, -(-self._seats // self._strategies))

    def count(self, table: int, first: int, outcomes: Counts) -> Standing:
        """The standing of a batch of a table; ``first`` is the number of its first game."""
        number, n, unit = first + np.arange(len(outcomes)), self._strategies, self._unit
        who = np.array(self._tables[table])[self._seating[number % len(self._seating)]]
        wins = outcomes[:, self._win : self._win + self._seats]
        values = outcomes[:, self._value : self._value + self._seats]
        seats = np.bincount(self._tables[table], minlength=n)
        pairs = [_empty(2 * unit**2)] * (n * n)
        groups = np.zeros((GROUPS, n, n), np.int64)
        for (i, j), ahead in self._ahead(who, values * self._upwards):
            # Every game weighs the same, however many seats a strategy has at its table.
            ahead *= unit**2 // (seats[i] * seats[j])
            pairs[i * n + j] = Histogram.of(ahead, 2 * unit**2)
            np.add.at(groups[:, i, j], number // self._seats % GROUPS, ahead)
        return Standing(
            len(outcomes),
            tuple(self._of_seats(who, wins, k, int(seats[k]), unit * SHARE) for k in range(n)),
            tuple(self._of_seats(who, values, k, int(seats[k]), unit) for k in range(n)),
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
            found = np.zeros(len(who), np.int64)
            for a, b in itertools.permutations(range(self._seats), 2):
                here = (who[:, a] == i) & (who[:, b] == j)
                found += here * (np.sign(values[:, b] - values[:, a]) + 1)
            yield (i, j), found


def _empty(unit: int) -> Histogram:
    return Histogram(np.zeros(1, np.int64), unit)
