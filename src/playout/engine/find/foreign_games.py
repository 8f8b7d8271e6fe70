"""Games of other libraries: ``openspiel:pig(winscore=50)``.

The library stands before the colon; one of our modules makes the :class:`Game`.  The game's
settings may follow its name in brackets; strategies for ``openspiel:pig`` play it with any
settings.
"""

from __future__ import annotations

import importlib
import re
from functools import cache
from typing import TYPE_CHECKING

from playout.engine.words.reading import DRIVE

if TYPE_CHECKING:
    from playout.engine.game.game import Game

LIBRARIES = {
    "openspiel": "playout.adapters.openspiel",
    "pettingzoo": "playout.adapters.pettingzoo",
}
"""By the name of a library: the module whose ``find(name)`` makes its games."""


# Of a file, whose path may have a plus in it; by a name, perhaps with settings, which may have too.
_IN_FILE = re.compile(rf"(?!\+)(?:{DRIVE})?[^:]*?\.py(?=[:+]|$)(?::[^+:]*)?")
_GAME = re.compile(r"[^+/\\(]*(?:\([^)]*\))?")
_COUNTER = re.compile(r"[^+/\\:()]+(?=\+|$)")


def _parts(name: str) -> list[str]:
    """Return a game and its counters; the name itself if it is not a game with counters."""
    name = name.strip()
    for game in (_GAME.match(name), _IN_FILE.match(name)):
        parts, place, part = list[str](), 0, game
        while part and part.end() > place:
            parts.append(part[0].strip())
            place = part.end()
            if place == len(name):
                return parts
            if name[place] != "+":
                break
            part = _COUNTER.match(name, place + 1) or _IN_FILE.match(name, place + 1)
    return [name]


def without_counters(name: str) -> str:
    """Return the name of a game without its counters: ``the-game`` of ``the-game+mine.py:laid``."""
    return _parts(name)[0]


def counter_references(name: str) -> list[str]:
    """Return the references of the counters that follow the name of a game."""
    return _parts(name)[1:]


def library_of(name: str) -> str | None:
    """Return the library at the beginning of a game's name; None if there is none."""
    first, colon, _ = name.strip().partition(":")
    return first if colon and first in LIBRARIES else None


def family(name: str) -> str:
    """Return the name of a game without its counters, and the settings of a game of a library."""
    name = without_counters(name)
    return name.partition("(")[0] if library_of(name) else name


@cache
def foreign_game(name: str) -> Game:
    """Return the game of that name; PlayoutError if its library or the game is missing."""
    game: Game = importlib.import_module(LIBRARIES[str(library_of(name))]).find(name.strip())
    return game
