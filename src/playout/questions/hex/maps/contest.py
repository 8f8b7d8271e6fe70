"""Which cells of a map may still be the most pivotal one: the race of `playout.games.hex.race`.

Here all cells run in one round, because all have a rate to be told, so none may get the colour of
another.  What is decided follows from the counts alone: not from the looks before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from playout.games.hex.fill import Filling
from playout.games.hex.maps import BoardCounts, Counts, count_blocks
from playout.games.hex.race import (
    OUT,
    classes_of,
    drop_behind,
    entrants,
    means_of,
    number_of_classes,
    pilot_blocks,
    tuned,
)
from playout.questions.hex.maps.asked import Asked


@dataclass(frozen=True, eq=False)
class Contest:
    """The cells in the race, and those that may win it."""

    stakes: tuple[int, float, float]  # see `race.drop_behind`
    classes: Counts  # [cells]: cells that are equal by symmetry; see `race.classes_of`
    watched: Counts  # [k]: the cells that may win
    pilot: BoardCounts  # of the first boards, which chose those and do not count again

    @staticmethod
    def of(asked: Asked, filling: Filling) -> Contest:
        """The contest of a map; this looks at its first boards."""
        assert asked.confidence is not None
        blocks, classes = pilot_blocks(asked.boards), classes_of(filling)
        watched = entrants(
            classes, count_blocks(asked.method, filling, 0, blocks, asked.boards).pivotal
        )
        pilot = count_blocks(asked.method, filling, 0, blocks, asked.boards, watched)
        entered = int(number_of_classes(classes, watched))
        stakes = (entered, 1.0 - asked.confidence, float(tuned(asked.boards)))
        return Contest(stakes, classes, watched, pilot)

    def left(self, counted: BoardCounts) -> Counts:
        """int64[cells]: the classes that may be the best; OUT for cells that are clearly behind."""
        classes = self.classes.copy()
        if counted.boards > self.pilot.boards:
            since, both = counted.pivotal - self.pilot.pivotal, counted.both - self.pilot.both
            drop_behind(classes, since, self.watched, both, self.stakes)
        return classes

    def is_decided(self, counted: BoardCounts) -> bool:
        """Whether one class is left: one cell, or several that are equal by symmetry."""
        left = self.left(counted)
        return bool(number_of_classes(left, np.arange(len(left))) == 1)

    def leaders(self, counted: BoardCounts) -> list[int]:
        """The cells that may be the best, the best first."""
        classes = self.left(counted)
        running = [cell for cell in range(len(classes)) if classes[cell] != OUT]
        means = means_of(classes, counted.pivotal)
        return sorted(running, key=lambda cell: -means[classes[cell]])
