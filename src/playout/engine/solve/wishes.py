"""What the seats that choose want: much or little of which value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from playout.engine.game.game import Measure
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed

if TYPE_CHECKING:
    from playout.engine.solve.solver import Solver


def need_wish(measure: Measure) -> None:
    """Raise PlayoutError if no player wants high or low values of a measure."""
    if not measure.wanted and measure.seat is None:
        raise PlayoutError(
            f"{as_typed('measure', measure.name)}: no player wants high or low values of "
            "it, so there is no best play; give every seat a strategy, or use another measure"
        )


def wishes(solver: Solver, seats: Sequence[int]) -> tuple[int, dict[int, int]]:
    """Return the column that counts, and whether each seat wants much (1) or little (-1) of it.

    PlayoutError if these seats are rivals who have no best play.
    """
    measure, sides = solver.measure, solver.sides
    if not measure.per_seat:
        return 0, {seat: measure.sign_for(seat) for seat in seats}
    sign = 1 if measure.wanted != "lowest" else -1
    if len({seat % sides for seat in seats}) == 1:
        return seats[0], dict.fromkeys(seats, sign)
    if sides != 2:
        raise PlayoutError(
            f"{len(seats)} rivals choose their moves in {solver.title}, but with three or more "
            "players best play can be computed for one seat only: a move that makes no "
            "difference to one rival may help another; give strategies to all seats but one, "
            "as in best+random+random"
        )
    if solver.total is None:
        raise PlayoutError(
            f"{as_typed('measure', measure.name)}: what one seat gains is not what the other "
            "loses, so two rivals have no best play; give one of them a strategy, as in "
            "best+random"
        )
    return 0, {seat: -sign if seat % 2 else sign for seat in seats}
