"""The sentence of a run: its only row, or which row does best and which worst."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playout.engine.game.game import Measure
from playout.engine.words.numbering import nth
from playout.questions.runs.found import Found
from playout.questions.runs.wording.labels import Label, label_of
from playout.report.estimates import about_or_between, is_wide, only_between, part_of
from playout.report.words import (
    about,
    capitalised,
    exactly,
    half_width,
    head,
    is_plural,
    listed,
    measured,
    number,
    on_average,
    outcome,
    percent,
    setting,
    several,
    verb,
)
from playout.stats.intervals import Interval

ONE_GAME = "One game cannot show"
MOST_NAMED = 2  # rows too close to the best one that are named


@dataclass(frozen=True)
class _End:
    """The best row, or the worst: its label, and how much it has."""

    label: Label
    amount: str
    near: tuple[str, ...]  # the labels of rows from which it does not differ clearly


def sentence(found: Found, chances: Sequence[Measure] = ()) -> str:
    """The main measure: of the only row, or of the rows that do best and worst.

    No row does best in a measure that is neither good nor bad, or that is the result of one seat.
    Of a table whose seats all play alike, each wins an equal share whatever they do.  Then what the
    user has asked to be counted, and the ``chances`` that are asked for.
    """
    measure = found.main
    played = [k for k, tally in enumerate(found.tallies) if tally.games]
    if not played:
        return "This run has no finished games yet."
    rows = [k for k in played if not found.by_construction(k, measure)]
    counted = _counted(found, played) + _asked_for(found, played, measure, chances)
    if not rows:
        return f"{_subject(found, played)}: {_equal_shares(found, played)}.{counted}"
    if len(rows) == 1 and measure.is_rate and measure.seat is None:
        return f"{_setting(found, rows)}: {_only(found, measure, rows[0])}.{counted}"
    who = _who_by_rules(found, measure, rows)
    subject = _setting(found, rows) if who else _subject(found, rows)
    return f"{subject}: {_result(found, measure, rows, who)}.{counted}"


def _counted(found: Found, rows: list[int]) -> str:
    """Return a sentence about the user's counters; "" if there are none."""
    counters = [one for one in found.game.measures if one.is_asked_for]
    parts = [on_average(one, _from_to(found, rows, one)) for one in counters]
    return f" Counted: {'; '.join(parts)}." if parts else ""


def _asked_for(found: Found, rows: list[int], main: Measure, chances: Sequence[Measure]) -> str:
    """How often something was so that the user has asked for, as a sentence; "" for nothing."""
    parts = []
    for one in chances:
        known = [k for k in rows if not math.isnan(found.interval(k, one).estimate)]
        if one != main and known:
            parts.append(f"{_from_to(found, known, one)} of the games {_meeting(found, one)}")
    return f" {capitalised('; '.join(parts))}." if parts else ""


def _meeting(found: Found, chance: Measure) -> str:
    """A condition of the user in words: ``have 5 or fewer cards left``."""
    measure, condition = found.game.counted(chance), chance.condition
    if condition is None or measure.is_rate:
        return f"have {head(chance.name)}"
    name, doing = head(measure.name), verb(measure, are_several=True)
    if measure.categories:
        return f"have the {name} '{head(measure.categories[int(condition.low or 0)])}'"
    counted = is_plural(measure)
    fewer, a = ("fewer", "") if counted else ("less", f"a {name} of ")
    low, high = (f"{float(end or 0):,.15g}" for end in (condition.low, condition.high))
    if condition.low is None:
        amount = f"{fewer} than {high}" if condition.is_open else f"{high} or {fewer}"
    elif condition.high is None:
        amount = f"more than {low}" if condition.is_open else f"{low} or more"
    else:
        amount = low if low == high else f"{low} to {high}"
    return f"{doing} {a}{amount}{f' {name}' if counted else ''}"


