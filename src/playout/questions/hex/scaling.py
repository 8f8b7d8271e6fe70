"""Studies of larger boards: pivotal cells of a random board, and length of a compound game.

kind = "hex-scaling" in a study's TOML file: a map and compound games for each size of board.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from playout.games.hex.exact import mean_length
from playout.questions.hex import compound, maps, studies
from playout.questions.hex.figures import scaling_figure
from playout.questions.hex.maps.asked import EXACT
from playout.questions.hex.maps.found import exact
from playout.questions.hex.studies import Boards, Size, error_of_mean, estimate, table_of
from playout.report.estimates import about_or_between
from playout.report.figures import PAGE
from playout.report.study import Count, Steps
from playout.report.tables import Figure, Table
from playout.report.words import ends, half_width, interval_in
from playout.stats.intervals import REACH, Interval
from playout.stats.slopes import Slope, log_log_slope

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_EXACT = 4  # rows; the exact values of larger boards take too long


class Study(studies.Study):
    """Boards of several sizes, as data; every field can stand in a study's TOML file."""

    kind: Literal["hex-scaling"] = "hex-scaling"
    rows: list[Size] = Field(default=[3, 5, 7, 9, 11], min_length=1)  # and as many columns
    boards: Boards = 1_000_000  # of each map
    games: Count = 100  # for each size
    boards_per_move: Boards = 2_000
    fit_from: Size = 5  # slopes are fitted to boards of this size and more
    small: ClassVar = {"rows": [2, 3, 4], "boards": 4096, "fit_from": 1}

    def limited(self, games: int) -> dict[str, Any]:
        """So many games, with at most ten boards a move and a thousand a map for each of them."""
        return {
            "boards": min(self.boards, 1_000 * games),
            "games": games,
            "boards_per_move": min(self.boards_per_move, 10 * games),
        }

    def steps(self) -> Steps:
        """A map and games for size after size; each has a run file of its own.

        A size that was not finished is no point of the plot.
        """
        rows: list[dict[str, Any]] = []
        parts: list[maps.Answer | compound.Answer] = []
        sizes = sorted(set(self.rows))
        with suppress(KeyboardInterrupt):  # while an exact value is computed
            for size in sizes:
                found = yield f"-{size}-map", maps.Job(self.map(size))
                if not found.complete:
                    break
                games = compound.ask(
                    size, games=self.games, boards=self.boards_per_move, seed=self.seed
                )
                played = yield f"-{size}-games", compound.Job(games)
                if not played.complete:
                    break
                board, series = maps.Answer(found), compound.Answer(played)
                rows.append(row_of(size, board, series))
                parts += [board, series]
        return Answer(self, self.map(self.rows[0]), parts, rows, len(rows) == len(sizes))

    def map(self, size: int) -> maps.Asked:
        """The map of a board of this size."""
        return maps.ask(size, boards=self.boards, seed=self.seed)


class Answer(studies.Answer):
    """The results for each size of board, and how they grow."""

    kind = "hex-scaling"
    unit = "compound games"
    keys = ("rows",)
    usual = (
        "Random-turn Hex: on a board twice as wide, {{ doubled.pivotal_cells }} times as many "
        "cells decide who wins, and a game lasts {{ doubled.length }} times as long."
    )

    @property
    def games(self) -> int:
        """Compound games played, of all sizes."""
        return sum(row["games"] for row in self.rows)

    @property
    def counted(self) -> dict[str, int]:
        """Boards of maps, and games."""
        return {"boards": sum(row["boards"] for row in self.rows), self.unit: self.games}

    @property
    def slopes(self) -> dict[str, Slope | None]:
        """The fitted slopes of pivotal_cells and length; None for fewer than three sizes."""
        return {name: self._slope(name) for name in ("pivotal_cells", "length")}

    def _slope(self, name: str) -> Slope | None:
        """The slope of log(name) against log(rows), weighted by the widths of the intervals.

        Few games have wide ones, also where their lengths happen to be nearly equal.
        """
        large = [row for row in self.rows if row["rows"] >= self.study.fit_from]
        errors = {row["rows"]: half_width(interval_in(row, name)) / REACH for row in large}
        fitted = [row for row in large if errors[row["rows"]] > 0]
        if len(fitted) < 3:
            return None
        sizes, values = ([row[key] for row in fitted] for key in ("rows", name))
        return log_log_slope(sizes, values, [errors[size] for size in sizes])

    def words(self) -> dict[str, Any]:
        """Also the exponents, and by how much both grow on boards twice as wide."""
        slopes = self.slopes.items()
        return {
            **super().words(),
            "slopes": {name: _in_words(slope, "an unknown exponent") for name, slope in slopes},
            "doubled": {
                name: _in_words(slope, "an unknown number of", 2) for name, slope in slopes
            },
            "fit_from": self.study.fit_from,
        }

    def facts(self) -> dict[str, Any]:
        """The fitted exponents, with their errors, and the growth on boards twice as wide."""
        facts: dict[str, Any] = {"fit_from": self.study.fit_from}
        for name, slope in self.slopes.items():
            facts |= ends(f"{name}_slope", _interval(slope))
            facts[f"{name}_slope_error"] = slope and slope.error
            facts |= ends(f"{name}_doubled", _interval(slope, 2))
        return facts

    def tables(self) -> list[Table]:
        """A row for each size (see :func:`row_of`)."""
        return [table_of(self.rows)]

    def figures(self) -> list[Figure]:
        """Pivotal cells and length against the size of the board."""
        return [Figure(self.plot, in_notebook=True)] if self.rows else []

    def plot(self, width: float = PAGE) -> Picture:
        """Return pivotal cells and length against the size, with fits, as a matplotlib figure.

        ``width`` is in inches.
        """
        return scaling_figure(self.rows, self.slopes, width)


def _in_words(slope: Slope | None, unknown: str, larger: int = 0) -> str:
    """A slope in words, or how much the value grows on boards ``larger`` times as wide."""
    interval = _interval(slope, larger)
    return unknown if interval is None else about_or_between(interval, rate=False)


def _interval(slope: Slope | None, larger: int = 0) -> Interval | None:
    """The interval of a slope, or of the growth on boards ``larger`` times as wide."""
    if slope is None:
        return None
    interval = Interval.around(slope.exponent, REACH * slope.error)
    return Interval(*(larger**end for end in interval)) if larger else interval


def row_of(size: int, board: maps.Answer, series: compound.Answer) -> dict[str, Any]:
    """A size of board in a row; NaN where a value is not known."""
    small = size <= MOST_EXACT
    known = exact(maps.ask(size, method=EXACT)) if small else None
    return {
        "rows": size,
        "boards": board.boards,
        **estimate(
            "pivotal_cells", board.expected_pivotals_interval, board.expected_pivotals_error
        ),
        "pivotal_cells_exact": known.expected_pivotals_interval.estimate if known else math.nan,
        "games": series.games,
        **estimate("length", series.mean_length, error_of_mean(series.lengths)),
        "length_exact": mean_length(size, size) if small else math.nan,
        "square_of_pivotal_cells": board.expected_pivotals**2,
    }
