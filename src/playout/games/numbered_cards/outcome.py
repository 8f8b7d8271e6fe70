"""What is counted of a game in which everybody together has to lay all numbered cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playout.engine.game import Measure, Rules
from playout.engine.jit import jit


def measures(cards: Callable[[Rules], int]) -> tuple[Measure, ...]:
    """The measures, in the order in which `write_outcome` writes them, of a deck so large."""
    return (
        Measure("win", "rate", "all cards laid", better="highest"),
        Measure("excellent", "rate", "fewer than ten cards left", better="highest"),
        Measure("cards_left", "mean", "cards not laid at the end", most=cards, better="lowest"),
        Measure("cards_played", "mean", "cards laid", most=cards, better="highest"),
    )


@jit
def write_outcome(outcome: Any, cards: int, left: int) -> None:
    """Write the outcome of a game that ended with so many of its cards not laid."""
    outcome[0] = left == 0
    outcome[1] = left < 10
    outcome[2] = left
    outcome[3] = cards - left
