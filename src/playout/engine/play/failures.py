"""Error messages for a game that failed: the strategy or rules, the error, a replay command."""

from __future__ import annotations

import inspect
import shlex
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from playout.engine.chance.rng import STREAM
from playout.engine.find.declarations import is_installed
from playout.engine.find.games import is_of_this_program
from playout.engine.find.strategy_files import file_of
from playout.engine.game.game import Game, Player, Rules, line_up
from playout.engine.game.protocols import plain
from playout.engine.native.jit import jit
from playout.engine.play import strategy_guard
from playout.engine.play.counter_failures import counter_at_fault, counter_not_compiled
from playout.engine.play.hints import NO_PLACE, in_hint, wrong_mark
from playout.engine.play.move_loop import FINISHED
from playout.engine.play.strategy_guard import NoMove, definition_place, why_not_compiled
from playout.engine.words.errors import Elsewhere, IllegalMove, PlayoutError, RulesError
from playout.engine.words.numbering import nth
from playout.engine.words.user_code import error_at

MOST_MOVES = 5  # legal moves in a message
LONG = 10_000  # moves after which a game that is stopped may be one without an end
NOT_COMPILED = (NumbaError, UnsupportedBytecodeError, NotImplementedError, KeyError, NameError)
"""The errors of the compiler, as long as it works as it should."""
GIVES_UP = (AssertionError, AttributeError, IndexError, TypeError, ValueError)  # it is at a loss


# --- A move that is not legal. --------------------------------------------------------------------


def illegal_action(game: Game, table: Any, state: Any, rules: Any) -> tuple[str, str]:
    """Return what a strategy did that stopped a game in this state, and the legal moves.

    The legal moves are a line to stand below the position; "" if a hint was wrong.  RulesError if
    the rules refuse a move that they list themselves.
    """
    if table.hint_place != NO_PLACE:
        return wrong_mark(game, table, rules), ""
    move = int(table.move)
    why = why_illegal(game, state, rules, move)
    what = f"returned an illegal move: {_text(game, move)} ({_encoding(game, move)}){why}"
    return what, legal_moves_text(game, state, rules, move)


def _text(game: Game, move: int) -> str:
    """Return a move as people write it; its number if the drawing fails."""
    with suppress(Exception):  # a user's drawing may raise anything; a replay shows it
        return str(game.drawing.format_move(move))
    return str(move)


def _encoding(game: Game, move: int) -> str:
    """Return the number of a move, and the function that makes such numbers."""
    if game.encode is None:
        return f"number {move}"
    encode = plain(game.encode)
    arguments = ", ".join(inspect.signature(encode).parameters)
    return f"number {move}; {encode.__name__}({arguments}) of {encode.__module__} makes moves"


def why_illegal(game: Game, state: Any, rules: Any, move: int) -> str:
    """Return why a move is not allowed, as the end of a sentence: ``: the pile shows 61``.

    A game explains it with a function ``why_illegal(state, rules, move) -> str`` in its drawing or
    its rules; without one, or if that returns nothing, the text is empty.
    """
    for part in (game.drawing, getattr(game.rules, "source", game.rules)):
        if (explain := getattr(part, "why_illegal", None)) is not None:
            with suppress(Exception):  # a user's function may raise anything
                return f": {reason}" if (reason := str(explain(state, rules, move))) else ""
    return ""


def legal_moves_text(game: Game, state: Any, rules: Any, move: int) -> str:
    """Return the first legal moves, as a line to stand below a position in which ``move`` is none.

    Empty if the game is over.  RulesError if the rules list the move that they refuse.
    """
    moves: list[int] = []
    with suppress(Exception):  # a user's rules may raise anything; `playout check` shows it
        if not game.rules.is_over(state, rules):
            moves = legal_moves(game, state, rules)
    if move in moves:
        raise RulesError(
            f"the rules of {game.name} contradict themselves: legal_moves lists "
            f"'{_text(game, move)}' ({move}), which is_legal does not allow"
        )
    if not moves:
        return ""
    first = ", ".join(f"'{_text(game, move)}'" for move in moves[:MOST_MOVES])
    left = len(moves) - MOST_MOVES
    return f"\nlegal moves: {first}{f', and {left} more' if left > 0 else ''}"


