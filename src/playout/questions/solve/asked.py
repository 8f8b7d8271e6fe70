"""The question of a solution: who plays as well as can be, who as given, and where it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.questions import solving
from playout.questions.judging_tables import SOLVE


@dataclass(frozen=True)
class Asked(solving.Asked):
    """A small game, who plays it, and what counts."""

    question = SOLVE
    seed: int = 0  # nothing is drawn

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question; ``strategy`` is ``best``, a strategy, or one of these a seat."""
        words, options = cls.question.read(given)
        return cls(**solving.read_solving(game, words, options))


ask = Asked.ask
