"""The sizes of the views of a game in plain Python, as random games show them.

Learners need room for a fixed number of them, and for a fixed number of moves.  A list whose length
changes may be longest at the end of a game, and longer in a game that was not seen: so views of all
seats are looked at, also when the game is over, and a list that changes gets a quarter more room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from playout.engine.game.game import Rules
from playout.engine.match.match import Match

OWN = ("parameters", "notes", "lookup", "legal_moves")  # fields of strategies, not of a game
GAMES = 64  # that are looked at, of seed 0
MOST_MOVES = 1_000  # of each of them that are looked at
MOST_EXACT = 2**24  # learners see numbers as float32, which rounds larger whole numbers
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
    largest: Mapping[str, int]  # the largest whole number of each field, without its sign
    is_whole: bool  # whether all games were looked at

    def shape(self, name: str) -> tuple[int, ...]:
        """Return how many numbers of a field learners have room for: () for a single one."""
        return () if name in self.single else (self.fields[name].room,)

    @property
    def large(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """The fields that learners see rounded: their names, largest numbers and shapes."""
        names = [name for name in self.fields if self.largest[name] > MOST_EXACT]
        return [(name, self.largest[name], self.shape(name)) for name in names]


def rounding(fields: Iterable[tuple[str, int, tuple[int, ...]]]) -> str:
    """Return a sentence on such fields: what learners see, and what the author can do."""
    fields = list(fields)
    names = " and ".join(f"'{name}'" for name, *_ in fields)
    calls = ", ".join(
        f"sets({', '.join([repr(name), f'range({largest.bit_length()})', *map(str, shape)])})"
        for name, largest, shape in fields
    )
    return (
        f"learners see {names} of its view rounded: a float32 is exact for whole numbers up to "
        f"{MOST_EXACT:,}; if the bits are a set, such as a hand of cards, show them in "
        f"observation(rules) of an encoding: {calls}"
    )


def largest_whole(numbers: Iterable[Any]) -> int:
    """Return the largest whole number, without its sign; 0 if there is none."""
    return max((abs(number) for number in numbers if isinstance(number, int)), default=0)


def flat_numbers(value: Any) -> list[Any] | None:
    """All numbers of a value, of whatever lists and dicts; None if it is not all numbers.

    They are numbers of Python, and whole numbers are exact. None has no numbers.
    """
    if value is None:
        return []
    if isinstance(value, _NUMBER):
        return [value.item() if isinstance(value, np.generic) else value]
    if isinstance(value, np.ndarray):
        return value.ravel().tolist() if value.dtype.kind in "biuf" else None
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return None
    numbers: list[Any] = []
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
    is_whole, largest = True, dict[str, int]()
    lengths: dict[str, list[int]] = {}
    left_out, differ, single = {*OWN}, set[str](), set[str]()
    several, legal = set[str](), [1]
    for view in random_views(rules, 0, GAMES):
        if is_late():
            is_whole = False
            break
        if view.legal_moves:
            legal.append(len(view.legal_moves))
        for name, value in vars(view).items():
            numbers = flat_numbers(value)
            if numbers is None:
                left_out.add(name)
                continue
            lengths.setdefault(name, []).append(len(numbers))
            largest[name] = max(largest.get(name, 0), largest_whole(numbers))
            if value is not None:
                (single if isinstance(value, _NUMBER) else several).add(name)
            if name not in rules.values or value != rules.values[name]:
                differ.add(name)  # it is no option of the rules
    fields = {
        name: Size(min(found), max(found))
        for name, found in lengths.items()
        if max(found) and name in differ and name not in left_out
    }
    moves = Size(min(legal), max(legal))
    return ViewSizes(fields, frozenset(single - several), moves, largest, is_whole)
