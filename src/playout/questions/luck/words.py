"""What is said of skill and luck in words: the parts, and what the numbers are."""

from __future__ import annotations

import math

from playout.questions.luck.found import Found
from playout.report.estimates import LEVEL, fixed_n
from playout.report.words import between, head, several
from playout.stats.components import PARTS, Components
from playout.stats.tally import GROUPS

NAMES = {
    "strategy": "the strategy",
    "deal": "the deal",
    "interaction": "which deal suits which strategy",
    "rest": "the rest",
    "total": "total",
}
"""The parts of the variance for people."""


def sentence(found: Found, components: Components) -> str:
    """What each part has of the variance, the largest first."""
    measure, total = head(found.asked.measure.name), components.total.estimate
    if math.isnan(total):
        return "Too few deals were played to say anything."
    if not total > 0:
        return f"Of {measure} there is nothing to divide: it was the same in every game."
    shares = dict(zip(PARTS, components.shares, strict=True))
    if len(found.asked.players) == 1:
        shares = {name: shares[name] for name in ("deal", "rest")}
    largest, *others = sorted(shares, key=lambda name: -shares[name].estimate)
    parts = [f"{between(shares[largest], True)} is {NAMES[largest]}"]
    parts += [f"{between(shares[name], True)} {NAMES[name]}" for name in others]
    return f"Of the variance of {measure}, {', '.join(parts)}."


def interval(found: Found, components: Components) -> str:
    """What kind of intervals there are."""
    if math.isinf(components.total.high):
        return "no intervals: too few deals"
    means = "; rates: Clopper-Pearson" if found.asked.measure.is_rate else ""
    how = f"jackknife over {GROUPS} groups of deals, Student t{means}"
    return f"{100 * LEVEL:g} % intervals, {fixed_n(found.complete, 'deals')} ({how})"


def caption(found: Found, components: Components) -> str:
    """What the numbers are."""
    asked, strategies = found.asked, found.sums.strategies
    where = "every seat plays the strategy"
    if asked.against is not None:
        where = f"one seat plays the strategy, moving; all others {asked.against.label}"
    return (
        f"{several(found.deals, 'deal')} x {_strategies(strategies)} x {asked.repeats:,} repeats, "
        f"{where}; seed {asked.seed}; {found.games:,} games in {found.seconds:.1f} s\n"
        f"{interval(found, components)}; the rest: what differs between repeats of one deal"
    )


def _strategies(number: int) -> str:
    return f"{number} {'strategy' if number == 1 else 'strategies'}"
