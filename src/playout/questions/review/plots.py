"""A game as a picture: the value before each decision, and the mistakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from playout.engine.words.numbering import nth
from playout.engine.words.signs import for_print, in_ascii
from playout.questions.review.found import Found, Judged
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import COLOURS, PAGE
from playout.report.labels import End, label_ends, legend
from playout.report.words import head, setting, short
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

BLOCKS = "▁▂▃▄▅▆▇█"
WIDE = 60  # characters of a line of blocks, at most
BAND = 0.2  # opacity of the intervals


@dataclass(frozen=True)
class Line:
    """A line of the picture: the value before some decisions, and the result."""

    name: str
    judged: Sequence[Judged]
    values: Sequence[Interval]  # before each of these decisions
    result: float


def lines_of(found: Found) -> list[Line]:
    """A line for each seat that has its own result, or one for all.

    Of two rivals who share one win it is one line: that of the first of them, who has what the
    other has not.
    """
    if not found.stories:
        return [_line("", found.judged, math.nan)]
    first, *others = found.stories
    if _is_shared(found):
        values = [
            value if one.seat == first.seat else _rest(value)
            for one in found.judged
            for value in [one.value(one.own_column)]
        ]
        return [Line(f"seat {nth(first.seat or 0)}", found.judged, values, first.result)]
    return [
        _line("" if story.seat is None else f"seat {nth(story.seat)}", story.judged, story.result)
        for story in (first, *others)
    ]


def _line(name: str, judged: Sequence[Judged], result: float) -> Line:
    return Line(name, judged, [one.value(one.own_column) for one in judged], result)


def _is_shared(found: Found) -> bool:
    """Whether two rivals share one win, and decisions of both are judged."""
    asked = found.asked
    return (
        asked.measure.kind == "share"
        and asked.measure.per_seat
        and int(asked.rules["players"]) == 2
        and len(found.stories) == 2
    )


def _rest(value: Interval) -> Interval:
    return Interval(1 - value.estimate, 1 - value.high, 1 - value.low)


def text(found: Found, width: int | None) -> str:
    """A line of blocks for each seat: the value from the first decision to the end."""
    asked, lines = found.asked, []
    low, top = asked.ends
    blocks = BLOCKS if for_print(BLOCKS) == BLOCKS else in_ascii(BLOCKS)
    room = min(WIDE, (width or WIDE) - 20)
    for one in lines_of(found):
        values = [value.estimate for value in one.values]
        values += [] if math.isnan(one.result) else [one.result]
        if not asked.measure.is_rate:
            top = max(top if top < 2 * max(values) else max(values), 1e-9)
        wide = max(1, min(room, len(values)))
        # A block of several decisions shows the last of them, so the last block is the end.
        picked = [values[(k + 1) * len(values) // wide - 1] for k in range(wide)]
        levels = [min(7, int(8 * (value - low) / (top - low))) for value in picked]
        line = "".join(blocks[max(0, level)] for level in levels)
        last, end = one.result, ""  # the value before the last decision is not sure
        if not math.isnan(last):
            end = f"  {100 * last:.3g} %" if asked.measure.is_rate else f"  {short(last, 4)}"
        lines.append(f"{one.name or head(asked.measure.name)}  {line}{end}")
    return "\n".join(lines)


def draw(found: Found, width: float = PAGE) -> Picture:
    """The value before each decision with its interval, and the result."""
    asked = found.asked
    scale = asked.unit.scale
    number = f"game {asked.number} of seed {asked.seed}" if asked.start is None else "a game"
    lines = lines_of(found)
    whose = f" of {lines[0].name}" if _is_shared(found) else ""
    when = "each line: before the seat's own decisions; " if len(lines) > 1 else ""
    figure = figures.empty(
        3.0 if figures.is_narrow(width) else 3.4,
        width,
        f"{setting(asked.rules)}: {head(asked.measure.name)}{whose} in {number}, move by move",
        f"if {figures.readable_name(asked.reviewer.reference)} played on; "
        f"{asked.simulated(asked.worlds)} per decision; {when}bands: {100 * LEVEL:g} % "
        "intervals; triangles: mistakes",
    )
    axes = figure.add_subplot()
    ends: list[End] = []
    for k, line in enumerate(lines):
        colour, name = COLOURS[k % len(COLOURS)], line.name if len(lines) > 1 else ""
        turns = np.array([one.decision.number for one in line.judged])
        values, low, high = scale * np.array(line.values).reshape(-1, 3).T
        axes.fill_between(turns, low, high, color=colour, alpha=BAND, linewidth=0)
        last = End(len(asked.moves), scale * line.result, name, colour)
        end = [] if math.isnan(line.result) else [last]
        x, y = [*turns, *(one.x for one in end)], [*values, *(one.y for one in end)]
        axes.plot(x, y, color=colour, label=name)
        is_mistake = np.array([one.is_mistake for one in line.judged], bool)
        axes.plot(turns[is_mistake], values[is_mistake], "v", color=colour, markersize=6)
        ends += end if name else []
    axes.set_xlabel("moves made")
    axes.set_ylabel(asked.unit.head(asked.measure.name + whose))
    if asked.measure.is_rate:
        axes.set_ylim(-3, 103)
    figures.tidy(axes)
    if ends and not label_ends(figure, axes, ends):
        legend(figure, axes)
    return figure
