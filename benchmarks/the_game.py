"""How fast The Game is played: python benchmarks/the_game.py

Prints games and moves a second on one core for every strategy (processor time, best of three),
beside the same play in plain Python from tests/reference; then what the engine adds to the bare
kernel, and what a second thread brings.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import print_worlds, rate

from playout.engine.find.games import find_game
from playout.engine.game.game import Game
from playout.engine.play.batch import play_batch
from playout.engine.vectors.vectors import GAMES
from playout.engine.who.references import find_player
from playout.questions.runs import Job, ask
from playout.runner.processes import processors
from tests.playing import played
from tests.reference import the_game as reference
from tests.reference import the_game_blog as blog

GAME = find_game("the-game")
ONE_BY_ONE = replace(GAME, vectors=None)


def kernel(strategy: str, games: int, game: Game = GAME, **options: object) -> tuple[float, float]:
    """Games and moves a second of a compiled batch."""
    rules = game.with_options(options)
    players = [find_player(game.name, strategy)] * int(rules["players"])
    moves = play_batch(rules, players, 1, 0, games)[:, 3].mean()
    found = rate(lambda n: play_batch(rules, players, 1, 0, n), games)
    return found, found * float(moves)


def plain_blog(games: int) -> None:
    """The blog's loop with its random strategy, in plain Python."""
    rng = random.Random(1)
    for _ in range(games):
        deck = list(range(2, 100))
        rng.shuffle(deck)
        blog.cards_played(1, blog.random, deck, rng)


def plain_greedy(games: int) -> None:
    """The reference model's greedy solo game, in plain Python."""
    rng = random.Random(1)
    rules = reference.Rules()
    for _ in range(games):
        deck = list(range(2, 100))
        rng.shuffle(deck)
        reference.play(rules, deck, reference.greedy)


def main() -> None:
    """Measure and print."""
    print(f"{'strategy':<22} players   games/s     moves/s")
    table = [(name, n, 100_000) for name in ("random", "greedy") for n in (1, 3)]
    table += [("quick", n, 100_000) for n in (1, 2, 3, 4, 5)]
    table += [(name, n, 20_000) for name in ("combo", "chains") for n in (1, 3)]
    table += [("sequence", n, 4_000) for n in (1, 3)]
    table += [
        (name, n, 3_000)
        for name in ("careful", "careful:margin=10", "learned", "learned:ends=2")
        for n in (1, 2, 3, 4, 5)
    ]
    found = {}
    for name, players, games in table:
        found[name, players], moves = kernel(name, games, players=players)
        print(f"{name:<22} {players:>7} {found[name, players]:>9,.0f} {moves:>11,.0f}")
    for name, players in (("greedy", 1), ("greedy", 3), ("quick", 1), ("quick", 2), ("quick", 4)):
        loop, _ = kernel(name, 40_000, ONE_BY_ONE, players=players)
        together = found[name, players]
        print(f"{name}, {players} players: one by one {loop:,.0f} games/s", end=", ")
        print(f"{GAMES} at once {together:,.0f}: ratio {together / loop:.1f}")
    compiled, _ = kernel("random", 200_000, find_game("the-game-blog"))
    plain = rate(plain_blog, 2_000)
    print(f"blog's loop, random: compiled {compiled:,.0f} games/s,", end=" ")
    print(f"plain Python {plain:,.0f}: ratio {compiled / plain:,.0f}")
    slow = rate(plain_greedy, 200)
    print(f"greedy, solo: plain Python {slow:,.0f} games/s: ratio {found['greedy', 1] / slow:,.0f}")
    for players in (1, 3):
        print_worlds("the-game", players=players)
    print_worlds("the-game-blog", players=3)
    job = Job(ask("the-game", strategy="greedy", games=8_000_000))
    rules, player = GAME.with_options(), find_player("the-game", "greedy")
    walls: dict[str, float] = {}
    for _ in range(3):  # in turn; the best of each
        for label, play in {
            "bare": lambda: play_batch(rules, [player], 1, 0, 8_000_000),
            "one": lambda: played(job, 1),
            "two": lambda: played(job, 2),
        }.items():
            started = time.perf_counter()
            play()
            walls[label] = min(walls.get(label, 1e9), time.perf_counter() - started)
    over, gain = walls["one"] / walls["bare"] - 1, walls["one"] / walls["two"]
    print(f"engine over the bare kernel, 8 M greedy games: {over:+.1%}")
    print(f"two threads against one: {gain:.2f} times ({processors()} processors)")


if __name__ == "__main__":
    main()
