"""What is counted of a game in which the players together try to lay all numbered cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from playout.engine.game.game import Measure, Rules
from playout.engine.native.jit import jit


def measures(
    cards: Callable[[Rules], int], endings: tuple[str, ...], main: str = "cards_left"
) -> tuple[Measure, ...]:
    """The measures, in the order of `write_outcome`; `cards` gives the size of the deck.

    Of the cards left and played, one tells the other: people see the ``main`` one.  ``endings``
    are the reasons why a game ends.
    """

    def mean(name: str, help: str, better: Literal["lowest", "highest"]) -> Measure:
        return Measure(name, "mean", help, most=cards, better=better, is_told=name == main)

    return (
        Measure("win", "rate", "all cards laid", better="highest"),
        Measure("excellent", "rate", "fewer than ten cards left", better="highest"),
        mean("cards_left", "cards not laid at the end", "lowest"),
        mean("cards_played", "cards laid", "highest"),
        Measure("ending", "category", "why the game ended", is_told=False, categories=endings),
    )


@jit
def write_outcome(outcome: Any, cards: int, left: int, ending: int) -> None:
    """Write the outcome of a game with `cards` cards, of which `left` were not laid at the end.

    `ending` is why it ended, the place of that word among the endings of the game.
    """
    outcome[0] = left == 0
    outcome[1] = left < 10
    outcome[2] = left
    outcome[3] = cards - left
    outcome[4] = ending
