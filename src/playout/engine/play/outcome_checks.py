"""Checks of outcomes: every measure within its declared range, on which intervals rely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.seating import Seating, seated
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.game.protocols import plain
from playout.engine.play.failures import replay_command, rules_raised
from playout.engine.words.errors import PlayoutError

Columns = npt.NDArray[np.int64]

_ANY = 2**63 - 1  # the most that can be counted
_ROWS = 64  # that are looked at together


def check_bounds(
    rules: Rules,
    players: Sequence[Player],
    seating: Seating,
    table: Any,
    outcomes: Columns,
    whole: bool = True,
) -> None:
    """Raise PlayoutError if the outcome of a game is outside the declared range of a measure.

    ``outcomes[game, column]`` are those of the last games that were played at ``table``.  If these
    were not ``whole``, but began with a position, which may have lost earlier counts, the least of
    each measure is 0.
    """
    if not len(outcomes):
        return
    lowest, highest = _extremes(outcomes)
    for measure, column, least, high in _bounds(rules):
        low = least if whole else min(least, 0)
        if low <= lowest[column] and highest[column] <= high:
            continue
        values = outcomes[:, column]
        row = int(np.argmax((values < low) | (values > high)))
        table.game += row + 1 - len(outcomes)
        unit = measure.unit
        limits = f"at least {low:,}" if high == _ANY else f"{low:,} to {high // unit:,}"
        raise PlayoutError(
            f"game '{rules.game.name}': {measure.name} is {values[row] / unit:.16g}, declared is "
            f"{limits}, in game {table.game}; to see it again: "
            f"{replay_command(rules, seated(seating, players, int(table.game)), table)}"
        )


def check_score(rules: Rules, players: Sequence[Player], table: Any) -> None:
    """Raise PlayoutError if the compiled ``score`` of a user's game writes a fraction.

    Compiled code cuts fractions off, and may write beyond the columns of an outcome.  So ``score``
    is run once more, as plain Python, for the game that has just ended at ``table``.
    """
    game, written, problem = rules.game, np.zeros(rules.game.width), ""
    try:
        plain(game.rules.score)(table.state, rules.record(), written)
    except IndexError as error:
        problem = rules_raised(game, error)
    except Exception:  # `playout check` shows other errors in plain Python
        return
    for measure, start in zip(game.measures, game.columns, strict=True):
        for value in written[start : start + (game.seats if measure.per_seat else 1)].tolist():
            if not value.is_integer():
                problem = (
                    f"the score of {game.name} writes {value:g} for {measure.name}, which must "
                    "be a whole number,"
                )
    if problem:
        command = replay_command(rules, players, table)
        raise PlayoutError(f"{problem} in game {table.game}; to see it again: {command}")


def _extremes(outcomes: Columns) -> tuple[Columns, Columns]:
    """Return the least and the most of each column.

    Many rows are compared at once: row by row NumPy would take 5 % of a run.
    """
    games, width = outcomes.shape
    even = games - games % _ROWS
    rows = outcomes[:even].reshape(even // _ROWS, _ROWS * width)
    low = rows.min(axis=0, initial=_ANY).reshape(_ROWS, width)
    high = rows.max(axis=0, initial=-_ANY).reshape(_ROWS, width)
    rest = outcomes[even:]
    return np.vstack([low, rest]).min(axis=0), np.vstack([high, rest]).max(axis=0)


@cache
def _bounds(rules: Rules) -> list[tuple[Measure, int, int, int]]:
    """List the columns of an outcome, without empty seats: measure, number, least, most."""
    return [
        (measure, start + k, *_range(measure, rules))
        for measure, start in zip(rules.game.measures, rules.game.columns, strict=True)
        for k in range(int(rules["players"]) if measure.per_seat else 1)
    ]


def _range(measure: Measure, rules: Rules) -> tuple[int, int]:
    """The least and the most of a measure, as it is counted: a share in 840ths."""
    if measure.is_rate:
        return 0, measure.unit
    top = measure.top(rules)
    return measure.least, _ANY if top is None else int(top)
