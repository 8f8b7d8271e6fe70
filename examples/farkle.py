"""Six dice, in plain Python: keep what scores and throw the rest again, or bank your points.

playout run examples/farkle.py --seats bank:at=300,bank:at=500
playout tournament examples/farkle.py --strategies 'bank:at={200,300,500,1000}'
"""

from __future__ import annotations

from itertools import product
from typing import Any

import playout
from playout.kits.dice import write_counts

BANK = 7**6  # added to a move that ends the turn


def points_of(counts: tuple[int, ...]) -> int:
    """The points of dice, given how many show each face; 0 if one of them does not count."""
    if min(counts) == 1:
        return 1500  # 1 to 6
    points = 0
    for face, count in enumerate(counts, 1):
        triples, rest = divmod(count, 3)
        if rest and face not in (1, 5):
            return 0
        points += triples * (1000 if face == 1 else 100 * face)
        points += rest * (100 if face == 1 else 50)
    return points


def counts_of(move: int) -> tuple[int, ...]:
    """How many dice of each face a move keeps: the digits of its number to the base 7."""
    return tuple(move // 7**k % 7 for k in range(6))


def kept(thrown: list[int]) -> list[int]:
    """The ways to keep dice that score, by their numbers; thrown[k] dice show k + 1."""
    ways = product(*(range(count + 1) for count in thrown))
    return [sum(count * 7**k for k, count in enumerate(way)) for way in ways if points_of(way)]


def name(move: int) -> str:
    dice = "".join(str(face) * count for face, count in enumerate(counts_of(move), 1))
    return f"{'bank' if move >= BANK else 'keep'} {dice}" if move else "lose the turn"


@playout.game(
    "farkle",
    options=[
        playout.Option("players", 2, "players", 1, 8),
        playout.Option("goal", 10_000, "points that win", 50, 100_000),
    ],
    measures=[
        playout.Measure("win", "share", "has the most points", per_seat=True, first="highest"),
        playout.Measure("points", "mean", "points at the end", per_seat=True),
        playout.Measure("turns", "mean", "turns of all players", better="lowest"),
    ],
    moves=name,
    chance_in_play=True,
)
class Farkle:
    """Farkle: keep dice that score and throw the others again, or bank the points of your turn.

    Throw six dice. A 1 is worth 100 points, a 5 is worth 50.

    Three equal dice are worth 100 times their number, three ones 1000; 1 to 6 is worth 1500.

    Keep at least one die that scores; then throw the others, or bank your points.

    If all six dice have scored, throw all six again; if none scores, you lose the turn's points.

    The first who has banked 10,000 points wins.
    """

    def deal(self, rules: Any, stream: Any) -> None:
        self.scores, self.player, self.turns = [0] * rules.players, 0, 0
        self.turn_total = 0
        self.throw(stream, 6)

    def throw(self, stream: Any, dice: int) -> None:
        self.dice = write_counts([playout.randrange(stream, 6) + 1 for _ in range(dice)], [0] * 6)

    def is_over(self, rules: Any) -> bool:
        return bool(max(self.scores) >= rules.goal)

    def actor(self, rules: Any) -> int:
        return self.player

    def legal_moves(self, rules: Any) -> list[int]:
        ways = kept(self.dice)
        return [*ways, *(way + BANK for way in ways)] or [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        counts = counts_of(move)
        self.turn_total = self.turn_total + points_of(counts) if move else 0
        if 0 < move < BANK:
            self.throw(stream, (sum(self.dice) - sum(counts)) or 6)
        else:
            self.scores[self.player] += self.turn_total
            self.player, self.turns = (self.player + 1) % rules.players, self.turns + 1
            self.turn_total = 0
            self.throw(stream, 6)

    def score(self, rules: Any) -> dict[str, Any]:
        most = max(self.scores)
        win = [(points == most) / self.scores.count(most) for points in self.scores]
        return {"win": win, "points": self.scores, "turns": self.turns}


@playout.strategy("farkle", parameters={"at": 300})
def bank(view: Any, rng: Any) -> int:
    """Keeps all that scores, and banks from `at` points on, or when that wins."""
    best = max(kept(view.dice), key=lambda way: (points_of(counts_of(way)), way), default=0)
    total = view.turn_total + points_of(counts_of(best)) if best else 0
    wins = view.scores[view.player] + total >= view.goal
    return best + BANK if best and (wins or total >= view.parameters[0]) else best


if __name__ == "__main__":
    print(playout.run("farkle", seats=["bank", "bank:at=1000"], games=200, seed=1))
