"""Many games in one call of compiled code: rules, players, numbers in; ``outcomes`` out."""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaExperimentalFeatureWarning

from playout.engine.chance.rng import DEAL, REPEAT, SEAT, STREAM, start, start_sealed
from playout.engine.chance.seating import Seating, fixed, seated
from playout.engine.game.game import PARAMETERS, Game, Player, Rules, Strategy
from playout.engine.game.protocols import plain
from playout.engine.native.jit import (
    COMPILING,
    compiling_as,
    exclusive,
    is_cached,
    jit,
)
from playout.engine.native.memory import entry, jump_table
from playout.engine.native.records import new_record
from playout.engine.native.twin import is_twin
from playout.engine.native.uncompiled import uncompiled
from playout.engine.play.code_templates import (
    ask,
    begin,
    bound_to,
    deal,
    is_over,
    make,
    next_seat,
    places,
    score,
)
from playout.engine.play.failures import (
    GIVES_UP,
    NOT_COMPILED,
    explain_rules,
    run_loop,
)
from playout.engine.play.hints import NO_PLACE, hint_signature, hints_type
from playout.engine.play.lookup import address_of
from playout.engine.play.move_loop import FINISHED, ILLEGAL_MOVE, NOBODY, move_functions
from playout.engine.play.outcome_checks import check_bounds, check_score
from playout.engine.play.plain_table import Table, play_plain_games
from playout.engine.play.strategy_guard import (
    definition_place,
    guarded,
    guarded_plain,
    why_not_compiled,
    wrong_return,
)
from playout.engine.play.views import renew_views
from playout.engine.words.errors import PlayoutError

# First-class functions carry our strategies into compiled loops; they work, and are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


@cache
def table_dtype(game: Game, *more: Any) -> np.dtype[Any]:
    """The table of one running game: its state, a view and a stream for each seat, more fields."""
    return np.dtype(
        [
            ("state", game.state_dtype),
            ("views", game.view_dtype, (game.seats,)),
            ("fresh", game.view_dtype, (game.seats,)),  # the views as every game begins with them
            ("copies_views", np.int64),  # 1: whole; 0: their notes are cleared
            ("begun", np.int64, (game.seats,)),  # 1: the seat has been shown this game before
            ("streams", STREAM, (SEAT + game.seats,)),
            ("parameters", np.float64, (game.seats, PARAMETERS)),  # row k: of player k, not seat k
            ("lookups", np.int64, (game.seats, 2)),  # row k: where the table of player k is
            ("seed", np.int64),  # of the run
            ("game", np.int64),  # number of the game being played
            ("replay", np.int64),  # which repeat of its deal (`repeat` is a method of records)
            ("redraw", np.int64),  # which repeat of the chance in play, as dice; 0: as dealt
            ("moves", np.int64),  # that were made in it
            ("seat", np.int64),  # whose strategy or hint was called last
            ("move", np.int64),  # that it returned, or the mark of a hint
            ("hint_place", np.int64),  # of the hint; NO_PLACE if it was a strategy
            ("scratch_view", game.view_dtype, (1,)),  # a hint may write into it
            *more,
        ],
        align=True,
    )


def new_table(
    rules: Rules,
    players: Sequence[Player],
    seed: int = 0,
    dtype: Callable[[Game], np.dtype[Any]] = table_dtype,
) -> Any:
    """Return an empty table with the parameters of the players, player k on seat k.

    ``dtype(game)`` is its type, for a compiled game.
    """
    if not rules.game.compiled:
        return Table(rules, players, seed)
    table = new_record(dtype(rules.game))
    record, introduce = rules.record(), uncompiled(rules.game.rules.introduce)
    for seat in range(int(rules["players"])):
        introduce(record, seat, table.fresh[seat])
    for seat, player in enumerate(players):
        table.fresh[seat].parameters[: len(player.values)] = player.values
        table.fresh[seat].lookup[:] = address_of(player.strategy, rules)
    table.views = table.fresh
    table.copies_views = not all(rules.game.includes(player.strategy) for player in players)
    table.seed = seed
    table.hint_place = NO_PLACE
    return table


