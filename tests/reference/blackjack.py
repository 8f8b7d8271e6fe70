"""Blackjack as slowly and plainly as can be: exact means without a shoe, and rounds by hand.

The mean of a round goes through every hand, card by card, as fractions: its own program, which
shares nothing with the game's.  A hand is a sorted tuple of values, 1 for an ace and 10 for a
picture; what it is worth follows from what each choice is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
WEIGHTS = [(value, RANKS.count(value) / 13) for value in range(1, 11)]

Hand = tuple[int, ...]


def best_total(hand: Sequence[int]) -> int:
    """The highest total that does not exceed 21, or the lowest one."""
    low = sum(hand)
    return low + 10 if 1 in hand and low + 10 <= 21 else low


def is_soft(hand: Sequence[int]) -> bool:
    """Whether an ace counts 11."""
    return best_total(hand) != sum(hand)


def joined(hand: Hand, value: int) -> Hand:
    """The hand with another card."""
    return tuple(sorted((*hand, value)))


@cache
def dealer_ends(hand: Hand, hits_soft_17: bool) -> dict[str, float]:
    """The chances of the dealer's totals as text: "17" to "21", "bust", "natural"."""
    total = best_total(hand)
    if len(hand) == 2 and total == 21:
        return {"natural": 1.0}
    if total > 21:
        return {"bust": 1.0}
    if total >= 18 or (total == 17 and not (is_soft(hand) and hits_soft_17)):
        return {str(total): 1.0}
    ends = dict[str, float]()
    for value, chance in WEIGHTS:
        for end, p in dealer_ends(joined(hand, value), hits_soft_17).items():
            ends[end] = ends.get(end, 0.0) + chance * p
    return ends


@dataclass
class House:
    """Rules of a round in which each card is drawn from a full pack."""

    hits_soft_17: bool = False
    doubles: tuple[int, ...] = tuple(range(2, 22))  # the totals that may be doubled
    double_after_split: bool = True
    hands: int = 4
    surrender: bool = False
    natural: float = 1.5
    peek: bool = True
    insurance: bool = False
    _memory: dict[Any, float] = field(default_factory=dict)

    def against(self, up: int) -> dict[str, float]:
        """The dealer's ends as the player may expect them when deciding."""
        ends = dict(dealer_ends((up,), self.hits_soft_17))
        if self.peek:
            ends.pop("natural", None)
        whole = sum(ends.values())
        return {end: p / whole for end, p in ends.items()}

    def stood(self, hand: Hand, up: int) -> float:
        """What a hand wins on average if it is left as it is."""
        own, won = best_total(hand), 0.0
        for end, p in self.against(up).items():
            if own > 21 or end == "natural":
                won -= p
            elif end == "bust" or int(end) < own:
                won += p
            elif int(end) > own:
                won -= p
        return won

    def drawn(self, hand: Hand, up: int) -> float:
        """What it wins with one more card and no further ones."""
        return sum(p * self.stood(joined(hand, value), up) for value, p in WEIGHTS)

    def hit(self, hand: Hand, up: int) -> float:
        """What it wins with one more card, and the best play after it."""
        return sum(p * self.later(joined(hand, value), up) for value, p in WEIGHTS)

    def later(self, hand: Hand, up: int) -> float:
        """What the best play wins with three cards or more."""
        if best_total(hand) >= 21:
            return self.stood(hand, up)
        key = best_total(hand), is_soft(hand), up
        if key not in self._memory:
            self._memory[key] = max(self.stood(hand, up), self.hit(hand, up))
        return self._memory[key]

    def whole(self, hand: Hand, up: int, is_split: bool) -> float:
        """What the best play wins with two cards that are not split."""
        if best_total(hand) == 21:
            return self.stood(hand, up)
        worths = [self.stood(hand, up), self.hit(hand, up)]
        if best_total(hand) in self.doubles and (self.double_after_split or not is_split):
            worths.append(2 * self.drawn(hand, up))
        if self.surrender and not is_split:
            lost = self.against(up).get("natural", 0.0)
            worths.append(-lost - (1 - lost) / 2)
        return max(worths)

    def split(self, value: int, up: int, waiting: int, more: int) -> float:
        """What so many hands of one card win, if so many further splits are allowed."""
        if waiting == 0:
            return 0.0
        if value == 1:
            return waiting * self.drawn((1,), up)
        key = "split", value, up, waiting, more
        if key in self._memory:
            return self._memory[key]
        total = 0.0
        for card, p in WEIGHTS:
            kept = self.whole(joined((value,), card), up, True)
            worth = kept + self.split(value, up, waiting - 1, more)
            if card == value and more > 0:
                worth = max(worth, self.split(value, up, waiting + 1, more - 1))
            total += p * worth
        self._memory[key] = total
        return total

    def mean(self) -> float:
        """What the best play wins of a bet of 1."""
        total = 0.0
        for up, chance in WEIGHTS:
            natural = dealer_ends((up,), self.hits_soft_17).get("natural", 0.0)
            for one, p in WEIGHTS:
                for two, q in WEIGHTS:
                    hand, worth = joined((one,), two), 0.0
                    if best_total(hand) == 21:
                        worth = (1 - natural) * self.natural
                    else:
                        worth = self.whole(hand, up, False)
                        if one == two and self.hands > 1:
                            worth = max(worth, self.split(one, up, 2, self.hands - 2))
                        worth = (1 - natural) * worth - natural if self.peek else worth
                    total += chance * p * q * worth
        return total


