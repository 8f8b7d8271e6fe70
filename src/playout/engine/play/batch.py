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
from playout.engine.native.code_cache import source_digest
from playout.engine.native.jit import (
    COMPILING,
    ask_for_help,
    compiling_as,
    exclusive,
    is_cached,
    is_new,
    is_taken,
    jit,
    specialised,
)
from playout.engine.native.memory import entry, jump_table
from playout.engine.native.records import new_record
from playout.engine.play.failures import (
    NOT_COMPILED,
    explain_game,
    explain_rules,
    illegal_move_error,
    strategy_error,
)
from playout.engine.play.free_names import ask, begin, deal, is_over, make, next_seat, places, score
from playout.engine.play.guard import (
    definition_place,
    guarded,
    refuse_chance_outside,
    why_not_compiled,
    wrong_return,
)
from playout.engine.play.hints import (
    NO_PLACE,
    hint_signature,
    hints_type,
)
from playout.engine.play.long_games import playing
from playout.engine.play.lookup import address_of
from playout.engine.play.move_loop import NO_MOVE, NOBODY, move_functions
from playout.engine.play.outcome_checks import check_bounds, check_score
from playout.engine.play.plain_table import Table
from playout.engine.play.views import renew_views
from playout.engine.words.errors import PlayoutError

# First-class functions carry our strategies into compiled loops; they work, and are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

RULE_FUNCTIONS = (
    "deal",
    "is_over",
    "actor",
    "observe",
    "is_legal",
    "play",
    "score",
)
FINISHED = -1  # what a loop returns if no strategy broke the rules


@cache
def table_dtype(game: Game) -> np.dtype[Any]:
    """Everything that one running game needs: its state, and a view and a stream per seat."""
    return np.dtype(
        [
            ("state", game.state_dtype),
            ("views", game.view_dtype, (game.seats,)),
            ("fresh", game.view_dtype, (game.seats,)),  # the views as every game begins with them
            ("whole", np.int64),  # 1: they are copied whole; 0: it is enough to clear the notes
            ("begun", np.int64, (game.seats,)),  # 1: the seat has been shown this game before
            ("streams", STREAM, (SEAT + game.seats,)),
            ("parameters", np.float64, (game.seats, PARAMETERS)),  # row k: of player k, not seat k
            ("lookups", np.int64, (game.seats, 2)),  # row k: where the table of player k is
            ("seed", np.int64),  # of the run
            ("game", np.int64),  # number of the game being played
            ("replay", np.int64),  # which repeat of its deal (`repeat` is a method of records)
            ("redraw", np.int64),  # which repeat of the chance in play, as dice; 0: as dealt
            ("moves", np.int64),  # that were made in it
            ("seat", np.int64),  # the seat whose strategy or hint was called last
            ("move", np.int64),  # what that returned: a move, or the mark of a hint
            ("place", np.int64),  # of the hint; NO_PLACE if it was a strategy
            ("aside", game.view_dtype, (1,)),  # a copy of a view, which a hint may write in
        ],
        align=True,
    )


def new_table(rules: Rules, players: Sequence[Player], seed: int = 0) -> Any:
    """An empty table with the players' parameters laid out, player k on seat k."""
    if not rules.game.compiled:
        return Table(rules, players, seed)
    table = new_record(table_dtype(rules.game))
    record = rules.record()
    for seat in range(int(rules["players"])):
        rules.game.rules.introduce(record, seat, table.fresh[seat])
    for seat, player in enumerate(players):
        table.fresh[seat].parameters[: len(player.values)] = player.values
        table.fresh[seat].lookup[:] = address_of(player.strategy, rules)
    table.views = table.fresh
    table.whole = not all(rules.game.includes(player.strategy) for player in players)
    table.seed = seed
    table.place = NO_PLACE
    return table


