"""The worth of each move: worlds are dealt, and each is played to its end after every move.

A world is a whole state that agrees with everything that the seat to move knows (`determinize` of
the rules).  All moves are tried in the same worlds, with the same chance to come, so that they
share their luck.  After the move the strategies go on, each from its own view of that world, so
none knows more than it could.  The seat to move keeps its notes; all others begin without any.

In each world the strategy of the seat first chooses a move of its own.  Its notes and its random
numbers after that are the same for every move that is tried, so the game after its own move is the
game that it would have played.

The loop of batch.py plays the games, with another beginning; or they are played many at a time
where a game can do that with the strategy (engine/worlds/world_batches.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import DEAL, SEAT, STREAM
from playout.engine.chance.seating import fixed
from playout.engine.game.game import Game, Player, Rules
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import exclusive, jit
from playout.engine.native.memory import entry, jump_table
from playout.engine.native.records import new_record
from playout.engine.play.batch import (
    can_be_compiled,
    loop_with,
    move_function,
    new_table,
    player_functions,
    players_type,
    table_dtype,
)
from playout.engine.play.code_templates import actor, ask, bound_to, deal_world, make, play_games
from playout.engine.play.failures import explain_rules, run_loop
from playout.engine.play.move_loop import FINISHED, ILLEGAL_MOVE, move_functions
from playout.engine.play.outcome_checks import check_bounds, check_score
from playout.engine.play.positions import format_position
from playout.engine.worlds.world_batches import Together, together_of
from playout.engine.worlds.world_tables import (
    draw_state,
    draw_world,
    renew_function,
    search_table_dtype,
)

TAG = "_worlds"  # of the loops of this module
NO_EQUALS: Mapping[int, int] = MappingProxyType({})  # every move is tried

Numbers = npt.NDArray[np.int64]


@cache
def _trial_dtype(game: Game) -> np.dtype[Any]:
    """A table (batch.py), with the view to start from and the moves to try."""
    return table_dtype(
        game,
        ("known", game.view_dtype, (1,)),  # the view of the seat to move
        ("tried", np.int64, (game.rules.MOST_LEGAL,)),  # the moves, and then their equals
        ("place", np.int64, (game.rules.MOST_LEGAL,)),  # which of the moves each of these is
        ("listed", np.int64),  # how many all of these are
        ("asked", STREAM, (1,)),  # the stream of the seat after its strategy has chosen,
        ("noted", game.view_dtype["notes"]),  # and its notes
    )


def _begin(table: Any, rules: Any, seed: int, number: int) -> None:
    """Deal the world of the table once more, and make the move of that number in it."""
    deal_world(table.known[0], rules, table, table.game)
    seat = actor(table.state, rules)
    copy_items(table.streams[SEAT + seat : SEAT + seat + 1], table.asked)
    copy_items(table.views[seat].notes, table.noted)
    make(table.state, rules, table, table.tried[number])


def _play_worlds(
    players: Any, rules: Any, table: Any, seating: Any, first: int, outcomes: Any, own: Any
) -> int:
    """Play worlds first, first + 1, ... until outcomes[world, move, column] is full.

    ``own[world]`` becomes the number of the move that the strategy itself would make.  Returns
    FINISHED, or the number of the first world in which a strategy broke the rules.
    """
    strategies, _ = players
    strategy_entries = jump_table(strategies)
    for i in range(len(outcomes)):
        deal_world(table.known[0], rules, table, first + i)
        seat = actor(table.state, rules)
        table.seat = seat
        copy_items(table.views[seat].notes, table.known[0].notes)
        strategy = entry(strategy_entries, seat, strategies)
        move, place = ask(strategy, table.state, rules, table, seat), -1
        for k in range(table.listed):
            if table.tried[k] == move:
                place = table.place[k]
        if place < 0:
            table.move = move if move != ILLEGAL_MOVE else table.move
            return first + i
        own[i] = place
        copy_items(table.asked, table.streams[SEAT + seat : SEAT + seat + 1])
        copy_items(table.noted, table.views[seat].notes)
        if play_games(players, rules, table, seating, 0, outcomes[i]) != FINISHED:
            return first + i
    return FINISHED


def _bound_loop(game: Game, compiled: bool, own: Callable[[Any], Any]) -> Callable[..., int]:
    """Return the loop of a game over worlds, whose parts ``own`` compiles."""
    names = {
        "determinize": game.rules.determinize,
        "renew": renew_function(game),
        **move_functions(game, compiled),
    }
    for name, part in (("deal_state", draw_state), ("deal_world", draw_world)):
        names[name] = own(bound_to(game, part, TAG, **names))
    begin = own(bound_to(game, _begin, TAG, **names))
    names["play_games"] = own(loop_with(game, compiled, TAG, begin=begin))
    return bound_to(game, _play_worlds, TAG, **names)


@cache
def _python_loop(game: Game) -> Callable[..., int]:
    return _bound_loop(game, False, lambda function: function)


@cache
def _compiled_loop(game: Game) -> Callable[..., int]:
    rules, table = numba.from_dtype(game.rules_dtype), numba.from_dtype(_trial_dtype(game))
    whole = numba.int64
    kinds = players_type(game), rules, table, whole[:, ::1], whole, whole[:, :, ::1], whole[::1]
    with exclusive(f"the worlds of {game.title}"):
        return jit(signature=whole(*kinds))(_bound_loop(game, True, jit))


def _laid_table(
    rules: Rules,
    players: Sequence[Player],
    view: Any,
    moves: Sequence[int],
    seed: int,
    equals: Mapping[int, int],
) -> Any:
    """Return a table at which worlds that agree with a view are dealt, to try these moves."""
    table = new_table(rules, players, seed, _trial_dtype)
    listed, places = [*moves, *equals], [*range(len(moves)), *equals.values()]
    if rules.game.compiled:
        table.known[0] = view
        table.tried[: len(listed)], table.place[: len(listed)] = listed, places
    else:
        table.known, table.noted = [view], view.notes.copy()
        table.tried, table.place = listed, places
        table.asked = new_record(STREAM, 1)
    table.listed = len(listed)
    return table


def play_worlds(
    rules: Rules,
    players: Sequence[Player],
    view: Any,
    moves: Sequence[int],
    seed: int,
    first: int,
    count: int,
    compiled: bool = True,
    equals: Mapping[int, int] = NO_EQUALS,
) -> tuple[Numbers, Numbers]:
    """Play worlds first .. first + count - 1 of a view to their ends, after each of these moves.

    ``view`` is that of the seat to move, ``moves`` its legal moves; ``players`` has one entry per
    seat.  ``equals`` are other legal moves, each with the number among ``moves`` of the one that
    stands for it, because both come to the same.  Returns ``outcomes[world, move, column]``, shape
    (count, len(moves), ``game.width``), whose columns are those of ``play_batch``, and
    ``own[world]``, the number among these moves of the one that the strategy of the seat would
    make.  Both depend on the rules, the players, the view, the seed and the numbers of the worlds
    alone.  Raises IllegalMove, with the position, if a strategy breaks the rules.
    """
    together = together_of(rules, players[0]) if compiled and len(set(players)) == 1 else None
    if together is not None:
        move = _own_move(rules, players[0], view.tobytes())
        own_move = equals[move] if move in equals else moves.index(move)
        outcomes = _played_together(together, rules, players, view, moves, seed, first, count)
        return outcomes, np.full(count, own_move, np.int64)
    game, record, seating = rules.game, rules.record(), fixed(len(players))
    outcomes, own = np.zeros((count, len(moves), game.width), np.int64), np.zeros(count, np.int64)
    compiled = compiled and can_be_compiled(game, players)
    with explain_rules(game):
        table = _laid_table(rules, players, view, moves, seed, equals)
        loop = _compiled_loop(game) if compiled else _python_loop(game)
    functions = player_functions(rules, players, compiled)

    def replay_in_python() -> None:
        here = rules, players, view, moves, seed, int(table.game)
        play_worlds(*here, 1, compiled=False, equals=equals)

    def position() -> str | None:
        with suppress(Exception):  # a user's rules may raise anything
            return format_position(game, table.state, record, table.streams[DEAL])
        return None

    def by_seat() -> Sequence[Player]:
        return players

    def play() -> int:
        return loop(functions, record, table, seating, first, outcomes, own)

    # A replay that begins with the position in which a strategy failed needs no world.
    run_loop(rules, table, by_seat, play, replay_in_python if compiled else None, position)
    for move in range(len(moves)):
        check_bounds(rules, players, seating, table, outcomes[:, move], whole=False)
    if count and compiled and not game.is_ours:
        check_score(rules, players, table)
    return outcomes, own


def compile_worlds(rules: Rules, players: Sequence[Player]) -> None:
    """Compile what :func:`play_worlds` calls for these players."""
    together = together_of(rules, players[0]) if len(set(players)) == 1 else None
    if together is not None:
        _compiled_together(together, rules.game)
    elif can_be_compiled(rules.game, players):
        player_functions(rules, players, compiled=True)
        _compiled_loop(rules.game)


@lru_cache(maxsize=64)  # called for every batch of worlds of a question
def _own_move(rules: Rules, player: Player, data: bytes) -> int:
    """Return the move of a player who neither draws random numbers nor takes notes.

    ``data`` is the view.  The strategy runs in plain Python: compiling it would take longer.
    """
    view = new_record(rules.game.view_dtype, 1)
    view.view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    own = new_table(rules, [player] * int(rules["players"])).views[0].copy()
    for name in own.dtype.names:
        if name not in ("parameters", "lookup"):
            own[name] = view[0][name]
    choose = move_function(rules, player, compiled=False)
    return int(choose(own, new_record(STREAM)))


def _keep(results: Any, world: int, move: int, outcome: Any, rules: Any, seat: int) -> None:
    copy_items(results[world, move], outcome)


@cache
def _compiled_together(together: Together, game: Game) -> Callable[..., None]:
    """Return the function that plays worlds many at a time and writes their outcomes."""
    names = {
        "deal_state": jit(bound_to(game, draw_state, TAG, determinize=game.rules.determinize)),
        "keep": jit(inline=True)(_keep),
        "width": game.width,
    }
    records = game.view_dtype, game.rules_dtype, search_table_dtype(game)
    whole = numba.int64
    kinds = *map(numba.from_dtype, records), whole, whole[::1], whole[:, :, ::1]
    with exclusive(f"the worlds of {game.title}"):
        play: Callable[..., None] = jit(signature=numba.void(*kinds))(
            together.play_out(game, names, TAG)
        )
        return play


def _played_together(
    together: Together,
    rules: Rules,
    players: Sequence[Player],
    view: Any,
    moves: Sequence[int],
    seed: int,
    first: int,
    count: int,
) -> Numbers:
    """Return the outcomes of worlds that are played many at a time."""
    table = new_table(rules, players, seed, search_table_dtype)
    outcomes = np.zeros((count, len(moves), rules.game.width), np.int64)
    play = _compiled_together(together, rules.game)
    play(view, rules.record(), table, first, np.array(moves, np.int64), outcomes)
    return outcomes
