"""The result: the cells of a table of best play, and how exactly they are known."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.questions.policy import asking, solved
from playout.questions.policy.asked import Asked
from playout.questions.policy.points import Cell, Moves, Value, cells_of
from playout.questions.position_words import item_of_seat

How = Literal["exact", "digits", "strategy"]


@dataclass(frozen=True)
class Found:
    """A table of best play, or of what strategies do."""

    asked: Asked
    cells: tuple[Cell, ...]  # row by row
    fields: tuple[str, ...]  # down, across if there is one, and that of thresholds if there is one
    has_across: bool
    how: How  # exact; known to nine digits; or what a strategy does
    positions: int  # that were gone through
    drawn: bool = False  # a strategy makes its moves at random
    seconds: float = 0.0
    complete: bool = True
    lone: tuple[tuple[str, Value], ...] = ()  # usual fields that have one value in all positions

    @property
    def games(self) -> int:
        """The positions that were gone through."""
        return self.positions

    @property
    def down(self) -> str:
        """The field of the rows."""
        return self.fields[0]

    @property
    def across(self) -> str:
        """The field of the columns, if there is one."""
        return self.fields[1] if self.has_across else ""

    @property
    def threshold(self) -> str:
        """The field of which a cell says from which value on another move is best, if any."""
        rest = self.fields[2 if self.has_across else 1 :]
        return rest[0] if rest else ""

    @cached_property
    def is_flat(self) -> bool:
        """Whether in each cell one move is best for all values of the threshold's field."""
        is_same = all(len(cell.runs) == 1 for cell in self.cells)
        return bool(self.threshold) and is_same and not self.drawn

    @cached_property
    def switch(self) -> tuple[int, int] | None:
        """The two moves between which all cells change, the later one last; None: there are more.

        Only of a table with thresholds.
        """
        if not self.threshold or self.is_flat:
            return None
        every = {move for cell in self.cells for run in cell.runs for move in run.moves}
        if len(every) != 2:
            return None
        last = Counter(cell.runs[-1].moves for cell in self.cells).most_common(1)[0][0]
        later = last[-1]
        (earlier,) = every - {later}
        return earlier, later

    def name(self, moves: Moves) -> str:
        """Moves as people write them, with ``or`` between equally good ones."""
        write = self.asked.game.drawing.format_move
        return " or ".join(str(write(move)) for move in moves)

    def head(self, field: str) -> str:
        """A field as people call it: ``own score``, ``seat 2's score`` of scores.1."""
        usual = item_of_seat(self.asked.game, field) or field.replace("_", " ")
        return self._own(self.asked.usual.heads).get(field, usual)

    def at(self, field: str, value: str) -> str:
        """The positions with this value of a field: ``with own score 3``, ``after throw 3``."""
        return (
            self._own(self.asked.usual.places)
            .get(field, f"with {self.head(field)} {{}}")
            .format(value)
        )

    def _own(self, words: Mapping[str, str]) -> Mapping[str, str]:
        """The game's words; none if the table is about other positions than the game's own."""
        usual, asked = self.asked.usual, self.asked
        has_own = all(str(usual.where.get(name, text)) == text for name, text in asked.fixed)
        return words if has_own else {}


def find(asked: Asked) -> Found:
    """Find the table; PlayoutError if the game is too large, or has none."""
    begun = time.perf_counter()
    alone = {None} == {*asked.players}
    knows = bool(asked.usual.exactly) and asked.game.exact_moves is not None and alone
    if asked.of_strategies or knows:
        listed = asking.points_of(asked)
        if listed is not None:
            points, fields, across, drawn = listed
            cells = tuple(cells_of(points, across))
            how: How = "strategy" if asked.of_strategies else "exact"
            taken = time.perf_counter() - begun
            return Found(asked, cells, fields, across, how, len(points.best), drawn, taken)
        if asked.usual.too_large:
            raise PlayoutError(
                f"{as_typed('measure', asked.measure.name)}: the best moves for it are not known "
                f"exactly, and {asked.game.title} is too large to be solved"
            )
    points, fields, across, tied, positions = solved.points_of(asked)
    if asked.show == "value" and len(fields) > (2 if across else 1):
        value = f"{fields[-1]}={points.values[-1][0]}"
        raise PlayoutError(
            f"{as_typed('show', 'value')}: a cell stands for positions with several values of "
            f"{fields[-1]}; choose one of them, such as {as_typed('where', value)}"
        )
    cells = tuple(cells_of(points, across))
    taken = time.perf_counter() - begun
    return Found(
        asked,
        cells,
        fields,
        across,
        "digits" if tied else "exact",
        positions,
        seconds=taken,
        lone=points.lone,
    )
