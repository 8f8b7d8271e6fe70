"""Meet: two who cannot talk choose a side, and win together if it is the same one."""

from __future__ import annotations

from typing import Any

import playout


@playout.game(
    "meet",
    measures=[playout.Measure("win", "rate", "wins", better="highest")],
    options=[playout.Option("players", 2, "players", 2, 4)],
    moves=["left", "right"],
    cooperative=True,
)
class Meet:
    """All choose a side; they win if it is the same."""

    HIDDEN = True

    def deal(self, rules: Any, stream: Any) -> None:
        self.sides: list[int] = []

    def is_over(self, rules: Any) -> bool:
        return bool(len(self.sides) == rules.players)

    def actor(self, rules: Any) -> int:
        return len(self.sides)

    def legal_moves(self, rules: Any) -> list[int]:
        return [0, 1]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.sides.append(move)

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.nothing = 0

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": int(len(set(self.sides)) == 1)}


@playout.strategy("meet")
def keep_left(view: Any, rng: Any) -> int:
    """Left in nine games of ten."""
    return int(playout.randrange(rng, 10) == 0)


@playout.strategy("meet")
def keep_right(view: Any, rng: Any) -> int:
    """Right in nine games of ten."""
    return int(playout.randrange(rng, 10) > 0)


@playout.strategy("meet")
def coin(view: Any, rng: Any) -> int:
    """Any side."""
    return int(playout.randrange(rng, 2))
