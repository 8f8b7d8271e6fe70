"""What answers about a board of Hex have in common: the position, its size, how it is sampled."""

from __future__ import annotations

from typing import Any, ClassVar

from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.notation import on_one_line
from playout.questions.hex.positions import size_of
from playout.report import answer


class BoardAnswer(answer.Answer):
    """An answer about one position."""

    found: Any
    settings: ClassVar[tuple[str, ...]]  # facts that are the same in all rows

    @property
    def stones(self) -> Stones:
        """The position int8[rows, cols]: 0 free, 1 and 2 fixed for that player."""
        stones: Stones = self.found.asked.stones
        return stones

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return int(self.stones.shape[0])

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return int(self.stones.shape[1])

    @property
    def p(self) -> float:
        """The chance that a free cell, or the next stone, is player 1's."""
        return float(self.found.asked.p)

    @property
    def confidence(self) -> float | None:
        """Boards are sampled until one cell is the best with this confidence; None: all are."""
        confidence: float | None = self.found.asked.confidence
        return confidence

    def facts(self) -> dict[str, Any]:
        """The position and its chances."""
        return {"position": on_one_line(self.stones), "p": self.p}

    def fixed(self) -> dict[str, Any]:
        """The position, and how it was sampled."""
        facts = self.facts()
        return {name: facts[name] for name in self.settings}

    @property
    def board(self) -> str:
        """The board in a sentence: ``Hex 11x11``, with what is not the usual start."""
        position = "" if (self.stones == FREE).all() else ", from the position given"
        bias = "" if self.p == 0.5 else f" (p = {self.p:g})"
        return f"Hex {size_of(self.stones)}{position}{bias}"

    @property
    def heading(self) -> str:
        """The board in the title of a picture: ``Hex, 11 x 11``."""
        return f"Hex, {self.rows} x {self.cols}"
