"""A small game in plain Python that the checks are tried on, with mistakes or without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import playout
from playout.engine.chance.rng import randrange
from playout.engine.find.games import find_game
from playout.engine.game.game import Measure, Option
from playout.testing import Case, Fault
from playout.testing.case import Check


class Heap:
    """Take one or two stones; a coin takes one more; who takes the last wins.

    There are nine stones.
    """

    def deal(self, rules: Any, stream: Any) -> None:
        self.stones, self.seat, self.secret = 9, 0, int(randrange(stream, 5))

    def is_over(self, rules: Any) -> bool:
        return bool(self.stones <= 0)

    def actor(self, rules: Any) -> int:
        return self.seat

    def legal_moves(self, rules: Any) -> Any:
        return list(range(1, min(2, self.stones) + 1))

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.stones -= move + int(randrange(stream, 2))
        self.seat = 1 - self.seat

    def score(self, rules: Any) -> Any:
        return {"win": [self.seat == 1, self.seat == 0], "left": 0}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.stones = self.stones

    def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:  # noqa: N805
        state.stones, state.secret = view.stones, int(randrange(stream, 5))
        state.seat = view.seat if view.legal_moves else 1 - view.seat


def game(
    chance_in_play: bool = True, moves: Sequence[str] = ("none", "one", "two"), **changed: Any
) -> str:
    """The game above with other methods."""
    kept = {
        name: one for name, one in vars(Heap).items() if name not in ("__dict__", "__weakref__")
    }
    made = type("Heap", (), {**kept, **changed})
    for name in [name for name, one in changed.items() if one is None]:
        delattr(made, name)
    playout.game(
        options=[Option("players", 2, "players", 2, 2)],
        measures=[
            Measure("win", "share", "took the last", per_seat=True, first="highest"),
            Measure("left", "mean", "stones left", most=lambda rules: 3),
        ],
        moves=list(moves),
        chance_in_play=chance_in_play,
    )(made)
    return "heap"


def case(name: str, strategy: str = "random", **hooks: Any) -> Case:
    return Case(find_game(name), strategy, {}, 3, type("Hooks", (), hooks) if hooks else None)


def fails(check: Check, one: Case) -> str:
    """What a check finds."""
    with pytest.raises(Fault) as caught:
        check(one)
    return str(caught.value)
