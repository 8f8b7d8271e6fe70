"""A battle of Risk: its rules.

Attackers that may roll stand against defenders.  In each round both sides throw as many dice as
they have armies, but at most `attack_dice` and `defence_dice`.  The highest dice of both are
compared, then the second highest, as long as both have one: the lower loses an army, and of equal
ones the attacker.  It goes on until one side has no army left; nobody retreats.

There is one move, THROW.  Its dice have been thrown already, so that they are seen: the dice of
round k are word k of the stream of the deal, the attacker's first, both from highest to lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game import view_dtype
from playout.engine.jit import jit
from playout.games.dice.throws import throw

MOST_ARMIES = 500  # of one side
SIDE = 3  # dice of one side, at most
THROW = 0  # the only move
MOST_LEGAL = 1  # moves in one position, at most

FIELDS = (
    ("attackers", np.int64),  # armies that may roll
    ("defenders", np.int64),
    ("rounds", np.int64),  # rounds fought
    ("attack_count", np.int64),  # dice of the attacker in the next round
    ("defence_count", np.int64),  # of the defender
    ("dice", np.int64, (2 * SIDE,)),  # the attacker's, then the defender's, each falling
)
STATE = np.dtype(list(FIELDS), align=True)
VIEW = view_dtype(*FIELDS[::-1])  # in another order: Numba warns of a type that begins like one


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a view what does not change during a game: nothing."""


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Put the armies up, and throw the first dice."""
    state.attackers = rules.attackers
    state.defenders = rules.defenders
    state.rounds = 0
    _throw(state, rules, stream)


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether one side has no army left."""
    return state.attackers == 0 or state.defenders == 0


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is: the only one."""
    return 0


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: everything."""
    _copy(state, view)


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of a view: nothing is hidden."""
    _copy(view, state)


@jit(inline=True)
def _copy(source: Any, target: Any) -> None:
    target.attackers = source.attackers
    target.defenders = source.defenders
    target.rounds = source.rounds
    target.attack_count = source.attack_count
    target.defence_count = source.defence_count
    for k in range(2 * SIDE):
        target.dice[k] = source.dice[k]


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether a number is the only move."""
    return move == THROW


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the only move; returns 1."""
    out[0] = THROW
    return 1


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Take the armies off that the dice cost, and throw the next dice unless it is over."""
    for k in range(min(state.attack_count, state.defence_count)):
        if state.dice[k] > state.dice[state.attack_count + k]:
            state.defenders -= 1
        else:
            state.attackers -= 1
    state.rounds += 1
    if state.attackers > 0 and state.defenders > 0:
        _throw(state, rules, stream)


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: conquered, attackers left, defenders left, rounds."""
    outcome[0] = state.defenders == 0
    outcome[1] = state.attackers
    outcome[2] = state.defenders
    outcome[3] = state.rounds


@jit(inline=True)
def _throw(state: Any, rules: Any, stream: Any) -> None:
    """Throw the dice of the next round: one word; those of no use are 0."""
    attack = min(state.attackers, rules.attack_dice)
    defence = min(state.defenders, rules.defence_dice)
    throw(stream, attack + defence, state.dice)
    _sort(state.dice, 0, attack)
    _sort(state.dice, attack, attack + defence)
    for k in range(attack + defence, 2 * SIDE):
        state.dice[k] = 0
    state.attack_count = attack
    state.defence_count = defence


@jit(inline=True)
def _sort(dice: Any, first: int, end: int) -> None:
    """Put some dice in falling order."""
    for last in range(end - 1, first, -1):
        for k in range(first, last):
            if dice[k] < dice[k + 1]:
                dice[k], dice[k + 1] = dice[k + 1], dice[k]
