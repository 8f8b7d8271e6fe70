"""How fast Hearts is played: python benchmarks/hearts.py

Prints hands of four players a second on one core (processor time, best of three) for every
strategy, beside random play by the reference model of the tests, in plain Python, and deals of 39
unseen cards to three players a second.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import game_rate, rate, table

from playout.engine.native.jit import jit
from playout.kits.cards import ALL
from playout.kits.tricks import deal_unseen
from tests.games.matches import stream
from tests.reference.hearts import Table, deck_of


def plain(games: int) -> float:
    """Hands a second of random play by the reference model."""

    def play(count: int) -> None:
        chance = random.Random(1)
        for _ in range(count):
            deck = deck_of(4)
            chance.shuffle(deck)
            model = Table([deck[13 * seat : 13 * seat + 13] for seat in range(4)], passes=1)
            while not model.is_over:
                model.play(chance.choice(model.legal()))

    return rate(play, games)


@jit
def deal_many(count: int, sizes: Any, empty: Any, rng: Any, hands: Any) -> None:
    """Deal the same cards many times."""
    for _ in range(count):
        hands[:] = 0
        deal_unseen(ALL >> 13, sizes, empty, rng, hands)


def deals(empty: list[int], count: int) -> float:
    """Deals a second of 39 cards, if seats lack these suits."""
    sizes, hands, rng = np.array([13, 13, 13]), np.zeros(3, np.int64), stream(1)
    return rate(lambda n: deal_many(n, sizes, np.array(empty), rng, hands), count)


def main() -> None:
    """Measure and print."""
    slow = plain(500)
    rows = [["random, reference model", f"{slow:,.0f}", ""]]
    for strategy, games in (
        ("random", 200_000),
        ("duck", 200_000),
        ("counting", 50_000),
        ("search:worlds=64", 40),
    ):
        fast = game_rate("hearts", strategy, games)
        rows.append([strategy, f"{fast:,.0f}", f"{fast / slow:,.1f}"])
    table(["play, four players", "hands/s", "times the model"], rows)
    shown = {"nothing": [0, 0, 0], "one seat one suit": [1, 0, 0], "each seat one": [1, 2, 4]}
    found = [[name, f"{deals(empty, 2_000):,.0f}"] for name, empty in shown.items()]
    table(["39 cards; what seats have shown to lack", "deals/s"], found)


if __name__ == "__main__":
    main()
