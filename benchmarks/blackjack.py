"""How fast Blackjack is played: python benchmarks/blackjack.py

Prints rounds a second on one core (processor time, best of three): without a shoe by the kernel and
by the rules, with a shoe in games of 100 rounds, and a loop by hand in plain Python that mimics the
dealer and knows nothing of the engine.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import rate, table

from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.games.blackjack import kernel


def on_the_engine(strategy: str, games: int, **options: int) -> float:
    """Rounds a second of a batch."""
    rules = find_game("blackjack").with_options(options)
    players = find_players(rules, [strategy])
    return rate(lambda n: play_batch(rules, players, 1, 0, n), games) * rules.number("rounds")


def drawn_to_17(draw: random.Random) -> tuple[int, int]:
    """The points of a hand that draws until 17, and how many cards it has."""
    low = aces = cards = 0
    while True:
        value = min(draw.randrange(1, 14), 10)
        low, aces, cards = low + value, aces + (value == 1), cards + 1
        total = low + 10 if aces and low <= 11 else low
        if total >= 17:
            return total, cards


def by_hand(games: int) -> float:
    """What mimicking the dealer wins, as one writes it for this question alone."""
    draw, won = random.Random(1), 0.0
    for _ in range(games):
        (own, cards), (theirs, others) = drawn_to_17(draw), drawn_to_17(draw)
        natural, against = own == 21 and cards == 2, theirs == 21 and others == 2
        if natural or against:
            won += (1.5 * natural - against) if natural != against else 0
        elif own > 21 or own < theirs <= 21:
            won -= 1
        elif own != theirs:
            won += 1
    return won / games


def main() -> None:
    """Measure and print."""
    rows = [
        ("no shoe, basic", on_the_engine("basic", 2_000_000)),
        ("no shoe, mimic", on_the_engine("mimic", 2_000_000)),
        ("no shoe, random, by the rules", on_the_engine("random", 500_000)),
    ]
    with patch.object(kernel, "kernel", return_value=None):
        rows.append(("no shoe, basic, by the rules", on_the_engine("basic", 500_000)))
    rows += [
        ("six packs, basic", on_the_engine("basic", 5_000, decks=6, rounds=100)),
        ("six packs, hi-lo", on_the_engine("hi-lo", 5_000, decks=6, rounds=100, most_bet=12)),
        ("a loop by hand, mimic", rate(by_hand, 50_000)),
    ]
    table(("play", "rounds/s"), [[name, f"{found:,.0f}"] for name, found in rows])


if __name__ == "__main__":
    main()
