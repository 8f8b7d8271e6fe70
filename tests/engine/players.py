"""Players for tests of the engine: good ones, and ones that break the rules in every way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playout.engine.game.game import Player, Strategy
from playout.games.the_game.rules import CONCEDE, card_move
from playout.games.the_game.strategies import any_legal


def player(function: Callable[[Any, Any], int], *values: float, compiled: bool = True) -> Player:
    """A player of The Game with a function that is in no registry."""
    name = function.__name__.replace("_", "-")
    parameters = {f"p{k}": 0.0 for k in range(len(values))}
    summary = str(function.__doc__)
    strategy = Strategy("the-game", name, function, parameters, compiled, summary)
    return Player(strategy, values, name)


def stops_at(view: Any, rng: Any) -> int:
    """Random play that gives up when so many cards are left (first parameter)."""
    if view.left <= view.parameters[0] and view.needed > 0:
        return CONCEDE
    return any_legal(view, rng, view.needed == 1)


def counts_its_moves(view: Any, rng: Any) -> int:
    """Random play that gives up before its fourth move of a game, counted in its notes."""
    view.notes[0] += 1
    if view.notes[0] > 3:
        return CONCEDE
    return any_legal(view, rng, view.needed == 1)


def lays_a_card_it_has_not(view: Any, rng: Any) -> int:
    """Random play that, with 90 cards left, lays once more the card that lies on pile 0."""
    if view.left <= 90 and view.seat == 1:
        return card_move(view.piles[0], 0)
    return any_legal(view, rng, view.needed == 1)


def raises_an_error(view: Any, rng: Any) -> int:
    """Random play that breaks with 90 cards left."""
    if view.left <= 90 and view.seat == 1:
        raise ValueError("no idea what to do")
    return any_legal(view, rng, view.needed == 1)


def asks_a_library(view: Any, rng: Any) -> int:
    """Random play that keeps a diary, as only plain Python can."""
    diary = {"seat": [str(view.seat)]}
    return any_legal(view, rng, view.needed == len(diary))
