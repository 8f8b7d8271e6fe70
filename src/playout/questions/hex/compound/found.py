"""Compound games that were played, and their arrays in files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.games.hex.compound import CompoundGame
from playout.questions.hex.compound.asked import Asked
from playout.stats.tally import Counts, padded


@dataclass(frozen=True, eq=False)
class Played:
    """Some compound games, in order: what batches are made of."""

    all: tuple[CompoundGame, ...]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.all)

    def __add__(self, other: Played) -> Played:
        return Played(self.all + other.all)

    def arrays(self) -> list[Counts]:
        """All of it: a number for each game (length, winner, silent), then one for each stone."""

        def numbers(of: Callable[[CompoundGame], int]) -> Counts:
            return np.array([of(game) for game in self.all], np.int64)

        def stones(of: Callable[[CompoundGame], npt.NDArray[Any]]) -> Counts:
            return np.concatenate([np.zeros(0, np.int64), *(of(game) for game in self.all)])

        return [
            numbers(lambda game: game.length),
            numbers(lambda game: game.winner),
            numbers(lambda game: game.silent + 1),
            stones(lambda game: game.cells),
            stones(lambda game: game.owners),
            stones(lambda game: game.boards),
        ]

    def filled(self, arrays: Sequence[Counts]) -> Played:
        """The games of these arrays, which may have lost trailing zeros."""
        lengths = arrays[0]
        sizes = [len(lengths)] * 3 + [int(lengths.sum())] * 3
        whole = [padded(array, size) for array, size in zip(arrays, sizes, strict=True)]
        _, winners, silents, cells, owners, boards = whole
        ends = np.cumsum(lengths).tolist()
        return Played(
            tuple(
                CompoundGame(
                    int(winners[k]),
                    cells[end - length : end].astype(np.int16),
                    owners[end - length : end].astype(np.int8),
                    boards[end - length : end].copy(),
                    int(silents[k]) - 1,
                )
                for k, (end, length) in enumerate(zip(ends, lengths.tolist(), strict=True))
            )
        )


@dataclass(frozen=True, eq=False)
class Found:
    """Compound games, stone by stone."""

    asked: Asked
    played: tuple[CompoundGame, ...]
    seconds: float
    complete: bool  # False: stopped before all games were played
    fixed: bool = True  # the number of games was fixed before any was played

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.played)
