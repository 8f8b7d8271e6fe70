"""The blog's loop of The Game and its three strategies, in plain Python.

A strategy gets the four piles (lists, the base first) and a hand (a list in the order of
drawing) and names a pile and a place in the hand.  What does not fit ends the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

Piles = list[list[int]]
Choice = tuple[int, int]  # pile, place in the hand
Strategy = Callable[[Piles, list[int], Random], Choice]


def goes_on(card: int, piles: Piles, pile: int) -> bool:
    """Strictly upwards on piles 0 and 1, strictly downwards on 2 and 3."""
    top = piles[pile][-1]
    return card > top if pile < 2 else card < top


def random(piles: Piles, hand: list[int], rng: Random) -> Choice:
    """Any choice that fits; the first card on the first pile if none does."""
    fitting = [
        (pile, place)
        for pile in range(4)
        for place, card in enumerate(hand)
        if goes_on(card, piles, pile)
    ]
    return rng.choice(fitting) if fitting else (0, 0)


def minimal(piles: Piles, hand: list[int], rng: Random) -> Choice:
    """The lowest card upwards, or the highest downwards, whichever is nearer; it need not fit."""
    up = 0 if piles[0][-1] <= piles[1][-1] else 1
    down = 2 if piles[2][-1] >= piles[3][-1] else 3
    lowest, highest = min(hand), max(hand)
    if abs(piles[up][-1] - lowest) < abs(piles[down][-1] - highest):
        return up, hand.index(lowest)
    return down, hand.index(highest)


def trick(piles: Piles, hand: list[int], rng: Random) -> Choice:
    """Ten from anything on a pile, fitting or not; else the first of a pair; else random."""
    near = [
        (pile, place)
        for pile in range(4)
        for place, card in enumerate(hand)
        for other in piles[pile]
        if abs(card - other) == 10
    ]
    if near:
        return rng.choice(near)
    pairs = [
        (pile, hand.index(earlier))
        for earlier, later in combinations(hand, 2)
        if abs(earlier - later) == 10
        for pile in range(3)
        if goes_on(earlier, piles, pile)
    ]
    return rng.choice(pairs) if pairs else random(piles, hand, rng)


STRATEGIES: dict[str, Strategy] = {"random": random, "minimal": minimal, "trick": trick}


def cards_played(players: int, strategy: Strategy, deck: Sequence[int], rng: Random) -> int:
    """One game from a deck whose first card is dealt first."""
    draw_pile = list(reversed(deck))
    piles: Piles = [[1], [1], [100], [100]]
    hands: list[list[int]] = [[] for _ in range(players)]
    for _ in range({1: 8, 2: 7}.get(players, 6)):
        for hand in hands:
            hand.append(draw_pile.pop())
    played = 0
    while draw_pile:
        for hand in hands:
            pile, place = strategy(piles, hand, rng)
            card = hand.pop(place)
            if not goes_on(card, piles, pile):
                return played
            piles[pile].append(card)
            played += 1
            if draw_pile:
                hand.append(draw_pile.pop())
    return played
