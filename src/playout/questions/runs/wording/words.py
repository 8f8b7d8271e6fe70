"""What a run says in words: what its numbers are, and the commands that repeat it."""

from __future__ import annotations

import math
from shlex import quote

from playout.engine.game.game import line_up
from playout.questions.runs.found import Found
from playout.questions.runs.seats import Row
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import expected, half_width, head, listed, several, took


def caption(found: Found) -> str:
    """What the numbers are."""
    anytime = f" {STAY_VALID}" if found.how == "anytime" else ""
    deals = "; the same deals in every row" if len(found.played) > 1 else ""
    return (
        f"{100 * LEVEL:g} % intervals{anytime}{deals}; seed {found.asked.seed}; "
        f"{several(found.games, 'game')}{took(found.seconds)}{_of_seats(found)}{_expected(found)}"
    )


def _expected(found: Found) -> str:
    """How many more games it takes until the precision that was asked for is reached."""
    more = found.remaining
    if more is None:
        return ""
    until = f"until {head(found.asked.measure.name)} is as precise as asked"
    return f"\n{expected(more, 'games', until)}"


def _of_seats(found: Found) -> str:
    """What the numbers of a seat are, if there are any."""
    named = [head(measure.name) for measure in found.game.measures if measure.per_seat]
    if not named or found.alone:
        return ""
    what = f"{listed(named)} {'are' if named[1:] else 'is'}"
    if found.asked.by == "seat":
        return f"\n{what} of the seat"
    fair = {f"{100 / len(row.players):.4g}" for row in found.rows}
    equal = f"; equal players win {fair.pop()} %" if len(fair) == 1 else ""
    return f"\n{what} of one seat of the strategy{equal}"


def shortfall(found: Found) -> str:
    """The sentence on the rows that have not reached the precision asked for; "" if all have."""
    asked, aim = found.asked, found.asked.precision
    if not found.missed or not found.complete or aim is None:
        return ""
    reached = []
    for row in found.missed:
        interval = found.interval(row, asked.measure)
        half = half_width(interval)
        part = half / abs(interval.estimate) if interval.estimate else math.inf
        reached.append(100 * part if aim.relative else half)
    return (
        f"precision {aim} of {asked.measure.name} was not reached in {len(reached)} of "
        f"{len(found.rows)} rows with {asked.max_games:,} games each (at worst "
        f"{max(reached):.3g}{'%' if aim.relative else ''}); raise --max-games or ask for less"
    )


def command(found: Found, index: int) -> str:
    """The command that counts the games of one row again, and prints the same estimates."""
    row = found.rows[index]
    words = ["playout run", found.game.word, *_who(row), *_rules(row)]
    words += [] if found.asked.by == "strategy" else [f"--by {found.asked.by}"]
    games = found.played[row.setup] if found.game.counts_seats else found.tallies[index].games
    return " ".join([*words, f"--games {games}", f"--seed {found.asked.seed}"])


def replay(found: Found, index: int) -> str:
    """The command that prints the first game of one row, move by move."""
    row = found.rows[index]
    words = ["playout replay", found.game.word, *_who(row, replayed=True), *_rules(row)]
    return " ".join([*words, f"--seed {found.asked.seed}", "--game 0"])


def _who(row: Row, replayed: bool = False) -> list[str]:
    setup = row.setup
    names = [player.reference for player in setup.players]
    if "seats" in setup.factors and (len(setup.seating) > 1 or not replayed):
        moving = [] if len(setup.seating) > 1 else ["--no-rotate"]
        return [f"--seats {quote(','.join(names))}", *moving]
    return [f"--players {len(names)}", f"--strategy {quote(line_up(setup.players))}"]


def _rules(row: Row) -> list[str]:
    """The rules as words of a command, but for the players, whom :func:`_who` names."""
    return row.rules.options()[1:]
