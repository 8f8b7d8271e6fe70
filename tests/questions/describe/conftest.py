"""What tests of descriptions share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout

FEW: dict[str, Any] = {"goal": 30, "games": 60}
OWN = '''
import playout
from playout import randrange

@playout.game(
    options=[
        playout.Option("players", 2, "players", 1, 3),
        playout.Option("last", 9, "steps", 1, 20),
    ],
    measures=[
        playout.Measure("win", "share", "came first", per_seat=True, first="highest"),
        playout.Measure("step", "mean", "the step", per_seat=True, better="highest"),
    ],
)
class Stairs:
    """Climb one step, or throw a coin for two."""

    def deal(self, rules, stream):
        self.steps, self.seat = [0] * rules.players, 0

    def is_over(self, rules):
        return max(self.steps) >= rules.last

    def actor(self, rules):
        return self.seat

    def legal_moves(self, rules):
        return [1, 2] if self.steps[self.seat] < rules.last - 1 else [1]

    def play(self, rules, move, stream):
        self.steps[self.seat] += 1 if move == 1 else 2 * randrange(stream, 2)
        self.seat = (self.seat + 1) % rules.players

    def score(self, rules):
        most = max(self.steps)
        first = [step == most for step in self.steps]
        return {"win": [one / sum(first) for one in first], "step": self.steps}

@playout.strategy("stairs", compiled=False)
def steady(view, rng):
    """Always climbs."""
    return 1
'''


@pytest.fixture(scope="module")
def pig() -> Any:
    return playout.describe("pig", levels="none", knock_out="none", **FEW)


@pytest.fixture
def stairs(tmp_path: Path) -> str:
    path = tmp_path / "stairs.py"
    path.write_text(OWN)
    return str(path)
