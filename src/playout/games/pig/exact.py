"""Exact chances to win of two strategies that decide by the scores and the turn total alone.

Every position at the beginning of a turn has a linear equation (optimum.py); the strategies
themselves are asked whether to hold, at every score and turn total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np

from playout.engine.chance.rng import SEAT
from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.native.jit import jit
from playout.engine.play.batch import (
    can_be_compiled,
    new_table,
    player_functions,
    players_type,
    table_dtype,
)
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.games.dice.throws import FACES
from playout.games.pig.optimum import meet, new_rows, turn
from playout.games.pig.rules import HOLD

MOST_SHOWN = 200  # points to reach, beside which a run shows what is exact
MOST_PLAIN = 100  # points to reach with a strategy in plain Python: a million questions
_DONE = -1


def win_chance(first: StrategyReference, second: StrategyReference, goal: int = 100) -> float:
    """The chance that ``first`` wins, who moves first, against ``second``; to about 12 digits.

    Strategies are named as everywhere: "optimal", "hold:at=25", "mine.py:bold", or a function that
    was declared.  There are ``goal`` points to reach, 1 .. 1000 (for ``optimal`` 500), and no last
    turn; for a strategy in plain Python, which is slow, 1 .. 100.  A strategy is asked once for each
    position, as if the game had just begun: its view says the scores and the turn total, and 0 for
    the die, the turns and the throws.  PlayoutError if it draws random numbers, writes notes, or
    does not hold when that wins.
    """
    rules = find_game("pig").with_options({"players": 2, "goal": goal})
    players = tuple(find_players(rules, by_name("pig", [first, second])))
    plain = [player.reference for player in players if not player.strategy.compiled]
    if plain and goal > MOST_PLAIN:
        raise PlayoutError(
            f"goal = {goal}: strategy '{plain[0]}' is plain Python, which takes too long; allowed "
            f"are 1 to {MOST_PLAIN}"
        )
    return _chance(rules, players)


def expected(rules: Rules, players: Sequence[Player]) -> Mapping[str, float | Sequence[float]]:
    """The chances to win of two players of strategies that come with the game, for a run to show.

    To goals of at most MOST_SHOWN, for which it takes no time, and if there is no early last turn.
    """
    known = all(one.strategy.is_ours and not one.strategy.uses_chance for one in players)
    goal, turns = rules.number("goal"), rules.number("most_turns")
    if len(players) != 2 or not known or goal > MOST_SHOWN or turns < 1000:
        return {}
    first = _chance(rules, tuple(players))
    return {"win": (first, 1.0 - first)}


@lru_cache(maxsize=256)
def _chance(rules: Rules, players: tuple[Player, ...]) -> float:
    """The chance that the first of two players wins."""
    goal, compiled = rules.number("goal"), can_be_compiled(rules.game, players)
    table = new_table(rules, players)
    before = table.streams.tobytes(), table.views["notes"].tobytes()
    wins = np.zeros((2, goal, goal))
    solve = _compiled_solver(rules.game) if compiled else _write_wins
    refused = solve(player_functions(rules, players, compiled), table, goal, wins)
    if refused != _DONE:
        raise PlayoutError(
            f"strategy '{players[refused].reference}' does not hold when that wins, so there is "
            "no exact chance to win"
        )
    if (table.streams.tobytes(), table.views["notes"].tobytes()) != before:
        names = " or ".join(f"'{player.reference}'" for player in players)
        raise PlayoutError(
            f"strategy {names} draws random numbers or writes notes, so there is no exact chance "
            "to win"
        )
    return float(wins[0, 0, 0])


def _write_wins(players: Any, table: Any, goal: int, wins: Any) -> int:
    """Write the chances to win of both seats, win tables (optimum.py), from the largest scores.

    Returns _DONE, or the seat of a strategy that does not hold when that wins.
    """
    hold, room = new_rows(goal), new_rows(goal)
    for sum_ in range(2 * goal - 2, -1, -1):
        for own in range(max(0, sum_ - goal + 1), min(sum_, goal - 1) + 1):
            other = sum_ - own
            table.views[0].scores[0] = table.views[1].scores[0] = own
            table.views[0].scores[1] = table.views[1].scores[1] = other
            for seat in range(2):
                needed = goal - (own if seat == 0 else other)
                view = table.views[seat]
                view.player = seat
                for total in range(2, needed + FACES):  # 0: it must roll; 1: no roll leads to it
                    view.turn_total = total
                    move = players[0][seat](view, table.streams[SEAT + seat])
                    hold[seat, total] = move == HOLD
                    if total >= needed and move != HOLD:
                        return seat
            one = turn(wins[1], goal, own, other, 0.0, False, hold[0], room)
            two = turn(wins[0], goal, other, own, 0.0, False, hold[1], room)
            wins[0, own, other], wins[1, other, own] = meet(one, two)
    return _DONE


@cache
def _compiled_solver(game: Game) -> Any:
    number, table = numba.int64, numba.from_dtype(table_dtype(game))
    signature = number(players_type(game), table, number, numba.float64[:, :, ::1])
    return jit(signature=signature)(_write_wins)
