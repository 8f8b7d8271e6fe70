"""How fast games of chance alone are played: python benchmarks/chance.py

Prints games a second on one core (processor time, best of three) of snakes and ladders and of Risk
battles, beside the plain-Python models of the tests.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import game_rate, rate, table

from playout.games.snakes_and_ladders.board import landing
from tests.reference import risk_battle, snakes_and_ladders


def plain_races(players: int) -> float:
    """Games a second of the plain model of snakes and ladders."""
    chance, squares = random.Random(1), landing("official")
    jumps = {start: end for start, end in enumerate(squares) if start != end}

    def play(count: int) -> None:
        for _ in range(count):
            dice = iter(lambda: chance.randrange(6) + 1, 0)
            snakes_and_ladders.play(dice, players, 100, jumps)

    return rate(play, 2_000)


def plain_battles(armies: int) -> float:
    """Games a second of the plain model of Risk battles."""
    chance = random.Random(1)

    def play(count: int) -> None:
        for _ in range(count):
            ours, theirs = armies, armies
            while ours and theirs:
                dice = [chance.randrange(6) + 1 for _ in range(min(ours, 3) + min(theirs, 2))]
                rolls = [(dice[: min(ours, 3)], dice[min(ours, 3) :])]
                ours, theirs, _ = risk_battle.fight(rolls, ours, theirs)

    return rate(play, 2_000)


def main() -> None:
    """Measure and print."""
    pairs = {
        "snakes and ladders, alone": (
            game_rate("snakes-and-ladders", "throw", 500_000),
            plain_races(1),
        ),
        "snakes and ladders, 4 players": (
            game_rate("snakes-and-ladders", "throw", 300_000, players=4),
            plain_races(4),
        ),
        "Risk battle, 10 against 10": (
            game_rate("risk-battle", "throw", 1_000_000),
            plain_battles(10),
        ),
        "Risk battle, 100 against 100": (
            game_rate("risk-battle", "throw", 100_000, attackers=100, defenders=100),
            plain_battles(100),
        ),
    }
    rows = [
        (name, f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:,.0f}")
        for name, (fast, slow) in pairs.items()
    ]
    table(("games/s on one core", "compiled", "plain Python", "ratio"), rows)


if __name__ == "__main__":
    main()
