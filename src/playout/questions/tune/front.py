"""Two targets that exclude each other, as a picture: how close each setting comes to both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from playout.questions.targets.targets import Target
from playout.questions.tune import words
from playout.questions.tune.found import Found
from playout.report import figures
from playout.report.figures import COLOURS, INK, PAGE
from playout.report.labels import legend
from playout.report.words import several, unit_of
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_POINTS = 40  # settings in a picture
HEIGHT = 4.2  # inches
EDGE = 0.06  # of the width, outside everything that was found


def draw(found: Found, width: float = PAGE) -> Picture:
    """The settings against the first two targets that exclude each other."""
    asked, search = found.asked, found.search
    pair = words.exclusive(search)[0]
    ends = {k: search.misses(k) for k in search.played}
    closest, today, front = search.chosen, asked.today_place, search.front()
    order = sorted(ends, key=lambda k: (k not in (closest, today), k not in front, sum(ends[k])))
    rows = order[:MOST_POINTS]
    shown = "" if len(rows) == len(order) else f"{len(rows)} of "
    note = (
        f"{shown}{several(len(order), 'setting')}; bands: what is wanted; no setting is in both; "
        f"intervals hold at once with {100 * (1 - asked.error):.4g} %"
    )
    title = f"{asked.game.title}: two targets that exclude each other"
    figure = figures.empty(HEIGHT, width, title, note)
    axes = figure.subplots()
    places = {k: [search.farthest(k, goal) for goal in pair] for k in rows}
    for way, goal in enumerate(pair):
        seen = [*places[closest][way], *(both[way].estimate for both in places.values())]
        _zone(axes, way, asked.targets[goal], seen)
    kinds = dict.fromkeys(front, (COLOURS[0], "o", "no other setting is closer to both"))
    if today is not None:
        kinds[today] = (INK, "s", f"today's rules: {words.label(asked, today)}")
    who = "closest, and today's rules" if closest == today else "closest"
    kinds[closest] = (COLOURS[1], "D", f"{who}: {words.label(asked, closest)}")
    other = (COLOURS[6], "o", "another setting is closer to both")
    scales = [unit_of(asked.goals[goal].measure).scale for goal in pair]
    for kind in dict.fromkeys(kinds.get(k, other) for k in rows):
        points = [places[k] for k in rows if kinds.get(k, other) == kind]
        _points(axes, points, scales, *kind)
    axes.set_xlabel(words.column_head(asked.goals[pair[0]]))
    axes.set_ylabel(words.column_head(asked.goals[pair[1]]))
    figures.tidy(axes, "both")
    legend(figure, axes)
    return figure


def _zone(axes: Axes, way: int, target: Target, seen: Sequence[float]) -> None:
    """Shade what is wanted, and show all that was seen, along the axis x (0) or y (1)."""
    scale = unit_of(target.goal.measure).scale
    seen = [end for end in (*seen, target.low, target.high) if math.isfinite(end)]
    edge = EDGE * (max(seen) - min(seen) or 1.0)
    low, high = min(seen) - edge, max(seen) + edge
    (axes.set_ylim if way else axes.set_xlim)(scale * low, scale * high)
    wanted = [scale * end for end in (max(low, target.low), min(high, target.high))]
    (axes.axhspan if way else axes.axvspan)(*wanted, color=COLOURS[4], alpha=0.3, linewidth=0)


def _points(
    axes: Axes,
    points: Sequence[Sequence[Interval]],
    scales: Sequence[float],
    colour: str,
    mark: str,
    label: str,
) -> None:
    """Settings of one kind, with the intervals of both targets."""
    (x, across), (y, along) = (
        _reaching([both[way] for both in points], scale) for way, scale in enumerate(scales)
    )
    axes.errorbar(
        x, y, along, across, fmt=mark, color=colour, markersize=5, elinewidth=0.8, label=label
    )


def _reaching(each: Sequence[Interval], scale: float) -> tuple[list[float], list[list[float]]]:
    """The estimates, and how far their intervals reach below and above them, if that has an end."""
    below = [scale * (one.estimate - one.low) for one in each]
    above = [scale * (one.high - one.estimate) for one in each]
    ends = [[end if math.isfinite(end) else 0.0 for end in some] for some in (below, above)]
    return [scale * one.estimate for one in each], ends
