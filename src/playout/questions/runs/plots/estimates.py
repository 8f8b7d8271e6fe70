"""Estimates of the rows of a run: points over a number, or a bar or point for each word."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game.game import Value
from playout.questions.runs.plots.lines import Lines
from playout.report import figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.figures import COLOURS, DASHES, HATCHES, INK, MARKS, breadth, is_narrow
from playout.report.labels import End, label_ends, legend
from playout.report.words import half_width, head, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_TICKS = 15  # under one axis
BESIDE = 0.62  # of the way to the next number: how far apart the points of one number may lie
MANY = 5  # lines; the marks of more are small on a phone, and the picture is higher
ZOOMED = 0.6  # of the highest value: if all are above that, the axis does not begin at 0
CLOSE = 1 / 3  # of how far equal shares differ: if no share is further from its equal one, only
# the differences between them can be seen
MOST_BEHIND = 4  # lines of which each is named behind its first bar
WIDEST_BEHIND = 0.22  # of the figure: what such a name may have


def draw_bars(lines: Lines, width: float, points: bool = False) -> Picture:
    """Bars or points, so many inches wide: groups in the order of x, bars in that of the lines."""
    labels = list(lines.rows)
    members = [
        [(label, row) for row, label in lines.every_row if lines.place(row) == place]
        for place in lines.places
    ]
    behind = _named_behind(lines, [[label for label, _ in one] for one in members], width)
    reach = max((half_width(lines.interval(row)) for row, _ in lines.every_row), default=math.inf)
    groups = []
    for k, (place, one) in enumerate(zip(lines.places, members, strict=True)):
        name = lines.factor(lines.x, place)
        bars = []
        for at, (label, row) in enumerate(one):
            # The name of a group stands beside its one bar, or the middle one of several.
            if behind or len(one) == 1:
                left = name if at == (len(one) - 1) // 2 else ""
            else:
                left = _member(lines, label, row)
            after = label if behind and k == 0 else ""
            bars.append(_bar(lines, row, left, labels.index(label), after, reach))
        alone = behind or len(one) == 1 or _are_members(lines)
        groups.append(Group("" if alone else name, bars))
    note = lines.note(lines.factors)
    if lines.measure.kind == "share":
        note += "; dashed: an equal share"
    zero = not points or lines.measure.is_rate
    return draw_rows(groups, lines.title, note, lines.axis, width, points=points, zero=zero)


def _named_behind(lines: Lines, labels: list[list[str]], width: float) -> bool:
    """Whether lines are named once, behind the bars of the first group: all groups have them."""
    return (
        1 < len(lines.rows) <= MOST_BEHIND
        and not _are_members(lines)
        and all(one == labels[0] for one in labels)
        and not is_narrow(width)
        and max(map(breadth, labels[0])) < WIDEST_BEHIND * width
    )


def _are_members(lines: Lines) -> bool:
    """Whether the bars of a group are the strategies of a line-up, which need no other name."""
    return lines.x == "seats" and lines.keys == ("strategy",)


def _member(lines: Lines, label: str, row: int) -> str:
    """The name of a bar in its group; for a line-up it says how many seats share the value."""
    if not _are_members(lines):
        return label
    one = lines.found.rows[row]
    seats = sum(player.reference == one.factors["strategy"] for player in one.players)
    return label if seats == 1 else f"each of {seats} {label}"


def _bar(lines: Lines, row: int, left: str, k: int, behind: str, reach: float) -> Bar:
    """The bar of a row in the look of line k; its number has the digits that all can have."""
    interval, due = lines.interval(row), lines.equal(row)
    return Bar(
        left,
        interval,
        number(interval.estimate, reach),
        COLOURS[k % len(COLOURS)],
        behind,
        None if math.isnan(due) else due,
        HATCHES[k // len(COLOURS) % len(HATCHES)],
        MARKS[k % len(MARKS)],
    )


def draw_points(lines: Lines, width: float) -> Picture:
    """Points over numbers, so many inches wide, joined by faint lines that guide the eye."""
    narrow, count = is_narrow(width), len(lines.rows)
    crowded = narrow and count > MANY
    least = 3.0 if narrow and not crowded else 3.4
    differences = _are_close(lines)
    title = lines.title
    if differences:
        title = title.replace(" by ", ", less an equal share, by ", 1)
    height = max(least, 0.7 + 0.16 * count)
    figure = figures.empty(height, width, title, lines.note(lines.factors))
    axes = figure.add_subplot()
    ends = [
        _line(axes, lines, k, label, differences, crowded) for k, label in enumerate(lines.rows)
    ]
    places = sorted(float(value) for value in lines.places)
    if len(places) <= MOST_TICKS:
        axes.set_xticks(places, [lines.tick(place) for place in places])
    axes.set_xlabel(head(lines.x))
    axes.set_ylabel(lines.axis + (f" less 100 / {lines.who_shares}" if differences else ""))
    figures.tidy(axes)
    if not differences:
        _set_bottom(axes, lines)
    equal = _equal_shares(axes, lines, differences)
    named = [end for end in ends if end is not None] if count > 1 else []
    if not label_ends(figure, axes, [*named, *equal]):
        legend(figure, axes)
    return figure


def _line(
    axes: Axes, lines: Lines, k: int, label: str, differences: bool, crowded: bool
) -> End | None:
    """The points of a line; returns where it ends."""
    rows = sorted(lines.rows[label], key=lambda row: float(lines.place(row)))
    values = np.array([lines.interval(row) for row in rows])
    if differences:
        values -= np.array([[lines.equal(row)] for row in rows])
    y, low, high = values.T
    x = np.array([float(lines.place(row)) + _shift(lines, k, lines.place(row)) for row in rows])
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


def _shift(lines: Lines, k: int, place: Value) -> float:
    """How far right of a number line k has its point, so that none hides another.

    The points of a number lie evenly around it, however many of the lines have one there.
    """
    count, places = len(lines.rows), sorted({float(value) for value in lines.places})
    if count == 1 or len(places) == 1:
        return 0.0
    wide = min(BESIDE * float(np.diff(places).min()), 0.013 * count * (places[-1] - places[0]))
    here = [n for n, rows in enumerate(lines.rows.values()) if place in map(lines.place, rows)]
    return wide * (here.index(k) - (len(here) - 1) / 2) / (count - 1)


def _set_bottom(axes: Axes, lines: Lines) -> None:
    """Begin at 0, if not all values are so far above it that their differences could be missed."""
    intervals = [lines.interval(row) for row, _ in lines.every_row]
    ends = [end for one in intervals for end in one if math.isfinite(end)]
    if not ends or min(ends) < ZOOMED * max(ends):
        axes.set_ylim(bottom=0)


def _are_close(lines: Lines) -> bool:
    """Whether equal shares differ along x by so much that the shares seem to be equal."""
    rows = [row for row, _ in lines.every_row]
    if lines.measure.kind != "share" or not rows or lines.x != "players":
        return False
    equal = [lines.equal(row) for row in rows]
    away = [abs(lines.interval(row).estimate - lines.equal(row)) for row in rows]
    return max(away) < CLOSE * (max(equal) - min(equal))


def _equal_shares(axes: Axes, lines: Lines, differences: bool) -> list[End]:
    """A dashed line at the share of equal players, and where it ends.

    None where rows at the same place have tables of different sizes, and so different shares.
    """
    rows = [row for row, _ in lines.every_row]
    equal = {float(lines.place(row)): 0.0 if differences else lines.equal(row) for row in rows}
    if lines.measure.kind != "share" or not rows:
        return []
    if not differences and any(lines.equal(row) != equal[float(lines.place(row))] for row in rows):
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
