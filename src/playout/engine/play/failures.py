"""What stopped a game, in words: whose strategy, what it did, where, and how to see it again."""

from __future__ import annotations

import inspect
import shlex
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from playout.engine.chance.rng import STREAM
from playout.engine.find.declarations import is_installed
from playout.engine.find.games import is_of_this_program
from playout.engine.find.strategy_files import file_of
from playout.engine.game.game import Game, Player, Rules, Strategy, line_up
from playout.engine.game.protocols import plain
from playout.engine.native.jit import jit
from playout.engine.play import guard
from playout.engine.play.guard import NoMove, why_not_compiled
from playout.engine.play.hints import NO_PLACE, in_hint, wrong_mark
from playout.engine.words.errors import (
    Elsewhere,
    IllegalMove,
    PlayoutError,
    RulesError,
    error_text,
    file_name,
)
from playout.engine.words.user_code import raised_where

MOST_TOLD = 5  # legal moves in a message


def illegal_action(game: Game, table: Any, state: Any, rules: Any) -> str:
    """What a strategy did that stopped a game in this state."""
    if table.place != NO_PLACE:
        return wrong_mark(game, table, rules)
    move = int(table.move)
    why = why_illegal(game, state, rules, move)
    return f"returned an illegal move: {_text(game, move)} ({_made(game, move)}){why}"


def _text(game: Game, move: int) -> str:
    """A move as people write it; its number if the drawing fails."""
    with suppress(Exception):  # that of a user may raise anything; a replay tells it
        return str(game.drawing.format_move(move))
    return str(move)


def why_illegal(game: Game, state: Any, rules: Any, move: int) -> str:
    """Why a move is not allowed, as the end of a sentence: ``: the pile shows 61``.

    A game says it with a function ``why_illegal(state, rules, move) -> str`` in its drawing, or
    beside its rules; without one, or if that returns nothing, it is empty.
    """
    for part in (game.drawing, getattr(game.rules, "source", game.rules)):
        if (own := getattr(part, "why_illegal", None)) is not None:
            with suppress(Exception):  # that of a user may raise anything
                return f": {said}" if (said := str(own(state, rules, move))) else ""
    return ""


def legal_moves_text(game: Game, table: Any, state: Any, rules: Any) -> str:
    """The first legal moves, as a line to stand below a position in which a move was illegal.

    Empty if the game is over, or if it was no move but a hint that was wrong.
    """
    if table.place != NO_PLACE:
        return ""
    moves = _listed(game, state, rules)
    if not moves:
        return ""
    told = ", ".join(f"'{_text(game, move)}'" for move in moves[:MOST_TOLD])
    left = len(moves) - MOST_TOLD
    return f"\nlegal moves: {told}{f', and {left} more' if left > 0 else ''}"


def contradiction(game: Game, state: Any, rules: Any, move: int) -> str:
    """A sentence if a move that was refused is one of the legal moves; else empty."""
    if move not in _listed(game, state, rules):
        return ""
    return (
        f"the rules of {game.name} contradict themselves: legal_moves lists "
        f"'{_text(game, move)}' ({move}), which is_legal does not allow"
    )


def _listed(game: Game, state: Any, rules: Any) -> list[int]:
    """The legal moves; none if the game is over, or if the rules fail."""
    with suppress(Exception):  # rules of a user may raise anything; a check tells it
        if not game.rules.is_over(state, rules):
            return legal_moves(game, state, rules)
    return []


def legal_moves(game: Game, state: Any, rules: Any) -> list[int]:
    """The numbers of all legal moves of a game that is not over, in rising order."""
    out: Any = np.zeros(game.rules.MOST_LEGAL, np.int64) if game.compiled else []
    count = int(game.rules.legal_moves(state, rules, out))
    return sorted(int(move) for move in out[:count])


