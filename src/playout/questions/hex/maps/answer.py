"""What a map tells: a sentence, a row for each cell, and the board in colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from playout.engine.words.reading import read_whole
from playout.games.hex.board import Stones
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import cell_name, on_one_line
from playout.questions.hex.figures import board_figure
from playout.questions.hex.maps import words
from playout.questions.hex.maps.found import Found
from playout.questions.hex.maps.screen import terminal
from playout.report import answer
from playout.report.estimates import NAMES, fixed_n
from playout.report.figures import PAGE, PIXELS, inches
from playout.report.tables import Figure, Table
from playout.report.words import ends
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture


class Answer(answer.Answer):
    """How often each cell of a position is pivotal in a random filling of its free cells.

    A cell is pivotal on a filled board if flipping it alone changes the winner.  A notebook
    shows the map as a picture.
    """

    kind = "hex-map"
    unit = "boards"
    keys = ("row", "col", "cell")
    bounds: ClassVar = {"rate": ("low", "high")}
    found: Found

    @property
    def stones(self) -> Stones:
        """The position int8[rows, cols]: 0 free, 1 and 2 fixed for that player."""
        return self.found.asked.stones

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return int(self.stones.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return int(self.stones.shape[1])

    @property
    def p(self) -> float:
        """The chance that a free cell is player 1's."""
        return self.found.asked.p

    @property
    def method(self) -> str:
        """How the boards were looked at: flood, gale, flip or exact."""
        return self.found.asked.method

    @property
    def boards(self) -> int:
        """Boards looked at; by method exact all 2**free fillings."""
        return self.found.boards

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """int64[rows, cols]: boards on which the cell is pivotal."""
        return self.found.counts

    @property
    def rates(self) -> npt.NDArray[np.float64]:
        """float64[rows, cols], 0..1: how often the cell is pivotal; 0 where a stone is fixed."""
        return self.found.rates

    @property
    def standard_errors(self) -> npt.NDArray[np.float64]:
        """float64[rows, cols]: of the rates; 0 by method exact."""
        return self.found.standard_errors

    @property
    def expected_pivotals(self) -> float:
        """The mean number of pivotal cells on a board."""
        return self.found.expected_pivotals

    @property
    def expected_pivotals_error(self) -> float:
        """The standard error of that; NaN for fewer than two boards."""
        return self.found.expected_pivotals_error

    @property
    def expected_pivotals_interval(self) -> Interval:
        """The mean number of pivotal cells on a board with its 95 % interval."""
        return self.found.expected_pivotals_interval

    @property
    def confidence(self) -> float | None:
        """Boards are looked at until the best cell is clear with this confidence; None: all."""
        return self.found.asked.confidence

    @property
    def win_rate(self) -> float:
        """How often player 1 wins, 0..1."""
        return self.found.win_rate

    @property
    def win_interval(self) -> Interval:
        """Player 1's rate of winning with its 95 % interval."""
        return self.found.win_interval

    @property
    def best(self) -> str:
        """The cell that was pivotal most often, by name; the first of equals."""
        return self.found.best

    @property
    def leaders(self) -> list[str]:
        """The cells that may be the most pivotal one, by name, the best first.

        One that truly is the most pivotal is left out with a chance of 5 % at most; with a
        confidence, of 1 - confidence.
        """
        return self.found.leaders

    @property
    def heat(self) -> npt.NDArray[np.float64]:
        """The rates of the free cells, NaN where a stone is fixed: what pictures colour."""
        return self.found.heat

    def sentence(self) -> str:
        """Which cell is pivotal most often, and how sure that is."""
        return words.sentence(self.found)

    def caption(self) -> str:
        """What was counted."""
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """The position, how it was looked at, and what is not of a single cell."""
        return {
            "position": on_one_line(self.stones),
            "p": self.p,
            "method": self.method,
            "seed": None if self.found.is_exact else self.seed,
            "confidence": self.confidence,
            "interval": self._kind_of_intervals(),
            **ends("win", self.win_interval),
            **ends("expected_pivotals", self.expected_pivotals_interval),
            "expected_pivotals_error": self.expected_pivotals_error,
            "best": self.best if self.boards else None,
            "leaders": self.leaders if self.boards else [],
        }

    def _kind_of_intervals(self) -> str:
        if self.found.is_exact:
            return "exact"
        if self.confidence is not None:
            return NAMES["anytime"]
        return fixed_n(self.complete, "boards")

    def fixed(self) -> dict[str, Any]:
        """The board, and how it was looked at."""
        facts = self.facts()
        return {name: facts[name] for name in ("position", "p", "method", "confidence")}

    def cell(self, number: int) -> dict[str, Any]:
        """A row of the table: row and col (from 1), cell, owner (0: free), boards, pivotal (boards
        on which it is), rate, standard_error, and low and high, the ends of a 95 % interval."""
        number = read_whole("number", number, 0, self.stones.size - 1)
        row, col = divmod(number, self.cols)
        rate, low, high = self.found.interval(number)
        return {
            "row": row + 1,
            "col": col + 1,
            "cell": cell_name(number, self.cols),
            "owner": int(self.stones.flat[number]),
            "boards": self.boards,
            "pivotal": int(self.counts.flat[number]),
            "rate": rate,
            "standard_error": float(self.standard_errors.flat[number]),
            "low": low,
            "high": high,
        }

    def cells(self, name: str = "") -> Table:
        """The table of all cells; of a study, with the name of its file."""
        rows = [self.cell(number) for number in range(self.stones.size)]
        return Table(rows, [], name=name, is_shown=False)

    def tables(self) -> list[Table]:
        """A row for each cell (see :meth:`cell`), for machines: people see the board."""
        return [self.cells()]

    def figures(self) -> list[Figure]:
        """The board in colours."""
        if not self.boards:
            return []
        return [
            Figure(
                lambda width: self.plot(width=width),
                drawing=lambda width: self.svg(width=width),
                text=lambda width: terminal(self.stones, self.heat, width),
                in_notebook=True,
            )
        ]

    def svg(self, title: str | None = None, width: float = PAGE) -> str:
        """The map as an SVG string, at most so many inches wide; a title of "" is none."""
        heat = self.heat if self.boards else None
        return board_svg(
            self.stones, heat=heat, title=self._title(title), width=PIXELS * inches(width)
        )

    def plot(self, title: str | None = None, width: float = PAGE) -> Picture:
        """The map as a matplotlib figure, so many inches wide; a title of "" is none."""
        heat = self.heat if self.boards else None
        return board_figure(self.stones, heat=heat, title=self._title(title), width=width)

    def _title(self, given: str | None) -> str:
        """What the picture shows, if nothing else is said of it."""
        if given is not None:
            return str(given)
        return (
            f"Hex, {self.rows} x {self.cols}: on how many of {self.boards:,} boards each cell is "
            "pivotal"
        )
