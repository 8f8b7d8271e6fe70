"""The rows of a run as pictures: which rows are drawn, and how."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from playout.engine.game.game import Game, Measure
from playout.engine.words.errors import PlayoutError, suggest
from playout.questions.runs.effects.grid import common
from playout.questions.runs.found import Found
from playout.questions.runs.plots import bars as plot_bars
from playout.questions.runs.plots import points as plot_points
from playout.questions.runs.plots import steps as plot_steps
from playout.questions.runs.plots import words as plot_words
from playout.questions.runs.plots.series import Drawn, values_of
from playout.report import figures
from playout.report.figures import PAGE

if TYPE_CHECKING:
    from playout.report.picture import Picture

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


def varying(found: Found) -> list[str]:
    """The factors that have more than one value."""
    return [name for name in found.rows[0].factors if len(values_of(found, name)) > 1]


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
    found = _only(found, kept)
    if not measure.per_seat:
        found = _only(found, common(found.rows))
    drawn = Drawn.of(found, measure, how.x, how.lines)
    if how.kind == "distribution" or measure.kind == "category":
        return plot_steps.draw(drawn, width)
    words = any(isinstance(value, str) for value in drawn.places)
    if how.kind == "bars" or words:
        return plot_bars.draw(drawn, width, points=how.kind == "lines")
    return plot_points.draw(drawn, width)


def _only(found: Found, kept: list[int]) -> Found:
    """These rows: those that are no finding, or count what others count too, are left out."""
    rows, tallies = [found.rows[k] for k in kept], [found.tallies[k] for k in kept]
    return replace(found, rows=rows, tallies=tallies)


def _nothing(found: Found, measure: Measure, width: float) -> Picture:
    """A figure that says why there is nothing to be drawn."""
    figure = figures.empty(0.1, width)
    others = [m.name.replace("_", " ") for m in found.game.measures if m.kind != measure.kind]
    figures.headed(
        figure,
        plot_words.title(found, measure, []),
        "All seats of a table play the same strategy here, so each has an equal share whatever "
        f"that strategy is: there is nothing to be drawn. Other measures: {', '.join(others)}.",
    )
    return figure
