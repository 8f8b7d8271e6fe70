"""A game in plain Python: Pig, with a strategy, and what it is worth.

Run it: python examples/pig.py.  Or ask about it: playout run examples/pig.py --strategy hold
"""

from __future__ import annotations

from typing import Any

import playout
from playout.engine.rng import randrange

ROLL, HOLD = 0, 1


@playout.game(
    options=[
        playout.Option("players", 2, "players", 2, 8),
        playout.Option("goal", 100, "points that win", 1, 1000),
    ],
    measures=[
        playout.Measure("win", "share", "has reached the goal", per_seat=True, first="highest"),
        playout.Measure("turns", "mean", "turns of all players"),
    ],
    moves=["roll", "hold"],
    chance_in_play=True,
)
class Pig:
    """Pig: roll a die as often as you dare; a 1 loses the points of the turn."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.scores = [0] * rules.players
        self.player, self.turn, self.turns = 0, 0, 1

    def is_over(self, rules: Any) -> bool:
        return bool(max(self.scores) >= rules.goal)

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        return [ROLL, HOLD] if self.turn > 0 else [ROLL]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        if move == ROLL:
            die = int(randrange(stream, 6)) + 1
            self.turn = 0 if die == 1 else self.turn + die
            if die > 1:
                return
        self.scores[self.player] += self.turn
        if not self.is_over(rules):
            self.player, self.turn = (self.player + 1) % rules.players, 0
            self.turns += 1

    def score(self, rules: Any) -> dict[str, Any]:
        return {"win": [one >= rules.goal for one in self.scores], "turns": self.turns}


@playout.strategy("pig", parameters={"at": 20})
def hold(view: Any, rng: Any) -> int:
    """Holds at so many points in a turn, or as soon as they win."""
    wins = view.scores[view.seat] + view.turn >= view.goal
    return HOLD if view.turn > 0 and (wins or view.turn >= view.parameters[0]) else ROLL


def main() -> None:
    print(playout.run("pig", seats=["hold", "random"], games=200, seed=1))
    print(playout.Match("pig", strategy="hold", seed=2).transcript()[-200:])


if __name__ == "__main__":
    main()