def _made(game: Game, move: int) -> str:
    """The number of a move, and what makes such numbers."""
    if game.encode is None:
        return f"number {move}"
    made = plain(game.encode)
    wanted = ", ".join(inspect.signature(made).parameters)
    return f"number {move}; {made.__name__}({wanted}) of {made.__module__} makes moves"


NOT_COMPILED = (NumbaError, UnsupportedBytecodeError, KeyError, NameError)
"""What the compiler raises."""


@contextmanager
def explain_rules(game: Game) -> Iterator[None]:
    """Say in a sentence why rules cannot be compiled, or in plain Python fail, in this context."""
    try:
        yield
    except PlayoutError:
        raise
    except Exception as error:  # rules of a user may raise anything
        if not game.compiled:
            raise RulesError(rules_raised(game, error)) from error
        if isinstance(error, NOT_COMPILED) and (said := _not_compiled(game)):
            raise PlayoutError(said) from error
        raise


def _not_compiled(game: Game) -> str:
    """Which rule function cannot be compiled, and why, as a sentence; empty if each of them can."""
    if not game.compiled:
        return ""
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
    }
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
        given = compiled.nopython_signatures[0].return_type
        whole = numba.types.Integer, numba.types.Boolean
        if name in ANSWERS and not isinstance(given, whole):
            return (
                f"the rules of {game.name} cannot be compiled: {name} returns {given}, where a "
                f"whole number is needed ({guard.definition_place(function)})"
            )
    return ""


ANSWERS = ("is_over", "actor", "is_legal", "legal_moves")  # rules that return something


