"""The course of games: what their measures are after each turn, each move, or each round.

The loop that plays is that of batch.py.  Here its ``begin`` and its ``make`` also write the
measures as they stand into the table, whenever a step has ended; and if they are asked to, how many
legal moves each decision had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from playout.engine.chance.seating import Seating, fixed, seated
from playout.engine.game.game import Game, Player, Rules
from playout.engine.native.jit import exclusive, jit
from playout.engine.play.batch import (
    begin_game,
    can_be_compiled,
    loop_with,
    new_table,
    player_functions,
    players_type,
    table_dtype,
    write_players,
)
from playout.engine.play.code_templates import (
    actor,
    begin,
    bound_to,
    ends_turn,
    is_over,
    legal_moves,
    make,
    play_games,
    standing,
    turn_ended,
)
from playout.engine.play.failures import explain_rules, run_loop
from playout.engine.play.move_loop import FINISHED, move_functions
from playout.engine.play.outcome_checks import check_bounds
from playout.engine.play.plain_table import Table
from playout.engine.words.errors import PlayoutError

MOST_STEPS = 1_000  # that are written of a game; it is played to its end all the same
# What a step is, if it is not what the measure of a column, 0, 1, ..., counts.  A round is as many
# turns as there are players.
TURN, MOVE, ROUND = -1, -2, -3
TENTHS = 10  # parts of a game, of which decisions are counted apart
DECISIONS, FORCED, CHOICES = range(3)  # what is counted of them: CHOICES are all legal moves
MOST_PLACED = 2**14  # decisions of a game that are put into tenths; later ones are in the last

Numbers = npt.NDArray[np.int64]


def _begin_course(table: Any, rules: Any, seed: int, game: int) -> None:
    """Deal a game, and write the measures before its first move."""
    begin(table, rules, seed, game)
    table.steps = table.turns = 0
    table.late_choices = table.late_forced = 0
    table.course[0] = 0
    standing(table.state, rules, table.course[0])


def _make_course(state: Any, rules: Any, table: Any, move: Any) -> None:
    """Make a move, and write the measures if it ends a step, or several."""
    if table.counting:
        legal = legal_moves(state, rules, table.legal)
        if table.moves < MOST_PLACED:
            table.choices[table.moves] = legal
        else:
            table.late_choices += legal
            table.late_forced += legal == 1
    make(state, rules, table, move)
    before = table.steps
    count = before + 1
    if table.by >= 0:
        table.scratch[:] = 0
        standing(state, rules, table.scratch)
        count = max(before, table.scratch[table.by])
    elif table.by != MOVE:
        over = is_over(state, rules)
        table.turns += over or turn_ended(state, rules, table.seat)
        count = table.turns if table.by == TURN else table.turns // rules.players
        if over and table.turns % rules.players > 0:
            count = before + 1
    for step in range(before + 1, min(count, MOST_STEPS) + 1):
        table.course[step] = 0
        standing(state, rules, table.course[step])
    table.steps = count


def _play_courses(
    players: Any,
    rules: Any,
    table: Any,
    seating: Any,
    first: int,
    outcomes: Any,
    course: Any,
    lengths: Any,
    choices: Any,
) -> int:
    """Play games one by one, and copy what each has written; returns as ``_play_games`` does."""
    for k in range(len(outcomes)):
        stopped = play_games(players, rules, table, seating, first + k, outcomes[k : k + 1])
        if stopped != FINISHED:
            return int(stopped)
        lengths[k] = table.steps
        for step in range(min(table.steps + 1, course.shape[1])):
            for column in range(course.shape[2]):
                course[k, step, column] = table.course[step, column]
        if table.counting:
            placed = min(table.moves, MOST_PLACED)
            for place in range(placed):
                tenth, legal = place * TENTHS // table.moves, table.choices[place]
                choices[k, tenth, DECISIONS] += 1
                choices[k, tenth, FORCED] += legal == 1
                choices[k, tenth, CHOICES] += legal
            choices[k, TENTHS - 1, DECISIONS] += table.moves - placed
            choices[k, TENTHS - 1, FORCED] += table.late_forced
            choices[k, TENTHS - 1, CHOICES] += table.late_choices
    return FINISHED


def _by_rules(state: Any, rules: Any, seat: int) -> bool:
    return bool(ends_turn(state, rules))


def _by_seat(state: Any, rules: Any, seat: int) -> bool:
    """Whether it is another seat's move; where one player plays alone, every move is a turn."""
    return bool(rules.players == 1 or actor(state, rules) != seat)


def has_turns(rules: Rules) -> bool:
    """Whether the turns of a game are known, which may have several moves each."""
    return hasattr(rules.game.rules, "ends_turn") or int(rules["players"]) > 1


