"""Skill and luck in words: the verdict, and the caption."""

from __future__ import annotations

import math

from playout.questions.luck.found import RANDOM, Found
from playout.questions.repeated_deals import verdict
from playout.report.estimates import (
    LEVEL,
    about_or_between,
    fixed_intervals,
    fixed_n,
    size_or_range,
)
from playout.report.words import (
    ABOUT,
    PLAYED,
    about,
    by_default,
    exactly,
    head,
    is_plural,
    listed,
    setting,
    several,
    took,
    turned,
    unit_of,
    verb,
)
from playout.stats.components import Components
from playout.stats.intervals import Interval
from playout.stats.tally import GROUPS

MOST_NAMED = 4  # strategies in the sentence
PART_NAMES = {
    "strategy": "the strategy",
    "deal": "the deal",
    "dice": "chance during play",
    "interaction": "fit of deal and strategy",
    "rest": "random choices of the players",
    "total": "total",
}
"""The parts of the variance for people."""
LUCK = {name: PART_NAMES[name] for name in ("deal", "dice", "rest")}
"""The parts that no strategy decides."""


def sentence(found: Found, components: Components, skill: Interval, luck: Interval) -> str:
    """Luck or skill, in words and in two numbers; then how far strategies reach."""
    asked, total = found.asked, components.total.estimate
    where = setting(asked.rules)
    if math.isnan(total):
        return f"{where}: too few deals to tell luck from skill yet."
    measure = _measured(found)
    if not total > 0:
        return f"{where}: {_every_game(found, components)}, so neither luck nor skill shows."
    shares = dict(zip(components.parts, components.shares, strict=True))
    if all(share.low <= 0 for share in shares.values()):
        unknown = f"too few deals to tell where the differences in {measure} come from"
        return f"{where}, {_by(found)}: {unknown}."
    sources = [LUCK[name] for name in LUCK if name in shares and shares[name].high > 0]
    if not asked.has_deals:
        sources.remove(LUCK["deal"])
    if "interaction" in shares:
        sources.append("how well a deal suits each strategy")
    part = skill if skill.low > 0 else Interval(0.0, 0.0, max(0.0, skill.high))
    amount = about_or_between(part, rate=True)
    rest = f"The rest, {about(luck, True)}," if amount.startswith(ABOUT) else "The rest"
    parted = (
        f"{verdict(skill)}: in {where}, {_by(found)}, {amount} of the differences in {measure} "
        f"come from the choice of strategy. {rest} comes from {listed(sources)}."
    )
    return " ".join([parted, *reach(found)])


def _every_game(found: Found, components: Components) -> str:
    """The result that all games had: ``no game was won``, ``every game had 98 cards left``."""
    measure, value = found.asked.measure, components.means[0].estimate
    name, amount = head(measure.name), exactly(value)
    if measure.is_rate and 0 < value < 1:
        return "every game had the same result"  # all games were shared
    if measure.is_rate:
        did = "was won" if measure.name == "win" else f"reached '{name}'"
        return f"{'every' if value else 'no'} game {did}"
    if is_plural(measure):
        return f"every game {'took' if measure.name in PLAYED else 'had'} {amount} {name}"
    return f"every game had the same {name}, {amount}"


def reach(found: Found) -> list[str]:
    """How far the best strategy is ahead of random play, and of the default strategy."""
    random, default = _lead(found, RANDOM), _lead(found, found.default)
    if default is None:
        return [] if random is None else [_ahead(found, f"The best of them, {random[0]},", random)]
    other, lead = default
    if other == RANDOM:
        who = f"The best of them, {found.default}, which is the default strategy,"
        return [] if random is None else [_ahead(found, who, random)]
    if found.asked.measure.sign_for(0) * lead.estimate >= 0:
        best, usual = f"The best of them, {other},", f"the default strategy, {found.default}"
        if random is None:
            return [_ahead(found, best, default, usual)]
        return [_ahead(found, best, random), _ahead(found, "It", default, usual)]
    text = f"The best of them is {found.default}, the default strategy"
    if lead.low <= 0 <= lead.high:
        text += f", but it is not clearly better than {other}"
    return [f"{text}.", *([] if random is None else [_ahead(found, "It", random)])]


