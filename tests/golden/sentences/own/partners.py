"""A game of partners: each may throw a hidden die once more, and the team with more points wins."""

from __future__ import annotations

from typing import Any

import playout


@playout.game(
    "partners",
    options=[
        playout.Option("players", 4, "players", 2, 6),
        playout.Option("die", 6, "the most a die can show", 2, 20),
    ],
    measures=[
        playout.Measure("win", "share", "the team has more points", per_seat=True),
        playout.Measure(
            "points",
            "mean",
            "points of the team",
            per_seat=True,
            first="highest",
            most=lambda rules: rules.number("die") * rules.partners,
        ),
        playout.Measure(
            "pips",
            "mean",
            "pips on the own die",
            per_seat=True,
            better="highest",
            most=lambda rules: rules.number("die"),
        ),
    ],
    moves=["keep", "again"],
    teams=2,
    chance_in_play=True,
)
class Partners:
    """Partners: throw your hidden die once more, or keep it; the team with more points wins."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.dice = [1 + playout.randrange(stream, rules.die) for _ in range(rules.players)]
        self.moves: list[int] = []

    def is_over(self, rules: Any) -> bool:
        return bool(len(self.moves) == rules.players)

    def actor(self, rules: Any) -> int:
        return len(self.moves)

    def legal_moves(self, rules: Any) -> list[int]:
        return [0, 1]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        if move:
            self.dice[len(self.moves)] = 1 + playout.randrange(stream, rules.die)
        self.moves.append(move)

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.own, view.moves = self.dice[seat], self.moves

    def determinize(self, view: Any, rules: Any, stream: Any) -> None:
        self.deal(rules, stream)
        self.dice[view.seat], self.moves = view.own, list(view.moves)

    def score(self, rules: Any) -> dict[str, Any]:
        sides = 2 if rules.players in (4, 6) else rules.players
        teams = [sum(self.dice[side::sides]) for side in range(sides)]
        share = [(one == max(teams)) / teams.count(max(teams)) for one in teams]
        seats = range(rules.players)
        return {
            "win": [share[seat % sides] for seat in seats],
            "points": [teams[seat % sides] for seat in seats],
            "pips": self.dice,
        }


@playout.strategy("partners")
def keep(view: Any, rng: Any) -> int:
    """Keeps its die."""
    return 0


@playout.strategy("partners")
def low(view: Any, rng: Any) -> int:
    """Throws a die of up to three once more."""
    return int(view.own <= 3)