def is_of_rules(error: BaseException) -> bool:
    """Whether an error comes from the rules of a game.

    What a strategy or a hint in plain Python raises has passed through its guard, and what a
    compiled strategy raises in a match through `Match._asked`.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, RulesError) or all(
        at.filename != guard.__file__ and at.name != "_asked" for at in frames
    )


@contextmanager
def explain_game(
    rules: Rules,
    table: Any,
    players: Callable[[], Sequence[Player]],
    message: Callable[[str], Exception],
    in_python: Callable[[], object] | None,
) -> Iterator[None]:
    """Say in a sentence what stops a game in this context: its rules, or whose strategy.

    ``players()`` are in the order of their seats.  ``message(what)`` is the error for what a
    strategy did.  If the game runs compiled, ``in_python`` plays it again in plain Python, which
    knows the line and the index of an IndexError.
    """
    try:
        yield
    except Elsewhere:
        raise
    except Exception as error:  # a strategy may raise anything
        if in_python is None and is_of_rules(error):
            raise rules_error(rules, players(), table, error) from error
        if in_python is not None and isinstance(error, IndexError):
            in_python()
        raise message(raised_text(rules.game, players(), table, error)) from error


def raised_text(game: Game, players: Sequence[Player], table: Any, error: BaseException) -> str:
    """The error of a strategy that stopped a game, and where in its file it was raised.

    ``players`` are in the order of their seats.
    """
    strategy = players[int(table.seat)].strategy
    if isinstance(error, NoMove):
        return f"{error}{in_hint(game, table).rstrip(',')}"
    return f"raised{in_hint(game, table)} {strategy_raised(strategy, error)}"


def strategy_raised(strategy: Strategy, error: BaseException) -> str:
    """An error that a strategy raised, and where in its file."""
    functions = filter(None, (strategy.function, strategy.hint))
    codes = [getattr(function, "__code__", None) for function in functions]
    files = {strategy.file, *(code.co_filename for code in codes if code is not None)}
    frames = [at for at in traceback.extract_tb(error.__traceback__) if at.filename in files]
    if not frames:
        return error_text(error)
    at = frames[-1]
    return f"{error_text(error)} (line {at.lineno} of {file_name(at.filename)}, in {at.name})"


def strategy_error(
    rules: Rules,
    players: Sequence[Player],
    table: Any,
    what: str,
    position: str | None = None,
    legal: str = "",
) -> Exception:
    """The message for a strategy that broke the rules or raised an error, with the position.

    ``players`` are in the order of their seats; the game began with ``position``, if not dealt;
    ``legal`` is what `legal_moves_line` says.
    """
    game, seat, number = rules.game, int(table.seat), int(table.game)
    record = rules.record()
    return IllegalMove(
        f"strategy '{players[seat].reference}' on seat {seat} {what} in game {number}\n"
        f"{position_text(game, table.state, record)}{legal}\n"
        f"replay it: {replay_command(rules, players, table, position)}"
    )


def position_text(game: Game, state: Any, record: Any) -> str:
    """A position as text, or why there is none."""
    try:
        return str(game.drawing.text(state, record, int(game.rules.actor(state, record))))
    except Exception as error:  # rules of a user may raise anything
        return f"the position cannot be drawn: {rules_raised(game, error)}"


def illegal_move_error(
    rules: Rules, players: Sequence[Player], table: Any, position: str | None = None
) -> Exception:
    """The message for a game that an illegal move, or a hint that is no word, has stopped.

    The game began with ``position``, if not dealt.
    """
    game, state, record = rules.game, table.state, rules.record()
    is_move = table.place == NO_PLACE
    if is_move and (said := contradiction(game, state, record, int(table.move))):
        return rules_error(rules, players, table, RulesError(said))
    problem = illegal_action(game, table, state, record)
    legal = legal_moves_text(game, table, state, record)
    return strategy_error(rules, players, table, problem, position, legal)


def rules_error(
    rules: Rules, players: Sequence[Player], table: Any, error: BaseException
) -> PlayoutError:
    """The message for rules that raised an error themselves, or cannot be compiled."""
    seen_again = f"in game {table.game}; to see it again: {replay_command(rules, players, table)}"
    if isinstance(error, PlayoutError):
        return PlayoutError(f"{error}, {seen_again}")
    if isinstance(error, NOT_COMPILED) and (said := _not_compiled(rules.game)):
        return PlayoutError(said)
    return PlayoutError(f"{rules_raised(rules.game, error)} {seen_again}")


def rules_raised(game: Game, error: BaseException) -> str:
    """The error that the rules of a game raised, and where in their files."""
    return f"the rules of {game.name} {raised_where(error, game.source)}"


@contextmanager
def explain_drawing(game: Game) -> Iterator[None]:
    """Say in a sentence why a game that can be played is not shown, in this context."""
    try:
        yield
    except PlayoutError:
        raise
    except Exception as error:  # rules of a user may raise anything
        raise PlayoutError(f"a game cannot be shown: {rules_raised(game, error)}") from error


def replay_command(
    rules: Rules, players: Sequence[Player], table: Any, position: str | None = None
) -> str:
    """What plays a game again: a command, or Python where no other program finds who plays."""
    name, who = rules.game.name, line_up(players)
    repeats = {"repeat": int(table.replay), "redraw": int(table.redraw)}
    if _is_of_this_program(rules.game, players):
        given: dict[str, Any] = {"strategy": who} if players else {}
        given |= {"seed": int(table.seed), "game_number": int(table.game), **rules.needed_options()}
        given |= {key: number for key, number in repeats.items() if number}
        given |= {} if position is None else {"position": position}
        words = ", ".join([repr(name), *(f"{key}={value!r}" for key, value in given.items())])
        return f"match = playout.Match({words}); list(match.run())"
    repeated = "".join(f" --{key} {number}" for key, number in repeats.items() if number)
    begun = f" --position {shlex.quote(position)}" if position is not None else ""
    return (
        f"playout replay {rules.game.word} --strategy {shlex.quote(who)} "
        f"{' '.join(rules.command_options())} --seed {table.seed} --game {table.game}{repeated}{begun}"
    )


def _is_of_this_program(game: Game, players: Sequence[Player]) -> bool:
    """Whether a game, or one who plays it, is declared where no command finds it."""
    return is_of_this_program(game.name) or not all(
        file_of(player.reference) or file_of(player.strategy.game) or is_installed(player.strategy)
        for player in players
    )
