"""How often fixed-n intervals hold the mean of a measure: python benchmarks/means.py

Prints the table of docs/results/coverage.md for every measure of every game: many games are
played, and what was seen in them is taken for the truth; then runs of 100, 1,000 and 100,000 games
are drawn from it, and their intervals looked at.  Of hundreds of cases a few look low by chance:
what holds the mean in less than SUSPECT of RUNS runs is measured once more, on MORE fresh runs, and
it is this second figure that counts.  Half an hour on one core.  Everything follows from SEED.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from measuring import table
from scipy.special import stdtrit

import playout
from playout.engine.game.game import Measure, Rules
from playout.report.estimates import interval_of
from playout.stats.tally import Histogram

SEED = 20_262
PLAYED = 400_000  # games that make the truth, or FEW of slow strategies
FEW = 40_000
SIZES = (100, 1_000, 100_000)
RUNS, MORE = 2_000, 20_000
SUSPECT = 0.945

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("the-game", PLAYED, {"strategy": ["random", "greedy", "quick"], "players": [1, 3, 5]}),
    ("the-game", FEW, {"strategy": ["careful"], "players": [2, 4], "hints": ["none", "marks"]}),
    ("the-game-blog", PLAYED, {"strategy": ["random", "minimal", "trick"], "players": [1, 4]}),
    ("hex", FEW, {"strategy": ["random", "pivotal", "centre"], "rows": [3, 7]}),
    ("mexican-train", PLAYED, {"strategy": ["random"], "players": [2, 4, 8], "rounds": [1]}),
    ("mexican-train", FEW, {"strategy": ["random", "sequence"], "players": [2, 4, 8]}),
    ("mexican-train", PLAYED, {"strategy": ["random"], "players": [8], "set": [18], "tiles": [12],
                               "rounds": [1, 13]}),
    ("mexican-train", FEW, {"strategy": ["careful"], "players": [3], "rounds": [1, 13]}),
]  # fmt: skip


def truths() -> Iterator[tuple[Measure, Rules, Histogram, str]]:
    """Every measure of every row, with what was seen in many games, and the name of the row."""
    for game, games, factors in CASES:
        found = playout.run(game, games=games, seed=SEED, **factors).found
        for row, tally in zip(found.rows, found.tallies, strict=True):
            for measure, histogram in zip(found.game.measures, tally.histograms, strict=True):
                if measure.kind == "category":
                    continue
                yield (
                    measure,
                    row.rules,
                    histogram,
                    " ".join(f"{factor}={value}" for factor, value in row.factors.items()),
                )


def held(
    measure: Measure, rules: Rules, truth: Histogram, games: int, runs: int, key: list[int]
) -> tuple[float, float, float]:
    """How often the interval holds the mean, how often Student's t does, and how wide it is."""
    draw = np.random.default_rng([SEED, games, runs, *key])
    places = np.flatnonzero(truth.counts)
    chances = truth.counts[places] / truth.n
    right = np.zeros(2)
    widths = np.zeros(2)
    draws = draw.multinomial(games, chances, runs)
    for drawn, times in zip(*np.unique(draws, axis=0, return_counts=True), strict=True):
        counts = np.zeros_like(truth.counts)
        counts[places] = drawn
        seen = Histogram(counts, truth.unit)
        found = interval_of(measure, rules, seen)
        reach = float(stdtrit(games - 1, 0.975)) * np.sqrt(seen.variance / games)
        holds = [found.low <= truth.mean <= found.high, abs(seen.mean - truth.mean) <= reach]
        right += times * np.array(holds)
        widths += times * np.array([found.high - found.low, 2 * reach])
    return right[0] / runs, right[1] / runs, widths[0] / widths[1] if widths[1] else np.inf


def main() -> None:
    worst: dict[tuple[str, str, int], tuple[float, float, float, str]] = {}
    for number, (measure, rules, truth, row) in enumerate(truths()):
        if len(np.flatnonzero(truth.counts)) < 2:
            continue  # it never varies
        for games in SIZES:
            found = held(measure, rules, truth, games, RUNS, [number])
            if found[0] < SUSPECT:
                found = held(measure, rules, truth, games, MORE, [number])
            key = (measure.game, measure.name, games)
            worst[key] = min(worst.get(key, (2.0, 0.0, 0.0, "")), (*found, row))
    heads = ["measure", *(f"{games:,}" for games in SIZES), "Student's t, 100", "times as wide"]
    rows = []
    for game, name in dict.fromkeys((game, name) for game, name, _ in worst):
        kept = [f"{100 * worst[game, name, games][0]:.1f}" for games in SIZES]
        _, student, width, _ = worst[game, name, SIZES[0]]
        rows.append([f"{game}: {name}", *kept, f"{100 * student:.1f}", f"{width:.2f}"])
    table(heads, rows)


if __name__ == "__main__":
    main()
