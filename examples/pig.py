"""A game in plain Python: Pig, with a strategy, and what it is worth.

Run it: python examples/pig.py.  Or ask about it: playout run examples/pig.py --strategy hold.
docs/tutorials/your-first-game.md goes through it step by step, and compiles it.
"""

from __future__ import annotations

from typing import Any

import playout

ROLL, HOLD = 0, 1


@playout.game(
    "pig-plain",
    options=[
        playout.Option("players", 2, "players", 2, 8),
        playout.Option("goal", 100, "points that win", 1, 1000),
        playout.Option("most_turns", 1000, "turns after which the most points win", 1, 1_000_000),
    ],
    measures=[
        playout.Measure("win", "share", "has the most points", per_seat=True, first="highest"),
        playout.Measure("points", "mean", "points at the end", per_seat=True),
        playout.Measure("turns", "mean", "turns of all players"),
        playout.Measure("throws", "mean", "throws of all players"),
    ],
    moves=["roll", "hold"],
    chance_in_play=True,
)
class Pig:
    """Pig: roll a die as often as you dare; a 1 loses the points of the turn."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.scores = [0] * rules.players
        self.player, self.turn_total, self.turns, self.throws = 0, 0, 0, 0

    def is_over(self, rules: Any) -> bool:
        return bool(max(self.scores) >= rules.goal or self.turns >= rules.most_turns)

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        return [ROLL, HOLD] if self.turn_total > 0 else [ROLL]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        if move == ROLL:
            die = playout.randrange(stream, 6) + 1
            self.throws += 1
            if die > 1:
                self.turn_total += die
                return
        else:
            self.scores[self.player] += self.turn_total
        self.player, self.turn_total = (self.player + 1) % rules.players, 0
        self.turns += 1

    def score(self, rules: Any) -> dict[str, Any]:
        most = max(self.scores)
        share = 1 / self.scores.count(most)
        return {
            "win": [share if points == most else 0 for points in self.scores],
            "points": self.scores,
            "turns": self.turns,
            "throws": self.throws,
        }


@playout.strategy("pig-plain", parameters={"at": 20})
def hold(view: Any, rng: Any) -> int:
    """Holds at so many points in a turn, or as soon as they win."""
    wins = view.scores[view.seat] + view.turn_total >= view.goal
    return HOLD if view.turn_total > 0 and (wins or view.turn_total >= view.parameters[0]) else ROLL


def main() -> None:
    print(playout.run("pig-plain", seats=["hold", "random"], games=200, seed=1))
    print(playout.Match("pig-plain", strategy="hold", seed=2).transcript()[-200:])


if __name__ == "__main__":
    main()
