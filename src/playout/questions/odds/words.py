"""What is said of a position in words: the chance from there, the best move, and by how much."""

from __future__ import annotations

from playout.engine.game.game import line_up
from playout.questions.judged import wins
from playout.questions.odds.asked import Asked
from playout.questions.odds.found import Found
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import between, head, is_plural, setting, several, took
from playout.stats.intervals import Interval


def sentence(found: Found) -> str:
    """The chance if the strategy goes on as it would, and the best move."""
    if not found.games:
        return f"{setting(found.asked.rules)}: no world was played."
    return f"From here {_chance(found.asked, found.moves.value(found.moves.own))}; {_best(found)}."


def _chance(asked: Asked, value: Interval) -> str:
    """What the strategy makes of it: ``quick wins 43.1 % (42.1 to 44.1) of the worlds``."""
    measure, player = asked.measure, line_up(asked.players)
    if measure.is_rate:
        return wins(asked, player, value)
    name, amount = head(measure.name), between(value, False)
    if is_plural(measure):
        return f"{player} has {amount} {name} on average"
    return f"{name} is {amount} on average with {player}"


def _best(found: Found) -> str:
    """The best move, if it is clear which one that is."""
    moves, unit = found.moves, found.asked.unit
    best, *others = moves.order
    name = moves.name(best)
    if not others:
        return f"the only move is {name}"
    unclear = "" if found.is_decided else f"the best of {len(others) + 1} moves cannot be told: "
    if moves.usual(best) < 1:
        first = f"{name} is ahead" if unclear else f"best is {name}"
        value, more = unit.amount(moves.value(best)), moves.difference(best, moves.own)
        less = more.estimate < 0
        size, ends = unit.difference(more, -1 if less else 1)
        lead = f"{size} {'less' if less else 'more'} {ends}"
        return f"{unclear}{first} with {value}{unit.sign}, {lead}"
    size, ends = unit.difference(moves.difference(best, others[0]), moves.sign)
    first = f"its own, {name}, is" if unclear else f"best is its own move, {name},"
    return f"{unclear}{first} {size} ahead of {moves.name(others[0])} {ends}"


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
