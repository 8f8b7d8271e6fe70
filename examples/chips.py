"""Chips passed left and right: a family game in plain Python, without decisions.

Whoever has chips throws a die for each of them, three at most: a 1 passes a chip to the left, a 2
to the right, a 3 loses one into the middle; 4, 5 and 6 keep it.  The last who has any wins.  Player
1 has a disadvantage.  Which rule mends it?

    playout tune examples/chips.py --players 3 --vary chips=2..4 --vary extra=0..2 \\
        --target "seats=equal±2"

See docs/how-do-i/rule.md.
"""

from __future__ import annotations

from typing import Any

import playout

LEFT, RIGHT, LOST = 0, 1, 2
DICE = 3


@playout.game(
    "chips",
    options=[
        playout.Option("players", 3, "players", 2, 8),
        playout.Option("chips", 3, "chips that each player begins with", 1, 10),
        playout.Option("extra", 0, "more chips for player 1", 0, 10),
    ],
    measures=[
        playout.Measure("win", "share", "is the last who has chips", per_seat=True),
        playout.Measure("turns", "mean", "turns in which dice were thrown"),
    ],
    moves=["throw"],
    chance_in_play=True,
)
class Chips:
    """Chips passed left and right: the last who has any wins."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.chips = [rules.chips] * rules.players
        self.chips[0] += rules.extra
        self.player, self.turns = 0, 0

    def is_over(self, rules: Any) -> bool:
        return sum(chips > 0 for chips in self.chips) == 1

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        return [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        here, n = self.player, rules.players
        for _ in range(min(DICE, self.chips[here])):
            face = playout.randrange(stream, 6)
            if face <= LOST:
                self.chips[here] -= 1
            if face == LEFT:
                self.chips[(here + 1) % n] += 1
            elif face == RIGHT:
                self.chips[(here - 1) % n] += 1
        self.turns += 1
        self.player = (here + 1) % n
        while self.chips[self.player] == 0:
            self.player = (self.player + 1) % n

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": [int(chips > 0) for chips in self.chips], "turns": self.turns}
