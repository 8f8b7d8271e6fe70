"""The answer of a solution: the value, a row for each seat, a row for each first move."""

from __future__ import annotations

import math
from typing import Any

from playout.engine.solve.solution import Ends
from playout.engine.words.errors import PlayoutError
from playout.questions.judged import match_at
from playout.questions.solve import words
from playout.questions.solve.found import Found
from playout.questions.solving import BEST
from playout.report import answer
from playout.report.tables import Column, Fields, Table, seat_column, text_column
from playout.report.text_tables import ALWAYS
from playout.report.words import NOTHING, unit_of
from playout.report.words import ends as fields_of
from playout.stats.intervals import Interval


class Answer(answer.Answer):
    """The result of `solve`: the exact value of a small game.

    ``value`` is the value of the game, or of seat 0; ``games`` is the number of positions.
    """

    kind = "solve"
    unit = "positions"
    found: Found

    @property
    def keys(self) -> tuple[str, ...]:  # type: ignore[override]
        """The columns that name a row."""
        return ("move",) if self._has_moves_first else ("seat",)

    @property
    def value(self) -> float:
        """The value of the game, or of the first seat whose value is known."""
        return next(ends.value for ends in self.found.solved.values if ends is not None)

    @property
    def is_exact(self) -> bool:
        """Whether the value is exact apart from rounding; otherwise it is within a billionth."""
        return self.found.solved.is_exact

    @property
    def best_moves(self) -> list[str]:
        """The best first moves as text; empty if there is no choice."""
        return [self.found.name(move) for move in words.best_moves(self.found)]

    def moves_at(self, position: str) -> dict[str, float]:
        """Return the value of each move, as text, in any position that was visited.

        The values are those of the player to move.  PlayoutError if the position has no choice, or
        if the best move depends on hidden information.
        """
        solver = self.found.solver
        if solver is None:
            raise PlayoutError(
                "an answer from another process contains no positions: solve the game again"
            )
        state = match_at(self.found.asked.rules, position, 1).state
        worth = solver.moves_at(state)
        return {self.found.name(move): ends.value for move, ends in worth.items()}

    def sentence(self) -> str:
        return words.sentence(self.found)

    def caption(self) -> str:
        return words.caption(self.found)

    def _origin(self) -> dict[str, Any]:
        origin = super()._origin()
        del origin["seed"]  # nothing is drawn
        return origin

    def facts(self) -> dict[str, Any]:
        asked, solved = self.found.asked, self.found.solved
        return {
            "rules": dict(asked.rules.values),
            "strategies": [asked.name_of(seat) for seat in range(len(asked.players))],
            "measure": asked.measure.name,
            "position": asked.position,
            "exact": solved.is_exact,
            "positions": solved.positions,
            "best_moves": self.best_moves,
            "unknown": {str(seat): why for seat, why in self.found.unknown.items()},
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        return {**asked.rules.values, "strategy": asked.line, "measure": asked.measure.name}

    @property
    def _has_moves_first(self) -> bool:
        return self.found.asked.position is not None and bool(self.found.solved.moves)

    def tables(self) -> list[Table]:
        """A row for each seat, and one for each first move; of a position the moves come first.

        ``value`` of the measure for the ``seat`` with its ``strategy``, the ``best`` that it could
        have against the others, and what it ``gives_away``; and the ``value`` after each ``move``,
        with its ``number``.  Each value has its ends ``_low`` and ``_high``.
        """
        tables = [self._seats()]
        if self.found.solved.moves:
            tables.insert(0 if self._has_moves_first else 1, self._moves())
        tables[0] = self._named(tables[0], "")
        return tables

    def _named(self, table: Table, name: str) -> Table:
        return Table(table.rows, table.columns, name=name)

    def _seats(self) -> Table:
        asked, found = self.found.asked, self.found
        measure, rate = asked.measure, asked.measure.is_rate
        rows = []
        for seat in range(len(asked.players)):
            value, best = found.value_of(seat), found.reply_of(seat)
            away = math.nan
            if value is not None and best is not None:
                away = max(0.0, found.wish_of(seat) * (best.value - value.value))
            rows.append(
                {
                    "seat": seat,
                    "strategy": asked.name_of(seat),
                    **_fields("value", value),
                    **_fields("best", best),
                    "gives_away": away,
                }
            )
        unit = unit_of(measure)
        free = "any" if words.is_free(found) else BEST
        columns = [
            seat_column(),
            text_column(
                "strategy", write=lambda row: free if row["strategy"] == BEST else row["strategy"]
            ),
            Column(
                "value",
                words.value_head(found),
                lambda row: _written(row, "value", rate),
                rank=ALWAYS,
            ),
        ]
        if found.replies:
            columns += [
                Column(
                    "best",
                    unit.head("best play here"),
                    lambda row: _written(row, "best", rate),
                    rank=ALWAYS,
                ),
                Column(
                    "gives_away",
                    unit.difference_head("gives away"),
                    lambda row: _away(row, rate),
                    rank=ALWAYS,
                ),
            ]
        return Table(rows, columns, name="seats")

    def _moves(self) -> Table:
        found, measure = self.found, self.found.asked.measure
        best = words.best_moves(found)
        moves = sorted(
            found.solved.moves.items(),
            key=lambda item: (-(found.wish or 1) * item[1].value, item[0]),
        )
        rows = [
            {
                "move": found.name(move),
                "number": move,
                **_fields("value", ends),
                "is_best": move in best,
            }
            for move, ends in moves
        ]
        columns = [
            text_column("move"),
            Column(
                "value",
                words.value_head(found),
                lambda row: _written(row, "value", measure.is_rate),
                rank=ALWAYS,
            ),
        ]
        if len(best) < len(moves):  # else no move is better than another
            columns.append(
                text_column("is_best", "best", write=lambda row: "best" if row["is_best"] else "")
            )
        return Table(rows, columns, name="moves")


def _fields(name: str, ends: Ends | None) -> dict[str, float]:
    return fields_of(name, None if ends is None else Interval(ends.value, ends.low, ends.high))


def _written(row: Fields, name: str, rate: bool) -> str:
    return _number(row[name], rate)


def _away(row: Fields, rate: bool) -> str:
    return _number(row["gives_away"], rate)


def _number(value: float, rate: bool) -> str:
    """A value with the digits that are known; rates in per cent."""
    if math.isnan(value):
        return NOTHING
    scale = 100.0 if rate else 1.0
    return f"{scale * value:.{words.DIGITS}f}"
