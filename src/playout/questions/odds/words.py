"""What is said of a position in words: the chance from there, the best move, and by how much."""

from __future__ import annotations

from playout.engine.game import line_up
from playout.questions.odds.asked import Asked
from playout.questions.odds.found import Found
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import (
    between,
    half_width,
    head,
    is_plural,
    number,
    percent,
    setting,
    several,
    took,
    verb,
)
from playout.stats.intervals import Interval


def sentence(found: Found) -> str:
    """What the chance is if the strategy goes on as it would, and which move is best."""
    asked = found.asked
    if not found.games:
        return f"{setting(asked.rules)}: no world was played."
    return f"From here {_chance(asked, found.value(found.own))}; {_best(found)}."


def _chance(asked: Asked, value: Interval) -> str:
    """What the strategy makes of the position: ``quick wins 43.1 % (42.1 to 44.1) of the worlds``."""
    measure, who = asked.measure, line_up(asked.players)
    name, amount = head(measure.name), between(value, measure.is_rate)
    if measure.seat is not None:
        who = f"player {measure.seat + 1}, with {who},"
    if measure.is_rate:
        return f"{who} {verb(measure)} {amount} of the worlds"
    if is_plural(measure):
        return f"{who} has {amount} {name} on average"
    return f"{name} is {amount} on average with {who}"


def _best(found: Found) -> str:
    """Which move is best, if that is clear."""
    asked, (best, *others) = found.asked, found.order
    name = asked.move(best)
    if not others:
        return f"the only move is {name}"
    always = int(found.counted.chosen[best]) == found.games
    if always:
        ahead = difference(asked, found.difference(best, others[0]))
        then = f"then {asked.move(others[0])}, from which it is {ahead}"
    else:
        value = _short(asked, found.value(best))
        then = f"with {value}, {difference(asked, found.difference(best, found.own))}"
    own = "its own move, " if always else ""
    if found.decided:
        return f"best is {own}{name}, {then}" if always else f"best is {name} {then}"
    which = f"which of the {len(others) + 1} moves is best cannot be told from these"
    return f"{which}: ahead is {own}{name}{',' if always else ''} {then}"


def _short(asked: Asked, value: Interval) -> str:
    """An estimate without its interval: ``46.2 %``."""
    if asked.measure.is_rate:
        return f"{percent(value.estimate, half_width(value))} %"
    return number(value.estimate, half_width(value))


def difference(asked: Asked, interval: Interval) -> str:
    """A difference with its ends: ``3.1 points more (2.5 to 3.8)``, ``0.4 less (0.9 less ...)``."""
    less = interval.estimate < 0
    low, high = sorted((-interval.low, -interval.high) if less else interval[1:])
    scale, unit = (100.0, " points") if asked.measure.is_rate else (1.0, "")
    reach = scale * _reach(interval)
    size, *ends = (number(scale * one, reach) for one in (abs(interval.estimate), low, high))
    return f"{size}{unit} {'less' if less else 'more'} ({ends[0]} to {ends[1]})"


def _reach(interval: Interval) -> float:
    """A half-width for digits: an end that is not 0 should not look so."""
    reach = half_width(interval)
    if interval.low > 0 or interval.high < 0:
        reach = min(reach, 10 * min(abs(interval.low), abs(interval.high)))
    return reach


def signed(asked: Asked, interval: Interval) -> str:
    """A difference in a table: ``-3.1 (-3.8 to -2.5)``."""
    scale = 100.0 if asked.measure.is_rate else 1.0
    reach = scale * _reach(interval)
    estimate, low, high = (number(scale * one, reach) for one in interval)
    return f"{estimate} ({low} to {high})"


def caption(found: Found) -> str:
    """What the numbers are."""
    asked, moves = found.asked, len(found.asked.moves)
    once = ", of all moves at once," if moves > 1 else ""
    came = (
        ""
        if asked.turn is None
        else f", after {several(asked.turn, 'move')} of game {asked.number}"
    )
    usual = "; usual: what the strategy does itself" if moves > 1 else ""
    games = f", {found.games * moves:,} games" if moves > 1 else ""
    return (
        f"{setting(asked.rules)}, seat {asked.seat} to move{came}; {line_up(asked.players)} plays "
        f"on; seed {asked.seed}; {several(found.games, 'world')}{games}{took(found.seconds)}\n"
        f"worlds are dealt as seat {asked.seat} may know them, the same for every move; "
        f"{100 * LEVEL:g} % intervals{once} {STAY_VALID}{usual}"
    )
