"""Names for writing your own games and strategies.

>>> from playout.author import jit, open_view, randrange

Dice and cards: :func:`randrange`, :func:`shuffle`, :func:`shuffled`, :func:`throw`.  Compiled
rules: :func:`jit`, :func:`open_view`, :func:`introduce`, :func:`observe`, :func:`determinize`,
:func:`share_win`, :func:`copy_fields`.  Further names are for drawings, positions, observations for
learners, and single batches of games.  docs/reference/own-game.md explains all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playout.engine.chance.plain_streams import next_word, randrange, shuffle, shuffled, uniform
from playout.engine.chance.rng import DEAL, SEAT, STREAM, start, start_sealed
from playout.engine.chance.rng import shuffle as shuffle_first
from playout.engine.find.declarations import game, strategy
from playout.engine.find.games import find_game, own_strategy, strategies
from playout.engine.game.drawings import (
    disc,
    does,
    element,
    paragraph,
    part,
    picture,
    place,
    rectangle,
    seat_name,
    words,
)
from playout.engine.game.drawn_pieces import (
    back,
    hand,
    on_cloth,
    piece,
    portrait,
    seat_disc,
    sign,
    table_picture,
)
from playout.engine.game.game import Game, Measure, Option, Policy, QuestionText, Text, view_dtype
from playout.engine.game.measures import SHARE, Stake
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.engine.game.open_information import (
    determinize,
    introduce,
    observe,
    open_view,
    share_win,
)
from playout.engine.game.plain_views import View
from playout.engine.game.protocols import plain
from playout.engine.native.bits import (
    copy_fields,
    copy_items,
    count_bits,
    first_bit,
    from_bit,
    has_bit,
    last_bit,
)
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.play.lookup import kept, looked_up
from playout.engine.play.positions import (
    check_fields,
    read_groups,
    read_list,
    read_number,
    read_numbers,
    read_words,
    write_list,
    write_words,
)
from playout.engine.who.references import find_player, find_players
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.engine.words.numbering import nth
from playout.kits.dice import throw, throw_one


def strategy_function(game: str, name: str) -> Callable[[Any, Any], int]:
    """Return the function ``(view, rng) -> move`` of a strategy that comes with a game.

    It is plain Python.  If your own strategy is compiled, put `jit` around the function.
    """
    function: Callable[[Any, Any], int] = plain(own_strategy(game, name).function)
    return function


__all__ = [
    "DEAL",
    "SEAT",
    "SHARE",
    "STREAM",
    "Game",
    "IllegalMove",
    "Measure",
    "Option",
    "PlayoutError",
    "Policy",
    "QuestionText",
    "Seen",
    "Stake",
    "Text",
    "View",
    "back",
    "check_fields",
    "copy_fields",
    "copy_items",
    "count_bits",
    "counts",
    "determinize",
    "disc",
    "does",
    "element",
    "find_game",
    "find_player",
    "find_players",
    "first_bit",
    "from_bit",
    "game",
    "hand",
    "has_bit",
    "introduce",
    "jit",
    "kept",
    "last_bit",
    "looked_up",
    "new_record",
    "next_word",
    "nth",
    "observe",
    "on_cloth",
    "open_view",
    "paragraph",
    "part",
    "picture",
    "piece",
    "place",
    "play_batch",
    "portrait",
    "randrange",
    "read_groups",
    "read_list",
    "read_number",
    "read_numbers",
    "read_words",
    "rectangle",
    "seat_disc",
    "seat_name",
    "sets",
    "share_win",
    "shuffle",
    "shuffle_first",
    "shuffled",
    "sign",
    "start",
    "start_sealed",
    "strategies",
    "strategy",
    "strategy_function",
    "table_picture",
    "throw",
    "throw_one",
    "uniform",
    "view_dtype",
    "words",
    "write_list",
    "write_words",
]


def __dir__() -> list[str]:
    return __all__
