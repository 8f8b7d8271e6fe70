"""How time and memory grow: python benchmarks/scaling.py [large]

Prints tables for docs/reference/scaling.md.  First whole commands, each in a process of its own:
seconds from start to end, and the most memory that it ever held, against the number of games or
boards and against the workers.  Then games or boards a second of one core (processor time, best of
three) against players and board size.  With ``large`` it plays instead, once, the 10**10 boards and
the 10**9 games of one command.  Nobody else should be at work on the machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import rate, table

from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.vectors.vectors import BITS
from playout.engine.who.references import find_player
from playout.games.hex.fill import EVEN, Filling
from playout.games.hex.maps import count_blocks

GREEDY = "run the-game --strategy greedy --games"
MAP = "map --boards"
LARGE = (f"{MAP} 10G", f"{GREEDY} 1G")
WORKERS = ("1", "2", "processes:1", "processes:2", "local:2")
AIM = 200_000  # microseconds of processor time that a rate is measured over


def command(words: str) -> tuple[float, float]:
    """Seconds that a command takes, and the most memory of its process in MB (Linux)."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "playout", *words.split()], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"playout {words} failed")
    return time.perf_counter() - started, used.ru_maxrss / 1024


def show(commands: list[str]) -> None:
    """A row for each command."""
    rows = []
    for words in commands:
        seconds, memory = command(words)
        rows.append([f"`playout {words}`", f"{seconds:,.1f}", f"{memory:.0f}"])
    table(["", "seconds", "MB at most"], rows)


def games(name: str, strategy: str, **options: object) -> str:
    """Microseconds that a game takes on one core."""
    rules = find_game(name).with_options(options)
    players = [find_player(name, strategy)] * int(rules["players"])
    few = 1_000_000 / rate(lambda n: play_batch(rules, players, 1, 0, n), 50)
    return f"{1_000_000 / rate(lambda n: play_batch(rules, players, 1, 0, n), many(few)):,.3g}"


def boards(rows: int) -> str:
    """Nanoseconds that a board of a map takes on one core."""
    filling = Filling(np.zeros((rows, rows), np.int8), EVEN, 1)

    def count(n: int) -> object:
        return count_blocks("flood", filling, 0, -(-n // BITS), n)

    few = 1_000_000 / rate(count, 10 * BITS)
    return f"{1e9 / rate(count, many(few) * 10):,.3g}"


def many(each: float) -> int:
    """How often to do what takes so many microseconds."""
    return max(1, round(AIM / each))


def commands() -> None:
    """Time and memory against games, boards and workers."""
    for words in ("run the-game --strategy greedy --games 1000", "map --boards 1000"):
        command(words)  # everything is compiled
    show([f"{GREEDY} {number}" for number in ("10k", "100k", "1M", "10M", "100M")])
    show([f"{MAP} {number}" for number in ("10k", "1M", "10M", "100M", "1G")])
    show([f"{GREEDY} 30M --workers {workers}" for workers in WORKERS])


def rates() -> None:
    """Time against players and board size."""
    seats = range(1, 9)
    lines = {
        "The Game, `greedy`": ("the-game", "greedy", 1, 5, {}),
        "The Game, `careful`": ("the-game", "careful", 1, 5, {}),
        "Mexican Train, `random`, a round": ("mexican-train", "random", 2, 8, {"rounds": 1}),
        "Mexican Train, `careful`, a round": ("mexican-train", "careful", 2, 8, {"rounds": 1}),
        "Pig, `hold`": ("pig", "hold", 2, 8, {}),
    }
    found = [
        [
            label,
            *(games(game, who, players=n, **more) if low <= n <= high else "" for n in seats),
        ]
        for label, (game, who, low, high, more) in lines.items()
    ]
    table(["microseconds a game, players:", *map(str, seats)], found)
    sizes = (3, 5, 7, 11, 15, 19, 26, 37, 50)
    hexes = [
        ["a board of a map, ns", *map(boards, sizes)],
        ["a random game as moves, us", *(games("hex", "random", rows=n) for n in sizes)],
    ]
    table(["Hex, rows and columns:", *map(str, sizes)], hexes)


def main() -> None:
    """Measure and print."""
    if sys.argv[1:] == ["large"]:
        show(list(LARGE))
        return
    commands()
    rates()


if __name__ == "__main__":
    main()
