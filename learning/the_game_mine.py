"""The strategy `mine`: plays The Game with a network that learning/the_game.py wrote.

    playout run the-game --players 3 --strategy learning/the_game_mine.py:mine

The network for three players is read from 3.npz in the folder in which `playout` is started, and
so on; where players speak it is 3marks.npz or 3vague.npz.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import playout
from playout.games.the_game.learned import ENDS, PARTS, expanded, learned


def network_of(rules: Any) -> Any:
    """The network for the players of these rules, as float64."""
    hints = str(rules["hints"])
    path = Path(f"{rules.number('players')}{'' if hints == 'none' else hints}.npz")
    if not path.exists():
        raise playout.PlayoutError(f"no network: learning/the_game.py --out {path} makes it")
    with np.load(path) as file:
        return expanded(*(file[name].astype(np.int64) for name in PARTS)).view(np.float64)


playout.strategy(
    "the-game",
    "mine",
    uses_chance=False,
    parameters={"ends": 4},
    allowed={"ends": (1, ENDS)},
    lookup=network_of,
)(learned)
