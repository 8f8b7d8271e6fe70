"""Writes src/playout/keywords.py from the rule options that the games declare.

After a change of a rule option: ``python -m tests.keywords``.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from playout.engine.find.games import find_game
from playout.engine.game.game import Option
from playout.engine.words.numbering import index_of

ROOT = Path(__file__).parent.parent
FILE = ROOT / "src" / "playout" / "keywords.py"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GAMES = sorted(PYPROJECT["project"]["entry-points"]["playout.games"])  # that ship with Playout
HEAD = '''"""The rule options of all games that ship with Playout, for type checkers and editors.

Written by ``python -m tests.keywords`` from what the games declare; a test says when it is old.
What the options mean, and which game has which, says ``playout.list_options(game)``.  For a game
of another package a checker lets pass ``**options`` of a ``dict[str, Any]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Generic, Literal, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, TypeVar

from playout.engine.game.players import StrategyReference

_T = TypeVar("_T")
_W = TypeVar("_W")
_C = TypeVar("_C")
_F = TypeVar("_F")
_Some: TypeAlias = _T | Iterable[_T]
_Whole: TypeAlias = SupportsIndex | str | None
_Chance: TypeAlias = SupportsFloat | str | None
_Word: TypeAlias = str | bool | None
_File: TypeAlias = str | PathLike[str] | None


class _Numbers(TypedDict, Generic[_W, _C, _F], total=False):
    """The rule options that are whole numbers, chances or files."""

'''
ONE = '''

class OneEach(_Numbers[_Whole, _Chance, _File], total=False):
    """A value for each rule option."""

'''
SEVERAL = '''

class Several(_Numbers[_Some[_Whole], _Some[_Chance], _Some[_File]], total=False):
    """A value, or several, for each rule option; and who plays.

    Rows vary in the players first, then in who plays, then in the other options as given.
    """

    strategy: StrategyReference | Iterable[StrategyReference] | None
'''


def type_of(option: Option) -> str:
    """What may be given for an option."""
    if option.text is not None:
        return "_File"
    if not option.choices:
        return "_Chance" if option.is_chance else "_Whole"
    seats = [index_of(int(word[5:])) for word in option.choices if word.startswith("seat-")]
    words = ", ".join([*(f'"{word}"' for word in option.choices), *map(str, seats)])
    return f"Literal[{words}] | _Word"


def variables(type: str) -> str:
    """The same type with the variables of `_Numbers`: _W in place of _Whole."""
    return re.sub(r"_([WCF])[a-z]+", r"_\1", type)


def source() -> str:
    """The text of the module."""
    types: dict[str, list[str]] = {}
    for game in GAMES:
        for option in find_game(game).options:
            known = types.setdefault(option.name, [])
            known += [] if type_of(option) in known else [type_of(option)]
    lines = [(f"    {name}: ", " | ".join(several)) for name, several in sorted(types.items())]
    words = [(name, type) for name, type in lines if "_Word" in type]
    return "".join(
        [
            HEAD,
            *(f"{name}{variables(type)}\n" for name, type in lines if "_Word" not in type),
            ONE,
            *(f"{name}{type}\n" for name, type in words),
            SEVERAL,
            *(f"{name}_Some[{type}]\n" for name, type in words),
        ]
    )


if __name__ == "__main__":
    FILE.write_text(source(), encoding="utf-8")
