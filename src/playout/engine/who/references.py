"""Players by reference: ``greedy``, ``chains:extra=2``, ``mine.py:bold``, ``search:worlds=50``."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from playout.engine.find.declarations import is_for, load_file
from playout.engine.find.foreign_games import without_counters
from playout.engine.find.games import check_games, find_game, need_choices, need_worlds, strategies
from playout.engine.find.strategy_files import (
    after_file,
    check_separators,
    file_of,
    path_and_time,
    with_escapes,
)
from playout.engine.game.game import Alias, Game, Player, Rules, Strategy
from playout.engine.words.errors import Elsewhere, PlayoutError, suggest
from playout.engine.words.looking import is_looking, looked_at
from playout.engine.words.reading import brief, read_each, real_or_nan
from playout.engine.words.spelling import as_typed, named
from playout.engine.words.user_code import user_code
from playout.engine.worlds.search import (
    MILLISECONDS,
    SEARCH,
    blueprint_of,
    can_search,
    search_over,
    search_parameters,
)

_BLUEPRINT = "blueprint="
MOST_PARAMETER = 1e15  # of a strategy: beyond, floats are no longer apart by 1


def listed_strategies(game: Game) -> list[Strategy]:
    """Return all strategies of a game for lists, with `search` and the aliases.

    Of these two only the names, parameters and summaries are known; they cannot play.
    """
    listed = strategies(game.name)
    if can_search(game) and SEARCH not in [strategy.name for strategy in listed]:
        summary = (
            "Starts from the move of its base strategy (blueprint) and changes it only if "
            f"simulation shows a clearly better one; default: blueprint={blueprint_of(game)}."
        )
        parameters = search_parameters(game)
        listed.append(Strategy(game.name, SEARCH, _cannot_play_here, parameters, True, summary))
    for alias in game.aliases:
        summary = f"Another name for {alias.reference}. {alias.note}"
        name, *others = alias.names
        aliases = tuple(others)
        listed.append(
            Strategy(game.name, name, _cannot_play_here, {}, True, summary, aliases=aliases)
        )
    return listed


def _cannot_play_here(view: Any, rng: Any) -> int:
    raise Elsewhere("this strategy was declared in another program, so it cannot play here")


@cache
def _name_only(game: str, reference: str, name: str) -> Strategy:
    """Return a strategy of which only the reference is known; it cannot play."""
    return Strategy(game, name, _cannot_play_here, {}, False, "")


def find_player(game: str, reference: str) -> Player:
    """Return the player for a reference: ``greedy``, ``chains:extra=2``, ``mine.py:bold``.

    Colons separate its parts: an optional Python file, the name of a strategy, and any number of
    ``parameter=value``.  PlayoutError if there is no such strategy.
    """
    reference = with_escapes(reference)
    file = file_of(reference)
    name, *settings = after_file(reference).split(":")
    if looked_at(game) is not None:
        return Player(_name_only(game, reference, name), (), reference)
    # The game's own first, so that no strategy of a file can take the name of one of these.
    declared = tuple(strategies(game))
    if file:
        declared, games = ((), ()) if is_looking() else load_file(file, *path_and_time(file))[:2]
        check_games(file, declared, games, without_counters(game))
    allowed = {strategy.name: strategy for strategy in declared if is_for(strategy, game)}
    allowed |= {alias: strategy for strategy in allowed.values() for alias in strategy.aliases}
    if name == SEARCH and name not in allowed:
        allowed[name], settings = _searching(find_game(game), settings)
    renamed = () if file else find_game(game).aliases
    aliases = {_dashed(other): alias for alias in renamed for other in alias.names}
    if _dashed(name) in aliases and name not in allowed:
        return _player_of_alias(game, aliases[_dashed(name)], reference, settings)
    if name not in allowed:  # the name of the function, the_bold, will do for the-bold
        name = next((known for known in allowed if _dashed(known) == _dashed(name)), name)
    if name not in allowed and is_looking():
        return Player(_name_only(game, reference, name), (), reference)
    if name not in allowed:
        check_separators(reference)
        search = [SEARCH] if not file and can_search(find_game(game)) else []
        known = {*allowed, *aliases, *search}
        raise PlayoutError(_no_strategy(game, file, name, declared, known))
    strategy = allowed[name]
    if strategy.hint is not None and find_game(game).hints is None:
        raise PlayoutError(f"strategy '{name}' gives hints, but {game} is a game without hints")
    return Player(strategy, _read_settings(strategy, name, settings, reference), reference)


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _read_settings(
    strategy: Strategy, name: str, settings: Sequence[str], reference: str
) -> tuple[float, ...]:
    """Return the values of all parameters; PlayoutError for a setting that is not allowed."""
    values, keys = dict(strategy.parameters), [setting.partition("=")[0] for setting in settings]
    for setting in settings:
        key, _, text = setting.partition("=")
        if key not in values:
            known = suggest(key, values) if values else "it has no parameters"
            raise PlayoutError(f"strategy '{name}' has no parameter '{key}': {known}")
        if keys.count(key) > 1:
            raise PlayoutError(f"strategy '{reference}': {key} is given twice")
        values[key] = real_or_nan(text)
        if not abs(values[key]) <= MOST_PARAMETER:
            raise PlayoutError(
                f"strategy '{name}': {key} needs a number, as in {name}:{key}=2, not "
                f"'{brief(text)}'; at most {MOST_PARAMETER:g} is allowed"
            )
        least, most = strategy.allowed.get(key, (-MOST_PARAMETER, MOST_PARAMETER))
        if not least <= values[key] <= most:
            raise PlayoutError(
                f"strategy '{name}': {key}={brief(text)}: must be from {least:.15g} to {most:.15g}"
            )
    return tuple(values.values())


def _player_of_alias(game: str, alias: Alias, reference: str, settings: Sequence[str]) -> Player:
    if settings:
        name = reference.partition(":")[0]
        raise PlayoutError(
            f"strategy '{name}' takes no parameters, because it is another name of "
            f"{alias.reference}; to change them, write that name"
        )
    return replace(find_player(game, alias.reference), reference=reference)


def _searching(game: Game, settings: Sequence[str]) -> tuple[Strategy, list[str]]:
    """Return the strategy `search` over its blueprint, and the settings that are its own."""
    lacking = f"{game.name} has no strategy '{SEARCH}'"
    need_choices(game, lacking)
    need_worlds(game, lacking)
    if any(setting.startswith(MILLISECONDS) for setting in settings):
        raise PlayoutError(
            f"strategy '{SEARCH}': write worlds instead of milliseconds in what is stored, such as "
            "a study; milliseconds would be another number of worlds on another machine"
        )
    parameters = search_parameters(game)
    own = [setting for setting in settings if setting.partition("=")[0] in parameters]
    rest = [setting for setting in settings if setting not in own]
    named = [setting for setting in rest if setting.startswith(_BLUEPRINT)]
    if len(named) > 1:
        raise PlayoutError(f"strategy '{SEARCH}': blueprint is given twice")
    names = [setting.removeprefix(_BLUEPRINT) for setting in named] or [blueprint_of(game)]
    reference = ":".join([*names, *(setting for setting in rest if setting not in named)])
    return search_over(game, find_player(game.name, reference)), own


def _no_strategy(
    game: str, file: str | None, name: str, declared: Sequence[Strategy], allowed: Iterable[str]
) -> str:
    """Return the sentence for a name that no strategy of a game, or of a file, has."""
    if known := sorted(allowed):
        if file and not name:
            choices = " or ".join(f"{file}:{choice}" for choice in known)
            return f"{file} needs the name of a strategy: {choices}"
        usual = not file and name == find_game(game).default_strategy
        named = ", which its declaration names as default_strategy" if usual else ""
        return f"{file or game} has no strategy '{brief(name)}'{named}: {suggest(name, known)}"
    if declared:
        others = ", ".join(f"{strategy.name} for {strategy.game}" for strategy in declared)
        return f"{file} has no strategy for {game}: it declares {others}"
    return f'{file} declares no strategy: write @playout.strategy("{game}") above a function'


def find_players(rules: Rules, references: object) -> tuple[Player, ...]:
    """Return the player of each seat, from one strategy for all seats or one for each.

    ``references`` is a list, or a text: ``greedy+random``.
    """
    seats = int(rules["players"])
    names = [str(reference) for reference in read_each("strategy", references)]
    text = ",".join(names)
    if isinstance(references, str):  # joined by +, unless that is the one of 1e+5
        check_separators(references)
        names = re.split(r"(?<!\de)\+", references)
    if len(names) not in (1, seats):
        option = rules.game.option("players")
        fits = ""
        if option.low <= len(names) <= option.high:
            fits = f"; with {as_typed('players', len(names))} each has a seat"
        raise PlayoutError(
            f"strategy '{brief(text)}': {len(names)} strategies for {seats} players{fits}"
        )
    players = [find_allowed_player(rules, name) for name in names]
    return tuple(players if len(players) == seats else players * seats)


def players_to_compare(rules: Rules, references: object) -> tuple[Player, ...]:
    """Return different strategies to compare, or all that can play by these rules.

    ``references`` is "all", names ("greedy,random"), or a list of them.
    """
    if not isinstance(references, str | Iterable) or isinstance(references, type):
        raise PlayoutError(
            f"{as_typed('strategies', references)}: must be names of strategies, or all"
        )
    names = split_line_up(references)
    if names == ["all"]:
        names = [strategy.name for strategy in strategies(rules.game.name)]
        names += [alias.names[0] for alias in rules.game.aliases]
        players = allowed_players(rules, names)
    else:
        players = tuple(find_allowed_player(rules, name) for name in names)
    labels = [player.reference for player in players]
    if len(set(labels)) < len(labels):
        raise PlayoutError(
            f"{named('strategies')}: one strategy is given twice in {', '.join(labels)}"
        )
    return players


def find_allowed_player(rules: Rules, reference: str) -> Player:
    """Return the player that a reference names; PlayoutError if it cannot play by these rules."""
    player = find_player(rules.game.name, reference)
    if player.strategy.check is not None:
        with user_code(f"the check of strategy '{player.reference}'"):
            player.strategy.check(rules)
    return player


def allowed_players(rules: Rules, references: Iterable[str]) -> tuple[Player, ...]:
    """Return the players that references name, without those that cannot play by these rules."""
    players = []
    for reference in references:
        with suppress(PlayoutError):
            players.append(find_allowed_player(rules, reference))
    return tuple(players)


def split_line_up(line_up: object) -> list[str]:
    """Return the strategies of a line-up, one per seat: of a list, or of "greedy,random"."""
    if not isinstance(line_up, Iterable) or isinstance(line_up, type):
        raise PlayoutError(
            f"{as_typed('seats', line_up)}: name one strategy for each seat, such as a,b,b"
        )
    if isinstance(line_up, str):
        check_separators(line_up)
    names = line_up.split(",") if isinstance(line_up, str) else read_each("strategies", line_up)
    return [str(name).strip() for name in names]


# A pickle of a strategy holds its description and no code, so any program can read it.

_PICKLED = (
    "game", "name", "parameters", "compiled", "summary", "aliases", "file", "module", "blueprint"
)  # fmt: skip


def unpickled_strategy(known: Mapping[str, Any]) -> Strategy:
    """Return the strategy of a pickle as it is declared here; else one that cannot play."""
    if known["blueprint"]:
        return find_player(known["game"], f"search:blueprint={known['blueprint']}").strategy
    for strategy in strategies(known["game"]):
        if (strategy.name, strategy.module) == (known["name"], known["module"]):
            return strategy
    return _unplayable(known)


def _unplayable(known: Mapping[str, Any]) -> Strategy:
    """Return a strategy of which only its description is known."""
    return Strategy(function=_cannot_play_here, **known)


def _reduced(strategy: Strategy) -> tuple[Any, ...]:
    known = {name: getattr(strategy, name) for name in _PICKLED}
    only_named = strategy.function is _cannot_play_here and not strategy.module
    return _unplayable if only_named else unpickled_strategy, (known,)


copyreg.pickle(Strategy, _reduced)
