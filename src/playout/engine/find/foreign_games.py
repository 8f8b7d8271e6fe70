"""Games that other libraries have, named after them: ``openspiel:pig(winscore=50)``.

What stands before the colon is the library, for which a module makes the :class:`Game`.  Behind the
game's name there may be its settings in brackets; strategies for ``openspiel:pig`` play it with any
settings.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.engine.game.game import Game

LIBRARIES = {
    "openspiel": "playout.adapters.openspiel",
    "pettingzoo": "playout.adapters.pettingzoo",
}
"""A library as names of games have it -> the module whose ``find(name)`` makes a game."""


def library_of(name: str) -> str | None:
    """The library that a name of a game begins with, if it does."""
    first, colon, _ = name.strip().partition(":")
    return first if colon and first in LIBRARIES else None


def family(name: str) -> str:
    """The name of a game of a library without its settings; of any other game its name."""
    return name.partition("(")[0] if library_of(name) else name


@cache
def foreign_game(name: str) -> Game:
    """The game of that name; PlayoutError if its library is missing, or has no such game."""
    found: Game = importlib.import_module(LIBRARIES[str(library_of(name))]).find(name.strip())
    return found
