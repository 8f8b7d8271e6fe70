"""Exact numbers of strategies that decide by the scores and the turn total alone.

Of two players the chances to win: every position at the beginning of a turn has a linear equation
(optimum.py).  Of one player the turns, points and throws: turn by turn, how likely it is to have
each score.  The strategies themselves are asked whether to hold, at every score and turn total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import SEAT
from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Player, Rules
from playout.engine.game.players import StrategyReference
from playout.engine.native.bits import copy_items
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
from playout.engine.words.spelling import as_typed
from playout.games.pig.optimum import meet, new_rows, turn
from playout.games.pig.rules import HOLD
from playout.kits.dice import FACES

ALONE = ("turns", "points", "throws")  # measures
MOST_SHOWN = 200  # points to reach, beside which a run shows what is exact
MOST_PLAIN = 100  # points to reach with a strategy in plain Python: a million questions
_DONE = -1
_NEVER = 1e-20  # a chance that no digit shows


def win_chance(first: StrategyReference, second: StrategyReference, goal: int = 100) -> float:
    """Return the chance that ``first``, who moves first, wins against ``second``.

    >>> round(playout.pig.win_chance("optimal", "optimal"), 4)
    0.5306

    It is exact to about 12 digits.

    Args:
        first: A strategy: "optimal", "hold:at=25", "mine.py:bold", or a declared function.
        second: The strategy of the other player.
        goal: Points to reach, 1 to 1000; at most 500 for optimal, and 100 for a strategy in plain
            Python.  There is no last turn.

    Each strategy is asked once for each position, as if the game had just begun: its view has the
    scores and the turn total, and 0 for the die, the turns and the throws.  PlayoutError if it
    draws random numbers, writes notes, or does not hold when that wins.
    """
    rules = find_game("pig").with_options({"players": 2, "goal": goal})
    players = tuple(find_players(rules, by_name("pig", [first, second])))
    plain = [player.reference for player in players if not player.strategy.compiled]
    if plain and rules.number("goal") > MOST_PLAIN:
        raise PlayoutError(
            f"{as_typed('goal', goal)}: strategy '{plain[0]}' is plain Python, which takes too "
            f"long for goals above {MOST_PLAIN}"
        )
    return _chance(rules, players)


def expected_alone(
    strategy: StrategyReference, goal: int = 100, most_turns: int | None = None
) -> dict[str, float]:
    """Return the mean turns, points and throws of a player alone, to about 12 digits.

    >>> round(playout.pig.expected_alone("hold", most_turns=1)["points"], 3)
    8.142

    ``strategy`` and ``goal`` are as in :func:`win_chance`.  With ``most_turns=1`` the points are
    those of a single turn.
    """
    options = {"players": 1, "goal": goal, "most_turns": most_turns}
    rules = find_game("pig").with_options(options)
    return dict(_alone(rules, *find_players(rules, by_name("pig", [strategy]))))


def expected(rules: Rules, players: Sequence[Player]) -> Mapping[str, Any]:
    """The exact values of one or two players of the game's own strategies, for a run to show.

    To goals of at most MOST_SHOWN, for which it takes no time; of two players their chances to win,
    if there is no early last turn.
    """
    known = all(one.strategy.is_ours and not one.strategy.uses_chance for one in players)
    if not known or rules.number("goal") > MOST_SHOWN:
        return {}
    if len(players) == 1:
        values = _alone(rules, players[0])
        return {name: (values[name],) if name == "points" else values[name] for name in ALONE}
    if len(players) > 2 or rules.number("most_turns") < 1000:
        return {}

    def wins() -> tuple[float, float]:
        first = _chance(rules, tuple(players))
        return first, 1.0 - first

    return {"win": wins}


@lru_cache(maxsize=256)
def _alone(rules: Rules, player: Player) -> Mapping[str, float]:
    """The turns, points and throws of one player on average."""
    goal, hold = rules.number("goal"), holds_alone(rules, player)
    return dict(zip(ALONE, mean_game(hold, goal, rules.number("most_turns")), strict=True))


@lru_cache(maxsize=16)
def holds_alone(rules: Rules, player: Player) -> npt.NDArray[np.float64]:
    """Where a player alone holds, 1 or 0: [score, turn total]."""
    goal = rules.number("goal")
    hold = np.zeros((goal, goal + FACES))
    _ask(rules, (player,), _write_holds, hold)
    return hold


@lru_cache(maxsize=256)
def _chance(rules: Rules, players: tuple[Player, ...]) -> float:
    """The chance that the first of two players wins."""
    return float(win_tables(rules, players)[0, 0, 0])


@lru_cache(maxsize=16)
def win_tables(rules: Rules, players: tuple[Player, ...]) -> npt.NDArray[np.float64]:
    """The win tables (optimum.py) of both seats."""
    goal = rules.number("goal")
    wins = np.zeros((2, goal, goal))
    _ask(rules, players, _write_wins, wins)
    return wins


def _ask(rules: Rules, players: tuple[Player, ...], ask: Any, out: npt.NDArray[np.float64]) -> None:
    """Let a function ask the strategies, and write what it finds; PlayoutError if they refuse."""
    compiled, table = can_be_compiled(rules.game, players), new_table(rules, players)
    before = table.streams.tobytes(), table.views["notes"].tobytes()
    asking = _compiled(rules.game, ask, out.ndim) if compiled else ask
    refused = asking(player_functions(rules, players, compiled), table, rules.number("goal"), out)
    nothing = f"no exact {'chance to win' if len(players) > 1 else 'mean'}"
    if refused != _DONE:
        raise PlayoutError(
            f"strategy '{players[refused].reference}' does not hold when holding wins, so there is "
            f"{nothing}"
        )
    if (table.streams.tobytes(), table.views["notes"].tobytes()) != before:
        names = " or ".join(f"'{player.reference}'" for player in players)
        raise PlayoutError(
            f"strategy {names} draws random numbers or writes notes, so there is {nothing}"
        )


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


def _write_holds(players: Any, table: Any, goal: int, hold: Any) -> int:
    """Write where a player alone holds, hold[score, turn total] as 1 or 0.

    Returns _DONE, or 0, the seat, if the strategy does not hold when that wins.
    """
    view = table.views[0]
    for own in range(goal):
        view.scores[0] = own
        for total in range(2, goal - own + FACES):  # 0: it must roll; 1: no roll leads to it
            view.turn_total = total
            move = players[0][0](view, table.streams[SEAT])
            hold[own, total] = move == HOLD
            if own + total >= goal and move != HOLD:
                return 0
    return _DONE


@jit
def mean_game(hold: Any, goal: int, most_turns: int) -> tuple[float, float, float]:
    """The mean turns, points and throws of a player alone, who holds where ``hold`` says so."""
    ends = np.zeros((goal, goal + FACES))  # the chance of each turn total at the end; 0: lost
    throws = np.zeros(goal)  # of a turn
    for own in range(goal):
        going = np.zeros(goal + 2 * FACES)
        going[0] = 1.0
        for total in range(goal - own + FACES):
            if hold[own, total]:
                ends[own, total] += going[total]
                continue
            throws[own] += going[total]
            ends[own, 0] += going[total] / FACES
            for face in range(2, FACES + 1):
                going[total + face] += going[total] / FACES
    chance, after = np.zeros(goal), np.zeros(goal)  # of each score in a game that goes on
    chance[0] = 1.0
    turns, points, rolls = 0.0, 0.0, 0.0
    for _ in range(most_turns):
        after[:] = 0.0
        for own in range(goal):
            turns += chance[own]
            rolls += chance[own] * throws[own]
            for total in range(goal - own + FACES if chance[own] > _NEVER else 0):
                ended = chance[own] * ends[own, total]
                if own + total < goal:
                    after[own + total] += ended
                else:
                    points += ended * (own + total)
        copy_items(chance, after)
    for own in range(goal):
        points += chance[own] * own
    return turns, points, rolls


@cache
def _compiled(game: Game, ask: Any, axes: int) -> Any:
    number, table = numba.int64, numba.from_dtype(table_dtype(game))
    array = numba.types.Array(numba.float64, axes, "C")
    return jit(signature=number(players_type(game), table, number, array))(ask)