def write_players(table: Any, rules: Rules, players: Sequence[Player]) -> None:
    """Write what the players of a table bring with them; a seating says who sits where."""
    for place, player in enumerate(players):
        table.parameters[place, : len(player.values)] = player.values
        table.lookups[place] = address_of(player.strategy, rules)


def _begin(table: Any, rules: Any, seed: int, game: int) -> None:
    """Deal one game: set the state, the streams and the views of a table to their start."""
    table.game, table.moves = game, 0
    renew_views(table, rules)
    start(table.streams[DEAL], seed, game, DEAL)
    for seat in range(rules.players):
        purpose = SEAT + seat + REPEAT * table.replay
        start_sealed(table.streams[SEAT + seat], seed, game, purpose)
    deal(table.state, rules, table.streams[DEAL])
    if table.redraw > 0:
        start(table.streams[DEAL], seed, game, DEAL + REPEAT * table.redraw)


def _play_games(
    players: Any, rules: Any, table: Any, seating: Any, first: int, outcomes: Any
) -> int:
    """Play games first, first + 1, ... until outcomes[game, column] is full.

    ``players`` are the strategies and hints of :func:`player_functions`.  Returns FINISHED, or the
    number of the first game in which a strategy returned an illegal move, or a hint a mark that is
    not in the vocabulary.
    """
    strategies, hints = players
    strategy_entries = jump_table(strategies)
    talks = places(rules) > 0  # not before every move: with `greedy` that costs 3 %
    for i in range(len(outcomes)):
        begin(table, rules, table.seed, first + i)
        row = (first + i) % len(seating)
        if len(seating) > 1:
            for seat in range(rules.players):
                for k in range(PARAMETERS):
                    table.views[seat].parameters[k] = table.parameters[seating[row, seat], k]
                for k in range(2):
                    table.views[seat].lookup[k] = table.lookups[seating[row, seat], k]
        state, order = table.state, seating[row]
        while not is_over(state, rules):
            seat = next_seat(talks, hints, state, rules, table, order)
            if seat == NOBODY:
                return first + i
            strategy = entry(strategy_entries, order[seat], strategies)
            move = ask(strategy, state, rules, table, seat)
            if move == ILLEGAL_MOVE:
                return first + i
            make(state, rules, table, move)
        score(state, rules, outcomes[i])
    return FINISHED


@cache
def begin_game(game: Game) -> Callable[..., None]:
    """Return ``begin(table, rules, seed, number)`` of a game, which deals that game at a table."""
    if not game.compiled:
        return Table.begin
    return jit(bound_to(game, _begin))


def snapshot(table: Any, whole: bool = True) -> Any:
    """Return a copy of everything that a move may change, for :func:`restore`.

    Unless it is ``whole``, the copy of a table in plain Python has no state.
    """
    return table.snapshot(whole) if isinstance(table, Table) else table.tobytes()


def restore(table: Any, copy: Any) -> None:
    """Put everything back as it was at a snapshot."""
    if isinstance(table, Table):
        vars(table).update(copy)
    else:
        table.setfield(np.frombuffer(copy, table.dtype)[0], table.dtype)


@cache
def loop_with(game: Game, compiled: bool, tag: str = "", **other: Any) -> Callable[..., int]:
    """Return the loop that plays games, not compiled yet; ``other`` replaces functions in it."""
    functions = {"begin": begin_game(game), **move_functions(game, compiled), **other}
    loop = _play_games if game.compiled or game.hints else play_plain_games
    return bound_to(game, loop, tag, **functions)


@cache
def _compiled_loop(game: Game) -> Callable[..., int]:
    rules, table = numba.from_dtype(game.rules_dtype), numba.from_dtype(table_dtype(game))
    number = numba.int64
    numbers = numba.int64[:, ::1]
    signature = number(players_type(game), rules, table, numbers, number, numbers)
    loop = loop_with(game, compiled=True)
    with exclusive(f"the rules of {game.title}"):
        return jit(signature=signature)(loop)


