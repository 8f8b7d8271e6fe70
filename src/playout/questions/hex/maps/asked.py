"""The question of a map: random fillings of a position, and the method to look at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playout.engine.vectors.vectors import BITS
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.spelling import as_typed
from playout.games.hex.board import FREE, Stones
from playout.games.hex.maps import METHODS
from playout.questions.hex import asked
from playout.questions.hex.asked import start_position
from playout.questions.hex_parameter_tables import MAP

EXACT = "exact"  # the method that looks at every filling once, instead of at random ones


@dataclass(frozen=True, eq=False)
class Asked(asked.Asked):
    """Random fillings of a position's free cells."""

    question = MAP
    stones: Stones  # int8[rows, cols]: 0 free, 1 and 2 fixed for that player
    p: float  # chance that a free cell is player 1's
    method: str
    boards: int  # to look at, at most; by method exact all there are
    confidence: float | None  # stop once the best cell is clear with this confidence; None: never
    seed: int  # 0 by method exact, which needs none

    @property
    def end(self) -> int:
        """How many blocks of boards there are; the last may be a partial one."""
        return -(-self.boards // BITS)

    def command(self, end: int) -> str:
        """The command that asks for it; "" if it takes a file with a position."""
        return super().command(self.boards)

    def canonical(self) -> dict[str, Any]:
        """Everything that decides the counts, in a standard form for JSON.

        The number of boards is part of it, because the last block of boards may be a partial one.
        """
        stops = {} if self.confidence is None else {"confidence": self.confidence}
        return {**super().canonical(), **stops}

    @classmethod
    def ask(cls, rows: int | None = None, cols: int | None = None, **parameters: Any) -> Asked:
        """A checked map; see `playout.hex.criticality`."""
        stones = parameters.pop("stones", None)
        words, _ = cls.question.read(parameters)
        position, sure, method = start_position(rows, cols, stones), words.confidence, words.method
        allowed = [*METHODS, EXACT]
        if not isinstance(method, str) or method not in allowed:
            raise PlayoutError(f"{as_typed('method', method)}: {suggest(method, allowed)}")
        if sure is not None and method != METHODS[0]:
            raise PlayoutError(
                f"{as_typed('confidence', f'{sure:g}')}: with {as_typed('method', method)} every "
                f"board is played; only {METHODS[0]} can stop early"
            )
        if method != EXACT:
            return cls(position, words.p, method, words.boards, sure, words.seed)
        usual = {"boards": None, "seed": cls.question["seed"].default}
        for name, value in usual.items():
            if parameters.get(name) not in (None, value):
                raise PlayoutError(
                    f"{as_typed(name, parameters[name])}: leave this out, because method {EXACT} "
                    "counts every filling once instead of random ones"
                )
        return cls(position, words.p, method, 2 ** int((position == FREE).sum()), None, 0)


ask = Asked.ask
