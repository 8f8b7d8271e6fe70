"""Amounts in the sentence of a run: rounded, with both ends, or exact; and too few games."""

from __future__ import annotations

from collections.abc import Sequence

from playout.questions.runs.found import Found
from playout.report.estimates import about_or_between, somewhere, too_few
from playout.report.words import BETWEEN, SOMEWHERE, half_width, listed, several
from playout.stats.intervals import Interval

CLOSE = 0.02  # half the width of an interval, of whose estimate a small part matters
MOST_NAMED = 2  # rows too close to the best one that are named


def too_few_games(found: Found, rows: Sequence[int]) -> str:
    """``30 games per row are too few``: the beginning of a sentence about these rows."""
    games = several(min(found.tallies[k].games for k in rows), "game")
    one_table = len({found.rows[k].setup for k in rows}) == 1
    return too_few(games if one_table else f"{games} per row")


def amount_of(interval: Interval, rate: bool) -> str:
    """An estimate for a sentence, or both ends of a wide interval, or what is known exactly."""
    amount = about_or_between(interval, rate)
    return f"exactly {amount}" if interval.low == interval.high else amount


def range_of(interval: Interval, rate: bool) -> str:
    """Both ends for a sentence, unless they are close, or all or nothing was won."""
    close = half_width(interval) <= CLOSE * (1 if rate else abs(interval.estimate))
    if close or (rate and interval.estimate in (0, 1)):
        return amount_of(interval, rate)
    return somewhere(interval, rate)


def beside_share(interval: Interval, share: float) -> str:
    """A chance for a sentence; both its ends, unless it is clear on which side of this share."""
    is_clear = not interval.low <= share <= interval.high
    return amount_of(interval, rate=True) if is_clear else range_of(interval, rate=True)


def one_somewhere(text: str) -> str:
    """A text in which "somewhere between" is said once; after that "between" is enough."""
    before, somewhere, after = text.partition(SOMEWHERE)
    return before + somewhere + after.replace(SOMEWHERE, BETWEEN)


def unless_clear(near: Sequence[str], than: str) -> str:
    """How clear it is which row is best, or worst, beside those that are ``near``; "" if it is."""
    if not near:
        return ""
    names = listed(near)
    if len(near) > MOST_NAMED or (near[1:] and any(" and " in name for name in near)):
        names = f"{len(near)} other rows"
        than = than.replace(" with", " in")
    return f", but not clearly {than} {names}"


def overlap(one: Interval, other: Interval) -> bool:
    """Whether two rows are too close to tell which is better."""
    return one.low <= other.high and other.low <= one.high
