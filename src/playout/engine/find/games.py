"""All games and strategies, found by their names.

Playout's own games and those of other packages are found the same way, through the entry
points ``playout.games`` (name -> a :class:`Game`) and ``playout.strategies`` (any name -> a
module that declares strategies with ``@strategy``).  Nothing is imported before it is asked for.
"""

from __future__ import annotations

import importlib
import inspect
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from playout.engine.find.declarations import (
    GAMES,
    STRATEGIES,
    check_games,
    game_in_file,
    is_for,
    load_file,
)
from playout.engine.find.declarations import strategy as strategy  # where all look for it
from playout.engine.find.foreign_games import family, game_of_source, source_of
from playout.engine.find.strategy_files import OTHERS, file_of, is_looking, stamp
from playout.engine.game import plain_rules as plain
from playout.engine.game.game import Alias, Game, Player, Rules, Strategy
from playout.engine.words.errors import (
    Elsewhere,
    NotLoaded,
    PlayoutError,
    is_ctrl_c,
    suggest,
    words_of,
)
from playout.engine.words.reading import read_each, real_or_nan, shown
from playout.engine.words.user_output import theirs

SEARCH, _BLUEPRINT = "search", "blueprint="
MILLISECONDS = "milliseconds="  # of a search, in the place of worlds, where a question is asked
MOST_PARAMETER = 1e15  # of a strategy: beyond, floats are no longer apart by 1
Named = str | Callable[[Any, Any], int]  # a strategy: its name, or the function that declares it


@cache
def _games() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    points = entry_points(group="playout.games")
    for point in sorted(points, key=lambda point: not point.value.startswith("playout.")):
        known = found.setdefault(point.name, point)
        if known.value != point.value:
            warnings.warn(
                f"the installed game '{point.name}' ({point.value}) is missing: "
                f"{known.value} has the same name",
                NotLoaded,
                stacklevel=2,
            )
    return found


def game_names() -> list[str]:
    """The names of all games that are installed or declared in this program, in their order."""
    return sorted({*_games(), *GAMES})


def find_game(name: str) -> Game:
    """The game of that name: installed, declared in this program, or in a file, ``mine.py:pig``.

    Or one of another library, ``openspiel:pig``.
    """
    if isinstance(name, str) and file_of(name) is not None:
        return game_in_file(name)
    if isinstance(name, str) and source_of(name) is not None:
        return game_of_source(name)
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    if not isinstance(name, str) or name not in _games():
        raise PlayoutError(f"there is no game '{shown(name)}': {suggest(name, game_names())}")
    return _found_game(name)


def loaded_games() -> list[Game]:
    """All games that are installed or declared here; NotLoaded is warned of those that fail."""
    games = []
    for name in game_names():
        try:
            games.append(find_game(name))
        except PlayoutError as error:
            warnings.warn(str(error), NotLoaded, stacklevel=2)
    return games


def is_of_this_program(name: str) -> bool:
    """Whether a game is declared in this program alone, where no other process finds it."""
    return file_of(name) is None and name in GAMES and name not in _games()


@cache
def _found_game(name: str) -> Game:
    loaded = _loaded(_games()[name])
    if isinstance(loaded, Game):
        return loaded
    for game in GAMES.values():  # the entry point may name a class, below @playout.game
        if getattr(game.rules, "source", None) is loaded:
            return game
    raise PlayoutError(
        f"the installed '{name}' ({_games()[name].value}) is no game: an object of playout.Game, "
        "or a class below @playout.game, is needed"
    )


@theirs()
def _loaded(point: EntryPoint) -> Any:
    if point.module.partition(".")[0] != "playout":
        OTHERS.add(point.value)
    try:
        return point.load()
    except BaseException as error:  # a module may raise whatever it likes
        if is_ctrl_c(error):
            raise
        why = str(error) if isinstance(error, PlayoutError) else words_of(error)
        raise PlayoutError(
            f"the installed '{point.name}' ({point.value}) cannot be loaded: {why}"
        ) from error


@cache
def _load_module(point: EntryPoint) -> None:
    """Load a module of strategies; NotLoaded is warned, once, if it fails."""
    try:
        _loaded(point)
    except PlayoutError as error:
        warnings.warn(f"{error}; its strategies are missing", NotLoaded, stacklevel=2)


def solver_of(game: Game) -> Any:
    """The module that says whether a deal of a game can be won; PlayoutError if it has none."""
    if not game.solver:
        known = ", ".join(one.name for one in loaded_games() if one.solver)
        raise PlayoutError(
            f"{game.name} does not say whether a deal can be won; these games do: {known}"
        )
    try:
        return importlib.import_module(game.solver)
    except ModuleNotFoundError as error:
        raise PlayoutError(f"game '{game.name}': its solver: {error}") from None


