"""The distribution of a measure: how often each value was seen, a stepped line per row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from playout.questions.runs.plots import words as plot_words
from playout.questions.runs.plots.series import Drawn
from playout.report import figures
from playout.report.figures import COLOURS, DASHES, TEXT
from playout.report.labels import legend
from playout.report.words import head
from playout.stats.tally import Counts

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_STEPS = 5  # distributions in one panel
MOST_BINS = 50  # steps of one distribution
PANELS = 3  # beside each other


def draw(drawn: Drawn, width: float) -> Picture:
    """In per cent of games; more lines than can be told apart in panels, one for each x."""
    found, measure = drawn.found, drawn.measure
    names = [name for name in found.rows[0].factors if name in drawn.shown]
    names = [name for name in names if len({row.factors[name] for row in found.rows}) > 1]
    split = len(found.rows) > MOST_STEPS and drawn.x in names and len(names) > 1
    by = drawn.telling if split else tuple(names)
    label_of = [drawn.names.label(row.factors, by) for row in found.rows]
    lines = list(dict.fromkeys(label_of))
    panels = drawn.places if split else [None]
    columns = 1 if figures.is_narrow(width) else min(PANELS, len(panels))
    deep = -(-len(panels) // columns)
    figure = figures.empty(3.4 if deep == 1 else 1.9 * deep, width)
    title = plot_words.title(found, measure, names)
    place = found.game.place(measure)
    seen = [tally.histograms[place] for tally in found.tallies]
    longest = max(-(-len(one.counts) // one.unit) for one in seen)
    wide = 1 if longest <= MOST_BINS else -(-longest // MOST_BINS)
    steps = f"each step as high as the share of games with its value{'s' if wide > 1 else ''}"
    figures.headed(
        figure,
        title.replace(plot_words.of(measure), f"how often each value of {head(measure.name)}", 1),
        plot_words.note(found, measure, drawn.names, names, steps),
    )
    grid = figure.subplots(deep, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for axes, value in zip(grid, panels, strict=False):
        for label, row, tally in zip(label_of, found.rows, found.tallies, strict=True):
            if tally.games and (not split or row.factors[drawn.x] == value):
                k = lines.index(label)
                one = tally.histograms[place]
                share = 100.0 * _binned(one.counts, wide * one.unit) / tally.games
                axes.stairs(
                    share,
                    [n * wide - 0.5 for n in range(len(share) + 1)],
                    color=COLOURS[k % len(COLOURS)],
                    linestyle=DASHES[k // len(COLOURS) % len(DASHES)],
                    label=label,
                    linewidth=1.4,
                )
        figures.tidy(axes)
        if value is not None:
            axes.set_title(drawn.names.factor(drawn.x, value), fontsize=TEXT)
    # Only now: an axis of which one end is set no longer reaches for what is drawn later.
    grid[0].set_ylim(bottom=0)
    least = min((_least(one.counts) / one.unit for one in seen if one.n), default=0.0)
    if least > longest / 10:
        grid[0].set_xlim(left=wide * (least // wide) - 0.5 - wide)
    if measure.categories:
        words = [head(word) for word in measure.categories]
        grid[0].set_xticks(range(len(words)), words)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    figure.supxlabel(head(measure.name), fontsize=TEXT)
    figure.supylabel("games (%)" + (f", {wide} values a step" if wide > 1 else ""), fontsize=TEXT)
    legend(figure, grid[0])
    return figure


def _least(counts: Counts) -> int:
    """The place of the first value that was seen."""
    return int(np.flatnonzero(counts)[0])


def _binned(counts: Counts, wide: int) -> Counts:
    """Sums of `wide` neighbouring counts."""
    padded: Counts = np.pad(counts, (0, -len(counts) % wide))
    return np.asarray(padded.reshape(-1, wide).sum(axis=1))
