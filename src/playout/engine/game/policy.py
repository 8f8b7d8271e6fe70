"""The default table of best play of a game: `Game(policy=...)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.engine.game.game import Rules

Allowed = Callable[["Rules"], Sequence[int | str]]  # the values of a field, in the order of a table


@dataclass(frozen=True)
class Policy:
    """The table that `playout policy` shows for a game.

    Fields are named as in positions: item k of a list is ``scores.k``, from 0, and item j of list k
    is ``steps.k.j``.  ``values`` lists the values of fields for positions that are not found by
    solving the game but written one by one: what a strategy does, or what ``exact_moves`` knows.
    """

    down: str = ""  # the field whose values are the rows
    across: str = ""  # the field whose values are the columns; "": a list
    threshold: str = ""  # each cell shows the value of this field from which another move is best
    where: Mapping[str, str] = field(default_factory=dict)  # fields with one value, as written
    # The names of fields for people, with the default `where`:
    heads: Mapping[str, str] = field(default_factory=dict)
    # How a sentence says a value of a field: {"throws": "after throw {}"}
    places: Mapping[str, str] = field(default_factory=dict)
    # What the name of a field does not say, in a sentence below its table:
    notes: Mapping[str, Callable[[Rules], str]] = field(default_factory=dict)
    values: Mapping[str, Allowed] = field(default_factory=dict)
    exactly: str = ""  # the strategy whose moves are best in any position, by `exact_moves`
    too_large: bool = False  # whether the game is too large to be solved exactly
    example: str = ""  # the strategy with the most interesting table; "": the default
