"""How fast Klondike is played: python benchmarks/klondike.py

Prints games a second on one core (processor time, best of three) for every strategy, beside random
play by the reference model of the tests, in plain Python.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import game_rate, rate, table

from playout.kits.cards import CARDS, card_text
from tests.reference.klondike import Klondike


def plain(games: int) -> float:
    """Games a second of random play by the reference model."""

    def play(count: int) -> None:
        chance = random.Random(1)
        for _ in range(count):
            deck = [card_text(card) for card in range(CARDS)]
            chance.shuffle(deck)
            columns = [[deck.pop() for _ in range(size)] for size in range(1, 8)]
            game = Klondike(columns, deck, draw=3, passes=0, back=True, patience=100)
            while not game.ending():
                game.play(chance.choice(game.legal_moves()))

    return rate(play, games)


def main() -> None:
    """Measure and print."""
    slow = plain(10)
    rows = [["random, reference model, plain Python", f"{slow:,.0f}", "1"]]
    for name, games in (("random", 5_000), ("greedy", 20_000), ("search:worlds=30", 10)):
        found = game_rate("klondike", name, games)
        rows.append([name, f"{found:,.0f}", f"{found / slow:,.0f}"])
    table(("Klondike, draw 3", "games/s on one core", "times as fast"), rows)


if __name__ == "__main__":
    main()
