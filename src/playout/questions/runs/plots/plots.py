"""The rows of a run as pictures: which rows are drawn, and how."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from playout.engine.game.game import Game, Measure
from playout.engine.words.errors import PlayoutError, suggest
from playout.questions.runs.effects.grid import common
from playout.questions.runs.found import Found
from playout.questions.runs.plots import lines as texts
from playout.questions.runs.plots.estimates import draw_bars, draw_points
from playout.questions.runs.plots.lines import Lines
from playout.questions.runs.wording.captions import TOO_MANY
from playout.report import figures
from playout.report.figures import COLOURS, DASHES, PAGE, TEXT
from playout.report.labels import legend
from playout.report.words import head, listed, measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_IN_PANEL = 5  # distributions
MOST_BINS = 50  # steps of one distribution
PANELS = 3  # beside each other

Kind = Literal["lines", "bars", "distribution"]


class Plot(BaseModel):
    """How the rows of a run are drawn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind = "lines"
    measure: str = "win"
    x: str = "players"
    lines: str = "strategy"


def check_plot(how: Plot, game: Game, factors: Collection[str]) -> None:
    """Whether a plot can be drawn of this game and these factors; one sentence if not."""
    game.measure_or_rate(how.measure)
    for name in (how.x, how.lines):
        if name not in factors:
            raise PlayoutError(f"there is no factor '{name}': {suggest(name, factors)}")


def plot(found: Found, how: Plot, width: float = PAGE) -> Picture:
    """The figure of a run, so many inches wide.

    Numbers along x are points with intervals; words are a row each, with bars or points; or the
    distribution of a measure is drawn.
    """
    check_plot(how, found.game, found.rows[0].factors)
    measure = found.measure(how.measure)
    kept = [k for k in range(len(found.rows)) if not found.by_construction(k, measure)]
    if not kept:
        return _nothing(found, measure, width)
    found = found.only(kept)
    if not measure.per_seat:
        found = found.only(common(found.rows))
    lines = Lines.of(found, measure, how.x, how.lines)
    if how.kind == "distribution" or measure.kind == "category":
        whole = all(found.histogram(k, measure).is_whole for k in range(len(found.rows)))
        return _distribution(lines, width) if whole else _too_many(found, measure, width)
    if how.kind == "bars" or any(isinstance(value, str) for value in lines.places):
        return draw_bars(lines, width, points=how.kind == "lines")
    return draw_points(lines, width)


def draw_histograms(
    found: Found, measures: Sequence[Measure], width: float = PAGE, x: str = "players"
) -> Picture:
    """How often each value of some measures was seen, so many inches wide, in a panel for each."""
    if len(measures) == 1:
        how = Plot(kind="distribution", measure=measures[0].name, x=x)
        return plot(found, how, width)
    if not any(measure.per_seat for measure in measures):
        found = found.only(common(found.rows))
    names = found.varying()
    lines = [Lines.of(found, measure, x, "strategy") for measure in measures]
    what = f"how often each value of {listed([head(measure.name) for measure in measures])}"
    title, note = texts.title(found, what, names), lines[0].games_note(names)
    figure = figures.empty(2.3 * len(lines), width, title, note)
    grid = figure.subplots(len(lines), 1, squeeze=False).ravel()
    labels = [lines[0].label(row.factors, names) for row in found.rows]
    for axes, one in zip(grid, lines, strict=True):
        whole = all(found.histogram(k, one.measure).is_whole for k in range(len(found.rows)))
        axes.set_xlabel(head(one.measure.name) if whole else f"{one.axis}: {TOO_MANY}")
        figures.tidy(axes)
        if whole:
            wide = _width(found, one.measure)
            for k, label in enumerate(labels):
                _steps(axes, one, k, wide, label, k)
            _finish(axes, one, wide)
            axes.set_ylabel("games (%)" + (f",\n{wide:,} values a step" if wide > 1 else ""))
    legend(figure, grid[0])
    return figure


def _nothing(found: Found, measure: Measure, width: float) -> Picture:
    """A figure that says why there is nothing to be drawn."""
    others = [head(m.name) for m in found.game.measures if m.kind != measure.kind]
    return figures.empty(
        0.1,
        width,
        texts.title(found, measured(measure), []),
        "Every seat at a table has the same strategy, so all players have equal shares and there "
        f"is nothing to draw. Other measures: {', '.join(others)}.",
    )


