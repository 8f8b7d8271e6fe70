"""Many games under way, each a step further in one call of compiled code.

A place holds one game at its table (engine/play/batch.py).  In a step the learner makes a move
in each; then the others move, by their strategies, until a learner is to move again or the game is
over.  Seen is then the view of the learner who is to move, or who moved last.  The functions below
are bound to the rules of a game, as the loops of engine/play/batch.py are; a game in plain Python
runs them as they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np

from playout.engine.game.game import PARAMETERS, Game
from playout.engine.native.jit import exclusive, jit
from playout.engine.native.memory import entry, jump_table, load_functions, without_refcount
from playout.engine.play.batch import (
    begin_game,
    players_type,
    table_dtype,
)
from playout.engine.play.code_templates import (
    ask,
    begin,
    bound_to,
    is_legal,
    is_over,
    legal_moves,
    make,
    next_seat,
    places,
    score,
    show,
)
from playout.engine.play.move_loop import ILLEGAL_MOVE, NOBODY, move_functions
from playout.envs import observations
from playout.envs.actions import UNKNOWN

# What a step does with a game that is over: the autoreset modes of Gymnasium.
NEXT_STEP, SAME_STEP, DISABLED = range(3)

# What is to be done at a place: nothing, a move, the next game, or to go on from a position.
IDLE, MOVE, BEGIN, GO_ON = range(4)

PLACE = np.dtype(
    [
        ("seed", np.int64),  # of the run
        ("number", np.int64),  # of the game being played, -1 before the first
        ("seat", np.int64),  # of the learner who is to move, or who moved last
        ("over", np.int64),  # 1: the game is over, and the learner knows it
        ("illegal", np.int64),  # 1: by an action that is no legal move
        ("busy", np.int64),  # 1: a step has begun and not ended, as after an error of a strategy
        ("ended", np.int64),  # 1: in this step; with SAME_STEP the next game has begun already
        ("last_seat", np.int64),  # with SAME_STEP: of the learner in the game that ended
        ("last_game", np.int64),  # with SAME_STEP: the number of that game
        ("last_illegal", np.int64),  # with SAME_STEP: how it ended
    ],
    align=True,
)


class GameArrays(NamedTuple):
    """All games under way."""

    places: Any  # PLACE[game]
    tables: Any  # of engine/play/batch.py, one a game
    seating: Any  # int64[row, seat]: the player on each seat; game g has row g, in turn
    learns: Any  # bool[player]


class Task(NamedTuple):
    """The step of the games from ``first`` to before ``end``."""

    first: int
    end: int
    mode: int  # of autoreset
    always: bool  # whether all games are scored, or those alone that end
    what: Any  # int8[game]: IDLE, MOVE, BEGIN or GO_ON
    actions: Any  # int64[game]


class Encoding(NamedTuple):
    """The functions that turn moves and views into numbers (actions.py, observations.py)."""

    moves: Any  # int64[action]; empty if action k is the k-th legal move
    actions: Any  # int32[move]; in plain Python the `Actions`, if action k is the k-th legal move
    legal: Any  # room for the legal moves of a position
    runs: Any  # int64[run, 5], of the layout; in plain Python the layout itself
    memory: Any  # of the tables, see `memory_of`


class Out(NamedTuple):
    """The arrays that a step writes, one row per game."""

    vectors: Any
    masks: Any
    outcomes: Any
    last_vectors: Any  # with which games ended
    starts: Any  # the outcomes as they stood when games began


# What `step` returns if nothing went wrong; else the place where it did.
FINE = -1

# Further free names of the functions below, which `stepping` binds.
advance: Any = None
act: Any = None
deal: Any = None
write_mask: Any = None
write_whole_mask: Any = None
look: Any = None
write_view: Any = None
players_in: Any = None
lend: Any = None
players_kind: Any = None


def _advance(place: Any, table: Any, rules: Any, players: Any, row: Any, learns: Any) -> bool:
    """Let the others move until a learner is to move, or the game is over.

    ``row[seat]`` is the player there, who is a learner if ``learns[player]``.  False if a strategy
    or a hint has broken the rules.
    """
    strategies, hints = players
    chosen_by = jump_table(strategies)
    talks = places(rules) > 0
    state = table.state
    while not is_over(state, rules):
        seat = next_seat(talks, hints, state, rules, table, row)
        if seat == NOBODY:
            return False
        if learns[row[seat]]:
            place.seat = seat
            return True
        move = ask(entry(chosen_by, row[seat], strategies), state, rules, table, seat)
        if move == ILLEGAL_MOVE:
            return False
        make(state, rules, table, move)
    return True


def _deal(place: Any, table: Any, rules: Any, seating: Any, learns: Any, outcome: Any) -> None:
    """Begin the next game of a place; ``outcome`` is then as the game stood when it was dealt."""
    place.number += 1
    begin(table, rules, place.seed, place.number)
    score(table.state, rules, outcome)
    row = seating[place.number % len(seating)]
    for seat in range(rules.players):
        for k in range(PARAMETERS):
            table.views[seat].parameters[k] = table.parameters[row[seat], k]
        for k in range(2):
            table.views[seat].lookup[k] = table.lookups[row[seat], k]
        if learns[row[seat]] and not learns[row[place.seat]]:
            place.seat = seat  # who sees a game that is over before anybody of them has moved
    place.over = 0
    place.illegal = 0
    place.ended = 0


def _act(place: Any, table: Any, rules: Any, encoding: Encoding, action: int) -> bool:
    """Make the move of an action; False if none is made, because the game is over."""
    moves, _, legal, _, _ = encoding
    if is_over(table.state, rules):
        # The others ended it before a learner was to move.
        place.over = 1
        return False
    move, count = np.int64(0), len(moves)
    if count > 0:
        if 0 <= action < count:
            move = moves[action]
    else:
        count = legal_moves(table.state, rules, legal)
        if 0 <= action < count:
            move = np.int64(legal[action])
    if not 0 <= action < count or not is_legal(table.state, rules, move):
        place.illegal, place.over = 1, 1
        return False
    make(table.state, rules, table, move)
    return True


def _write_mask(place: Any, table: Any, rules: Any, encoding: Encoding, mask: Any) -> bool:
    """Write the legal actions of a place; False if a legal move has no action."""
    moves, actions, legal, _, _ = encoding
    mask[:] = 0
    if place.over != 0:
        return True
    if is_over(table.state, rules):
        mask[:] = 1  # the others have ended it, which the next step tells, whatever the action
        return True
    count = legal_moves(table.state, rules, legal)
    if len(moves) == 0:
        if count > len(mask):
            return False
        for k in range(count):
            mask[k] = 1
        return True
    for k in range(count):
        move = legal[k]
        if not 0 <= move < len(actions) or actions[move] == UNKNOWN:
            table.move = move
            return False
        mask[actions[move]] = 1
    return True


def _write_plain_mask(place: Any, table: Any, rules: Any, encoding: Encoding, mask: Any) -> bool:
    """The same of a game in plain Python, where the most legal moves are unknown."""
    if len(encoding.moves) or place.over != 0 or is_over(table.state, rules):
        return bool(write_whole_mask(place, table, rules, encoding, mask))
    count = legal_moves(table.state, rules, encoding.legal)
    mask[:] = 0
    mask[: encoding.actions.fitting(count)] = 1
    return True


def _step(
    games: GameArrays, rules: Any, players: Any, task: Task, encoding: Encoding, out: Out
) -> int:
    """A step of the games of some places; returns FINE, or where a game was stopped."""
    here, tables, seating, learns = games
    first, end, mode, always, what, chosen = task
    moves, actions, legal, runs, memory = encoding
    vectors, masks, outcomes, last_vectors, starts = out
    players = players_in(players)
    here, tables = without_refcount(here), without_refcount(tables)
    seating, learns = without_refcount(seating), without_refcount(learns)
    vectors, masks = without_refcount(vectors), without_refcount(masks)
    outcomes, starts = without_refcount(outcomes), without_refcount(starts)
    last_vectors, runs = without_refcount(last_vectors), without_refcount(runs)
    moves, actions = without_refcount(moves), without_refcount(actions)
    encoding = Encoding(moves, actions, without_refcount(legal), runs, lend(memory))
    for i in range(first, end):
        place, table = here[i], tables[i]
        doing, ends = what[i], False
        if doing == IDLE:
            continue
        place.busy = 1
        # Twice if a game ends and the next begins: each function is called in one place of the
        # code, because the compiler copies it to each.
        while True:
            goes_on = True
            if doing == BEGIN:
                deal(place, table, rules, seating, learns, starts[i])
            elif doing == MOVE:
                goes_on = act(place, table, rules, encoding, chosen[i])
            row = seating[place.number % len(seating)]
            if goes_on and not advance(place, table, rules, players, row, learns):
                return i
            if doing == GO_ON:
                score(table.state, rules, starts[i])
            elif doing == MOVE:
                if goes_on:
                    place.over = 1 if is_over(table.state, rules) else 0
                if always or place.over != 0:
                    score(table.state, rules, outcomes[i])
                place.ended = place.over
                ends = mode == SAME_STEP and place.over != 0
            again = ends and doing == MOVE
            vector = last_vectors[i] if again else vectors[i]
            look(table, rules, place.seat, encoding, i, vector)
            if not again:
                break
            place.last_seat, place.last_game = place.seat, place.number
            place.last_illegal = place.illegal
            doing = BEGIN
        if ends:
            place.ended = 1
        if not write_mask(place, table, rules, encoding, masks[i]):
            return i
        place.busy = 0
    return FINE


def _unchanged(value: Any) -> Any:
    """The same value, in plain Python, where no memory is reached by address."""
    return value


def _lend(memory: Any) -> Any:
    """The memory of all tables, whose users are not counted."""
    bytes_, shorts, ints, longs, singles, doubles = memory
    return (
        without_refcount(bytes_),
        without_refcount(shorts),
        without_refcount(ints),
        without_refcount(longs),
        without_refcount(singles),
        without_refcount(doubles),
    )


def _players_in(address: Any) -> Any:
    return load_functions(address, players_kind)


def _look(table: Any, rules: Any, seat: int, encoding: Encoding, i: int, out: Any) -> None:
    """Write what a seat of game ``i`` sees now into a vector."""
    show(table.state, rules, table, seat)
    write_view(table, seat, encoding, i, out)


@cache
def stepping(game: Game, compiled: bool) -> tuple[Callable[..., int], Callable[..., None]]:
    """The functions ``step`` and ``look`` of a game; in plain Python if not ``compiled``.

    Compiled, ``step`` is given the address where the players are stored (`store_functions`), and is
    called past Numba's look at the types of its arguments, which takes longer than a game.
    """
    table = table_dtype(game) if game.compiled else None
    names: dict[str, Any] = {
        "begin": begin_game(game),
        "legal_moves": game.rules.legal_moves,
        "views_at": table.fields["views"][1] if table is not None else 0,  # type: ignore[index]
        "view_size": game.view_dtype.itemsize if game.compiled else 0,
        **move_functions(game, compiled),
    }
    own: Callable[..., Any] = jit(inline=True) if compiled else lambda function: function
    parts: dict[str, Callable[..., Any]] = {
        "write_view": observations.write_view if compiled else observations.write_plain_view,
        "look": _look,
        "advance": _advance,
        "deal": _deal,
        "act": _act,
        "write_mask": _write_mask,
    }
    for name, part in parts.items():
        names[name] = own(bound_to(game, part, **names))
    if not game.compiled:
        names["write_whole_mask"] = names["write_mask"]
        names["write_mask"] = bound_to(game, _write_plain_mask, **names)
    names["players_in"] = names["lend"] = _unchanged
    if compiled:
        names["lend"] = jit(inline=True)(_lend)
        taken = bound_to(game, _players_in, players_kind=players_type(game))
        names["players_in"] = jit(inline=True)(taken)
    whole = bound_to(game, _step, **names)
    if not compiled:
        return whole, names["look"]
    with exclusive(f"the steps of {game.title}"):
        compiled_step: Any = jit(signature=_signature(game))(whole)
    (found,) = compiled_step.overloads.values()
    return found.entry_point, names["look"]


def _signature(game: Game) -> Any:
    integer, single, boolean = numba.int64, numba.float32, numba.boolean
    tables = numba.from_dtype(table_dtype(game))
    places = numba.from_dtype(PLACE)[::1]
    matrix, floats = integer[:, ::1], single[:, ::1]
    kinds = (numba.int8, numba.int16, numba.int32, integer, single, numba.float64)
    memory = numba.types.Tuple(tuple(kind[:, ::1] for kind in kinds))
    games = _named(GameArrays, places, tables[::1], matrix, boolean[::1])
    task = _named(Task, integer, integer, integer, boolean, numba.int8[::1], integer[::1])
    encoding = _named(Encoding, integer[::1], numba.int32[::1], integer[::1], matrix, memory)
    out = _named(Out, floats, numba.int8[:, ::1], matrix, floats, matrix)
    rules = numba.from_dtype(game.rules_dtype)
    return integer(games, rules, integer, task, encoding, out)


def _named(kind: type[NamedTuple], *types: Any) -> Any:
    return numba.types.NamedTuple(types, kind)
