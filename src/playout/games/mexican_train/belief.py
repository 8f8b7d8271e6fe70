"""What a search believes the others hold, from what they have laid, drawn and passed.

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
BURN_IN steps for each world of the search; what each player costs at the end of them says who it
is, drawn at random with chances in proportion to 2^-cost.  Then it goes as many steps more, and
from there on BETWEEN from world to world.  (In 164 positions against `careful`, 3,000 steps from a
world of `determinize` and 30,000 from the true hands end with as many tiles in the right hands, 22
of 100; of `determinize` it is 18.)  Costs are whole numbers, so that every machine goes the same
steps.

In these worlds the others play as who they are; whoever is unknown plays as the blueprint.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.rng import randrange, shuffle
from playout.games.mexican_train.guesses import (
    ANY_COST,
    ANYBODY,
    CAREFUL,
    GUESS,
    SEQUENCE,
    UNKNOWN,
    ask,
    begin_guess,
    cost_of,
    is_laid,
    step,
    take_all_for,
)
from playout.games.mexican_train.past import tell_past
from playout.games.mexican_train.positions import determinize, end_world, lay_table
from playout.games.mexican_train.records import PLAYERS
from playout.games.mexican_train.tiles import high_of, low_of, put

BURN_IN = 2
BETWEEN = 10
_BITS = 40  # a cost so much higher than another is as good as impossible

BELIEF = GUESS


@jit
def believe(view: Any, rules: Any, stream: Any, belief: Any) -> None:
    """Begin to guess at what a view does not show, with a `BELIEF` record of zeros."""
    told = belief.told
    tell_past(view, rules, told)
    if told.is_told == 0:
        return
    belief.seat = view.seat
    asked = belief.asked
    asked.players, asked.highest, asked.round_number = view.players, view.highest, view.round_number
    asked.must_cover = view.must_cover
    steps = BURN_IN * int(view.parameters[0])  # of a search: its worlds
    found = np.zeros((2, PLAYERS), np.int64)
    begin_guess(view, rules, stream, belief)
    for kind in range(2):
        take_all_for(belief, view.players, kind, stream)
        for _ in range(steps):
            step(view, stream, belief)
        for player in range(view.players):
            found[kind, player] = belief.costs[player]
    for player in range(view.players):
        unknown = 0
        for k in range(told.counts[player]):
            unknown += UNKNOWN * is_laid(told.events[told.own[player, k]])
        belief.kinds[player] = _drawn_kind(found[0, player], found[1, player], unknown, stream)
        if player != view.seat:
            belief.costs[player] = cost_of(belief, player, ANY_COST, stream)
    for _ in range(steps):
        step(view, stream, belief)


@jit
def _drawn_kind(careful: int, sequence: int, unknown: int, stream: Any) -> int:
    """Who a player is, with chances in proportion to 2^-cost."""
    least = min(careful, sequence, unknown)
    one, two = _weight(careful - least), _weight(sequence - least)
    drawn = randrange(stream, one + two + _weight(unknown - least))
    if drawn < one:
        return CAREFUL
    return SEQUENCE if drawn < one + two else ANYBODY


@jit(inline=True)
def _weight(cost: int) -> int:
    return 1 << max(_BITS - cost, 0)


@jit
def deal_believed(view: Any, rules: Any, stream: Any, belief: Any, state: Any) -> None:
    """Write a whole state, as `determinize` does, as likely as it is believed."""
    if belief.told.is_told == 0:
        determinize(view, rules, stream, state)
        return
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
    if belief.told.is_told == 0 or belief.kinds[view.seat] == ANYBODY:
        return -1
    return ask(view, int(belief.kinds[view.seat]), stream)
