"""A rare event as a picture: the chance to come so far, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from playout.engine.game.game import line_up
from playout.questions.rare.found import Found
from playout.questions.rare.words import one_in
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import COLOURS, PAGE, readable_name
from playout.report.labels import End, label_ends
from playout.report.words import head, several
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_TICKS = 7
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def draw(found: Found, stages: Sequence[Interval], whole: Interval, width: float = PAGE) -> Picture:
    """The chance of every level of progress, and of the event itself (its ``whole`` interval)."""
    asked = found.asked
    event, players = head(asked.measure.name), readable_name(line_up(asked.players))
    figure = figures.empty(
        3.0 if figures.is_narrow(width) else 3.4,
        width,
        f"{asked.game.title}: how far games of {players} get, and the chance of a {event}",
        f"{several(int(asked.rules['players']), 'player')}; {len(found.replications)} repeats "
        f"of {asked.particles:,} games (multilevel splitting); band and bar: {100 * LEVEL:g} % "
        "intervals",
    )
    axes = figure.add_subplot()
    reached = [(level, one) for level, one in enumerate(stages, 1) if one.estimate > 0]
    levels, (blue, orange) = [level for level, _ in reached], COLOURS[:2]
    axes.plot(levels, [one.estimate for _, one in reached], color=blue)
    floor = min([one.estimate for _, one in reached], default=1.0) / 10  # an end may be at 0
    lows, highs = [max(one.low, floor) for _, one in reached], [one.high for _, one in reached]
    axes.fill_between(levels, lows, highs, color=blue, alpha=0.25, linewidth=0)
    axes.set_yscale("log")
    if not reached:  # such a scale does not know where to lie by itself
        axes.set_ylim(0.1, 1.0)
    axes.set_xlabel("progress")
    axes.set_ylabel("chance to get this far")
    figures.tidy(axes)
    ends = []
    if whole.estimate > 0:
        last = max(levels, default=0) + 1
        reach = [[whole.estimate - max(whole.low, floor)], [whole.high - whole.estimate]]
        axes.errorbar([last], [whole.estimate], yerr=reach, fmt="o", color=orange, capsize=3)
        ends = [End(last, whole.estimate, f"{event}: {one_in(whole)}", orange)]
    _set_ticks(axes)
    if not label_ends(figure, axes, ends):
        end = ends[0]
        axes.annotate(end.text, (end.x, end.y), (-8, -3), textcoords="offset points", ha="right")
    return figure


def _set_ticks(axes: Axes) -> None:
    """Powers of ten, as people say chances."""
    low, high = axes.get_ylim()
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    step = max(1, -(-(last - first + 1) // MOST_TICKS))
    powers = range(min(0, last), first - 1, -step)
    axes.set_yticks([10.0**power for power in powers], [_power(power) for power in powers])
    axes.minorticks_off()
    axes.set_ylim(low, high)


def _power(power: int) -> str:
    """A power of ten as a chance: ``1 in 100``, ``1 in 10⁶``."""
    if power > -5:
        return "1" if power == 0 else f"1 in {10**-power:,}"
    return f"1 in 10{str(-power).translate(RAISED)}"
