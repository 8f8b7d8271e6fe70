"""Players by reference: ``greedy``, ``chains:extra=2``, ``mine.py:bold``, ``search:worlds=50``."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from playout.engine.find.declarations import is_for, load_file
from playout.engine.find.games import check_games, find_game, need_worlds, strategies
from playout.engine.find.strategy_files import file_of, is_looking, path_and_time
from playout.engine.game.game import Alias, Game, Player, Rules, Strategy
from playout.engine.words.errors import Elsewhere, PlayoutError, suggest
from playout.engine.words.reading import brief, read_each, real_or_nan
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


def unpickled_strategy(known: Mapping[str, Any]) -> Strategy:
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
        declared, games = ((), ()) if is_looking() else load_file(file, *path_and_time(file))
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
                f"'{brief(text)}'; at most {MOST_PARAMETER:g} is allowed"
            )
        least, most = found.allowed.get(key, (-MOST_PARAMETER, MOST_PARAMETER))
        if not least <= values[key] <= most:
            raise PlayoutError(
                f"strategy '{name}': {key} = {brief(text)}, allowed is {least:.15g} to {most:.15g}"
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


def _searching(game: Game, settings: Sequence[str]) -> tuple[Strategy, list[str]]:
    """The strategy `search` with its blueprint, and its own settings: all others are that one's."""
    if game.rules.MOST_LEGAL == 1:
        raise PlayoutError(f"{game.name} has no strategy '{SEARCH}': nobody ever has a choice")
    need_worlds(game, f"{game.name} has no strategy '{SEARCH}'")
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
        return f"{file or game} has no strategy '{brief(name)}'{named}: {suggest(name, known)}"
    if declared:
        others = ", ".join(f"{one.name} for {one.game}" for one in declared)
        return f"{file} has no strategy for {game}: it declares {others}"
    return f'{file} declares no strategy: write @playout.strategy("{game}") above a function'


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
            f"strategy '{brief(told)}': {len(names)} strategies were given for {seats} players"
            f"{f'; players = {len(names)} has a seat for each' if fits else ''}"
        )
    players = [find_checked(rules, name) for name in names]
    return tuple(players if len(players) == seats else players * seats)


def chosen_players(rules: Rules, references: object) -> tuple[Player, ...]:
    """Different strategies to be compared, or all that the game has.

    ``references`` is "all", names ("greedy,random"), or a list of them.
    """
    if not isinstance(references, str | Iterable) or isinstance(references, type):
        raise PlayoutError(f"strategies = {brief(references)}: names, or all, are needed")
    names = split_seats(references)
    if names == ["all"]:
        names = [declared.name for declared in strategies(rules.game.name)]
    players = tuple(find_checked(rules, name) for name in names)
    labels = [player.reference for player in players]
    if len(set(labels)) < len(labels):
        raise PlayoutError(f"strategies: one is given twice in {', '.join(labels)}")
    return players


def find_checked(rules: Rules, reference: str) -> Player:
    """The player that a reference names; PlayoutError if it cannot play by these rules."""
    player = find_player(rules.game.name, reference)
    if player.strategy.check is not None:
        with user_code(f"the check of strategy '{player.reference}'"):
            player.strategy.check(rules)
    return player


def split_seats(line_up: object) -> list[str]:
    """The strategies of a line-up, one per seat: a list, or "greedy,random,random"."""
    if not isinstance(line_up, Iterable) or isinstance(line_up, type):
        raise PlayoutError(f"seats = {brief(line_up)}: a strategy for each seat is needed")
    each = line_up.split(",") if isinstance(line_up, str) else read_each("strategies", line_up)
    names = [str(name) for name in each]
    return [name.strip() for name in names]


def _declared_here(strategy: Strategy) -> tuple[Any, ...]:
    names = ["game", "name", "parameters", "compiled", "summary", "aliases", "file", "module"]
    names += ["blueprint"]
    return unpickled_strategy, ({name: getattr(strategy, name) for name in names},)


# A pickle of a strategy holds what is known of it and no code: it can be read anywhere.
copyreg.pickle(Strategy, _declared_here)
