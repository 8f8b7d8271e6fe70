"""Declarations of games and strategies, in this program and in the files of users."""

from __future__ import annotations

import inspect
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple, TypeVar

from playout.engine.find.foreign_games import family, without_counters
from playout.engine.find.strategy_files import file_of, run_file
from playout.engine.game.counters import Counter
from playout.engine.game.drawings import MoveNames
from playout.engine.game.game import (
    PARAMETERS,
    Exact,
    ExactMoves,
    Game,
    Measure,
    Option,
    Policy,
    QuestionText,
    Rules,
    Strategy,
    Text,
    Value,
)
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import check_text, check_words, read_each, read_flag, real_or_nan
from playout.engine.words.spelling import LONGEST_SHOWN, brief

C = TypeVar("C", bound=type)
Plain = TypeVar("Plain", bound=Callable[[Any, Any], int])
OWN_ROOMS = ("playout.engine.", "playout.envs.")  # they declare strategies for their callers
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-_]")  # between those of a name: TicTac, tic-tac

GAMES: dict[str, Game] = {}
"""Games that were declared in this program, by name."""

STRATEGIES: dict[tuple[str, str], Strategy] = {}
"""Strategies that were declared in modules, or in this program, by game and name."""

COUNTERS: dict[str, Counter] = {}
"""Counters that were declared in this program, by name."""

DECLARATIONS: dict[str, Callable[..., Any]] = {
    part.__name__: part for part in (Game, Measure, Option, Text)
}
"""The declarations that files use, by name, for messages about misspelt keywords."""

_in_file: set[object] | None = None  # the declarations so far of the file that is being read


def check_name(what: str, name: object) -> None:
    """Raise PlayoutError for a name that cannot stand in a command, a sentence and a table."""
    if not isinstance(name, str):
        raise PlayoutError(f"the name of a {what} = {brief(repr(name))}: must be a name")
    is_word = name.isprintable() and name == name.strip() and ":" not in name
    if not is_word or not 0 < len(name) <= LONGEST_SHOWN:
        raise PlayoutError(
            f"{what} {brief(ascii(name))}: a name has 1 to {LONGEST_SHOWN} letters, no colon, no "
            "control or direction characters, and no blanks at its ends"
        )


def declare_once(key: object, what: str) -> None:
    """Raise PlayoutError if the file that is being read declares the same thing twice."""
    if _in_file is None:
        return
    if key in _in_file:
        raise PlayoutError(f"{what} is declared twice in one file")
    _in_file.add(key)


def game(
    name: str | None = None,
    *,
    measures: Sequence[Measure],
    options: Sequence[Option] = (),
    moves: MoveNames = (),
    title: str | None = None,
    summary: str | None = None,
    how_to_play: Sequence[str] = (),
    questions: Sequence[QuestionText] = (),
    version: int = 1,
    resolve: Callable[[dict[str, Any]], dict[str, Value]] = dict,
    cooperative: bool = False,
    teams: int = 0,
    chance_in_play: bool = False,
    default_strategy: str = "random",
    ladder: Sequence[str] = (),
    exact: Exact | None = None,
    exact_moves: ExactMoves | None = None,
    encoding: Any = None,
    forget_keeps: Sequence[str] = (),
    policy: Policy | None = None,
) -> Callable[[C], C]:
    """Declare a class as a game in plain Python.

    The class, whose objects are the states (docs/reference/own-game.md), is not changed.

    Args:
        name: The name of the game (default: that of the class in lower case).
        summary, how_to_play: A line about it, and its rules (default: both from the docstring).
        moves: Names of the moves: a list for moves 0, 1, 2 ..., a dict by number, or a function.
        others: Those of :class:`~playout.engine.game.game.Game`.
    """

    def declare(source: C) -> C:
        if name is not None:
            check_name("game", name)
        own = name or source.__name__.lower().replace("_", "-")
        names: Any = moves
        if not isinstance(moves, str | Mapping) and not callable(moves):  # a text is refused
            names = tuple(moves)
        doc, _, below = (inspect.getdoc(source) or "").partition("\n")
        paragraphs = [" ".join(one.split()) for one in re.split(r"\n\s*\n", below)]
        declare_game(
            Game(
                name=own,
                title=title or _WORDS.sub(" ", name or source.__name__).capitalize(),
                version=version,
                summary=summary or doc or f"The game {own}.",
                how_to_play=tuple(how_to_play) or tuple(filter(None, paragraphs)),
                questions=tuple(questions),
                options=tuple(options),
                measures=tuple(measures),
                rules=source,
                resolve=resolve,
                compiled=False,
                moves=names,
                cooperative=cooperative,
                teams=teams,
                chance_in_play=chance_in_play,
                default_strategy=default_strategy,
                ladder=tuple(ladder),
                exact=exact,
                exact_moves=exact_moves,
                encoding=encoding,
                forget_keeps=tuple(forget_keeps),
                policy=policy,
            )
        )
        return source

    return declare


