"""How fast Mexican Train is played: python benchmarks/mexican_train.py

Prints rounds a second on one core (processor time, best of three) and the time of one decision for
every strategy, everybody at the table with the same, beside random play in plain Python from
tests/reference; then what the engine adds to the bare kernel, and what a second thread brings.
Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import print_worlds, rate

from playout.engine.find.games import find_game, strategies
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.questions.runs import Job, ask
from playout.runner.processes import processors
from tests.playing import played
from tests.reference import mexican_train as reference

GAME = find_game("mexican-train")
SECONDS = 1.0  # for one measurement, about
PUBLIC = 1_400  # random rounds a second of the fastest public program, as far as is known


def kernel(strategy: str, players: int, **options: object) -> tuple[float, float]:
    """Single rounds a second, and microseconds for one decision beyond that of random play."""
    rules = GAME.with_options({"players": players, "rounds": 1, **options})
    seats = [find_player(GAME.name, strategy)] * players
    play_batch(rules, seats, 1, 0, 2)
    started = time.process_time()
    play_batch(rules, seats, 1, 0, 4)
    games = max(4, min(200_000, int(4 * SECONDS / (time.process_time() - started + 1e-6))))
    laid = GAME.column(GAME.measure("tiles_laid"))
    decisions = float(play_batch(rules, seats, 1, 0, games)[:, laid].mean())
    found = rate(lambda n: play_batch(rules, seats, 1, 0, n), games)
    return found, 1e6 / found / decisions


def plain_random(rounds: int) -> None:
    """Random rounds of the reference model, 4 players, in plain Python."""
    chance = random.Random(1)
    options = reference.Options(players=4, highest=12, tiles=15)
    deck = [tile for tile in reference.full_set(12) if tile != (12, 12)]
    for _ in range(rounds):
        chance.shuffle(deck)
        one = reference.Round.dealt(options, 0, deck)
        one.go_on()
        while not one.is_over():
            one.play(*chance.choice(one.moves()))
            one.go_on()


def main() -> None:
    """Measure and print."""
    print(f"{'strategy':<22} players  rounds/s   us/tile laid")
    found = {}
    for name in [one.name for one in strategies(GAME.name)]:
        for players in (2, 4, 8):
            found[name, players], cost = kernel(name, players)
            print(f"{name:<22} {players:>7} {found[name, players]:>9,.0f} {cost:>14.2f}")
    plain = rate(plain_random, 300)
    fast = found["random", 4]
    print(f"random, 4 players: plain Python {plain:,.0f} rounds/s: ratio {fast / plain:,.0f};")
    print(f"  to the fastest public program ({PUBLIC:,} rounds/s): ratio {fast / PUBLIC:,.0f}")
    print_worlds(GAME.name)
    job = Job(ask(GAME.name, seats="random,random,random,random", rounds=1, games=400_000))
    walls = {}
    for threads in (1, 2):
        started = time.perf_counter()
        played(job, threads)
        walls[threads] = time.perf_counter() - started
    rules, player = GAME.with_options({"rounds": 1}), find_player(GAME.name, "random")
    started = time.perf_counter()
    play_batch(rules, [player] * 4, 1, 0, 400_000)
    bare = time.perf_counter() - started
    print(f"engine over the bare kernel, 400,000 random rounds: {walls[1] / bare - 1:+.1%}")
    print(f"two threads against one: {walls[1] / walls[2]:.2f} times ({processors()} processors)")


if __name__ == "__main__":
    main()
