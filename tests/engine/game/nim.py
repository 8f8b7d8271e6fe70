"""A plain game for tests, with parts that may be changed."""

from __future__ import annotations

from typing import Any

import playout
from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Measure, Option


def nim(**changed: Any) -> type:
    """A small game: two players take one or two of some stones; who takes the last wins."""

    class Nim:
        """Nim: take one or two stones; the last one wins."""

        def deal(self, rules: Any, stream: Any) -> None:
            self.stones, self.seat = rules.stones, 0

        def is_over(self, rules: Any) -> bool:
            return bool(self.stones == 0)

        def actor(self, rules: Any) -> int:
            return self.seat

        def legal_moves(self, rules: Any) -> Any:
            return range(1, min(2, self.stones) + 1)

        def play(self, rules: Any, move: int, stream: Any) -> None:
            self.stones, self.seat = self.stones - move, 1 - self.seat

        def score(self, rules: Any) -> Any:
            return {"win": [self.seat == 1, self.seat == 0]}

    for name, member in changed.items():
        if member is None:
            delattr(Nim, name)
        else:
            setattr(Nim, name, member)
    return Nim


def declared(**changed: Any) -> Game:
    playout.game(
        options=[Option("players", 2, "players", 2, 2), Option("stones", 7, "stones", 1, 50)],
        measures=[Measure("win", "share", "took the last", per_seat=True, first="highest")],
    )(nim(**changed))
    return find_game("nim")
