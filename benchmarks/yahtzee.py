"""How fast Yahtzee is played: python benchmarks/yahtzee.py

Prints games for one a second on one core (processor time, best of three) for every strategy, beside
random play of the same games by the reference model of the tests, in plain Python; then how long
the table of the optimum takes to compute, and to read.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import game_rate, rate, table

from playout.games.yahtzee.boxes import FORCED
from playout.games.yahtzee.optimum import compute, worth
from playout.runner.processes import processors
from tests.reference.yahtzee import Game


def plain(games: int) -> float:
    """Games a second of random play by the reference model."""

    def play(count: int) -> None:
        chance = random.Random(1)
        for number in range(count):
            game = Game(1, number, 1, "forced")
            while not game.is_over:
                game.play(chance.choice(game.moves()))

    return rate(play, games)


def main() -> None:
    """Measure and print."""
    slow = plain(200)
    rows = [["random, reference model", f"{slow:,.0f}", ""]]
    for strategy, games in (("random", 100_000), ("greedy", 20_000), ("optimal", 20_000)):
        fast = game_rate("yahtzee", strategy, games)
        rows.append([strategy, f"{fast:,.0f}", f"{fast / slow:,.0f}"])
    table(["play, solo", "games/s", "times the model"], rows)
    worth("forced")
    wall, spent = time.perf_counter(), time.process_time()
    compute(FORCED)
    wall, spent = time.perf_counter() - wall, time.process_time() - spent
    print(f"table: {wall:.1f} s on {processors()} processors, {spent:.1f} s of one")
    wall = time.perf_counter()
    worth.__wrapped__("forced")
    print(f"read from disk and checked: {1000 * (time.perf_counter() - wall):.0f} ms")


if __name__ == "__main__":
    main()
