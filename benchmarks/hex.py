"""How fast boards of Hex are counted: python benchmarks/hex.py

Prints boards a second on one core (processor time, best of three) for every method, beside the
same in plain Python, as somebody would write it who wants an answer: by two walks a board, or by
flipping every cell, rows * cols + 1 walks a board (the program hex-monte-carlo began with the
latter and went on to the former).  Then a compound game, what a second thread brings, and what
first use costs.  Ratios are of one run on one machine.

    python benchmarks/hex.py budget      how many boards find the best first move at 11 x 11
    python benchmarks/hex.py coverage    how often the interval of the pivotal cells holds them
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import BEST_OF, print_worlds, rate, table

from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.hex.compound import play_compound
from playout.games.hex.fill import Filling, chance_of, make_fields
from playout.games.hex.gale import by_gale, new_edges
from playout.games.hex.maps import count_blocks
from playout.games.hex.race import most_pivotal, sampling
from playout.hex import criticality
from playout.report.words import between
from playout.runner.processes import processors
from playout.stats.intervals import mean_interval, rate_interval
from playout.stats.tally import Histogram
from tests.reference import hex as reference

# In plain Python a board has a border: cell (row, col) is [row + 1][col + 1].  The last column also
# stands at index -1: player 2's, left and right alike.
Board = list[list[int]]
Cells = set[tuple[int, int]]

BITS = 1024  # boards to a block
FIXED = ((1_000, 10_000), (10_000, 2_000), (100_000, 1_000), (1_000_000, 200), (2_000_000, 200))
FIXED += ((4_000_000, 200),)
SURE = (0.9, 0.99, 0.999)
MAPS = 200
RUNS = 2_000
PYTHON, GO = 910, 1_460  # boards/s at 11 x 11 of two public programs, measured on such a core


def compiled(method: str, size: int, boards: int, p: float = 0.5) -> float:
    """Boards a second of a compiled map."""
    filling = Filling(np.zeros((size, size), np.int8), chance_of(p), 1)
    count_blocks(method, filling, 0, 1, 1)
    blocks = -(-boards // BITS)
    return rate(lambda n: count_blocks(method, filling, 0, blocks, n), boards)


def on_engine(rows: int, games: int, together: bool) -> float:
    """Random games a second as moves: 1,024 at once, or move by move in the engine's loop."""
    hexes = find_game("hex")
    game = (hexes if together else replace(hexes, vectors=None)).with_options({"rows": rows})
    players = [find_player("hex", "random")] * 2
    play_batch(game, players, 1, 0, 1)
    return rate(lambda n: play_batch(game, players, 1, 0, n), games)


def count_pivotal(
    pivotal: Callable[[Board], Cells], size: int, boards: int, seed: int
) -> list[list[int]]:
    """On how many of so many random boards each cell is pivotal: counts[row][col]."""
    rng = random.Random(seed)
    counts = [[0] * size for _ in range(size)]
    for _ in range(boards):
        for row, col in pivotal(random_board(size, rng)):
            counts[row - 1][col - 1] += 1
    return counts


def random_board(size: int, rng: random.Random) -> Board:
    """A filled board with its border."""
    edge = [1] * (size + 2)
    rows = [[2, *rng.choices((1, 2), k=size), 2] for _ in range(size)]
    return [[2, *edge[1:]], *rows, [*edge[:-1], 2]]


def walked(board: Board) -> tuple[int, Cells]:
    """Gale's walk: the winner, and the winner's cells on it, those of the border included."""
    size = len(board) - 2
    two, one = (0, 0), (0, 1)
    behind = (-1, 1)
    seen: tuple[Cells, Cells] = (set(), set())
    while True:
        # Two cells that touch have two neighbours in common, opposite each other.
        ahead = (two[0] + one[0] - behind[0], two[1] + one[1] - behind[1])
        if ahead[1] < 0 or ahead[1] > size + 1:
            won = 1 if ahead[1] < 0 else 2
            return won, seen[won - 1]
        if board[ahead[0]][ahead[1]] == 1:
            one, behind = ahead, one
            seen[0].add(ahead)
        else:
            two, behind = ahead, two
            seen[1].add(ahead)


def on_board(cells: Cells, size: int) -> Cells:
    """The cells that are not of the border."""
    return {(row, col) for row, col in cells if 0 < row <= size and 0 < col <= size}


def by_two_walks(board: Board) -> Cells:
    """The pivotal cells by two walks, the second on the board turned by 180 degrees."""
    size = len(board) - 2
    _, cells = walked(board)
    _, others = walked([row[::-1] for row in board[::-1]])
    return on_board(cells & {(size + 1 - row, size + 1 - col) for row, col in others}, size)


