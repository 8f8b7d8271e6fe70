"""Studies of maps: one board with several numbers of random boards, side by side.

kind = "hex-map" in a study's TOML file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field

from playout.games.hex.display.notation import cell_name
from playout.questions.hex import studies
from playout.questions.hex.asked import SIZE
from playout.questions.hex.maps.answer import Answer
from playout.questions.hex.maps.asked import Asked, ask
from playout.questions.hex.maps.job import Job
from playout.questions.hex.studies import Boards, Size, estimate, in_turn, table_of
from playout.questions.hex_parameter_tables import MAP
from playout.report.study import Steps
from playout.report.tables import Figure, Table


class Study(studies.Study):
    """Maps of an empty board, as data; every field can stand in a study's TOML file."""

    few: ClassVar = 3_000  # boards
    kind: Literal["hex-map"] = "hex-map"
    rows: Size = SIZE  # and as many columns
    boards: list[Boards] = Field(
        default=[MAP["boards"].default_value], min_length=1
    )  # a map for each number

    def limited(self, games: int) -> dict[str, Any]:
        """At most so many boards: a map plays no games."""
        most = max(self.boards)
        return {
            "boards": list(
                dict.fromkeys(games if n == most else min(n, games) for n in self.boards)
            )
        }

    def map(self, boards: int) -> Asked:
        """The map with this number of boards."""
        return ask(self.rows, boards=boards, seed=self.seed)

    def steps(self) -> Steps:
        """Make map after map; each has a run file of its own."""
        maps: list[Answer] = []
        jobs = ((f"-{boards}", Job(self.map(boards))) for boards in dict.fromkeys(self.boards))
        complete = yield from in_turn(jobs, Answer, maps)
        rows = [row_of(answer) for answer in maps]
        return Maps(self, self.map(self.boards[0]), maps, rows, complete)


class Maps(studies.Answer):
    """The maps of a study."""

    kind = "hex-map"
    unit = "boards"
    keys = ("boards",)
    scale = "rates in per cent; "
    answers: Sequence[Answer]

    def words(self) -> dict[str, Any]:
        """Also the size of the board."""
        return {**super().words(), "size": self.study.rows}

    def tables(self) -> list[Table]:
        """A row for each map (see :func:`row_of`); and each map cell by cell, as a file."""
        return [
            table_of(self.rows),
            *(answer.cells(f"{answer.boards}-cells") for answer in self.answers),
        ]

    def figures(self) -> list[Figure]:
        """The maps."""
        return [
            replace(answer.figures()[0], name=f"{answer.boards}", text=None)
            for answer in self.answers
        ]


def row_of(answer: Answer) -> dict[str, Any]:
    """A map in a row, with rates in per cent.

    ``candidates`` counts the cells that may be the most pivotal one; ``best_other`` is the most
    pivotal cell but for the centre.  What goes with an estimate is said by `estimate`.
    """
    middle = (answer.rows - 1) // 2 * answer.cols + (answer.cols - 1) // 2
    others = answer.rates.copy()
    others.flat[middle] = -1.0
    rival = int(others.argmax())
    error = answer.standard_errors.ravel()
    return {
        "boards": answer.boards,
        "best_cell": answer.best,
        "candidates": len(answer.leaders),
        "centre": cell_name(middle, answer.cols),
        **estimate("centre_rate", answer.interval(middle), float(error[middle]), 100),
        "best_other": cell_name(rival, answer.cols),
        **estimate("best_other_rate", answer.interval(rival), float(error[rival]), 100),
        **estimate(
            "pivotal_cells", answer.expected_pivotals_interval, answer.expected_pivotals_error
        ),
    }
