"""Games for tests of environments: rules by which they are short."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import game_names
from playout.envs.observations import Layout

# Rules under which games are short, so that many end in few steps.
SHORT: dict[str, dict[str, Any]] = {
    "pig": {"players": 3, "goal": 30},
    "the-game": {"players": 2, "high": 30},
    "mexican-train": {"players": 3, "rounds": 1},
    "hex": {"rows": 4},
    "yahtzee": {"players": 2},
    "cant-stop": {"players": 2, "columns_to_win": 1},
}
# What takes long to compile waits until it is asked for.
MARKS: dict[str, Any] = {"pig": ()}
GAMES = [
    pytest.param(name, id=name, marks=MARKS.get(name, pytest.mark.thorough))
    for name in game_names()
]


def rules_of(name: str) -> dict[str, Any]:
    """The options of a game for a test."""
    return SHORT.get(name, {})


def legal(generator: np.random.Generator, mask: Any) -> int:
    """A legal action; any, if the game is over."""
    actions = np.flatnonzero(mask)
    return int(generator.choice(actions)) if len(actions) else 0


def vector_of(layout: Layout, view: Any) -> Any:
    """What a learner sees of a view, as plain Python writes it."""
    vector = np.zeros(layout.size, np.float32)
    layout.write(view, vector)
    return vector