@cache
def _load_strategies(game: str) -> None:
    for module in find_game(game).strategies:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or not module.startswith(error.name):
                raise  # of something that the module imports
            raise PlayoutError(f"game '{game}': its strategies: {error}") from None
    for point in entry_points(group="playout.strategies"):
        _load_module(point)


def strategies(game: str) -> list[Strategy]:
    """All strategies of a game, in the order of their declaration."""
    found = find_game(game)
    _load_strategies(found.name)
    named = [one for one in STRATEGIES.values() if one.game in (found.name, family(found.name))]
    if not found.compiled and "random" not in [declared.name for declared in named]:
        named.append(_random(found.name))
    return named


def listed_strategies(game: Game) -> list[Strategy]:
    """All strategies of a game as they are told: with `search`, of which only that is known."""
    listed = strategies(game.name)
    if can_search(game) and SEARCH not in [one.name for one in listed]:
        idea = (
            "Plays as its blueprint, another strategy, unless a move proves better in worlds that "
            f"could be true; blueprint={blueprint_of(game)} if none is named."
        )
        listed.append(Strategy(game.name, SEARCH, _elsewhere, search_parameters(game), True, idea))
    for alias in game.aliases:
        idea = f"Another name of {alias.reference}. {alias.note}"
        name, *others = alias.names
        listed.append(Strategy(game.name, name, _elsewhere, {}, True, idea, aliases=tuple(others)))
    return listed


@cache
def _random(game: str) -> Strategy:
    """The strategy that every game in plain Python has."""
    about = str(plain.random.__doc__)
    return Strategy(game, "random", plain.random, {}, False, about, module=plain.__name__)


def declared_again(known: Mapping[str, Any]) -> Strategy:
    """The strategy of a pickle: the one that is declared here too, or else its name alone."""
    if known["blueprint"]:
        return find_player(known["game"], f"search:blueprint={known['blueprint']}").strategy
    for one in strategies(known["game"]):
        if (one.name, one.module) == (known["name"], known["module"]):
            return one
    return Strategy(function=_elsewhere, **known)


def _elsewhere(view: Any, rng: Any) -> int:
    raise Elsewhere("this strategy was declared in another program, so it cannot play here")


@cache
def _by_name_alone(game: str, reference: str, name: str) -> Strategy:
    """A strategy of which no more is known than how it was asked for; it cannot play."""
    return Strategy(game, name, _elsewhere, {}, False, "")


def find_player(game: str, reference: str) -> Player:
    """The player that a reference names: ``greedy``, ``chains:extra=2``, ``mine.py:bold``.

    Parts are separated by colons: an optional Python file, the name of a strategy, and any
    number of ``parameter=value``.
    """
    file, parts = file_of(reference), reference.strip().split(":")
    parts = parts[1:] if file else parts
    name, settings = (parts[0], parts[1:]) if parts else ("", [])
    # The game's own first, so that none in a file can take the name of one of these.
    declared = tuple(strategies(game))
    if file:
        declared, games = ((), ()) if is_looking() else load_file(file, *stamp(file))
        check_games(file, declared, games, game)
    allowed = {candidate.name: candidate for candidate in declared if is_for(candidate, game)}
    allowed |= {alias: candidate for candidate in allowed.values() for alias in candidate.aliases}
    if name == SEARCH and name not in allowed:
        allowed[name], settings = _searching(find_game(game), settings)
    renamed = () if file else find_game(game).aliases
    aliases = {one: alias for alias in renamed for one in alias.names}
    if name in aliases and name not in allowed:
        return _player_of_alias(game, aliases[name], reference.strip(), settings)
    if name not in allowed:  # its function is the_bold, it is called the-bold: both will do
        spelt = (one for one in allowed if one.replace("_", "-") == name.replace("_", "-"))
        name = next(spelt, name)
    if name not in allowed and is_looking():
        return Player(_by_name_alone(game, reference.strip(), name), (), reference.strip())
    if name not in allowed:
        raise PlayoutError(_nobody(game, file, name, declared, [*allowed, *aliases]))
    found = allowed[name]
    if found.hint is not None and find_game(game).hints is None:
        raise PlayoutError(f"strategy '{name}' has a hint, but {game} is a game without hints")
    values = dict(found.parameters)
    seen: set[str] = set()
    for setting in settings:
        key, _, text = setting.partition("=")
        if key not in values:
            known = suggest(key, values) if values else "it has no parameters"
            raise PlayoutError(f"strategy '{name}' has no parameter '{key}': {known}")
        if key in seen:
            raise PlayoutError(f"strategy '{reference.strip()}': {key} is given twice")
        seen.add(key)
        values[key] = real_or_nan(text)
        if not abs(values[key]) <= MOST_PARAMETER:
            raise PlayoutError(
                f"strategy '{name}': {key} needs a number, as in {name}:{key}=2, not "
                f"'{shown(text)}'; at most {MOST_PARAMETER:g} is allowed"
            )
        least, most = found.allowed.get(key, (-MOST_PARAMETER, MOST_PARAMETER))
        if not least <= values[key] <= most:
            raise PlayoutError(
                f"strategy '{name}': {key} = {shown(text)}, allowed is {least:.15g} to {most:.15g}"
            )
    return Player(found, tuple(values.values()), reference.strip())