def _begin(table: Any, rules: Any, seed: int, game: int) -> None:
    """Deal one game: set the state, the streams and the views of a table to their beginning."""
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

    ``players`` are strategies and hints, as :func:`bound_players` returns them.  Returns -1, or the
    number of the first game in which a strategy returned an illegal move, or a hint a mark that is
    not in the vocabulary.
    """
    strategies, hints = players
    chosen_by = jump_table(strategies)
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
            strategy = entry(chosen_by, order[seat], strategies)
            move = ask(strategy, state, rules, table, seat)
            if move == NO_MOVE:
                return first + i
            make(state, rules, table, move)
        score(state, rules, outcomes[i])
    return FINISHED


def bound_to(
    game: Game, template: Callable[..., Any], tag: str = "", /, **more: Any
) -> Callable[..., Any]:
    """A copy of a template function whose free names are the game's rule functions.

    Every game, and every version of a game, has its own compiled copy; the ``tag`` tells it from
    others that have ``more`` names.
    """
    names = {name: getattr(game.rules, name) for name in RULE_FUNCTIONS}
    tag = f"{game.name}_{source_digest(game.source)}{tag}"
    return specialised(template, {**names, **more}, tag)


@cache
def begin_game(game: Game) -> Callable[..., None]:
    """``begin(table, rules, seed, number)`` of a game: the table at the start of that deal."""
    if not game.compiled:
        return bound_to(game, _begin, renew_views=lambda table, rules: table.renew(game))
    if not game.is_ours:
        for name in RULE_FUNCTIONS:
            function = plain(getattr(game.rules, name))
            refuse_chance_outside(function, f"the rules of {game.name} draw", "stream")
    return jit(bound_to(game, _begin))


def snapshot(table: Any, whole: bool = True) -> Any:
    """A copy of all that a move may change, for :func:`restore`.

    Of a game in plain Python without its state, if that is not asked for by ``whole``.
    """
    return table.saved(whole) if isinstance(table, Table) else table.tobytes()


def restore(table: Any, copy: Any) -> None:
    """Put everything back as it was when a copy was saved."""
    if isinstance(table, Table):
        table.restore(copy)
        return
    for name in table.dtype.names:
        table[name] = np.frombuffer(copy, table.dtype)[0][name]


@cache
def _python_loop(game: Game) -> Callable[..., int]:
    return loop_with(game, compiled=False)


@cache
def _compiled_loop(game: Game) -> Callable[..., int]:
    rules, table = numba.from_dtype(game.rules_dtype), numba.from_dtype(table_dtype(game))
    number = numba.int64
    numbers = numba.int64[:, ::1]
    signature = number(players_type(game), rules, table, numbers, number, numbers)
    with exclusive(f"the rules of {game.title}"):
        return jit(signature=signature)(_compilable_loop(game))


def _compilable_loop(game: Game) -> Callable[..., int]:
    return loop_with(game, compiled=True)


def loop_with(game: Game, compiled: bool, tag: str = "", **other: Any) -> Callable[..., int]:
    """The loop that plays games, not compiled yet, with ``other`` functions for some of its own."""
    return bound_to(game, _play_games, tag, **{**_parts(game, compiled), **other})


@cache
def _seek_help(game: Game, strategies: tuple[Strategy, ...]) -> None:
    """Ask for help if there is more to compile than one function."""
    functions = [plain(strategy.function) for strategy in strategies]
    if sum(map(is_new, (_compilable_loop(game), *functions))) > 1:
        ask_for_help()


def _parts(game: Game, compiled: bool) -> dict[str, Callable[..., Any]]:
    """What the loop of a game calls besides its rules."""
    return {"begin": begin_game(game), **move_functions(game, compiled)}


def strategy_signature(game: Game) -> Any:
    """The compiled type of a strategy of the game."""
    return numba.int64(numba.from_dtype(game.view_dtype), numba.from_dtype(STREAM))


def players_type(game: Game) -> Any:
    """The compiled type of what :func:`bound_players` returns."""
    seats = numba.types.UniTuple(numba.types.FunctionType(strategy_signature(game)), game.seats)
    return numba.types.Tuple((seats, hints_type(game)))


def bound_players(rules: Rules, players: Sequence[Player], compiled: bool) -> Any:
    """The strategies and the hints of players: two tuples of the length ``rules.game.seats``.

    Compiled loops need that length for any number of players; copies of the last one fill it up.
    """
    game = rules.game
    if compiled:
        compile_strategies(game, strategies_of(players))
    strategies = [strategy_of(rules, player, compiled) for player in players]
    hints = [hint_of(rules, player, compiled) for player in players]
    empty = game.seats - len(players)
    return (*strategies, *strategies[-1:] * empty), (*hints, *hints[-1:] * empty)


def can_be_compiled(players: Sequence[Player]) -> bool:
    """Whether all players can play in a compiled loop."""
    return COMPILING and all(player.strategy.compiled for player in players)


def strategy_of(rules: Rules, player: Player, compiled: bool) -> Callable[..., int]:
    """The function that chooses a player's moves."""
    function, known = player.strategy.function, len(player.strategy.parameters)
    return compile_strategy(rules.game, player.strategy) if compiled else guarded(function, known)


def hint_of(rules: Rules, player: Player | None, compiled: bool) -> Any:
    """The function that chooses a player's marks: the strategy's or the game's; 0 without hints.

    Where the rules let nobody talk, it is the game's, so that the strategy's need not be compiled.
    """
    game = rules.game
    if game.hints is None:
        return 0
    function: Callable[[Any, int], int] = game.hints.hint
    whose = game.name
    if player and player.strategy.hint and game.hints.places(rules.record()) > 0:
        function, whose = player.strategy.hint, f"strategy '{player.strategy.name}'"
    return compile_hint(game, function, whose) if compiled else guarded(function)


def strategies_of(players: Sequence[Player]) -> tuple[Strategy, ...]:
    """The strategies of players, each once."""
    return tuple(dict.fromkeys(player.strategy for player in players))


@cache
def compile_strategies(game: Game, strategies: tuple[Strategy, ...]) -> None:
    """Compile strategies; those that another process compiles now come last."""
    for strategy in sorted(strategies, key=lambda one: is_taken(_called(game, one))):
        compile_strategy(game, strategy)


