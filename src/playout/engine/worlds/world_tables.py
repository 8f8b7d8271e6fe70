"""The worlds of a search: dealt from a view, and begun with anew for each move that is tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from playout.engine.chance.rng import BELIEF, DEAL, SEAT, WORLD, start, start_sealed
from playout.engine.game.game import Game
from playout.engine.game.protocols import Belief, check_module
from playout.engine.native.bits import copy_items, copy_run
from playout.engine.play.batch import table_dtype
from playout.engine.play.free_names import (
    actor,
    believe,
    believed_move,
    blueprint,
    deal_believed,
    deal_state,
    deal_world,
    determinize,
    renew,
)
from playout.engine.play.views import renew_views
from playout.engine.words.errors import PlayoutError


@cache
def search_table_dtype(game: Game) -> np.dtype[Any]:
    """A table (batch.py) at which worlds are played, and the last world as it was dealt."""
    table = table_dtype(game)
    fields: list[Any] = [(name, table[name]) for name in table.names or ()]
    dealt = np.dtype([(name, table[name]) for name in ("state", "streams")], align=True)
    together = ("together", np.int64)  # the address of what plays many at a time; 0: there is none
    module = belief_of(game)
    belief = [("belief", module.BELIEF), ("believes", np.int64)] if module else []
    return np.dtype([*fields, ("dealt", dealt), together, *belief], align=True)


@cache
def belief_of(game: Game) -> Any:
    """The module that says what a seat makes of how the others have played; None: there is none."""
    if not game.belief:
        return None
    where = f"game '{game.name}': its belief"
    try:
        module = import_module(game.belief)
    except ModuleNotFoundError as error:
        raise PlayoutError(f"{where}: {error}") from None
    check_module(where, module, Belief)
    if not isinstance(getattr(module, "BELIEF", None), np.dtype):
        raise PlayoutError(f"{where}, {game.belief}, has no BELIEF, the type of a record")
    return module


def renew_function(game: Game) -> Callable[[Any, Any], None]:
    """What lets nobody at a table remember another world."""
    return renew_views if game.compiled else lambda table, rules: table.renew(game)


def draw_state(view: Any, rules: Any, table: Any, number: int, state: Any) -> None:
    """Write the state of a world."""
    stream = table.streams[DEAL]
    start(stream, table.seed, number, WORLD)
    determinize(view, rules, stream, state)


def draw_believed(view: Any, rules: Any, table: Any, number: int, state: Any) -> None:
    """The same, as likely as a search believes."""
    stream = table.streams[DEAL]
    start(stream, table.seed, number, WORLD)
    if table.believes != 0:
        deal_believed(view, rules, stream, table.belief, state)
    else:
        determinize(view, rules, stream, state)


def draw_world(view: Any, rules: Any, table: Any, number: int) -> None:
    """Deal a world, with random streams of its own, in which nobody remembers anything."""
    table.game, table.moves = number, 0
    renew(table, rules)
    deal_state(view, rules, table, number, table.state)
    start(table.streams[DEAL], table.seed, number, WORLD + 1 + DEAL)
    for seat in range(rules.players):
        start_sealed(table.streams[SEAT + seat], table.seed, number, WORLD + 1 + SEAT + seat)


def draw_and_keep(view: Any, rules: Any, table: Any, number: int) -> None:
    """Deal a world, and keep it as it was dealt."""
    deal_world(view, rules, table, number)
    copy_run(table.dealt, table, "state", "state")
    copy_run(table.dealt, table, "streams", "streams")


def enter_world(view: Any, rules: Any, table: Any) -> None:
    """Begin with the world dealt last, in which nobody but the searcher remembers anything."""
    table.moves = 0
    renew(table, rules)
    copy_run(table, table.dealt, "state", "state")
    copy_run(table, table.dealt, "streams", "streams")
    copy_items(table.views[actor(table.state, rules)].notes, view.notes)


def enter_plain_world(view: Any, rules: Any, table: Any) -> None:
    """The same of a game in plain Python: to deal the world again is as fast as to copy it."""
    deal_world(view, rules, table, table.game)
    copy_items(table.views[actor(table.state, rules)].notes, view.notes)


def believe_nothing(view: Any, rules: Any, table: Any) -> None:
    """Begin a decision of a search where the others' play tells nothing."""


def begin_to_believe(view: Any, rules: Any, table: Any) -> None:
    """The same where it tells something, if the search asks for it."""
    table.believes = int(view.parameters[2] != 0)
    if table.believes != 0:
        start(table.streams[DEAL], table.seed, 0, BELIEF)
        believe(view, rules, table.streams[DEAL], table.belief)


def blueprint_reply(table: Any, seat: int, own: int) -> int:
    """What a seat does in a world; ``own`` is the searcher's."""
    return int(blueprint(table.views[seat], table.streams[SEAT + seat]))


def believed_reply(table: Any, seat: int, own: int) -> int:
    """The same; others than the searcher do what is believed of them."""
    view, rng = table.views[seat], table.streams[SEAT + seat]
    move = -1
    if table.believes != 0 and seat != own:
        move = believed_move(view, rng, table.belief)
    return int(move if move >= 0 else blueprint(view, rng))
