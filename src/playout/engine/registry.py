"""Names to declarations: the games and strategies there are.

Playout's own games and those of other packages are found the same way, through the entry
points ``playout.games`` (name -> a :class:`Game`) and ``playout.strategies`` (any name -> a
module that declares strategies with ``@strategy``).  Nothing is imported before it is asked for.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import PARAMETERS, Game, Player, Strategy

Plain = TypeVar("Plain", bound=Callable[[Any, Any], int])

_strategies: dict[tuple[str, str], Strategy] = {}


def strategy(
    game: str,
    name: str | None = None,
    *,
    parameters: Mapping[str, float] | None = None,
    compiled: bool = True,
) -> Callable[[Plain], Plain]:
    """Declare a function as a strategy of a game.

    The function is left as it is.  Its name in tables is ``name``, or its own with dashes for
    underscores; its docstring begins with its idea in one line.  ``parameters`` are tunable
    numbers with their defaults; inside the function they are ``view.parameters[0]``, ``[1]`` ...
    """

    def declare(function: Plain) -> Plain:
        called = name or function.__name__.replace("_", "-")
        tunable = dict(parameters or {})
        if len(tunable) > PARAMETERS:
            raise PlayoutError(
                f"strategy '{called}' has {len(tunable)} parameters; at most {PARAMETERS} are allowed"
            )
        known = _strategies.get((game, called))
        if known is not None and not _same_place(known.function, function):
            raise PlayoutError(f"{game} already has a strategy named '{called}'")
        summary = (inspect.getdoc(function) or "").split("\n", 1)[0]
        _strategies[game, called] = Strategy(game, called, function, tunable, compiled, summary)
        return function

    return declare


def _same_place(one: Callable[..., Any], other: Callable[..., Any]) -> bool:
    """Whether two functions are the same text, run twice (a notebook cell, a reloaded file)."""
    return one.__code__.co_filename == other.__code__.co_filename or one.__module__ == "__main__"


@cache
def _games() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="playout.games")}


def game_names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(_games())


@cache
def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in _games():
        raise PlayoutError(f"there is no game '{name}': {suggest(name, game_names())}")
    game: Game = _games()[name].load()
    return game


@cache
def _load_strategies(game: str) -> None:
    for module in find_game(game).strategies:
        importlib.import_module(module)
    for point in entry_points(group="playout.strategies"):
        point.load()


def strategies(game: str) -> list[Strategy]:
    """All strategies of a game, in the order of their declaration."""
    _load_strategies(game)
    return [found for (of, _), found in _strategies.items() if of == game]


def find_player(game: str, reference: str) -> Player:
    """The player that a reference names: ``greedy``, ``chains:extra=2``, ``mine.py:bold``.

    Parts are separated by colons: an optional Python file, the name of a strategy, and any
    number of ``parameter=value``.
    """
    parts = reference.strip().split(":")
    if parts[0].endswith(".py"):
        _load_file(parts.pop(0))
    called, settings = (parts[0], parts[1:]) if parts else ("", [])
    allowed = {found.name: found for found in strategies(game)}
    if called not in allowed:
        raise PlayoutError(f"{game} has no strategy '{called}': {suggest(called, allowed)}")
    found = allowed[called]
    values = dict(found.parameters)
    for setting in settings:
        key, equals, text = setting.partition("=")
        if key not in values:
            known = suggest(key, values) if values else "it has no parameters"
            raise PlayoutError(f"strategy '{called}' has no parameter '{key}': {known}")
        try:
            values[key] = float(text)
        except ValueError:
            raise PlayoutError(
                f"strategy '{called}': {key} needs a number, as in {called}:{key}=2, not '{text}'"
            ) from None
    return Player(found, tuple(values.values()), reference.strip())


@cache
def _load_file(name: str) -> None:
    """Run a user's Python file, so that the strategies in it are declared."""
    path = Path(name).resolve()
    if not path.is_file():
        raise PlayoutError(f"there is no strategy file '{name}'")
    module_name = f"playout_file_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except PlayoutError:
        raise
    except Exception as error:
        raise PlayoutError(f"{name} cannot be run: {type(error).__name__}: {error}") from error
