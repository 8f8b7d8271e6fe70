"""Rare events by multilevel splitting: many games at once, and the promising ones are copied.

Games are stopped at levels of progress.  At each level those that are over are replaced by copies
of those that go on, in proportion to the growth of their importance h (games know what that is),
and every copy gets a future of its own.  After n levels the product Z of the mean weights carries
what copying has changed, so that

    sum over stages of  Z_before * mean(value / h_before)

over the games that end in the stage is an unbiased estimate of the mean value, with any number of
particles and any importance above 0.  That is the estimate of one replication; replications are
independent, so their scatter says how far their mean is to be trusted (stats/replications.py).

Sources: H. Kahn and T. E. Harris, "Estimation of particle transmission by random sampling",
National Bureau of Standards Applied Mathematics Series 12 (1951); P. Glasserman, P. Heidelberger,
P. Shahabuddin and T. Zajic, "Multilevel splitting for estimating rare event probabilities",
Operations Research 47 (1999); P. Del Moral, "Feynman-Kac Formulae" (2004), theorem 7.4.2 for the
unbiasedness; F. Cerou and A. Guyader, "Adaptive multilevel splitting for rare event analysis",
Stochastic Analysis and Applications 25 (2007).  The copies are drawn systematically, with one
random number a level: J. Carpenter, P. Clifford and P. Fearnhead, "Improved particle filter for
nonlinear problems", IEE Proceedings Radar, Sonar and Navigation 146 (1999).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game, Measure, Player, Rules
from playout.engine.registry import find_game, find_players
from playout.engine.splitting import System, check_splitting
from playout.study.executors import on_threads, read_threads
from playout.study.jobs import Progress
from playout.study.plan import Batch, Plan

LEAST_PARTICLES, MOST_PARTICLES = 10, 100_000  # of 2 to 4 KB twice, for each thread
LEAST_REPEATS, MOST_REPEATS = 10, 1_000_000

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Question:
    """What is asked, and with how much effort."""

    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    measure: Measure  # a rate
    particles: int  # games at once in a replication
    repeats: int  # independent replications
    seed: int

    @property
    def game(self) -> Game:
        """What is played."""
        return self.rules.game


@dataclass(frozen=True)
class Replication:
    """What one system of particles has found; one entry a stage, level 1, 2, ... of progress."""

    estimate: float  # of the chance that is asked for; unbiased
    reached: tuple[float, ...]  # of the chance to be unfinished at the level; unbiased each
    survivors: tuple[int, ...]  # particles that were


@dataclass(frozen=True)
class Replications:
    """Some replications in their order: what a worker brings back."""

    found: tuple[Replication, ...] = ()

    @property
    def games(self) -> int:
        """How many."""
        return len(self.found)

    def __add__(self, other: Replications) -> Replications:
        return Replications(self.found + other.found)


@dataclass(frozen=True)
class Split:
    """All replications of a question."""

    asked: Question
    found: tuple[Replication, ...]  # replications 0 .. n - 1
    seconds: float
    complete: bool  # False: stopped before all were done

    @property
    def estimates(self) -> Numbers:
        """The estimate of each replication."""
        return np.array([one.estimate for one in self.found])

    @property
    def reached(self) -> Numbers:
        """Estimates of the chance to be unfinished at each level, [replication, stage]."""
        return self._table("reached")

    @property
    def survivors(self) -> Numbers:
        """Particles that were unfinished at each level, [replication, stage]."""
        return self._table("survivors")

    def _table(self, name: str) -> Numbers:
        rows = [getattr(one, name) for one in self.found]
        table = np.zeros((len(rows), max(map(len, rows), default=0)))
        for row, values in zip(table, rows, strict=True):
            row[: len(values)] = values
        return table


def ask(
    game: str,
    strategy: str | None,
    measure: str,
    effort: tuple[int, int],
    seed: int,
    options: dict[str, Any],
) -> Question:
    """A checked question; ``effort`` is particles and repeats, no strategy the game's usual one."""
    found = find_game(game)
    check_splitting(found)
    rules = found.rules(options)
    players = find_players(rules, strategy or found.default_strategy)
    rates = {one.name: one for one in found.measures if one.kind == "rate" and not one.per_seat}
    if measure not in rates:
        raise PlayoutError(f"measure = {measure}: {suggest(str(measure), rates)}")
    limits = {
        "particles": (LEAST_PARTICLES, MOST_PARTICLES),
        "repeats": (LEAST_REPEATS, MOST_REPEATS),
    }
    for (name, (low, high)), given in zip(limits.items(), effort, strict=True):
        if not low <= given <= high:
            raise PlayoutError(f"{name} = {given}: allowed are {low} to {high}")
    return Question(rules, players, rates[measure], *effort, seed)


def split(
    asked: Question, *, threads: int | None = None, progress: Progress | None = None
) -> Split:
    """Answer a question.

    ``threads`` defaults to the number of processors; the numbers do not depend on it.  Stopped
    with Ctrl-C, it returns the replications that were finished.  Raises IllegalMove if a strategy
    breaks the rules.
    """
    workers = read_threads(threads)
    plan = Plan(asked.repeats, [Replications()], first=1)

    def work(batch: Batch) -> Replications:
        numbers = range(batch.first, batch.first + batch.count)
        return Replications(tuple(replicate(asked, number) for number in numbers))

    # Compile, or load, everything once before threads ask for it at the same time.
    System(asked.rules, asked.players, 1, asked.seed, 0)
    started = time.perf_counter()
    complete = on_threads(plan, work, workers, progress)
    return Split(asked, plan.tallies[0].found, time.perf_counter() - started, complete)


def replicate(asked: Question, number: int) -> Replication:
    """One system of particles, from the deal until all games are over."""
    system = System(asked.rules, asked.players, asked.particles, asked.seed, number)
    stages = list(system.run(asked.measure))
    return Replication(
        system.estimate,
        tuple(reached for reached, _ in stages),
        tuple(survivors for _, survivors in stages),
    )