def legal_moves(game: Game, state: Any, rules: Any) -> list[int]:
    """Return the numbers of all legal moves of a game that is not over, in rising order."""
    out: Any = np.zeros(game.rules.MOST_LEGAL, np.int64) if game.compiled else []
    count = int(game.rules.legal_moves(state, rules, out))
    return sorted(int(move) for move in out[:count])


# --- An error that was raised. --------------------------------------------------------------------


@contextmanager
def explain_rules(game: Game) -> Iterator[None]:
    """Within this context, say in a sentence why rules cannot be compiled, or fail as they are."""
    try:
        yield
    except PlayoutError:
        raise
    except Exception as error:  # a user's rules may raise anything
        if not game.compiled:
            raise RulesError(rules_raised(game, error)) from error
        if isinstance(error, NOT_COMPILED) and (reason := _not_compiled(game)):
            raise PlayoutError(reason) from error
        raise


def _not_compiled(game: Game) -> str:
    """Say which rule function cannot be compiled, and why; return "" if all of them can."""
    if not game.compiled:
        return ""
    if reason := counter_not_compiled(game):
        return reason
    dtypes = (game.state_dtype, game.rules_dtype, game.view_dtype, STREAM)
    state, rules, view, stream = map(numba.from_dtype, dtypes)
    number, numbers = numba.int64, numba.int64[::1]
    arguments = {
        "introduce": (rules, number, view),
        "deal": (state, rules, stream),
        "is_over": (state, rules),
        "actor": (state, rules),
        "observe": (state, rules, number, view),
        "is_legal": (state, rules, number),
        "legal_moves": (state, rules, numbers),
        "play": (state, rules, number, stream),
        "score": (state, rules, numbers),
        "determinize": (view, rules, stream, state),
        "forget": (state, rules),
    }
    with_result = ("is_over", "actor", "is_legal", "legal_moves")
    records = {
        "state": ("the state has no field", game.state_dtype.names or ()),
        "rules": ("the rules have no option", game.rules_dtype.names or ()),
        "view": ("the view has no field", game.view_dtype.names or ()),
    }
    for name, signature in arguments.items():
        if not hasattr(game.rules, name):  # it may lack `determinize`
            continue
        function = plain(getattr(game.rules, name))
        try:
            compiled: Any = jit(signature=signature, cache=False)(function)
        except NOT_COMPILED as error:
            reason = why_not_compiled(error, function, records, "a game")
            return f"the rules of {game.name} cannot be compiled: {reason}"
        result, whole = compiled.nopython_signatures[0].return_type, (types.Integer, types.Boolean)
        if name in with_result and not isinstance(result, whole):
            return (
                f"the rules of {game.name} cannot be compiled: {name} returns {result}, but must "
                f"return a whole number ({definition_place(function)})"
            )
    return ""


