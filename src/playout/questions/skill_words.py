"""Luck and skill in words, for all questions that compare strategies on the same deals.

First comes how far the best and the worst strategy lie apart, then the share of the strategy in the
differences between single games.  Alone, a small share would read as if the choice hardly mattered:
over many games it may decide a lot.  Both hold for these strategies only, and say so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from playout.engine.game.measures import Measure
from playout.engine.game.players import Player
from playout.questions.verbs import verb
from playout.report.estimates import LEVEL, ROUGH, about_or_between, size_or_range
from playout.report.words import head, is_plural, listed, turned, unit_of
from playout.stats.components import Sums, differences
from playout.stats.intervals import Interval

RANDOM = "random"  # the strategy without any skill
MOST_NAMED = 4  # strategies in a sentence
HALF = 0.5  # of the variance: more of it makes luck, or skill, the larger part
ABOUT_HALF = 0.1  # an estimate as near to a half is about a half,
NEAR = 0.2  # if the share is surely as near as this
FINE = 0.03  # half the width of the interval of a rate, or that part of a mean: from here on both
# ends are in the sentence
ALMOST = 0.05  # a share that is surely as near to 0, or to 1, is almost that


@dataclass(frozen=True)
class Reach:
    """How far the best of some strategies is above the worst; or the highest above the lowest."""

    best: int
    worst: int
    difference: Interval  # of their means; it holds whichever two of the strategies these are


def reach_of(sums: Sums, measure: Measure, unit: int) -> Reach | None:
    """The strategies that lie furthest apart; None if there are too few deals to tell."""
    totals = [int(total) for total in sums.totals.sum(axis=1)]
    if not sums.games or len(totals) < 2:
        return None
    sign = -1 if measure.wanted == "lowest" else 1
    best, *_, worst = sorted(range(len(totals)), key=lambda place: -sign * totals[place])
    # At this level the intervals of all pairs hold at once, not only those with one of them.
    level = 1.0 - (1.0 - LEVEL) * 2 / len(totals)
    difference = differences(sums, worst, unit, level)[best]
    return None if math.isinf(difference.high) else Reach(best, worst, difference)


def reach_in_words(
    names: Sequence[str],
    reach: Reach,
    means: Sequence[Interval],
    measure: Measure,
    against: Player | None = None,
    seats: int = 1,
    default: str = "",
) -> str:
    """How far the strategies lie apart: sentences, but for a capital letter and the last full stop.

    Rates have those of both strategies from the ``means`` of all.  ``against`` plays on the other
    seats, if there are any; ``default`` is the game's default strategy.
    """
    several, best, worst = len(names) > 2, names[reach.best], names[reach.worst]
    where = ""
    if against is not None and seats > 1:
        one = "an opponent that plays" if seats == 2 else "opponents that play"
        where = f" against {one} {against.reference}"
    every = f"of {in_short(names, 'and')}"
    if reach.difference.estimate == 0:
        return _equal(names, reach, means[reach.best], measure, where, seats)
    change = how_far(reach.difference, measure)
    if not (measure.wanted or measure.kind == "share" or measure.seat is not None):
        doubt = "" if reach.difference.is_clear else ", but the difference is not clear"
        far = f"the strategy {best}"
        if several:
            far = f"{every}, {best} and {worst} lie furthest apart{where}: {best}"
        return f"{far} {change} than {worst}{'' if several else where}{doubt}"
    usual = " (the default strategy)"
    better = f"{best}{usual if best == default else ''} did {'best' if several else 'better'}"
    doubt = "" if reach.difference.is_clear else ", but not clearly"
    than = f"{worst}{usual if worst == default else ''}{', which did worst' if several else ''}"
    first = f"{every}, {better}{where}{doubt}"
    if not measure.is_rate:
        return f"{first}. It {change} than {than}"
    its, other = (
        about_or_between(mean, rate=True, wide=min(FINE, ROUGH * mean.estimate))
        for mean in (means[reach.best], means[reach.worst])
    )
    equal, comma = _share_of(measure, where, seats), "," if several else ""
    both = f"{its} of the games{equal} and {than}{comma} {other}"
    size = _size(reach.difference, measure)
    return f"{first}. It {verb(measure)} {both}: a difference of {size}"


def _equal(
    names: Sequence[str],
    reach: Reach,
    mean: Interval,
    measure: Measure,
    where: str,
    seats: int,
) -> str:
    """The same, if all strategies have the same mean in these games."""
    did = "did equally well" if measure.wanted else "had the same result on average"
    every = f"all {in_short(names, '')}"
    if len(names) <= MOST_NAMED:
        every = f"the strategies {in_short(names, 'and')}"
    first = f"{every} {did} in these games{where}"
    each = ""
    if measure.is_rate:
        amount = about_or_between(mean, rate=True, wide=min(FINE, ROUGH * mean.estimate))
        each = f". Each {verb(measure)} {amount} of the games{_share_of(measure, where, seats)}"
    unit = unit_of(measure)
    size, name = unit.spelled(unit.each(reach.difference)[2]), head(measure.name)
    of, in_average = "", ""
    if not measure.is_rate:
        of, in_average = (f" {name}", "") if is_plural(measure) else ("", f" in the average {name}")
    return f"{first}{each}. A difference{in_average} of up to {size}{of} is possible"


def _share_of(measure: Measure, where: str, seats: int) -> str:
    """What would be an equal share against opponents: `` (an equal share is 25 %)``."""
    is_share = where and measure.kind == "share"
    return f" (an equal share is {100 / seats:.3g} %)" if is_share else ""


def how_far(difference: Interval, measure: Measure) -> str:
    """What a strategy does compared with another: ``wins about 37 percentage points more often``.

    A difference that is not clear has its largest size: ``wins at most 3.1 percentage points ...``.
    """
    amount, less = _size(difference, measure), _is_less(difference, measure)
    if measure.is_rate:
        return f"{verb(measure).removesuffix(' in')} {amount} {'less' if less else 'more'} often"
    name = head(measure.name)
    if is_plural(measure):
        return f"{verb(measure)} {amount} {'fewer' if less else 'more'} {name} on average"
    return f"has an average {name} {amount} {'lower' if less else 'higher'}"


def _size(difference: Interval, measure: Measure) -> str:
    """A difference without its sign: ``about 37 percentage points``; its largest if unclear."""
    unit = unit_of(measure)
    size = turned(difference) if _is_less(difference, measure) else difference
    if size.low > 0:
        return size_or_range(size, unit)
    return f"at most {unit.spelled(unit.each(size)[2])}"


def _is_less(difference: Interval, measure: Measure) -> bool:
    return difference.estimate < 0 or measure.wanted == "lowest"


def beside_default(
    names: Sequence[str],
    reach: Reach,
    default: str,
    leads: Sequence[Interval] | None,
    measure: Measure,
) -> list[str]:
    """How far the best strategy is ahead of the default strategy, if that was not said.

    ``leads`` say how far the mean of each strategy is above that of the default strategy.
    """
    known = (names[reach.best], names[reach.worst])
    if leads is None or not measure.wanted or default in known or math.isinf(leads[0].high):
        return []
    if reach.difference.estimate == 0:
        return []
    lead, best = leads[reach.best], names[reach.best]
    if not lead.is_clear:
        return [f"But {best} is not clearly better than {default}, the default strategy."]
    return [f"Compared with {default}, the default strategy, {best} {how_far(lead, measure)}."]


def share_in_words(skill: Interval, measure: Measure, names: Sequence[str]) -> str:
    """How much of the differences between single games the strategy explains, in a sentence."""
    part = skill if skill.low > 0 else Interval(0.0, 0.0, max(0.0, skill.high))
    choice = f"the choice between these {'two' if len(names) == 2 else len(names)} strategies"
    share = f"{about_or_between(part, rate=True)} of the differences in {differing(measure)}"
    return f"In a single game, {verdict(skill, choice)}: it explains {share}."


def differing(measure: Measure) -> str:
    """In what games differ: ``winning``, ``the result 'excellent'``, ``cards left``."""
    if measure.name == "win":
        return "winning"
    return f"the result '{head(measure.name)}'" if measure.is_rate else head(measure.name)


def other_strategies(skill: Interval, names: Sequence[str]) -> str:
    """What the share would be with other strategies: a sentence."""
    if RANDOM not in names or not skill.low > 0:
        return "With other strategies, the choice can matter more or less."
    others = (
        "If the strategy random is left out" if names[2:] else "Between two sensible strategies"
    )
    return f"{others}, the choice usually matters less."


def verdict(skill: Interval, choice: str) -> str:
    """Luck or skill, by the share of the strategy in the variance: a clause about a ``choice``."""
    is_half = skill.low <= HALF <= skill.high or abs(skill.estimate - HALF) <= ABOUT_HALF
    if is_half and skill.low > HALF - NEAR and skill.high < HALF + NEAR:
        return f"{choice} matters about as much as luck"
    if skill.high < HALF:
        return f"{choice} matters {'far less' if skill.high < ALMOST else 'less'} than luck"
    if skill.low > HALF:
        return f"{choice} matters {'far more' if skill.low > 1 - ALMOST else 'more'} than luck"
    return f"it is not clear yet whether {choice} matters more or less than luck"


def in_short(names: Sequence[str], last: str) -> str:
    """The strategies by name, or how many there are."""
    return f"{len(names)} strategies" if len(names) > MOST_NAMED else listed(names, last)
