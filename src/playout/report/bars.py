"""Numbers of categories as horizontal bars or points, each with its name, interval and value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playout.report import figures
from playout.report.figures import INK, PAGE, TEXT, breadth, mixed, wrapped
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

ROW_HEIGHT = 0.2  # inches from bar to bar
SPACING = 0.75  # lines from one line of a label to the next
BETWEEN = 0.5  # lines between two groups
NEAR = 6.0  # points from a bar to its number
LABELS, LABELS_NARROW = 0.4, 0.45  # of the figure: what labels at the left may have


@dataclass(frozen=True)
class Bar:
    """One bar, or one point."""

    label: str  # left of it
    interval: Interval  # its ends infinite if they are unknown
    value: str  # right of it
    colour: str
    name: str = ""  # behind the value, in its colour
    due: float | None = None  # what it is compared with: a dashed line
    hatch: str = ""
    mark: str = "o"


@dataclass(frozen=True)
class Group:
    """Bars next to each other, below their name if it has one."""

    name: str
    bars: Sequence[Bar]


@dataclass(frozen=True)
class _Line:
    """The place of a bar or of the name of a group, in lines from the top."""

    place: float
    texts: Sequence[str]
    bar: Bar | None


def draw_rows(
    groups: Sequence[Group],
    title: str,
    note: str,
    label: str,
    width: float = PAGE,
    *,
    points: bool = False,
    zero: bool = True,
) -> Picture:
    """A figure of bars, or of points that need not begin at zero; ``label`` is of their axis."""
    lines, depth = _laid_out(groups, width)
    figure = figures.empty(0.75 + ROW_HEIGHT * depth, width, title, note)
    axes = figure.add_subplot()
    for line in lines:
        if line.bar is not None:
            _draw(axes, line.place, line.bar, points)
    # Each line of a label is one of its own, so that its end stands at the axis in any font.
    labels = [
        (line.place + SPACING * (k - (len(line.texts) - 1) / 2), text, line.bar is None)
        for line in lines
        for k, text in enumerate(line.texts)
    ]
    axes.set_yticks([place for place, _, _ in labels], [text for _, text, _ in labels])
    axes.set_ylim(depth, 0)
    axes.set_xlabel(label)
    figures.tidy(axes, "x", ("top", "right", "left"))
    axes.tick_params(axis="y", length=0)
    for (_, _, is_name), tick in zip(labels, axes.get_yticklabels(), strict=True):
        tick.set_fontweight("bold" if is_name else "normal")
    falls_below = any(line.bar and line.bar.interval.estimate < 0 for line in lines)
    if zero and not falls_below:
        axes.set_xlim(left=0.0)
    _write_values(figure, axes, lines)
    return figure


def _laid_out(groups: Sequence[Group], width: float) -> tuple[list[_Line], float]:
    """The lines of all groups, and how many lines high they are together."""
    room = width * (LABELS_NARROW if figures.is_narrow(width) else LABELS)
    lines, top = list[_Line](), 0.25
    for group in groups:
        texts = [(group.name, None)] if group.name else []
        for text, bar in [*texts, *((bar.label, bar) for bar in group.bars)]:
            parts = [part for line in wrapped(text, room) for part in _broken(line, room)]
            height = max(1.0, SPACING * len(parts) + 0.25)
            lines.append(_Line(top + height / 2, parts, bar))
            top += height
        top += BETWEEN if max(len(one.bars) for one in groups) > 1 else 0.0
    return lines, top


def _broken(line: str, room: float) -> list[str]:
    """A word that is too long for its place, such as the path of a file, in parts that fit."""
    parts = list[str]()
    while (broad := breadth(line)) > room:
        fits = max(1, int(len(line) * room / broad))
        parts.append(line[:fits])
        line = line[fits:]
    return [*parts, line]


def _draw(axes: Axes, place: float, bar: Bar, points: bool) -> None:
    estimate, low, high = bar.interval
    if math.isnan(estimate):
        return
    ends = math.isfinite(low) and math.isfinite(high)
    reach = [[estimate - low], [high - estimate]] if ends else None
    if points:
        axes.errorbar(
            [estimate],
            [place],
            xerr=reach,
            fmt=bar.mark,
            color=bar.colour,
            markersize=5,
            capsize=2.5,
        )
    else:
        axes.barh(
            [place],
            [estimate],
            0.78,
            xerr=reach,
            color=bar.colour,
            edgecolor="white",
            linewidth=0,
            hatch=bar.hatch,
            ecolor=INK,
            capsize=2,
            error_kw={"linewidth": 1},
        )
    if bar.due is not None:
        axes.plot([bar.due] * 2, [place - 0.5, place + 0.5], color=INK, linewidth=1, dashes=(3, 2))


def _write_values(figure: Picture, axes: Axes, lines: Sequence[_Line]) -> None:
    """The number of each bar behind it, or behind the dashed line if that is in the way."""
    look: dict[str, Any] = {"va": "center", "fontsize": TEXT, "textcoords": "offset points"}
    figure.draw_without_rendering()
    broad = 72 * axes.bbox.width / figure.dpi
    left = [
        _left_limit(_left_end(bar.interval), axes.get_xlim()[1], broad, bar.value)
        for line in lines
        if (bar := line.bar) is not None and bar.interval.estimate < 0
    ]
    axes.set_xlim(left=min([axes.get_xlim()[0], *left]))
    points = broad / (axes.get_xlim()[1] - axes.get_xlim()[0])
    for line in lines:
        bar = line.bar
        if bar is None or math.isnan(bar.interval.estimate):
            continue
        estimate, _, high = bar.interval
        if estimate < 0:
            end = _left_end(bar.interval)
            axes.annotate(bar.value, (end, line.place), (-NEAR, 0), ha="right", **look)
            continue
        end = high if math.isfinite(high) else estimate
        wide = 72 * (breadth(bar.value) + breadth(bar.name))
        if bar.due is not None and -NEAR <= points * (bar.due - end) <= wide + 3 * NEAR:
            end = bar.due
        axes.annotate(bar.value, (end, line.place), (NEAR, 0), **look)
        if bar.name:
            away = 72 * breadth(bar.value) + 2 * NEAR
            axes.annotate(bar.name, (end, line.place), (away, 0), color=mixed(bar.colour), **look)


def _left_end(interval: Interval) -> float:
    """Return the left end of an interval below zero, whose number stands before it."""
    return interval.low if math.isfinite(interval.low) else interval.estimate


def _left_limit(end: float, right: float, broad: float, value: str) -> float:
    """Where axes that end at ``right`` begin at the latest, so that a number has room before a bar.

    The axes are ``broad`` points wide, or somewhat less once numbers at the right need room too.
    """
    room, broad = 72 * breadth(value) + 2 * NEAR, broad / 1.3
    return (end * broad - right * room) / (broad - room)
