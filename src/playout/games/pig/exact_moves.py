"""The exact values of rolling and holding, from the equations of exact.py and optimum.py."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import SEAT
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.play.batch import new_table, player_functions
from playout.games.pig.exact import MOST_SHOWN, holds_alone, win_tables
from playout.games.pig.rules import HOLD, ROLL
from playout.kits.dice import FACES

FEW = 300_000  # positions, about: what is missing to the goal, for each player and for a turn
FAR = 900  # turns to come, after which a game is over but for a chance that no digit shows

Values = npt.NDArray[np.float64]


def exact_moves(
    view: Any, rules: Rules, players: Sequence[Player], measure: Measure
) -> Mapping[int, float] | None:
    """The chance to win of the seat to move, of two; or the turns of a player alone.

    To goals of at most MOST_SHOWN, of strategies that come with the game and do not throw coins.
    Of others nothing, while more follows than can be gone through.
    """
    rest = [max(rules.number("goal") - int(view.scores[k]), 1) for k in range(len(players))]
    other: Mapping[int, float] | None = None if math.prod(rest) * max(rest) <= FEW else {}
    known = all(one.strategy.is_ours and not one.strategy.uses_chance for one in players)
    early = rules.number("most_turns") - int(view.turns) < FAR
    if not known or early or rules.number("goal") > MOST_SHOWN:
        return other
    if len(players) == 2 and measure.name == "win":
        return _two(view, rules, tuple(players))
    if len(players) == 1 and measure.name == "turns":
        return _alone(view, rules, players[0])
    return other


def _two(view: Any, rules: Rules, players: tuple[Player, ...]) -> Mapping[int, float]:
    seat, goal = int(view.seat), rules.number("goal")
    own, other = (int(view.scores[k]) for k in (seat, 1 - seat))
    theirs = win_tables(rules, players)[1 - seat]  # of the other, at the beginning of a turn
    kept = [1.0 if own + t >= goal else 1.0 - theirs[other, own + t] for t in range(_most(goal))]
    scores = (own, other) if seat == 0 else (other, own)
    total = int(view.turn_total)
    hold = _holds(rules, players, seat, scores, total)
    return _moves(total, np.array(kept), 1.0 - float(theirs[other, own]), hold)


def _alone(view: Any, rules: Rules, player: Player) -> Mapping[int, float]:
    own, goal = int(view.scores[0]), rules.number("goal")
    hold = holds_alone(rules, player)
    # The turns to come at the beginning of a turn, from the largest score down: a turn that is
    # lost leaves the score, so each is the solution of t = lost * t + a.
    to_come = np.zeros(goal + _most(goal))
    for score in range(goal - 1, -1, -1):
        kept = to_come[score : score + _most(goal)]
        ends = [_after(0, kept, lost, hold[score]) for lost in (0.0, 1.0)]
        to_come[score] = (1.0 + ends[0]) / (1.0 - (ends[1] - ends[0]))
    kept = to_come[own : own + _most(goal)]
    values = _moves(int(view.turn_total), kept, float(to_come[own]), hold[own])
    return {move: int(view.turns) + 1 + value for move, value in values.items()}


def _most(goal: int) -> int:
    """One more than the largest turn total."""
    return goal + FACES


def _holds(
    rules: Rules, players: tuple[Player, ...], seat: int, scores: tuple[int, int], total: int
) -> Values:
    """Where a strategy holds in a turn, 1 or 0 for each turn total that can follow a throw.

    Only these are asked for, which are far fewer than all: at other totals it is 1.
    """
    holds = _asked(rules, players, seat, scores)
    hold = np.ones(_most(rules.number("goal")))
    follows = np.zeros(len(hold) + FACES + 1, bool)
    follows[total + 2 : total + FACES + 1] = True
    for after in range(total + 2, len(hold)):
        if follows[after] and not holds(after):
            hold[after] = 0
            follows[after + 2 : after + FACES + 1] = True
    return hold


@lru_cache(maxsize=2**12)
def _asked(
    rules: Rules, players: tuple[Player, ...], seat: int, scores: tuple[int, int]
) -> Callable[[int], bool]:
    """Return the function that says whether a strategy holds at a turn total, if it has begun its
    turn with these scores."""
    table = new_table(rules, players)
    view = table.views[seat]
    view.player, view.scores[:2] = seat, scores
    choose = player_functions(rules, players, False)[0][seat]

    @cache
    def holds(total: int) -> bool:
        view.turn_total = total
        return bool(choose(view, table.streams[SEAT + seat]) == HOLD)

    return holds


def _moves(total: int, kept: Values, lost: float, hold: Values) -> dict[int, float]:
    """Return the value of each move at a turn total, with ``kept[total]`` or ``lost`` points.

    Who has more than enough may go on, so a total may be above the last of ``kept``.
    """
    total = min(total, len(kept) - 1)
    values = {ROLL: _rolled(total, _going(kept, lost, hold), lost)}
    return values if total == 0 else {**values, HOLD: float(kept[total])}


def _after(total: int, kept: Values, lost: float, hold: Values) -> float:
    """Return the value of a turn total to a strategy."""
    return float(_going(kept, lost, hold)[total])


def _going(kept: Values, lost: float, hold: Values) -> Values:
    """Return the value of each turn total to a strategy that holds where ``hold`` says so.

    Beyond the last of them it holds.
    """
    going = np.concatenate([kept, np.full(FACES, kept[-1])])
    for total in range(len(kept) - 1, -1, -1):
        if not hold[min(total, len(hold) - 1)]:
            going[total] = _rolled(total, going, lost)
    return going


def _rolled(total: int, going: Values, lost: float) -> float:
    return float((lost + going[total + 2 : total + FACES + 1].sum()) / FACES)
