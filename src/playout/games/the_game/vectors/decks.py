"""The decks of the next 64 games, shuffled at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine import rng
from playout.engine.jit import jit
from playout.engine.rng import DEAL, next_word, randrange, start
from playout.engine.shuffles import MOST, swap_rows, write_draws
from playout.engine.vectors import GAMES, WORDS, byte, gather_bytes, store
from playout.games.numbered_cards.deck import shuffle_deck
from playout.games.the_game.rules import RANDOM_FIRST, deck_size

_write_draws = rng.write_draws


@jit
def shuffle_ahead(block: Any, rules: Any, stream: Any, seed: int, first: int, count: int) -> None:
    """Shuffle the decks of the games first ... first + count - 1, at most GAMES."""
    cards, together = deck_size(rules), deck_size(rules) <= MOST
    is_random = rules.first_player == RANDOM_FIRST
    if together:
        write_draws(seed, first, DEAL, cards, block.draws, block.rejected)
    for k in range(count):
        start(stream, seed, first + k, DEAL)
        if not together:
            deck = block.next_decks[k].view(np.uint8)
            shuffle_deck(deck, rules.low, rules.high, rules.copies, stream)
        elif block.rejected[k // WORDS, k % WORDS] >> np.uint64(63):
            _write_draws(stream, block.draws[:, k], cards)
        elif is_random:
            for _ in range(0, cards, 6):
                next_word(stream)
        block.next_seats[k] = randrange(stream, rules.players) if is_random else 0
    if together:
        write_decks(block, rules)


@jit
def write_decks(block: Any, rules: Any) -> None:
    """Write the decks whose draws are written."""
    order, cards = block.order, deck_size(rules)
    for k in range(cards):
        store(order, k, byte(rules.low + 1 + k % (rules.high - rules.low - 1)))
    swap_rows(order, block.draws, cards)
    for word in range(cards // 8 + 1):
        gather_bytes(block.words, order, 8 * word)
        for game in range(GAMES):
            block.next_decks[game, word] = block.words[game]
