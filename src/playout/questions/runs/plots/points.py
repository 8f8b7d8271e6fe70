"""Estimates over a number: points with intervals, joined by faint lines that guide the eye."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game.game import Value
from playout.questions.runs.plots import words as plot_words
from playout.questions.runs.plots.series import Drawn
from playout.report import figures
from playout.report.figures import COLOURS, DASHES, INK, MARKS
from playout.report.labels import End, label_ends, legend
from playout.report.words import head

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_TICKS = 15  # under one axis
BESIDE = 0.62  # of the way to the next number: how far apart the points of one number may lie
MANY = 5  # lines; the marks of more are small on a phone, and the picture is higher
ZOOMED = 0.6  # of the highest value: if all are above that, the axis does not begin at 0
CLOSE = 1 / 3  # of how far equal shares differ: if no share is further from its equal one, only
# the differences between them can be seen


def draw(drawn: Drawn, width: float) -> Picture:
    """The figure, so many inches wide."""
    found, measure, series = drawn.found, drawn.measure, drawn.series
    crowded = len(series) > MANY and figures.is_narrow(width)
    least = 3.4 if crowded or not figures.is_narrow(width) else 3.0
    figure = figures.empty(max(least, 0.7 + 0.16 * len(series)), width)
    differences = _are_close(drawn)
    title = plot_words.title(found, measure, drawn.shown)
    if differences:
        title = title.replace(" by ", ", less an equal share, by ", 1)
    figures.headed(figure, title, plot_words.note(found, measure, drawn.names, drawn.shown))
    axes = figure.add_subplot()
    ends = [
        _line(axes, drawn, k, label, rows, differences, crowded)
        for k, (label, rows) in enumerate(series.items())
    ]
    places = sorted(float(value) for value in drawn.places)
    if len(places) <= MOST_TICKS:
        axes.set_xticks(places, [f"{place:g}" for place in places])
    axes.set_xlabel(head(drawn.x))
    axes.set_ylabel(plot_words.axis(measure) + (" less 100 / players" if differences else ""))
    figures.tidy(axes)
    if not differences:
        _set_bottom(axes, drawn)
    equal = _equal_shares(axes, drawn, differences)
    told = [end for end in ends if end is not None] if len(series) > 1 else []
    if not label_ends(figure, axes, [*told, *equal]):
        legend(figure, axes)
    return figure


def _line(
    axes: Axes,
    drawn: Drawn,
    k: int,
    label: str,
    rows: list[int],
    differences: bool,
    crowded: bool,
) -> End | None:
    """The points of a line; returns where it ends."""
    rows = sorted(rows, key=lambda row: float(drawn.place(row)))
    values = np.array([drawn.interval(row) for row in rows])
    if differences:
        values -= np.array([[drawn.equal(row)] for row in rows])
    y, low, high = values.T
    x = np.array([float(drawn.place(row)) + _shift(drawn, k, drawn.place(row)) for row in rows])
    # One game has no interval: its ends are infinite, and are left out.
    reach = np.where(np.isfinite([low, high]), [y - low, high - y], np.nan)
    turn = k // len(COLOURS)
    colour = COLOURS[k % len(COLOURS)]
    axes.plot(x, y, color=colour, linestyle=DASHES[turn % len(DASHES)], linewidth=0.9, alpha=0.5)
    axes.errorbar(
        x,
        y,
        yerr=reach,
        color=colour,
        marker=MARKS[(k + turn) % len(MARKS)],
        markersize=3 if crowded else 4.5,
        linestyle="none",
        linewidth=0.9 if crowded else 1.2,
        capsize=0 if crowded else 2,
        label=label,
    )
    known = np.flatnonzero(np.isfinite(y))
    return End(float(x[known[-1]]), float(y[known[-1]]), label, colour) if len(known) else None


def _shift(drawn: Drawn, k: int, place: Value) -> float:
    """How far right of a number line k has its point, so that none hides another.

    The points of a number lie evenly around it, however many of the lines have one there.
    """
    number, places = len(drawn.series), sorted({float(value) for value in drawn.places})
    if number == 1 or len(places) == 1:
        return 0.0
    wide = min(BESIDE * float(np.diff(places).min()), 0.013 * number * (places[-1] - places[0]))
    here = drawn.lines_at(place)
    return wide * (here.index(k) - (len(here) - 1) / 2) / (number - 1)


def _set_bottom(axes: Axes, drawn: Drawn) -> None:
    """Begin at 0, if not all values are so far above it that their differences could be missed."""
    intervals = [drawn.interval(row) for rows in drawn.series.values() for row in rows]
    ends = [v for one in intervals for v in one if math.isfinite(v)]
    if not ends or min(ends) < ZOOMED * max(ends):
        axes.set_ylim(bottom=0)


def _are_close(drawn: Drawn) -> bool:
    """Whether equal shares differ along x by so much that the shares seem to be equal."""
    rows = [row for rows in drawn.series.values() for row in rows]
    if drawn.measure.kind != "share" or not rows or drawn.x != "players":
        return False
    equal = [drawn.equal(row) for row in rows]
    away = [abs(drawn.interval(row).estimate - drawn.equal(row)) for row in rows]
    return max(away) < CLOSE * (max(equal) - min(equal))


def _equal_shares(axes: Axes, drawn: Drawn, differences: bool) -> list[End]:
    """A dashed line at the share of equal players, and where it ends.

    None where rows at the same place have tables of different sizes, and so different shares.
    """
    rows = [row for rows in drawn.series.values() for row in rows]
    equal = {float(drawn.place(row)): 0.0 if differences else drawn.equal(row) for row in rows}
    if drawn.measure.kind != "share" or not rows:
        return []
    if not differences and any(drawn.equal(row) != equal[float(drawn.place(row))] for row in rows):
        return []
    look: dict[str, Any] = {"color": INK, "linewidth": 1, "linestyle": (0, (4, 3)), "zorder": 1}
    text = "an equal share"
    if len(set(equal.values())) == 1:
        y = next(iter(equal.values()))
        axes.axhline(y, label=text, **look)
        return [End(max(equal), y, text, INK)]
    x = sorted(equal)
    axes.plot(x, [equal[place] for place in x], label=text, **look)
    return [End(x[-1], equal[x[-1]], text, INK)]
