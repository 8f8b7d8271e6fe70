"""The program "Double Dominoes", as far as reading it tells, slips included.

It is written anew from https://github.com/Stian-Wolmarans/Double_Dominoes (AI_2 against AI_1) and
shares no code with the package.  That program lists every sequence of AI_2's hand, one beside the
other, and hangs where there are too many; here they are looked at one after another, and a match in
which a hand has more than `limit` is given up.

``python -m tests.reference.double_dominoes 2 5000 3000`` plays 5,000 matches of two players, and
gives up those in which a hand has more than 3,000 sequences.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from itertools import count
from random import Random

Tile = tuple[int, int]
HAND, HIGHEST, TARGET = 11, 12, 100
LOCKED = -1  # what a train shows on which AI_2 has just laid a tile of its sequence


class Hangs(Exception):
    """A hand has too many sequences to list."""


def first_of_best(hand: list[Tile], end: int, limit: int) -> Tile | None:
    """The tile that begins the best sequence from `end`, or None: longest, most doubles, heaviest.

    Raises Hangs if more than `limit` sequences, begun ones too, can be laid.
    """
    best: tuple[tuple[int, int, int], Tile | None] = ((0, 0, 0), None)
    held, listed = set(hand), 0
    begun: list[tuple[int, list[Tile]]] = [(end, [])]
    while begun:
        at, laid = begun.pop()
        for tile in sorted(tile for tile in held.difference(laid) if at in tile):
            sequence = [*laid, tile]
            listed += 1
            if listed > limit:
                raise Hangs
            worth = (len(sequence), sum(a == b for a, b in sequence), sum(map(sum, sequence)))
            best = max(best, (worth, sequence[0]), key=lambda known: known[0])
            begun.append((sum(tile) - at, sequence))
    return best[1]


@dataclass
class Round:
    """One round; AI_2 is player 0, all others are AI_1, and the last train is everybody's."""

    players: int
    first: int
    chance: Random
    limit: int
    pile: list[Tile] = field(default_factory=list)
    hands: list[list[Tile]] = field(default_factory=list)

    def __post_init__(self) -> None:
        numbers = range(HIGHEST + 1)
        self.pile = [(a, b) for a in numbers for b in numbers if a <= b and a < HIGHEST]
        self.chance.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(HAND)] for _ in range(self.players)]
        self.shown = [HIGHEST] * (self.players + 1)  # what others, and the owner's check, see
        self.ends = [HIGHEST] * (self.players + 1)  # what lies there
        self.open = [False] * self.players + [True]

    def play(self) -> list[int]:
        """What each player writes down: all that is left, twice if nobody could cover a double."""
        times = 1 if self.ends_without_a_gate() else 2
        return [times * sum(map(sum, hand)) for hand in self.hands]

    def ends_without_a_gate(self) -> bool:
        """Play until a hand is empty or nobody can go on; False if nobody can cover a double."""
        passes = 0
        while self.pile or passes < self.players + 1:
            for turn in range(self.players):
                player = (self.first + turn) % self.players
                if self.can_lay(player):
                    train, tile = self.choose(player)
                    if tile[0] == tile[1] and not self.cover(train, player):
                        return False
                    passes = 0
                else:
                    if self.pile:
                        self.hands[player].append(self.pile.pop())
                    self.open[player] = True
                    passes += 1
                if not all(self.hands):
                    return True
        return True

    def can_lay(self, player: int) -> bool:
        """Whether a tile fits on the own train or an open one, as far as these show their ends."""
        trains = [train for train, is_open in enumerate(self.open) if is_open or train == player]
        return any(self.shown[train] in tile for train in trains for tile in self.hands[player])

    def choose(self, player: int) -> tuple[int, Tile]:
        """Lay a tile, as AI_2 or AI_1 does; returns the train and the tile."""
        hand = self.hands[player]
        if player == 0:
            tile = first_of_best(hand, self.ends[0], self.limit)
            if tile is not None:
                self.lay(player, tile, 0)
                self.shown[0] = LOCKED
                return 0, tile
        trains = [train for train, is_open in enumerate(self.open) if is_open or train == player]
        moves = [
            (train, tile)
            for train in trains
            for tile in hand
            for number in tile  # so a double is there twice
            if number == self.shown[train]
        ]
        heaviest = max(moves, key=lambda move: sum(move[1]))
        train, tile = self.chance.choice(moves) if player > 0 else heaviest
        self.lay(player, tile, train)
        return train, tile

    def lay(self, player: int, tile: Tile, train: int) -> None:
        """Move a tile from a hand to the end of a train."""
        self.hands[player].remove(tile)
        self.ends[train] = sum(tile) - self.ends[train]
        self.shown[train] = self.ends[train]

    def cover(self, train: int, player: int) -> bool:
        """Everybody tries in turn to cover a double; False if nobody can and the pile is gone."""
        passes = 0
        for attempt in count():
            hand = self.hands[player]
            covers = [tile for tile in hand if self.ends[train] in tile]
            if covers:
                self.lay(player, self.chance.choice(covers), train)
                return True
            if self.pile and attempt > 0:
                hand.append(self.pile.pop())
                passes = 0
            else:
                passes += 1
            if passes > self.players and not self.pile:
                return False
            player = (player + 1) % self.players
        raise AssertionError


def winner(players: int, chance: Random, limit: int) -> int:
    """Play a match; the lowest of equal totals is that of the player who sits first."""
    totals = [0] * players
    for first in count():
        points = Round(players, first % players, chance, limit).play()
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        if max(totals) >= TARGET:
            break
    return totals.index(min(totals))


def wins(players: int, matches: int, limit: int, seed: int = 1) -> tuple[int, int]:
    """How many matches AI_2 wins, and how many are given up."""
    won = given_up = 0
    for number in range(matches):
        try:
            won += winner(players, Random(f"{seed} {number}"), limit) == 0
        except Hangs:
            given_up += 1
    return won, given_up


if __name__ == "__main__":
    players, matches, limit = map(int, sys.argv[1:])
    won, given_up = wins(players, matches, limit)
    print(f"{won} won, {matches - won - given_up} lost, {given_up} given up")
