"""How fast Can't Stop is played: python benchmarks/cant_stop.py

Prints games and throws a second on one core (processor time, best of three) for every strategy,
both players with the same, beside random play in plain Python from tests/reference.  With
`published` it repeats a published simulation instead: all its strategies against each other.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measuring import rate, table

import playout
from playout.engine.find.games import find_game, strategies
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from tests.reference.cant_stop import Race, throws_of

GAME = find_game("cant-stop")
PUBLIC = 258  # games a second of the published simulation, as it says

# Its names; the strategy here; games won, in per cent, on both seats and as the first player.
NAMES: dict[str, tuple[str, float | None, float | None]] = {
    "FiftyPercentSurvival": ("survival", 69.84, 74.5),
    "Heuristic(1.5)": ("gain:alpha=1.5", 66.46, 71.5),
    "Heuristic(2.0)": ("gain:alpha=2", 63.26, 69.1),
    "MonteCarloLookahead": ("gain:alpha=2", 63.09, 68.8),
    "AdaptiveThreshold": ("steps:at=1:chance=5", 62.21, 67.8),
    "ExpectedValueMax": ("gain:alpha=1.000001", 62.08, 66.3),
    "Heuristic(1.0)": ("gain", 61.87, 66.1),
    "OpportunisticActivation": ("gain:pairs=9", 61.43, None),
    "GreedyImproved2": ("steps:at=5", 60.23, 65.8),
    "OpponentAware(0.7,1,1.5)": ("gain:behind=0.7:ahead=1.5", 59.92, 66.2),
    "GreedyUntil1Col": ("milestone", 58.90, 74.5),
    "Conservative(4)": ("steps:at=4", 56.82, None),
    "OpponentAware(0.5,1,2)": ("gain:behind=0.5:ahead=2", 56.20, None),
    "Greedy": ("steps:at=1000:pairs=1", None, None),
    "Random(0.3)": ("random:stop=0.3", None, None),
    "Conservative(1)": ("steps:at=3", None, None),
    "Conservative(2)": ("steps:at=3", None, None),
    "Conservative(3)": ("steps:at=3", None, None),
    "GreedyImproved1": ("steps:at=3", None, None),
    "DynamicRunnerThreshold": ("steps:at=3", None, None),
    "Heuristic(0.3)": ("gain:alpha=0.3", None, None),
    "Heuristic(0.5)": ("gain:alpha=0.5", None, None),
    "OpponentAware(0.3,1,2)": ("gain:behind=0.3:ahead=2", None, None),
    "OpponentAware(2,1,0.3)": ("gain:behind=2:ahead=0.3", None, None),
    "Proportional(0.33)": ("steps:at=0:left=0.33", None, None),
    "Proportional(0.5)": ("steps:at=0:left=0.5", None, None),
    "GreedyFraction(0.33)": ("milestone:part=0.33:pairs=0", None, None),
    "GreedyFraction(0.5)": ("milestone:part=0.5:pairs=0", None, None),
    "GreedyUntil3Col": ("steps:at=1000", None, None),
    "OutsideFirst": ("steps:at=3:pairs=2", None, None),
    "MiddleFirst": ("steps:at=3:pairs=3", None, None),
    "MinRunnerActivation": ("steps:at=3:pairs=6", None, None),
    "TwoRunnerSweet": ("steps:at=3:pairs=7", None, None),
    "MiddleColumnsOnly": ("steps:at=2:middle=2:pairs=8", None, None),
    "WeightedColumnValue": ("steps:at=5:pairs=4", None, None),
    "WeightedOutsideColumns": ("steps:at=5:pairs=5", None, None),
    "TwoPhase": ("gain:alpha=0.5:column=0.5:pairs=10", None, None),
    "RiskBudget": ("survival:at=0.8", None, None),
}


def plain_random(games: int) -> None:
    """Random games of the reference model, two players, in plain Python."""
    chance = random.Random(1)
    for number in range(games):
        race = Race(2, 3, 1000, throws_of(1, number))
        while not race.is_over():
            race.play(chance.choice(list(race.uses())), chance.random() < 0.5)


def speed() -> None:
    """Measure and print."""
    rows, rules, found = [], GAME.with_options({}), {}
    throws = GAME.column(GAME.measure("throws"))
    for name in [one.name for one in strategies(GAME.name)]:
        seats = [find_player(GAME.name, name)] * 2
        each = float(play_batch(rules, seats, 1, 0, 2000)[:, throws].mean())
        found[name] = rate(lambda n, seats=seats: play_batch(rules, seats, 1, 0, n), 50_000)
        rows.append([f"`{name}`", f"{found[name]:,.0f}", f"{found[name] * each / 1e6:.1f} M"])
    table(["two players", "games/s per core", "throws/s per core"], rows)
    plain = rate(plain_random, 30)
    print(f"random: plain Python {plain:,.0f} games/s: ratio {found['random'] / plain:,.0f}")
    print(f"tuned against the published simulation: ratio {found['tuned'] / PUBLIC:,.0f}")


def published() -> None:
    """Play it again, everybody on both seats, and print what was published beside it."""
    started = time.perf_counter()
    names = list(dict.fromkeys(strategy for strategy, _, _ in NAMES.values()))
    answer = playout.tournament(
        "cant-stop", strategies=names, games="3.61M", most_turns=200, seed=1, progress=False
    )
    standing = answer.to_pandas().set_index("strategy")
    rows = []
    for name, (strategy, both, first) in NAMES.items():
        one = standing.loc[strategy]
        told = ["" if value is None else f"{value:g}" for value in (both, first)]
        ours = f"{100 * one.win:.2f} ({100 * one.win_low:.2f} to {100 * one.win_high:.2f})"
        rows.append([name, f"`{strategy}`", *told, ours])
    rows.sort(key=lambda row: -float(row[4].split()[0]))
    table(["published as", "here", "published", "as first player", "here: games won, %"], rows)
    print(f"{len(names)} players, {answer.games:,} games, {time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    published() if sys.argv[1:] == ["published"] else speed()
