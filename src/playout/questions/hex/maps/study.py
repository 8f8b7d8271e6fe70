"""Studies of maps: one board with several numbers of random boards, side by side.

kind = "hex-map" in a study's TOML file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from playout.games.hex.display.notation import cell_name
from playout.questions.hex.maps.answer import Answer
from playout.questions.hex.maps.asked import Asked, ask
from playout.questions.hex.maps.job import Job
from playout.questions.hex.positions import SIZE
from playout.questions.hex.studies import (
    Boards,
    Size,
    intervals,
    table_of,
    template_words,
    told,
)
from playout.questions.hex_tables import MAP
from playout.report import answer, study
from playout.report.study import Steps, Together
from playout.report.tables import Figure, Table
from playout.report.templates import filled_in
from playout.report.words import took


class Study(study.Study):
    """Maps of an empty board, as data; every field can stand in a study's TOML file."""

    kind: Literal["hex-map"] = "hex-map"
    rows: Size = SIZE  # and as many columns
    boards: list[Boards] = Field(
        default=[MAP["boards"].usual], min_length=1
    )  # a map for each number

    def limited(self, games: int) -> dict[str, Any]:
        """At most a thousand boards for each of so many games."""
        return {"boards": list(dict.fromkeys(min(n, 1_000 * games) for n in self.boards))}

    def check(self) -> None:
        """Whatever its fields allow can be counted."""

    def rehearse(self) -> None:
        """Make the answer of maps of a small board."""
        small = self.changed(games=3, seed=None)
        study.rehearse(small.model_copy(update={"rows": 3}))

    def map(self, boards: int) -> Asked:
        """The map of so many boards."""
        return ask(self.rows, boards=boards, seed=self.seed)

    def steps(self) -> Steps:
        """Make map after map; each has a run file of its own."""
        maps: list[Answer] = []
        numbers = list(dict.fromkeys(self.boards))
        for boards in numbers:
            found = yield f"-{boards}", Job(self.map(boards))
            if found.games:
                maps.append(Answer(found))
            if not found.complete:
                break
        return Maps(self, maps, len(maps) == len(numbers) and maps[-1].complete)


class Maps(answer.Answer):
    """The maps of a study."""

    kind = "hex-map"
    unit = "boards"
    keys = ("boards",)

    def __init__(self, study: Study, maps: list[Answer], complete: bool) -> None:
        super().__init__(Together(study.map(study.boards[0]), maps, complete))
        self.study, self.maps = study, maps

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The main table: a row for each map (see :func:`row_of`)."""
        return [row_of(one) for one in self.maps]

    def sentence(self) -> str:
        """What the study's template makes of the maps, or what the last of them says."""
        if not self.study.answer and self.maps:
            return self.maps[-1].sentence()
        words = {**template_words(), "rows": self.rows, "size": self.study.rows}
        return filled_in(self.study.answer, words, self.complete)

    def caption(self) -> str:
        """What the numbers are."""
        counted = f"{self.games:,} boards{took(self.seconds)}"
        return f"{intervals(self.complete)}; rates in per cent; seed {self.seed}; {counted}"

    def tables(self) -> list[Table]:
        """A row for each map; and each map cell by cell, as a file."""
        return [table_of(self.rows), *(one.cells(f"{one.boards}-cells") for one in self.maps)]

    def figures(self) -> list[Figure]:
        """The maps."""
        return [_picture(one) for one in self.maps]


def _picture(one: Answer) -> Figure:
    return replace(one.figures()[0], name=f"{one.boards}", text=None)


def row_of(one: Answer) -> dict[str, Any]:
    """A map in a row, with rates in per cent.

    ``candidates`` counts the cells that may be the most pivotal one; ``best_other`` is the most
    pivotal cell but for the centre.  What goes with an estimate is said by `told`.
    """
    middle = (one.rows - 1) // 2 * one.cols + (one.cols - 1) // 2
    others = one.rates.copy()
    others.flat[middle] = -1.0
    rival = int(others.argmax())
    error = one.standard_errors.ravel()
    return {
        "boards": one.boards,
        "best_cell": one.best,
        "candidates": len(one.leaders),
        "centre": cell_name(middle, one.cols),
        **told("centre_rate", one.found.interval(middle), float(error[middle]), 100),
        "best_other": cell_name(rival, one.cols),
        **told("best_other_rate", one.found.interval(rival), float(error[rival]), 100),
        **told("pivotal_cells", one.expected_pivotals_interval, one.expected_pivotals_error),
    }
