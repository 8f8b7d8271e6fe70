"""What a run of a game with bets says of money: for each row, a round and a bankroll."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import Measure
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import real_or_nan
from playout.engine.words.spelling import as_typed
from playout.questions.runs.found import Found
from playout.questions.runs.known_values import known_interval
from playout.report.estimates import is_wide, top_of
from playout.report.tables import Column, Fields, Table, factor_column
from playout.report.text_tables import ALWAYS
from playout.report.words import between, ends, exactly, interval_in, number, turned
from playout.stats.intervals import Interval
from playout.stats.money import Money, money

if TYPE_CHECKING:
    import pandas as pd

RUIN = 0.05  # the chance of ruin of which a table tells the bankroll
MANY = 100  # rounds of which a table tells the mean


def table(found: Found) -> Table | None:
    """The table for people; None if the game has no bets."""
    measure = _measure(found)
    if measure is None:
        return None
    rows = [
        {
            **found.rows[k].factors,
            **ends("won", one.won.times(MANY)),
            **ends("deviation", one.deviation),
            **ends("n0", one.n0),
            **ends("bankroll", one.bankroll(RUIN)),
        }
        for k in range(len(found.rows))
        if (one := _of_row(found, k, measure)) is not None
    ]
    if not rows:
        return None
    columns = [
        *(factor_column(name, rows[0][name]) for name in found.varying()),
        *(
            Column(name, head, partial(_written, name), rank=ALWAYS)
            for name, head in (
                ("won", f"won in {MANY} rounds"),
                ("deviation", "standard deviation"),
                ("n0", "N0"),
                ("bankroll", f"bankroll for {100 * RUIN:g} % ruin"),
            )
        ),
    ]
    assert measure.stake is not None
    caption = (
        f"One bet is {measure.stake.bet:,}. The standard deviation is that of a round. After N0 "
        "rounds the mean is as large as the standard deviation of all of them. Of players with "
        f"that bankroll who never stop, {100 * RUIN:g} % lose it; -: no bankroll is enough."
    )
    title = "What that is in bets"
    return Table(rows, columns, name="money", title=title, caption=caption, is_written=False)


def in_bets(
    found: Found, measure: Measure, rows: Sequence[int]
) -> tuple[Measure, dict[int, Interval]]:
    """A measure in some rows as a sentence tells it: money as the bets that MANY rounds win.

    Of a single row that loses, as those that it loses, if these are known well.
    """
    known = {k: known_interval(found, k, measure) for k in rows}
    if measure.stake is None:
        return measure, known
    for k, chips in known.items():
        begins, rounds = measure.stake.of(found.rows[k].rules)
        known[k] = Interval(*((end - begins) / measure.stake.bet for end in chips))
        known[k] = known[k].times(MANY / rounds)
    verbs = ("wins", "win", "won")
    only = known[rows[0]]
    if len(known) == 1 and only.high < 0.0 and not is_wide(only, rate=False):
        known, verbs = {rows[0]: turned(only)}, ("loses", "lose", "lost")
    return replace(measure, name=f"bets_in_{MANY}_rounds", verbs=verbs), known


def frame(found: Found, bet: object, rounds_an_hour: object, bankroll: object) -> pd.DataFrame:
    """A row for each of the run, in the money of the player: see `Answer.money`."""
    import pandas as pd

    size, pace = _positive("bet", bet), _positive("rounds_an_hour", rounds_an_hour)
    purse = None if bankroll is None else _positive("bankroll", bankroll)
    measure = _measure(found)
    if measure is None:
        raise PlayoutError(f"{found.game.name} has no bets: no measure of it declares a stake")
    rows = []
    for k, row in enumerate(found.rows):
        one = _of_row(found, k, measure)
        if one is None:
            continue
        fields: dict[str, Any] = {
            **row.factors,
            **ends("hourly", one.won.times(size * pace)),
            **ends("deviation", one.deviation.times(size * math.sqrt(pace))),
            **ends("n0_hours", one.n0.times(1 / pace)),
        }
        rows.append(fields | ({} if purse is None else ends("ruin", one.ruin(purse / size))))
    return pd.DataFrame(rows)


def _written(name: str, row: Fields) -> str:
    """A number that may be infinite: where it is, only its lower end is known, if any is."""
    interval = interval_in(row, name)
    if interval.low == interval.high < math.inf:
        return exactly(interval.estimate)
    if math.isinf(interval.estimate) and math.isfinite(interval.low):
        return f"{number(interval.low, interval.low / 10)} or more"
    return between(interval, rate=False)


def _measure(found: Found) -> Measure | None:
    return next((one for one in found.game.measures if one.stake is not None), None)


def _of_row(found: Found, row: int, measure: Measure) -> Money | None:
    """What a row says.

    None of fewer than two games, or where their number depended on what was seen and nobody has
    declared how much a player can have at the end.
    """
    histogram, stake, rules = found.histogram(row, measure), measure.stake, found.rows[row].rules
    most = None if found.how == "fixed" else top_of(measure, rules, histogram)
    if histogram.n < 2 or stake is None or (found.how != "fixed" and most is None):
        return None
    begins, rounds = stake.of(rules)
    known = known_interval(found, row, measure)
    exact = known.estimate if known.low == known.high else math.nan
    aim = found.asked.precision if measure == found.asked.measure else None
    return money(histogram, rounds, begins, stake.bet, exact, most, aim)


def _positive(name: str, given: object) -> float:
    size = real_or_nan(given)
    if not 0 < size < math.inf:
        raise PlayoutError(f"{as_typed(name, given)}: must be a number above 0")
    return size
