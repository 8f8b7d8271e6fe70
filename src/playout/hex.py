"""Random-turn Hex: which cells decide, and how an optimally played game goes.

>>> import playout
>>> answer = playout.hex.criticality(3, 3, boards=100_000, seed=1)
>>> answer.best
'b2'
>>> round(answer.expected_pivotals, 1)
1.9
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_path, read_text
from playout.engine.words.resources import why_unwritten
from playout.engine.words.spelling import as_typed
from playout.games.hex.board import FREE, Stones
from playout.games.hex.compound import CompoundGame
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import (
    Position,
    cell_name,
    format_stones,
    parse_stones,
    read_position,
)
from playout.games.hex.fill import Filling, board, chance_of
from playout.games.hex.gale import BOTTOM_RIGHT, TOP_LEFT, mark_cells, new_edges
from playout.games.hex.gale import walk as gale_walk
from playout.games.hex.maps import METHODS
from playout.games.hex.rules import cell_move, cell_of
from playout.questions.answers import answered
from playout.questions.hex import compound as _compound
from playout.questions.hex import maps as _maps
from playout.questions.hex.compound import Answer as Compound
from playout.questions.hex.maps import Answer as CriticalityMap
from playout.questions.hex.maps.asked import EXACT
from playout.questions.hex.maps.found import exact
from playout.report.progress import Progress
from playout.runner.atomic_file import write_text

__all__ = [
    "Compound",
    "CompoundGame",
    "CriticalityMap",
    "Filling",
    "Walk",
    "board",
    "cell_move",
    "cell_of",
    "chance_of",
    "compound",
    "criticality",
    "format_stones",
    "load_stones",
    "parse_stones",
    "save_stones",
    "walk",
]


def __dir__() -> list[str]:
    return __all__


def criticality(
    rows: int | None = None,
    cols: int | None = None,
    *,
    boards: int | str | None = None,
    p: float | str = 0.5,
    method: str = METHODS[0],
    confidence: float | str | None = None,
    stones: Position | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> CriticalityMap:
    """On how many random fillings each free cell is pivotal.

    ``rows`` and ``cols`` (default: 11 rows, as many columns) may be left out if there are
    ``stones``: int8[rows, cols] with 0 free, 1 and 2, or the text of a position.  ``p`` is the
    chance that a free cell is player 1's.  ``method``: ``flood`` (many boards at once), ``gale``
    (two walks a board), ``flip`` (one walk more than there are cells): the same counts, at very
    different speeds; or ``exact``, all fillings of at most 25 free cells, which takes no ``boards``
    and no ``seed``.  ``boards`` (default: 10 million) may be written "10M".  With a ``confidence``
    (0.5 to below 1, as 0.99) these are the most, and the map ends as soon as one cell, or cells
    equal by symmetry, are clearly the most pivotal, which is wrong with a chance of 1 - confidence
    at most (`playout.games.hex.race`).  The counts depend on
    ``seed`` (None draws a fresh one), not on ``workers``: a number of threads (default: all
    processors), "processes:4", a cluster, and so on as of `playout.run`.  ``save`` names a file
    that keeps the counts; if it is there, the map goes on.
    Raises PlayoutError with one sentence for whatever cannot be done.
    """
    asked = _maps.ask(
        rows,
        cols,
        boards=boards,
        p=p,
        method=method,
        confidence=confidence,
        stones=stones,
        seed=seed,
    )
    if asked.method != EXACT:
        return answered(_maps.Job(asked), CriticalityMap, workers, save, progress)
    for name, value in (("workers", workers), ("save", save)):
        if value is not None:
            raise PlayoutError(
                f"{as_typed(name, value)}: leave this out, because method {EXACT} counts "
                "everything at once; the other methods allow it"
            )
    return CriticalityMap(exact(asked))


def compound(
    rows: int | None = None,
    cols: int | None = None,
    *,
    games: int | str | None = 1_000,
    boards: int | str | None = 10_000,
    p: float | str = 0.5,
    confidence: float | str | None = None,
    stones: Position | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Compound:
    """Play compound games, which is optimal random-turn Hex as far as samples of ``boards`` tell.

    Sizes, ``stones``, ``p``, ``seed``, ``workers`` and ``save`` as for :func:`criticality`; ``p``
    is also the chance that the coin gives a stone to player 1.  With a ``confidence`` (0.5 .. 1,
    as 0.99) sampling for a move stops as soon as one cell is clearly the most pivotal, which is
    wrong with a chance of 1 - confidence at most: see `playout.games.hex.race`.  Raises
    PlayoutError for whatever cannot be done.
    """
    asked = _compound.ask(
        rows,
        cols,
        games=games,
        boards=boards,
        p=p,
        confidence=confidence,
        stones=stones,
        seed=seed,
    )
    return answered(_compound.Job(asked), Compound, workers, save, progress)


@dataclass(frozen=True, eq=False)
class Walk:
    """Gale's walk over a full board."""

    stones: Stones  # int8[rows, cols], 1 and 2
    winner: int
    edges: npt.NDArray[np.int16]  # int16[edges, 4]: row, col of player 2's cell and of player 1's
    cells: dict[int, list[str]]  # player -> their cells that the walk passes, by name

    def svg(self, title: str | None = None) -> str:
        """The board with the walk drawn on it, as an SVG string."""
        return board_svg(self.stones, paths=[self.edges], title=title)

    def _repr_svg_(self) -> str:
        return self.svg()


def walk(stones: Position, corner: str = "top left") -> Walk:
    """Walk over a full board from a corner, ``top left`` or ``bottom right``, to its winner."""
    corners = {"top left": TOP_LEFT, "bottom right": BOTTOM_RIGHT}
    if str(corner) not in corners:
        raise PlayoutError(
            f"there is no corner '{corner}' to start from: {suggest(str(corner), corners)}"
        )
    position = read_position(stones)
    if (position == FREE).any():
        free = cell_name(int((position == FREE).argmax()), position.shape[1])
        raise PlayoutError(f"{free} is free; a walk needs a full board")
    rows, cols = position.shape
    edges, marks = new_edges(rows, cols), np.zeros(position.size, np.int8)
    won, count = gale_walk(position.ravel(), rows, cols, corners[corner], edges)
    mark_cells(edges, count, rows, cols, marks, 1)
    cells = {
        player: [
            cell_name(int(cell), cols)
            for cell in np.flatnonzero(marks & (position.ravel() == player))
        ]
        for player in (1, 2)
    }
    return Walk(position, int(won), edges[:count].copy(), cells)


def load_stones(path: str | Path) -> Stones:
    """The position int8[rows, cols] in a file; see `playout.games.hex.display.notation`."""
    text = read_text(read_path(path))
    try:
        return parse_stones(text)
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from None


def save_stones(stones: Position, path: str | Path) -> None:
    """Write a position to a file that :func:`load_stones` reads."""
    try:
        write_text(read_path(path), format_stones(stones) + "\n")
    except OSError as error:
        raise PlayoutError(f"{path}: cannot be written ({why_unwritten(error)})") from None
