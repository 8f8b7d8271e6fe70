"""How fast the Royal Game of Ur is played: python benchmarks/ur.py

Prints games a second on one core (processor time, best of three) for each strategy, beside the slow
model of the tests, and how long the tables of best play take.  Ratios are of one run.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import game_rate, rate, table

from playout.games.ur.optimum import values
from tests.reference import ur as reference


def plain(games: int) -> None:
    """Random games of the slow model."""
    chance = random.Random(1)
    throws = iter(lambda: chance.randrange(16).bit_count(), -1)

    def choose(own: reference.Pieces, other: reference.Pieces, throw: int) -> int:
        return chance.choice(reference.moves(own, other, throw))

    for _ in range(games):
        reference.played(throws, [choose, choose], 7)


def main() -> None:
    model = rate(plain, 200)
    rows = [("the slow model, random", f"{model:,.0f}", "1")]
    for strategy, games in (
        ("random", 20_000),
        ("greedy", 20_000),
        ("lookahead:depth=2", 4_000),
        ("lookahead", 1_000),
        ("lookahead:depth=4", 60),
    ):
        speed = game_rate("ur", strategy, games)
        rows.append((strategy, f"{speed:,.0f}", f"{speed / model:,.1f}"))
    table(("seven pieces", "games a second", "ratio"), rows)
    values(1, 4, 1, 1)
    for pieces in (2, 3, 4):
        began = time.process_time()
        values(pieces, 4, 1, 1)
        print(f"best play with {pieces} pieces: {time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
