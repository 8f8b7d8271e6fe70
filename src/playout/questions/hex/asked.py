"""The base of the questions about a board of Hex: the starting position and its size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from playout.engine.find.games import find_game
from playout.engine.game.game import Game
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_whole
from playout.engine.words.spelling import as_typed
from playout.games.hex.board import FREE, MOST_ROWS, Stones, check_undecided
from playout.games.hex.display.notation import Position, from_one_line, on_one_line, read_position
from playout.questions import asked

SIZE = 11  # rows, by default


class Asked(asked.Asked):
    """A checked question about a position of Hex, which is no game between strategies."""

    stones: Stones  # int8[rows, cols]: 0 free, 1 and 2 for that player

    @property
    def game(self) -> Game:
        """Hex."""
        return find_game("hex")

    @property
    def position(self) -> str:
        """The stones, on one line."""
        return on_one_line(self.stones)

    @property
    def size(self) -> str:
        """The size of the board, as on the command line: ``7x9``."""
        return "{}x{}".format(*self.stones.shape)

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Self:
        """The question of this canonical form, which says how many boards a map has."""
        names = {parameter.name for parameter in cls.question.asked}
        parameters = {name: value for name, value in canonical.items() if name in names}
        limit = {cls.question.limit: end}
        return cls.ask(stones=from_one_line(canonical["position"]), **limit | parameters)

    def command(self, end: int) -> str:
        """The command that asks for it; "" if it takes a file with a position."""
        return "" if (self.stones != FREE).any() else super().command(end)

    def command_value(self, name: str) -> Any:
        """The value of a parameter as the command says it, if it is not the usual one."""
        value = super().command_value(name)
        return None if name in ("p", "method") and value == self.question[name].default else value


def start_position(rows: int | None, cols: int | None, stones: Position | None) -> Stones:
    """Return the position to start from: an undecided one, or an empty board by default."""
    size = {
        name: read_whole(name, number, 1, MOST_ROWS)
        for name, number in (("rows", rows), ("cols", cols))
        if number is not None
    }
    if stones is None:
        height = size.get("rows", SIZE)
        return np.zeros((height, size.get("cols", height)), np.int8)
    position = read_position(stones)
    for name, there in zip(("rows", "cols"), position.shape, strict=True):
        if size.get(name, there) != there:
            raise PlayoutError(
                f"{as_typed(name, size[name])}: the position has {there} {name}; leave the size out"
            )
    check_undecided(position)
    return position