def played(cards: Iterator[int], moves: Iterator[str], house: House) -> tuple[int, int, list[int]]:
    """Play a round with a bet of 100: chips won, chips bet, the dealer's values.

    ``cards`` are values in the order of drawing: the player's, the dealer's, the player's, and the
    one that lies face down; ``moves`` are the words of a player.
    """
    hands, bets = [[next(cards)]], [100]
    dealer = [next(cards)]
    hands[0].append(next(cards))
    dealer.append(next(cards))
    natural, dealers = best_total(hands[0]) == 21, best_total(dealer) == 21
    if house.insurance and dealer[0] == 1 and next(moves) == "insure":
        plain = House(**{**vars(house), "insurance": False})
        order = [hands[0][0], dealer[0], hands[0][1], dealer[1]]
        won, staked, dealer = played(chain(order, cards), moves, plain)
        return won + (100 if dealers else -50), staked + 50, dealer
    if natural:
        return (0 if dealers else round(100 * house.natural)), 100, dealer
    if house.peek and dealers:
        return -100, 100, dealer
    turn = 0
    while turn < len(hands):
        hand = hands[turn]
        if len(hand) == 1:
            hand.append(next(cards))
        while best_total(hand) < 21:
            move = next(moves)
            if move == "surrender":
                return (-100 if dealers else -50), 100, dealer
            if move == "split":
                hands.append([hand.pop()])
                bets.append(100)
                hand.append(next(cards))
                if hand[0] == 1:
                    hands[1].append(next(cards))
                    turn = 1
                    break
            elif move == "stand":
                break
            else:
                hand.append(next(cards))
                if move == "double":
                    bets[turn] = 200
                    break
        turn += 1
    if any(best_total(hand) <= 21 for hand in hands) and not dealers:
        while best_total(dealer) < 17 or (
            house.hits_soft_17 and best_total(dealer) == 17 and is_soft(dealer)
        ):
            dealer.append(next(cards))
    won, theirs = 0, best_total(dealer)
    for hand, bet in zip(hands, bets, strict=True):
        own = best_total(hand)
        if own > 21 or dealers or own < theirs <= 21:
            won -= bet
        elif own > theirs or theirs > 21:
            won += bet
    return won, sum(bets), dealer