def is_of_rules(error: BaseException) -> bool:
    """Return whether an error comes from the rules of a game.

    An error of a strategy or a hint in plain Python has passed through its guard, and an error of a
    compiled strategy in a match through `Match._call_strategy`.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, RulesError) or all(
        frame.filename != strategy_guard.__file__ and frame.name != "_call_strategy"
        for frame in frames
    )


@contextmanager
def explain_game(
    rules: Rules,
    table: Any,
    players: Callable[[], Sequence[Player]],
    message: Callable[[str], Exception],
    replay_in_python: Callable[[], object] | None,
    of_rules: Callable[[BaseException], Exception],
) -> Iterator[None]:
    """Within this context, say in a sentence what stops a game: its rules, or whose strategy.

    ``players()`` are in the order of their seats.  ``message(what)`` makes the error for what a
    strategy did, ``of_rules(error)`` that for what the rules raised.  ``replay_in_python`` plays a
    compiled game again in plain Python, which knows the line and the index of an IndexError.
    """
    try:
        yield
    except Elsewhere:
        raise
    except Exception as error:  # a strategy may raise anything
        if counter := counter_at_fault(rules.game, error):
            raised = PlayoutError(f"{counter.words} raised {error_at(error, counter.file)}")
            raise rules_error(rules, players(), table, raised) from error
        if replay_in_python is None and is_of_rules(error):
            raise of_rules(error) from error
        if replay_in_python is not None and isinstance(error, IndexError):
            replay_in_python()
        raise message(raised_text(rules.game, players(), table, error)) from error


def raised_text(game: Game, players: Sequence[Player], table: Any, error: BaseException) -> str:
    """Return the error of a strategy that stopped a game, and where in its file it was raised.

    ``players`` are in the order of their seats.
    """
    strategy = players[int(table.seat)].strategy
    if isinstance(error, NoMove):
        return f"{error}{in_hint(game, table).rstrip(',')}"
    codes = [getattr(part, "__code__", None) for part in (strategy.function, strategy.hint)]
    files = [strategy.file, *(code.co_filename for code in codes if code is not None)]
    return f"raised{in_hint(game, table)} {error_at(error, *filter(None, files))}"


def rules_raised(game: Game, error: BaseException) -> str:
    """Return the error that the rules of a game raised, and where in their files."""
    return f"the rules of {game.name} raised {error_at(error, game.source)}"


def run_loop(
    rules: Rules,
    table: Any,
    players: Callable[[], Sequence[Player]],
    loop: Callable[[], int],
    replay_in_python: Callable[[], object] | None,
    position: Callable[[], str | None] = lambda: None,
) -> None:
    """Run a loop that plays games at a table; an error says in a sentence what stopped it.

    The loop returns FINISHED if no strategy broke the rules.  ``position()`` is where the game
    began, if it was not dealt.  The rest is as in :func:`explain_game`.
    """

    def message(what: str) -> Exception:
        return strategy_error(rules, players(), table, what, position())

    def of_rules(error: BaseException) -> Exception:
        return rules_error(rules, players(), table, error, position())

    whose = message, replay_in_python, of_rules
    with explain_game(rules, table, players, *whose), playing(rules, table):
        stopped = loop()
    if stopped != FINISHED:
        raise illegal_move_error(rules, players(), table, position())


@contextmanager
def explain_drawing(game: Game) -> Iterator[None]:
    """Within this context, say in a sentence why a game that can be played cannot be shown."""
    try:
        yield
    except PlayoutError:
        raise
    except Exception as error:  # a user's drawing may raise anything
        raise PlayoutError(f"a game cannot be shown: {rules_raised(game, error)}") from error


# --- The whole message. ---------------------------------------------------------------------------


def illegal_move_error(
    rules: Rules, players: Sequence[Player], table: Any, position: str | None = None
) -> Exception:
    """Return the error for a game that an illegal move, or a hint that is no word, has stopped.

    ``position`` is where the game began, if it was not dealt.
    """
    try:
        action, legal = illegal_action(rules.game, table, table.state, rules.record())
    except RulesError as error:
        return rules_error(rules, players, table, error, position)
    return strategy_error(rules, players, table, action, position, legal)


def strategy_error(
    rules: Rules,
    players: Sequence[Player],
    table: Any,
    what: str,
    position: str | None = None,
    legal: str = "",
) -> Exception:
    """Return the error for a strategy that broke the rules or raised an error.

    Its text has the position and a command to replay the game.  ``players`` are in the order of
    their seats; ``position`` is where the game began, if it was not dealt; ``legal`` is the line of
    :func:`legal_moves_text`.
    """
    seat = int(table.seat)
    return IllegalMove(
        f"strategy '{players[seat].reference}' on seat {nth(seat)} {what} in game {table.game}\n"
        f"{position_text(rules.game, table.state, rules.record())}{legal}\n"
        f"replay it: {replay_command(rules, players, table, position)}"
    )


def rules_error(
    rules: Rules,
    players: Sequence[Player],
    table: Any,
    error: BaseException,
    position: str | None = None,
) -> PlayoutError:
    """Return the error for rules that raised an error themselves, or cannot be compiled."""
    again = replay_command(rules, players, table, position)
    where = f"in game {table.game}; to see it again: {again}"
    if isinstance(error, PlayoutError):
        return PlayoutError(f"{error}, {where}")
    if isinstance(error, NOT_COMPILED) and (reason := _not_compiled(rules.game)):
        return PlayoutError(reason)
    return PlayoutError(f"{rules_raised(rules.game, error)} {where}")


def position_text(game: Game, state: Any, record: Any) -> str:
    """Return a position as text, or why it cannot be drawn."""
    try:
        return str(game.drawing.text(state, record, int(game.rules.actor(state, record))))
    except Exception as error:  # a user's rules may raise anything
        return f"the position cannot be drawn: {rules_raised(game, error)}"


def replay_command(
    rules: Rules, players: Sequence[Player], table: Any, position: str | None = None
) -> str:
    """Return the command that plays a game again.

    It is Python code if the game or a strategy is declared in this program, where no command finds
    it.  ``position`` is where the game began, if it was not dealt.
    """
    name, strategies = rules.game.name, line_up(players)
    repeats = {"repeat": int(table.replay), "redraw": int(table.redraw)}
    repeats = {key: number for key, number in repeats.items() if number}
    if _is_of_this_program(rules.game, players):
        arguments: dict[str, Any] = {"strategy": strategies} if players else {}
        arguments |= {"seed": int(table.seed), "game_number": int(table.game)}
        arguments |= rules.needed_options() | repeats
        arguments |= {} if position is None else {"position": position}
        words = ", ".join([repr(name), *(f"{key}={value!r}" for key, value in arguments.items())])
        return f"match = playout.Match({words}); list(match.run())"
    words = f"{' '.join(rules.command_options())} --seed {table.seed} --game {table.game}"
    words += "".join(f" --{key} {number}" for key, number in repeats.items())
    words += "" if position is None else f" --position {shlex.quote(position)}"
    return f"playout replay {rules.game.word} --strategy {shlex.quote(strategies)} {words}"


def _is_of_this_program(game: Game, players: Sequence[Player]) -> bool:
    return is_of_this_program(game.name) or not all(
        file_of(player.reference) or file_of(player.strategy.game) or is_installed(player.strategy)
        for player in players
    )


# --- Games that may have no end. ------------------------------------------------------------------

_played: dict[int, tuple[Rules, Any]] = {}  # the game of each thread: its rules and its table


@contextmanager
def playing(rules: Rules, table: Any) -> Iterator[None]:
    """Let :func:`endless_game` know that this thread plays at a table within this context."""
    thread = threading.get_ident()
    outer = _played.get(thread)  # a strategy may play games of its own
    _played[thread] = rules, table
    yield
    _played.pop(thread)  # not after an error: a caller may then ask for the game that was stopped
    if outer is not None:
        _played[thread] = outer


def endless_game() -> str:
    """Return a sentence about the longest game that is being played here, if it may have no end."""
    longest = max(list(_played.values()), key=lambda played: int(played[1].moves), default=None)
    if longest is None or longest[1].moves < LONG:
        return ""
    rules, table = longest
    return (
        f"game {table.game} of {rules.game.name}, seed {table.seed}, was not over after "
        f"{table.moves:,} moves; a game must end, whatever is played; it stood so:\n"
        f"{position_text(rules.game, table.state, rules.record())}"
    )
