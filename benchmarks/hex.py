"""How fast boards of Hex are counted: python benchmarks/hex.py

Prints boards a second on one core (processor time, best of three) for every method, beside the
same in plain Python; then a compound game, what a second thread brings, and what first use costs.
Ratios are of one run on one machine.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import BEST_OF, rate

from playout.games.hex.compound import play_compound, sampling
from playout.games.hex.fill import Filling, chance_of
from playout.games.hex.maps import count_blocks
from playout.games.hex.plain import (
    Board,
    Cells,
    by_flipping,
    by_two_walks,
    count_pivotal,
    random_board,
)
from playout.hex import criticality
from playout.study.executors import processors
from tests.reference import hex as reference

BITS = 1024  # boards to a block
PYTHON, GO = 910, 1_460  # boards/s at 11 x 11 of two public programs, measured on such a core


def compiled(method: str, size: int, boards: int, p: float = 0.5) -> float:
    """Boards a second of a compiled map."""
    filling = Filling(np.zeros((size, size), np.int8), chance_of(p), 1)
    count_blocks(method, filling, 0, 1, 1)
    blocks = -(-boards // BITS)
    return rate(lambda n: count_blocks(method, filling, 0, blocks, n), boards)


def by_reference(board: Board) -> Cells:
    """The pivotal cells by two walks of the reference model."""
    size = len(board) - 2
    cells = {(r, c): board[r + 1][c + 1] for r in range(size) for c in range(size)}
    won, edges = reference.gale_walk(cells)
    _, others = reference.gale_walk(reference.turned(cells))
    last = size - 1
    turned_back = {(last - row, last - col) for edge in others for row, col in edge}
    seen = {cell for edge in edges for cell in edge} & turned_back
    return {(row + 1, col + 1) for row, col in seen if cells.get((row, col)) == won}


def plain(method: Callable[[Board], Cells], boards: int) -> float:
    """Boards a second of a map at 11 x 11 in plain Python."""
    return rate(lambda number: count_pivotal(method, 11, number, seed=1), boards)


def check_plain() -> None:
    """See that the three in plain Python agree."""
    rng = random.Random(2)
    for _ in range(20):
        board = random_board(11, rng)
        assert by_two_walks(board) == by_flipping(board) == by_reference(board)


def first_use() -> tuple[float, float]:
    """Seconds of a process that makes a small map: the first ever, and a later one."""
    program = "import playout; playout.hex.criticality(11, boards=1024)"
    walls = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "NUMBA_CACHE_DIR": folder},
                check=True,
            )
            walls.append(time.perf_counter() - started)
    return walls[0], walls[1]


def main() -> None:
    """Measure and print."""
    check_plain()
    print("million boards/s on one core, flood")
    for size, p, boards in (
        (3, 0.5, 100_000_000),
        (11, 0.5, 50_000_000),
        (11, 0.25, 30_000_000),
        (11, 0.3, 10_000_000),
        (19, 0.5, 10_000_000),
        (50, 0.5, 1_000_000),
    ):
        found = compiled("flood", size, boards, p)
        print(f"  {size:>2} x {size:<2} p = {p:<5g} {found / 1e6:>8.2f}")
    print("boards/s on one core, 11 x 11, p = 1/2")
    rates = {
        "flood": compiled("flood", 11, 50_000_000),
        "gale": compiled("gale", 11, 300_000),
        "flip": compiled("flip", 11, 10_000),
        "plain Python, two walks": plain(by_two_walks, 2_000),
        "plain Python, flip": plain(by_flipping, 50),
        "reference model, two walks": plain(by_reference, 200),
    }
    for name, found in rates.items():
        print(f"  {name:<28} {found:>13,.0f}   flood is {rates['flood'] / found:>11,.0f} times")
    for name, found in (("public, Python, two walks", PYTHON), ("public, Go, flip", GO)):
        print(f"  {name:<28} {found:>13,}   flood is {rates['flood'] / found:>11,.0f} times")

    start = np.zeros((11, 11), np.int8)
    for confidence in (None, 0.99):
        how = sampling(100_000, confidence, 121)
        play_compound(start, 0.5, how, 1, 0, 1)
        began = time.process_time()
        games = play_compound(start, 0.5, how, 1, 0, 50)
        spent = time.process_time() - began
        stones = sum(game.length for game in games)
        print(
            f"compound game, 11 x 11, 100,000 boards a move, confidence {confidence}: "
            f"{spent / 50:.3f} s a game, {1000 * spent / stones:.2f} ms a move"
        )
    walls = {
        threads: min(
            criticality(11, boards=200_000_000, threads=threads).seconds for _ in range(BEST_OF)
        )
        for threads in (1, 2)
    }
    print(f"two threads against one: {walls[1] / walls[2]:.2f} times ({processors()} processors)")
    first, later = first_use()
    print(f"a process with a small map: first use {first:.1f} s, later {later:.2f} s")


if __name__ == "__main__":
    main()