def strategy_signature(game: Game, stream: np.dtype[Any] = STREAM) -> Any:
    """Return the compiled type of a strategy of the game, which draws from such streams."""
    return numba.int64(numba.from_dtype(game.view_dtype), numba.from_dtype(stream))


def players_type(game: Game) -> Any:
    """Return the compiled type of the result of :func:`player_functions`."""
    seats = numba.types.UniTuple(numba.types.FunctionType(strategy_signature(game)), game.seats)
    return numba.types.Tuple((seats, hints_type(game)))


def player_functions(rules: Rules, players: Sequence[Player], compiled: bool) -> Any:
    """Return the strategies and the hints of players: two tuples of length ``rules.game.seats``.

    Compiled loops need that length for any number of players; copies of the last one fill it up.
    """
    strategies = [move_function(rules, player, compiled) for player in players]
    hints = [hint_of(rules, player, compiled) for player in players]
    empty = rules.game.seats - len(players)
    return (*strategies, *strategies[-1:] * empty), (*hints, *hints[-1:] * empty)


def can_be_compiled(game: Game, players: Sequence[Player]) -> bool:
    """Return whether all players can play a game in a compiled loop."""
    return COMPILING and game.compiled and all(player.strategy.compiled for player in players)


def move_function(rules: Rules, player: Player, compiled: bool) -> Callable[..., int]:
    """Return the function that chooses a player's moves, ``compiled`` if it can be."""
    if compiled and can_be_compiled(rules.game, [player]):
        return compile_strategy(rules.game, player.strategy)
    return guarded_strategy(rules.game, player.strategy)


def guarded_strategy(game: Game, strategy: Strategy) -> Callable[..., int]:
    """Return a strategy as plain Python that gets copies."""
    if game.compiled:
        return guarded(strategy.function)
    return guarded_plain(strategy.function, len(strategy.parameters))


def hint_of(rules: Rules, player: Player | None, compiled: bool) -> Any:
    """Return the function that chooses a player's marks, or 0 in a game without hints.

    It is the hint of the strategy or, if that has none, of the game; also of the game if the rules
    allow no talking, so that the strategy's need not be compiled.  It is ``compiled`` if it can be.
    """
    game = rules.game
    if game.hints is None:
        return 0
    function: Callable[[Any, int], int] = game.hints.hint
    whose = game.name
    if player and player.strategy.hint and game.hints.places(rules.record()) > 0:
        function, whose = player.strategy.hint, f"strategy '{player.strategy.name}'"
    if compiled and can_be_compiled(game, [player] if player else []):
        return compile_hint(game, function, whose)
    return guarded(function)


@cache
def compile_strategy(
    game: Game, strategy: Strategy, stream: np.dtype[Any] = STREAM
) -> Callable[..., int]:
    """Return a strategy compiled for its game's view, from the cache on disk if it is there."""
    what = f"strategy '{strategy.name}'"
    with exclusive(f"{strategy.name} for {game.title}"):
        return _compiled(game, strategy.function, strategy_signature(game, stream), what)


@cache
def compile_hint(game: Game, function: Callable[[Any, int], int], whose: str) -> Any:
    """Return a hint compiled for its game's view, from the cache on disk if it is there."""
    with compiling_as(game.title):
        return _compiled(game, function, hint_signature(game), f"the hint of {whose}")


