"""Luck and skill in words, for all questions that compare strategies on the same deals.

First comes how far the best and the worst strategy lie apart, then the share of the strategy in the
differences between single games.  Alone, a small share would read as if the choice hardly mattered:
over many games it may decide a lot.  Both hold for these strategies only, and say so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playout.engine.game.measures import Measure
from playout.engine.game.players import Player
from playout.questions.verbs import verb
from playout.report.estimates import (
    LEVEL,
    ROUGH,
    WIDE,
    about_or_between,
    is_wide,
    size_or_range,
    somewhere,
)
from playout.report.words import (
    BETWEEN,
    about,
    half_width,
    head,
    is_plural,
    is_zero,
    listed,
    percent,
    turned,
    unit_of,
)
from playout.stats.components import Sums, all_pairs, differences
from playout.stats.intervals import Interval

RANDOM = "random"  # the strategy without any skill
MOST_NAMED = 4  # strategies in a sentence
MOST_UNCLEAR = 3  # of which the best is not clearly ahead
HALF = 0.5  # of the variance: more of it makes luck, or skill, the larger part
ROUNDED = 0.005  # an end that is as near to a half reads as a half
ABOUT_HALF = 0.1  # an estimate as near to a half is about a half,
NEAR = 0.2  # if the share is surely as near as this
FINE = 0.03  # half the width of the interval of a rate, or that part of a mean: from here on both
# ends are in the sentence
CLOSE = 0.1  # part of a difference; if its interval reaches further, both ends are in the sentence
ALMOST = 0.05  # a share that is surely as near to 0, or to 1, is almost that


@dataclass(frozen=True)
class Reach:
    """How far the best of some strategies is above the worst; or the highest above the lowest."""

    best: int
    worst: int
    difference: Interval  # of their means; it holds whichever two of the strategies these are
    unclear: tuple[int, ...]  # the others that are not clearly worse than the best


def reach_of(
    sums: Sums,
    measure: Measure,
    unit: int,
    known: Mapping[int, Sequence[Interval]] | None = None,
) -> Reach | None:
    """The strategies that lie furthest apart; None if there are too few deals to tell.

    ``known`` are differences from some strategies that an answer shows: it shows the same of these.
    """
    totals = [int(total) for total in sums.totals.sum(axis=1)]
    if not sums.games or len(totals) < 2:
        return None
    sign = -1 if measure.wanted == "lowest" else 1
    best, *_, worst = sorted(range(len(totals)), key=lambda place: -sign * totals[place])
    below = differences(sums, best, unit, all_pairs(len(totals), LEVEL))
    if math.isinf(below[worst].high):
        return None
    above = {k: turned(one) for k, one in enumerate(below)}
    for base, leads in (known or {}).items():
        above |= {k: turned(one) for k, one in enumerate(leads) if base == best}
        above |= {base: leads[best]} if base != best else {}
    others = (k for k in range(len(totals)) if k not in (best, worst))
    return Reach(best, worst, above[worst], tuple(k for k in others if not above[k].is_clear))


def reach_in_words(
    names: Sequence[str],
    reach: Reach,
    means: Sequence[Interval],
    measure: Measure,
    against: Player | None = None,
    seats: int = 1,
    partners: int = 1,
    default: str = "",
) -> str:
    """How far the strategies lie apart: sentences, but for a capital letter and the last full stop.

    Rates have those of both strategies from the ``means`` of all.  ``against`` plays on the other
    seats, or sides of partners, if there are any; ``default`` is the game's default strategy.
    """
    several, best, worst = len(names) > 2, names[reach.best], names[reach.worst]
    where = ""
    if against is not None and seats > 1:
        one = "opponents that play" if seats > 2 or partners > 1 else "an opponent that plays"
        where = f" against {one} {against.reference}"
    every = f"of {in_short(names, 'and')}"
    if reach.difference.estimate == 0:
        return _equal(names, reach, means[reach.best], measure, where, seats)
    of_all = where and not (measure.per_seat or measure.seat is not None)
    change = how_far(reach.difference, measure, " (of all players together)" if of_all else "")
    if not (measure.wanted or measure.kind == "share" or measure.seat is not None):
        doubt = "" if reach.difference.is_clear else ", but the difference is not clear"
        first = f"{where.strip()}, " if where else ""
        first = f"{every}, {best} and {worst} lie furthest apart{where}: " if several else first
        if of_all:
            return f"{first}a game with {best} {change} than one with {worst}{doubt}"
        return f"{first}{'' if several else 'the strategy '}{best} {change} than {worst}{doubt}"
    usual = " (the default strategy)"
    better = f"{best}{usual if best == default else ''} did {'best' if several else 'better'}"
    doubt = ", but not clearly" if reach.unclear or not reach.difference.is_clear else ""
    than = f"{worst}{usual if worst == default else ''}{', which did worst' if several else ''}"
    first = f"{every}, {better}{where}{doubt}"
    if not measure.is_rate:
        return f"{first}. It {change} than {than}"
    its, other = (
        rate_in_words(means[place], _wide(means[place], measure, where, seats))
        for place in (reach.best, reach.worst)
    )
    equal, comma = _share_of(measure, where, seats), "," if several else ""
    within = "in " if verb(measure).endswith(" in") else ""
    both = f"{its} of the games{equal} and {than}{comma} {within}{other}"
    size = _apart(reach.difference, means[reach.best], means[reach.worst], measure)
    return f"{first}. It {verb(measure)} {both}{size}"


def rate_in_words(rate: Interval, wide: float) -> str:
    """A rate or a share for a sentence, whose end is not 0 if the rate is not: ``about 46 %``,
    ``somewhere between 4 and 19 %``, ``less than 14 %``."""
    if rate.low >= 0 and is_zero(percent(rate.low, 10 * half_width(rate))):
        return about(Interval(0.0, 0.0, rate.high), rate=True)
    return about_or_between(rate, rate=True, wide=min(wide, ROUGH * rate.estimate))


def _apart(difference: Interval, best: Interval, worst: Interval, measure: Measure) -> str:
    """The difference of two rates, as far as it says more than their intervals do."""
    size, unit = _size(difference, measure), unit_of(measure)
    if _is_less(difference):
        difference, best, worst = turned(difference), worst, best
    if size.startswith((BETWEEN, "up to ")):
        _, low, high = unit.each(difference)
        is_less, is_more = (
            difference.low < best.low - worst.high,
            difference.high > best.high - worst.low,
        )
        if is_less and is_more:
            return ""
        if is_more and not is_zero(low):
            size = f"at least {unit.spelled(low)}"
        elif is_less:
            size = f"at most {unit.spelled(high)}"
    return f": a difference of {size}"


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
        amount = rate_in_words(mean, _wide(mean, measure, where, seats))
        each = f". Each {verb(measure)} {amount} of the games{_share_of(measure, where, seats)}"
    unit = unit_of(measure)
    size, name = unit.spelled(unit.each(reach.difference)[2]), head(measure.name)
    of, in_average = "", ""
    if not measure.is_rate:
        of, in_average = (f" {name}", "") if is_plural(measure) else ("", f" in the average {name}")
    return f"{first}{each}. A difference{in_average} of up to {size}{of} is possible"


def _wide(mean: Interval, measure: Measure, where: str, seats: int) -> float:
    """From which half-width on both ends are told: always if an equal share is between them."""
    is_even = mean.low <= 1 / seats <= mean.high
    return 0.0 if is_even and _share_of(measure, where, seats) else FINE


def _share_of(measure: Measure, where: str, seats: int) -> str:
    """What would be an equal share against opponents: `` (an equal share is 25 %)``."""
    is_share = where and measure.kind == "share"
    return f" (an equal share is {100 / seats:.3g} %)" if is_share else ""


def how_far(difference: Interval, measure: Measure, whose: str = "") -> str:
    """What a strategy does compared with another: ``wins about 37 percentage points more often``.

    A difference that is not clear has its largest size: ``wins at most 3.1 percentage points ...``.
    ``whose`` says whose counts these are.
    """
    amount, less = _size(difference, measure), _is_less(difference)
    if measure.is_rate:
        return f"{verb(measure).removesuffix(' in')} {amount} {'less' if less else 'more'} often"
    name = head(measure.name)
    if is_plural(measure):
        return f"{verb(measure)} {amount} {'fewer' if less else 'more'} {name}{whose} on average"
    return f"has an average {name}{whose} {amount} {'lower' if less else 'higher'}"


def _size(difference: Interval, measure: Measure) -> str:
    """A difference without its sign: ``about 37 percentage points``; its largest if unclear."""
    unit = unit_of(measure)
    size = turned(difference) if _is_less(difference) else difference
    if size.low > 0:
        return size_or_range(size, unit, rough=CLOSE)
    return f"at most {unit.spelled(unit.each(size)[2])}"


def _is_less(difference: Interval) -> bool:
    return difference.estimate < 0


def beside_default(
    names: Sequence[str],
    reach: Reach,
    default: str,
    leads: Sequence[Interval] | None,
    measure: Measure,
) -> list[str]:
    """How far the best strategy is ahead of the default strategy, if that was not said; and of
    which others it is not clearly ahead.

    ``leads`` say how far the mean of each strategy is above that of the default strategy.
    """
    if not measure.wanted or not reach.difference.is_clear:
        return []
    best, told = names[reach.best], list[str]()
    unclear = [names[k] for k in reach.unclear if names[k] != default]
    if leads is not None and default not in (best, names[reach.worst]):
        lead = leads[reach.best]
        if lead.is_clear:
            far = how_far(lead, measure)
            told = [f"Compared with {default}, the default strategy, {best} {far}."]
        elif unclear:
            unclear = [f"{default} (the default strategy)", *unclear]
        else:
            unclear = [f"{default}, the default strategy"]
    if unclear[MOST_UNCLEAR:]:
        others = len(unclear) - 1
        unclear = [unclear[0], f"{others} others"]
    if unclear:
        told.append(f"It is not clear whether {best} is better than {listed(unclear, 'or')}.")
    return told


def share_in_words(skill: Interval, measure: Measure, names: Sequence[str]) -> str:
    """How much of the differences between single games the strategy explains, in a sentence."""
    part = skill if skill.low > 0 else Interval(0.0, 0.0, max(0.0, skill.high))
    choice = f"the choice between these {'two' if len(names) == 2 else len(names)} strategies"
    share = f"{rate_in_words(part, WIDE)} of the differences in {differing(measure)}"
    return f"In a single game, {verdict(skill, choice)}: it explains {share}."


def rest_in_words(skill: Interval) -> str:
    """The rest of these differences: ``about 54 %``; "" if the share may be almost 0."""
    if skill.low <= 0 or rate_in_words(skill, WIDE).startswith("less "):
        return ""
    rest = Interval(1 - skill.estimate, 1 - skill.high, 1 - skill.low)
    if is_wide(skill, True, min(WIDE, ROUGH * skill.estimate)):
        return somewhere(rest, rate=True)
    return about(rest, rate=True)


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
    if skill.high < HALF + ROUNDED:
        return f"{choice} matters {'far less' if skill.high < ALMOST else 'less'} than luck"
    if skill.low > HALF - ROUNDED:
        return f"{choice} matters {'far more' if skill.low > 1 - ALMOST else 'more'} than luck"
    return f"it is not clear yet whether {choice} matters more or less than luck"


def in_short(names: Sequence[str], last: str) -> str:
    """The strategies by name, or how many there are."""
    return f"{len(names)} strategies" if len(names) > MOST_NAMED else listed(names, last)
