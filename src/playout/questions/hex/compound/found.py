"""Compound games that were played, and their arrays in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from playout.games.hex.compound import CompoundGame
from playout.questions.hex.compound.asked import Asked
from playout.stats.tally import Counts, padded


@dataclass(frozen=True, eq=False)
class Played:
    """Some compound games, in order: the counts of a batch."""

    all: tuple[CompoundGame, ...]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.all)

    def __add__(self, other: Played) -> Played:
        return Played(self.all + other.all)

    def arrays(self) -> list[Counts]:
        """Numbers of each game (length, winner, silent), then those of each stone."""
        of_games = [(game.length, game.winner, game.silent + 1) for game in self.all]
        of_stones = [np.stack([game.cells, game.owners, game.boards]) for game in self.all]
        numbers = np.array(of_games, np.int64).reshape(-1, 3).T
        return [*numbers, *np.concatenate([np.zeros((3, 0), np.int64), *of_stones], axis=1)]

    def filled(self, arrays: Sequence[Counts]) -> Played:
        """The games of these arrays, which may have lost trailing zeros."""
        lengths = arrays[0]
        sizes = [len(lengths)] * 3 + [int(lengths.sum())] * 3
        whole = [padded(array, size) for array, size in zip(arrays, sizes, strict=True)]
        stones = [np.split(array, np.cumsum(lengths))[:-1] for array in whole[3:]]
        games = zip(whole[1].tolist(), *stones, whole[2].tolist(), strict=True)
        return Played(
            tuple(
                CompoundGame(
                    winner, cells.astype(np.int16), owners.astype(np.int8), boards.copy(), after - 1
                )
                for winner, cells, owners, boards, after in games
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
