"""The result: the value of the game, of its first moves, and of the best replies."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from playout.engine.solve.solution import Ends, Solved
from playout.engine.solve.solver import Solver
from playout.engine.words.errors import PlayoutError
from playout.questions.solve.asked import Asked
from playout.questions.solving import announced, solver_of


@dataclass(frozen=True)
class Found:
    """A solved game, and against given strategies the best reply of each seat."""

    asked: Asked
    solved: Solved
    replies: dict[int, Solved] = field(
        default_factory=dict
    )  # with the best play of that seat alone
    unknown: dict[int, str] = field(
        default_factory=dict
    )  # why the best reply of a seat is not known
    seconds: float = 0.0
    complete: bool = True
    solver: Solver | None = field(default=None, compare=False, repr=False)  # knows all positions

    def __getstate__(self) -> dict[str, Any]:
        """A pickle has not all positions."""
        return {**vars(self), "solver": None}

    @property
    def games(self) -> int:
        """The positions that were gone through."""
        return self.solved.positions

    @property
    def wish(self) -> int:
        """1 if the seat that moves first wants much of the measure, -1 if little, 0 if neither."""
        return 0 if self.solved.seat is None else self.wish_of(self.solved.seat)

    def wish_of(self, seat: int) -> int:
        """The same of any seat."""
        measure = self.asked.measure
        if measure.per_seat:
            return -1 if measure.wanted == "lowest" else 1
        if not measure.wanted and measure.seat is None:
            return 0
        return measure.sign_for(seat)

    def value_of(self, seat: int) -> Ends | None:
        """Return the value of the measure for a seat."""
        values = self.solved.values
        return values[seat] if self.asked.measure.per_seat else values[0]

    def reply_of(self, seat: int) -> Ends | None:
        """The same if that seat played as well as can be against the others; None: not known."""
        solved = self.replies.get(seat)
        if solved is None:
            return None
        return solved.values[seat] if self.asked.measure.per_seat else solved.values[0]

    def name(self, move: int) -> str:
        """A move as people write it."""
        return str(self.asked.game.drawing.format_move(move))


def find(asked: Asked) -> Found:
    """Solve the game; PlayoutError if that is too much, or if it has no solution."""
    started = time.perf_counter()
    with announced(asked) as tell:
        solver = solver_of(asked, asked.players, tell)
        solved = solver.solved()
        replies, unknown = dict[int, Solved](), dict[int, str]()
        for seat in _replying(asked):
            line = [None if other == seat else one for other, one in enumerate(asked.players)]
            try:
                replies[seat] = solver_of(asked, line, tell).solved()
            except PlayoutError as error:
                unknown[seat] = str(error)
    taken = time.perf_counter() - started
    return Found(asked, solved, replies, unknown, taken, solver=solver)


def _replying(asked: Asked) -> range:
    """The seats whose best reply is looked for: all, if each has a strategy and wants something."""
    wanted = asked.measure.wanted or asked.measure.seat is not None
    return range(len(asked.players)) if wanted and None not in asked.players else range(0)
