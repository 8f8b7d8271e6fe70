"""What learners see of a game in plain Python, whose views are ordinary objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game.game import Game, Rules
from playout.engine.game.observation_spec import Seen
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError

if TYPE_CHECKING:
    from playout.envs.layouts import Part

LOOKED_AT = (
    64  # games at random, of seed 0, from which the fields of views and their sizes are told
)
MOST_MOVES = 1000  # of each of them that are looked at


_NUMBER = (bool, int, float, np.number, np.bool_)


def flat_numbers(value: Any) -> list[float] | None:
    """All numbers of a value, of whatever lists and dicts; None if it is not all numbers."""
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


def found_fields(rules: Rules) -> tuple[Seen, ...]:
    """The fields of views that are numbers, each with the largest size that games at random had."""
    sizes: dict[str, int] = {}
    left_out, differ = {"parameters", "notes", "lookup", "legal_moves"}, set()
    several = set()  # fields that are no single numbers
    for view in _views(rules):
        for name, value in vars(view).items():
            numbers = flat_numbers(value)
            if numbers is None:
                left_out.add(name)
            else:
                sizes[name] = max(sizes.get(name, 0), len(numbers))
                if not isinstance(value, _NUMBER):
                    several.add(name)
            if name not in rules.values or value != rules.values[name]:
                differ.add(name)  # it is no option of the rules
    return tuple(
        Seen(name, (size,) if name in several else ())
        for name, size in sizes.items()
        if size and name in differ and name not in left_out
    )


def most_listed(rules: Rules) -> int:
    """The most legal moves of a position of games at random."""
    return max(len(view.legal_moves) for view in _views(rules))


def _views(rules: Rules) -> Any:
    """The views of those who move in games at random."""
    for number in range(LOOKED_AT):
        given: dict[str, Any] = rules.given()
        match = Match(rules.game.name, strategy="random", seed=0, game_number=number, **given)
        moves = 0
        while not match.is_over and moves < MOST_MOVES:
            yield match.view()
            match.step()
            moves += 1


def numbers_of(game: Game, view: Any, part: Part) -> Any:
    """The numbers of a field of a view, and zeros for those that are not there now.

    PlayoutError if they are more than there is room for, or none at all.
    """
    numbers = flat_numbers(getattr(view, part.name))
    if numbers is None or len(numbers) > part.size:
        has = "is not of numbers" if numbers is None else f"has {len(numbers)} numbers"
        raise PlayoutError(
            f"game '{game.name}': '{part.name}' of its view {has}, where {part.size} are seen by "
            "learners; an encoding with a function observation(rules) says how many there are"
        )
    return numbers + [0.0] * (part.size - len(numbers))