def _player_of_alias(game: str, alias: Alias, reference: str, settings: Sequence[str]) -> Player:
    if settings:
        name = reference.partition(":")[0]
        raise PlayoutError(
            f"strategy '{name}' takes no parameters: it is another name of {alias.reference}; "
            "to change these, write that"
        )
    return replace(find_player(game, alias.reference), reference=reference)


def deals_worlds(game: Game) -> bool:
    """Whether the rules of a game can deal worlds that agree with what a seat knows."""
    return hasattr(game.rules, "determinize")


def need_worlds(game: Game, lacking: str) -> None:
    """PlayoutError that says what a game is lacking if it deals no worlds."""
    if not deals_worlds(game):
        raise PlayoutError(
            f"{lacking}: its rules have no function determinize(view, rules, stream, state), "
            "which deals the worlds for it"
        )


def can_search(game: Game) -> bool:
    """Whether there is the strategy `search` for a game: worlds can be dealt, moves chosen."""
    return deals_worlds(game) and game.rules.MOST_LEGAL != 1


def blueprint_of(game: Game) -> str:
    """The strategy that `search` plays as, if the user names none."""
    return game.blueprint or game.default_strategy


def search_parameters(game: Game) -> dict[str, float]:
    """The parameters of `search` in a game, with their defaults."""
    own = {"belief": 1.0} if game.belief else {}
    return {"worlds": 400.0, "deviations": game.deviations, **own}


def _searching(game: Game, settings: Sequence[str]) -> tuple[Strategy, list[str]]:
    """The strategy `search` with its blueprint, and its own settings: all others are that one's."""
    if game.rules.MOST_LEGAL == 1:
        raise PlayoutError(f"{game.name} has no strategy '{SEARCH}': nobody ever has a choice")
    need_worlds(game, f"{game.name} has no strategy '{SEARCH}'")
    from playout.engine.worlds.search import search_over

    if any(one.startswith(MILLISECONDS) for one in settings):
        raise PlayoutError(
            f"strategy '{SEARCH}': milliseconds become worlds where a question is asked, because "
            "they would be others on another machine; what is kept, as a study, needs worlds"
        )
    own = [one for one in settings if one.partition("=")[0] in search_parameters(game)]
    rest = [one for one in settings if one not in own]
    named = [one for one in rest if one.startswith(_BLUEPRINT)]
    if len(named) > 1:
        raise PlayoutError(f"strategy '{SEARCH}': blueprint is given twice")
    names = [one.removeprefix(_BLUEPRINT) for one in named] or [blueprint_of(game)]
    reference = ":".join([*names, *(one for one in rest if one not in named)])
    return search_over(game, find_player(game.name, reference)), own


def _nobody(
    game: str, file: str | None, name: str, declared: Sequence[Strategy], allowed: Iterable[str]
) -> str:
    """The sentence for a name that no strategy of a game, or of a file, has."""
    if known := sorted(allowed):
        if file and not name:
            each = " or ".join(f"{file}:{one}" for one in known)
            return f"{file} needs the name of a strategy: {each}"
        usual = not file and name == find_game(game).default_strategy
        named = ", which its declaration names as default_strategy" if usual else ""
        return f"{file or game} has no strategy '{name}'{named}: {suggest(name, known)}"
    if declared:
        others = ", ".join(f"{one.name} for {one.game}" for one in declared)
        return f"{file} has no strategy for {game}: it declares {others}"
    return f'{file} declares no strategy: write @playout.strategy("{game}") above a function'


def by_name(game: str, given: Any, options: Mapping[str, object] | None = None) -> Any:
    """What is given as a strategy, or as several, with the names of functions in their place.

    With the ``options`` of the rules, the milliseconds of a `search` become worlds here, once for a
    question (engine/match/time_budget.py).
    """
    if callable(given):
        return _name_of(game, given)
    if isinstance(given, str) and options is not None and MILLISECONDS in given:
        from playout.engine.match.time_budget import in_worlds  # it plays matches

        return in_worlds(find_game(game), given, options)
    each = read_each("strategy", given)
    if len(each) == 1 and each[0] is given:
        return given
    return [by_name(game, one, options) for one in each]


