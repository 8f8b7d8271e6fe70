"""The names of rows and columns around a board."""

from __future__ import annotations

from collections.abc import Iterator

from playout.games.hex.display.notation import column_name
from playout.games.hex.display.picture import Layout, words

LEAST = 11.0  # pixels; smaller letters cannot be read, and are left out
LETTER = 0.6  # of the size of its letters: how broad one is


def labels(plan: Layout, ink: str = "#333") -> Iterator[str]:
    """Letters above and below the columns, numbers left and right of the rows.

    Where cells are small, of some of them.
    """
    size = _label_size(plan)
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100) if n * 1.5 * plan.side > 1.1 * size)
    least = every if every == 1 else 2 * every

    def named(number: int) -> list[int]:
        """The first, and those whose numbers from 1 are round, if not too near to it."""
        return [k for k in range(number) if k == 0 or k + 1 in range(least, number + 1, every)]

    away = 1.4 * plan.side + 0.45 * size  # from the middle of a cell at the border, at least
    for col in named(plan.cols):
        for outside, nearest in (-1.05, -away), (plan.rows + 0.05, away):
            x, y = plan.centre(outside, col)
            edge = plan.centre(0 if nearest < 0 else plan.rows - 1, col)[1] + nearest
            yield words(
                (x, min(y, edge) if nearest < 0 else max(y, edge)), column_name(col), size, ink
            )
    for row in named(plan.rows):
        for x in _beside(plan, row):
            yield words((x, plan.centre(row, 0)[1]), row + 1, size, ink)


def _label_size(plan: Layout) -> float:
    """The size of the letters of the names of rows and columns."""
    return min(max(LEAST, 0.8 * plan.side), 15)


def _beside(plan: Layout, row: int) -> tuple[float, float]:
    """The middles of both numbers of a row, which do not touch the border."""
    away = 0.5 * plan.width + 0.45 * plan.side + 2 + 0.5 * _number_width(plan, row)
    left, right = plan.centre(row, 0)[0] - away, plan.centre(row, plan.cols - 1)[0] + away
    return (
        min(plan.centre(row, -1.05)[0], left),
        max(plan.centre(row, plan.cols + 0.05)[0], right),
    )


def _number_width(plan: Layout, row: int) -> float:
    return LETTER * _label_size(plan) * len(str(row + 1))


def ends(plan: Layout) -> tuple[float, float]:
    """Where the board with the numbers of its rows begins and ends."""
    last = plan.rows - 1
    numbers = _beside(plan, 0)[0], _beside(plan, last)[1]
    return (
        min(-1.7 * plan.width, numbers[0] - 0.5 * _number_width(plan, 0)),
        max(plan.centre(last, plan.cols + 0.7)[0], numbers[1] + 0.5 * _number_width(plan, last)),
    )
