"""All decisions of a solved game at once: the positions, and the best moves in each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.native.records import new_record
from playout.engine.solve.expansion import Expansion, joint_dtype
from playout.engine.solve.graph import Real, Whole
from playout.engine.solve.solver import Solver
from playout.engine.solve.store import write_positions
from playout.engine.solve.values import TOLERANCE
from playout.engine.words.errors import PlayoutError


@dataclass(frozen=True)
class Decisions:
    """The positions in which a seat chooses between moves; those of k are ``first[k] ..``."""

    states: Any  # records of the game, as an array; or a list of states in plain Python
    first: Whole  # one more than positions
    moves: Whole
    is_best: npt.NDArray[np.bool_]  # of each move
    value: Real  # of each position, in the unit of the measure, to the seat that chooses
    lead: Real  # how much worse the next best move is; NaN if all are equally good
    second: Real  # the value of the next best move, likewise
    seat: npt.NDArray[np.int16]  # of each position: the seat that chooses
    tied: int  # positions of the game that can come up again: 0 if all values are exact


def decisions(solver: Solver) -> Decisions:
    """All decisions of a game; PlayoutError if there is no best play, or something is hidden."""
    solver.check_open()
    graph = solver.graph
    numbers = np.flatnonzero(graph.choosing)
    if not len(numbers):
        raise PlayoutError(f"{solver.title} has no best play, because no player ever has a choice")
    known, column, signs = solver.best_play()
    starts, counts = graph.first_move[numbers], np.diff(graph.first_move)[numbers]
    first = np.concatenate([[0], np.cumsum(counts)])
    chosen = np.repeat(starts - first[:-1], counts) + np.arange(first[-1])
    after = np.add.reduceat(graph.chances * known.low[graph.targets], graph.first_branch[:-1])
    worth = (after + graph.gains[:, column])[chosen] / solver.measure.unit
    seats = graph.actors[numbers]
    if solver.total is not None and column == 0 and len({*signs.values()}) == 2:
        worth = np.where(np.repeat(seats % 2 == 1, counts), solver.total - worth, worth)
        signs = dict.fromkeys(signs, signs[0])
    sign = np.zeros(int(seats.max(initial=0)) + 1)
    sign[list(signs)] = [*signs.values()]
    wished = worth * np.repeat(sign[seats], counts)
    best = np.maximum.reduceat(wished, first[:-1])
    enough = best - TOLERANCE * np.maximum(1.0, np.abs(best))
    is_best = wished >= np.repeat(enough, counts)
    others = np.maximum.reduceat(np.where(is_best, -np.inf, wished), first[:-1])
    others[np.isinf(others)] = np.nan
    states = _states(solver.expansion, numbers)
    value, second = best * sign[seats], others * sign[seats]
    of_each = (value, best - others, second, seats)
    return Decisions(states, first, graph.moves[chosen], is_best, *of_each, known.tied)


def _states(expansion: Any, numbers: Whole) -> Any:
    """The states of these positions."""
    if not isinstance(expansion, Expansion):
        return [expansion.places[number][0] for number in numbers.tolist()]
    dtype = joint_dtype(expansion.rules.game)
    states = new_record(dtype["state"], len(numbers))  # which is the first field of a position
    blocks = states.view(np.int64).reshape(len(numbers), -1)
    arrays = expansion.arrays
    write_positions(numbers, expansion.reference, arrays["kept"], arrays["starts"], blocks)
    return states
