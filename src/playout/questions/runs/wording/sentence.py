"""The sentence of a run: its only row, or which row does best and which worst."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from playout.engine.game.game import Measure
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import as_typed
from playout.questions.runs.found import Found
from playout.questions.runs.known_values import known_interval
from playout.questions.runs.wording.labels import Label, label_of
from playout.report.estimates import (
    about_or_between,
    is_wide,
    only_between,
    part_of,
    somewhere,
    too_few,
)
from playout.report.words import (
    BETWEEN,
    SOMEWHERE,
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
    option_text,
    outcome,
    percent,
    setting,
    several,
    verb,
)
from playout.stats.intervals import Interval

ONE_GAME = "One game cannot show"
PAST = {"have": "had", "take": "took", "reach": "reached"}  # of verbs for several players
CLOSE = 0.02  # half the width of an interval, of whose estimate a small part matters
MOST_TABLES = 3  # whose seats are told one table after another
MOST_NAMED = 2  # rows too close to the best one that are named


@dataclass(frozen=True)
class _End:
    """The best row, or the worst: its label, and how much it has."""

    label: Label
    amount: str
    near: tuple[str, ...]  # the labels of rows from which it does not differ clearly


def sentence(found: Found, chances: Sequence[Measure] = (), when: str = "") -> str:
    """The main measure: of the only row, or of the rows that do best and worst.

    No row does best in a measure that is neither good nor bad, or that is the result of one seat.
    Of a table whose seats all play alike, each wins an equal share whatever they do.  Where the
    game knows a value exactly, that is told.  Then what the user has asked to be counted, and the
    ``chances`` that are asked for.  ``when`` is said before the result.
    """
    measure = _told(found)
    played = [k for k, tally in enumerate(found.tallies) if tally.games]
    if not played:
        return "This run has no finished games yet."
    rows = [k for k in played if not found.by_construction(k, measure)]
    counted = _counted(found, played) + _asked_for(found, played, measure, chances)
    if not rows:
        return f"{_subject(found, played)}: {when}{_equal_shares(found, played)}.{counted}"
    if len(rows) == 1 and measure.is_rate and measure.seat is None:
        return f"{_setting(found, rows)}: {when}{_only(found, measure, rows[0])}.{counted}"
    who = _who_by_rules(found, measure, rows)
    subject = _setting(found, rows) if who else _subject(found, rows)
    return f"{subject}: {when}{_result(found, measure, rows, who)}.{counted}"


def all_or_nothing(found: Found) -> str:
    """A sentence on each knock-out with which no game is won, or every game; "" if there is none.

    Of several strategies at a table it is about the one named first.
    """
    measure, setups, parts = found.informative, [], []
    for k, row in enumerate(found.rows):
        if row.setup in setups:
            continue
        setups.append(row.setup)
        if len(setups) == 1 or not measure.is_rate or found.by_construction(k, measure):
            continue
        interval, games = found.interval(k, measure), found.tallies[k].games
        if interval.estimate in (0, 1) and games > 1:
            name, value = found.asked.knock_outs[len(setups) - 2]
            did = "won" if measure.name == "win" else f"reached '{head(measure.name)}' in"
            who = listed(_players(found, measure, k))
            changed = "" if name in ("strategy", "seats") else f"with {option_text(name, value)}, "
            parts.append(capitalised(f"{changed}{who} {did} {part_of(interval, games)}."))
    return "".join(f" {part}" for part in parts)


def _told(found: Found) -> Measure:
    """The measure that the sentence is about: that of the precision asked for, or the main one."""
    asked = found.asked.measure
    known = all(found.by_construction(k, asked) for k in range(len(found.rows)))
    return found.main if found.asked.precision is None or known else asked


def _too_few(found: Found, rows: Sequence[int]) -> str:
    """``30 games per row are too few``: the beginning of a sentence about these rows."""
    games = several(min(found.tallies[k].games for k in rows), "game")
    one_table = len({found.rows[k].setup for k in rows}) == 1
    return too_few(games if one_table else f"{games} per row")


def _amount(interval: Interval, rate: bool) -> str:
    """An estimate for a sentence, or both ends of a wide interval, or what is known exactly."""
    amount = about_or_between(interval, rate)
    return f"exactly {amount}" if interval.low == interval.high else amount


def _one_somewhere(text: str) -> str:
    """A text in which "somewhere between" is said once; after that "between" is enough."""
    before, somewhere, after = text.partition(SOMEWHERE)
    return before + somewhere + after.replace(SOMEWHERE, BETWEEN)


def _beside(interval: Interval, share: float) -> str:
    """A chance for a sentence; both its ends, unless it is clear on which side of this share."""
    is_clear = not interval.low <= share <= interval.high
    return _amount(interval, rate=True) if is_clear else _range(interval, rate=True)


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
        if one == main or not known:
            continue
        if len(rows) == 1:
            parts.append(_happened(found, rows[0], one))
        else:
            parts.append(f"{_from_to(found, known, one)} of the games {_meeting(found, one)}")
    return f" {capitalised('; '.join(parts))}." if parts else ""


def _happened(found: Found, row: int, chance: Measure) -> str:
    """How often a condition of the user was met in the only row; of few games, in how many."""
    interval, games = found.interval(row, chance), found.tallies[row].games
    wide, meeting = is_wide(interval, rate=True), _meeting(found, chance)
    if not wide and interval.estimate not in (0, 1):
        return f"{about(interval, rate=True)} of the games {meeting}"
    does, _, what = meeting.partition(" ")
    met = f"{PAST[does]} {what}"
    if games == 1:
        return f"the only game {met if interval.estimate else f'did not {meeting}'}"
    part = part_of(interval, games)
    if wide:
        return f"{part} {met}, {only_between('chance', interval)}"
    return f"{part} {met}, so the chance is very likely {about(interval, rate=True)}"


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
    low, high = (about_or_between(intervals[k], measure.is_rate) for k in (order[0], order[-1]))
    if low == high:
        return low
    first, last = (label_of(found.rows[k], varying) for k in (order[0], order[-1]))
    return f"from {low} ({first}) to {high} ({last})"


def _equal_shares(found: Found, played: list[int]) -> str:
    seats = sorted({len(found.rows[k].players) for k in played})
    shares = listed([f"{100 / number:.3g} %" for number in seats])
    tables = f" with {listed([str(number) for number in seats])} players" if seats[1:] else ""
    return (
        f"all players at a table use the same strategy, so their average win rate is always "
        f"{shares}{tables}. This does not show whether going first helps; "
        f"{as_typed('by', 'seat')} does"
    )


def _who_by_rules(found: Found, measure: Measure, rows: list[int]) -> list[str]:
    """Return who does better by some rules than by others, if the rows differ in rules alone."""
    if len(rows) < 2 or not measure.wanted or measure.seat is not None:
        return []
    label = label_of(found.rows[rows[0]], found.only(rows).varying())
    return _players(found, measure, rows[0]) if label.is_rules_only else []


def _result(found: Found, measure: Measure, rows: list[int], who: list[str]) -> str:
    intervals = {k: known_interval(found, k, measure) for k in rows}
    varying = found.only(rows).varying()
    labels = {k: label_of(found.rows[k], varying) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    first, last = order[0], order[-1]
    amounts = {k: _amount(intervals[k], measure.is_rate) for k in (first, last)}
    if len(rows) == 1:
        return _only(found, measure, first)
    if all(found.tallies[k].games == 1 for k in rows):
        return f"one game cannot show a difference between the {len(rows)} rows"
    if measure.name == "win" and found.asked.by == "seat" and set(varying) <= {"players", "seat"}:
        setups = list(dict.fromkeys(found.rows[k].setup for k in rows))
        tables = [[k for k in rows if found.rows[k].setup is setup] for setup in setups]
        if len(tables) <= MOST_TABLES:
            return _of_tables(found, tables, intervals)
    if measure.kind == "share" and len({len(found.rows[k].players) for k in rows}) > 1:
        return _beside_equal_shares(found, rows, intervals, labels)
    are_apart = not overlap(intervals[first], intervals[last])
    if amounts[first] == amounts[last] and are_apart:
        amounts = {k: _exacter(intervals[k], measure) for k in (first, last)}
    few = f"{_too_few(found, rows)} to"
    if amounts[first] == amounts[last]:
        each = _does(measure, amounts[last], len(who) > 1)
        each = f"in each, {listed(who)} {each}" if who else f"each {each}"
        clear = "" if amounts[first].startswith("exactly") else "clear "
        return f"no {clear}difference between the {len(rows)} rows; {each}"
    wide = not are_apart and any(amount.startswith(SOMEWHERE) for amount in amounts.values())
    unclear = f"{few} show a difference" if wide else "no clear difference"
    if not measure.wanted or measure.seat is not None:
        if measure.seat is not None and measure.is_rate:
            amounts = {k: _beside(intervals[k], 1 / len(found.rows[k].players)) for k in amounts}
        low, high = (f"{amounts[k]}" for k in (first, last))
        from_to = f"{on_average(measure, low)} with {labels[first]} and {high} with {labels[last]}"
        from_to = _one_somewhere(from_to)
        if are_apart:
            return from_to
        return f"{unclear} between the {len(rows)} rows{':' if wide else ';'} {from_to}"
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
        return _no_difference(measure, len(rows), top, bottom, who, unclear)
    if top.near:
        amount = _range(intervals[best], measure.is_rate)
        return _best_unclear(measure, len(rows), replace(top, amount=amount), bottom, who, few)
    return _best_and_worst(measure, len(rows) == 2, top, bottom, who)


def _range(interval: Interval, rate: bool) -> str:
    """Both ends for a sentence, unless they are close, or all or nothing was won."""
    close = half_width(interval) <= CLOSE * (1 if rate else abs(interval.estimate))
    if close or (rate and interval.estimate in (0, 1)):
        return _amount(interval, rate)
    return somewhere(interval, rate)


def _best_unclear(
    measure: Measure, rows: int, best: _End, worst: _End, who: list[str], few: str
) -> str:
    """Return the rows of which one is the best, and that the others are worse."""
    rate, often, less = measure.is_rate, "most", "less"
    if measure.wanted == "lowest":
        often, less = "least", "more"

    def doing(many: bool) -> str:
        if measure.name == "win":
            return verb(measure, many)
        return f"{'do' if many else 'does'}{' so' if rate else ''}"

    top = f"{verb(measure, bool(who[1:])).removesuffix(' in')} {often} often" if rate else "is best"
    amount = f"{best.amount} of the games" if rate else on_average(measure, best.amount)
    near = listed([f"{best.label} ({amount})", *best.near], "or")
    if len(best.near) > MOST_NAMED:
        near = f"{best.label} leads ({amount}), but {len(best.near)} other rows are close to it"
    which = f"in which row {listed(who)} {top}" if who and rate else f"which row {top}"
    others, clearly = (
        rows - 1 - len(best.near),
        f"clearly {less} often" if rate else "clearly worse",
    )
    rest, end = str(worst.label), f", {worst.amount}"
    many = worst.label.is_several
    if others > 1 and worst.near:
        rest, end, many = f"the other {others} rows", "", True
    elif others > 1:
        clearly = f"{'least' if less == 'less' else 'most'} often" if rate else "worst"
    if who:
        rest = f"{'with' if end else 'in'} {rest} {'they' if who[1:] else 'it'}"
        many = bool(who[1:])
    return f"{few} say {which}: {near}; {rest} {doing(many)} {clearly}{end}"


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
    interval, games = known_interval(found, row, measure), found.tallies[row].games
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
        amount = _amount(interval, rate=False)
        if is_wide(interval, rate=False):
            plural, name = is_plural(measure), head(measure.name)
            average = f"average is {amount} {name}" if plural else f"average {name} is {amount}"
            return f"{_too_few(found, [row])}: the {average}"
        subject = who if measure.per_seat and measure.seat is None else "a game"
        doing = verb(measure, are_several=subject != "a game" and len(names) > 1)
        return f"{subject} {doing} {on_average(measure, amount)}"
    never_or_always = interval.estimate in (0, 1)
    if known or not (never_or_always or is_wide(interval, rate=True)):
        doing = verb(measure, are_several=len(names) > 1 and measure.seat is None)
        return f"{who} {doing} {_amount(interval, rate=True)} of the games"
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


def _no_difference(
    measure: Measure, rows: int, best: _End, worst: _End, who: list[str], unclear: str
) -> str:
    """Return a sentence for rows without a clear difference, with the best and the worst."""
    then = ";" if unclear.startswith("no ") else ":"
    if who:
        does = f"{listed(who)} {_does(measure, best.amount, len(who) > 1)}"
        if rows == 2:
            other = f"{worst.amount} with {worst.label}"
            return _one_somewhere(f"{unclear}{then} {does} with {best.label} and {other}")
        return (
            f"{unclear} between the {rows} rows{then} in the best so far, {best.label}, "
            f"{does}, and in the worst, {worst.label}, {worst.amount}"
        )
    does = _does(measure, best.amount, best.label.is_several)
    if rows == 2:
        return f"{unclear} between {best.label} ({does}) and {worst.label} ({worst.amount})"
    return (
        f"{unclear} between the {rows} rows{then} the best so far, {best.label}, {does}, and "
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
        equal, amount = f"{100 / seats[row]:.3g} %", _amount(intervals[row], rate=True)
        near = [k for k in rows if k != row and overlap(relative[k], relative[row])]
        unclear = f"; not clearly apart from {several(len(near), 'other row')}" if near else ""
        return f"{labels[row]} ({amount}; an equal share is {equal}{unclear})"

    if overlap(relative[order[0]], relative[order[-1]]):
        few = _too_few(found, rows)
        return f"{few} to say which of the {len(rows)} rows is best, compared with an equal share"
    return (
        f"compared with an equal share, the best row is {share(order[-1])} and the worst "
        f"{share(order[0])}"
    )


def _of_tables(found: Found, tables: list[list[int]], intervals: Mapping[int, Interval]) -> str:
    """Return the advantage of the first seat, of one table after another."""
    if len(tables) == 1:
        return _of_seats(found, tables[0], intervals)
    parts = []
    for rows in tables:
        players = several(len(found.rows[rows[0]].players), "player")
        parts.append(f"with {players}, {_of_seats(found, rows, intervals)}")
    return ". ".join([parts[0], *map(capitalised, parts[1:])])


def _of_seats(found: Found, rows: list[int], intervals: Mapping[int, Interval]) -> str:
    """Return the advantage of the first seat, if the rows are the seats of one table."""
    share = 1 / len(found.rows[rows[0]].players)
    amounts = {k: _beside(intervals[k], share) for k in rows}
    labels = {k: label_of(found.rows[k], ["seat"]) for k in rows}
    first = rows[0]
    said = (
        f"{labels[first]}, the first at the table, wins {amounts[first]} of the games, where an "
        f"equal share is {100 * share:.3g} %"
    )
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    least, most = order[0], order[-1]
    is_unclear = intervals[first].low <= share <= intervals[first].high
    if overlap(intervals[least], intervals[most]) and is_unclear:
        return f"{_too_few(found, rows)} to show whether going first helps: {said}"
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
        is_one_game = all(found.tallies[k].games == 1 for k in rows)
        if len(first.setup.seating) > 1 and found.asked.by != "seat" and not is_one_game:
            line_up += ", taking turns to go first"
        return setting(first.rules, [*varying, *differ], line_up)
    return setting(first.rules, [*varying, *differ])
