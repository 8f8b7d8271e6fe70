"""The exact chances of uniformly random play of The Game, with fractions, on tiny decks.

Cards that nobody has seen are equally likely to come in any order, so the average over all
orders of the deck is a recursion over what lies open: hands, unseen cards, piles.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.reference.the_game import Rules

Cards = tuple[int, ...]  # in rising order
Chances = dict[int, Fraction]  # cards left -> probability


def without(cards: Cards, some: Cards) -> Cards:
    """The cards but some, in rising order."""
    return tuple(sorted((Counter(cards) - Counter(some)).elements()))


def average(parts: list[Chances]) -> Chances:
    """The mean of equally likely distributions."""
    mean: Chances = {}
    for part in parts:
        for left, chance in part.items():
            mean[left] = mean.get(left, Fraction(0)) + chance / len(parts)
    return mean


def uniform_random(rules: Rules) -> list[Fraction]:
    """The chance of 0, 1, 2 ... cards left: uniform legal (card, pile), stopping at the minimum."""

    def certain(hands: tuple[Cards, ...], unseen: Cards) -> Chances:
        return {sum(map(len, hands)) + len(unseen): Fraction(1)}

    def deal(hands: tuple[Cards, ...], unseen: Cards) -> Chances:
        if len(hands) == rules.players:
            return begin_turn(rules.bases(), hands, unseen, 0)
        return average(
            [
                deal((*hands, hand), without(unseen, hand))
                for hand in combinations(unseen, rules.hand)
            ]
        )

    def begin_turn(piles: Cards, hands: tuple[Cards, ...], unseen: Cards, player: int) -> Chances:
        return lay(piles, hands, unseen, player, rules.min_cards if unseen else 1)

    @cache
    def lay(
        piles: Cards, hands: tuple[Cards, ...], unseen: Cards, player: int, needed: int
    ) -> Chances:
        moves = rules.legal(hands[player], piles)
        if not moves:
            return certain(hands, unseen)
        return average(
            [after(piles, hands, unseen, player, needed, card, pile) for card, pile in moves]
        )

    def after(
        piles: Cards,
        hands: tuple[Cards, ...],
        unseen: Cards,
        player: int,
        needed: int,
        card: int,
        pile: int,
    ) -> Chances:
        piles = (*piles[:pile], card, *piles[pile + 1 :])
        hands = replaced(hands, player, without(hands[player], (card,)))
        if not unseen and not any(hands):
            return {0: Fraction(1)}
        if needed > 1 and hands[player]:
            return lay(piles, hands, unseen, player, needed - 1)
        return refill(piles, hands, unseen, player)

    @cache
    def refill(piles: Cards, hands: tuple[Cards, ...], unseen: Cards, player: int) -> Chances:
        missing = min(rules.hand - len(hands[player]), len(unseen))
        parts = []
        for drawn in combinations(unseen, missing):
            held = replaced(hands, player, tuple(sorted(hands[player] + drawn)))
            following = (player + 1) % rules.players
            while not held[following]:
                following = (following + 1) % rules.players
            parts.append(begin_turn(piles, held, without(unseen, drawn), following))
        return average(parts)

    deck = tuple(rules.full_deck())
    chances = deal((), deck)
    return [chances.get(left, Fraction(0)) for left in range(len(deck) + 1)]


def replaced(hands: tuple[Cards, ...], player: int, hand: Cards) -> tuple[Cards, ...]:
    """The hands with one of them another."""
    return (*hands[:player], hand, *hands[player + 1 :])
