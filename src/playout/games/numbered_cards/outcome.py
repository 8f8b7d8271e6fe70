"""What is counted of a game in which the players together try to lay all numbered cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from playout.engine.game import Measure, Rules
from playout.engine.jit import jit


def measures(cards: Callable[[Rules], int], main: str = "cards_left") -> tuple[Measure, ...]:
    """The measures, in the order of `write_outcome`; `cards` gives the size of the deck.

    Of the cards left and played, one tells the other: people see the ``main`` one.
    """

    def mean(name: str, help: str, better: Literal["lowest", "highest"]) -> Measure:
        return Measure(name, "mean", help, most=cards, better=better, is_told=name == main)

    return (
        Measure("win", "rate", "all cards laid", better="highest"),
        Measure("excellent", "rate", "fewer than ten cards left", better="highest"),
        mean("cards_left", "cards not laid at the end", "lowest"),
        mean("cards_played", "cards laid", "highest"),
    )


@jit
def write_outcome(outcome: Any, cards: int, left: int) -> None:
    """Write the outcome of a game with `cards` cards, of which `left` were not laid at the end."""
    outcome[0] = left == 0
    outcome[1] = left < 10
    outcome[2] = left
    outcome[3] = cards - left