@cache
def compile_strategy(game: Game, strategy: Strategy) -> Callable[..., int]:
    """The strategy, compiled for its game's view, from the cache on disk if it is there."""
    what = f"strategy '{strategy.name}'"
    with exclusive(_called(game, strategy)):
        return _compiled(game, strategy.function, strategy_signature(game), what)


def _called(game: Game, strategy: Strategy) -> str:
    return f"{strategy.name} for {game.title}"


@cache
def compile_hint(game: Game, function: Callable[[Any, int], int], whose: str) -> Any:
    """A hint, compiled for its game's view, from the cache on disk if it is there."""
    with compiling_as(game.title):
        return _compiled(game, function, hint_signature(game), f"the hint of {whose}")


def _compiled(
    game: Game, function: Callable[..., int], signature: Any, what: str
) -> Callable[..., int]:
    function = plain(function)  # it may be compiled already, for other types
    if not isinstance(function, types.FunctionType):
        raise PlayoutError(f"{what} cannot be compiled: it must be a plain function (def)")
    refuse_chance_outside(function, f"{what} cannot be compiled: it draws", "rng")
    source = function.__code__.co_filename
    in_file = not source.startswith("<") and "ipykernel" not in source
    try:
        compiled: Any = jit(signature=signature.args, cache=in_file)(function)
        (overload,) = compiled.overloads.values()
        if overload.signature.return_type != signature.return_type:
            # What is kept with the right type was looked at before, which takes a compilation.
            kept = in_file and is_cached(function, signature)
            if not kept and (wrong := wrong_return(compiled)):
                raise PlayoutError(
                    f"{what} cannot be compiled: {wrong} ({definition_place(function)})"
                )
            compiled = jit(signature=signature, cache=in_file)(function)
        found: Callable[..., int] = compiled
    except NOT_COMPILED as error:
        (view, *_) = function.__code__.co_varnames  # however it is called
        records = {view: ("its view has no field", game.view_dtype.names or ())}
        reason = why_not_compiled(error, function, records, "it")
        raise PlayoutError(f"{what} cannot be compiled: {reason}") from error
    return found


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
    """Play games first .. first + count - 1 of a run.

    ``players`` has one entry per seat; ``seating`` says where they sit (engine/chance/seating.py;
    without it player k has seat k).  Another ``repeat`` (0 .. MOST_REPEATS) replays the same deals
    with other random streams of the seats; another ``redraw`` with other chance in play, as dice
    (0 .. MOST_REPEATS).  Returns ``outcomes[game, column]``, shape (count, ``rules.game.width``),
    in a new array or in the one that is given, because new memory takes time: for every measure, in
    order, one column, or one per seat.  The
    numbers depend on the rules, the players, the seed, the repeat and the game numbers alone: not
    on how games are split into batches or threads, nor on whether they are ``compiled``, as they
    are unless a strategy cannot be.  Raises IllegalMove, with the position, if a
    strategy breaks the rules.
    """
    game, record = rules.game, rules.record()
    if outcomes is None:
        outcomes = np.zeros((count, game.width), np.int64)
    else:
        outcomes[:] = 0
    compiled = compiled and game.compiled and can_be_compiled(players)
    kernel = _vector_kernel(rules, players) if compiled and redraw == 0 else None
    if kernel is not None:
        kernel(record, seed, repeat, first, outcomes)
        return outcomes
    seating = fixed(len(players)) if seating is None else seating
    if compiled:
        _seek_help(game, strategies_of(players))
    with explain_rules(game):
        table = new_table(rules, seated(seating, players, 0), seed)
        play_games = _compiled_loop(game) if compiled else _python_loop(game)
    table.replay, table.redraw = repeat, redraw
    for place, player in enumerate(players):
        table.parameters[place, : len(player.values)] = player.values
        table.lookups[place] = address_of(player.strategy, rules)
    functions = bound_players(rules, players, compiled)

    def here() -> Sequence[Player]:
        return seated(seating, players, int(table.game))

    def in_python() -> None:
        number = int(table.game)
        play_batch(rules, here(), seed, number, 1, repeat=repeat, redraw=redraw, compiled=False)

    def message(what: str) -> Exception:
        return strategy_error(rules, here(), table, what)

    with (
        explain_game(rules, table, here, message, in_python if compiled else None),
        playing(rules, table),
    ):
        stopped = play_games(functions, record, table, seating, first, outcomes)
    if stopped != FINISHED:
        raise illegal_move_error(rules, here(), table)
    check_bounds(rules, players, seating, table, outcomes)
    if count and compiled and game.compiled and not game.is_ours:
        check_score(rules, here(), table)
    return outcomes


def _vector_kernel(rules: Rules, players: Sequence[Player]) -> Callable[..., None] | None:
    """The function that plays many games of these players at once (vectors.py), if any.

    It does not know the seating.  So it is used only where that can change no game: where all
    players are the same.  Whether it can play what they play, with every repeat, it says itself.
    """
    vectors, player = rules.game.vectors, players[0]
    same = all(
        (other.strategy, other.values) == (player.strategy, player.values) for other in players
    )
    if vectors is None or not same:
        return None
    kernel: Callable[..., None] | None = vectors.kernel(rules, player)
    return kernel
