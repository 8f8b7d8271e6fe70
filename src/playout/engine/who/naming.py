"""Strategies as users write them, as functions or with a time budget too, by their references."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from playout.engine.find.declarations import STRATEGIES
from playout.engine.find.foreign_games import family, without_counters
from playout.engine.find.games import find_game, load_strategies
from playout.engine.game.game import Player, Rules
from playout.engine.who.references import find_allowed_player
from playout.engine.who.time_budget import in_worlds
from playout.engine.words.errors import PlayoutError
from playout.engine.words.looking import is_looking
from playout.engine.words.reading import read_braces, read_each, without_braces
from playout.engine.words.spelling import as_typed
from playout.engine.worlds.search import MILLISECONDS, blueprint_of


def by_name(game: str, strategy: Any, options: Mapping[str, object] | None = None) -> Any:
    """Return a strategy, or several, with functions replaced by their names.

    With the ``options`` of the rules, the milliseconds of a `search` become worlds here, once for a
    question (time_budget.py).
    """
    if callable(strategy):
        return _name_of(game, strategy)
    timed = isinstance(strategy, str) and MILLISECONDS in strategy
    if timed and options is not None and not is_looking():
        return in_worlds(find_game(game), strategy, options)
    several = read_each("strategy", strategy)
    if len(several) == 1 and several[0] is strategy:
        return strategy
    return [by_name(game, part, options) for part in several]


def several_by_name(game: str, given: Any, options: Mapping[str, object]) -> Any:
    """The same of strategies to compare; with braces one stands for several: hold:at={10,20}."""
    if isinstance(given, str):
        return by_name(game, without_braces(given, "strategies"), options)
    each = read_each("strategies", given)
    if not any(isinstance(one, str) and "{" in one for one in each):
        return by_name(game, given, options)
    names = [read_braces(one, "strategies") if isinstance(one, str) else [one] for one in each]
    return by_name(game, [one for some in names for one in some], options)


def _name_of(game: str, function: Callable[..., Any]) -> str:
    """Return the name that a function has as a strategy of a game."""
    game = find_game(game).name
    load_strategies(game)
    # A policy of a learner is wrapped in a function that is the strategy.
    declared = [
        strategy
        for strategy in STRATEGIES.values()
        if function in (strategy.function, inspect.unwrap(strategy.function))
    ]
    games = without_counters(game), family(game)
    names = [strategy.name for strategy in declared if strategy.game in games]
    if len(names) == 1:
        return names[0]
    called = getattr(function, "__name__", repr(function))
    if names:
        raise PlayoutError(
            f"the function {called} stands for several strategies of {game}; write the name of one "
            f"({', '.join(names)})"
        )
    if declared:
        raise PlayoutError(f"the function {called} is a strategy of {declared[0].game}, not {game}")
    raise PlayoutError(
        f'the function {called} is not a strategy yet; write @playout.strategy("{game}") above it'
    )


def reviewer_of(rules: Rules, reviewer: Any) -> Player:
    """Return the player that judges decisions: this strategy, or the blueprint of `search`."""
    game = rules.game
    if reviewer is not None and not (isinstance(reviewer, str) or callable(reviewer)):
        raise PlayoutError(f"{as_typed('reviewer', reviewer)}: must be the name of one strategy")
    return find_allowed_player(
        rules, by_name(game.name, reviewer, rules.needed_options()) or blueprint_of(game)
    )
