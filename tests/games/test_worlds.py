"""Worlds of every game: they agree with the view, hold every piece, and are as likely as they are.

False alarms: were the seeds drawn anew, a statistical test would fail correct code less than once
in a million times; each asks at most ten times for a p above 1e-7 (tests/chance.py).
"""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.game import CHANCE_BITS
from playout.engine.match import Match
from playout.engine.records import new_record
from playout.engine.registry import game_names
from playout.games.hex import rules as hex
from playout.games.mexican_train import rules as mexican_train
from playout.games.mexican_train.rounds import SETS
from playout.games.the_game import rules as the_game
from playout.games.the_game_blog import rules as blog
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.consistent import Counted, chances, drawn, seen, stream
from tests.games.mexican_train import tables
from tests.games.test_contract import SEED, of
from tests.games.test_legal_moves import every_home


def cards(state: Any, rules: Any) -> Any:
    """The hands and the draw pile of a game of numbered cards; of the loop, when all were drawn."""
    held = state.hands[: rules.players].tobytes()
    rest = state.deck[state.drawn : state.cards].tobytes()
    return held, rest


def order(state: Any, rules: Any) -> Any:
    """The same, and the order of the hands in the loop."""
    held = np.unpackbits(state.hands.view(np.uint8), axis=-1, bitorder="little").any(axis=(0, 1))
    return *cards(state, rules), (state.drawn_at * held).tobytes()


def tiles(state: Any, rules: Any) -> Any:
    """The hands and the boneyard."""
    boneyard = state.deck[state.drawn : state.tiles].tobytes()
    return state.hands[: rules.players].tobytes(), boneyard


def coins(state: Any, rules: Any) -> Any:
    """Whose turns are still to come."""
    return state.coins[state.turn : rules.rows * rules.cols].tobytes()


def equal_cards(state: Any, move: int) -> int:
    """How many cards of the hand could have been the one laid."""
    card = the_game.card_of(move)
    return sum(int(level[card >> 6]) >> (card & 63) & 1 for level in state.hands[state.player])


def lay_cards(state: Any, rules: Any, deck: tuple[int, ...]) -> None:
    state.deck[: len(deck)] = deck
    the_game.set_up(state, rules, stream(0))


def lay_loop(state: Any, rules: Any, deck: tuple[int, ...]) -> None:
    state.deck[: len(deck)] = deck
    state.drawn_at[:] = 0
    blog.set_up(state, rules)


def lay_tiles(state: Any, rules: Any, deck: tuple[int, ...]) -> None:
    mexican_train.deal(state, rules, stream(0))
    tables.lay(state, rules, deck)


def lay_coins(state: Any, rules: Any, seats: tuple[int, ...]) -> None:
    state.coins[: len(seats)] = seats
    hex.set_up(state, rules)


def decks(rules: Any) -> Any:
    """All orders of a deck of numbered cards, equal cards apart."""
    return ((deck, 1.0) for deck in permutations(list(range(rules.low + 1, rules.high)) * rules.copies))


def loop_decks(rules: Any) -> Any:
    """All orders of the deck of the loop."""
    return ((deck, 1.0) for deck in permutations(range(rules.low + 1, rules.high)))


def tile_decks(rules: Any) -> Any:
    """All orders of the tiles without the engine, which is the last of the set."""
    every = SETS[rules.set, : (rules.set + 1) * (rules.set + 2) // 2 - 1].tolist()
    return ((deck, 1.0) for deck in permutations(every))


def tosses(rules: Any) -> Any:
    """All sequences of coins, with their chances."""
    p = rules.p / 2**CHANCE_BITS
    for seats in product((0, 1), repeat=rules.rows * rules.cols):
        yield seats, p ** seats.count(0) * (1 - p) ** seats.count(1)


COUNTED = {
    "the-game": Counted(decks, lay_cards, cards, equal_cards),
    "the-game-blog": Counted(loop_decks, lay_loop, order),
    "mexican-train": Counted(tile_decks, lay_tiles, tiles),
    "hex": Counted(tosses, lay_coins, coins),
}
TWO_PILES = {"ascending": 1, "descending": 1, "low": 1, "high": 8}
TINY: list[tuple[str, dict[str, Any]]] = [
    ("the-game", {"players": 2, "hand": 2, **TWO_PILES}),
    ("the-game", {"players": 3, "hand": 1, "min_cards": 1, **TWO_PILES}),
    ("the-game", {"players": 2, "hand": 2, "low": 1, "high": 5, "copies": 2, "jump": 1}),
    ("the-game-blog", {"players": 2, "hand": 2, "low": 1, "high": 8}),
    ("the-game-blog", {"players": 3, "hand": 2, "low": 1, "high": 8}),
    ("mexican-train", {"players": 2, "set": 2, "tiles": 1, "rounds": 1}),
    ("mexican-train", {"players": 3, "set": 2, "tiles": 1, "rounds": 1, "draw": "until"}),
    ("hex", {"rows": 2, "p": 0.3}),
]
