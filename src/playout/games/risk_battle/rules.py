"""A battle of Risk: its rules.

Attackers that may roll stand against defenders.  In each round both sides throw as many dice as
they have armies, but at most `attack_dice` and `defence_dice`.  The highest dice of both are
compared, then the second highest, as long as both have one: the lower loses an army, and of equal
ones the attacker.  It goes on until one side has no army left, unless the attackers retreat: when
only `retreat_at` of them are left, or after `retreat_after` rounds.  The dice of both sides may
have other numbers of sides than six.

There is one move, THROW.  The dice of round k are word k of the stream of the deal, the attacker's
first, both from highest to lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import is_scripted, randrange
from playout.engine.game import open_information as parts
from playout.engine.native.jit import jit
from playout.kits.dice import FACES, throw

MOST_ARMIES = 500  # of one side
MOST_ROUNDS = 2 * MOST_ARMIES - 1  # of any battle: each costs an army
SIDE = 3  # dice of one side, at most
THROW = 0  # the only move
MOST_LEGAL = 1  # moves in one position, at most

STATE = np.dtype(
    [
        ("attackers", np.int64),  # armies that may roll
        ("defenders", np.int64),
        ("rounds", np.int64),  # rounds fought
        ("dice", np.int64, (2 * SIDE,)),  # last thrown, the attacker's first; falling, 0: none
    ],
    align=True,
)
VIEW = parts.open_view(STATE)
introduce, observe, determinize = parts.introduce, parts.observe, parts.determinize


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Put the armies up; no dice have been thrown."""
    state.attackers = rules.attackers
    state.defenders = rules.defenders
    state.rounds = 0
    state.dice[:] = 0


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether one side has no army left, or the attackers retreat."""
    return (
        (state.attackers <= rules.retreat_at)
        | (state.defenders == 0)
        | (state.rounds >= rules.retreat_after)
    )


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is: the only one."""
    return 0


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
    """Throw the dice, and take the armies off that they cost."""
    _throw_dice(state, rules, stream)
    lost = compared = 0
    for k in range(SIDE):
        both = (state.dice[k] > 0) & (state.dice[SIDE + k] > 0)
        compared += both
        lost += both & (state.dice[k] > state.dice[SIDE + k])
    state.defenders -= lost
    state.attackers -= compared - lost
    state.rounds += 1


@jit
def forget(state: Any, rules: Any) -> None:
    """Set the last dice to zero; the rounds too, unless the attackers retreat after some."""
    state.dice[:] = 0
    if rules.retreat_after >= MOST_ROUNDS:
        state.rounds = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: conquered, attackers left, defenders left, rounds, both losses."""
    outcome[0] = state.defenders == 0
    outcome[1] = state.attackers
    outcome[2] = state.defenders
    outcome[3] = state.rounds
    outcome[4] = rules.attackers - state.attackers
    outcome[5] = rules.defenders - state.defenders


@jit(inline=True)
def _throw_dice(state: Any, rules: Any, stream: Any) -> None:
    """Throw the dice of a round: one word."""
    attack = min(state.attackers, rules.attack_dice)
    defence = min(state.defenders, rules.defence_dice)
    dice = state.dice
    if is_scripted(stream) and rules.attack_sides == FACES and rules.defence_sides == FACES:
        throw(stream, attack, dice)
        throw(stream, defence, dice[attack:])
    elif rules.attack_sides == FACES and rules.defence_sides == FACES:
        throw(stream, attack + defence, dice)
    else:
        _throw_sided(stream, rules, attack, defence, dice)
    # The defender's first, which lie behind the attacker's and may lie in their places.
    one, two, three = _falling(dice, attack, defence)
    dice[0], dice[1], dice[2] = _falling(dice, 0, attack)
    dice[SIDE], dice[SIDE + 1], dice[SIDE + 2] = one, two, three


@jit
def _throw_sided(stream: Any, rules: Any, attack: int, defence: int, dice: Any) -> None:
    """Throw dice of any sides, the attacker's first, as ``throw`` does those of six."""
    number = np.uint64(randrange(stream, rules.attack_sides**attack * rules.defence_sides**defence))
    for k in range(attack + defence):
        sides = np.uint64(rules.attack_sides if k < attack else rules.defence_sides)
        rest = number // sides
        dice[k] = np.int64(number - rest * sides) + 1
        number = rest


@jit(inline=True)
def _falling(dice: Any, first: int, count: int) -> Any:
    """Three dice from a place on, the highest first; 0 for those after ``count``."""
    one = dice[first]
    two = dice[first + 1] if count > 1 else 0
    three = dice[first + 2] if count > 2 else 0
    one, two = max(one, two), min(one, two)
    two, three = max(two, three), min(two, three)
    return max(one, two), min(one, two), three
