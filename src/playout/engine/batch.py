"""Many games at once, compiled: names and numbers in, ``outcomes[game, measure]`` out."""

from __future__ import annotations

import shlex
import types
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning, UnsupportedBytecodeError

from playout.engine.errors import IllegalMove, PlayoutError
from playout.engine.game import PARAMETERS, Game, Player, Rules, Strategy
from playout.engine.jit import COMPILING, jit, source_digest
from playout.engine.rng import DEAL, REPEAT, SEAT, STREAM, start, start_sealed
from playout.engine.seating import Seating, fixed, seated
from playout.engine.wide import GAMES

# First-class functions carry our strategies into compiled loops; they work, and are tested here.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

RULE_FUNCTIONS = (
    "introduce",
    "deal",
    "is_over",
    "actor",
    "observe",
    "is_legal",
    "play",
    "score",
)
# The templates below are written with these names; a copy bound to a game finds its own there.
begin: Any = None
deal: Any = None
is_over: Any = None
actor: Any = None
observe: Any = None
is_legal: Any = None
play: Any = None
score: Any = None

_FINISHED = -1


@cache
def table_dtype(game: Game) -> np.dtype[Any]:
    """Everything that one running game needs: its state, and a view and a stream per seat."""
    return np.dtype(
        [
            ("state", game.state_dtype),
            ("views", game.view_dtype, (game.seats,)),
            ("streams", STREAM, (SEAT + game.seats,)),
            ("parameters", np.float64, (game.seats, PARAMETERS)),  # of each player, not seat
            ("seed", np.int64),  # of the run
            ("game", np.int64),  # number of the game being played
            ("replay", np.int64),  # which repeat of its deal; `repeat` is a method of records
            ("seat", np.int64),  # whose strategy was asked last
            ("move", np.int64),  # and what it answered
        ],
        align=True,
    )


def new_table(rules: Rules, players: Sequence[Player], seed: int = 0) -> Any:
    """An empty table with the players' parameters laid out, player k on seat k."""
    table = np.zeros(1, table_dtype(rules.game)).view(np.recarray)[0]
    record = rules.record()
    for seat in range(int(rules["players"])):
        rules.game.module.introduce(record, seat, table.views[seat])
    for seat, player in enumerate(players):
        table.views[seat].parameters[: len(player.values)] = player.values
    table.seed = seed
    return table


def _begin(table: Any, rules: Any, seed: int, game: int) -> None:
    """Set a table to the deal of one game."""
    table.game = game
    start(table.streams[DEAL], seed, game, DEAL)
    for seat in range(rules.players):
        purpose = SEAT + seat + REPEAT * table.replay
        start_sealed(table.streams[SEAT + seat], seed, game, purpose)
        table.views[seat].notes[:] = 0
    deal(table.state, rules, table.streams[DEAL])


def _play_games(
    strategies: Any, rules: Any, table: Any, seating: Any, first: int, outcomes: Any
) -> int:
    """Play games first, first + 1, ... until outcomes[game, column] is full.

    Returns -1, or the number of the first game with an illegal move.  The names of the rule
    functions are those of the game that the loop is bound to.
    """
    for i in range(len(outcomes)):
        begin(table, rules, table.seed, first + i)
        row = (first + i) % len(seating)
        if len(seating) > 1:
            for seat in range(rules.players):
                for k in range(PARAMETERS):
                    table.views[seat].parameters[k] = table.parameters[seating[row, seat], k]
        while not is_over(table.state, rules):
            seat = actor(table.state, rules)
            observe(table.state, rules, seat, table.views[seat])
            table.seat = seat
            strategy = strategies[seating[row, seat]]
            move = strategy(table.views[seat], table.streams[SEAT + seat])
            if not is_legal(table.state, rules, move):
                table.move = move
                return first + i
            play(table.state, rules, move)
        score(table.state, rules, outcomes[i])
    return _FINISHED


