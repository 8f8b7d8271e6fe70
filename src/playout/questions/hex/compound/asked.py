"""What is asked of compound games: where they start, and how a move is sampled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game
from playout.engine.words.reading import read_chance, read_confidence, read_count, seed_or_fresh
from playout.games.hex.board import Stones
from playout.games.hex.display.notation import Position, from_one_line, on_one_line
from playout.questions.hex.positions import start_position

GAMES = 1_000  # if nobody says
BOARDS = 10_000  # likewise, for a move
SAMPLING = "race"  # how boards are sampled with a confidence: in files, since it has changed


@dataclass(frozen=True, eq=False)
class Asked:
    """Compound games: every stone on a most pivotal cell, every owner by a coin."""

    stones: Stones  # int8[rows, cols]: where all games start
    p: float  # chance that a stone, or a free cell of a sampled board, is player 1's
    boards: int  # sampled for a move, at most
    confidence: float | None  # adaptive sampling stops at this confidence; None: all boards
    seed: int
    games: int

    @property
    def game(self) -> Game:
        """Hex."""
        return find_game("hex")

    @staticmethod
    def restored(canonical: Mapping[str, Any], games: int) -> Asked:
        """The compound games of this canonical form."""
        return ask(
            stones=from_one_line(canonical["position"]),
            p=canonical["p"],
            boards=canonical["boards"],
            confidence=canonical["confidence"],
            seed=canonical["seed"],
            games=games,
        )

    def canonical(self) -> dict[str, Any]:
        """All that decides what is played, but not how many games: for JSON, always the same."""
        return {
            "game": self.game.name,
            "position": on_one_line(self.stones),
            "p": self.p,
            "boards": self.boards,
            "confidence": self.confidence,
            **({} if self.confidence is None else {"sampling": SAMPLING}),
            "seed": self.seed,
        }


def ask(
    rows: int | None = None,
    cols: int | None = None,
    *,
    games: int | str = GAMES,
    boards: int | str = BOARDS,
    p: float | str = 0.5,
    confidence: float | str | None = None,
    stones: Position | None = None,
    seed: int | None = 1,
) -> Asked:
    """Checked compound games; see `playout.hex.compound`."""
    return Asked(
        start_position(rows, cols, stones),
        read_chance(p),
        read_count(boards, "boards"),
        None if confidence is None else read_confidence(confidence),
        seed_or_fresh(seed),
        read_count(games),
    )
