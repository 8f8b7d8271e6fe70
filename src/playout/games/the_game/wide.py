"""The Game, 32 games at once (engine/wide.py): the same deals, moves and ends, only faster.

In every step the strategy chooses for all games of a block, in vectors, and a card is laid in
each; then those whose turn is over, about a third, are looked after one by one: draw, next player,
or the next game.  The rules are written a second time so, for `greedy` and `quick` alone; that
every game ends as by `rules.py` is tested under all options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from playout.engine.bits import first_bit
from playout.engine.game import Player, Rules
from playout.engine.jit import jit
from playout.engine.rng import DEAL, STREAM, randrange, start
from playout.engine.wide import bits_of, load, splat, store, where
from playout.games.the_game import quick_wide
from playout.games.the_game.blocks import (
    ACTIVE,
    DEAREST,
    DRAW_PILE,
    LEFT,
    NEEDED,
    NO_CARD,
    SIZE,
    nearest,
    new_block,
)
from playout.games.the_game.quick import WIDEST, quick
from playout.games.the_game.rules import PILES, RANDOM_FIRST, shuffle_deck
from playout.games.the_game.strategies import greedy

GREEDY, QUICK = 0, 1  # the strategies that can be played so


@jit
def least_step(block: Any, rules: Any) -> Any:
    """What `greedy` does: card, pile, whether it lays it, and whether that ends the turn."""
    best, best_card, best_pile = splat(DEAREST), splat(0), splat(0)
    jump = int(rules.jump)
    for pile in range(rules.ascending + rules.descending):
        top, rises = load(block.tops, pile), pile < rules.ascending
        cost = nearest(block.own, 0, rules.hand, top, rises, jump)
        card = top - jump + cost if rises else top + jump - cost
        better = (cost < best) | ((cost == best) & (card < best_card))
        best = where(better, cost, best)
        best_card = where(better, card, best_card)
        best_pile = where(better, splat(pile), best_pile)
    return best_card, best_pile, best < DEAREST, load(block.counts, NEEDED) == 1


@jit
def step(block: Any, rules: Any, which: int) -> tuple[int, int]:
    """Lay a card in every game that goes on; says which turns and games are over, as bits."""
    counts, one, zero = block.counts, splat(1), splat(0)
    active = load(counts, ACTIVE) == 1
    if which == GREEDY:
        card, pile, lays, last = least_step(block, rules)
        lays = lays & active
    else:
        card, pile, lays, last = quick_wide.choose(block, rules, active)
    for k in range(rules.ascending + rules.descending):
        store(block.tops, k, where(lays & (pile == k), card, load(block.tops, k)))
    to_go = lays
    for k in range(rules.hand):
        own = load(block.own, k)
        here = to_go & (own == card)
        store(block.own, k, where(here, splat(NO_CARD), own))
        to_go = to_go & ~here  # one copy only
    laid, needed = where(lays, one, zero), load(counts, NEEDED)
    left, size = load(counts, LEFT) - laid, load(counts, SIZE) - laid
    store(counts, LEFT, left)
    store(counts, SIZE, size)
    store(counts, NEEDED, needed - laid)
    stuck = active & ~lays & (needed > 0)
    over = stuck | (lays & (left == 0))
    turn_over = (active & ~lays) | (lays & (last | (size == 0)))
    return bits_of(turn_over & ~over), bits_of(over)


@jit
def deal(block: Any, rules: Any, stream: Any, place: int, which: int) -> None:
    """Begin a game, as `rules.deal` does, with the stream at its beginning."""
    deck, cards = block.decks[place], rules.copies * (rules.high - rules.low - 1)
    shuffle_deck(deck, rules, stream)
    for seat in range(rules.players):
        for k in range(rules.hand):
            block.hands[place, seat, k] = deck[k * rules.players + seat]
        block.sizes[place, seat] = rules.hand
    block.drawn[place] = rules.players * rules.hand
    for pile in range(PILES):
        block.tops[pile, place] = rules.low if pile < rules.ascending else rules.high
    block.counts[LEFT, place] = cards
    block.counts[ACTIVE, place] = 1
    if which == QUICK:
        quick_wide.begin(block, rules, place)
    first = randrange(stream, rules.players) if rules.first_player == RANDOM_FIRST else 0
    begin_turn(block, rules, place, first, which)


@jit
def begin_turn(block: Any, rules: Any, place: int, seat: int, which: int) -> None:
    """Lay out what a seat sees."""
    cards = rules.copies * (rules.high - rules.low - 1)
    block.seats[place] = seat
    for k in range(rules.hand):
        block.own[k, place] = block.hands[place, seat, k]
    draw_pile = cards - block.drawn[place]
    block.counts[SIZE, place] = block.sizes[place, seat]
    block.counts[DRAW_PILE, place] = draw_pile
    block.counts[NEEDED, place] = rules.min_cards if draw_pile > 0 else 1
    if which == QUICK:
        quick_wide.look(block, rules, place, seat)


@jit
def end_turn(block: Any, rules: Any, place: int, which: int) -> None:
    """Draw back to a full hand; the next player who has cards begins a turn."""
    cards = rules.copies * (rules.high - rules.low - 1)
    seat, drawn = block.seats[place], block.drawn[place]
    if which == QUICK:
        quick_wide.settle(block, rules, place, seat)
    for k in range(rules.hand):
        card = block.own[k, place]
        if card == NO_CARD and drawn < cards:
            card = block.decks[place, drawn]
            drawn += 1
        block.hands[place, seat, k] = card
    block.sizes[place, seat] = block.counts[SIZE, place] + drawn - block.drawn[place]
    block.drawn[place] = drawn
    seat = seat + 1 if seat + 1 < rules.players else 0
    while block.sizes[place, seat] == 0:
        seat = seat + 1 if seat + 1 < rules.players else 0
    begin_turn(block, rules, place, seat, which)


@jit
def score(block: Any, rules: Any, place: int, outcomes: Any) -> None:
    """Write the outcome of a game, as `rules.score` does."""
    left = int(block.counts[LEFT, place])
    outcome = outcomes[block.games[place]]
    outcome[0] = left == 0
    outcome[1] = left < 10
    outcome[2] = left
    outcome[3] = rules.copies * (rules.high - rules.low - 1) - left


@jit
def play_games(
    block: Any, rules: Any, which: int, stream: Any, seed: int, first: int, outcomes: Any
) -> None:
    """Play games first, first + 1, ... until outcomes[game, measure] is full."""
    turns, ended = 0, (1 << len(block.games)) - 1  # at the beginning every place is free
    dealt = done = 0
    while True:
        while turns != 0:
            place = first_bit(turns, 0, 0)
            turns &= turns - 1
            end_turn(block, rules, place, which)
        while ended != 0:
            place = first_bit(ended, 0, 0)
            ended &= ended - 1
            if block.games[place] >= 0:
                score(block, rules, place, outcomes)
                block.counts[ACTIVE, place] = 0
                done += 1
            if dealt < len(outcomes):
                block.games[place] = dealt
                start(stream, seed, first + dealt, DEAL)
                deal(block, rules, stream, place, which)
                dealt += 1
        if done == len(outcomes):
            return
        turns, ended = step(block, rules, which)


def kernel(rules: Rules, players: Sequence[Player]) -> Callable[..., None] | None:
    """What plays these games many at a time, if that can be done; else None."""
    which = _which(rules, players[0].strategy.function)
    usual = rules["variant"] == "standard" and rules["hints"] == "none"
    alike = all(player == players[0] for player in players)
    if which is None or not (usual and alike and rules["first_player"] != "best"):
        return None

    def play(record: Any, seed: int, first: int, outcomes: Any) -> None:
        stream = np.zeros(1, STREAM).view(np.recarray)[0]
        play_games(new_block(), record, which, stream, seed, first, outcomes)

    return play


def _which(rules: Rules, strategy: Callable[..., int]) -> int | None:
    """The number of the strategy here, if it can be played by these rules."""
    if strategy is greedy:
        return GREEDY
    two_and_two = rules["ascending"] == rules["descending"] == 2
    jumps = 2 <= rules.number("jump") <= WIDEST
    return QUICK if strategy is quick and two_and_two and jumps and rules["copies"] == 1 else None
