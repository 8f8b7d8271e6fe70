"""What users give as a strategy, also a function or a time budget, by its reference."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from playout.engine.find.declarations import STRATEGIES
from playout.engine.find.foreign_games import family
from playout.engine.find.games import find_game, load_strategies
from playout.engine.game.game import Player, Rules
from playout.engine.who.references import find_checked
from playout.engine.who.time_budget import in_worlds
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_each
from playout.engine.worlds.search import MILLISECONDS, blueprint_of


def by_name(game: str, given: Any, options: Mapping[str, object] | None = None) -> Any:
    """What is given as a strategy, or as several, with the names of functions in their place.

    With the ``options`` of the rules, the milliseconds of a `search` become worlds here, once for a
    question (time_budget.py).
    """
    if callable(given):
        return _name_of(game, given)
    if isinstance(given, str) and options is not None and MILLISECONDS in given:
        return in_worlds(find_game(game), given, options)
    each = read_each("strategy", given)
    if len(each) == 1 and each[0] is given:
        return given
    return [by_name(game, one, options) for one in each]


def _name_of(game: str, function: Callable[..., Any]) -> str:
    """The name that a function has as a strategy of a game."""
    game = find_game(game).name
    load_strategies(game)
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


def reviewer_of(rules: Rules, given: Any) -> Player:
    """Who judges decisions: the strategy that is given, or what `search` plays as."""
    game = rules.game
    if given is not None and not (isinstance(given, str) or callable(given)):
        raise PlayoutError(f"reviewer = {brief(repr(given))}: one strategy is needed, by its name")
    return find_checked(
        rules, by_name(game.name, given, rules.needed_options()) or blueprint_of(game)
    )
