"""The two functions that check a strategy and a game."""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import is_installed
from playout.engine.find.games import find_game, is_of_this_program
from playout.engine.find.strategy_files import file_of
from playout.engine.game.players import StrategyReference
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_player
from playout.testing.report import Report
from playout.testing.stages import check_in_stages
from playout.testing.suite import (
    LIMIT,
    POSITIONS,
    SECONDS,
    Asked,
    Subject,
    check_here,
)


def check_strategy(
    strategy: StrategyReference,
    game: str,
    *,
    positions: int = POSITIONS,
    seconds: float = SECONDS,
    limit: float = LIMIT,
    seed: int = 1,
    hooks: Any = None,
    **options: Any,
) -> Report:
    """Check a strategy: what it must keep, and what a move costs.

    ``strategy`` is its name, as "mine.py:bold:at=25", or the function that declares it.  Without
    rule ``options`` it plays by the usual rules, and with the fewest and the most players.  Its
    moves are looked at in so many ``positions``, or as many as there is time for: ``seconds`` are
    for all checks together, besides what it takes to compile.  ``limit`` is the longest that a
    move may take, in seconds.

    It runs in processes of its own, so that a strategy that never returns is told as one; what is
    declared in this program alone, where other processes do not find it, or is checked with
    ``hooks`` (`Hooks`), runs in this one.  PlayoutError if there is no such strategy or game.
    """
    found = find_game(game)
    name = str(by_name(found.name, strategy))
    asked = Asked(options, seed, positions, seconds, limit)
    player = find_player(found.name, name)
    known = file_of(name) or file_of(player.strategy.game) or is_installed(player.strategy)
    return _checked(Subject(found.name, name), asked, hooks, bool(known))


def check_game(
    game: str,
    *,
    seconds: float = SECONDS,
    seed: int = 1,
    hooks: Any = None,
    **options: Any,
) -> Report:
    """Check a game: its rules and its drawing, in games that are played at random.

    The arguments are those of :func:`check_strategy`.
    """
    found = find_game(game)
    return _checked(Subject(found.name), Asked(options, seed, 0, seconds), hooks, True)


def _checked(subject: Subject, asked: Asked, hooks: Any, is_known: bool) -> Report:
    """Check a subject, in processes of its own if these can find it."""
    if hooks is not None or is_of_this_program(subject.game) or not is_known:
        return check_here(subject, asked, hooks)
    return check_in_stages(subject, asked)