def strategy(
    game: str,
    name: str | None = None,
    *,
    parameters: Mapping[str, float] | None = None,
    allowed: Mapping[str, tuple[float, float]] | None = None,
    compiled: bool = True,
    check: Callable[[Rules], None] | None = None,
    aliases: Sequence[str] = (),
    hint: Callable[[Any, int], int] | None = None,
    uses_chance: bool = True,
    lookup: Callable[[Rules], Any] | None = None,
) -> Callable[[Plain], Plain]:
    """Declare a function ``(view, rng) -> move`` as a strategy of a game.

    The function itself is not changed.  The first line of its docstring describes it in lists.

    Args:
        game: The name of the game.
        name: The name of the strategy (default: that of the function, with dashes for underscores).
        parameters: Tunable numbers with their defaults.  The function reads them from
            ``view.parameters[0]``, ``[1]`` ...
        allowed: The lowest and highest value of a parameter, by its name.
        compiled: Whether the function can be compiled.
        check: A function of the rules that raises PlayoutError for rules it cannot play.
        aliases: Other names of the strategy.
        hint: A function ``(view, place) -> mark`` that gives its hints, in games with hints (in The
            Game the place is a pile, and marks are words of ``playout.games.the_game.hints``).
        uses_chance: False promises that it never uses its random stream.
        lookup: A function of the rules that returns an array of float64, which the strategy reads
            with ``looked_up(view)``.
    """

    if callable(game):
        raise PlayoutError('@playout.strategy needs the name of its game: @playout.strategy("pig")')
    caller = _declaring_frame()
    for word, value in (("game", game), ("name", "" if name is None else name)):
        if not isinstance(value, str):
            raise PlayoutError(f"{word} = {brief(repr(value))}: must be a name")
    tunable = _tunable(parameters)
    ranges = _ranges(tunable, allowed)
    flags = {"compiled": compiled, "uses_chance": uses_chance}
    compiled, uses_chance = (read_flag(value, word) for word, value in flags.items())

    def declare(function: Plain) -> Plain:
        own_name = name or getattr(function, "__name__", type(function).__name__).replace("_", "-")
        _must_take(function, f"strategy '{own_name}'", "a view and a random stream")
        if hint is not None:
            _must_take(hint, f"the hint of strategy '{own_name}'", "a view and a place")
        check_name("strategy", own_name)
        if len(tunable) > PARAMETERS:
            raise PlayoutError(
                f"strategy '{own_name}' has {len(tunable)} parameters; "
                f"at most {PARAMETERS} are allowed"
            )
        summary = (inspect.getdoc(function) or "").split("\n", 1)[0]
        check_text(f"strategy '{own_name}': the first line of its docstring", summary)
        check_words(f"strategy '{own_name}': parameters", list(tunable))
        declare_once((game, own_name), f"strategy '{own_name}' of {game}")
        before = STRATEGIES.get((game, own_name))
        if before is not None and not is_same(before.function, function):
            raise PlayoutError(
                f"{game} already has a strategy named '{own_name}'; choose another name"
            )
        STRATEGIES[game, own_name] = Strategy(
            game,
            own_name,
            function,
            tunable,
            compiled,
            summary=summary,
            check=check,
            aliases=tuple(read_each("aliases", aliases)),
            hint=hint,
            allowed=ranges,
            file=caller.f_code.co_filename,
            module=str(caller.f_globals.get("__name__", "")),
            uses_chance=uses_chance,
            lookup=lookup,
        )
        return function

    return declare


def _declaring_frame() -> FrameType:
    """Return the frame that declares a strategy: the first outside engine and environments."""
    frame = sys._getframe(1)
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith(OWN_ROOMS):
        frame = frame.f_back
    return frame


def _tunable(parameters: Mapping[str, float] | None) -> dict[str, float]:
    """Return the parameters of a strategy with their defaults; PlayoutError for other objects."""
    parameters = {} if parameters is None else parameters
    values = parameters.values() if isinstance(parameters, Mapping) else [None]
    if not all(map(math.isfinite, map(real_or_nan, values))):
        raise PlayoutError(
            f"parameters = {brief(repr(parameters))}: must be names with numbers, such as "
            f'{{"bonus": 2}}'
        )
    return dict(parameters)


def _ranges(
    parameters: Mapping[str, float], allowed: Mapping[str, tuple[float, float]] | None
) -> dict[str, tuple[float, float]]:
    """Return the ranges of parameters; PlayoutError for one in which its default does not lie."""
    allowed = {} if allowed is None else allowed
    if not isinstance(allowed, Mapping):
        raise PlayoutError(f"allowed = {brief(repr(allowed))}: must be a dict of ranges by name")
    for name, ends in allowed.items():
        if name not in parameters:
            raise PlayoutError(
                f"allowed: there is no parameter '{brief(name)}': {suggest(name, parameters)}"
            )
        numbers = [real_or_nan(end) for end in ends] if isinstance(ends, tuple | list) else []
        if len(numbers) != 2 or not numbers[0] <= parameters[name] <= numbers[1]:
            raise PlayoutError(
                f"allowed: {name} = {brief(repr(ends))}: must be the lowest and the highest value, "
                f"with the default {parameters[name]:.15g} between them"
            )
    return dict(allowed)


