"""All games and strategies, found by their names.

Playout's own games and those of other packages are found the same way, through the entry
points ``playout.games`` (name -> a :class:`Game`) and ``playout.strategies`` (any name -> a
module that declares strategies with ``@strategy``).  Nothing is imported before it is needed.
"""

from __future__ import annotations

import copyreg
import importlib
import warnings
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from playout.engine.find.counters import counting_game
from playout.engine.find.declarations import GAMES, STRATEGIES, load_file, short_name
from playout.engine.find.foreign_games import (
    counter_references,
    family,
    foreign_game,
    library_of,
    without_counters,
)
from playout.engine.find.strategy_files import (
    FOREIGN,
    after_file,
    check_separators,
    file_of,
    path_and_time,
)
from playout.engine.game import plain_rules
from playout.engine.game.game import Game, Measure, Strategy
from playout.engine.game.stored import Tops, form_of, game_of, is_stored
from playout.engine.words.errors import NotLoaded, PlayoutError, error_text, suggest
from playout.engine.words.looking import is_looking, looked_at
from playout.engine.words.reading import brief


@cache
def _games() -> dict[str, EntryPoint]:
    """The installed games by their names.

    Of several with one name Playout's own is found, or else that of the package whose name is first
    in the alphabet.
    """
    games: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group="playout.games"):
        games.setdefault(point.name, []).append(point)
    for name, points in games.items():
        points.sort(key=_precedence if len(points) > 1 else _is_foreign)
        for other in points[1:]:
            if other.value != points[0].value:
                warnings.warn(
                    f"the installed game '{name}' ({_origin(other)}) is missing: "
                    f"{_origin(points[0])} has the same name and comes before it (first Playout, "
                    "then packages by the alphabet)",
                    NotLoaded,
                    stacklevel=2,
                )
    return {name: points[0] for name, points in games.items()}


def _is_foreign(point: EntryPoint) -> bool:
    return not point.value.startswith("playout.")


def _package(point: EntryPoint) -> str:
    """The name of the package that declares an entry point; "" if it is not known."""
    return "" if point.dist is None else str(point.dist.name)


def _precedence(point: EntryPoint) -> tuple[bool, str, str]:
    return _is_foreign(point), _package(point).lower(), point.value


def _origin(point: EntryPoint) -> str:
    package = _package(point)
    return f"{point.value} of the package {package}" if package else point.value


def game_names() -> list[str]:
    """Return the names of all games that are installed or declared in this program, sorted."""
    return sorted({*_games(), *GAMES})


def find_game(name: str) -> Game:
    """Return the game of this name; PlayoutError if there is none.

    The game is installed, declared in this program, in a file (``mine.py:pig``), or from another
    library (``openspiel:pig``); each of these can have counters (``pig+mine.py:rolls``).
    """
    known = isinstance(name, str)
    if is_looking():
        return looked_at(name) or _own_game(name)
    if known and name not in GAMES and counter_references(name):
        return counting_game(find_game(without_counters(name)), name)
    if known and file_of(name) is not None:
        return game_in_file(name)
    if known and library_of(name) is not None:
        return foreign_game(name)
    if known and name in GAMES:
        return GAMES[name]
    if not known or name not in _games():
        check_separators(str(name))
        file = " (a file with a game ends in .py)" if "." in str(name) else ""
        raise PlayoutError(f"there is no game '{brief(name)}'{file}: {suggest(name, game_names())}")
    return _installed_game(name)


def is_own(game: Game) -> bool:
    """Return whether a game comes with Playout, and is found by its name in every program."""
    return game.name in _own_names() and _installed_game(game.name) is game


def _own_game(name: object) -> Game:
    """Return the game of Playout with that name; PlayoutError for any other."""
    if not isinstance(name, str) or name not in _own_names():
        raise PlayoutError(
            f"the game '{brief(name)}' does not come with Playout, and the file does not contain it"
        )
    return _installed_game(name)


def _own_names() -> set[str]:
    return {name for name, point in _games().items() if not _is_foreign(point)}


def module_of(name: str) -> str:
    """Return the package that declares an installed game; "" if Playout or this program does."""
    name = without_counters(name)
    point = None if name in GAMES else _games().get(name)
    return "" if point is None or not _is_foreign(point) else point.module.partition(".")[0]


