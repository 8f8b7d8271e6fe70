"""What is said of a position in words: the chance from there, the best move, and by how much."""

from __future__ import annotations

from playout.engine.game.game import line_up
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
    """What the strategy makes of it: ``quick wins 43.1 % (42.1 to 44.1) of the worlds``."""
    measure, who = asked.measure, line_up(asked.players)
    name, amount = head(measure.name), between(value, measure.is_rate)
    if measure.is_rate:
        who = who if measure.seat is None else f"player {measure.seat + 1}, with {who},"
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
    unclear = "" if found.decided else f"the best of {len(others) + 1} moves cannot be told: "
    if int(found.counted.chosen[best]) < found.games:
        value, more = _short(asked, found.value(best)), found.difference(best, found.own)
        first = f"{name} is ahead" if unclear else f"best is {name}"
        return f"{unclear}{first} with {value}, {_more(asked, more)}"
    size, ends = _amounts(asked, found.difference(best, others[0]), asked.sign)
    first = f"its own, {name}, is" if unclear else f"best is its own move, {name},"
    return f"{unclear}{first} {size} ahead of {asked.move(others[0])} {ends}"


def _short(asked: Asked, value: Interval) -> str:
    """An estimate without its interval: ``46.2 %``."""
    reach = half_width(value)
    if asked.measure.is_rate:
        return f"{percent(value.estimate, reach)} %"
    return number(value.estimate, reach)


def _more(asked: Asked, interval: Interval) -> str:
    """A difference in a sentence: ``3.1 points more (2.5 to 3.8)``."""
    less = interval.estimate < 0
    size, ends = _amounts(asked, interval, -1 if less else 1)
    return f"{size} {'less' if less else 'more'} {ends}"


def difference(asked: Asked, interval: Interval) -> str:
    """A difference in a table: ``-3.1 (-3.8 to -2.5)``."""
    size, ends = _amounts(asked, interval, 1)
    return f"{size.removesuffix(' points')} {ends}"


def _amounts(asked: Asked, interval: Interval, sign: int) -> tuple[str, str]:
    """A difference, or with the sign -1 that the other way round, and its ends in brackets."""
    scale, unit = (100.0 * sign, " points") if asked.measure.is_rate else (1.0 * sign, "")
    reach = half_width(interval)
    if interval.low > 0 or interval.high < 0:
        # An end that is not 0 should not look so.
        reach = min(reach, 10 * min(abs(interval.low), abs(interval.high)))
    low, high = sorted(scale * end for end in interval[1:])
    size, *ends = (
        number(one + 0.0, abs(scale) * reach) for one in (scale * interval.estimate, low, high)
    )
    return f"{size}{unit}", f"({' to '.join(ends)})"


def caption(found: Found) -> str:
    """What the numbers are."""
    asked, moves = found.asked, len(found.asked.moves)
    where = f"{setting(asked.rules)}, seat {asked.seat} to move"
    if asked.turn is not None:
        where += f" after {several(asked.turn, 'move')} of game {asked.number}"
    games, once, usual = "", "", ""
    if moves > 1:
        games = f", {found.games * moves:,} games"
        once = ", of all moves at once,"
        usual = "; usual: what the strategy does itself"
    return (
        f"{where}; {line_up(asked.players)} plays on; seed {asked.seed}; "
        f"{several(found.games, 'world')}{games}{took(found.seconds)}\n"
        f"worlds are dealt as seat {asked.seat} may know them, the same for every move; "
        f"{100 * LEVEL:g} % intervals{once} {STAY_VALID}{usual}"
    )