def _too_many(found: Found, measure: Measure, width: float) -> Picture:
    """A figure that says why a distribution cannot be drawn."""
    title = texts.title(found, measured(measure), [])
    return figures.empty(0.1, width, title, f"{head(measure.name).capitalize()}: {TOO_MANY}.")


def _distribution(lines: Lines, width: float) -> Picture:
    """How often each value was seen, in per cent of games: a stepped line for each row.

    More lines than can be told apart stand in panels, one for each value of x.
    """
    found, measure = lines.found, lines.measure
    names = [name for name in found.varying() if name in lines.factors]
    split = len(found.rows) > MOST_IN_PANEL and lines.x in names and len(names) > 1
    by = lines.keys if split else tuple(names)
    label_of = [lines.label(row.factors, by) for row in found.rows]
    labels = list(dict.fromkeys(label_of))
    panels = lines.places if split else [None]
    columns = 1 if figures.is_narrow(width) else min(PANELS, len(panels))
    deep = -(-len(panels) // columns)
    wide = _width(found, measure)
    steps = f"the height of a step is the share of games with its value{'s' if wide > 1 else ''}"
    figure = figures.empty(
        3.4 if deep == 1 else 1.9 * deep,
        width,
        texts.title(found, f"how often each value of {head(measure.name)}", names),
        lines.note(names, steps),
    )
    grid = figure.subplots(deep, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for axes, value in zip(grid, panels, strict=False):
        for row, (label, one) in enumerate(zip(label_of, found.rows, strict=True)):
            if not split or one.factors[lines.x] == value:
                _steps(axes, lines, row, wide, label, labels.index(label))
        figures.tidy(axes)
        if value is not None:
            axes.set_title(lines.factor(lines.x, value), fontsize=TEXT)
    _finish(grid[0], lines, wide)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    legend(figure, grid[0])
    # Only now: a legend moves whatever stands above the axes, and the names would move with it.
    figure.supxlabel(head(measure.name), fontsize=TEXT)
    figure.draw_without_rendering()
    boxes = [axes.get_position() for axes in grid[: len(panels)]]
    middle = (min(box.y0 for box in boxes) + max(box.y1 for box in boxes)) / 2
    name = "games (%)" + (f", {wide:,} values a step" if wide > 1 else "")
    figure.supylabel(name, fontsize=TEXT, y=middle)
    return figure


def _width(found: Found, measure: Measure) -> int:
    """How many values make a step."""
    seen = [tally.histograms[found.game.place(measure)] for tally in found.tallies]
    longest = max(-(-one.length // one.unit) for one in seen)
    return 1 if longest <= MOST_BINS else -(-longest // MOST_BINS)


def _steps(axes: Axes, lines: Lines, row: int, wide: int, label: str, k: int) -> None:
    """The stepped line of a row, in the look of line k."""
    one = lines.found.tallies[row].histograms[lines.found.game.place(lines.measure)]
    if not one.n:
        return
    places, counts = one.seen
    step = wide * one.unit
    room = np.zeros(-(-one.length // step), np.int64)
    np.add.at(room, places // step, counts)
    axes.stairs(
        100.0 * room / one.n,
        [n * wide - 0.5 for n in range(len(room) + 1)],
        color=COLOURS[k % len(COLOURS)],
        linestyle=DASHES[k // len(COLOURS) % len(DASHES)],
        label=label,
        linewidth=1.4,
    )


def _finish(axes: Axes, lines: Lines, wide: int) -> None:
    """Set the ends of the axes, and the words of a category."""
    measure, found = lines.measure, lines.found
    seen = [tally.histograms[found.game.place(measure)] for tally in found.tallies]
    # Only now: an axis of which one end is set no longer reaches for what is drawn later.
    axes.set_ylim(bottom=0)
    longest = max(-(-one.length // one.unit) for one in seen)
    least = min((one.minimum for one in seen if one.n), default=0.0)
    if least > longest / 10:
        axes.set_xlim(left=wide * (least // wide) - 0.5 - wide)
    if measure.categories:
        words = [head(word) for word in measure.categories]
        axes.set_xticks(range(len(words)), words)
        axes.set_xlim(-0.6, len(words) - 0.4)
