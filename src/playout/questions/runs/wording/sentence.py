"""The sentence of a run: its only row, or which row does best and which worst."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playout.engine.game.game import Measure
from playout.engine.words.numbering import nth
from playout.questions.runs.found import Found
from playout.questions.runs.seats import Row
from playout.report.estimates import WIDE, only_between
from playout.report.words import (
    ABOUT,
    about,
    capitalised,
    half_width,
    head,
    listed,
    measured,
    number,
    on_average,
    option_text,
    percent,
    setting,
    several,
    verb,
)
from playout.stats.intervals import Interval

MOST_NAMED = 2  # rows too close to the best one that are named


@dataclass(frozen=True)
class _Label:
    """The name of a row: who plays, how many players, by which rules."""

    who: str  # "quick", "seat 1", "quick in seat 1"
    players: str  # "2 players"
    rules: tuple[str, ...]  # ("hand=7", "jump=0")

    def __str__(self) -> str:
        """All of it: ``quick with 2 players and hand=7``, ``seat 1 with goal=10``, ``hand=7``."""
        who, *others = [part for part in (self.who, self.players, *self.rules) if part] or [""]
        if not others or not (self.who or self.players):
            return listed([who, *others])
        return f"{who}{',' if ' among ' in who else ''} with {listed(others)}"

    @property
    def is_rules_only(self) -> bool:
        """Whether it names no player."""
        return not self.who and not self.players

    @property
    def is_several(self) -> bool:
        """Whether several players are the subject."""
        return not self.who and self.players.endswith("s")

    def doing(self, what: str) -> str:
        """A clause about who does it: ``seat 1 wins most often with goal=10``."""
        if not self.rules or (self.who and self.players):
            return f"{self} {what}"
        return f"{self.who or self.players} {what} with {listed(self.rules)}"


@dataclass(frozen=True)
class _End:
    """The best row, or the worst: its label, and how much it has."""

    label: _Label
    amount: str


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
            parts.append(f"{_from_to(found, known, one)} of the games have {head(one.name)}")
    return f" {capitalised('; '.join(parts))}." if parts else ""


def _from_to(found: Found, rows: list[int], measure: Measure) -> str:
    """The amount of a measure in all rows, or the least and the largest with their rows."""
    varying = found.only(rows).varying()
    intervals = {k: found.interval(k, measure) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    zero = "0 %" if measure.is_rate else "0"
    low, high = (
        about(intervals[k], measure.is_rate) if intervals[k].estimate else zero
        for k in (order[0], order[-1])
    )
    first, last = (_label(found.rows[k], varying) for k in (order[0], order[-1]))
    return high if low == high else f"from {low} ({first}) to {high} ({last})"


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
    label = _label(found.rows[rows[0]], found.only(rows).varying())
    return _players(found, measure, rows[0]) if label.is_rules_only else []


def _result(found: Found, measure: Measure, rows: list[int], who: list[str]) -> str:
    intervals = {k: found.interval(k, measure) for k in rows}
    varying = found.only(rows).varying()
    labels = {k: _label(found.rows[k], varying) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    first, last = order[0], order[-1]
    amounts = {k: about(intervals[k], measure.is_rate) for k in (first, last)}
    if len(rows) == 1:
        return _only(found, measure, first)
    if measure.kind == "share" and len({len(found.rows[k].players) for k in rows}) > 1:
        return _beside_equal_shares(found, rows, intervals, labels)
    if measure.name == "win" and varying == ["seat"] and found.rows[rows[0]].factors["seat"] == 0:
        return _of_seats(found, rows, intervals, labels)
    same = amounts[first] == amounts[last] and not overlap(intervals[first], intervals[last])
    if same or (len(rows) == 2 and _sums_to_another_whole(intervals, amounts)):
        amounts = {k: _exacter(intervals[k], measure) for k in (first, last)}
    low, high = (f"{amounts[k]} ({labels[k]})" for k in (first, last))
    if amounts[first] == amounts[last]:
        each = _does(measure, amounts[last], len(who) > 1)
        each = f"in each, {listed(who)} {each}" if who else f"each {each}"
        return f"no clear difference between the {len(rows)} rows; {each}"
    if not measure.wanted or measure.seat is not None:
        return on_average(measure, f"from {low} to {high}")
    best, worst = (first, last) if measure.wanted == "lowest" else (last, first)
    near = [k for k in rows if k != best and overlap(intervals[k], intervals[best])]
    top, bottom = (_End(labels[k], amounts[k]) for k in (best, worst))
    if worst in near:
        return _no_difference(measure, len(rows), top, bottom, who)
    close = _close(measure, [str(labels[k]) for k in near], bool(who))
    return _best_and_worst(measure, len(rows) == 2, top, bottom, close, who)


def _does(measure: Measure, amount: str, are_several: bool = False) -> str:
    """A clause: ``wins about 64 % of the games``, ``takes about 12 turns on average``."""
    text = ("" if measure.is_rate else f"{verb(measure)} ") + on_average(measure, amount)
    return _plural(text) if are_several else text


def _plural(clause: str) -> str:
    """A clause about several players."""
    for one, more in {
        "wins": "win",
        "reaches": "reach",
        "does": "do",
        "has": "have",
        "takes": "take",
    }.items():
        clause = re.sub(rf"^{one}\b", more, clause)
    return clause


def _close(measure: Measure, near: list[str], by_rules: bool) -> str:
    """How clear the best row is, beside those that are ``near``; "" if it is."""
    if not near:
        return ""
    names = listed(near)
    if len(near) > MOST_NAMED or (near[1:] and any(" and " in name for name in near)):
        names = f"{len(near)} other rows"
    if not by_rules:
        return f", but without a clear lead over {names}"
    more = "more often" if measure.name == "win" else "better"
    in_ = "in" if names.endswith("rows") else "with"
    return f", but not clearly {more} than {in_} {names}"


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
    if not measure.is_rate:
        return on_average(measure, about(interval, rate=False))
    doing = verb(measure)
    if names[1:] and measure.seat is None:
        doing = _plural(doing)
    known = interval.low == interval.high
    if known or (half_width(interval) <= WIDE and 0 < interval.estimate < 1):
        return f"{who} {doing} {about(interval, rate=True)} of the games"
    did, in_ = ("won", "") if measure.name == "win" else (f"reached '{head(measure.name)}'", "in ")
    bound = f"the {measured(measure)} is {about(interval, rate=True)}"
    if games == 1 and interval.estimate in (0, 1):
        if interval.estimate == 0:
            did = "lost" if measure.name == "win" else did.replace("reached", "did not reach")
        return f"{who} {did} {in_}the only game, but one game shows only that {bound}"
    if interval.estimate in (0, 1):
        which = f"all {games:,}" if interval.estimate else f"none of {games:,}"
        return f"{who} {did} {in_}{which} games, so {bound.replace(' is ', ' is very likely ')}"
    share = percent(interval.estimate, half_width(interval))
    return (
        f"{who} {did} {in_}{share} % of {several(games, 'game')}, "
        f"{only_between(measured(measure), interval)}"
    )


def _no_difference(measure: Measure, rows: int, best: _End, worst: _End, who: list[str]) -> str:
    """Return a sentence for rows without a clear difference, with the best and the worst."""
    if who:
        does = f"{listed(who)} {_does(measure, best.amount, len(who) > 1)}"
        if rows == 2:
            other = f"{worst.amount} with {worst.label}"
            return f"no clear difference; {does} with {best.label} and {other}"
        return (
            f"no clear difference between the {rows} rows; in the best, {best.label}, {does}, and "
            f"in the worst, {worst.label}, {worst.amount}"
        )
    does = _does(measure, best.amount, best.label.is_several)
    if rows == 2:
        return (
            f"no clear difference between {best.label} ({does}) and {worst.label} ({worst.amount})"
        )
    return (
        f"no clear difference between the {rows} rows; the best, {best.label}, {does}, and the "
        f"worst, {worst.label}, {worst.amount}"
    )


def _sums_to_another_whole(intervals: Mapping[int, Interval], amounts: Mapping[int, str]) -> bool:
    """Whether two shares make 100 %, but rounded for a sentence they make 99 or 101 %."""
    parts = [re.fullmatch(rf"{ABOUT}(\d+) %", amount) for amount in amounts.values()]
    whole = math.isclose(sum(one.estimate for one in intervals.values()), 1.0)
    return whole and all(parts) and sum(int(part[1]) for part in parts if part) != 100


def _exacter(interval: Interval, measure: Measure) -> str:
    """An estimate with as many digits as tables show, where fewer would make two look the same."""
    unit = " %" if measure.is_rate else ""
    write = percent if measure.is_rate else number
    return f"{write(interval.estimate, half_width(interval))}{unit}"


def _beside_equal_shares(
    found: Found, rows: list[int], intervals: Mapping[int, Interval], labels: Mapping[int, _Label]
) -> str:
    """Return the best and worst row relative to an equal share of the wins."""
    seats = {k: len(found.rows[k].players) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate * seats[k])

    def share(row: int) -> str:
        equal = f"{100 / seats[row]:.3g} %"
        return f"{labels[row]} ({about(intervals[row], True)}; an equal share is {equal})"

    return (
        f"compared with an equal share, the best row is {share(order[-1])} and the worst "
        f"{share(order[0])}"
    )


def _of_seats(
    found: Found, rows: list[int], intervals: Mapping[int, Interval], labels: Mapping[int, _Label]
) -> str:
    """Return the advantage of the first seat, if the rows are the seats of one table."""
    amounts = {k: about(intervals[k], True) for k in rows}
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
    ends = {"most": most, "least": least}
    told = [
        f"{labels[k]} wins {word} often, {amounts[k]}" for word, k in ends.items() if k != first
    ]
    return f"{said}; {'; '.join(told)}"


def _best_and_worst(
    measure: Measure, two: bool, best: _End, worst: _End, close: str, who: list[str]
) -> str:
    """Return the best and the worst row; ``close`` says how clear the best one is."""
    if measure.name == "win":
        most, least = (
            ("wins more often", "wins") if two else ("wins most often", "wins least often")
        )
        amount = f"{best.amount} of the games"
    else:
        most, least = ("does better", "does worse") if two else ("does best", "does worst")
        amount = on_average(measure, best.amount).replace("an average", "with an average", 1)
    comma = "" if least == "wins" else ","
    if who:
        it = "they" if who[1:] else "it"
        most, least = (_plural(one) if who[1:] else one for one in (most, least))
        said = f"{listed(who)} {most} with {best.label}, {amount}{close}"
        if two:
            return f"{said}; with {worst.label} {it} {least}{comma} {worst.amount}"
        return f"{said}; {it} {least} with {worst.label}, {worst.amount}"
    most = _plural(most) if best.label.is_several else most
    least = _plural(least) if worst.label.is_several else least
    said = f"{best.label.doing(most)}, {amount}{close}"
    if two:
        return f"{said}; {worst.label} {least}{comma} {worst.amount}"
    return f"{said}; {worst.label.doing(least)}, {worst.amount}"


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


def _label(row: Row, varying: list[str]) -> _Label:
    """The factors that vary, in words."""
    factors = {name: row.factors[name] for name in varying}
    who = str(factors.pop("strategy", ""))
    if who and row.counted is not None and int(row.counted.sum(axis=1).max()) > 1:
        who = f"each {who}"
    if "seats" in factors:
        line_up = str(factors.pop("seats")).replace(",", ", ")
        who = f"{who or row.factors['strategy']} among {line_up}"
    if "seat" in factors:
        seat = f"seat {nth(int(factors.pop('seat')))}"
        who = f"{who} in {seat}" if who else seat
    players = several(int(factors.pop("players")), "player") if "players" in factors else ""
    case = factors.pop("case", "")
    rules = [f"'{case}'"] if case else []
    rules += [option_text(name, value) for name, value in factors.items()]
    return _Label(who, players, tuple(rules))
