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
    """Count how often each free cell is pivotal in random fillings of the board.

    >>> playout.hex.criticality(3, method="exact").best
    'b2'

    Args:
        rows: Number of rows (default: 11, or those of ``stones``).
        cols: Number of columns (default: as many as rows).
        boards: Number of random boards, such as 100_000 or "10M" (default: 10 million); with a
            ``confidence``, the maximum.
        p: Chance that a free cell goes to player 1, from 0 to 1.
        method: "flood" (many boards at once), "gale" (two walks per board) or "flip" (one walk per
            cell) give the same counts at very different speeds.  "exact" counts all fillings of at
            most 25 free cells, without ``boards`` and ``seed``.
        confidence: Stop once one cell, or cells equal by symmetry, are clearly the most pivotal;
            0.5 to below 1, such as 0.99.  This is wrong with a chance of at most 1 - confidence
            (`playout.games.hex.race`).
        stones: The position to start from: int8[rows, cols] with 0 for free, 1 and 2, or its text.

    ``seed``, ``workers``, ``save`` and ``progress`` are explained in :mod:`playout`.  PlayoutError
    for whatever cannot be played.
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
    """Play optimal random-turn Hex, as far as samples of random boards can tell.

    >>> playout.hex.compound(3, games=20, boards=100, seed=1).games
    20

    Every stone goes on the cell that is most often pivotal, and a coin decides its owner.

    Args:
        rows: Number of rows (default: 11, or those of ``stones``).
        cols: Number of columns (default: as many as rows).
        games: Number of games.
        boards: Random boards sampled per move; with a ``confidence``, the maximum.
        p: Chance that the coin gives a stone to player 1, from 0 to 1.
        confidence: Stop sampling for a move once one cell is clearly the most pivotal, as in
            :func:`criticality`.
        stones: The position to start from, as in :func:`criticality`.

    ``seed``, ``workers``, ``save`` and ``progress`` are explained in :mod:`playout`.  PlayoutError
    for whatever cannot be played.
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

    stones: Stones  # the full board, int8[rows, cols] of 1 and 2
    winner: int  # 1 or 2
    edges: npt.NDArray[np.int16]  # [edge, 4]: row, col of player 2's cell and of player 1's
    cells: dict[int, list[str]]  # the names of the cells that the walk passes, by player

    def svg(self, title: str | None = None) -> str:
        """Return the board with the walk as an SVG string."""
        return board_svg(self.stones, paths=[self.edges], title=title)

    def _repr_svg_(self) -> str:
        return self.svg()


def walk(stones: Position, corner: str = "top left") -> Walk:
    """Walk over a full board from a corner to the winner's side (Gale's proof).

    >>> playout.hex.walk([[1, 2], [1, 2]]).winner
    1

    Args:
        stones: A full board: int8[rows, cols] of 1 and 2, or its text.
        corner: "top left" or "bottom right".

    PlayoutError if a cell is free, or for another corner.
    """
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
    """Load a position from a file, as int8[rows, cols].

    The format is explained in `playout.games.hex.display.notation`.  PlayoutError names the line
    that cannot be read.
    """
    text = read_text(read_path(path))
    try:
        return parse_stones(text)
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from None


def save_stones(stones: Position, path: str | Path) -> None:
    """Save a position to a file that :func:`load_stones` can read."""
    try:
        write_text(read_path(path), format_stones(stones) + "\n")
    except OSError as error:
        raise PlayoutError(f"{path}: cannot be written ({why_unwritten(error)})") from None
