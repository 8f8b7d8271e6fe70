"""Can't Stop in plain Python, step by step, with dictionaries and sets.

A throw is used in a pairing and an order of its two sums: each in turn moves its runner if it can.
Whatever can be done so, and no more, is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

LENGTHS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
Use = tuple[int, ...]  # the columns of the steps that a throw is used for, in rising order


def throws_of(seed: int, game: int) -> Iterator[list[int]]:
    """The throws of a game: number k from word k of NumPy's Philox stream of its deal."""
    stream = np.random.Philox(counter=[0, game, 0, 0], key=[seed, 0])
    while True:
        number = (int(stream.random_raw()) * 6**4) >> 64
        yield sorted(number // 6**k % 6 + 1 for k in range(4))


class Race:
    """A game under way: the dice are thrown, and the player whose turn it is can use them."""

    def __init__(self, players: int, wanted: int, turns: int, throws: Iterator[list[int]]) -> None:
        self.kept: list[dict[int, int]] = [{} for _ in range(players)]
        self.won: list[set[int]] = [set() for _ in range(players)]
        self.busts = [0] * players
        self.wanted, self.turns, self.throws = wanted, turns, throws
        self.player = self.turn = self.thrown = 0
        self.winner: int | None = None
        self.runners: dict[int, int] = {}
        self.throw()

    def is_over(self) -> bool:
        return self.winner is not None or self.turn == self.turns

    def stepped(self, runners: dict[int, int], column: int) -> dict[int, int] | None:
        """The runners after one step in a column, if it can be made."""
        if any(column in won for won in self.won):
            return None
        if column not in runners and len(runners) == 3:
            return None
        stands = runners.get(column, self.kept[self.player].get(column, 0))
        return None if stands == LENGTHS[column] else {**runners, column: stands + 1}

    def uses(self) -> dict[Use, dict[int, int]]:
        """All that the throw can be used for, with the runners after it."""
        found = {}
        for a, b, c, d in permutations(self.dice):
            made, runners = [], self.runners
            for column in (a + b, c + d):
                after = self.stepped(runners, column)
                if after is not None:
                    made.append(column)
                    runners = after
            if made:
                found[tuple(sorted(made))] = runners
        return found

    def throw(self) -> None:
        while not self.is_over():
            self.dice = next(self.throws)
            self.thrown += 1
            if self.uses():
                return
            self.busts[self.player] += 1
            self.pass_on()

    def pass_on(self) -> None:
        self.runners = {}
        self.turn += 1
        self.player = (self.player + 1) % len(self.kept)

    def play(self, use: Use, stops: bool) -> None:
        self.runners = self.uses()[use]
        tops = {column for column, stands in self.runners.items() if stands == LENGTHS[column]}
        wins = len(self.won[self.player] | tops) >= self.wanted
        if wins or stops:
            self.won[self.player] |= tops
            self.kept[self.player].update(self.runners)
            for other in range(len(self.kept)):
                for column in tops:
                    if other != self.player:
                        self.kept[other].pop(column, None)
            if wins:
                self.winner = self.player
            self.pass_on()
        self.throw()
