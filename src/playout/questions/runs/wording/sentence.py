"""The sentence of a run: its only row, or which row does best and which worst."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from playout.engine.find.games import number_of_strategies
from playout.engine.game.game import Measure
from playout.questions.runs.found import Found
from playout.questions.runs.known_values import known_interval
from playout.questions.runs.money import in_bets
from playout.questions.runs.wording.amounts import (
    amount_of,
    beside_share,
    one_somewhere,
    overlap,
    range_of,
    too_few_games,
)
from playout.questions.runs.wording.best_rows import (
    End,
    best_and_worst,
    best_unclear,
    does_on_average,
    no_difference,
)
from playout.questions.runs.wording.labels import Label, label_of
from playout.questions.runs.wording.seats import (
    MOST_TABLES,
    beside_equal_shares,
    of_tables,
    shared_wins,
)
from playout.questions.verbs import on_average, past, verb
from playout.report.estimates import (
    about_or_between,
    is_wide,
    only_between,
    part_of,
)
from playout.report.words import (
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
    option_text,
    percent,
    played_by,
    setting,
)
from playout.stats.intervals import Interval

ONE_GAME = "One game cannot show"
PAST = {"have": "had", "take": "took", "reach": "reached"}  # of verbs for several players


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
        only = f"{shared_wins(found, measure, rows)}{_only(found, measure, rows[0])}."
        return f"{_setting(found, rows)}: {when}{only}{counted}"
    who = _who_by_rules(found, measure, rows)
    subject = _setting(found, rows) if who else _subject(found, rows)
    result = f"{shared_wins(found, measure, rows)}{_result(found, measure, rows, who)}."
    return f"{subject}: {when}{result}{counted}"


def all_or_nothing(found: Found) -> dict[int, str]:
    """A sentence on each knock-out, by its number, with which no game is won, or every game.

    Of several strategies at a table it is about the one named first.
    """
    measure, setups, told = found.informative, [], {}
    for k, row in enumerate(found.rows):
        if row.setup in setups:
            continue
        setups.append(row.setup)
        if len(setups) == 1 or not measure.is_rate or found.by_construction(k, measure):
            continue
        interval, games = found.interval(k, measure), found.tallies[k].games
        if interval.estimate in (0, 1) and games > 1:
            number = len(setups) - 2
            name, value = found.asked.knock_outs[number]
            who = measure.player or listed(_players(found, measure, k))
            changed = "" if name in ("strategy", "seats") else f"with {option_text(name, value)}, "
            part = part_of(interval, games)
            told[number] = capitalised(f"{changed}{who} {past(measure)} {part}.")
    return told


def unchanged(found: Found) -> str:
    """What the knock-outs change, as it is without them: ``with the usual jump=10, ``."""
    rules = found.baseline.rows[0].rules
    names = [name for name, _ in found.asked.knock_outs if name in rules.values]
    told = {"players", *rules.changed_options()}
    usual = {name: option_text(name, rules.label(name)) for name in names if name not in told}
    if not usual:
        return ""
    if len(told) == 1:  # the players
        return f"with the usual rules ({', '.join(usual.values())}), "
    return f"with the usual {listed(list(usual.values()))}, "


def _told(found: Found) -> Measure:
    """The measure that the sentence is about: the one asked for, or the main one."""
    asked = found.asked.measure
    known = all(found.by_construction(k, asked) for k in range(len(found.rows)))
    return asked if found.asked.named and not known else found.main


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
    if SOMEWHERE in low + high:
        return one_somewhere(f"{low} ({first}) and {high} ({last})")
    return f"from {low} ({first}) to {high} ({last})"


def _equal_shares(found: Found, played: list[int]) -> str:
    seats = sorted({found.rows[k].sides for k in played})
    shares = listed([f"{100 / number:.3g} %" for number in seats])
    tables = f" with {listed([str(number) for number in seats])} players" if seats[1:] else ""
    all_alike = all(len({one.reference for one in found.rows[k].players}) == 1 for k in played)
    why = "all players at a table use the same strategy"
    why = why if all_alike else "each strategy has as many seats on every side"
    return (
        f"{why}, so their average win rate is always "
        f"{shares}{tables}. This does not show whether going first helps; --by seat does"
    )


def _who_by_rules(found: Found, measure: Measure, rows: list[int]) -> list[str]:
    """Return who does better by some rules than by others, if the rows differ in rules alone."""
    if len(rows) < 2 or not measure.wanted or measure.seat is not None:
        return []
    label = label_of(found.rows[rows[0]], found.only(rows).varying())
    return _players(found, measure, rows[0]) if label.is_rules_only else []


def _result(found: Found, measure: Measure, rows: list[int], who: list[str]) -> str:
    counted, (measure, intervals) = measure, in_bets(found, measure, rows)
    varying = found.only(rows).varying()
    labels = {k: label_of(found.rows[k], varying) for k in rows}
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    first, last = order[0], order[-1]
    amounts = {k: amount_of(intervals[k], measure.is_rate) for k in (first, last)}
    if len(rows) == 1:
        return _only(found, counted, first)
    is_known = all(one.low == one.high for one in intervals.values())
    if all(found.tallies[k].games == 1 for k in rows) and not is_known:
        return _of_one_game(found, counted, labels)
    if measure.name == "win" and found.asked.by == "seat" and set(varying) <= {"players", "seat"}:
        setups = list(dict.fromkeys(found.rows[k].setup for k in rows))
        tables = [[k for k in rows if found.rows[k].setup is setup] for setup in setups]
        if len(tables) <= MOST_TABLES:
            return of_tables(found, tables, intervals)
    if measure.kind == "share" and len({found.rows[k].sides for k in rows}) > 1:
        return beside_equal_shares(found, rows, intervals, labels)
    are_apart = not overlap(intervals[first], intervals[last])
    if amounts[first] == amounts[last] and are_apart:
        amounts = {k: _exacter(intervals[k], measure) for k in (first, last)}
    few = f"{too_few_games(found, rows)} to"
    if amounts[first] == amounts[last]:
        each = does_on_average(measure, amounts[last], len(who) > 1)
        each = f"in each, {listed(who)} {each}" if who else f"each {each}"
        clear = "" if amounts[first].startswith("exactly") else "clear "
        return f"no {clear}difference between the {len(rows)} rows; {each}"
    wide = not are_apart and any(amount.startswith(SOMEWHERE) for amount in amounts.values())
    unclear = f"{few} show a difference" if wide else "no clear difference"
    if measure.seat is not None and measure.is_rate:
        who = [measure.player]
        amounts = {k: beside_share(intervals[k], 1 / found.rows[k].sides) for k in amounts}
        if any(amount.startswith(SOMEWHERE) for amount in amounts.values()):
            amounts = {k: range_of(intervals[k], rate=True) for k in amounts}
    # Whose win it is, a shorter game does not say.
    several = len(found.rows[first].players) > 1
    of_rivals = bool(who) and several and found.game.measures[0].per_seat and not measure.per_seat
    is_neutral = not measure.wanted or measure.seat is not None or of_rivals
    if is_neutral and not (measure.is_rate and are_apart):  # a rate may be higher, but not better
        low, high = (f"{amounts[k]}" for k in (first, last))
        does = on_average(measure, low, listed(_players(found, measure, first)))
        if not measure.is_rate and measure.is_of_game:
            does = f"a game {verb(measure)} {does}"
        from_to = f"{does} with {labels[first]} and {high} with {labels[last]}"
        from_to = one_somewhere(from_to)
        if are_apart:
            return from_to
        return f"{unclear} between the {len(rows)} rows{':' if wide else ';'} {from_to}"
    best, worst = (first, last) if measure.wanted == "lowest" else (last, first)
    top, bottom = (
        End(
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
        return no_difference(measure, len(rows), top, bottom, who, unclear)
    if top.near:
        amount = range_of(intervals[best], measure.is_rate)
        return best_unclear(measure, len(rows), replace(top, amount=amount), bottom, who, few)
    return one_somewhere(best_and_worst(measure, len(rows), top, bottom, who))


def _players(found: Found, measure: Measure, row: int) -> list[str]:
    """Whose measure it is: one strategy, or all of a table.

    Where there is nothing to choose, the name of the strategy would sound like a move.
    """
    one = found.rows[row]
    if number_of_strategies(found.game) == 1 and len(one.players) == 1:
        return [measure.player or "the player"]
    if measure.per_seat:
        return [str(one.factors["strategy"])]
    return list(dict.fromkeys(player.reference for player in one.players))


def _only(found: Found, measure: Measure, row: int) -> str:
    """The measure of one row: ``quick wins about 61 % of the games``.

    Where nothing is won, or everything, or where the interval is wide, what was seen comes first.
    """
    interval, games = known_interval(found, row, measure), found.tallies[row].games
    names = _players(found, measure, row)
    who = measure.player or listed(names)
    known = interval.low == interval.high
    if not measure.is_rate:
        seen = found.histogram(row, measure)
        if seen.minimum == seen.maximum and not known:
            amount = on_average(measure, exactly(seen.mean)).replace(" on average", "")
            amount = amount.replace("an average", "a", 1)
            if games == 1:
                return f"{amount} in the only game. {ONE_GAME} the average"
            return f"{amount} in {part_of(Interval.exact(1.0), games)}"
        measure, intervals = in_bets(found, measure, [row])
        interval = intervals[row]
        amount = amount_of(interval, rate=False)
        if is_wide(interval, rate=False):
            plural, name = is_plural(measure), head(measure.name)
            average = f"average is {amount} {name}" if plural else f"average {name} is {amount}"
            return f"{too_few_games(found, [row])}: the {average}"
        subject = "a game" if measure.is_of_game or measure.seat is not None else who
        doing = verb(measure, are_several=subject != "a game" and len(names) > 1)
        return f"{subject} {doing} {on_average(measure, amount)}"
    never_or_always = interval.estimate in (0, 1)
    if known or not (never_or_always or is_wide(interval, rate=True)):
        doing = verb(measure, are_several=len(names) > 1 and measure.seat is None)
        amount = amount_of(interval, rate=True)
        if measure.seat is not None:
            amount = beside_share(interval, 1 / found.rows[row].sides)
        return f"{who} {doing} {amount} of the games"
    did = past(measure)
    if games == 1:
        if interval.estimate == 0:
            did = "lost" if measure.name == "win" else f"did not {verb(measure, are_several=True)}"
        return f"{who} {did} the only game. {ONE_GAME} how often that happens"
    part, rate = part_of(interval, games), measured(measure)
    if measure.name != "win":
        rate = f"chance of '{head(measure.name)}'"
    if is_wide(interval, rate=True):
        return f"{who} {did} {part}, {only_between(rate, interval)}"
    return f"{who} {did} {part}, so the {rate} is very likely {about(interval, rate=True)}"


def _of_one_game(found: Found, measure: Measure, labels: Mapping[int, Label]) -> str:
    """Rows of one game each: who won it, if all sat at one table."""
    one_table = len({found.rows[k].setup for k in labels}) == 1
    won = [label for k, label in labels.items() if found.interval(k, measure).estimate == 1]
    if measure.name == "win" and one_table and len(won) == 1:
        what = "whether going first helps" if found.asked.by == "seat" else "which is better"
        return f"{won[0]} won the only game. {ONE_GAME} {what}"
    each = "one game" if one_table else "one game in each row"
    return f"{each} cannot show a difference between the {len(labels)} rows"


def _exacter(interval: Interval, measure: Measure) -> str:
    """An estimate with as many digits as tables show, where fewer would make two look the same."""
    unit = " %" if measure.is_rate else ""
    write = percent if measure.is_rate else number
    return f"{write(interval.estimate, half_width(interval))}{unit}"


def _subject(found: Found, rows: list[int]) -> str:
    """Return the settings that these rows share: game, strategies, changed rules."""
    varying, first = found.only(rows).varying(), found.rows[rows[0]]
    subject = _setting(found, rows)
    seated = "seats" in first.factors and "seats" not in varying
    alone = {"seats", "strategy"}.isdisjoint(varying) and not seated
    name = str(first.factors["strategy"]) if alone else ""
    return f"{subject}{played_by(name, found.game)}"


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
