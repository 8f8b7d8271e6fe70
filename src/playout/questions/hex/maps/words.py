"""What a map says in words: which cell is pivotal most often, and what was counted."""

from __future__ import annotations

from playout.questions.hex.maps.found import Found
from playout.questions.hex.positions import board_said, size_of
from playout.report.estimates import LEVEL, STAY_VALID, fixed_intervals
from playout.report.words import about, between, listed, several, took
from playout.stats.intervals import Interval

MOST_NAMED = 8  # cells in the sentence
MEANING = "most often pivotal (flipping it alone changes the winner)"


def sentence(found: Found) -> str:
    """Which cell is pivotal most often, and whether another may truly be."""
    where = board_said(found.asked.stones, found.asked.p)
    if not found.boards:
        return f"{where}: nothing is known yet; no board was looked at."
    if not found.rates.max() > 0:
        never = "no cell is ever" if found.is_exact else "no cell was"
        boards = "" if found.is_exact else f" on any of {several(found.boards, 'random board')}"
        return f"{where}: {never} pivotal{boards}."
    leaders = found.leaders
    share = f"{about(found.interval(int(found.rates.argmax())), True)} of random boards"
    if len(leaders) == 1 or found.is_clear:
        are = "are" if len(leaders) > 1 else "is"
        return f"{where}: {_named(leaders, 'and')} {are} {MEANING}, on {share}."
    return (
        f"{where}: too few boards to tell which cell is {MEANING}; {leaders[0]} was, on "
        f"{share}, but {len(leaders):,} cells may be the best: {_named(leaders, 'or')}."
    )


def _named(cells: list[str], last: str) -> str:
    """``f6, e7 or g5``; of many only the first."""
    if len(cells) > MOST_NAMED:
        return f"{', '.join(cells[:MOST_NAMED])} and {len(cells) - MOST_NAMED:,} more"
    return listed(cells, last)


def caption(found: Found) -> str:
    """What was counted, how, and what else came out."""
    asked = found.asked
    how = "all fillings, exactly" if found.is_exact else f"method {asked.method}"
    boards = f"{found.boards:,} boards"
    if asked.confidence is not None:
        boards += f" of at most {asked.boards:,}, until clear with confidence {asked.confidence:g}"
    parts = [f"{size_of(asked.stones)}, p = {asked.p:g}, {boards}, {how}"]
    if found.boards:
        parts.append(f"player 1 wins {_with_error(found.win_interval, True)}")
        pivotals = _with_error(found.expected_pivotals_interval, False)
        parts.append(f"{pivotals} pivotal cells on a board")
    if found.boards and not found.is_exact:
        most = 100 * float(found.standard_errors.max())
        parts.append(f"standard errors of single cells up to {most:.2g} points")
        parts.append(
            fixed_intervals(found.complete, "boards")
            if asked.confidence is None
            else f"{100 * LEVEL:g} % intervals {STAY_VALID}"
        )
    if not found.is_exact:
        parts.append(f"seed {asked.seed}")
    return "; ".join(parts) + took(found.seconds, "; ")


def _with_error(interval: Interval, rate: bool) -> str:
    """A number with its interval; an exact one has none."""
    if interval.low == interval.high:
        return about(interval, rate)
    return between(interval, rate)
