"""Chips passed left and right, in plain Python: a game of pure luck that favours the last seat.

A player throws a die for each own chip, at most three: one side passes a chip to the left, one to
the right, one loses it to the middle, three keep it.  Whoever alone has chips left wins.

    playout run examples/chips.py --by seat
    playout solve examples/chips.py --players 3 --chips 1
    playout tune examples/chips.py --players 3 --vary extra=0..2 --target "seats=equal±1"
"""

from __future__ import annotations

from typing import Any

import playout

LEFT, RIGHT, LOST = range(3)  # sides of a die; the other three keep the chip


@playout.game(
    "chips",
    options=[
        playout.Option("players", 3, "players", 2, 8),
        playout.Option("chips", 3, "chips of each player at the beginning", 1, 10),
        playout.Option("extra", 0, "chips more for the player who goes first", 0, 5),
    ],
    measures=[
        playout.Measure("win", "share", "has the last chips", per_seat=True, first="highest"),
        playout.Measure("turns", "mean", "turns of all players, without those without chips"),
    ],
    moves=["throw"],
    chance_in_play=True,
)
class Chips:
    """Chips passed left and right: throw a die for each of your chips; the last with chips wins.

    Everybody starts with three chips.

    In your turn throw a die for each chip that you have, but at most three.

    For L pass a chip to the left, for R to the right; for C put one into the middle.

    For each of the three dots on a die you keep a chip.

    Without chips you skip your turn, but may get chips again.

    Whoever has the only chips left wins; there is nothing to decide.
    """

    def deal(self, rules: Any, stream: Any) -> None:
        self.chips = [rules.chips] * rules.players
        self.chips[0] += rules.extra
        self.player, self.turns = 0, 0

    def is_over(self, rules: Any) -> bool:
        return bool(self.chips.count(0) == rules.players - 1)

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        return [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        for _ in range(min(3, self.chips[self.player])):
            side = playout.randrange(stream, 6)
            self.chips[self.player] -= side <= LOST
            if side in (LEFT, RIGHT):
                to = self.player + (1 if side == LEFT else -1)
                self.chips[to % rules.players] += 1
        self.turns += 1
        self.player = (self.player + 1) % rules.players
        while not self.chips[self.player]:
            self.player = (self.player + 1) % rules.players

    def forget(self, rules: Any) -> None:
        self.turns = 0

    def score(self, rules: Any) -> dict[str, Any]:
        """Before the end who has more chips is ahead."""
        most = max(self.chips)
        best = self.chips.count(most)
        return {
            "win": [1 / best if have == most else 0 for have in self.chips],
            "turns": self.turns,
        }


def main() -> None:
    print(playout.solve("chips", players=2))
    print(playout.run("chips", games=1000, seed=1, by="seat"))


if __name__ == "__main__":
    main()