def _compiled(
    game: Game, function: Callable[..., int], signature: Any, what: str
) -> Callable[..., int]:
    function = plain(function)  # it may be compiled already, for other types
    if not isinstance(function, types.FunctionType):
        raise PlayoutError(f"{what} cannot be compiled: it must be a plain function (def)")
    source = function.__code__.co_filename
    in_file = not source.startswith("<") and "ipykernel" not in source
    try:
        compiled: Any = jit(signature=signature.args, cache=in_file)(function)
        (overload,) = compiled.overloads.values()
        if overload.signature.return_type != signature.return_type:
            # To check the types takes a compilation; code in the cache has passed the check before.
            cached = in_file and is_cached(function, signature)
            if not cached and (wrong := wrong_return(compiled)):
                raise PlayoutError(
                    f"{what} cannot be compiled: {wrong} ({definition_place(function)})"
                )
            compiled = jit(signature=signature, cache=in_file)(function)
    except (*NOT_COMPILED, *GIVES_UP) as error:
        (view, *_) = function.__code__.co_varnames
        records = {view: ("its view has no field", game.view_dtype.names or ())}
        reason = why_not_compiled(error, function, records, "it")
        raise PlayoutError(f"{what} cannot be compiled: {reason}") from error
    result: Callable[..., int] = compiled
    return result


def play_batch(
    rules: Rules,
    players: Sequence[Player],
    seed: int,
    first: int,
    count: int,
    seating: Seating | None = None,
    repeat: int = 0,
    redraw: int = 0,
    compiled: bool = True,
    outcomes: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.int64]:
    """Play games ``first`` to ``first + count - 1`` of a run, and return their outcomes.

    ``players`` has one player per seat (:func:`find_players`); ``seating`` says where they sit
    (engine/chance/seating.py; default: player k has seat k).  Another ``repeat`` plays the same
    deals with other random choices, another ``redraw`` with other chance (0 .. MOST_REPEATS).

    The result is ``outcomes[game, column]`` of the shape (count, rules.game.width): one column for
    each measure, in order, or one per seat.  An array passed as ``outcomes`` is filled, which saves
    the time to allocate one.  The numbers depend only on the rules, the players, the seed, the
    repeats and the game numbers, not on batches, threads or compilation; ``compiled=False`` plays
    in plain Python.  Raises IllegalMove, with the position, if a strategy breaks the rules.
    """
    game, record = rules.game, rules.record()
    if outcomes is None:
        outcomes = np.zeros((count, game.width), np.int64)
    else:
        outcomes[:] = 0
    compiled = compiled and can_be_compiled(game, players)
    kernel = _vector_kernel(rules, players) if compiled and redraw == 0 else None
    if kernel is not None:
        if count:
            kernel(record, seed, repeat, first, outcomes)
        return outcomes
    seating = fixed(len(players)) if seating is None else seating
    if is_twin():  # the other process begins with the rules
        player_functions(rules, players[::-1], compiled)
    with explain_rules(game):
        table = new_table(rules, seated(seating, players, 0), seed)
        play_games = _compiled_loop(game) if compiled else loop_with(game, compiled=False)
    table.replay, table.redraw = repeat, redraw
    write_players(table, rules, players)
    functions = player_functions(rules, players, compiled)

    def by_seat() -> Sequence[Player]:
        return seated(seating, players, int(table.game))

    def replay_in_python() -> None:
        number = int(table.game)
        play_batch(rules, by_seat(), seed, number, 1, repeat=repeat, redraw=redraw, compiled=False)

    def loop() -> int:
        return play_games(functions, record, table, seating, first, outcomes)

    run_loop(rules, table, by_seat, loop, replay_in_python if compiled else None)
    check_bounds(rules, players, seating, table, outcomes)
    if count and compiled and not game.is_ours:
        check_score(rules, by_seat(), table)
    return outcomes


def _vector_kernel(rules: Rules, players: Sequence[Player]) -> Callable[..., None] | None:
    """Return the function that plays many games of these players at once (vectors.py), if any.

    It does not know the seating, so it is used only if all players are the same.  The game decides
    which players it can play.
    """
    vectors, player = rules.game.vectors, players[0]
    same = all(
        (other.strategy, other.values) == (player.strategy, player.values) for other in players
    )
    if vectors is None or not same:
        return None
    kernel: Callable[..., None] | None = vectors.kernel(rules, player)
    return kernel
