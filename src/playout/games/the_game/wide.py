"""The Game, 32 games at once (engine/wide.py): the same deals, moves and ends, only faster.

All games of a block are at the same seat's turn; within a turn a card is laid in every game that
goes on, until none does.  A game that has ended makes room for the next when it is seat 0's turn
again.  So the strategies here weigh every card of the hand on every pile for 32 games in the time
of one.  Hands are rows of cards, not sets: what is best for each pile is then a minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from playout.engine.game import Player, Rules
from playout.engine.jit import jit
from playout.engine.rng import DEAL, STREAM, randrange, start
from playout.engine.wide import GAMES, any_of, least, load, splat, store, where
from playout.games.the_game import strategies
from playout.games.the_game.rules import PILES, RANDOM_FIRST, shuffle_deck

NO_CARD = -10_000  # an empty place in a hand: on no pile a card that fits
DEAREST = 1_000  # no card moves a pile so far
NEVER = -20_000

# Rows of Block.counts.
LEFT, DRAWN, NEEDED, ALIVE, BEST, CARD, PILE, NEXT = range(8)


class Block(NamedTuple):
    """32 games in progress."""

    hands: Any  # int16[players * hand, GAMES]: the cards of seat 0, then of seat 1 ...
    sizes: Any  # int16[players, GAMES]: cards in each hand
    tops: Any  # int16[PILES, GAMES]
    counts: Any  # int16[8, GAMES]
    decks: Any  # uint8[GAMES, DECK]


@jit
def make_block(rules: Any) -> Block:
    """Room for games by these rules, none of them in progress."""
    return Block(
        np.full((rules.players * rules.hand, GAMES), NO_CARD, np.int16),
        np.zeros((rules.players, GAMES), np.int16),
        np.zeros((PILES, GAMES), np.int16),
        np.zeros((8, GAMES), np.int16),
        np.zeros((GAMES, 520), np.uint8),
    )


@jit
def deal(block: Block, rules: Any, stream: Any, place: int) -> None:
    """Begin a game: what `rules.deal` does, with the stream at its beginning."""
    deck, cards = block.decks[place], rules.copies * (rules.high - rules.low - 1)
    shuffle_deck(deck, rules, stream)
    # Who begins is seat 0 here: as all play alike, it does not matter what seats are called.
    begins = randrange(stream, rules.players) if rules.first_player == RANDOM_FIRST else 0
    for seat in range(rules.players):
        dealt = (seat + begins) % rules.players
        for k in range(rules.hand):
            block.hands[seat * rules.hand + k, place] = deck[k * rules.players + dealt]
        block.sizes[seat, place] = rules.hand
    for pile in range(PILES):
        block.tops[pile, place] = rules.low if pile < rules.ascending else rules.high
    block.counts[LEFT, place] = cards
    block.counts[DRAWN, place] = rules.players * rules.hand
    block.counts[ALIVE, place] = 1


@jit
def least_step(block: Block, rules: Any, seat: int) -> Any:
    """The card and pile of the least step forward, a trick first, and whether any card fits."""
    tops, jump, begin = block.tops, rules.jump, seat * rules.hand
    trick = 0 if jump > 0 else NEVER
    best, best_card, best_pile = splat(DEAREST), splat(0), splat(0)
    for pile in range(rules.ascending + rules.descending):
        cost = splat(DEAREST)
        if pile < rules.ascending:
            base = load(tops, pile) - jump  # so that a trick has step 0
            for k in range(begin, begin + rules.hand):
                step = load(block.hands, k) - base
                cost = least(cost, where((step > jump) | (step == trick), step, splat(DEAREST)))
            card = base + cost
        else:
            base = load(tops, pile) + jump
            for k in range(begin, begin + rules.hand):
                step = base - load(block.hands, k)
                cost = least(cost, where((step > jump) | (step == trick), step, splat(DEAREST)))
            card = base - cost
        better = (cost < best) | ((cost == best) & (card < best_card))
        best = where(better, cost, best)
        best_card = where(better, card, best_card)
        best_pile = where(better, splat(pile), best_pile)
    return best_card, best_pile, best < DEAREST


@jit
def take_turn(block: Block, rules: Any, seat: int) -> None:
    """A turn of one seat in all games."""
    counts, zero, one = block.counts, splat(0), splat(1)
    cards = rules.copies * (rules.high - rules.low - 1)
    begin = seat * rules.hand
    needed = where(load(counts, DRAWN) < cards, splat(rules.min_cards), one)
    active = (load(counts, ALIVE) == 1) & (load(block.sizes, seat) > 0)
    while any_of(active):
        card, pile, fits = least_step(block, rules, seat)
        store(counts, ALIVE, where(active & ~fits & (needed > 0), zero, load(counts, ALIVE)))
        lay = active & fits
        for k in range(rules.ascending + rules.descending):
            store(block.tops, k, where(lay & (pile == k), card, load(block.tops, k)))
        rest = lay
        for k in range(begin, begin + rules.hand):
            own = load(block.hands, k)
            here = rest & (own == card)
            store(block.hands, k, where(here, splat(NO_CARD), own))
            rest = rest & ~here
        laid = where(lay, one, zero)
        left, size = load(counts, LEFT) - laid, load(block.sizes, seat) - laid
        store(counts, LEFT, left)
        store(block.sizes, seat, size)
        needed = needed - laid
        store(counts, ALIVE, where(lay & (left == 0), zero, load(counts, ALIVE)))
        active = lay & (left > 0) & (size > 0) & (needed > 0)
    alive = load(counts, ALIVE) == 1
    while True:
        size, drawn = load(block.sizes, seat), load(counts, DRAWN)
        draw = alive & (size < rules.hand) & (drawn < cards)
        if not any_of(draw):
            break
        for place in range(GAMES):
            counts[NEXT, place] = block.decks[place, counts[DRAWN, place]]
        card = load(counts, NEXT)
        one_more = where(draw, one, zero)
        store(block.sizes, seat, size + one_more)
        store(counts, DRAWN, drawn + one_more)
        for k in range(begin, begin + rules.hand):
            own = load(block.hands, k)
            here = draw & (own == NO_CARD)
            store(block.hands, k, where(here, card, own))
            draw = draw & ~here


@jit
def play_games(rules: Any, stream: Any, seed: int, first: int, outcomes: Any) -> None:
    """Play games first, first + 1, ... until outcomes[game, measure] is full."""
    block = make_block(rules)
    cards = rules.copies * (rules.high - rules.low - 1)
    games = np.full(GAMES, -1, np.int64)
    dealt = done = seat = 0
    while done < len(outcomes):
        if seat == 0:
            for place in range(GAMES):
                if block.counts[ALIVE, place] == 0:
                    if games[place] >= 0:
                        left = int(block.counts[LEFT, place])
                        outcomes[games[place], 0] = left == 0
                        outcomes[games[place], 1] = left < 10
                        outcomes[games[place], 2] = left
                        outcomes[games[place], 3] = cards - left
                        games[place] = -1
                        done += 1
                    if dealt < len(outcomes):
                        start(stream, seed, first + dealt, DEAL)
                        deal(block, rules, stream, place)
                        games[place] = dealt
                        dealt += 1
        take_turn(block, rules, seat)
        seat = seat + 1 if seat + 1 < rules.players else 0


def kernel(rules: Rules, players: Sequence[Player]) -> Callable[..., None] | None:
    """What plays these games many at a time, if that can be done; else None."""
    alike = all(player == players[0] for player in players)
    usual = rules["variant"] == "standard" and rules["hints"] == "none"
    if not (alike and usual and rules["first_player"] != "best"):
        return None
    if players[0].strategy.function is not strategies.greedy:
        return None

    def play(record: Any, seed: int, first: int, outcomes: Any) -> None:
        play_games(record, np.zeros(1, STREAM).view(np.recarray)[0], seed, first, outcomes)

    return play
