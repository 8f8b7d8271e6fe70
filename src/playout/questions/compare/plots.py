"""A comparison as a picture: how the interval of the difference went, look after look."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from playout.questions.compare import words
from playout.questions.compare.found import UNDECIDED, Found
from playout.report import figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.figures import COLOURS, INK, PAGE, TEXT, readable_name
from playout.report.labels import End, label_ends
from playout.report.words import MINUS, between, head, unit_of
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

STEPS = (1, 2, 5)  # of a logarithmic axis in each power of ten


def draw(found: Found, width: float = PAGE) -> Picture:
    """The interval after each look, the line of no difference, and the margin.

    If the first look was enough, both sides as bars.
    """
    asked, blue = found.asked, COLOURS[0]
    unit = unit_of(asked.measure)
    a, b = (", ".join(map(readable_name, label.split(", "))) for label in asked.labels)
    title = f"{asked.game.title}: {a} or {b}? {_verdict(found, a, b)}"
    if len(found.looks) == 1:
        return _sides(found, (a, b), title, width)
    margin = words.margin(found)
    within = f"; yellow: equal within {margin}" if margin else ""
    note = (
        f"A: {a}; B: {b}; blue: A {MINUS} B with its {100 * (1 - asked.error):.4g} % interval, "
        f"valid at every look{within}"
    )
    figure = figures.empty(3.0 if figures.is_narrow(width) else 3.2, width, title, note)
    axes = figure.add_subplot()
    if asked.margin is not None:
        reach = unit.scale * asked.margin
        axes.axhspan(-reach, reach, color=COLOURS[4], alpha=0.35, linewidth=0)
    axes.axhline(0.0, color=INK, alpha=0.6, linewidth=1)
    deals = np.array([look.games for look in found.looks], float)
    values = unit.scale * np.array([look.interval for look in found.looks]).reshape(-1, 3)
    difference, low, high = values.T
    axes.fill_between(deals, low, high, color=blue, alpha=0.25, linewidth=0)
    axes.plot(deals, difference, color=blue, marker="o", markersize=3, linewidth=1)
    axes.set_xscale("log")
    axes.set_xlabel("deals (each played twice)")
    axes.set_ylabel(unit.difference_head(f"{head(asked.measure.name)}: A {MINUS} B"))
    figures.tidy(axes)
    if len(deals):
        last = [[difference[-1] - low[-1]], [high[-1] - difference[-1]]]
        axes.errorbar(deals[-1:], difference[-1:], yerr=last, color=blue, capsize=3)
        _set_ticks(axes, deals)
        axes.margins(y=0.15)
        _name_sides(axes, found)
        size = words.difference(found, found.interval)[0]
        label_ends(figure, axes, [End(deals[-1], difference[-1], size, blue)])
    return figure


def _sides(found: Found, names: tuple[str, str], title: str, width: float) -> Picture:
    unit = unit_of(found.asked.measure)
    bars = [
        Bar(
            name,
            Interval(*(unit.scale * end for end in side)),
            between(side, found.asked.measure.is_rate),
            colour,
        )
        for name, side, colour in zip(names, found.sides, COLOURS, strict=False)
    ]
    level = f"{100 * (1 - found.asked.error):.4g} %"
    note = f"Lines: {level} intervals; {found.counted.games:,} deals, each played by both"
    return draw_rows([Group("", bars)], title, note, unit.head(words.measured(found.asked)), width)


def _verdict(found: Found, a: str, b: str) -> str:
    """The verdict as the end of a title."""
    side, _, kind = found.verdict.partition(" ")
    if side in ("A", "B"):
        return f"{a if side == 'A' else b} is {kind}"
    return "No verdict yet" if found.verdict == UNDECIDED else "Equal"


def _set_ticks(axes: Axes, deals: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    """Round numbers of deals, or, where there are fewer than two, those of the first and last."""
    powers = range(int(math.log10(deals[0])), int(math.log10(deals[-1])) + 1)
    round_ones = [step * 10.0**power for power in powers for step in STEPS]
    ticks = [tick for tick in round_ones if deals[0] <= tick <= deals[-1]]
    if len(ticks) < 2:
        ticks = sorted({deals[0], deals[-1]})
    axes.set_xticks(ticks, [f"{tick:,.0f}" for tick in ticks])
    axes.minorticks_off()


def _name_sides(axes: Axes, found: Found) -> None:
    """On which side of no difference A is better, in the corners of the axes."""
    wanted = found.asked.wanted
    above, below = ("A better", "B better") if wanted else ("A higher", "B higher")
    if wanted == "lowest":
        above, below = below, above
    low, high = axes.get_ylim()
    for place, level, text in (("top", high, above), ("bottom", low, below)):
        if (level > 0) == (place == "top"):
            at = 0.98 if place == "top" else 0.02
            axes.text(0.01, at, text, va=place, fontsize=TEXT, transform=axes.transAxes)
