"""A gate as a picture: what was found of each expectation, and the zone in which it should be.

Each expectation has a scale of its own, so that rates, lengths and differences can stand below each
other.  Shapes and words say what colours say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from playout.questions.gate import words
from playout.questions.gate.expectations import Expectation
from playout.questions.gate.found import ERROR, FAILED, OPEN, PASSED, Found
from playout.report import figures
from playout.report.figures import COLOURS, FITTED, INK, LINE_HEIGHT, PAD, PAGE, TEXT
from playout.report.words import several
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_ROWS = 24  # expectations in a picture
COLOUR = {PASSED: COLOURS[2], FAILED: COLOURS[1], OPEN: COLOURS[6], ERROR: INK}
MARK = {PASSED: "o", FAILED: "X", OPEN: "D", ERROR: "s"}
BAR, APART, SEAT = 0.22, 0.16, 0.09  # inches: of a zone, between expectations, between seats
LINE = TEXT * LINE_HEIGHT / 72  # inches
EDGE = 0.06  # of the width, outside everything that was found


def rows_of(found: Found) -> list[int]:
    """The expectations of a picture, in their order: those that have not passed come first."""
    every = range(len(found.results))
    first = sorted(every, key=lambda k: (ERROR, FAILED, OPEN, PASSED).index(found.results[k]))
    return sorted(first[:MOST_ROWS])


def draw(found: Found, width: float = PAGE) -> Picture:
    """The intervals of all expectations, each against the zone that is expected."""
    asked, rows = found.asked, rows_of(found)
    count, room = len(found.results), (figures.inches(width) - 2 * PAD) / FITTED
    texts = {k: _texts(found, k, room) for k in rows}
    heights = {
        k: LINE * sum(map(len, texts[k])) + BAR + SEAT * (len(found.intervals[k]) - 1) + APART
        for k in rows
    }
    shown = "" if len(rows) == count else f"{len(rows)} of "
    note = f"{shown}{several(count, 'expectation')}; shaded: what is expected"
    title = f"{asked.game.title}: {found.result}"
    figure = figures.empty(sum(heights.values()) + 2 * PAD, width, title, note)
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(sum(heights.values()), 0)
    top = 0.0
    for k in rows:
        above, below = texts[k]
        _written(axes, top, above, "bold")
        under = top + LINE * len(above)
        high = heights[k] - APART - LINE * (len(above) + len(below))
        _row(axes, under + 0.02, high - 0.04, found, k)
        _written(axes, under + high, below)
        top += heights[k]
    return figure


def _texts(found: Found, k: int, room: float) -> tuple[list[str], list[str]]:
    """What stands above and below a zone: the result and the name, and what was found."""
    one = found.asked.expectations[k]
    above = figures.wrapped(f"{found.results[k]}: {one.name}", room, bold=True)
    value = words.measured(one, found.intervals[k]) if found.counted[k].games else "no games"
    return above, figures.wrapped(f"{value}; expected: {one.wanted}", room)


def _written(axes: Axes, top: float, lines: Sequence[str], weight: str = "normal") -> None:
    for number, line in enumerate(lines):
        place = (0.0, top + number * LINE)
        axes.text(*place, line, va="top", fontsize=TEXT, fontweight=weight)


def _row(axes: Axes, top: float, high: float, found: Found, k: int) -> None:
    """The zone of an expectation, and in it the intervals that were found: one, or of each seat."""
    one, result = found.asked.expectations[k], found.results[k]
    low, most = one.target.low, one.target.high
    each = found.intervals[k] if found.counted[k].games else []
    place = _scale(one, each)
    axes.axhline(top + high / 2, color=INK, alpha=figures.FAINT, linewidth=0.7)
    axes.fill_between(
        [place(low), place(most)], top, top + high, color=COLOURS[4], alpha=0.3, linewidth=0
    )
    for end in (low, most):
        if math.isfinite(end):
            axes.plot([place(end)] * 2, [top, top + high], color=INK, linewidth=1.2)
    for seat, interval in enumerate(each):
        y = top + high / 2 + SEAT * (seat - (len(each) - 1) / 2)
        axes.plot([place(interval.low), place(interval.high)], [y, y], color=COLOUR[result])
        axes.plot(
            [place(interval.estimate)],
            [y],
            marker=MARK[result],
            color=COLOUR[result],
            markerfacecolor="none" if result == OPEN else COLOUR[result],
            markersize=5,
        )


def _scale(one: Expectation, each: Sequence[Interval]) -> Callable[[float], float]:
    """Where a value stands, from 0 to 1: limits and intervals are seen, open ends at an edge."""
    ends = [one.target.low, one.target.high, *(end for found in each for end in found)]
    seen = [end for end in ends if math.isfinite(end)]
    least, most = min(seen), max(seen)
    wide = (most - least) or 1.0

    def place(value: float) -> float:
        if not math.isfinite(value):
            return float(value > 0)
        return EDGE + (1 - 2 * EDGE) * ((value - least) / wide if most > least else 0.5)

    return place
