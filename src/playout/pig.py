"""Pig: exact winning chances, and the numbers of moves."""

from __future__ import annotations

from playout.games.pig.exact import expected_alone, win_chance
from playout.games.pig.rules import HOLD, ROLL

__all__ = ["HOLD", "ROLL", "expected_alone", "win_chance"]


def __dir__() -> list[str]:
    return __all__
