"""What is said of a rare event in words: its chance, and how that was found."""

from __future__ import annotations

import math

from playout.engine.game import line_up
from playout.questions.rare.found import Found
from playout.report.estimates import LEVEL, fixed_n
from playout.report.words import several
from playout.stats.intervals import Interval

VERBS = {"win": "wins"}  # of measures that have one


def sentence(found: Found, interval: Interval, scatter: float, trusted: bool) -> str:
    """The chance, and whether its interval is to be trusted."""
    who, event = line_up(found.asked.players), found.asked.measure.name
    repeats = len(found.replications)
    if repeats < 2:
        finished = "one is" if repeats else "none is"
        return (
            f"{who}: nothing is known of the chance of '{event}' yet; it takes two replications at "
            f"least, of which {finished} finished."
        )
    if interval.estimate == 0:
        return (
            f"{who}: no replication came to '{event}', so nothing is known of its chance; "
            "more particles may find it."
        )
    verb = VERBS.get(event, f"comes to '{event}' in")
    answer = (
        f"{who} {verb} about {one_in(interval.estimate)} games "
        f"({100 * LEVEL:.0f} % interval {one_in(interval.high)} to {one_in(interval.low)})"
    )
    if trusted:
        return f"{answer}."
    return (
        f"{answer}, but single replications scatter by {scatter:.1f} times their mean: "
        "the interval may be too narrow, more particles are needed."
    )


def caption(found: Found, games_equivalent: float) -> str:
    """How it was found."""
    asked, levels = found.asked, found.reached.shape[1]
    kind = fixed_n(found.complete and found.fixed, "replications")
    worth = ""
    if math.isfinite(games_equivalent):
        worth = f"; worth {short(games_equivalent)} games one by one"
    return (
        f"multilevel splitting: {several(len(found.replications), 'replication')} of "
        f"{asked.particles:,} games, {several(levels, 'level')}; seed {asked.seed}; "
        f"{found.seconds:.1f} s\n"
        f"{100 * LEVEL:.0f} % interval, {kind}{worth}"
    )


def one_in(chance: float) -> str:
    """A chance as people say it: ``1 in 3.2e+19``."""
    if chance <= 0:
        return "1 in infinitely many"
    return f"1 in {short(1.0 / chance)}"


def short(number: float) -> str:
    """Two digits: ``71``, ``3,100``, ``3.2e19``."""
    if number < 1e6:
        return f"{float(f'{number:.3g}'):,g}" if number >= 1000 else f"{number:.3g}"
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}e{int(power)}"
