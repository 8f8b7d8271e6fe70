"""Positions and walks, for people: read, checked, written and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_path, read_text, read_whole
from playout.games.hex import board
from playout.games.hex.board import FREE, MOST_ROWS, Stones
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import (
    Position,
    cell_name,
    format_stones,
    parse_stones,
    read_position,
)
from playout.games.hex.gale import BOTTOM_RIGHT, TOP_LEFT, mark_seen, new_edges
from playout.games.hex.gale import walk as gale_walk
from playout.runner.atomic_file import write_text

SIZE = 11  # rows, by default


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
            f"there is no corner '{corner}' to start: {suggest(str(corner), corners)}"
        )
    position = read_position(stones)
    if (position == FREE).any():
        free = cell_name(int((position == FREE).argmax()), position.shape[1])
        raise PlayoutError(f"{free} is free: a walk needs a full board")
    rows, cols = position.shape
    edges, seen = new_edges(rows, cols), np.zeros(position.size, np.int8)
    won, count = gale_walk(position.ravel(), rows, cols, corners[corner], edges)
    mark_seen(edges, count, rows, cols, seen, 1)
    cells = {
        player: [
            cell_name(int(cell), cols)
            for cell in np.flatnonzero(seen & (position.ravel() == player))
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
        raise PlayoutError(f"{path}: cannot be written ({error.strerror})") from None


def start_position(rows: int | None, cols: int | None, stones: Position | None) -> Stones:
    """Where a map or a game starts: an undecided position, or an empty board if none is given."""
    size = {
        name: read_whole(name, number, 1, MOST_ROWS)
        for name, number in (("rows", rows), ("cols", cols))
        if number is not None
    }
    if stones is None:
        height = size.get("rows", SIZE)
        return np.zeros((height, size.get("cols", height)), np.int8)
    position = read_position(stones)
    for name, there in zip(("rows", "cols"), position.shape, strict=True):
        if size.get(name, there) != there:
            raise PlayoutError(f"{name} = {size[name]}, but the position has {there}")
    board.check_undecided(position)
    return position


def size_of(stones: Stones) -> str:
    """The size of a board, as on the command line: ``7x9``."""
    return "{}x{}".format(*stones.shape)
