"""Templates: functions that are written once for all games, as the loop that plays many games.

A template imports the names below; :func:`bound_to` makes a copy of it in which they are the
functions of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from playout.engine.game.game import Game
from playout.engine.native.jit import specialised

RULE_FUNCTIONS = ("deal", "is_over", "actor", "observe", "is_legal", "play", "score")


def bound_to(
    game: Game, template: Callable[..., Any], tag: str = "", /, **names: Any
) -> Callable[..., Any]:
    """Return a copy of a template whose free names are the game's rule functions, and ``names``.

    Every game, and every version of a game, has its own compiled copy; the ``tag`` distinguishes
    copies with other ``names``.
    """
    rules = {name: getattr(game.rules, name) for name in RULE_FUNCTIONS}
    return specialised(template, {**rules, **names}, f"{game.code_tag}{tag}")


State: TypeAlias = Any  # a record of the game's STATE
Rules: TypeAlias = Any  # a record with a field for each option
View: TypeAlias = Any  # a record of the game's VIEW
Table: TypeAlias = Any  # a record of `table_dtype`, or of one that has its fields and more
Stream: TypeAlias = Any
Array: TypeAlias = Any
Move: TypeAlias = Any  # an int64


def _unbound(*arguments: Any) -> Any:
    raise NameError("a template has no game yet: `bound_to` makes a copy that has one")


# The rules of a game (engine/game/protocols.py).
deal: Callable[[State, Rules, Stream], None] = _unbound
is_over: Callable[[State, Rules], bool] = _unbound
actor: Callable[[State, Rules], int] = _unbound
observe: Callable[[State, Rules, int, View], None] = _unbound
update: Callable[[State, Rules, int, View], None] = _unbound
is_legal: Callable[[State, Rules, Move], bool] = _unbound
legal_moves: Callable[[State, Rules, Array], int] = _unbound
play: Callable[[State, Rules, Move, Stream], None] = _unbound
score: Callable[[State, Rules, Array], None] = _unbound
forget: Callable[[State, Rules], None] = _unbound
determinize: Callable[[View, Rules, Stream, State], None] = _unbound
is_settled: Callable[[State, Rules, View], bool] = _unbound
worth: Callable[[Array, Rules, int], int] = _unbound

# Hints (hints.py).
places: Callable[[Rules], int] = _unbound
may_say: Callable[[Rules, int], bool] = _unbound
show_mark: Callable[[State, Rules, int, int, int], None] = _unbound
hint: Callable[[View, int], int] = _unbound
hinted: Callable[[Any, int, View, int], int] = _unbound
speak: Callable[[Any, State, Rules, Table, Array], bool] = _unbound
words: int = 0  # how many marks there are

# One table (views.py, move_loop.py).
begin: Callable[[Table, Rules, int, int], None] = _unbound
show: Callable[[State, Rules, Table, int], None] = _unbound
heed: Callable[[State, View], None] = _unbound
follow: Callable[[State, Rules, Table], None] = _unbound
renew: Callable[[Table, Rules], None] = _unbound
next_seat: Callable[[bool, Any, State, Rules, Table, Array], int] = _unbound
ask: Callable[[Any, State, Rules, Table, int], int] = _unbound
make: Callable[[State, Rules, Table, Move], None] = _unbound
play_games: Callable[[Any, Rules, Table, Array, int, Array], int] = _unbound
width: int = 0  # of an outcome

# The course of a game (courses.py).
standing: Callable[[State, Rules, Array], None] = _unbound
turn_ended: Callable[[State, Rules, int], bool] = _unbound
ends_turn: Callable[[State, Rules], bool] = _unbound

# Worlds (engine/worlds).
deal_state: Callable[[View, Rules, Table, int, State], None] = _unbound
deal_world: Callable[[View, Rules, Table, int], None] = _unbound
keep_world: Callable[[View, Rules, Table, int], None] = _unbound
begin_world: Callable[[View, Rules, Table], None] = _unbound
keep: Callable[[Array, int, int, Array, Rules, int], None] = _unbound

# A search (engine/worlds/search.py).
blueprint: Callable[[View, Stream], int] = _unbound
usual_move: Callable[[View, Stream, Table], int] = _unbound
reply: Callable[[Table, int, int], int] = _unbound
start_belief: Callable[[View, Rules, Table], None] = _unbound
believe: Callable[[View, Rules, Stream, Any], None] = _unbound
deal_believed: Callable[[View, Rules, Stream, Any, State], None] = _unbound
believed_move: Callable[[View, Stream, Any], int] = _unbound
play_one_by_one: Callable[[View, Rules, Table, int, Array, Array], None] = _unbound
play_out: Callable[[View, Rules, Table, int, Array, Array], None] = _unbound
decide: Callable[[View, Stream, Rules, Table, Array], int] = _unbound
begin_search: Callable[[View, Stream, Any, Any], int] = _unbound
column: int = 0  # of an outcome: of the measure that the game is played for
per_seat: bool = False  # whether that measure is one of each seat
is_wanted: bool = True  # whether much of it is
about: int = 0  # the seat that it is about
most_legal: int = 0
known_type: Any = None
table_type: Any = None

# Many worlds at a time (engine/worlds/world_batches.py).
block_type: Any = None
clear_block: Callable[[Any], int] = _unbound
enter_block: Callable[[Any, Rules, int, State, View], None] = _unbound
step_block: Callable[[Any, Rules], int] = _unbound
leave_block: Callable[[Any, Rules, int, Array], None] = _unbound

# Split games (engine/worlds/splitting.py).
progress: Callable[[State, Rules], int] = _unbound
importance: Callable[[State, Rules], float] = _unbound
redeal: Callable[[State, Rules, Stream], None] = _unbound
advance_particles: Callable[[Any, Rules, Any, Any], int] = _unbound