def strategy_modules() -> list[str]:
    """Return the packages, besides Playout, that declare strategies."""
    points = filter(_is_foreign, entry_points(group="playout.strategies"))
    return sorted({point.module.partition(".")[0] for point in points})


def loaded_games() -> list[Game]:
    """Return all games that are installed or declared here; warn NotLoaded of those that fail."""
    games = []
    for name in game_names():
        try:
            games.append(find_game(name))
        except PlayoutError as error:
            warnings.warn(str(error), NotLoaded, stacklevel=2)
    return games


def is_of_this_program(name: str) -> bool:
    """Return whether a game is declared in this program alone, unknown to other processes."""
    game = without_counters(name)
    if any(file_of(one) is None for one in counter_references(name)):
        return True
    return file_of(game) is None and game in GAMES and game not in _games()


def files_of(name: str) -> list[str]:
    """Return the files of users that the name of a game names: of the game, and of its counters."""
    parts = without_counters(name), *counter_references(name)
    return [file for file in map(file_of, parts) if file is not None]


@cache
def _installed_game(name: str) -> Game:
    loaded = _loaded(_games()[name])
    if isinstance(loaded, Game):
        return loaded
    for game in GAMES.values():  # the entry point may name a class with @playout.game
        if getattr(game.rules, "source", None) is loaded:
            return game
    raise PlayoutError(
        f"the installed '{name}' ({_games()[name].value}) is not a game: it must be an object of "
        "playout.Game, or a class below @playout.game"
    )


def _loaded(point: EntryPoint) -> Any:
    if point.module.partition(".")[0] != "playout":
        FOREIGN.add(point.value)
    try:
        return point.load()
    except Exception as error:  # a module may raise anything
        why = str(error) if isinstance(error, PlayoutError) else error_text(error)
        raise PlayoutError(
            f"the installed '{point.name}' ({point.value}) cannot be loaded: {why}"
        ) from error


@cache
def _load_module(point: EntryPoint) -> None:
    """Load a module of strategies; warn NotLoaded, once, if it fails."""
    try:
        _loaded(point)
    except PlayoutError as error:
        warnings.warn(f"{error}; its strategies are missing", NotLoaded, stacklevel=2)


def solver_of(game: Game) -> Any:
    """Return the module that solves deals of a game; PlayoutError if it has none."""
    if not game.solver:
        known = ", ".join(other.name for other in loaded_games() if other.solver)
        raise PlayoutError(
            f"{game.name} cannot say whether a deal can be won; these games can: {known}"
        )
    try:
        return importlib.import_module(game.solver)
    except ModuleNotFoundError as error:
        raise PlayoutError(f"game '{game.name}': its solver: {error}") from None


def load_strategies(game: str) -> None:
    """Import the modules that declare the strategies of a game."""
    _load_own_strategies(game)
    if not is_looking():
        _load_installed_strategies()


@cache
def _load_own_strategies(game: str) -> None:
    """Import the modules of strategies that a game names."""
    for module in find_game(game).strategies:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or not module.startswith(error.name):
                raise  # the module imports something that is missing
            raise PlayoutError(f"game '{game}': its strategies: {error}") from None


@cache
def _load_installed_strategies() -> None:
    """Load the strategies of all packages; of two with one name the first is found."""
    for point in sorted(entry_points(group="playout.strategies"), key=_precedence):
        _load_module(point)


def strategies(game: str) -> list[Strategy]:
    """Return all strategies of a game, in the order of their declaration.

    While a saved run is only shown, these are the strategies that come with Playout.
    """
    if looked_at(game) is not None:
        return []
    found = find_game(game)
    load_strategies(found.name)
    declared = _declared_for(found)
    if is_looking():
        declared = [strategy for strategy in declared if strategy.is_ours]
    return declared


def _declared_for(game: Game) -> list[Strategy]:
    own = without_counters(game.name)
    names = own, family(own)
    declared = [strategy for strategy in STRATEGIES.values() if strategy.game in names]
    if not game.compiled and "random" not in [strategy.name for strategy in declared]:
        declared.append(_random(own))
    return declared


def number_of_strategies(game: Game) -> int:
    """Return how many strategies of a game are known, without importing a package for it."""
    if is_stored(game):
        return int(form_of(game)["strategies"])
    _load_own_strategies(game.name)
    return len(_declared_for(game))