def _lead(found: Found, base: str) -> tuple[str, Interval] | None:
    """The best strategy but for one, and how far it is ahead of that; None if not counted."""
    above, best = found.leads.get(base), found.best_but(base)
    if above is None or best is None or math.isinf(above[best].high):
        return None
    return found.asked.players[best].reference, above[best]


def _ahead(found: Found, who: str, best: tuple[str, Interval], named: str = "random play") -> str:
    """How far the best strategy is ahead of another."""
    measure, lead = found.asked.measure, best[1]
    if lead.low <= 0 <= lead.high:
        return f"{who} is not clearly better than {named}."
    less = lead.estimate < 0
    size = size_or_range(turned(lead) if less else lead, unit_of(measure))
    if measure.is_rate:
        does = f"{verb(measure).removesuffix(' in')} {size} {'less' if less else 'more'} often"
    elif is_plural(measure):
        fewer = "fewer" if less else "more"
        does = f"{verb(measure)} {size} {fewer} {head(measure.name)} on average"
    else:
        does = (
            f"has a {head(measure.name)} that is {size} {'lower' if less else 'higher'} on average"
        )
    return f"{who} {does} than {named}."


def _measured(found: Found) -> str:
    measure = found.asked.measure
    return "winning" if measure.name == "win" else head(measure.name)


def _by(found: Found) -> str:
    labels = [player.reference for player in found.asked.players]
    many = len(labels) > MOST_NAMED
    return f"played by {f'{len(labels)} strategies' if many else listed(labels, 'or')}"


def interval(found: Found, components: Components) -> str:
    """Return the kind of intervals, for programs."""
    if math.isinf(components.total.high):
        return "no intervals: too few deals"
    means = "; rates: Clopper-Pearson" if found.asked.measure.is_rate else ""
    how = f"jackknife over {GROUPS} groups of deals, Student t{means}"
    return f"{100 * LEVEL:g} % intervals, {fixed_n(found.complete, 'deals')} ({how})"


def caption(found: Found, components: Components) -> str:
    """Caption of the tables."""
    asked, strategies = found.asked, found.counted.strategies
    where, others = "a strategy has all seats", ""
    if asked.against is not None and int(asked.rules["players"]) > 1:
        where = (
            "a strategy has one seat, which changes from deal to deal, and "
            f"{asked.against.reference} has the others"
        )
        others = by_default([asked.against], asked.rules, "the other seats are played")
    draws = f" with each of {asked.draws} sequences of dice" if asked.draws > 1 else ""
    few = math.isinf(components.total.high)
    how = "too few deals for intervals" if few else fixed_intervals(found.complete, "deals")
    above = "" if RANDOM not in found.leads else "\nMinus random: on the same deals"
    above += "." if above and few else ""
    if above and not few:
        above += f"; its {100 * LEVEL:g} % intervals hold for all strategies at once."
    rest = "" if all(asked.steady) else " when a strategy plays the same deal again"
    rest = rest and f" {PART_NAMES['rest'].capitalize()}: what differs{rest}."
    rest = f" Share of variance: how much of the differences between results a part explains.{rest}"
    if any(share.estimate < 0 for share in components.shares):
        rest += " A share below 0 is too small to be measured with so few deals."
    return (
        f"{'Too' if few else 'In brackets:'} {how.removeprefix('too ')}.{rest}{above}\n"
        f"{several(found.deals, 'deal')}, each played {asked.repeats:,} times{draws} by each of "
        f"{strategies} strategies; {where}. {found.games:,} games{took(found.seconds)}; seed "
        f"{asked.seed}.{others}"
    )
