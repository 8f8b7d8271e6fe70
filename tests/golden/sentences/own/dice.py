"""A game that can be drawn: two players throw a die, and the higher throw wins."""

from __future__ import annotations

from typing import Any

import playout


@playout.game(
    "dice",
    options=[playout.Option("players", 2, "players", 2, 2)],
    measures=[playout.Measure("win", "share", "threw more", per_seat=True, first="highest")],
    chance_in_play=True,
)
class Dice:
    """Dice: both throw once; seat 1 throws again after a 1."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.thrown: list[int] = []

    def is_over(self, rules: Any) -> bool:
        return len(self.thrown) == 2

    def actor(self, rules: Any) -> int:
        return len(self.thrown)

    def legal_moves(self, rules: Any) -> list[int]:
        return [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        die = 1 + playout.randrange(stream, 6)
        if die == 1 and not self.thrown:
            die = 1 + playout.randrange(stream, 6)
        self.thrown.append(die)

    def score(self, rules: Any) -> dict[str, Any]:
        one, other = (*self.thrown, 0, 0)[:2]
        return {"win": [0.5, 0.5] if one == other else [one > other, one < other]}
