"""The sizes of the views of a game in plain Python, as random games show them.

Learners need room for a fixed number of them, and for a fixed number of moves.  A list whose length
changes may be longest at the end of a game, and longer in a game that was not seen: so views of all
seats are looked at, also when the game is over, and a list that changes gets a quarter more room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from playout.engine.game.game import Rules
from playout.engine.match.match import Match

OWN = ("parameters", "notes", "lookup", "legal_moves")  # fields of strategies, not of a game
GAMES = 64  # that are looked at, of seed 0
MOST_MOVES = 1_000  # of each of them that are looked at
_NUMBER = (bool, int, float, np.number, np.bool_)


class Size(NamedTuple):
    """A number of numbers: at least and at most."""

    least: int
    most: int

    @property
    def room(self) -> int:
        """The number that learners have room for."""
        return self.most if self.least == self.most else self.most + -(-self.most // 4)


class ViewSizes(NamedTuple):
    """The fields of views that are numbers and change, and the legal moves of a position."""

    fields: Mapping[str, Size]
    single: frozenset[str]  # fields that are one number
    moves: Size


def flat_numbers(value: Any) -> list[float] | None:
    """All numbers of a value, of whatever lists and dicts; None if it is not all numbers.

    None has no numbers.
    """
    if value is None:
        return []
    if isinstance(value, _NUMBER):
        return [float(value)]
    if isinstance(value, np.ndarray):
        return [float(one) for one in value.ravel()] if value.dtype.kind in "biuf" else None
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return None
    numbers: list[float] = []
    for one in value:
        if (more := flat_numbers(one)) is None:
            return None
        numbers += more
    return numbers


def random_views(rules: Rules, seed: int, games: int) -> Iterator[Any]:
    """The views of games at random: of the seat to move, and of all seats at the end."""
    options: dict[str, Any] = rules.needed_options()
    for number in range(games):
        match = Match(rules.game.name, strategy="random", seed=seed, game_number=number, **options)
        while not match.is_over and len(match.moves) < MOST_MOVES:
            yield match.view()
            match.step()
        for seat in range(int(rules["players"])):
            yield match.view(seat)


@lru_cache(maxsize=16)
def view_sizes(rules: Rules) -> ViewSizes:
    """The sizes that games at random of seed 0 show, of one set of rules in plain Python."""
    return measured(rules, lambda: False)


def measured(rules: Rules, is_late: Callable[[], bool]) -> ViewSizes:
    """Return the same from fewer games if it ``is_late``."""
    lengths: dict[str, list[int]] = {}
    left_out, differ, single = {*OWN}, set[str](), set[str]()
    several, legal = set[str](), [1]
    for view in random_views(rules, 0, GAMES):
        if is_late():
            break
        if view.legal_moves:
            legal.append(len(view.legal_moves))
        for name, value in vars(view).items():
            numbers = flat_numbers(value)
            if numbers is None:
                left_out.add(name)
                continue
            lengths.setdefault(name, []).append(len(numbers))
            if value is not None:
                (single if isinstance(value, _NUMBER) else several).add(name)
            if name not in rules.values or value != rules.values[name]:
                differ.add(name)  # it is no option of the rules
    fields = {
        name: Size(min(found), max(found))
        for name, found in lengths.items()
        if max(found) and name in differ and name not in left_out
    }
    return ViewSizes(fields, frozenset(single - several), Size(min(legal), max(legal)))
