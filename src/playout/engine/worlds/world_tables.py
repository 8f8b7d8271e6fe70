"""The worlds of a search: dealt from a view, and started again for each move that is tried."""

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
from playout.engine.play.code_templates import (
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
    """A table (batch.py) at which a search plays worlds, and the last world as it was dealt."""
    table = table_dtype(game)
    dealt = np.dtype([(name, table[name]) for name in ("state", "streams")], align=True)
    together = ("together", np.int64)  # address of a function that plays many at a time, or 0
    module = belief_of(game)
    belief = [("belief", module.BELIEF), ("believes", np.int64)] if module else []
    return table_dtype(game, ("dealt", dealt), together, *belief)


@cache
def belief_of(game: Game) -> Any:
    """Return the module with the beliefs about other players (Belief of protocols.py), or None."""
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
    """Return the function that clears the memory of all seats at a table."""
    return renew_views if game.compiled else lambda table, rules: table.renew(game)


def draw_state(view: Any, rules: Any, table: Any, number: int, state: Any) -> None:
    """Write the state of a world."""
    stream = table.streams[DEAL]
    start(stream, table.seed, number, WORLD)
    determinize(view, rules, stream, state)


def draw_believed(view: Any, rules: Any, table: Any, number: int, state: Any) -> None:
    """Write the state of a world, as likely as a search believes."""
    stream = table.streams[DEAL]
    start(stream, table.seed, number, WORLD)
    if table.believes != 0:
        deal_believed(view, rules, stream, table.belief, state)
    else:
        determinize(view, rules, stream, state)


def draw_world(view: Any, rules: Any, table: Any, number: int) -> None:
    """Deal a world, with random streams of its own, and clear the memory of all seats."""
    table.game, table.moves = number, 0
    renew(table, rules)
    deal_state(view, rules, table, number, table.state)
    start(table.streams[DEAL], table.seed, number, WORLD + 1 + DEAL)
    for seat in range(rules.players):
        start_sealed(table.streams[SEAT + seat], table.seed, number, WORLD + 1 + SEAT + seat)


def draw_and_keep(view: Any, rules: Any, table: Any, number: int) -> None:
    """Deal a world, and save it as it was dealt."""
    deal_world(view, rules, table, number)
    copy_run(table.dealt, table, "state", "state")
    copy_run(table.dealt, table, "streams", "streams")


def enter_world(view: Any, rules: Any, table: Any) -> None:
    """Return to the world dealt last, in which only the searcher has a memory."""
    table.moves = 0
    renew(table, rules)
    copy_run(table, table.dealt, "state", "state")
    copy_run(table, table.dealt, "streams", "streams")
    copy_items(table.views[actor(table.state, rules)].notes, view.notes)


def enter_plain_world(view: Any, rules: Any, table: Any) -> None:
    """Return to the world of a game in plain Python: dealing it again is as fast as copying."""
    deal_world(view, rules, table, table.game)
    copy_items(table.views[actor(table.state, rules)].notes, view.notes)


def believe_nothing(view: Any, rules: Any, table: Any) -> None:
    """Begin a decision of a search without beliefs: do nothing."""


def begin_to_believe(view: Any, rules: Any, table: Any) -> None:
    """Begin a decision of a search with beliefs, if its parameter asks for them."""
    table.believes = int(view.parameters[2] != 0)
    if table.believes != 0:
        start(table.streams[DEAL], table.seed, 0, BELIEF)
        believe(view, rules, table.streams[DEAL], table.belief)


def blueprint_reply(table: Any, seat: int, own: int) -> int:
    """Return the move of a seat in a world; ``own`` is the searcher's seat."""
    return int(blueprint(table.views[seat], table.streams[SEAT + seat]))


def believed_reply(table: Any, seat: int, own: int) -> int:
    """Return the move of a seat in a world; seats of others move as the search believes."""
    view, rng = table.views[seat], table.streams[SEAT + seat]
    move = -1
    if table.believes != 0 and seat != own:
        move = believed_move(view, rng, table.belief)
    return int(move if move >= 0 else blueprint(view, rng))


def table_templates(game: Game) -> dict[str, Callable[..., Any]]:
    """Return the templates of this module that a search of a game uses, by their names."""
    believes = belief_of(game) is not None
    return {
        "deal_state": draw_believed if believes else draw_state,
        "deal_world": draw_world,
        "keep_world": draw_and_keep if game.compiled else draw_world,
        "start_belief": begin_to_believe if believes else believe_nothing,
        "reply": believed_reply if believes else blueprint_reply,
        "begin_world": enter_world if game.compiled else enter_plain_world,
    }
