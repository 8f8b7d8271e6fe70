"""The cards of 64 games: decks are shuffled, and turns end with draws for the next players."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL, next_word, randrange, start
from playout.engine.native.bits import first_bit
from playout.engine.native.jit import jit
from playout.engine.vectors.shuffles import MOST, swap_rows, write_draws
from playout.engine.vectors.vector_bytes import gather_bytes, spread_bytes, word_at
from playout.engine.vectors.vectors import (
    GAMES,
    WORDS,
    any_bit,
    as_ones,
    bits_of,
    byte,
    least,
    load,
    narrow,
    store,
    where,
    wide,
)
from playout.games.numbered_cards.deck import shuffle_deck
from playout.games.the_game.rules import HAND, RANDOM_FIRST, deck_size
from playout.games.the_game.vectors.blocks import DRAW_PILE, NEEDED, NO_CARD, SEAT, SIZE


@jit
def end_turns(block: Any, rules: Any, turns: Any) -> None:
    """Draw, and let the next players begin their turns, in some of the games."""
    draw(block, rules, turns)
    if rules.players > 1:
        pass_on(block, rules, turns)
    begin_turns(block, rules, turns)


@jit
def draw(block: Any, rules: Any, turns: Any) -> None:
    """Draw back to a full hand, in some of the games: for eight places of the hand at a time."""
    size, draw_pile = load(block.counts, SIZE), load(block.rest, DRAW_PILE)
    to_draw = least(rules.hand - size, narrow(least(draw_pile, HAND)))
    to_draw = where(turns, to_draw, byte(0))
    store(block.counts, SIZE, size + to_draw)
    for first in range(0, rules.hand, 8):
        write_coming(block, rules, turns)
        (c0, c1, c2, c3), (c4, c5, c6, c7) = four_rows(block.coming, 0), four_rows(block.coming, 4)
        before = to_draw
        for k in range(first, min(first + 8, rules.hand)):
            own = load(block.own, k)
            draws = (own == NO_CARD) & (to_draw > 0)
            store(block.own, k, where(draws, c0, own))
            to_draw = to_draw - as_ones(draws)
            c0, c1, c2 = where(draws, c1, c0), where(draws, c2, c1), where(draws, c3, c2)
            c3, c4, c5 = where(draws, c4, c3), where(draws, c5, c4), where(draws, c6, c5)
            c6 = where(draws, c7, c6)
        store(block.rest, DRAW_PILE, load(block.rest, DRAW_PILE) - wide(before - to_draw))


@jit
def write_coming(block: Any, rules: Any, turns: Any) -> None:
    """Write the next eight cards of the draw pile in rows, for some of the games."""
    cards, games = deck_size(rules), bits_of(turns)
    while games != 0:
        game = first_bit(games, 0, 0)
        games &= games - 1
        drawn = cards - block.rest[DRAW_PILE, game]
        block.words[game] = word_at(block.decks[game].view(np.uint8), drawn)
    spread_bytes(block.coming, block.words)


@jit
def four_rows(rows: Any, k: int) -> Any:
    """Rows k to k + 3."""
    return load(rows, k), load(rows, k + 1), load(rows, k + 2), load(rows, k + 3)


@jit
def pass_on(block: Any, rules: Any, turns: Any) -> None:
    """Make it the turn of the next player who has cards, in some of the games."""
    counts, hand = block.counts, rules.hand
    before = load(counts, SEAT)
    for seat in range(rules.players):
        games = turns & (before == seat)
        store(block.sizes, seat, where(games, load(counts, SIZE), load(block.sizes, seat)))
        for k in range(hand):
            row = seat * hand + k
            store(block.hands, row, where(games, load(block.own, k), load(block.hands, row)))
    after, to_find = before, turns
    while any_bit(to_find):
        after = where(to_find, where(after + 1 == int(rules.players), byte(0), after + 1), after)
        for seat in range(rules.players):
            to_find = to_find & ~((after == seat) & (load(block.sizes, seat) > 0))
    for seat in range(rules.players):
        games = turns & (after == seat)
        store(counts, SIZE, where(games, load(block.sizes, seat), load(counts, SIZE)))
        for k in range(hand):
            row = seat * hand + k
            store(block.own, k, where(games, load(block.hands, row), load(block.own, k)))
    store(counts, SEAT, after)


@jit
def begin_turns(block: Any, rules: Any, turns: Any) -> None:
    """Write how many cards must be laid in the turn, in some of the games."""
    needed = where(load(block.rest, DRAW_PILE) > 0, byte(rules.min_cards), byte(1))
    store(block.counts, NEEDED, where(turns, needed, load(block.counts, NEEDED)))


@jit
def shuffle_ahead(block: Any, rules: Any, stream: Any, seed: int, first: int, count: int) -> None:
    """Shuffle the decks of games first ... first + count - 1, at most GAMES; draw who begins."""
    cards, is_random = deck_size(rules), rules.first_player == RANDOM_FIRST
    together = cards <= MOST
    if together:
        write_draws(seed, first, DEAL, cards, block.draws, block.random)
        write_decks(block, rules)
    for k in range(count):
        start(stream, seed, first + k, DEAL)
        if not together or block.random[4 + k // WORDS, k % WORDS] >> np.uint64(63) != 0:
            deck = block.next_decks[k].view(np.uint8)
            shuffle_deck(deck, rules.low, rules.high, rules.copies, stream)
        elif is_random:
            for _ in range(0, cards, 6):
                next_word(stream)
        block.next_seats[k] = randrange(stream, rules.players) if is_random else 0


@jit
def write_decks(block: Any, rules: Any) -> None:
    """Write the decks for which draws are written."""
    order, cards = block.order, deck_size(rules)
    for k in range(cards):
        store(order, k, byte(rules.low + 1 + k % (rules.high - rules.low - 1)))
    swap_rows(order, block.draws, cards)
    for word in range(cards // 8 + 1):
        gather_bytes(block.words, order, 8 * word)
        for game in range(GAMES):
            block.next_decks[game, word] = block.words[game]
