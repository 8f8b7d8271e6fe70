"""The base of the answers about a board of Hex: the position, its size, how it is sampled."""

from __future__ import annotations

from typing import Any, ClassVar

from playout.games.hex.board import FREE, Stones
from playout.report import answer
from playout.report.words import about, between
from playout.stats.intervals import Interval


class BoardAnswer(answer.Answer):
    """An answer about one position.

    ``stones``: the position int8[rows, cols], 0 free, 1 and 2 fixed for that player, with its
    numbers of ``rows`` and ``cols``.  ``p``: the chance that a free cell, or the next stone, is
    player 1's.  ``confidence``: boards are sampled until one cell is the best with this
    confidence; None: all are.
    """

    settings: ClassVar[tuple[str, ...]]  # facts that are the same in all rows
    tossed: ClassVar[str] = "cell"  # the noun for what player 1 gets with chance p
    found: Any

    def __init__(self, found: Any) -> None:
        super().__init__(found)
        self.stones: Stones = found.asked.stones
        self.rows, self.cols = map(int, self.stones.shape)
        self.p = float(found.asked.p)
        self.confidence: float | None = found.asked.confidence

    def facts(self) -> dict[str, Any]:
        """The position and its chances."""
        return {"position": self.found.asked.position, "p": self.p}

    def common_settings(self) -> dict[str, Any]:
        """The position, and how it was sampled."""
        facts = self.facts()
        return {name: facts[name] for name in self.settings}

    @property
    def board(self) -> str:
        """The board in a sentence: ``Hex 11x11``, with what is not the usual start."""
        position = "" if (self.stones == FREE).all() else ", from the position given"
        bias = ""
        if self.p in (0, 1):
            bias = f" (player {2 - int(self.p)} gets every {self.tossed}, p={self.p:g})"
        elif self.p != 0.5:
            chance = about(Interval.exact(self.p), rate=True)
            bias = f" (player 1 gets each {self.tossed} with chance {chance}, p={self.p:g})"
        return f"Hex {self.found.asked.size}{position}{bias}"

    @property
    def size(self) -> str:
        """The board in a caption: ``11x11``, with the chance p if that is no half."""
        bias = f", p={self.p:g} (chance that player 1 gets a {self.tossed})"
        return f"{self.found.asked.size}{'' if self.p == 0.5 else bias}"

    @property
    def heading(self) -> str:
        """The board in the title of a picture: ``Hex, 11 x 11``."""
        return f"Hex, {self.rows} x {self.cols}"


def with_error(interval: Interval, rate: bool) -> str:
    """A number with its interval; an exact one has none."""
    if interval.low == interval.high:
        return about(interval, rate)
    return between(interval, rate)
