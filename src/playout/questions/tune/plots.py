"""A search as a picture: each setting with its interval, and what is wanted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from playout.questions.targets.targets import farthest
from playout.questions.tune import words
from playout.questions.tune.found import MET, MISSED, Found
from playout.report import figures
from playout.report.figures import COLOURS, INK, PAGE, TEXT
from playout.report.words import several, unit_of
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_ROWS = 24  # settings in a picture
MOST_GOALS = 3
ROW = 0.22  # inches
COLOUR = {MET: COLOURS[2], MISSED: INK}


def rows_of(found: Found) -> list[int]:
    """The settings of a picture, in the order in which they were laid out: those that matter."""
    search = found.search
    if len(search.played) <= MOST_ROWS:
        return list(search.played)
    order = sorted(search.played, key=lambda k: (search.status(k) != MET, sum(search.misses(k))))
    return sorted(order[:MOST_ROWS])


def draw(found: Found, width: float = PAGE) -> Picture:
    """The intervals of all settings; green ones meet the targets; the bands are what is wanted."""
    asked, search, rows = found.asked, found.search, rows_of(found)
    goals = asked.goals[:MOST_GOALS]
    below = figures.is_narrow(width)
    high = 0.6 + ROW * len(rows)
    title = f"{asked.game.title}: {', '.join(name.replace('_', ' ') for name, _ in asked.vary)}"
    shown = "" if len(rows) == len(search.played) else f"{len(rows)} of "
    note = (
        f"{shown}{several(len(search.played), 'setting')}; bands: what is wanted; green: meets all "
        f"targets, blue: not clear yet; cross: fresh games; "
        f"intervals hold at once with {100 * (1 - asked.error):.4g} %"
    )
    figure = figures.empty(high * (len(goals) if below else 1) + 0.6, width, title, note)
    grid = (len(goals), 1) if below else (1, len(goals))
    panels = figure.subplots(*grid, squeeze=False).ravel()
    for number, (axes, goal) in enumerate(zip(panels, goals, strict=True)):
        _draw(axes, found, rows, number)
        axes.set_xlabel(words.column_head(goal), fontsize=TEXT)
        is_first = below or number == 0
        axes.set_yticks(range(len(rows)), [words.label(asked, k) if is_first else "" for k in rows])
    return figure


def _draw(axes: Axes, found: Found, rows: list[int], goal: int) -> None:
    asked, search = found.asked, found.search
    scale = unit_of(asked.goals[goal].measure).scale
    if goal < len(asked.targets):
        target = asked.targets[goal]
        seen = [end for k in rows for end in search.farthest(k, goal) if math.isfinite(end)]
        low = target.low if math.isfinite(target.low) else min([*seen, target.high])
        top = target.high if math.isfinite(target.high) else max([*seen, target.low])
        axes.axvspan(scale * low, scale * top, color=COLOURS[4], alpha=0.3, linewidth=0)
    for place, k in enumerate(rows):
        status = search.status(k) if asked.targets else MET
        if asked.best is not None and not asked.targets:
            status = MET if k == found.chosen else MISSED
        _point(axes, place, search.farthest(k, goal), scale, COLOUR.get(status, COLOURS[0]))
        if k in found.fresh and k == found.chosen:
            again = found.fresh_intervals(k, goal)
            far = farthest(again)
            axes.plot([scale * far.estimate], [place], marker="x", color=COLOURS[3], markersize=6)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    figures.tidy(axes, "x", ("top", "right", "left"))
    axes.tick_params(axis="y", length=0)


def _point(axes: Axes, place: int, one: Interval, scale: float, colour: str) -> None:
    ends = math.isfinite(one.low) and math.isfinite(one.high)
    reach = [[scale * (one.estimate - one.low)], [scale * (one.high - one.estimate)]]
    axes.errorbar(
        [scale * one.estimate],
        [place],
        xerr=reach if ends else None,
        fmt="o",
        color=colour,
        markersize=4,
        capsize=2,
    )
