"""A game with a fault: it does not end."""

from __future__ import annotations

from typing import Any

import playout

TOSS, STOP = 0, 1


@playout.game(
    "endless-coins",
    options=[playout.Option("coins", 5, "coins to toss at most", 1, 20)],
    measures=[
        playout.Measure(
            "heads",
            "mean",
            "heads, 0 after a tail",
            most=lambda rules: rules.number("coins"),
            better="highest",
        )
    ],
    moves=["toss", "stop"],
    chance_in_play=True,
)
class EndlessCoins:
    """Coins, in which a stop does not end the game."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.heads, self.tossed, self.stopped = 0, 0, False

    def is_over(self, rules: Any) -> bool:
        return False

    @staticmethod
    def longest(rules: Any) -> int:
        return 100

    def actor(self, rules: Any) -> int:
        return 0

    def legal_moves(self, rules: Any) -> list[int]:
        return [TOSS, STOP]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        if move == STOP:
            self.stopped = True
            return
        self.tossed += 1
        if playout.randrange(stream, 2) == 0:
            self.heads, self.stopped = 0, True
        else:
            self.heads += 1

    def score(self, rules: Any) -> dict[str, Any]:
        return {"heads": self.heads}