def _from_to(found: Found, rows: list[int], measure: Measure) -> str:
    """The amount of a measure in all rows, or the least and the largest with their rows."""
    varying = found.only(rows).varying()
    intervals = {k: found.interval(k, measure) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    low, high = (about(intervals[k], measure.is_rate) for k in (order[0], order[-1]))
    if low == high:
        return about_or_between(intervals[order[0]], measure.is_rate)
    first, last = (label_of(found.rows[k], varying) for k in (order[0], order[-1]))
    return f"from {low} ({first}) to {high} ({last})"


def _equal_shares(found: Found, played: list[int]) -> str:
    seats = sorted({len(found.rows[k].players) for k in played})
    shares = listed([f"{100 / number:.3g} %" for number in seats])
    tables = f" with {listed([str(number) for number in seats])} players" if seats[1:] else ""
    return (
        f"all players at a table have the same strategy, so on average each wins {shares} of the "
        f"games{tables}"
    )


def _who_by_rules(found: Found, measure: Measure, rows: list[int]) -> list[str]:
    """Return who does better by some rules than by others, if the rows differ in rules alone."""
    if len(rows) < 2 or not measure.wanted or measure.seat is not None:
        return []
    label = label_of(found.rows[rows[0]], found.only(rows).varying())
    return _players(found, measure, rows[0]) if label.is_rules_only else []


def _result(found: Found, measure: Measure, rows: list[int], who: list[str]) -> str:
    intervals = {k: found.interval(k, measure) for k in rows}
    varying = found.only(rows).varying()
    labels = {k: label_of(found.rows[k], varying) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    first, last = order[0], order[-1]
    amounts = {k: about_or_between(intervals[k], measure.is_rate) for k in (first, last)}
    if len(rows) == 1:
        return _only(found, measure, first)
    if all(found.tallies[k].games == 1 for k in rows):
        return f"one game cannot show a difference between the {len(rows)} rows"
    if measure.kind == "share" and len({len(found.rows[k].players) for k in rows}) > 1:
        return _beside_equal_shares(found, rows, intervals, labels)
    if measure.name == "win" and varying == ["seat"] and found.rows[rows[0]].factors["seat"] == 0:
        return _of_seats(found, rows, intervals, labels)
    are_apart = not overlap(intervals[first], intervals[last])
    if amounts[first] == amounts[last] and are_apart:
        amounts = {k: _exacter(intervals[k], measure) for k in (first, last)}
    if amounts[first] == amounts[last]:
        each = _does(measure, amounts[last], len(who) > 1)
        each = f"in each, {listed(who)} {each}" if who else f"each {each}"
        return f"no clear difference between the {len(rows)} rows; {each}"
    if not measure.wanted or measure.seat is not None:
        low, high = (f"{about(intervals[k], measure.is_rate)} ({labels[k]})" for k in (first, last))
        unclear = "" if are_apart else f"no clear difference between the {len(rows)} rows; "
        return unclear + on_average(measure, f"from {low} to {high}")
    best, worst = (first, last) if measure.wanted == "lowest" else (last, first)
    top, bottom = (
        _End(
            labels[k],
            amounts[k],
            tuple(
                str(labels[other])
                for other in rows
                if other != k and overlap(intervals[other], intervals[k])
            ),
        )
        for k in (best, worst)
    )
    if not are_apart:
        return _no_difference(measure, len(rows), top, bottom, who)
    return _best_and_worst(measure, len(rows) == 2, top, bottom, who)


def _does(measure: Measure, amount: str, are_several: bool = False) -> str:
    """A clause: ``wins about 64 % of the games``, ``takes about 12 turns on average``."""
    doing = verb(measure, are_several)
    if measure.is_rate:
        return f"{doing} {amount} of the games"
    return f"{doing} {on_average(measure, amount)}"


def _unclear(near: Sequence[str], than: str) -> str:
    """How clear it is which row is best, or worst, beside those that are ``near``; "" if it is."""
    if not near:
        return ""
    names = listed(near)
    if len(near) > MOST_NAMED or (near[1:] and any(" and " in name for name in near)):
        names = f"{len(near)} other rows"
        than = than.replace(" with", " in")
    return f", but not clearly {than} {names}"


def _players(found: Found, measure: Measure, row: int) -> list[str]:
    """Whose measure it is: one strategy, or all of a table."""
    one = found.rows[row]
    if measure.per_seat:
        return [str(one.factors["strategy"])]
    return list(dict.fromkeys(player.reference for player in one.players))


def _only(found: Found, measure: Measure, row: int) -> str:
    """The measure of one row: ``quick wins about 61 % of the games``.

    Where nothing is won, or everything, or where the interval is wide, what was seen comes first.
    """
    interval, games = found.interval(row, measure), found.tallies[row].games
    names = _players(found, measure, row)
    who = listed(names) if measure.seat is None else f"player {nth(measure.seat)}"
    known = interval.low == interval.high
    if not measure.is_rate:
        seen = found.histogram(row, measure)
        if seen.minimum == seen.maximum and not known:
            amount = on_average(measure, exactly(seen.mean)).replace(" on average", "")
            amount = amount.replace("an average", "a", 1)
            if games == 1:
                return f"{amount} in the only game. {ONE_GAME} the average"
            return f"{amount} in {part_of(Interval.exact(1.0), games)}"
        return on_average(measure, about_or_between(interval, rate=False))
    never_or_always = interval.estimate in (0, 1)
    if known or not (never_or_always or is_wide(interval, rate=True)):
        doing = verb(measure, are_several=len(names) > 1 and measure.seat is None)
        return f"{who} {doing} {about(interval, rate=True)} of the games"
    did = "won" if measure.name == "win" else f"reached {outcome(measure)} in"
    if games == 1:
        if interval.estimate == 0:
            did = "lost" if measure.name == "win" else did.replace("reached", "did not reach", 1)
        return f"{who} {did} the only game. {ONE_GAME} how often that happens"
    part, rate = part_of(interval, games), measured(measure)
    if measure.name != "win":
        rate = f"chance of '{head(measure.name)}'"
    if is_wide(interval, rate=True):
        return f"{who} {did} {part}, {only_between(rate, interval)}"
    return f"{who} {did} {part}, so the {rate} is very likely {about(interval, rate=True)}"


def _no_difference(measure: Measure, rows: int, best: _End, worst: _End, who: list[str]) -> str:
    """Return a sentence for rows without a clear difference, with the best and the worst."""
    if who:
        does = f"{listed(who)} {_does(measure, best.amount, len(who) > 1)}"
        if rows == 2:
            other = f"{worst.amount} with {worst.label}"
            return f"no clear difference; {does} with {best.label} and {other}"
        return (
            f"no clear difference between the {rows} rows; in the best so far, {best.label}, "
            f"{does}, and in the worst, {worst.label}, {worst.amount}"
        )
    does = _does(measure, best.amount, best.label.is_several)
    if rows == 2:
        return (
            f"no clear difference between {best.label} ({does}) and {worst.label} ({worst.amount})"
        )
    return (
        f"no clear difference between the {rows} rows; the best so far, {best.label}, {does}, and "
        f"the worst, {worst.label}, {worst.amount}"
    )


def _exacter(interval: Interval, measure: Measure) -> str:
    """An estimate with as many digits as tables show, where fewer would make two look the same."""
    unit = " %" if measure.is_rate else ""
    write = percent if measure.is_rate else number
    return f"{write(interval.estimate, half_width(interval))}{unit}"


def _beside_equal_shares(
    found: Found, rows: list[int], intervals: Mapping[int, Interval], labels: Mapping[int, Label]
) -> str:
    """Return the best and worst row relative to an equal share of the wins."""
    seats = {k: len(found.rows[k].players) for k in rows}
    relative = {k: intervals[k].times(seats[k]) for k in rows}
    order = sorted(rows, key=lambda k: relative[k].estimate)

    def share(row: int) -> str:
        equal, amount = f"{100 / seats[row]:.3g} %", about_or_between(intervals[row], rate=True)
        near = [k for k in rows if k != row and overlap(relative[k], relative[row])]
        unclear = f"; not clearly apart from {several(len(near), 'other row')}" if near else ""
        return f"{labels[row]} ({amount}; an equal share is {equal}{unclear})"

    if overlap(relative[order[0]], relative[order[-1]]):
        return f"compared with an equal share, no clear difference between the {len(rows)} rows"
    return (
        f"compared with an equal share, the best row is {share(order[-1])} and the worst "
        f"{share(order[0])}"
    )


def _of_seats(
    found: Found, rows: list[int], intervals: Mapping[int, Interval], labels: Mapping[int, Label]
) -> str:
    """Return the advantage of the first seat, if the rows are the seats of one table."""
    amounts = {k: about_or_between(intervals[k], rate=True) for k in rows}
    first, equal = rows[0], f"{100 / len(found.rows[rows[0]].players):.3g} %"
    said = (
        f"{labels[first]}, the first at the table, wins {amounts[first]} of the games, where an "
        f"equal share is {equal}"
    )
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    least, most = order[0], order[-1]
    if overlap(intervals[least], intervals[most]):
        return f"{said}; no clear difference between the {len(rows)} seats"
    if len(rows) == 2:
        return f"{said}; {labels[rows[1]]} wins {amounts[rows[1]]}"
    for word, end, often in (("most", most, "more"), ("least", least, "less")):
        near = [str(labels[k]) for k in rows if k != end and overlap(intervals[k], intervals[end])]
        if end != first:
            unclear = _unclear(near, f"{often} often than").replace(" rows", " seats")
            said += f"; {labels[end]} wins {word} often, {amounts[end]}{unclear}"
    return said


def _best_and_worst(measure: Measure, two: bool, best: _End, worst: _End, who: list[str]) -> str:
    """Return the best and the worst row, and how clear it is that they are."""
    several_best, several_worst = (
        bool(who[1:]) if who else end.label.is_several for end in (best, worst)
    )
    more, less = "better than", "worse than"
    if measure.is_rate:
        often = ["more", "less"] if two else ["most", "least"]
        more, less = "more often than", "less often than"
        if measure.wanted == "lowest":
            often, more, less = often[::-1], less, more
        in_ = "" if measure.name == "win" else "in "
        does = verb(measure, several_best).removesuffix(" in")
        again = verb(measure, several_worst) if not in_ else "do so" if several_worst else "does so"
        top, bottom = f"{does} {often[0]} often", f"{again} {often[1]} often,"
        if two and not in_:
            bottom = again
        amounts = f"{in_}{best.amount} of the games", f"{in_}{worst.amount}"
    else:
        does, again = ("do" if many else "does" for many in (several_best, several_worst))
        top, bottom = (
            (f"{does} better", f"{again} worse,") if two else (f"{does} best", f"{again} worst,")
        )
        amount = on_average(measure, best.amount).replace("an average", "with an average", 1)
        amounts = amount, worst.amount
    if who:
        it, with_ = "they" if who[1:] else "it", " with"
        said = f"{listed(who)} {top} with {best.label}, {amounts[0]}"
        also = f"with {worst.label} {it} {bottom} {amounts[1]}"
        if not two:
            also = f"{it} {bottom.rstrip(',')} with {worst.label}, {amounts[1]}"
    else:
        with_, said = "", f"{best.label.doing(top)}, {amounts[0]}"
        also = f"{worst.label} {bottom} {amounts[1]}"
        if not two:
            also = f"{worst.label.doing(bottom.rstrip(','))}, {amounts[1]}"
    said += _unclear(best.near, f"{more}{with_}")
    return f"{said}; {also}{_unclear(worst.near, f'{less}{with_}')}"


def overlap(one: Interval, other: Interval) -> bool:
    """Whether two rows are too close to tell which is better."""
    return one.low <= other.high and other.low <= one.high


def _subject(found: Found, rows: list[int]) -> str:
    """Return the settings that these rows share: game, strategies, changed rules."""
    varying, first = found.only(rows).varying(), found.rows[rows[0]]
    subject = _setting(found, rows)
    seated = "seats" in first.factors and "seats" not in varying
    alone = {"seats", "strategy"}.isdisjoint(varying) and not seated
    return f"{subject}, {first.factors['strategy']}" if alone else subject


def _setting(found: Found, rows: list[int]) -> str:
    """The same without the strategy, if that is the same on all seats."""
    varying, first = found.only(rows).varying(), found.rows[rows[0]]
    differ = {
        name
        for name in first.rules.values
        if any(found.rows[k].rules[name] != first.rules[name] for k in rows)
    }
    if "seats" in first.factors and "seats" not in varying:
        line_up = listed(str(first.factors["seats"]).split(","))
        return setting(first.rules, [*varying, *differ], line_up)
    return setting(first.rules, [*varying, *differ])
