"""The patterns of a tournament in words: cycles, mixtures and ladders."""

from __future__ import annotations

import math

from playout.questions.tournament.patterns import Patterns
from playout.questions.tournament.words import MOST_NAMED, is_duel
from playout.report.estimates import ROUGH, about_or_between
from playout.report.words import about, between, listed, number
from playout.stats.intervals import Interval

SEEN = 0.999  # of a mixture, whose members are known


def sentences(patterns: Patterns) -> list[str]:
    """Which cycles there are, which mixture cannot be beaten, what more of a parameter does."""
    if not patterns.ranking.found.games:
        return []
    climbs = [one.words(rating_points) for one in patterns.climbs]
    return [one for one in (_cycle(patterns), _mixture(patterns), *climbs) if one]


def _cycle(patterns: Patterns) -> str:
    cycles = patterns.cycles
    if not cycles:
        return ""
    ranking, first = patterns.ranking, cycles[0]
    verb = "beats" if is_duel(ranking) else "finishes ahead of"
    after = (*first[1:], first[0])
    *links, last = (
        f"{ranking.name(i)} {verb} {ranking.name(j)}" for i, j in zip(first, after, strict=True)
    )
    said = f"{', '.join(links)}, and {last}"
    if len(cycles) == 1:
        return f"There is a cycle: {said}."
    return f"There are {len(cycles):,} cycles; the clearest: {said}."


def _mixture(patterns: Patterns) -> str:
    weights = patterns.mixtures.get("mixture", [])
    if not weights or patterns.best is not None:
        return ""
    name = patterns.ranking.name
    members = [k for k in patterns.ranking.order if weights[k].low > 0]
    if members[1:] and sum(weights[k].estimate for k in members) > SEEN:
        parts = [f"{about(weights[k], True)} {name(k)}" for k in members]
        return f"No strategy beats a mixture of {listed(parts)}{_others(patterns)}."
    if not patterns.cycles:
        return ""
    if patterns.only_mixture is False:
        return "By these results, there are several mixtures that no strategy beats."
    return "Which mixture no strategy beats is not clear yet."


def _others(patterns: Patterns) -> str:
    """Whether there are other such mixtures, and how they differ."""
    if patterns.only_mixture:
        return ", and this is the only such mixture"
    if patterns.only_mixture is None:
        return "; it is not clear yet whether this is the only such mixture"
    free = [k for k in patterns.ranking.order if patterns.is_free(k)]
    if not 0 < len(free) <= MOST_NAMED:
        return "; by these results, this is not the only such mixture"
    ends = [f"{_percents(patterns, k)} {patterns.ranking.name(k)}" for k in free]
    return f"; by these results, others do as well, with {listed(ends)}"


def _percents(patterns: Patterns, k: int) -> str:
    return range_text(*patterns.ranges[k].tolist())


def range_text(least: float, most: float) -> str:
    """The ends of the part of a strategy: ``0 to 33.3 %``; or one number if they are the same."""
    low, high = f"{100 * least:.3g}", f"{100 * most:.3g}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def rating_points(one: Interval) -> str:
    """A difference of ratings for a sentence."""
    if math.isinf(one.high):
        return f"more than {number(one.low, one.estimate - one.low)} rating points"
    return f"{about_or_between(one, False, ROUGH)} rating points"


def rating_text(one: Interval) -> str:
    """A rating with its interval; of one without an end, as of who won everything, the other end.

    The estimate then says nothing, because it follows from the number of games alone.
    """
    if math.isinf(one.high) and math.isfinite(one.low):
        return f"more than {number(one.low, one.estimate - one.low)}"
    if math.isinf(one.low) and math.isfinite(one.high):
        return f"less than {number(one.high, one.high - one.estimate)}"
    return between(one, False)
