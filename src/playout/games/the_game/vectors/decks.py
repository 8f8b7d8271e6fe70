"""The decks of the next 64 games, shuffled at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL, next_word, randrange, start
from playout.engine.native.jit import jit
from playout.engine.vectors.shuffles import MOST, swap_rows, write_draws
from playout.engine.vectors.vector_bytes import gather_bytes
from playout.engine.vectors.vectors import GAMES, WORDS, byte, store
from playout.games.numbered_cards.deck import shuffle_deck
from playout.games.the_game.rules import RANDOM_FIRST, deck_size


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
