"""The Game dealt in every order: game number g has the g-th of all orders of the deck.

Everything but the shuffle is the package's own: rules, strategies, the compiled batch loop.
"""

from __future__ import annotations

from dataclasses import replace
from math import factorial
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.the_game import rules as real
from playout.games.the_game.game import GAME
from tests import truth

TINY: dict[str, Any] = truth.load("the_game_tiny")


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Lay the deck in the order that has this game's number, and deal it."""
    numbers = rules.high - rules.low - 1
    cards = rules.copies * numbers
    for k in range(cards):
        state.deck[k] = rules.low + 1 + k % numbers
    rest = np.int64(stream.counter[1])
    for k in range(cards):
        chosen = k + rest % (cards - k)
        rest //= cards - k
        state.deck[k], state.deck[chosen] = state.deck[chosen], state.deck[k]
    real.set_up(state, rules, stream)


def order(game: int, deck: list[int]) -> list[int]:
    """The order of the deck that has this number."""
    deck = list(deck)
    for k in range(len(deck)):
        chosen = k + game % (len(deck) - k)
        game //= len(deck) - k
        deck[k], deck[chosen] = deck[chosen], deck[k]
    return deck


_module = ModuleType("the_game_in_every_order", __doc__)
_module.__dict__.update({**vars(real), "deal": deal})
EVERY_ORDER = replace(GAME, name="the-game-in-every-order", rules=_module, vectors=None)


def cards_left_by_order(rules: Rules, strategy: str) -> npt.NDArray[np.int64]:
    """Cards left after each of the n! orders of the deck, under rules of EVERY_ORDER."""
    numbers = int(rules["high"]) - int(rules["low"]) - 1
    cards = int(rules["copies"]) * numbers
    players = [find_player("the-game", strategy)] * int(rules["players"])
    outcomes = play_batch(rules, players, 1, 0, factorial(cards))
    return outcomes[:, [m.name for m in GAME.measures].index("cards_left")]


# How the rows call our options; what a row leaves out is the standard.
SPELLING = {
    "players": "players",
    "low": "low",
    "high": "high",
    "copies": "copies",
    "asc": "ascending",
    "desc": "descending",
    "H": "hand",
    "m": "min_cards",
    "J": "jump",
}


def options(key: str) -> dict[str, Any]:
    """The rule options of a row of the tiny decks."""
    rules = {SPELLING[name]: value for name, value in TINY[key]["parameters"].items()}
    if rules["jump"] > rules["high"] - rules["low"]:
        rules["jump"] = 0  # a jump beyond the deck is no jump
    return rules