def bound_to(game: Game, template: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    """A copy of a template function whose free names are the game's rule functions.

    Its qualified name carries a digest of the game's source: that name is what Numba's cache
    goes by, so every game, and every version of a game, has its own compiled copy.
    """
    names = {name: getattr(game.module, name) for name in RULE_FUNCTIONS}
    copy = types.FunctionType(template.__code__, {**template.__globals__, **names, **more})
    copy.__qualname__ = f"{template.__name__}_{game.name}_{source_digest(game.folder)}"
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    return copy


@cache
def begin_game(game: Game) -> Callable[..., None]:
    """``begin(table, rules, seed, number)`` of a game: the table at the start of that deal."""
    return jit(bound_to(game, _begin))


@cache
def _python_loop(game: Game) -> Callable[..., int]:
    return bound_to(game, _play_games, begin=begin_game(game))


@cache
def _compiled_loop(game: Game) -> Callable[..., int]:
    rules, table = numba.from_dtype(game.rules_dtype), numba.from_dtype(table_dtype(game))
    seats = numba.types.UniTuple(numba.types.FunctionType(strategy_signature(game)), game.seats)
    number = numba.int64
    numbers = numba.int64[:, ::1]
    signature = number(seats, rules, table, numbers, number, numbers)
    return jit(signature=signature)(_python_loop(game))


def strategy_signature(game: Game) -> Any:
    """The compiled type of a strategy of the game."""
    return numba.int64(numba.from_dtype(game.view_dtype), numba.from_dtype(STREAM))


@cache
def compile_strategy(game: Game, strategy: Strategy) -> Callable[..., int]:
    """The strategy, compiled for its game's view, from the cache on disk if it is there."""
    source = strategy.function.__code__.co_filename
    in_file = not source.startswith("<") and "ipykernel" not in source
    try:
        return jit(signature=strategy_signature(game), cache=in_file)(strategy.function)
    except (NumbaError, UnsupportedBytecodeError, KeyError) as error:
        raise PlayoutError(
            f"strategy '{strategy.name}' cannot be compiled: {_reason(error, game)} "
            "(declared with compiled=False it runs as plain Python)"
        ) from error


def _reason(error: Exception, game: Game) -> str:
    """The line of a compiler's message that helps: what, and where."""
    if isinstance(error, KeyError):
        fields = ", ".join(game.view_dtype.names or ())
        return f"its view has no field {error}; it has {fields}"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    where = [line for line in lines if line.startswith("File ")]
    said = [line for line in lines if not line.startswith(("Failed in", "-", "File ", "During:"))]
    return " ".join([*said[:1], *where[-1:]]).removesuffix("Raised from None").rstrip(".: ")


def play_batch(
    rules: Rules,
    players: Sequence[Player],
    seed: int,
    first: int,
    count: int,
    seating: Seating | None = None,
    repeat: int = 0,
) -> npt.NDArray[np.int64]:
    """Play games first .. first + count - 1 of a run.

    ``players`` has one entry per seat; ``seating`` says where they sit (engine/seating.py;
    without it player k has seat k).  Another ``repeat`` (0 .. MOST_REPEATS) replays the same deals
    with other random streams of the seats.  Returns ``outcomes[game, column]``, shape (count,
    ``rules.game.width``): of every measure, in their order, one column, or one per seat.  The
    numbers depend on the rules, the players, the seed, the repeat and the game numbers alone: not
    on how games are split into batches or threads.  Raises IllegalMove, with the position, if a
    strategy breaks the rules.
    """
    game = rules.game
    seating = fixed(len(players)) if seating is None else seating
    outcomes = np.zeros((count, game.width), np.int64)
    table, record = new_table(rules, seated(seating, players, 0), seed), rules.record()
    table.replay = repeat
    for place, player in enumerate(players):
        table.parameters[place, : len(player.values)] = player.values
    compiled = COMPILING and all(player.strategy.compiled for player in players)
    if compiled and game.wide is not None and count >= GAMES:
        kernel = game.wide.kernel(rules, players)
        if kernel is not None:
            kernel(record, seed, first, outcomes)
            return outcomes
    play_games: Callable[..., int]
    if compiled:
        functions = [compile_strategy(game, player.strategy) for player in players]
        play_games = _compiled_loop(game)
    else:
        functions = [player.strategy.function for player in players]
        play_games = _python_loop(game)
    strategies = tuple(functions) + (functions[-1],) * (game.seats - len(functions))
    said = ""
    try:
        stopped = play_games(strategies, record, table, seating, first, outcomes)
        if stopped != _FINISHED:
            said = f"returned an illegal move: {game.drawing.format_move(int(table.move))}"
    except Exception as error:
        if isinstance(error, PlayoutError):
            raise
        said = f"raised {type(error).__name__}: {error}"
        raise _broken(rules, seated(seating, players, int(table.game)), table, said) from error
    if said:
        raise _broken(rules, seated(seating, players, int(table.game)), table, said)
    return outcomes


def _broken(rules: Rules, players: Sequence[Player], table: Any, what: str) -> Exception:
    """The message for a strategy that broke the rules or raised an error, with the position.

    ``players`` are in the order of their seats.
    """
    game, seat, number = rules.game, int(table.seat), int(table.game)
    options = "".join(
        f" --{name.replace('_', '-')} {value}"
        for name, value in {"players": rules["players"], **rules.changed()}.items()
    )
    again = f" --repeat {table.replay}" if table.replay else ""
    names = [player.reference for player in players]
    shown = names[0] if len(set(names)) == 1 else "+".join(names)
    return IllegalMove(
        f"strategy '{names[seat]}' on seat {seat} {what} in game {number}\n"
        f"{game.drawing.text(table.state, rules.record(), seat)}\n"
        f"replay it: playout replay {game.name} --strategy {shlex.quote(shown)}{options} "
        f"--seed {table.seed} --game {number}{again}"
    )