def _name_of(game: str, function: Callable[..., Any]) -> str:
    """The name that a function has as a strategy of a game."""
    game = find_game(game).name
    _load_strategies(game)
    # A policy of a learner is wrapped in a function that is the strategy.
    declared = [
        one
        for one in STRATEGIES.values()
        if function in (one.function, inspect.unwrap(one.function))
    ]
    names = [one.name for one in declared if one.game in (game, family(game))]
    if len(names) == 1:
        return names[0]
    called = getattr(function, "__name__", repr(function))
    if names:
        raise PlayoutError(
            f"the function {called} is several strategies of {game}: write the name of one "
            f"({', '.join(names)})"
        )
    if declared:
        raise PlayoutError(f"the function {called} is a strategy of {declared[0].game}, not {game}")
    raise PlayoutError(
        f'the function {called} is no strategy yet: write @playout.strategy("{game}") above it'
    )


def is_installed(strategy: Strategy) -> bool:
    """Whether a package declares a strategy, so that every program finds it by its name."""
    points = [*entry_points(group="playout.games"), *entry_points(group="playout.strategies")]
    return strategy.module.split(".")[0] in {point.module.split(".")[0] for point in points}


def find_players(rules: Rules, references: object) -> tuple[Player, ...]:
    """Who sits on each seat: one strategy for all, or one per seat.

    ``references`` is a list, or the same joined: ``greedy+random``.
    """
    seats = int(rules["players"])
    each = read_each("strategy", references)
    told = ",".join(map(str, each))
    # One text may be joined by +, but that of 1e+5 joins nothing.
    names = re.split(r"(?<!\de)\+", told) if each == [references] else list(map(str, each))
    if len(names) not in (1, seats):
        option = rules.game.option("players")
        fits = option.low <= len(names) <= option.high
        raise PlayoutError(
            f"strategy '{shown(told)}': {len(names)} strategies were given for {seats} players"
            f"{f'; players = {len(names)} has a seat for each' if fits else ''}"
        )
    players = [find_checked(rules, name) for name in names]
    return tuple(players if len(players) == seats else players * seats)


def chosen_players(rules: Rules, references: object) -> tuple[Player, ...]:
    """Different strategies to be compared, or all that the game has.

    ``references`` is "all", names ("greedy,random"), or a list of them.
    """
    if not isinstance(references, str | Iterable) or isinstance(references, type):
        raise PlayoutError(f"strategies = {shown(references)}: names, or all, are needed")
    names = split_seats(references)
    if names == ["all"]:
        names = [declared.name for declared in strategies(rules.game.name)]
    players = tuple(find_checked(rules, name) for name in names)
    labels = [player.label for player in players]
    if len(set(labels)) < len(labels):
        raise PlayoutError(f"strategies: one is given twice in {', '.join(labels)}")
    return players


def reviewer_of(rules: Rules, given: Any) -> Player:
    """Who judges decisions: the strategy that is given, or what `search` plays as."""
    game = rules.game
    if given is not None and not (isinstance(given, str) or callable(given)):
        raise PlayoutError(f"reviewer = {shown(repr(given))}: one strategy is needed, by its name")
    return find_checked(rules, by_name(game.name, given, rules.given()) or blueprint_of(game))


def find_checked(rules: Rules, reference: str) -> Player:
    """The player that a reference names; PlayoutError if it cannot play by these rules."""
    player = find_player(rules.game.name, reference)
    if player.strategy.check is not None:
        _check(player, rules)
    return player


@theirs()
def _check(player: Player, rules: Rules) -> None:
    """Ask a strategy whether it can play by these rules; PlayoutError if it cannot."""
    assert player.strategy.check is not None
    try:
        player.strategy.check(rules)
    except PlayoutError:
        raise
    except BaseException as error:  # it may raise whatever it likes
        if is_ctrl_c(error):
            raise
        raise PlayoutError(
            f"the check of strategy '{player.reference}' raised {words_of(error)}"
        ) from error


def split_seats(line_up: object) -> list[str]:
    """The strategies of a line-up, one per seat: a list, or "greedy,random,random"."""
    if not isinstance(line_up, Iterable) or isinstance(line_up, type):
        raise PlayoutError(f"seats = {shown(line_up)}: a strategy for each seat is needed")
    each = line_up.split(",") if isinstance(line_up, str) else read_each("strategies", line_up)
    names = [str(name) for name in each]
    return [name.strip() for name in names]
