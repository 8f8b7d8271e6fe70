"""The answer of a map: a sentence, a row for each cell, and the board in colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from playout.engine.native.uncompiled import uncompiled
from playout.engine.words.reading import read_whole
from playout.games.hex.board import FREE, SIDES
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import cell_name, parse_cell
from playout.games.hex.fill import Filling, chance_of
from playout.games.hex.race import classes_of
from playout.questions.hex.board_answer import BoardAnswer, with_error
from playout.questions.hex.figures import board_figure, board_picture
from playout.questions.hex.maps.found import Found
from playout.questions.hex.maps.screen import terminal
from playout.report.estimates import (
    LEVEL,
    NAMES,
    STAY_VALID,
    about_or_between,
    fixed_intervals,
    fixed_n,
    is_rough,
    somewhere,
    too_few,
)
from playout.report.figures import PAGE, PIXELS, inches
from playout.report.tables import Figure, Table
from playout.report.words import (
    POINTS,
    about,
    capitalised,
    ends,
    listed,
    several,
    spelled,
    took,
)
from playout.stats.intervals import Interval, rate_interval
from playout.stats.sequential import sequence_interval
from playout.stats.tally import Histogram

if TYPE_CHECKING:
    from playout.report.picture import Picture

MISSED = 0.05  # the largest chance to leave out a cell that truly is the most pivotal
MOST_NAMED = 8  # cells in the sentence
MOST_ALIKE = 3  # groups of equal cells, if many cells may be the most critical
SELECTED = (
    "stopped as soon as the most critical {} clear, so {} share is on average a little too high "
    "(its interval is still valid)"
)
MEANING = "giving it to the other player changes the winner"


class Answer(BoardAnswer):
    """The result of `criticality`: how often each cell of a Hex position is pivotal.

    A cell is pivotal on a filled board if flipping it alone changes the winner.  A notebook shows
    the map as a picture.

    - ``method``: "flood", "gale", "flip" or "exact".
    - ``boards``: the number of random boards; with "exact" all 2**free fillings.
    - ``counts``: int64[rows, cols], boards on which the cell is pivotal.
    - ``rates``: float64[rows, cols], 0..1, how often it is pivotal; 0 where a stone is fixed.
    - ``standard_errors``: float64[rows, cols], of the rates; 0 with "exact".
    - ``expected_pivotals``: the mean number of pivotal cells on a board, with its 95 % interval
      ``expected_pivotals_interval`` and its standard error ``expected_pivotals_error`` (NaN for
      fewer than two boards).
    - ``win_rate``: how often player 1 wins, 0..1.
    - ``heat``: the rates of the free cells, NaN where a stone is fixed, as pictures show them.
    """

    kind = "hex-map"
    unit = "boards"
    keys = ("row", "col", "cell")
    bounds: ClassVar = {"rate": ("low", "high")}
    settings = ("position", "p", "method", "confidence")
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.method = found.asked.method
        self.boards = found.boards
        self.counts, self.rates = found.counts, found.rates
        self.standard_errors = found.standard_errors
        pivotals = found.expected_pivotals_interval
        is_sure = self._is_sure and self.boards > 0
        self.expected_pivotals_interval = Interval.exact(pivotals.estimate) if is_sure else pivotals
        self.expected_pivotals = found.expected_pivotals_interval.estimate
        self.expected_pivotals_error = found.expected_pivotals_error
        self.win_rate = found.win_rate
        self.heat = np.where(self.stones == FREE, self.rates, np.nan)

    @property
    def _is_sure(self) -> bool:
        """Whether the numbers are exact: of all boards, or of the only one that is possible."""
        return self.found.is_exact or self.p in (0, 1)

    @property
    def win_interval(self) -> Interval:
        """Player 1's win rate with its 95 % interval."""
        if self._is_sure and self.boards:
            return Interval.exact(self.win_rate)
        return self._rate(round(self.win_rate * self.boards) if self.boards else 0)

    def interval(self, cell: int) -> Interval:
        """Return the rate of a cell, by its number, with its 95 % interval."""
        rate = float(self.rates.flat[cell])
        if (self._is_sure and self.boards) or self.stones.flat[cell] != FREE:
            return Interval.exact(rate)
        return self._rate(int(self.counts.flat[cell]))

    def _rate(self, boards: int) -> Interval:
        """The rate of an event that happened on this number of boards, with its 95 % interval."""
        if self.confidence is None:
            return rate_interval(boards, self.boards)
        return sequence_interval(Histogram(np.array([self.boards - boards, boards])), top=1.0)

    @property
    def best(self) -> str:
        """The name of the cell that was pivotal most often; the first one of equals.

        With a ``confidence``, cells that are equal by symmetry share the mean of their rates.
        """
        running = self.found.running
        return self._named(running[0] if running else int(self.rates.argmax()))

    @property
    def leaders(self) -> list[str]:
        """The names of the cells that may be the most pivotal one, the best first.

        The truly most pivotal cell is missing with a chance of at most 5 %, however few the boards.
        The boards on which only one of two equal cells is pivotal are tosses of a fair coin.  So a
        cell that is alone pivotal on b boards, where the best is alone pivotal on a boards, is left
        out if a + b tosses show at least a heads with a chance of at most 5 % divided by the number
        of other cells (Bonferroni).  Boards on which both are pivotal only make this more careful.
        With a ``confidence`` that chance is 1 - ``confidence``: these are the cells that the race
        has not ruled out (playout/games/hex/race.py).
        """
        if self.found.running is not None:
            return [self._named(cell) for cell in self.found.running]
        from scipy.special import betainc

        free = self.stones == FREE
        if self._is_sure:
            near = self.rates >= self.rates.max() * (1 - 1e-12)  # but for rounding
        else:
            chance = betainc(max(int(self.counts.max()), 1), self.counts + 1, 0.5)
            near = chance > MISSED / max(int(free.sum()) - 1, 1)
            near = self._with_equals(near & free)
        chosen = np.flatnonzero(near & free)
        by_rate = chosen[np.argsort(-self.rates.flat[chosen], kind="stable")]
        return [self._named(int(cell)) for cell in by_rate]

    def _with_equals(self, near: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """These cells, and those that are equal to one of them by symmetry."""
        classes = self._classes().reshape(near.shape)
        return np.isin(classes, classes[near])

    def _classes(self) -> npt.NDArray[np.int64]:
        classes: npt.NDArray[np.int64] = uncompiled(classes_of)(
            Filling(self.stones, chance_of(self.p), 0)
        )
        return classes

    def _named(self, cell: int) -> str:
        return cell_name(cell, self.cols)

    def _number(self, name: str) -> int:
        return parse_cell(name, self.rows, self.cols)

    def _equals(self, cells: list[str]) -> list[list[str]]:
        """These cells, those together that are equally critical by symmetry."""
        classes = self._classes()
        groups: dict[int, list[str]] = {}
        for cell in cells:
            groups.setdefault(int(classes[self._number(cell)]), []).append(cell)
        return list(groups.values())

    def sentence(self) -> str:
        """Return which cell is pivotal most often, and how clear that is."""
        if not self.boards:
            return f"{self.board}: no board has been sampled yet."
        boards = several(self.boards, "random board")
        if not self.rates.max() > 0:
            if self._is_sure:
                return f"{self.board}: no cell ever decides who wins."
            return f"{self.board}: no cell decided who wins on any of {boards}."
        leaders = self.leaders
        equals = self._equals(leaders)
        if self._is_sure or len(equals) == 1:
            each = "each of them decides" if leaders[1:] else "it decides"
            are = "are the most critical cells" if leaders[1:] else "is the most critical cell"
            are = "is the only free cell" if (self.stones == FREE).sum() == 1 else are
            twins = "" if self._is_sure or not leaders[1:] else ", which are equal by symmetry,"
            return (
                f"{self.board}: {_listed(leaders, 'and')}{twins} {are}: {each} who wins on "
                f"{self._share(leaders)} ({MEANING})."
            )
        few = f"{self.board}: {too_few(boards)} to tell which cell is the most critical"
        if len(leaders) == (self.stones == FREE).sum():
            free = "free cells" if (self.stones != FREE).any() else "cells"
            either = _listed(leaders, "or") if len(leaders) == 2 else ""
            return f"{few}: it may be {either or f'any of the {len(leaders):,} {free}'}."
        shares = {name: f"{100 * self.rates.flat[self._number(name)]:.1f}" for name in leaders}
        first = [name for name in leaders if shares[name] == shares[leaders[0]]]  # as the map shows
        lead = "lead: each of them decides" if first[1:] else "leads: it decides"
        alike = [listed(cells) for cells in equals if cells[1:]]
        shown = alike if len(leaders) <= MOST_NAMED else alike[:MOST_ALIKE]
        some = ", for example" if len(shown) < len(alike) else ""
        tied = "Equal by symmetry (differences are chance)"
        tied = f" {tied}{some}: {'; '.join(shown)}." if shown else ""
        return (
            f"{few}. {_listed(first, 'and')} {lead} who wins on {self._share(first)} ({MEANING}). "
            f"But {len(leaders):,} cells may be the most critical: {_listed(leaders, 'or')}.{tied}"
        )

    def _share(self, names: Sequence[str]) -> str:
        """How often each of these cells, which are equal, is pivotal: ``about 17 % of ...``."""
        cells = [self._number(name) for name in names]
        if self._is_sure:
            rate = self.interval(cells[0])
            is_always = rate.estimate == 1
            return "every board" if is_always else f"{about(rate, rate=True)} of random boards"
        rate = self._rate(round(float(self.counts.flat[cells].mean())))
        if rate.estimate == 1 and self.boards > 1:
            return (
                "both random boards" if self.boards == 2 else f"all {self.boards:,} random boards"
            )
        is_unsure = is_rough(rate) and rate.estimate < 1
        amount = somewhere(rate, rate=True) if is_unsure else about_or_between(rate, rate=True)
        return f"{amount} of random boards"

    def caption(self) -> str:
        """The boards, how they were looked at, and the results beside the rates."""
        asked, is_exact = self.found.asked, self.found.is_exact
        how = "all fillings, exactly" if is_exact else f"method {self.method}"
        boards, sure = several(self.boards, "board"), self.confidence
        if sure is not None:
            boards += f" of at most {asked.boards:,}, until clear with confidence {sure:g}"
        seed = "" if is_exact else f"; seed {asked.seed}"
        parts = [f"{self.size}: {boards} ({how}){took(self.seconds)}{seed}"]
        if self.boards:
            pivotals = with_error(self.expected_pivotals_interval, False)
            parts.append(
                f"Player 1 (joins {SIDES[1]}) wins {with_error(self.win_interval, True)}; "
                f"{spelled(pivotals, ' deciding cells')} per board"
            )
        if self.boards and not self._is_sure:
            most = 100 * float(self.standard_errors.max())
            if most > 0:  # else no cell differs between the boards, which says nothing of its error
                up_to = spelled(f"{most:.2g}", POINTS)
                parts.append(f"Standard errors of single cells: up to {up_to}")
            intervals = (
                fixed_intervals(self.complete, "boards")
                if sure is None
                else f"{100 * LEVEL:g} % intervals {STAY_VALID}"
            )
            parts.append(f"In brackets: {intervals}")
            if sure is not None and self.complete and self.boards < asked.boards:
                several_lead = bool(self.leaders[1:])
                parts.append(
                    SELECTED.format(
                        *(("cells were", "their") if several_lead else ("cell was", "its"))
                    )
                )
        return ". ".join([*map(capitalised, parts)]) + "."

    def facts(self) -> dict[str, Any]:
        """The position, how it was looked at, and the results for the whole board."""
        return {
            **super().facts(),
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

    def cell(self, number: int) -> dict[str, Any]:
        """Return a row of the table as a dict.

        Its keys are row and col (from 1), cell, owner (0 is free), boards, pivotal (boards on which
        it is pivotal), rate, standard_error, low and high (the ends of a 95 % interval).
        """
        number = read_whole("number", number, 0, self.stones.size - 1)
        row, col = divmod(number, self.cols)
        rate, low, high = self.interval(number)
        return {
            "row": row + 1,
            "col": col + 1,
            "cell": self._named(number),
            "owner": int(self.stones.flat[number]),
            "boards": self.boards,
            "pivotal": int(self.counts.flat[number]),
            "rate": rate,
            "standard_error": float(self.standard_errors.flat[number]),
            "low": low,
            "high": high,
        }

    def cells(self, name: str = "") -> Table:
        """Return the table of all cells; in a study, with the name of its file."""
        rows = [self.cell(number) for number in range(self.stones.size)]
        return Table(rows, [], name=name, is_shown=False)

    def tables(self) -> list[Table]:
        """A row for each cell (see :meth:`cell`), for machines: people see the board."""
        return [self.cells()]

    def figures(self) -> list[Figure]:
        """The board in colours."""
        if not self.boards:
            return []
        text = partial(terminal, self.stones, self.heat)
        return [board_picture(text=text, **self._drawn(None))]

    def svg(self, title: str | None = None, width: float = PAGE) -> str:
        """Return the map as an SVG string, at most ``width`` inches wide.

        The title "" leaves out the title.
        """
        return board_svg(**self._drawn(title), width=PIXELS * inches(width))

    def plot(self, title: str | None = None, width: float = PAGE) -> Picture:
        """Return the map as a matplotlib figure, ``width`` inches wide.

        The title "" leaves out the title.
        """
        return board_figure(**self._drawn(title), width=width)

    def _drawn(self, title: str | None) -> dict[str, Any]:
        """The parts of the picture; its usual title if None is given."""
        usual = f"{self.heading}: how often each cell decides who wins, on {self.boards:,} boards"
        heat = self.heat if self.boards else None
        return {"stones": self.stones, "heat": heat, "title": usual if title is None else title}


def _listed(cells: list[str], last: str) -> str:
    """``f6, e7 or g5``; of many only the first, but "and 1 more" is no shorter than its name."""
    if len(cells) > MOST_NAMED + 1:
        return f"{', '.join(cells[:MOST_NAMED])} and {len(cells) - MOST_NAMED:,} more"
    return listed(cells, last)
