"""The question of compound games: where they start, and how a move is sampled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.games.hex.board import Stones
from playout.questions.hex import asked
from playout.questions.hex.asked import start_position
from playout.questions.hex_parameter_tables import COMPOUND

SAMPLING = "race"  # how boards are sampled with a confidence: in files, since it has changed


@dataclass(frozen=True, eq=False)
class Asked(asked.Asked):
    """Compound games: every stone on a most pivotal cell, every owner by a coin."""

    question = COMPOUND
    stones: Stones  # int8[rows, cols]: where all games start
    p: float  # chance that a stone, or a free cell of a sampled board, is player 1's
    boards: int  # sampled for a move, at most
    confidence: float | None  # adaptive sampling stops at this confidence; None: all boards
    seed: int
    games: int

    def canonical(self) -> dict[str, Any]:
        """Everything that decides the games, except their number, in a standard form for JSON."""
        fields = super().canonical()
        seed, stops = fields.pop("seed"), {} if self.confidence is None else {"sampling": SAMPLING}
        return {**fields, **stops, "seed": seed}

    @classmethod
    def ask(cls, rows: int | None = None, cols: int | None = None, **parameters: Any) -> Asked:
        """Checked compound games; see `playout.hex.compound`."""
        position = start_position(rows, cols, parameters.pop("stones", None))
        words, _ = cls.question.read(parameters)
        return cls(position, words.p, words.boards, words.confidence, words.seed, words.games)


ask = Asked.ask