def _must_take(function: Any, what: str, wanted: str) -> None:
    """Raise PlayoutError for a function that cannot be called with two arguments."""
    try:
        inspect.signature(function).bind(None, None)
    except (TypeError, ValueError):
        raise PlayoutError(f"{what} must be a function of two arguments, {wanted}") from None


def is_same(before: Callable[..., Any], now: Callable[..., Any]) -> bool:
    """Return whether a function is declared again, as by a notebook cell or a reloaded file."""
    before, now = inspect.unwrap(before), inspect.unwrap(now)
    codes = [getattr(function, "__code__", None) for function in (before, now)]
    files = [getattr(code, "co_filename", None) for code in codes]
    return before.__qualname__ == now.__qualname__ and (
        files[0] == files[1] or before.__module__ == "__main__"
    )


def declare_game(declared: Game) -> Game:
    """Let this program, or the file that is being read, find a game by its name."""
    check_name("game", declared.name)
    if "+" in declared.name:
        raise PlayoutError(
            f"game '{declared.name}': the name of a game cannot contain a plus, which separates "
            "counters"
        )
    declare_once(declared.name, f"game '{declared.name}'")
    before = GAMES.get(declared.name)
    if before is not None and before.source != declared.source:
        raise PlayoutError(
            f"there is already a game named '{declared.name}', in {before.source}; choose another "
            "name"
        )
    GAMES[declared.name] = declared
    return declared


def is_installed(strategy: Strategy) -> bool:
    """Return whether a package declares a strategy, so that every program finds it by name."""
    points = [*entry_points(group="playout.games"), *entry_points(group="playout.strategies")]
    return strategy.module.split(".")[0] in {point.module.split(".")[0] for point in points}


class Declared(NamedTuple):
    """The declarations of a user's file."""

    strategies: tuple[Strategy, ...]
    games: tuple[Game, ...]
    counters: tuple[Counter, ...]


@cache
def load_file(name: str, path: Path, written: int) -> Declared:
    """Run a user's Python file; return the strategies, games and counters that it declares.

    Games are named with their file, as ``mine.py:pig``, so that two files may each declare a `pig`.
    """
    global _in_file
    before, games, counters, outer = dict(STRATEGIES), dict(GAMES), dict(COUNTERS), _in_file
    _in_file = set()
    COUNTERS.clear()  # another file may have one of the same name
    try:
        run_file(name, path, _unknown_keyword)
        new = []
        for key, declared in STRATEGIES.items():
            if before.get(key) is declared:
                continue
            if is_installed(declared):  # by a module that the file imports
                before[key] = declared
            else:
                new.append(declared)
        own = [declared for key, declared in GAMES.items() if games.get(key) is not declared]
        counted = tuple(COUNTERS.values())
    finally:
        # References name them with their file, so that two files may each declare a `bold`.
        _in_file = outer
        STRATEGIES.clear()
        STRATEGIES.update(before)
        GAMES.clear()
        GAMES.update(games)
        COUNTERS.clear()
        COUNTERS.update(counters)
    renamed = {game.name: replace(game, name=f"{name}:{game.name}") for game in own}
    for strategy in new:
        if strategy.game in renamed:  # it comes with its game, and needs no file in its name
            full = renamed[strategy.game].name
            STRATEGIES[full, strategy.name] = replace(strategy, game=full)
    return Declared(tuple(new), tuple(renamed.values()), counted)


def is_for(strategy: Strategy, game: str) -> bool:
    """Return whether a strategy is for a game, whose file or settings it may leave out."""
    own = without_counters(game)
    names = {own, family(own)} | ({short_name(own)} if file_of(own) is not None else set())
    return strategy.game in names


def short_name(game: str) -> str:
    """Return the name of a game without its file."""
    return game.rpartition(":")[2]


DECLARATIONS |= {"game": game, "strategy": strategy}


def _unknown_keyword(error: BaseException, module: ModuleType) -> str:
    """Return a sentence about a misspelt keyword of a declaration, with the right ones; or ""."""
    text = str(error) if type(error) is TypeError else ""
    match = re.match(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'", text)
    if match is None:
        return ""
    name, keyword = match.groups()
    declaration = DECLARATIONS.get(name)
    # A function of the file may have the same name.
    if declaration is None or getattr(module, name, declaration) is not declaration:
        return ""
    return (
        f"{name} has no '{keyword}': {suggest(keyword, inspect.signature(declaration).parameters)}"
    )
