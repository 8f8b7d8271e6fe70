"""How the table of best play of a game is drawn, if nobody says: `Game(policy=...)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.engine.game.game import Rules

Allowed = Callable[["Rules"], Sequence[int | str]]  # the values of a field, in the order of a table


@dataclass(frozen=True)
class Policy:
    """What `playout policy` shows of a game.

    Fields are named as in positions; item k of a list is ``scores.k``, from 0 on, item j of list k
    ``steps.k.j``.  ``values`` lists those of fields for which positions are not found by solving
    the game, but written one by one: what a strategy does, or what ``exact_moves`` knows.
    """

    down: str = ""  # the field whose values are the rows
    across: str = ""  # the field whose values are the columns; "": a list
    threshold: str = ""  # a cell says from which value of this field on another move is best
    where: Mapping[str, str] = field(default_factory=dict)  # fields that have one value, as written
    # How people call fields, as long as nobody says another `where`:
    heads: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Allowed] = field(default_factory=dict)
    exactly: str = ""  # the strategy whose moves `exact_moves` knows to be best, in any position
    too_large: bool = False  # to be solved exactly
    example: str = ""  # the strategy whose table says most; "": the default
