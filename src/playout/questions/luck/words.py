"""Skill and luck in words: the verdict, and the caption."""

from __future__ import annotations

import math

from playout.questions.luck.found import RANDOM, Found
from playout.questions.repeated_deals import verdict
from playout.report.estimates import LEVEL, fixed_intervals, fixed_n
from playout.report.words import POINTS, about, by_default, head, listed, setting, several, took
from playout.stats.components import Components
from playout.stats.intervals import Interval
from playout.stats.tally import GROUPS

MOST_NAMED = 4  # strategies in the sentence
PART_NAMES = {
    "strategy": "the strategy",
    "deal": "the deal",
    "dice": "chance in play (as dice)",
    "interaction": "how deal and strategy suit each other",
    "rest": "random choices of the players",
    "total": "total",
}
"""The parts of the variance for people."""
LUCK = {name: PART_NAMES[name] for name in ("deal", "dice", "rest")}
"""Those that no strategy decides."""


def sentence(found: Found, components: Components, skill: Interval, luck: Interval) -> str:
    """Luck or skill, in words and in two numbers; then how far strategies reach."""
    asked, total = found.asked, components.total.estimate
    where = setting(asked.rules)
    if math.isnan(total):
        return f"{where}: too few deals were played to say anything."
    measure = _measured(found)
    if not total > 0:
        result = "result" if asked.measure.is_rate else measure
        return f"{where}: every game gave the same {result}, so there is nothing to divide."
    shares = dict(zip(components.parts, components.shares, strict=True))
    if all(share.low <= 0 for share in shares.values()):
        unknown = f"too few deals to tell where differences in {measure} come from"
        return f"{where}, {_by(found)}: {unknown}."
    sources = [LUCK[name] for name in LUCK if name in shares and shares[name].high > 0]
    if not asked.has_deals:
        sources.remove(LUCK["deal"])
    if "interaction" in shares:
        sources.append(PART_NAMES["interaction"])
    parted = (
        f"{verdict(skill)}: of the differences in {measure} at {where}, {_by(found)}, "
        f"{about(luck, True)} come from {listed(sources)}, {about(skill, True)} from "
        f"{PART_NAMES['strategy']}."
    )
    return " ".join([parted, *reach(found)])


def reach(found: Found) -> list[str]:
    """How far the best strategy is ahead of random play, and of the default strategy."""
    return [
        text
        for base, name in ((RANDOM, "random play"), (found.default, "the default strategy"))
        if base and (text := _ahead(found, base, name))
    ]


def _ahead(found: Found, base: str, name: str) -> str:
    """How far the best strategy is ahead of one; "" if that was not counted."""
    above, best = found.leads.get(base), found.best_but(base)
    if above is None or best is None or math.isinf(above[best].high):
        return ""
    measure, lead = found.asked.measure, above[best]
    who, what = found.asked.players[best].reference, _measured(found)
    named = name if base == RANDOM else f"{name}, {base}"
    if lead.low <= 0 <= lead.high:
        return f"Best minus {named}: no clear difference in {what} ({who})."
    if base != RANDOM and measure.sign_for(0) * lead.estimate < 0:
        return f"None of them is better than {named}."
    amount = about(lead, measure.is_rate, f"{POINTS} in" if measure.is_rate else "")
    return f"Best minus {named}: {amount} {what} ({who})."


def _measured(found: Found) -> str:
    measure = found.asked.measure
    return "winning" if measure.name == "win" else head(measure.name)


def _by(found: Found) -> str:
    labels = [player.reference for player in found.asked.players]
    many = len(labels) > MOST_NAMED
    return f"played by {f'{len(labels)} strategies' if many else listed(labels, 'or')}"


def interval(found: Found, components: Components) -> str:
    """What kind of intervals there are, for programs."""
    if math.isinf(components.total.high):
        return "no intervals: too few deals"
    means = "; rates: Clopper-Pearson" if found.asked.measure.is_rate else ""
    how = f"jackknife over {GROUPS} groups of deals, Student t{means}"
    return f"{100 * LEVEL:g} % intervals, {fixed_n(found.complete, 'deals')} ({how})"


def caption(found: Found, components: Components) -> str:
    """Caption of the tables."""
    asked, strategies = found.asked, found.counted.strategies
    where, others = "the strategy has every seat", ""
    if asked.against is not None and int(asked.rules["players"]) > 1:
        where = (
            "the strategy has one seat, another one from deal to deal, and "
            f"{asked.against.reference} the others"
        )
        others = by_default([asked.against], asked.rules, "the other seats are played")
    draws = f" with each of {asked.draws} draws of the dice" if asked.draws > 1 else ""
    few = math.isinf(components.total.high)
    how = "too few deals for intervals" if few else fixed_intervals(found.complete, "deals")
    above = "" if RANDOM not in found.leads else "\nminus random: on the same deals"
    above += "" if few or not above else f"; its {100 * LEVEL:g} % intervals hold all at once"
    return (
        f"{several(found.deals, 'deal')}, each played {asked.repeats:,} times{draws} by each of "
        f"{strategies} strategies; {where}; seed {asked.seed}; "
        f"{found.games:,} games{took(found.seconds)}\n"
        f"{how}; {PART_NAMES['rest']}: what differs when a strategy plays a deal again{above}"
        f"{others}"
    )
