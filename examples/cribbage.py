"""Cribbage for two, in plain Python, with the playing cards of playout.kits.

playout run examples/cribbage.py --by seat --games 1k
playout run examples/cribbage.py --seats keep_points,random
"""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any

import playout
from playout.author import shuffled
from playout.kits.cards import CARDS, JACK, card_text, low_rank_of, suit_of


def worth(card: int) -> int:
    return min(low_rank_of(card), 10)


def runs(ranks: list[int]) -> int:
    """The points of the longest run of three or more in some ranks, with all its doubles."""
    for length in range(5, 2, -1):
        for low in range(1, 15 - length):
            ways = prod(ranks.count(rank) for rank in range(low, low + length))
            if ways:
                return length * ways
    return 0


def show(hand: list[int], starter: int, is_crib: bool = False) -> int:
    """The points of four cards with the starter; -1 if it is not turned up yet."""
    five = [*hand, starter] if starter >= 0 else hand
    ranks = [low_rank_of(card) for card in five]
    points = 2 * sum(
        sum(map(worth, some)) == 15 for n in range(2, 6) for some in combinations(five, n)
    )
    points += 2 * sum(a == b for a, b in combinations(ranks, 2)) + runs(ranks)
    if len({*map(suit_of, hand)}) == 1 and (not is_crib or suit_of(starter) == suit_of(hand[0])):
        points += 4 + (starter >= 0 and suit_of(starter) == suit_of(hand[0]))
    return points + sum(
        low_rank_of(card) == JACK and suit_of(card) == suit_of(starter) for card in hand
    )


def peg(pile: list[int]) -> int:
    """The points of the card laid last on a pile: fifteen, thirty-one, equals, a run."""
    ranks, points = [low_rank_of(card) for card in pile], 0
    same = next((k for k in range(len(ranks)) if ranks[-1 - k] != ranks[-1]), len(ranks))
    for length in range(len(ranks), 2, -1):
        last = sorted(ranks[-length:])
        if last == list(range(last[0], last[0] + length)):
            points = length
            break
    return points + same * (same - 1) + 2 * (sum(map(worth, pile)) in (15, 31))


def name(move: int) -> str:
    texts = (
        [card_text(card) for card in divmod(move, CARDS)] if move >= CARDS else [card_text(move)]
    )
    return " ".join(texts)


@playout.game(
    "cribbage",
    options=[
        playout.Option("players", 2, "players", 2, 2),
        playout.Option("goal", 121, "points that win", 1, 121),
    ],
    measures=[
        playout.Measure("win", "share", "has won", per_seat=True, first="highest"),
        playout.Measure("points", "mean", "points at the end", per_seat=True),
        playout.Measure("hands", "mean", "hands that were dealt"),
    ],
    moves=name,
    chance_in_play=True,
)
class Cribbage:
    """Cribbage for two: seat 2 deals first; six cards each, two go into the dealer's crib."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.scores, self.dealer, self.hands = [0, 0], 1, 0
        self.next_hand(stream)

    def next_hand(self, stream: Any) -> None:
        deck = shuffled(stream, range(CARDS))
        self.held, self.starter = [deck[:6], deck[6:12]], deck[12]
        self.laid: list[list[int]] = [[], []]
        self.crib: list[list[int]] = [[], []]  # what each has put there
        self.pile: list[int] = []
        self.dealer, self.hands = 1 - self.dealer, self.hands + 1
        self.player = 1 - self.dealer

    def is_over(self, rules: Any) -> bool:
        return bool(max(self.scores) >= rules.goal)

    def actor(self, rules: Any) -> int:
        return self.player

    def fits(self, seat: int) -> list[int]:
        count = sum(map(worth, self.pile))
        return [card for card in self.held[seat] if count + worth(card) <= 31]

    def legal_moves(self, rules: Any) -> list[int]:
        if not self.crib[self.player]:
            pairs = combinations(sorted(self.held[self.player], reverse=True), 2)
            return [high * CARDS + low for high, low in pairs]
        return self.fits(self.player)

    def gain(self, seat: int, points: int, rules: Any) -> None:
        if not self.is_over(rules):
            self.scores[seat] = min(self.scores[seat] + points, rules.goal)

    def play(self, rules: Any, move: int, stream: Any) -> None:
        seat, other = self.player, 1 - self.player
        self.player = other
        if move >= CARDS:
            self.crib[seat] = list(divmod(move, CARDS))
            self.held[seat] = [card for card in self.held[seat] if card not in self.crib[seat]]
            if seat == self.dealer and low_rank_of(self.starter) == JACK:
                self.gain(seat, 2, rules)
            return
        self.held[seat].remove(move)
        self.laid[seat].append(move)
        self.pile.append(move)
        self.gain(seat, peg(self.pile), rules)
        if not self.fits(other):
            self.player = seat
            if not self.fits(seat):
                self.gain(seat, sum(map(worth, self.pile)) != 31, rules)
                self.pile, self.player = [], other if self.held[other] else seat
        if not any(self.held):
            for whose in (1 - self.dealer, self.dealer):
                self.gain(whose, show(self.laid[whose], self.starter), rules)
            self.gain(self.dealer, show([*self.crib[0], *self.crib[1]], self.starter, True), rules)
            if not self.is_over(rules):
                self.next_hand(stream)

    def score(self, rules: Any) -> dict[str, Any]:
        most = max(self.scores)
        win = [(points == most) / self.scores.count(most) for points in self.scores]
        return {"win": win, "points": self.scores, "hands": self.hands}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.held, view.crib = self.held[seat], self.crib[seat]
        view.laid, view.pile = self.laid, self.pile
        view.sizes = [len(hand) for hand in self.held]
        view.chosen = [bool(two) for two in self.crib]
        view.starter = self.starter if all(view.chosen) else -1
        view.scores, view.dealer, view.player = self.scores, self.dealer, self.player
        view.hands = self.hands

    def determinize(self, view: Any, rules: Any, stream: Any) -> None:
        me, other = view.seat, 1 - view.seat
        known = {*view.held, *view.crib, *view.laid[0], *view.laid[1], view.starter}
        unseen = shuffled(stream, [card for card in range(CARDS) if card not in known])
        self.held, self.crib = [[], []], [[], []]
        self.held[me], self.crib[me] = view.held, view.crib
        self.held[other] = unseen[: view.sizes[other]]
        self.crib[other] = unseen[6:8] if view.chosen[other] else []
        self.starter = unseen[8] if view.starter < 0 else view.starter
        self.laid, self.pile, self.scores = view.laid, view.pile, view.scores
        self.dealer, self.player, self.hands = view.dealer, view.player, view.hands


@playout.strategy("cribbage")
def keep_points(view: Any, rng: Any) -> int:
    """Keeps the four cards with the most points, then lays whatever pegs most."""
    if not view.crib:
        ways = combinations(sorted(view.held, reverse=True), 2)
        best = max(ways, key=lambda two: show([c for c in view.held if c not in two], -1))
        return int(best[0]) * CARDS + int(best[1])
    count = sum(map(worth, view.pile))
    fits = [card for card in view.held if count + worth(card) <= 31]
    return int(max(fits, key=lambda card: (peg([*view.pile, card]), worth(card))))


if __name__ == "__main__":
    print(playout.run("cribbage", strategy="keep_points", games=50, seed=1, by="seat"))
