"""How fast Spades is played: python benchmarks/spades.py

Prints hands a second on one core (processor time, best of three) for every strategy on all seats,
beside random play by the reference model of the tests, in plain Python.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import game_rate, rate, table

from tests.reference.spades import Table


def plain(games: int) -> float:
    """Hands a second of random play by the reference model."""

    def play(count: int) -> None:
        chance = random.Random(1)
        for _ in range(count):
            deck = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]
            chance.shuffle(deck)
            model = Table([deck[13 * seat : 13 * seat + 13] for seat in range(4)])
            while len(model.bids) < 4:
                model.bids[model.seat] = chance.randint(1, 4)
            while not model.is_over:
                model.play(chance.choice(model.legal()))

    return rate(play, games)


def main() -> None:
    """Measure and print."""
    slow = plain(500)
    rows = [["random, reference model", f"{slow:,.0f}", ""]]
    for strategy, games in (
        ("random", 200_000),
        ("aces", 200_000),
        ("bidder", 200_000),
        ("search:worlds=64", 20),
    ):
        fast = game_rate("spades", strategy, games)
        rows.append([strategy, f"{fast:,.0f}", f"{fast / slow:,.1f}"])
    table(["play, four players", "hands/s", "times the model"], rows)


if __name__ == "__main__":
    main()
