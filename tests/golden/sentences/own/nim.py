"""A game without chance: take one to three stones, and whoever takes the last one wins."""

from __future__ import annotations

from typing import Any

import playout


@playout.game(
    "nim",
    options=[
        playout.Option("players", 2, "players", 2, 2),
        playout.Option("stones", 21, "stones at the start", 1, 50),
    ],
    measures=[
        playout.Measure("win", "share", "took the last stone", per_seat=True, first="highest")
    ],
)
class Nim:
    """Nim: take one, two or three stones; whoever takes the last one wins."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.stones, self.player = rules.stones, 0

    def is_over(self, rules: Any) -> bool:
        return bool(self.stones == 0)

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> Any:
        return range(1, min(3, self.stones) + 1)

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.stones, self.player = self.stones - move, 1 - self.player

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": [self.player == 1, self.player == 0]}
