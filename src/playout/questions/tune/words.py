"""The words of a search among settings: which meets the targets, and what fresh games say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from playout.questions.targets.targets import Goal
from playout.questions.targets.words import fixed_rules, named, value, wanted
from playout.questions.tune.asked import STRATEGY, Asked
from playout.questions.tune.found import MISSED, Found, Search
from playout.report.estimates import LEVEL, about_or_between
from playout.report.words import (
    head,
    listed,
    option_text,
    several,
    unit_of,
)
from playout.stats.intervals import Interval

MOST_NAMED = 3  # settings in a sentence
FEW = 4  # goals whose values are in the sentence


def label(asked: Asked, k: int) -> str:
    """A setting: ``hand=6, min_cards=2``; a strategy stands for itself."""
    return values_text(asked.settings[k].values)


def values_text(values: Mapping[str, object]) -> str:
    """Values of what varies, as they are typed."""
    return ", ".join(
        str(value) if name == STRATEGY else option_text(name, value)
        for name, value in values.items()
    )


def values(asked: Asked, search: Search, k: int) -> str:
    """What a setting has of each target, and what is wanted."""
    told = [
        f"{_reached(asked, k, target.goal, search.intervals(k, goal))} (wanted: {wanted(target)})"
        for goal, target in enumerate(asked.targets[:FEW])
    ]
    return listed(told)


def _reached(asked: Asked, k: int, goal: Goal, found: list[Interval]) -> str:
    """What a setting has: ``the win rate of careful is about 49 %``."""
    reached = value(goal, found, asked.settings[k].rules)
    return reached if goal.terms[0].equal else f"{_spelled(asked, goal)} is {reached}"


def _against(asked: Asked, goal: Goal) -> Goal:
    """A goal that names the opponents, where a strategy plays against others."""
    full = asked.settings[0].spelled(goal)
    pairs = zip(goal.terms, full.terms, strict=True)
    return Goal(tuple(replace(term, against=one.against) for term, one in pairs))


def _spelled(asked: Asked, goal: Goal) -> str:
    """A goal in the middle of a sentence: ``the win rate of careful against hold``."""
    return named(_against(asked, goal))


def sentence(found: Found) -> str:
    """Which setting meets the targets, what the others do, and what fresh games say."""
    if found.chosen is None:
        return "No games were played."
    parts = _best(found) if found.asked.best is not None else _targets(found)
    return " ".join(part for part in (*parts, fresh(found), _untried(found)) if part)


def _untried(found: Found) -> str:
    """That there are more settings than were tried."""
    every = len(found.asked.settings)
    if found.tried == every or not found.complete:
        return ""
    return f"These are {found.tried:,} of {every:,} settings: a better one may be among the others."


def _targets(found: Found) -> list[str]:
    asked, search = found.asked, found.search
    k, count = search.chosen, found.tried
    here, met = label(asked, k), search.met
    missed = [j for j in search.played if search.status(j) == MISSED]
    still = count - len(met) - len(missed)
    every = several(count, "setting")
    number = len(asked.targets)
    targets = {1: "your target", 2: "both targets"}.get(number, f"all {number} targets")
    if met:
        who = f"today's rules ({here})" if asked.today_place == k else here
        first = f"With {who}, {asked.game.title} meets {targets}: {values(asked, search, k)}."
        return [first, _others(count, len(met), still, asked.today_place == k)]
    if still:
        first = f"It is not clear yet whether any of {every} meets {targets}: {still} may."
        return [first, f"The closest so far is {here}: {values(asked, search, k)}."]
    first = f"None of {every} meets {targets}."
    return [first, f"The closest is {here}: {values(asked, search, k)}.", *conflicts(search)]


def _others(count: int, met: int, still: int, is_today: bool) -> str:
    """How many settings meet the targets, beside the one that is named."""
    unclear = f"; for {still} more it is not clear yet" if still else ""
    if count == 1:
        return ""
    if met == 1:
        others = f"None of the other {count - 1} settings" if count > 2 else "The other setting"
        if still:
            some = "" if still == count - 1 else f"{still} of "
            return f"For {some}the other {several(count - 1, 'setting')} it is not clear yet."
        return f"{others} {'does' if count > 2 else 'does not'}."
    some = f"{met} of {count}" if met < count else "Both" if count == 2 else f"All {count}"
    nearest = "" if is_today else "; this one is closest to today's rules"
    return f"{some} settings do{unclear}{nearest}."


def conflicts(search: Search) -> list[str]:
    """Which targets every setting misses, or which exclude each other."""
    targets = search.asked.targets
    if len(targets) < 2:
        return []
    missed = [
        {k for k in search.played if search.status_of(k, goal) == MISSED}
        for goal in range(len(targets))
    ]
    every = {*search.played}
    never = [f"'{one.text}'" for one, some in zip(targets, missed, strict=True) if some == every]
    if never:
        return [f"Every setting misses {listed(never)}."]
    return [
        f"'{targets[a].text}' and '{targets[b].text}' exclude each other here: every setting "
        "misses one of them."
        for a, b in exclusive(search)
    ]


def exclusive(search: Search) -> list[tuple[int, int]]:
    """The pairs of targets of which every setting misses one, though some meet either of them."""
    targets, every = range(len(search.asked.targets)), {*search.played}
    missed = [{k for k in every if search.status_of(k, goal) == MISSED} for goal in targets]
    return [
        (a, b)
        for a, b in combinations(targets, 2)
        if missed[a] | missed[b] == every and every not in (missed[a], missed[b])
    ]


def _best(found: Found) -> list[str]:
    asked, search = found.asked, found.search
    assert asked.best is not None
    k, count = search.chosen, found.tried
    if k not in search.met:
        return _targets(found)
    among = f"Of {several(count, 'setting')}"
    if asked.targets:
        meet = "meets" if len(search.met) == 1 else "meet"
        among += f", {len(search.met)} of which {meet} {_all(asked)}"
    goal = _spelled(asked, asked.best)
    first = f"{among}, {label(asked, k)} has the {asked.wanted} {goal.removeprefix('the ')}:"
    first += f" {about_or_between(search.best(k), asked.best.measure.is_rate)}."
    rivals = found.together
    if not rivals:
        others = "the other" if count == 2 else "all others"
        return [first, f"It is clearly better than {others}."]
    names = [label(asked, j) for j in rivals[:MOST_NAMED]]
    more = len(rivals) - len(names)
    names += [f"{more} more"] if more else []
    are = "is" if len(rivals) == 1 else "are"
    rest = count - 1 - len(rivals)
    also = f"; the other {rest} are clearly worse" if rest > 1 else ""
    return [first, f"It is not clear whether {listed(names)} {are} worse{also}."]


def _all(asked: Asked) -> str:
    return "the target" if len(asked.targets) == 1 else "all targets"


def fresh(found: Found) -> str:
    """What games say that no setting had played before."""
    asked, k = found.asked, found.chosen
    if k is None or k not in found.fresh or not found.complete:
        return ""
    if asked.best is not None and k in found.search.met:
        (best,) = found.fresh_intervals(k, len(asked.targets))
        rate = asked.best.measure.is_rate
        before = about_or_between(found.search.best(k), rate)
        return f"In fresh games it has {about_or_between(best, rate)} (the search said {before})."
    if k not in found.search.met:
        return ""
    each = [found.is_confirmed(goal) for goal in range(len(asked.targets))]
    if all(each):
        return "Fresh games confirm it."
    goal = each.index(False) if False in each else each.index(None)
    target, again = asked.targets[goal], found.fresh_intervals(k, goal)
    told = f"there {_reached(asked, k, target.goal, again)}"
    if False in each:
        return f"Fresh games contradict it: {told}."
    return f"Fresh games are too few to confirm it: {told}."


def caption(found: Found) -> str:
    """The intervals, who played, and what cannot be played."""
    asked = found.asked
    lines = [
        f"Intervals of the search: all of them hold at once with {100 * (1 - asked.error):.4g} %, "
        f"whenever you stop; of fresh games: {100 * LEVEL:g} % each. At most "
        f"{asked.max_games:,} games for each setting; seed {asked.seed}."
    ]
    lines += [line] if (line := fixed_rules(asked.rules, [name for name, _ in asked.vary])) else []
    usual = {} if STRATEGY in dict(asked.vary) else {"Strategy": asked.strategy}
    if any(goal != _against(asked, goal) for goal in asked.goals):
        usual["Opponents"] = asked.game.default_strategy
    if len({*usual.values()}) < len(usual):
        usual = {"Strategy, and opponents,": asked.strategy}
    lines += [f"{who} where a target names none: {name}." for who, name in usual.items()]
    why = asked.laid[1]
    if why:
        lines.append(f"{several(len(why), 'combination')} cannot be played: {why[0]}.")
    return "\n".join(lines)


def column_head(goal: Goal) -> str:
    """The head of a column of a goal, with its unit."""
    unit = unit_of(goal.measure)
    if goal.terms[0].equal:
        return unit.difference_head("farthest seat")
    text = head(str(goal)) if not goal.terms[0].strategy else str(goal)
    return unit.difference_head(text) if goal.is_difference else unit.head(text)
