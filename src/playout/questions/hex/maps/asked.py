"""What a map asks: random fillings of a position, and how they are looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    read_chance,
    read_confidence,
    read_count,
    seed_or_fresh,
    shown,
)
from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.notation import Position, from_one_line, on_one_line
from playout.games.hex.maps import METHODS
from playout.questions.hex.positions import start_position

BOARDS = 10_000_000  # if nobody says
SEED = 1  # likewise
EXACT = "exact"  # the method that looks at every filling once, instead of at random ones


@dataclass(frozen=True, eq=False)
class Asked:
    """Random fillings of a position's free cells."""

    stones: Stones  # int8[rows, cols]: 0 free, 1 and 2 fixed for that player
    p: float  # chance that a free cell is player 1's
    method: str
    boards: int  # to look at, at most; by method exact all there are
    confidence: float | None  # stop once the best cell is clear with this confidence; None: never
    seed: int  # 0 by method exact, which needs none

    @property
    def game(self) -> Game:
        """Hex."""
        return find_game("hex")

    @staticmethod
    def restored(canonical: Mapping[str, Any]) -> Asked:
        """The map of this canonical form."""
        return ask(
            stones=from_one_line(canonical["position"]),
            p=canonical["p"],
            method=canonical["method"],
            boards=canonical["boards"],
            confidence=canonical.get("confidence"),
            seed=canonical["seed"],
        )

    def canonical(self) -> dict[str, Any]:
        """All that decides what is counted: for JSON, always the same.

        The number of boards is part of it, because the last block of boards may be a partial one.
        """
        stops = {} if self.confidence is None else {"confidence": self.confidence}
        return {
            "game": self.game.name,
            "position": on_one_line(self.stones),
            "p": self.p,
            "method": self.method,
            "boards": self.boards,
            "seed": self.seed,
            **stops,
        }


def ask(
    rows: int | None = None,
    cols: int | None = None,
    *,
    boards: int | str | None = None,
    p: float | str = 0.5,
    method: str = METHODS[0],
    confidence: float | str | None = None,
    stones: Position | None = None,
    seed: int | None = SEED,
) -> Asked:
    """A checked map; see `playout.hex.criticality`."""
    position, chance = start_position(rows, cols, stones), read_chance(p)
    allowed = [*METHODS, EXACT]
    if not isinstance(method, str) or method not in allowed:
        raise PlayoutError(f"there is no method '{shown(method)}': {suggest(method, allowed)}")
    sure = None if confidence is None else read_confidence(confidence)
    if sure is not None and method != METHODS[0]:
        raise PlayoutError(
            f"confidence = {sure:g}: method {method} looks at all boards; only {METHODS[0]} "
            "can stop before"
        )
    if method == EXACT:
        for name, given in (("boards", boards), ("seed", None if seed == SEED else seed)):
            if given is not None:
                raise PlayoutError(
                    f"{name} = {given}: method {EXACT} looks at every filling once, not at random"
                )
        return Asked(position, chance, method, 2 ** int((position == FREE).sum()), None, 0)
    number = read_count(BOARDS if boards is None else boards, "boards")
    return Asked(position, chance, method, number, sure, seed_or_fresh(seed))
