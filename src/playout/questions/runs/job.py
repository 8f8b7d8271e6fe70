"""A run as a job: an arm for each setup, with all its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from itertools import groupby
from operator import add
from typing import Any

import numpy as np

from playout.engine.chance.seating import seated
from playout.engine.game.game import Player, Rules
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.questions.runs.asked import Asked
from playout.questions.runs.found import Found, counts_of, expected_games, together
from playout.questions.runs.seats import Row, count
from playout.report.estimates import interval_of
from playout.report.words import several
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome
from playout.stats.intervals import Interval
from playout.stats.tally import Tallies, Tally

MOST_PARTS = 999_999  # of a run
MOST_EXACT = 100  # tables of a game of others whose exact values are kept in a file
AT_ONCE = 2**16  # games whose outcomes are held: those of a batch would be gigabytes in a long run


class Job(jobs.Job[Tallies]):
    """A run of games; or, with ``begin`` and ``end``, a part of one."""

    kind = "run"
    asks = Asked
    asked: Asked

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self.arms = [list(rows) for _, rows in groupby(asked.rows, key=lambda row: id(row.setup))]
        if asked.precision is not None:
            self.decide, self.aim = self._reached, asked.aim

    def match(self, row: int, number: int) -> Match:
        """Game ``number`` of a row, 1, 2, ..., before its first move; PlayoutError if not in it."""
        rows = self.asked.rows
        if not 1 <= row <= len(rows):
            raise PlayoutError(f"{as_typed('row', row)}: the run has {several(len(rows), 'row')}")
        if not self.begin <= number < self.end:
            raise PlayoutError(
                f"{as_typed('game_number', number)}: the run has games {self.begin:,} to "
                f"{self.end - 1:,} of each row"
            )
        setup = rows[row - 1].setup
        given: dict[str, Any] = dict(setup.rules.needed_options())
        players = seated(setup.seating, setup.players, number)
        return Match(
            self.asked.game.name,
            strategy=[player.reference for player in players],
            seed=self.asked.seed,
            game_number=number,
            compiled=True,
            **given,
        )

    def seated(self) -> list[tuple[Rules, tuple[Player, ...]]]:
        every = [
            (setup.rules, tuple(seated(setup.seating, setup.players, k)))
            for setup in {id(row.setup): row.setup for row in self.asked.rows}.values()
            for k in range(len(setup.seating))
        ]
        return every if len(every) <= MOST_EXACT else []

    @property
    def whole(self) -> int:
        return self.asked.end

    def command(self) -> str:
        """The command that asks for it; "" if it has cases, or is a part that no command names."""
        part = self._part()
        return "" if part is None else self.asked.command(self.end, part)

    def _part(self) -> str | None:
        """The option for the part of a run that this is; "" if it is all, None if there is none."""
        begin, end, whole = self.begin, self.end, self.whole
        if (begin, end) == (0, whole):
            return ""
        # A part has whole / n games, rounded up or down.
        most = min(whole, MOST_PARTS, whole // max(1, end - begin - 1))
        for n in range(whole // (end - begin + 1) + 1, most + 1):
            k = -(-begin * n // whole) + 1
            if games_of_part(whole, k, n) == (begin, end):
                return f" --part {k}/{n}"
        return None

    def nothing(self) -> list[Tallies]:
        none = np.zeros((0, self.game.width), np.int64)
        return [count(rows, none, 0) for rows in self.arms]

    def play(self, batch: Batch) -> Tallies:
        rows = self.arms[batch.arm]
        setup, seed = rows[0].setup, self.asked.seed
        room = np.empty((min(AT_ONCE, batch.count), self.game.width), np.int64)

        def some(first: int) -> Tallies:
            games = min(AT_ONCE, batch.end - first)
            here = setup.rules, setup.players, seed, first, games, setup.seating
            outcomes = play_batch(*here, outcomes=room[:games])
            return count(rows, outcomes, first)

        counted = reduce(
            add, map(some, range(batch.first, max(batch.first + 1, batch.end), AT_ONCE))
        )
        for place, measure in enumerate(self.game.measures):
            if measure.categories:  # a user's game may write a number that is no category
                longest = max(part.histograms[place].length for part in counted.parts)
                measure.word(max(0, longest - 1))
        return counted

    def players(self) -> list[Player]:
        return [player for rows in self.arms for player in rows[0].players]

    def forecast_needed(self, arm: int, counted: Tallies, looks: Sequence[int]) -> Interval | None:
        """About how many more games a setup needs until all its rows are precise enough."""
        rows = zip(self.arms[arm], counted.parts, strict=True)
        return together((expected_games(self.asked, *row, looks) for row in rows), max)

    def _reached(self, arm: int, counted: Tallies) -> bool:
        """Whether all rows of a setup are as precise as was asked."""
        return all(map(self._is_precise, self.arms[arm], counted.parts))

    def _is_precise(self, row: Row, tally: Tally) -> bool:
        aim = self.asked.precision
        assert aim is not None
        return aim.reached(self.interval(row, tally))

    def interval(self, row: Row, tally: Tally) -> Interval:
        """The anytime-valid interval of the measure that is aimed at."""
        aim, measure = self.asked.precision, self.asked.measure
        histogram = counts_of(self.game, measure, tally)
        return interval_of(measure, row.rules, histogram, "anytime", aim=aim)

    def result(self, outcome: Outcome[Tallies]) -> Found:
        rows = self.asked.rows
        tallies = [tally for counted in outcome.counted for tally in counted.parts]
        missed: tuple[int, ...] = ()
        if self.decide is not None:
            pairs = enumerate(zip(rows, tallies, strict=True))
            missed = tuple(k for k, (row, tally) in pairs if not self._is_precise(row, tally))
        return Found(
            self.asked,
            rows,
            tallies,
            outcome.cpu_seconds,
            outcome.seconds,
            outcome.complete,
            outcome.fixed,
            missed,
        )


def part_of(asked: Asked, part: str | None) -> Job:
    """The job of a question, or of the k-th of n parts of its games, "k/n"; None: all of them."""
    if part is None:
        return Job(asked)
    numbers = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", part.strip())  # to MOST_PARTS
    k, n = (int(numbers[1]), int(numbers[2])) if numbers else (2, 1)
    if k > n or n > asked.games:
        raise PlayoutError(
            f"{as_typed('part', part)}: must be I/N, such as 1/4 to 4/4 for four quarters of the "
            f"games; no more parts than games, and at most {MOST_PARTS:,}"
        )
    if asked.precision is not None:
        raise PlayoutError(
            f"{as_typed('part', part)}: a run with {named('precision')} chooses its number of "
            f"games, so it has no parts; use {named('games')} instead"
        )
    return Job(asked, *games_of_part(asked.games, k, n))


def games_of_part(games: int, k: int, n: int) -> tuple[int, int]:
    """The first game of the k-th of n parts of so many games, and the number after its last."""
    return games * (k - 1) // n, games * k // n
