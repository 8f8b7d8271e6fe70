"""Partners in words: who is the best one, who fits whom, and the caption of the tables."""

from __future__ import annotations

from playout.questions.tournament.pairings import Pairings
from playout.questions.tournament.words import MARK, MOST_NAMED
from playout.report.estimates import about_or_between, fixed_intervals
from playout.report.words import listed, quantity, setting, several, took, turned, unit_of
from playout.stats.intervals import Interval


def sentence(pairings: Pairings) -> str:
    """Which strategy is the best partner, who gains from its own kind, and who fits whom."""
    found = pairings.found
    if not found.games:
        return "This tournament has no finished games yet."
    said = f"{setting(found.asked.rules)}: {_best(pairings)}"
    if not all(one.games for one in pairings.teams.values()):
        return said
    return " ".join([said, *_gains(pairings), *_fits(pairings)])


def _best(pairings: Pairings) -> str:
    found, (first, *others) = pairings.found, pairings.order
    so_far = "" if found.complete else f"after {several(found.games, 'game')}, "
    if not all(one.games for one in pairings.teams.values()):
        return f"{so_far}some pairs have not played yet."
    name, size = (
        pairings.name(first),
        about_or_between(pairings.mean(first), found.asked.placing.is_rate),
    )
    if found.asked.placing.name == "win":
        does = f"its teams win {size} of their games"
    else:
        does = f"{quantity(found.asked.placing)} of its teams is {size}"
    does += ", averaged over all partners"
    rivals = [pairings.name(k) for k in pairings.rivals]
    if not rivals:
        rest = (
            f"of {len(others) + 1}" if others[1:] else f"(better than {pairings.name(others[0])})"
        )
        return f"{so_far}{name} is the best partner {rest}; {does}."
    few = listed(rivals, "or")
    if len(rivals) >= MOST_NAMED:
        few = f"{'the ' * (len(rivals) == len(others))}{len(rivals)} others"
    return (
        f"{so_far}{name} did best as a partner; {does}. It is not clear yet whether it is a better "
        f"partner than {few}."
    )


def _gains(pairings: Pairings) -> list[str]:
    """Who does better with its own kind than with the others, the most first."""
    unit, sign = unit_of(pairings.found.asked.placing), pairings.sign
    gains = {k: _wanted(pairings.gain(k), sign) for k in pairings.order}
    clear = sorted((k for k in gains if gains[k].low > 0), key=lambda k: -gains[k].estimate)
    if not clear:
        return []
    first, *more = clear
    other = "the others" if pairings.count > 2 else "the other"
    gain = f"{unit.about(gains[first])} better with its own kind than with {other}"
    if not more:
        return [f"{pairings.name(first)} does {gain}."]
    also = listed([pairings.name(k) for k in more])
    do = "do" if more[1:] else "does"
    return [f"{pairings.name(first)} does {gain}; {also} {do} better with {_own(more)} too."]


def _own(several_of: list[int]) -> str:
    return "their own kinds" if several_of[1:] else "its own kind"


def _fits(pairings: Pairings) -> list[str]:
    """Which two do better, or worse, together than either with its own kind."""
    said = []
    for verdict in ("worse", "better"):
        pairs = [one for one in pairings.pairs if pairings.verdict(*one) == verdict]
        if pairs:
            both = [" with ".join(pairings.name(k) for k in pair) for pair in pairs]
            who = listed(both) if len(both) < MOST_NAMED else f"{len(both)} pairs (*)"
            does = "do" if both[1:] else "does"
            said.append(f"{who} {does} {verdict} than either strategy with its own kind")
    if said:
        return [f"{'; '.join(said)}."]
    none = (
        "No two different strategies clearly do better, or worse, together than each does with its "
        "own kind."
    )
    return [] if pairings.rivals else [none]


def _wanted(difference: Interval, sign: int) -> Interval:
    """A difference in the direction that players want."""
    return difference if sign > 0 else turned(difference)


def caption(pairings: Pairings) -> str:
    """Caption of the tables."""
    found, asked = pairings.found, pairings.found.asked
    half = "half of the seats each" if asked.seats % 2 == 0 else "half of the seats in turn"
    return (
        f"In brackets: {fixed_intervals(found.complete)}; those of the gain hold at once.\n"
        f"{several(len(pairings.teams), 'pair')}, {half}; all seatings equally often. "
        f"{found.games:,} games{took(found.seconds)}; seed {asked.seed}.\n"
        "Own kind: all seats have the strategy. As partner: the average over all strategies, its "
        "own kind among them. Gain: with its own kind, minus the average with the others; a strong "
        "strategy gains because it is a strong partner.\n"
        f"{MARK}: two clearly do better, or worse, together than either with its own kind (if none "
        "did, at most 5 % of tournaments would mark any)"
    )
