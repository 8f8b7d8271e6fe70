"""Small questions of every kind, drawn from a seed, for the test of sentences.

They play so little that not much is clear, values are equal, and some never vary: what few games
give is what sentences get wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import playout
from playout.report.answer import Answer

Draw = np.random.Generator


def pick(draw: Draw, *values: Any) -> Any:
    """One of some values."""
    return values[int(draw.integers(len(values)))]


PIG = ("random", "hold", "optimal", "hold:at=12")


def measure(draw: Draw, *more: str) -> str:
    """A chance, or a mean of the whole game that is neither good nor bad."""
    return str(pick(draw, "win", "turns", *more))


def strategies(draw: Draw, least: int = 1) -> list[str]:
    """Some strategies of Pig for two players, all different."""
    return [str(name) for name in draw.permutation(PIG)[: int(draw.integers(least, len(PIG) + 1))]]


def run(draw: Draw) -> Answer:
    goals = draw.choice(range(6, 30), pick(draw, 1, 2), replace=False).tolist()
    seats = pick(draw, None, "random,hold", "hold,hold")
    who = {"seats": [seats]} if seats else {"strategy": strategies(draw), "players": 2}
    return playout.run("pig", games=int(draw.integers(1, 80)), goal=goals, **who, seed=seed(draw))


def run_hex(draw: Draw) -> Answer:
    games = int(draw.integers(1, 40))
    return playout.run("hex", games=games, rows=[1, 2, 3], seed=seed(draw))


def snakes(draw: Draw) -> Answer:
    players = draw.choice(range(1, 5), 2, replace=False).tolist()
    return playout.run(
        "snakes-and-ladders", games=int(draw.integers(2, 40)), players=players, seed=seed(draw)
    )


def compare(draw: Draw) -> Answer:
    a, b = strategies(draw, 2)[:2]
    return playout.compare(
        "pig",
        a=a,
        b=b,
        max_games=int(draw.integers(1, 300)),
        margin=pick(draw, None, 0.2),
        goal=int(draw.integers(6, 40)),
        measure=measure(draw),
        seed=seed(draw),
    )


def tournament(draw: Draw) -> Answer:
    games, goal = int(draw.integers(6, 60)), int(draw.integers(6, 40))
    return playout.tournament(
        "pig", strategies=strategies(draw, 2), games=games, players=2, goal=goal, seed=seed(draw)
    )


def luck(draw: Draw) -> Answer:
    games = pick(draw, 2, 20, 40, 100)
    goal = int(draw.integers(1, 30))
    return playout.luck(
        "pig",
        strategies=strategies(draw, 2),
        measure=measure(draw, "points"),
        games=games,
        players=2,
        goal=goal,
        seed=seed(draw),
    )


def odds(draw: Draw) -> Answer:
    strategy = pick(draw, *PIG[:3])
    games, goal = int(draw.integers(1, 200)), int(draw.integers(10, 40))
    turn = int(draw.integers(0, 3))
    return playout.odds(
        "pig",
        strategy=strategy,
        turn=turn,
        games=games,
        measure=measure(draw),
        players=2,
        goal=goal,
        seed=seed(draw),
    )


def review(draw: Draw) -> Answer:
    return playout.review(
        "pig",
        strategy=pick(draw, *PIG[:3]),
        reviewer=pick(draw, *PIG[:3]),
        worlds=int(draw.integers(2, 60)),
        measure=measure(draw),
        seed=seed(draw),
        players=2,
        goal=int(draw.integers(4, 20)),
    )


def mistakes(draw: Draw) -> Answer:
    return playout.mistakes(
        "pig",
        strategy=pick(draw, *PIG[:3]),
        reviewer=pick(draw, *PIG[:3]),
        games=int(draw.integers(2, 12)),
        worlds=int(draw.integers(2, 20)),
        measure=measure(draw),
        seed=seed(draw),
        players=2,
        goal=int(draw.integers(4, 20)),
    )


def hex_map(draw: Draw) -> Answer:
    rows = int(draw.integers(1, 4))
    sampled: dict[str, Any] = {"boards": int(draw.integers(1, 300)), "seed": seed(draw)}
    more = pick(draw, sampled, {"method": "exact"})
    return playout.hex.criticality(rows, **more, p=pick(draw, 0.5, 0.2, 0.9))


def compound(draw: Draw) -> Answer:
    games, rows = int(draw.integers(1, 20)), int(draw.integers(1, 4))
    return playout.hex.compound(rows, games=games, boards=30, seed=seed(draw))


def study_of(text: str) -> Callable[[Draw, Path], Answer]:
    """A study with this text, after the seed."""

    def asked(draw: Draw, folder: Path) -> Answer:
        path = folder / "small.toml"
        games = int(draw.integers(1, 40))
        path.write_text(f"seed = {seed(draw)}\n{text.replace('GAMES', str(games))}")
        return playout.run_study(path)

    return asked


def seed(draw: Draw) -> int:
    return int(draw.integers(10**6))


QUICK = (
    run,
    run_hex,
    snakes,
    compare,
    tournament,
    luck,
    odds,
    review,
    mistakes,
    hex_map,
    compound,
)
STUDIES = {
    "run": 'game = "pig"\ngames = GAMES\n[factors]\ngoal = [10, 20]\n'
    'strategy = ["hold", "random"]\n',
    "compare": 'kind = "compare"\ngame = "pig"\nmax_games = GAMES\n[rules]\ngoal = 20\n'
    '[pairs.one]\na = "hold"\nb = "random"\n[pairs.two]\na = "optimal"\nb = "hold"\n',
    "mistakes": 'kind = "mistakes"\ngame = "pig"\ngames = 4\nworlds = 4\n[rules]\ngoal = 12\n',
    "scaling": 'kind = "hex-scaling"\nrows = [1, 2, 3]\nboards = 30\ngames = GAMES\n'
    "boards_per_move = 10\nfit_from = 1\n",
    "map": 'kind = "hex-map"\nrows = 3\nboards = [GAMES]\n',
    "compound": 'kind = "hex-compound"\nrows = 3\ngames = GAMES\nboards = [10]\n',
}
