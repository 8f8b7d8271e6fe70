"""What questions about a board of Hex have in common: where it starts, and its size."""

from __future__ import annotations

from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game
from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.notation import on_one_line
from playout.questions import asked
from playout.questions.hex.positions import size_of


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
        """The size of the board, as its option has it."""
        return size_of(self.stones)

    def command(self, end: int) -> str:
        """The command that asks for it; "" if it takes a file with a position."""
        return "" if (self.stones != FREE).any() else super().command(end)

    def said(self, name: str) -> Any:
        """The value of a parameter as the command says it, if it is not the usual one."""
        value = super().said(name)
        return None if name in ("p", "method") and value == self.question[name].default else value
