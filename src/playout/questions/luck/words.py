"""Skill and luck in words: the verdict, and the caption."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.engine.find.games import is_own, strategies
from playout.engine.game.stored import is_stored
from playout.engine.worlds.search import can_search
from playout.questions.luck.found import Found
from playout.questions.skill_words import (
    MOST_NAMED,
    RANDOM,
    beside_default,
    differing,
    in_short,
    other_strategies,
    reach_in_words,
    rest_in_words,
    share_in_words,
)
from playout.questions.verbs import past, verb
from playout.report.estimates import (
    LEVEL,
    fixed_intervals,
    fixed_n,
)
from playout.report.words import (
    about,
    by_default,
    exactly,
    head,
    is_plural,
    listed,
    setting,
    several,
    took,
)
from playout.stats.components import Components
from playout.stats.intervals import Interval
from playout.stats.tally import GROUPS

PART_NAMES = {
    "strategy": "the strategy",
    "deal": "the deal",
    "dice": "chance during play",
    "interaction": "fit of deal and strategy",
    "rest": "random choices of the players",
    "total": "total",
}
"""The parts of the variance for people."""
LUCK = ("deal", "dice", "rest")
"""The parts that no strategy decides."""


def sentence(
    found: Found,
    components: Components,
    means: Sequence[Interval],
    skill: Interval,
) -> str:
    """How far the strategies reach; then luck or skill, and where the rest comes from."""
    asked, names = found.asked, found.names
    where, played = setting(asked.rules), f"played by {in_short(names, 'or')}"
    if math.isnan(components.total.estimate):
        return f"{where}, {played}: too few games to tell luck from skill yet."
    if not components.total.estimate > 0:
        return f"{where}, {played}: {_every_game(found, components, means[0])}"
    shares = dict(zip(components.parts, components.shares, strict=True))
    is_unknown = all(share.low <= 0 for share in shares.values())
    unknown = f"too few games to tell where the differences in {differing(asked.measure)} come from"
    reach = found.reach
    if reach is None:
        return f"{where}, {played}: {unknown}."
    rivals = asked.against, asked.rules.sides, asked.rules.partners
    far = reach_in_words(names, reach, means, asked.measure, *rivals, asked.game.default_strategy)
    lead = beside_default(
        names, reach, found.default, found.leads.get(found.default), asked.measure
    )
    if names[MOST_NAMED:] and _but_search(found):
        some = f"{len(names)} strategies"
        far = far.replace(some, f"{some} (all but search)", 1)
    told = [f"{where}: {far}.", *lead]
    if is_unknown:
        return " ".join([*told, f"There are {unknown}."])
    varying = [name for name in LUCK if name in shares and shares[name].high > 0]
    sources = [part_name(found, name) for name in varying if name != "deal" or asked.has_deals]
    if "interaction" in shares:
        fits = "a deal" if deal_or_game(found) == "deal" else "luck"
        sources.append(f"how well {fits} suits each strategy")
    part = rest_in_words(skill)
    rest = f"The rest, {part}," if part else "The rest"
    return " ".join(
        [
            *told,
            share_in_words(skill, asked.measure, names),
            f"{rest} comes from {listed(sources)}.",
            other_strategies(skill, names),
        ]
    )


def part_name(found: Found, part: str) -> str:
    """A part of the variance for people; with dice, chance before the game, or the seat."""
    if deal_or_game(found) == "deal":
        return PART_NAMES[part]
    start = "chance before the first move" if _is_dealt(found) else "the seat"
    return {"deal": start, "interaction": "fit of luck and strategy"}.get(part, PART_NAMES[part])


def _is_dealt(found: Found) -> bool:
    """Whether something is dealt, or may be: a saved run tells nothing of the rules of a user."""
    return found.asked.begin_differently or not is_own(found.asked.game)


def deal_or_game(found: Found) -> str:
    """What every strategy plays: a game with dice is no deal, although it is stored as one."""
    return "deal" if _is_dealt(found) and not found.asked.game.chance_in_play else "game"


def _every_game(found: Found, components: Components, rate: Interval) -> str:
    """The result that all games had, in sentences; of a rate also how far it may be from that."""
    measure, value = found.asked.measure, components.means[0].estimate
    name, amount = head(measure.name), exactly(value)
    every, still = f"all {found.games:,} games", ""
    if measure.is_rate and 0 < value < 1:
        did = "had the same result"  # all games were shared
    elif measure.is_rate:
        did = f"reached '{name}'"
        if measure.name == "win":
            did = "were won" if value else "was won"
        every = every if value else f"none of the {found.games:,} games"
        still = f" Each strategy {verb(measure)} {about(rate, rate=True)} of the games."
    elif is_plural(measure):
        did = f"{past(measure)} {amount} {name}"
    else:
        did = f"had the same {name}, {amount}"
    return f"{every} {did}, so neither luck nor skill shows.{still}"


def interval(found: Found, components: Components) -> str:
    """Return the kind of intervals, for programs."""
    if math.isinf(components.total.high):
        return "no intervals: too few deals"
    means = "; rates: Clopper-Pearson" if found.asked.measure.is_rate else ""
    how = f"jackknife over {GROUPS} groups of deals, Student t{means}"
    return f"{100 * LEVEL:g} % intervals, {fixed_n(found.complete, 'deals')} ({how})"


def caption(found: Found, components: Components) -> str:
    """Caption of the tables."""
    asked, number = found.asked, found.counted.strategies
    noun = deal_or_game(found)
    where, others = "a strategy has all seats", ""
    if asked.against is not None and int(asked.rules["players"]) > 1:
        seat = "one seat" if asked.rules.partners == 1 else "the seats of one side"
        where = (
            f"a strategy has {seat}, which {'changes' if seat == 'one seat' else 'change'} from "
            f"{noun} to {noun}, and {asked.against.reference} has the others"
        )
        others = by_default([asked.against], asked.rules, "the other seats are played")
    draws = f" with each of {asked.draws} sequences of dice or cards" if asked.draws > 1 else ""
    few = math.isinf(components.total.high)
    allowed = ", as far as so few games allow" if few else ""
    above = "" if RANDOM not in found.leads else "\nMinus random: with the same luck"
    above += "." if above and few else ""
    if above and not few:
        above += f"; its {100 * LEVEL:g} % intervals hold for all strategies at once."
    again = f"the same {noun}" + (" with the same dice or cards" if draws else "")
    rest = "" if all(asked.steady) else f" when a strategy plays {again} again"
    rest = rest and f" {PART_NAMES['rest'].capitalize()}: what differs{rest}."
    rest = f" Share of variance: how much of the differences between results a part explains.{rest}"
    if any(share.estimate < 0 for share in components.shares):
        rest += " A share below 0 is too small to be measured with so few games."
    return (
        f"In brackets{allowed}: {fixed_intervals(found.complete)}.{rest}{above}\n"
        f"{several(found.deals, noun)}, each played {asked.repeats:,} times{draws} by each of "
        f"{number} strategies{_but_search(found)}; {where}. "
        f"{found.games:,} games in all{took(found.seconds)}; "
        f"seed {asked.seed}.{others}"
    )


def _but_search(found: Found) -> str:
    """That all strategies are compared but search, which no "all" contains: it is much slower."""
    game = found.asked.game
    if is_stored(game) or not is_own(game) or not can_search(game):
        return ""
    every = {strategy.name for strategy in strategies(game.name)}
    every |= {alias.names[0] for alias in game.aliases}
    return " (all but search, which is much slower)" if {*found.names} == every else ""
