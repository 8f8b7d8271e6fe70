"""Runs that are looked at again and again, with known truth: exact chances, and invented runs.

Shared by the tests of the statistics and by ``benchmarks/intervals.py``, which does more.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from playout.stats.sequential import Aim, log_wealth
from playout.stats.tally import Histogram

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

BETTER, WORSE, EQUAL, OPEN = "A better", "B better", "equal", "no verdict"


def histogram(*counts: int) -> Histogram:
    """The histogram with these counts of 0, 1, 2, ..."""
    return Histogram(np.array(counts, np.int64))


def geometric_looks(first: int, last: int, ratio: float) -> list[int]:
    """Numbers of games at which a run is looked at, each ``ratio`` times the one before."""
    steps = math.ceil(math.log(last / first) / math.log(ratio))
    looks = {min(last, round(first * ratio**step)) for step in range(steps + 1)}
    return sorted(looks)


@dataclass(frozen=True)
class Limits:
    """Where a rate is left out: after n games with few[n] successes or fewer, many[n] or more."""

    few: Counts
    many: Counts


def sequence_limits(rate: float, games: int, aim: Aim | None = None, level: float = 0.95) -> Limits:
    """The limits of a confidence sequence after 1, 2, ... games; ``rate`` is neither 0 nor 1.

    One game more of the other kind never makes the sequence leave out a rate on this side, so the
    limits are found by following them.
    """
    few, many = np.full(games + 1, -1), np.arange(1, games + 2)
    failed, won = 1, 1
    for n in range(1, games + 1):
        while won <= n and (won <= n * rate or not _out(n, won, rate, aim, level)):
            won += 1
        while failed <= n and (
            failed <= n * (1 - rate) or not _out(n, n - failed, rate, aim, level)
        ):
            failed += 1
        few[n], many[n] = n - failed, won
    return Limits(few, many)


def limits_at(rate: float, n: int, aim: Aim | None = None, level: float = 0.95) -> tuple[int, int]:
    """The limits of a confidence sequence after n games alone, found by halving."""
    if rate in (0.0, 1.0):
        return -1, n + 1  # a sure thing, seen n times, is never left out

    def first(outside: Callable[[int], bool], among: range) -> int:
        return among.start + bisect_left(among, True, key=outside)

    middle = math.floor(n * rate)
    many = first(lambda won: _out(n, won, rate, aim, level), range(middle + 1, n + 1))
    few = n - first(lambda lost: _out(n, n - lost, rate, aim, level), range(n - middle, n + 1))
    return few, many


def _out(n: int, successes: int, rate: float, aim: Aim | None, level: float) -> bool:
    enough = math.log(1 / (1 - level))
    return log_wealth(histogram(n - successes, successes), rate, 1.0, aim=aim) >= enough


def fixed_limits(rate: float, games: int, level: float = 0.95) -> Limits:
    """The limits of the intervals of Clopper and Pearson after 1, 2, ... games."""
    tail, n = (1 - level) / 2, np.arange(games + 1)
    few = np.asarray(stats.binom.ppf(tail, n, rate)).astype(np.int64) - 1
    many = np.asarray(stats.binom.isf(tail, n, rate)).astype(np.int64) + 1
    few[0], many[0] = -1, 1
    return Limits(few, many)


def chances_of_leaving_out(rate: float, limits: Limits) -> Numbers:
    """The exact chance that a rate has been left out at any look so far, after each game.

    Runs that have left it out are taken away; ``alive[k]`` is the chance of all others that have k
    successes.
    """
    alive = np.ones(1)  # successes from, from + 1, ...
    least, chances = 0, np.zeros(len(limits.few))
    for n in range(1, len(limits.few)):
        alive = np.append(alive * (1 - rate), 0.0) + np.append(0.0, alive * rate)
        begin = max(0, int(limits.few[n]) + 1 - least)
        end = min(len(alive), int(limits.many[n]) - least)
        chances[n] = chances[n - 1] + float(alive[:begin].sum() + alive[end:].sum())
        alive, least = alive[begin:end], least + begin
    return chances


def looked_at(
    chances: Sequence[float], looks: Sequence[int], seed: Sequence[int]
) -> Iterator[Counts]:
    """The counts of values 0, 1, 2, ... of one invented run, at each look."""
    draw = np.random.default_rng(seed)
    counts, before = np.zeros(len(chances), np.int64), 0
    for look in looks:
        counts = counts + draw.multinomial(look - before, chances)
        before = look
        yield counts


def leaves_out(counts: Counts, mean: float, aim: Aim | None = None, level: float = 0.95) -> bool:
    """Whether a sequence of values 0 to the last leaves out a mean."""
    enough = math.log(1 / (1 - level))
    return log_wealth(Histogram(counts), mean, float(len(counts) - 1), aim=aim) >= enough


@dataclass(frozen=True)
class Stopped:
    """What a sequential test of differences said, when, and what the mean difference was then."""

    verdict: str
    games: int
    mean: float


def verdict_of(counts: Counts, margin: float, level: float = 0.95) -> str:
    """The verdict on differences -1, 0, 1, by what their sequence leaves out: the rule in brief.

    The interval lies above 0 if its estimate does and 0 is left out, and so on.
    """
    seen, enough = Histogram(counts), math.log(1 / (1 - level))

    def out(difference: float) -> bool:
        return log_wealth(seen, difference, 1.0, -1.0, Aim(margin)) >= enough

    mean = seen.mean - 1.0
    if mean != 0 and out(0.0):
        return BETTER if mean > 0 else WORSE
    if abs(mean) < margin and out(-margin) and out(margin):
        return EQUAL
    return OPEN


def sequential_test(
    chances: Sequence[float], margin: float, looks: Sequence[int], seed: Sequence[int]
) -> Stopped:
    """One invented comparison: differences -1, 0, 1 with these chances, until a verdict."""
    stopped = Stopped(OPEN, 0, math.nan)
    for look, counts in zip(looks, looked_at(chances, looks, seed), strict=True):
        stopped = Stopped(verdict_of(counts, margin), look, Histogram(counts).mean - 1.0)
        if stopped.verdict != OPEN:
            break
    return stopped


def is_wrong(verdict: str, difference: float, margin: float) -> bool:
    """Whether a verdict is wrong if that is the true difference; none is never wrong."""
    return {
        BETTER: difference <= 0,
        WORSE: difference >= 0,
        EQUAL: abs(difference) >= margin,
        OPEN: False,
    }[verdict]
