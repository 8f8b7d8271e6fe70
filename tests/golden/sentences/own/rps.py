"""Rock, paper, scissors: a cycle of strategies that each have a favourite."""

from __future__ import annotations

from typing import Any

import playout

ROCK, PAPER, SCISSORS = 0, 1, 2


@playout.game(
    "rps",
    measures=[
        playout.Measure("win", "share", "wins", per_seat=True, first="highest", better="highest")
    ],
    options=[playout.Option("players", 2, "players", 2, 2)],
    moves=["rock", "paper", "scissors"],
)
class RockPaperScissors:
    """Rock, paper, scissors: both choose at once, so neither sees the other's hand."""

    HIDDEN = True

    def deal(self, rules: Any, stream: Any) -> None:
        self.hands: list[int] = []

    def is_over(self, rules: Any) -> bool:
        return len(self.hands) == 2

    def actor(self, rules: Any) -> int:
        return len(self.hands)

    def legal_moves(self, rules: Any) -> list[int]:
        return [ROCK, PAPER, SCISSORS]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.hands.append(move)

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.nothing = 0

    def score(self, rules: Any) -> dict[str, Any]:
        lead = (self.hands[0] - self.hands[1]) % 3
        return {"win": [[0.5, 0.5], [1, 0], [0, 1]][lead]}


def often(rng: Any, hand: int) -> int:
    """A hand in two games of three, else any of the three."""
    return hand if playout.randrange(rng, 3) else playout.randrange(rng, 3)


@playout.strategy("rps")
def rocks(view: Any, rng: Any) -> int:
    """Mostly rock."""
    return often(rng, ROCK)


@playout.strategy("rps")
def papers(view: Any, rng: Any) -> int:
    """Mostly paper."""
    return often(rng, PAPER)


@playout.strategy("rps")
def snips(view: Any, rng: Any) -> int:
    """Mostly scissors."""
    return often(rng, SCISSORS)


@playout.strategy("rps")
def rock(view: Any, rng: Any) -> int:
    """Always rock."""
    return ROCK


@playout.strategy("rps")
def stone(view: Any, rng: Any) -> int:
    """Always rock too."""
    return ROCK
