"""Odds as they are counted, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playout.questions.odds import Asked, Job, ask
from playout.runner.plan import Batch
from playout.stats.multiple import rate_p_value
from playout.stats.products import Choices
from tests.chance import FALSE_ALARM


def counted(worlds: int, **asked: Any) -> tuple[Asked, Choices]:
    """What is counted in so many worlds, whether or not fewer are enough."""
    question = ask(games=worlds, **asked)
    return question, Job(question).play(Batch(0, 0, worlds))


def check(found: Choices, k: int, chance: float) -> None:
    wins, games = found.products.total(k), found.games
    if chance in (0, 1):
        assert wins == chance * games
    else:
        assert rate_p_value(wins, games, chance) > FALSE_ALARM


DOORS = """
import playout
from playout.engine.chance.rng import randrange

@playout.game(measures=[playout.Measure("win", "rate", "has won")], moves=MOVES, exact_moves=EXACT)
class Doors:
    def deal(self, rules, stream):
        self.left, self.won = 2, 0
    def is_over(self, rules):
        return self.left < 2
    def legal_moves(self, rules):
        return [0, 1, 2, 3]
    def play(self, rules, move, stream):
        self.left -= 1
        luck = randrange(stream, 8)
        self.won = int(luck < (3 if move < 3 else 6))
    def score(self, rules):
        return {"win": self.won}
ALIKE
@playout.strategy("doors", compiled=False, uses_chance=False)
def first(view, rng):
    'The first door.'
    return 0
"""
ALIKE = """
    def alike(self, view, rules, move):
        return RETURNED
"""


def doors(folder: Path, returned: str = "", exact: str = "None") -> str:
    """A game in which doors 0 to 2 come to the same, and 3 is better."""
    alike = ALIKE.replace("RETURNED", returned) if returned else ""
    names = '("left door", "middle door", "right door", "window")'
    file = folder / "doors.py"
    text = DOORS.replace("ALIKE", alike).replace("MOVES", names).replace("EXACT", exact)
    file.write_text(text)
    return str(file)
