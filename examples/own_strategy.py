"""Write a strategy, play it beside one that is there, and see which wins more often.

Run it: python examples/own_strategy.py
"""

from __future__ import annotations

from typing import Any

import playout
from playout.the_game import CONCEDE, NO_CARD_ABOVE, STOP, card_move, next_above, step


@playout.strategy("the-game", parameters={"extra": 2})
def thrifty(view: Any, rng: Any) -> int:
    """The least step forward; goes on past the minimum while a step is at most `extra`."""
    best, least = CONCEDE, 1000
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(view.pile_count):
            forward = step(view, view.piles, pile, card)
            if forward != 0 and forward < least:
                best, least = card_move(card, pile), forward
        card = next_above(view.hand[0], card)
    return STOP if view.needed <= 0 and least > view.parameters[0] else best


def main() -> None:
    """Print a row for each strategy."""
    rivals = ["greedy", "thrifty", "thrifty:extra=4"]
    print(playout.run("the-game", strategy=rivals, players=2, games=5_000, seed=1))


if __name__ == "__main__":
    main()