def _course_dtype(game: Game) -> np.dtype[Any]:
    """The table of a game whose course is written."""
    return table_dtype(
        game,
        ("by", np.int64),
        ("turns", np.int64),  # that have ended
        ("steps", np.int64),  # as many
        ("course", np.int64, (MOST_STEPS + 1, game.width)),  # the measures after each, from 0
        ("scratch", np.int64, (game.width,)),
        ("counting", np.int64),  # 1: legal moves are counted
        ("legal", np.int64, (game.rules.MOST_LEGAL,)),
        ("choices", np.int64, (MOST_PLACED,)),  # how many legal moves each decision had
        ("late_choices", np.int64),  # the same of all later ones together
        ("late_forced", np.int64),
    )


@cache
def _course_loop(game: Game, compiled: bool) -> Callable[..., int]:
    """Return the loop that plays games and writes their courses into the table."""
    own: Callable[..., Any] = jit if compiled else lambda function: function
    tag, rules = "course", game.rules
    names: dict[str, Any] = {
        "standing": getattr(rules, "standing", rules.score),
        "legal_moves": rules.legal_moves,
    }
    if hasattr(rules, "ends_turn"):
        ended = bound_to(game, _by_rules, tag, ends_turn=rules.ends_turn)
    else:
        ended = bound_to(game, _by_seat, tag)
    names["turn_ended"] = own(ended)
    made = move_functions(game, compiled)["make"]
    starts = own(bound_to(game, _begin_course, tag, begin=begin_game(game), **names))
    makes = own(bound_to(game, _make_course, tag, make=made, **names))
    one_by_one = own(loop_with(game, compiled, tag, begin=starts, make=makes))
    loop = bound_to(game, _play_courses, tag, play_games=one_by_one)
    if not compiled:
        return loop
    number, numbers = numba.int64, numba.int64[:, ::1]
    rules_type, table = (numba.from_dtype(one) for one in (game.rules_dtype, _course_dtype(game)))
    played = players_type(game), rules_type, table, numbers, number, numbers
    counts = numba.int64[:, :, ::1]
    signature = number(*played, counts, numba.int64[::1], counts)
    with exclusive(f"the courses of {game.title}"):
        return jit(signature=signature)(loop)


def play_courses(
    rules: Rules,
    players: Sequence[Player],
    seed: int,
    first: int,
    count: int,
    by: int = TURN,
    steps: int = MOST_STEPS,
    seating: Seating | None = None,
    choices: Numbers | None = None,
) -> tuple[Numbers, Numbers, Numbers]:
    """Play games first .. first + count - 1 of a run, as ``play_batch`` does, and watch them.

    Returns ``course[game, step, column]`` after 0 .. ``steps`` steps, zeros where a game had fewer;
    ``lengths[game]``, how many steps it had; and ``outcomes[game, column]``.  A step is a turn, a
    move, a round, or what the measure of the column ``by`` counts.  PlayoutError if a strategy
    breaks the rules.

    ``choices[game, tenth, what]``, zeros of the shape (count, TENTHS, 3), gets how many DECISIONS,
    FORCED decisions (with one legal move) and legal moves (CHOICES) each tenth of a game had.
    """
    game, record = rules.game, rules.record()
    compiled = can_be_compiled(game, players)
    seating = fixed(len(players)) if seating is None else seating
    course = np.zeros((count, steps + 1, game.width), np.int64)
    lengths, outcomes = np.zeros(count, np.int64), np.zeros((count, game.width), np.int64)
    with explain_rules(game):
        table = new_table(rules, seated(seating, players, 0), seed, _course_dtype)
        play = _course_loop(game, compiled)
    if isinstance(table, Table):
        most = np.zeros((MOST_STEPS + 1, game.width), np.int64)
        counted = {"legal": [], "choices": np.zeros(MOST_PLACED, np.int64)}
        vars(table).update(course=most, scratch=np.zeros(game.width, np.int64), **counted)
    table.by, table.counting = by, int(choices is not None)
    if choices is None:
        choices = np.zeros((0, TENTHS, 3), np.int64)
    write_players(table, rules, players)
    functions = player_functions(rules, players, compiled)

    def by_seat() -> Sequence[Player]:
        return seated(seating, players, int(table.game))

    def loop() -> int:
        here = functions, record, table, seating, first, outcomes
        return play(*here, course, lengths, choices)

    run_loop(rules, table, by_seat, loop, None)
    check_bounds(rules, players, seating, table, outcomes)
    return course, lengths, outcomes


def check_course(rules: Rules, course: Numbers, column: int, top: float | None, name: str) -> None:
    """Raise PlayoutError for values of an unfinished game that its measure cannot have."""
    values = course[:, :, column]
    low, high = int(values.min(initial=0)), int(values.max(initial=0))
    if low < 0 or (top is not None and high > top):
        wrong, limit = (low, "at least 0") if low < 0 else (high, f"at most {top:,.15g}")
        raise PlayoutError(
            f"game '{rules.game.name}': {name} is {wrong:,} in a game that is not over, where "
            f"{limit} is declared; its rules may say what it is until then: standing(state, rules)"
        )
