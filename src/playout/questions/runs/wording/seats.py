"""The seats of tables in the sentence of a run, beside an equal share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from playout.engine.game.game import SHARE, Measure
from playout.engine.words.numbering import nth
from playout.questions.runs.found import Found
from playout.questions.runs.wording.amounts import (
    amount_of,
    beside_share,
    overlap,
    too_few_games,
    unless_clear,
)
from playout.questions.runs.wording.labels import Label, label_of
from playout.report.estimates import about_or_between, chance_interval
from playout.report.words import capitalised, listed, several
from playout.stats.intervals import Interval

MOST_TABLES = 3  # whose seats are told one table after another
SHARED = 0.01  # part of the games from which on shared wins change what is told


def of_tables(found: Found, tables: list[list[int]], intervals: Mapping[int, Interval]) -> str:
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
    sides = found.rows[rows[0]].sides
    share = 1 / sides
    rows = [k for k in rows if int(found.rows[k].factors["seat"]) < sides]  # partners win alike
    amounts = {k: beside_share(intervals[k], share) for k in rows}
    labels = {k: label_of(found.rows[k], ["seat"]) for k in rows}
    first = rows[0]
    others = [str(nth(seat)) for seat in range(sides, len(found.rows[first].players), sides)]
    seats = f"seat{'s' * bool(others[1:])} "
    side = f" together with {seats}{listed(others)}" if others else ""
    said = (
        f"{labels[first]}, the first at the table, wins {amounts[first]} of the games{side}, where "
        f"an equal share is {100 * share:.3g} %"
    )
    order = sorted(rows, key=lambda k: intervals[k].estimate)
    least, most = order[0], order[-1]
    is_unclear = intervals[first].low <= share <= intervals[first].high
    if overlap(intervals[least], intervals[most]) and is_unclear:
        return f"{too_few_games(found, rows)} to show whether going first helps: {said}"
    if len(rows) == 2:
        return f"{said}; {labels[rows[1]]} wins {amounts[rows[1]]}"
    for word, end, often in (("most", most, "more"), ("least", least, "less")):
        near = [str(labels[k]) for k in rows if k != end and overlap(intervals[k], intervals[end])]
        if end != first:
            unclear = unless_clear(near, f"{often} often than").replace(" rows", " seats")
            said += f"; {labels[end]} wins {word} often, {amounts[end]}{unclear}"
    return said


def beside_equal_shares(
    found: Found, rows: list[int], intervals: Mapping[int, Interval], labels: Mapping[int, Label]
) -> str:
    """Return the best and worst row relative to an equal share of the wins."""
    seats = {k: found.rows[k].sides for k in rows}
    relative = {k: intervals[k].times(seats[k]) for k in rows}
    order = sorted(rows, key=lambda k: relative[k].estimate)

    def share(row: int) -> str:
        equal, amount = f"{100 / seats[row]:.3g} %", amount_of(intervals[row], rate=True)
        near = [k for k in rows if k != row and overlap(relative[k], relative[row])]
        unclear = f"; not clearly apart from {several(len(near), 'other row')}" if near else ""
        return f"{labels[row]} ({amount}; an equal share is {equal}{unclear})"

    if overlap(relative[order[0]], relative[order[-1]]):
        few = too_few_games(found, rows)
        return f"{few} to say which of the {len(rows)} rows is best, compared with an equal share"
    return (
        f"compared with an equal share, the best row is {share(order[-1])} and the worst "
        f"{share(order[0])}"
    )


def shared_wins(found: Found, measure: Measure, rows: Sequence[int]) -> str:
    """Return how a shared win counts, to begin a sentence, if there were enough of them."""
    if measure.kind != "share":
        return ""

    def shared(row: int) -> int:
        values, counts = found.histogram(row, measure).seen
        together = SHARE * int(np.gcd.reduce(found.rows[row].each_side, axis=None))
        return int(counts[values % together != 0].sum())

    drawn = {row: shared(row) for row in rows}
    row = max(rows, key=lambda k: drawn[k] / found.tallies[k].games)
    games = found.tallies[row].games
    if drawn[row] < SHARED * games:
        return ""
    who = "team" if found.rows[row].sides < len(found.rows[row].players) else "player"
    if found.rows[row].sides > 2:
        return "counting a tie as part of a win, "
    if len({found.rows[k].setup for k in rows}) > 1:
        return f"counting a draw as half a win for each {who}, "
    rate = about_or_between(chance_interval(drawn[row], games, found.how), rate=True)
    return f"counting a draw ({rate} of the games) as half a win for each {who}, "
