"""A game with ties: each round a player takes one point, or dares to win five or nothing."""

from __future__ import annotations

from typing import Any

import playout

SAFE, DARE = 0, 1
CHANCE = 9  # in 20, of five points


@playout.game(
    "dare",
    options=[
        playout.Option("players", 2, "players", 2, 4),
        playout.Option("rounds", 1, "rounds", 1, 20),
    ],
    measures=[
        playout.Measure("win", "share", "has the most points", per_seat=True, better="highest"),
        playout.Measure(
            "points",
            "mean",
            "points at the end",
            per_seat=True,
            first="highest",
            better="highest",
            most=lambda rules: 5 * rules.number("rounds"),
        ),
    ],
    moves=["safe", "dare"],
    chance_in_play=True,
)
class Dare:
    """Dare: one point for sure, or five with a chance of 45 %; the most points win."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.points, self.moves = [0] * rules.players, 0

    def is_over(self, rules: Any) -> bool:
        return bool(self.moves == rules.players * rules.rounds)

    def actor(self, rules: Any) -> int:
        return int(self.moves % rules.players)

    def legal_moves(self, rules: Any) -> list[int]:
        return [SAFE, DARE]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        won = 5 if playout.randrange(stream, 20) < CHANCE else 0
        self.points[self.moves % rules.players] += won if move == DARE else 1
        self.moves += 1

    def score(self, rules: Any) -> dict[str, Any]:
        most = max(self.points)
        share = 1 / self.points.count(most)
        return {"win": [share if one == most else 0 for one in self.points], "points": self.points}


@playout.strategy("dare")
def bold(view: Any, rng: Any) -> int:
    """Always dares."""
    return DARE


@playout.strategy("dare", parameters={"lead": 5}, allowed={"lead": (0, 100)})
def safe(view: Any, rng: Any) -> int:
    """Takes one point, but dares if it is behind by `lead` points."""
    behind = max(view.points) - view.points[view.seat]
    return DARE if behind >= view.parameters[0] else SAFE