def own_strategy(game: str, name: str) -> Strategy:
    """Return a strategy that comes with a game; a file may ask for it while it is being read.

    Strategies of packages are not loaded: the file may be one of them.
    """
    found = find_game(game)
    _load_own_strategies(found.name)
    known = {strategy.name: strategy for strategy in _declared_for(found)}
    if name not in known:
        raise PlayoutError(f"{game} comes without a strategy '{name}': {suggest(name, known)}")
    return known[name]


@cache
def _random(game: str) -> Strategy:
    """Return the strategy that every game in plain Python has."""
    function = plain_rules.random
    summary = str(function.__doc__)
    return Strategy(game, "random", function, {}, False, summary, module=plain_rules.__name__)


def game_in_file(reference: str) -> Game:
    """Return the game that a reference names, ``mine.py`` or ``mine.py:pig``."""
    file = file_of(reference)
    assert file is not None
    declared, games, counters = load_file(file, *path_and_time(file))
    if games:
        check_games(file, declared, games)
    known = {short_name(game.name): game for game in games}
    wanted = after_file(reference)
    if not wanted and len(games) == 1:
        return games[0]
    if wanted in known:
        return known[wanted]
    if not known and counters:
        raise PlayoutError(
            f"{file} declares counters but no game; name the game before it, as in "
            f"the-game+{file}:{counters[0].name}"
        )
    if not known:
        raise PlayoutError(f"{file} declares no game; write @playout.game() above a class")
    names = " or ".join(game.name for game in games)
    raise PlayoutError(
        f"{file} has no game '{wanted}'; its games are {names}"
        if wanted
        else f"{file} declares several games; name one of them: {names}"
    )


def check_games(
    file: str, declared: Sequence[Strategy], games: Sequence[Game], wanted: str = ""
) -> None:
    """Raise PlayoutError if a strategy of a file is for a game that does not exist.

    The games of the file exist, those that are known by name, and the ``wanted`` one.  Games of
    other libraries are not looked up, because a library may be missing.
    """
    names = [*game_names(), *(short_name(game.name) for game in games), short_name(wanted)]
    known = {*filter(None, names)}
    for strategy in declared:
        game = strategy.game
        if game not in known and game != wanted and library_of(game) is None:
            raise PlayoutError(
                f"{file}: strategy '{strategy.name}' is for the game '{game}', which does not "
                f"exist: {suggest(game, known)}"
            )


def deals_worlds(game: Game) -> bool:
    """Return whether the rules of a game can deal worlds that agree with a view."""
    return hasattr(game.rules, "determinize")


def need_worlds(game: Game, lacking: str) -> None:
    """Raise PlayoutError, which begins with what is ``lacking``, if a game deals no worlds."""
    if deals_worlds(game) or is_stored(game):
        return
    if game.compiled:
        raise PlayoutError(
            f"{lacking}: its rules have no function determinize(view, rules, stream, state), which "
            "deals the simulated positions; if nothing is hidden, the one of playout.author is "
            "enough"
        )
    raise PlayoutError(
        f"{lacking}: its rules have no function determinize. Because observe may hide something, "
        "the game needs a method determinize(self, view, rules, stream), which writes a complete "
        "state that agrees with the view into self and draws from the stream what the player does "
        "not know (docs/reference/own-game.md shows one)"
    )


def can_choose(game: Game) -> bool:
    """Return whether a position of a game can have several moves; True if that is not known."""
    return getattr(game.rules, "MOST_LEGAL", 0) != 1


def need_choices(game: Game, lacking: str) -> None:
    """Raise PlayoutError, which begins with what is ``lacking``, if a game has no choices."""
    if not is_stored(game) and not can_choose(game):
        raise PlayoutError(
            f"{lacking}: every position has only one legal move, so there is nothing to decide"
        )


def _by_name(declared: Game) -> tuple[Any, ...]:
    if is_stored(declared):
        return game_of, (form_of(declared),)
    return find_game, (declared.name,)


def _measure(game: str, name: str) -> Measure:
    return find_game(game).measure_or_rate(name)


def _measure_by_name(declared: Measure) -> tuple[Any, ...]:
    if declared.most is None or isinstance(declared.most, Tops):
        return Measure, tuple(getattr(declared, field.name) for field in fields(Measure))
    return _measure, (declared.game, declared.name)


# A pickle of a game or of a measure holds its name, which other processes find it by.
copyreg.pickle(Game, _by_name)
copyreg.pickle(Measure, _measure_by_name)
