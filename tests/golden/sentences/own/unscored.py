"""A game with a fault: its score lacks a measure."""

from __future__ import annotations

from typing import Any

import playout


@playout.game(
    measures=[playout.Measure("points", "mean", "points", better="highest")], chance_in_play=True
)
class OneThrow:
    """One throw: stop or throw again."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.die = 0

    def is_over(self, rules: Any) -> bool:
        return self.die > 0

    def legal_moves(self, rules: Any) -> list[int]:
        return [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.die = 1 + playout.randrange(stream, 6)

    def score(self, rules: Any) -> dict[str, Any]:
        return {"score": self.die}
