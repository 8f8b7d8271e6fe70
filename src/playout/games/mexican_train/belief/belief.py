"""The belief of a search about the others' tiles, from what they have laid, drawn and passed.

Worlds are dealt as likely as it is that the others would have done what they did, had they held
what they hold there (Bayes' theorem).  That takes two guesses about each of them:

  who it is  somebody who plays as `careful`, as `sequence`, or as nobody knows.  Of each event of
             the round in which it laid a tile, the strategy is asked what it would have laid.  A
             tile that it would not have laid costs SURPRISE bits: it is taken to be 2^-SURPRISE
             times as likely.  Of somebody unknown every tile costs UNKNOWN.  (After 800 steps each
             with 10 tiles laid or more, `careful` costs 1.4 bits if it is who sits there, and
             `sequence` 1.1; the better one of the two costs more than a bit a tile of 1 % of
             them, and of 80 to 93 % of those who lay at random.)
  its tiles  which are hidden, and with which draw each came.  Whoever drew a tile or passed had
             none that fitted, and what was drawn and kept did not fit: what contradicts this costs
             AGAINST.

A Markov chain (Metropolis) exchanges a hidden tile for another, or says that another tile came with
a draw, and keeps the change with chance min(1, 2^(cost before - cost after)).  It begins with a
world that `determinize` deals.  With all others taken to be `careful`, then all `sequence`, it goes
KNOWING steps for each world of the search; what each player costs at the end of them, and has cost
in the rounds before, says who it is, drawn at random with chances in proportion to 2^-cost.  (More
steps find tiles with which almost anybody plays as `sequence`.)  Then it goes BURN_IN steps for
each world, and from there on BETWEEN from world to world, and from each to the next it is drawn
anew who one of the players is.

In 369 positions of first rounds, told that all others are `careful`, 400 worlds have 26.3 of 100
tiles in the right hands, and those of `determinize` 16.6.  With 2 and 10 in the place of BURN_IN
and BETWEEN it is 25.6, with 200 and 60 26.9; each plus or minus 1.1, in the same positions.  Costs
are whole numbers, so that every machine goes the same steps.

A search may also say who all others are (GUESSING).  One of fewer than FEW worlds takes them to be
`careful` if it does not say so, and deals their tiles as the rules make them: the steps would be
too few to find anything out, and would take most of its time.

In these worlds the others play as who they are; whoever is unknown plays as the blueprint.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange, shuffle
from playout.engine.game.game import OF_SEARCH
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.games.mexican_train.belief.guesses import (
    ANYBODY,
    CAREFUL,
    GUESS,
    KINDS,
    ask,
    begin_guess,
    change_kind,
    draw_kind,
    step,
    take_all_for,
    take_for,
)
from playout.games.mexican_train.belief.past import read_past
from playout.games.mexican_train.chains.chains import LONGEST
from playout.games.mexican_train.chains.plan import ROUND, make_plan
from playout.games.mexican_train.records import PLAYERS
from playout.games.mexican_train.tiles import high_of, low_of, put
from playout.games.mexican_train.worlds import determinize, end_world, lay_table

FEW = 30  # worlds of a search
KNOWING = 2  # steps for each world of a search
BURN_IN = 4  # the same
BETWEEN = 30  # steps
GUESSING = 1  # the parameter `belief` of a search; 2: all others are `careful`, 3: `sequence`

BELIEF = GUESS


@jit
def believe(view: Any, rules: Any, stream: Any, belief: Any) -> None:
    """Begin to guess at what a view does not show, with a `BELIEF` record of zeros."""
    belief.seat = view.seat
    worlds = int(view.parameters[0])  # of a search, and so is its `belief`
    belief.fixed = int(view.parameters[2]) - GUESSING - 1
    if worlds >= FEW:
        read_past(view, rules, belief.history)
    if belief.history.is_known == 0:
        for player in range(view.players):
            belief.kinds[player] = ANYBODY if worlds >= FEW else max(belief.fixed, CAREFUL)
        return
    asked = belief.asked
    asked.players, asked.highest, asked.round_number = view.players, view.highest, view.round_number
    begin_guess(view, rules, stream, belief)
    if belief.fixed < 0:
        _guess_kinds(view, stream, belief, KNOWING * worlds)
    else:
        take_all_for(belief, view.players, belief.fixed, stream)
    for _ in range(BURN_IN * worlds):
        step(view, stream, belief)


@jit
def _guess_kinds(view: Any, stream: Any, belief: Any, steps: int) -> None:
    """Guess who the others are, from what each kind costs after so many steps."""
    costs = np.zeros((PLAYERS, KINDS), np.int64)
    _remember(view, belief)
    for kind in range(KINDS):
        take_all_for(belief, view.players, kind, stream)
        for _ in range(steps * (kind != ANYBODY)):
            step(view, stream, belief)
        for player in range(view.players):
            costs[player, kind] = belief.costs[player]
    for player in range(view.players):
        if player != view.seat:
            _note(view, belief, player, costs[player])
            take_for(belief, player, draw_kind(belief, player, costs[player], stream), stream)


# A word for each player in the notes: the round, what `careful` and `sequence` have cost in it, and
# in the rounds before; each cost less than that of somebody unknown, and plus _ZERO.
_ZERO, _FIELD = 1 << 11, 12


@jit
def _remember(view: Any, belief: Any) -> None:
    """Read what is known of the others from earlier rounds."""
    for player in range(view.players):
        word = view.notes[OF_SEARCH + player]
        for kind in range(ANYBODY):
            belief.before[player, kind] = _field(word, 2 + kind)
            if word >> 4 * _FIELD != view.round_number + 1:
                belief.before[player, kind] += _field(word, kind)


@jit
def _note(view: Any, belief: Any, player: int, costs: Any) -> None:
    """Note what a player costs in this round and has cost in earlier ones."""
    word = np.int64(view.round_number + 1)
    for k in range(4):
        kind = 1 - k % 2
        cost = belief.before[player, kind] if k < 2 else costs[kind] - costs[ANYBODY]
        word = word << _FIELD | min(max(cost + _ZERO, 1), 2 * _ZERO - 1)
    view.notes[OF_SEARCH + player] = word


@jit(inline=True)
def _field(word: int, k: int) -> int:
    """Cost number k of a word; 0 if nothing has been noted."""
    return (word >> k * _FIELD & 2 * _ZERO - 1) - _ZERO if word != 0 else 0


@jit
def deal_believed(view: Any, rules: Any, stream: Any, belief: Any, state: Any) -> None:
    """Write a whole state, as `determinize` does, as likely as it is believed."""
    if belief.history.is_known == 0:
        determinize(view, rules, stream, state)
        for player in range(view.players):
            belief.plans[player, ROUND] = 0
        return
    if belief.fixed < 0:
        other = randrange(stream, view.players - 1)
        change_kind(belief, other + (other >= view.seat), stream)
    for _ in range(BETWEEN):
        step(view, stream, belief)
    lay_table(view, stream, state)
    for player in range(view.players):
        if player != view.seat:
            hand = state.hands[player]
            hand[:] = 0
            for k in range(belief.sizes[player]):
                tile = int(belief.hands[player, k])
                put(hand, low_of(tile), high_of(tile))
    for k in range(belief.left):
        state.deck[k] = belief.boneyard[k]
    shuffle(stream, state.deck, belief.left)
    state.drawn, state.tiles = 0, belief.left
    end_world(state, rules)


@jit
def believed_move(view: Any, stream: Any, belief: Any) -> int:
    """What another player does in the world that was dealt last; negative: what the blueprint does.

    The view is that of the other player in that world.
    """
    if belief.kinds[view.seat] == ANYBODY:
        return -1
    if view.notes[ROUND] == 0:
        plan = belief.plans[view.seat]
        if belief.history.is_known == 0 and plan[ROUND] == 0:
            make_plan(view, LONGEST)  # which is then there for the other moves that are tried
            copy_items(plan, view.notes)
        else:
            copy_items(view.notes, plan)
    return ask(view, int(belief.kinds[view.seat]), stream)
