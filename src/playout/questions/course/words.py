"""The course of games in words: where it begins, how far it comes, and when games end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from playout.engine.game.game import line_up
from playout.questions.course.found import HALF, Found
from playout.questions.verbs import counted, outcome, past
from playout.report.estimates import (
    FEW,
    ROUGH,
    WIDE,
    about_or_between,
    is_wide,
    part_of,
    too_few,
)
from playout.report.words import (
    SOMEWHERE,
    about,
    capitalised,
    half_width,
    head,
    is_plural,
    listed,
    played_by,
    quantity,
    setting,
    several,
    short,
    spelled,
)
from playout.stats.intervals import Interval

ONLY = "in the only game "
ONE_GAME = "One game cannot show what is usual"
OTHERS = " Other games may differ from these."
MOST_HALF = 1.1  # times half of the games is still called a half
TIED = Fraction(1, 20)  # of the games without a leader: from so many on the sentence names them
MOST_PART = 0.995  # of the games is still a per cent; of more the number says it


def sentence(found: Found) -> str:
    """The measure at first, half-way and at the end; or between rivals, who leads by how much."""
    asked, games = found.asked, found.games
    who = f"{setting(asked.rules)}{played_by(line_up(asked.players), asked.game)}"
    if not games:
        return f"{who}: no finished games yet."
    half = found.length(HALF)
    middle = max(1, (found.last if half is None else half) // 2)
    if asked.by in ("turn", "move"):
        middle = max(len(asked.players), middle)  # so that no player has had none
    middle = min(middle, found.last)
    what = _lead(found, middle) if found.leads is not None else _measure(found, middle)
    may = "" if games <= FEW or not what.startswith(_these(found)) else OTHERS
    return f"{who}: {what}.{may}{_length(found, half)}"


def _length(found: Found, half: int | None) -> str:
    """When about half of the games have ended, if that was seen."""
    games, step = found.games, found.asked.step
    if half is None:
        return ""
    if games == 1:
        return f" It was over after {several(half, step)}. {ONE_GAME}."
    ended = found.ended_by(half)
    if ended == games and not (half and found.ended_by(half - 1)):
        every = "Both" if games == 2 else f"All {games:,}"
        return f" {every} games lasted {several(half, step)}."
    many = f"{100 * ended / games:.0f} %"
    if 2 * ended <= games * (1 if games <= FEW else MOST_HALF):
        many = "Half"
    elif games <= FEW or ended > MOST_PART * games:
        many = f"{ended:,}"
    return f" {many} of these {games:,} games ended by {step} {half:,}."


def _lead(found: Found, step: int) -> str:
    """How far the leader is ahead after a step, and how often the lead changes."""
    assert found.leads is not None
    asked, (lead, _, often) = found.asked, found.leads
    ahead, rate = found.interval(lead, step, found.lead), found.lead.is_rate
    name = f" {head(asked.measure.name)}"
    if not is_plural(asked.measure):
        name = counted(asked.measure, "")
    ahead_of, least = f"ahead of {'the other player' if _are_two(found) else 'second place'}", ""
    if asked.measure.wanted == "lowest":
        least = f"the fewest{name} win" if name else f"the lowest {head(asked.measure.name)} wins"
        ahead_of += f" ({least})"
    after, changed = _after(found, step), _lead_changes(found, found.changes(often))
    if found.last == 1:
        changed = ""  # the lead cannot change in the first step
    nothing = all(found.interval(one, step).estimate == 0 for one in found.seats)
    every = "both" if len(found.seats) == 2 else "all"
    if found.games == 1:
        if not any(found.interval(lead, k).estimate for k in range(found.last + 1)):
            together = after.partition(several(step, asked.step))[2]
            span = "at any time" if _all_over(found) else f"in {_first(found)}{together}"
            return f"{ONLY}no player was ahead {span}"
        size = about(Interval.exact(ahead.estimate), rate)
        was = f"{_leader(found, step)} was {size}{name} {ahead_of}"
        if not ahead.estimate:
            was = f"{every} players had 0{name}" if nothing else "no player led"
        return f"{ONLY}{was} {after}{', and' if changed else ''} {changed}".rstrip()
    if not ahead.estimate:
        leads = f"no player led {after} in any of these {found.games:,} games"
        if nothing:
            leads = f"{every} players had 0{name} {after} in all {found.games:,} games"
        if _all_over(found) and not found.interval(lead, found.last, found.lead).estimate:
            return leads.replace(after, f"{after} or at the end")
        if _all_over(found):
            leads += f"; {_mean_lead(found, found.last, 'at the end', name, least)}"
        return leads
    leads = _mean_lead(found, step, after, name, least)
    if not _is_bounded(ahead):
        return _both(f"{_these(found)}{leads}", "; ", changed)
    if not _is_bounded(found.changes(often)):
        changed = changed.replace("on average", f"on average in these {found.games:,} games")
    if is_wide(ahead, rate, ROUGH) or (found.games <= FEW and SOMEWHERE in leads + changed):
        return _both(f"{_too_few(found)}{capitalised(leads)}", ". ", capitalised(changed))
    return _both(leads, "; ", changed)


def _mean_lead(found: Found, step: int, when: str, name: str, least: str) -> str:
    """The average lead of all games: ``the lead after 9 turns is on average about 25 points``."""
    assert found.leads is not None
    steps, rate = found.leads[0], found.lead.is_rate
    lead = found.interval(steps, step, found.lead)
    over = "" if _are_two(found) else "over second place "
    is_size = f"is on average {about_or_between(lead, rate)}"
    if not _is_bounded(lead):
        is_size = f"was on average {short(lead.estimate)}"
    tie = "a tie counts as 0" if steps.carried[step].quantile(TIED) == 0 else ""
    notes = "; ".join(filter(None, (least, tie)))
    return f"the lead {over}{when} {is_size}{name}{f' ({notes})' if notes else ''}"


def _are_two(found: Found) -> bool:
    return len(found.asked.players) == 2


def _both(one: str, between: str, other: str) -> str:
    """Two clauses, or the first if there is no other."""
    return f"{one}{between}{other}" if other else one


def _lead_changes(found: Found, changes: Interval) -> str:
    """How often the lead changes: ``the lead changes about 1.6 times per game``."""
    games = found.games
    span = "" if _all_over(found) else f" in {_first(found)}"
    if games == 1:
        often = round(changes.estimate)
        did = {0: "did not change", 1: "changed once"}.get(often, f"changed {often:,} times")
        return f"the leader {did}{span}"
    if not changes.estimate:
        return f"the lead never changed{span} {'of' if span else 'in'} these {games:,} games"
    if not _is_bounded(changes):
        times = spelled(short(changes.estimate), " times")
        return f"on average the lead changed {times}{span or ' per game'}"
    times = spelled(about_or_between(changes, rate=False), " times")
    average = "on average " if span or SOMEWHERE in times else ""
    return f"{average}the lead changes {times}{span or ' per game'}"


def _first(found: Found) -> str:
    """The steps that were followed: ``the first 3 turns``."""
    return f"the first {several(found.last, found.asked.step)}".replace(" 1 ", " ")


def _leader(found: Found, step: int) -> str:
    """Who leads after a step of the only game."""
    best = min if found.asked.measure.wanted == "lowest" else max
    values = [found.interval(one, step).estimate for one in found.seats]
    return _name_of(found, values.index(best(values)))


def _is_bounded(interval: Interval) -> bool:
    """Whether an interval says anything; if not, only what was seen can be told."""
    return math.isfinite(half_width(interval))


def _all_over(found: Found) -> bool:
    """Whether all games have ended by the last step."""
    return found.ended_by(found.last) == found.games


def _these(found: Found) -> str:
    """The beginning of what was seen, where nothing is known of other games."""
    seen = f"these {found.games:,} games "
    return f"{_too_few(found)}In {seen}" if found.games <= FEW else f"in {seen}"


def _too_few(found: Found) -> str:
    """A sentence that warns of few games, before what they show."""
    return f"{too_few(several(found.games, 'game'))} to say much. "


def _measure(found: Found, middle: int) -> str:
    """The measure at the start, unless it is 0 for all, half-way and at the end.

    Of one that counts the steps, as the length of a game, only the end says something.
    """
    measure, alone = found.asked.measure, found.games == 1
    over = _all_over(found)
    last = "at the end" if over else _after(found, found.last, middle == found.last)
    at = {0: "at the start", middle: _after(found, middle), found.last: last}
    if found.interval(found.seats[0], 0) == Interval.exact(0.0):
        del at[0]
    few = _too_few(found) if any(_is_rough(found, k, at) for k in at) and not alone else ""
    if over and middle < found.last and _counts_steps(found, middle):
        lasts = spelled(_amount(found, found.last), f" {found.asked.step}s") + _of_all(found)
        if alone:
            return f"the only game lasted {lasts}"
        if not _is_bounded(found.interval(found.seats[0], found.last)):
            return f"{_these(found)}a game lasted {lasts} on average"
        return f"{few}{'A' if few else 'a'} game lasts {lasts} on average"
    if alone and measure.kind == "rate":
        return _rate_of_one(found, at)
    largest = _largest(found, at)
    if measure.kind == "share":  # before the end it is what would be if the game were over
        at.pop(0, None)
        if alone:
            return _share_of_one(found, at)
        told = _share(found, {when: _amount(found, k, largest) for k, when in at.items()})
    elif measure.kind == "rate":
        told = _rates(found, at)
    else:
        parts = [f"{_amount(found, step, largest)} {when}" for step, when in at.items()]
        what = quantity(measure)
        if player := _player(found):
            what += f" of {player}"
        if alone:
            return f"{ONLY}{what} was {_in_turn(parts)}"
        average = what.replace("the ", "the average ", 1)
        is_seen = any(not _is_bounded(found.interval(found.seats[0], k)) for k in at)
        told = f"{average} is {_in_turn(parts)}"
        if is_seen:
            few, told = "", f"{_these(found)}{average} was {_in_turn(parts)}"
    counted = ""
    if not over and any(one.n for one in found.counted.parts[0].ended):
        counted = " (a game that is over keeps its last value)"
    return f"{few}{capitalised(told) if few else told}{counted}"


def _player(found: Found) -> str:
    """The first of several players who each have values of their own; else ""."""
    return _name_of(found, 0) if len(found.seats) > 1 else ""


def _rates(found: Found, at: dict[int, str]) -> str:
    """How many games had a result, such as being won, after some steps."""
    measure, games, steps = found.asked.measure, found.games, found.seats[0].carried
    who, parts, is_won = _player(found) or measure.player, list[str](), measure.name == "win"
    if not any(steps[k].maximum for k in at):  # then none had it before the last of them
        at = dict([*at.items()][-1:])
    for k, when in at.items():
        seen = steps[k].minimum, steps[k].maximum
        amount = {(0.0, 0.0): "none", (1.0, 1.0): "all"}.get(seen) or _amount(found, k)
        is_seen = amount in ("none", "all")
        if not parts:
            amount += {"none": " of these", "all": ""}.get(amount, " of the")
            amount += f" {games:,} games" if is_seen else " games"
        does = ("was" if amount.startswith("none") else "were") if is_seen else "are"
        yet = " yet" if amount.startswith("none") and when != "at the end" else ""
        if is_won and not who:
            parts.append(f"{when} {amount} {does} won{yet}")
        else:
            has = "" if is_won else "in "
            if not parts:
                reached = f"the result {outcome(measure)} is reached in "
                has = f"{who} has {past(measure)} " if who else reached
            parts.append(f"{when} {has}{amount}{yet}")
    if is_won and not who:
        return "; ".join(parts)
    *some, end = parts
    return f"{', '.join(some)}, and {end}" if some else end


def _rate_of_one(found: Found, at: dict[int, str]) -> str:
    """Whether the only game had a result, such as being won, after some steps."""
    measure, steps, each = found.asked.measure, found.seats[0], []
    who, was, did = "the only game", "was", "won"
    if measure.name != "win":
        of = f" of {_player(found)}" if _player(found) else ""
        who, did = f"{ONLY}the result {outcome(measure)}{of}", "reached"
    elif player := _player(found) or measure.player:
        who, was = f"{ONLY}{player}", "had"
    for step, when in at.items():
        yet = "" if when == "at the end" else "yet "
        each.append(f"{was} {'' if steps.carried[step].mean else f'not {yet}'}{did} {when}")
    return f"{who} {listed(each)}"


def _share(found: Found, amounts: dict[str, str]) -> str:
    """How many games player 1 wins, and would win if they ended before."""
    who, told = _name_of(found, 0), []
    for when, amount in amounts.items():
        if when == "at the end":
            told.append(f"at the end {who} wins {amount}")
        else:
            told.append(f"if the games ended {when}, {who} would win {amount} of them")
    return "; ".join(told)


def _share_of_one(found: Found, at: dict[int, str]) -> str:
    """Whether player 1 has won the only game, and would have if it had ended before."""
    who, told, steps = _name_of(found, 0), [], found.seats[0]
    for step, when in at.items():
        did = {0.0: "lost", 1.0: "won"}.get(steps.carried[step].mean, "shared the win")
        if when == "at the end":
            told.append(f"at the end {who} {did}")
        else:
            told.append(f"if the only game had ended {when}, {who} would have {did}")
    return "; ".join(told)


def _name_of(found: Found, seat: int) -> str:
    """A player in a sentence, with the strategy where not all have the same one."""
    name, _, strategy = found.name_of(seat).partition(", ")
    return f"{name} ({strategy})" if strategy else name


def _in_turn(parts: Sequence[str]) -> str:
    """``a, b and c``, each with its own "about"."""
    *some, end = parts
    return f"{', '.join(some)} and {end}" if some else end


def _largest(found: Found, at: Iterable[int]) -> float:
    """The largest mean of those after some steps."""
    return max(abs(found.interval(found.seats[0], k).estimate) for k in at)


def _is_rough(found: Found, step: int, at: Iterable[int]) -> bool:
    """Whether a mean is hardly known, beside the largest."""
    rate, interval = found.asked.measure.is_rate, found.interval(found.seats[0], step)
    beside = Interval(interval.estimate if rate else _largest(found, at), *interval[1:])
    return is_wide(beside, rate, WIDE if found.games <= FEW else ROUGH)


def _counts_steps(found: Found, step: int) -> bool:
    """Whether the measure is the number of steps, in all games."""
    seen = found.seats[0].carried[step]
    return seen.minimum == seen.maximum == step


def _after(found: Found, step: int, is_first: bool = True) -> str:
    """A step: ``after 9 turns (of both players together)``."""
    seats, by, told = len(found.asked.players), found.asked.by, []
    if step < seats and by in ("turn", "move"):
        one = "only one player has played" if step == 1 else f"not all {seats} players have played"
        told.append(one)
    elif is_first:
        told += [together] if (together := _of_all(found)[2:-1]) else []
    if is_first and by == "move" and hasattr(found.asked.game.rules, "ends_turn"):
        told.append("every decision is a move, also to stop")
    whose = f" ({'; '.join(told)})" if told else ""
    return f"after {several(step, found.asked.step)}{whose}"


def _of_all(found: Found) -> str:
    """A note that the steps of all players are counted, unless one or a round has them all."""
    seats = len(found.asked.players)
    if seats == 1 or found.asked.step == "round":
        return ""
    return f" ({'both' if seats == 2 else f'all {seats}'} players together)"


def _amount(found: Found, step: int, largest: float = 0.0) -> str:
    """The measure after a step; where all games are alike, as it was seen.

    A mean is known well enough if its interval is small beside the ``largest`` of those told.
    """
    steps, rate, games = found.seats[0], found.asked.measure.is_rate, found.games
    interval, seen = found.interval(steps, step), steps.carried[step]
    if not _is_bounded(interval):
        return short(interval.estimate)
    if seen.minimum < seen.maximum:
        beside = Interval(largest, interval.low, interval.high)
        is_known = not rate and not is_wide(beside, rate)
        return about(interval, rate) if is_known else about_or_between(interval, rate)
    value = about(Interval.exact(interval.estimate), rate)
    if games == 1 or interval.low == interval.high:
        return value
    return f"{value} ({part_of(Interval.exact(interval.estimate if rate else 1.0), games)})"