def by_flipping(board: Board) -> Cells:
    """The pivotal cells by one walk more than there are cells."""
    size = len(board) - 2
    won, _ = walked(board)
    pivotal = set()
    for row in range(1, size + 1):
        for col in range(1, size + 1):
            board[row][col] = 3 - board[row][col]
            if walked(board)[0] != won:
                pivotal.add((row, col))
            board[row][col] = 3 - board[row][col]
    return pivotal


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


def by_kernel(board: Board) -> Cells:
    """The pivotal cells by the compiled walks."""
    size = len(board) - 2
    stones = np.array([row[1:-1] for row in board[1:-1]], np.int8)
    pivotal = np.zeros(size * size, np.int8)
    by_gale(stones.ravel(), size, size, new_edges(size, size), pivotal)
    return {(cell // size + 1, cell % size + 1) for cell in np.flatnonzero(pivotal).tolist()}


def check_plain() -> None:
    """See that the three in plain Python find what the compiled walks find."""
    rng = random.Random(2)
    for size in (1, 2, 3, 5, 9, 11):
        for _ in range(20):
            board = random_board(size, rng)
            cells = by_kernel(board)
            assert by_two_walks(board) == by_flipping(board) == by_reference(board) == cells


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


def budget() -> None:
    """Print how often the best first move at 11 x 11 is found, and what that takes."""
    empty, fields = np.zeros((11, 11), np.int8), make_fields(11, 11)
    rows: list[list[str]] = []
    ways: list[tuple[str, int, float | None, int]] = [
        *[(f"{n:,} boards", n, None, seeds) for n, seeds in FIXED],
        *[(f"confidence {sure:g}", 10**9, sure, 1_000) for sure in SURE],
    ]
    for name, most, sure, seeds in ways:
        how = sampling(most, sure)
        began, spent, right = time.process_time(), [], 0
        for seed in range(seeds):
            filling = Filling(empty, chance_of(0.5), seed)
            cell, boards = most_pivotal(filling, fields, how)
            right += cell == 60
            spent.append(boards)
        seconds = (time.process_time() - began) / seeds
        shown = between(rate_interval(right, seeds), rate=True, unit="")
        tenth = f"{np.quantile(spent, 0.9):,.0f}"
        rows.append([name, f"{seeds:,}", shown, f"{np.mean(spent):,.0f}", tenth, f"{seconds:.5f}"])
    maps = [criticality(11, boards=10**9, confidence=0.99, seed=seed) for seed in range(MAPS)]
    shown = between(rate_interval(sum(one.best == "f6" for one in maps), MAPS), rate=True, unit="")
    spent = [one.boards for one in maps]
    tenth = f"{np.quantile(spent, 0.9):,.0f}"
    rows.append(["map, confidence 0.99", f"{MAPS}", shown, f"{np.mean(spent):,.0f}", tenth, ""])
    heads = ["", "seeds", "right, %", "boards, mean", "boards, 9 of 10 seeds", "seconds, one core"]
    table(heads, rows)


def coverage() -> None:
    """Print how often, in per cent, the interval holds the true mean number of pivotal cells."""
    numbers = (100, 1_000, 4_096, 100_000)
    rows = []
    for size in (3, 4, 5):
        for p in (0.5, 0.3):
            truth = criticality(size, p=p, method="exact").expected_pivotals
            row = [f"{size} x {size}, p = {p:g}", f"{truth:.4f}"]
            for boards in numbers:
                held = 0
                for seed in range(RUNS):
                    filling = Filling(np.zeros((size, size), np.int8), chance_of(p), seed)
                    counted = count_blocks("flood", filling, 0, -(-boards // BITS), boards)
                    _, low, high = mean_interval(Histogram(counted.spread), top=size * size)
                    held += low <= truth <= high
                row.append(f"{100 * held / RUNS:.1f}")
            rows.append(row)
    table(["", "truth", *(f"{boards:,} boards" for boards in numbers)], rows)


def main() -> None:
    """Measure and print."""
    parts = {"budget": budget, "coverage": coverage}
    if sys.argv[1:]:
        parts[sys.argv[1]]()
        return
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

    for rows in (4, 11):
        print_worlds("hex", rows=rows)
    for rows, games in ((5, 40_000), (11, 20_000), (19, 6_000), (25, 4_096), (50, 1_024)):
        loop, together = on_engine(rows, games, False), on_engine(rows, games, True)
        print(
            f"random games as moves, {rows} x {rows}: {together:,.0f}/s, "
            f"{together / loop:.1f} times the loop ({loop:,.0f}/s)"
        )
    start = np.zeros((11, 11), np.int8)
    for confidence in (None, 0.99):
        how = sampling(100_000, confidence)
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
            criticality(11, boards=200_000_000, workers=threads).seconds for _ in range(BEST_OF)
        )
        for threads in (1, 2)
    }
    print(f"two threads against one: {walls[1] / walls[2]:.2f} times ({processors()} processors)")
    first, later = first_use()
    print(f"a process with a small map: first use {first:.1f} s, later {later:.2f} s")


if __name__ == "__main__":
    main()
