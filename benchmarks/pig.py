"""How fast Pig is played: python benchmarks/pig.py

Prints games a second on one core (processor time, best of three), two players who hold at 20:
compiled; the same game in plain Python on the engine (examples/pig.py), which plays the same games;
and a loop of ten lines that knows nothing of the engine.  Then the other strategies, and how long
the best play takes to compute.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import rate, table

from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.games.pig.exact import win_chance
from playout.games.pig.optimum import best_moves

PLAIN = str(Path(__file__).parent.parent / "examples" / "pig.py")


def on_the_engine(game: str, strategy: str, games: int) -> float:
    """Games a second of a batch."""
    rules = find_game(game).with_options()
    players = find_players(rules, [strategy] * 2)
    return rate(lambda n: play_batch(rules, players, 1, 0, n), games)


def by_hand(games: int) -> list[int]:
    """A loop as one writes it for this question alone: wins of both seats."""
    die, wins = random.Random(1), [0, 0]
    for _ in range(games):
        scores, seat = [0, 0], 1
        while scores[seat] < 100:
            seat, total, roll = 1 - seat, 0, 0
            while total < 20 and scores[seat] + total < 100 and roll != 1:
                roll = die.randrange(1, 7)
                total = 0 if roll == 1 else total + roll
            scores[seat] += total
        wins[seat] += 1
    return wins


def main() -> None:
    """Measure and print."""
    compiled = on_the_engine("pig", "hold", 100_000)
    rows = [["compiled", f"{compiled:,.0f}", "1"]]
    for name, found in {
        "plain Python on the engine": on_the_engine(PLAIN, "hold", 300),
        "a loop by hand": rate(by_hand, 3_000),
    }.items():
        rows.append([name, f"{found:,.0f}", f"{compiled / found:,.0f}"])
    table(("hold against hold", "games/s", "compiled is faster by"), rows)
    rows = [[name, f"{on_the_engine('pig', name, 50_000):,.0f}"] for name in ("optimal", "random")]
    table(("both players", "games/s"), rows)
    for goal in (100, 200, 400):
        started = time.perf_counter()
        best_moves(goal)
        middle = time.perf_counter()
        win_chance("optimal", "hold", goal)
        ended = time.perf_counter()
        print(f"goal {goal}: best play in {middle - started:.2f} s,", end=" ")
        print(f"exact chances in {ended - middle:.2f} s")


if __name__ == "__main__":
    main()
