"""The course of games as a picture: means with their intervals, a band of games, how many run."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from playout.engine.game.game import Measure, line_up
from playout.questions.course.found import Found
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import COLOURS, INK, PAGE, TEXT, readable_name
from playout.report.labels import legend
from playout.report.words import head, several, unit_of
from playout.stats.steps import Steps

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

GAMES = "#808080"  # the colour of the share of games that go on


def draw(found: Found, band: Sequence[Fraction], width: float = PAGE) -> Picture:
    """The measure after each step; below it the lead, if seats can lead, and the running games."""
    asked, leads = found.asked, found.leads
    low, high = (f"{float(100 * part):g}" for part in (band[0], band[-1]))
    several_seats = len(found.seats) > 1
    shown = "lead" if several_seats and leads else head(asked.measure.name)
    note = f"{head(asked.measure.name)}: {asked.measure.help}. {several(found.games, 'game')}; "
    note += f"lines: means with {100 * LEVEL:g} % intervals"
    if found.has_band:
        note += f"; band: {shown} of the middle {low} to {high} % of the games"
    ratios = [3.0, 2.0, 1.0] if leads else [3.0, 1.0]
    figure = figures.empty(
        1.0 * sum(ratios) + 0.6,
        width,
        f"{asked.game.title}: {head(asked.measure.name)} by {asked.step}, "
        f"{readable_name(line_up(asked.players))}",
        note,
    )
    grid = figure.subplots(len(ratios), 1, sharex=True, squeeze=False, height_ratios=ratios).ravel()
    for k, steps in enumerate(found.seats):
        name = found.name_of(k) if several_seats else ""
        _line(grid[0], found, steps, asked.measure, k, name)
        if not several_seats and found.has_band:
            _band(grid[0], steps, asked.measure, band, k)
    grid[0].set_ylabel(unit_of(asked.measure).head(asked.measure.name))
    if leads:
        _line(grid[1], found, leads[0], found.lead, 3, "")
        _band(grid[1], leads[0], found.lead, band, 3)
        grid[1].set_ylabel(unit_of(found.lead).head("lead"))
        grid[1].set_ylim(bottom=0)
    shares = [100.0 * found.running(step) / max(1, found.games) for step in range(found.last + 1)]
    grid[-1].plot(range(found.last + 1), shares, color=GAMES, linewidth=1.4)
    grid[-1].set_ylim(0, 105)
    grid[-1].set_ylabel("still going (%)")
    grid[-1].set_xlabel(asked.step, fontsize=TEXT)
    for axes in grid:
        figures.tidy(axes)
    legend(figure, grid[0])
    figure.align_ylabels(list(grid))
    return figure


def _line(axes: Axes, found: Found, steps: Steps, measure: Measure, k: int, name: str) -> None:
    """The means of all games after each step, with their intervals."""
    scale, colour = unit_of(measure).scale, COLOURS[k % len(COLOURS)]
    every = range(len(steps.carried))
    values = [found.interval(steps, step, measure).times(scale) for step in every]
    places = range(len(values))
    lows, highs = [one.low for one in values], [one.high for one in values]
    axes.fill_between(places, lows, highs, color=colour, alpha=0.35, linewidth=0)
    means = [one.estimate for one in values]
    axes.plot(places, means, color=colour, linewidth=1.4, label=name or None)


def _band(axes: Axes, steps: Steps, measure: Measure, band: Sequence[Fraction], k: int) -> None:
    """The middle part of the games after each step."""
    scale = unit_of(measure).scale
    low, high = (
        [scale * one.quantile(part) for one in steps.carried] for part in (band[0], band[-1])
    )
    places = range(len(steps.carried))
    axes.fill_between(places, low, high, color=COLOURS[k], alpha=0.15, linewidth=0, step="mid")
    for end in (low, high):
        axes.plot(places, end, color=INK, alpha=0.25, linewidth=0.6, drawstyle="steps-mid")
