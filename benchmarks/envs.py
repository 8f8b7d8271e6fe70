"""How fast environments are: python benchmarks/envs.py

Prints steps a second of wall time with legal actions at random: 4,096 games of a vector environment
in one thread and in two, with copies of what it gives and without; the same games in the single
environment, and in one of plain Python, the reference model of the tests.  Counted is the time in
`step` and `reset`, not that of whoever chooses actions.  Ratios are of one run on one machine.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
from measuring import table

from playout.engine.native.jit import jit
from playout.envs import GameEnv, GameVectorEnv
from tests.reference.the_game import Rules, Table

ENVS = 4096
SECONDS = 2.0  # for each figure, the best of three
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("the-game", {"players": 1}),
    ("the-game", {"players": 3}),
    ("pig", {"others": "hold"}),
    ("mexican-train", {"players": 4, "others": "sequence"}),
    ("hex", {"others": "random"}),
    ("yahtzee", {"players": 1}),
]


@jit
def choose(masks: Any, chances: Any, actions: Any) -> None:
    """A legal action for each game, all equally likely."""
    for i in range(len(masks)):
        legal = 0
        for k in range(masks.shape[1]):
            legal += masks[i, k]
        left = int(chances[i] * legal)
        for k in range(masks.shape[1]):
            left -= masks[i, k]
            if left < 0:
                actions[i] = k
                break


def best(run: Any) -> float:
    """Steps a second of the best of three."""
    return max(run() for _ in range(3))


def batch(name: str, threads: int, copy: bool, made: dict[str, Any]) -> float:
    """Of a vector environment."""
    env = GameVectorEnv(
        name, num_envs=ENVS, threads=threads, copy=copy, autoreset_mode="SameStep", **made
    )
    seen, _ = env.reset(seed=1)
    generator, actions = np.random.default_rng(1), np.zeros(ENVS, np.int64)

    def run() -> float:
        nonlocal seen
        steps, spent = 0, 0.0
        while spent < SECONDS:
            choose(seen["action_mask"], generator.random(ENVS), actions)
            started = time.perf_counter()
            seen = env.step(actions)[0]
            spent += time.perf_counter() - started
            steps += ENVS
        return steps / spent

    run()
    return best(run)


def single(name: str, made: dict[str, Any]) -> float:
    """Of the single environment."""
    env = GameEnv(name, **made)
    chooser = random.Random(1)

    def run() -> float:
        steps, spent, over = 0, 0.0, True
        while spent < SECONDS:
            started = time.perf_counter()
            if over:
                _, info = env.reset(seed=None)
            spent += time.perf_counter() - started
            action = chooser.choice(np.flatnonzero(info["action_mask"]))
            started = time.perf_counter()
            _, _, over, _, info = env.step(action)
            spent += time.perf_counter() - started
            steps += 1
        return steps / spent

    return best(run)


def plain(players: int) -> float:
    """Of The Game in plain Python, with a list of legal moves and no vector to look at."""
    rules = Rules(players=players, hand={1: 8, 2: 7}.get(players, 6))
    chooser = random.Random(1)

    def run() -> float:
        steps, started = 0, time.perf_counter()
        while time.perf_counter() - started < SECONDS:
            deck = rules.full_deck()
            chooser.shuffle(deck)
            game = Table(rules, deck)
            while not game.over:
                moves = game.legal()
                if game.needed <= 0 and chooser.randrange(len(moves) + 1) == 0:
                    game.stop()
                else:
                    game.lay(*chooser.choice(moves))
                steps += 1
        return steps / (time.perf_counter() - started)

    return best(run)


def main() -> None:
    """Measure and print."""
    rows = []
    for name, made in GAMES if len(sys.argv) < 2 else [g for g in GAMES if g[0] in sys.argv]:
        found = [batch(name, *how, made) for how in ((1, True), (2, True), (2, False))]
        found.append(single(name, made))
        row = [f"{name} {made}", *(f"{one:,.0f}" for one in found)]
        rows.append([*row, f"{plain(made['players']):,.0f}" if name == "the-game" else ""])
        print(" | ".join(rows[-1]), flush=True)
    heads = ("steps/s", "1 thread", "2 threads", "2, no copies", "single", "plain Python")
    table(heads, rows)


if __name__ == "__main__":
    main()
