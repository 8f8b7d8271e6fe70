"""The best chain of a hand, by trying every chain there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.reference.mexican_train import Tile


def chains(hand: frozenset[Tile], end: int) -> Iterator[list[Tile]]:
    """Every chain from an end, the one without a tile too; a tile's first number is the end's."""
    yield []
    for one, other in hand:
        for here, there in {(one, other), (other, one)}:
            if here == end:
                for rest in chains(hand - {(one, other)}, there):
                    yield [(here, there), *rest]


def longest(chain: list[Tile]) -> Any:
    """The aim of the strategy `sequence`: length, then doubles, then pips."""
    return len(chain), sum(a == b for a, b in chain), heaviest(chain)


def heaviest(chain: list[Tile]) -> Any:
    """Pips alone."""
    return sum(map(sum, chain))


def best_worth(hand: list[Tile], end: int, aim: Callable[[list[Tile]], Any]) -> Any:
    """What the best chain is worth."""
    return max(map(aim, chains(frozenset(hand), end)))
