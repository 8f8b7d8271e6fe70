"""What people who play Hex touch, what they are told in words, and where else a game is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from playout.engine.game.drawings import place
from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.notation import cell_name
from playout.games.hex.display.picture import COLOUR_NAMES, LINE, PAPER, Layout
from playout.games.hex.rules import col_of, row_of


def touched_cells(plan: Layout, stones: Stones) -> Iterator[str]:
    """The cells, of which those that are free can be touched."""
    hexagon = plan.hexagon()
    yield f'<g stroke="{LINE}" stroke-width="{0.04 * plan.side:.2f}">'
    for row in range(plan.rows):
        for col in range(plan.cols):
            x, y = plan.corner(row, col, 0)
            drawn = f'<path d="M{x:.1f} {y:.1f}{hexagon}" fill="{PAPER}"/>'
            name = cell_name(row * plan.cols + col, plan.cols)
            yield place(name, name, [drawn]) if stones[row, col] == FREE else drawn
    yield "</g>"


def stones_told(stones: Stones) -> str:
    """Where the stones are, in words."""
    lines, cols = [], stones.shape[1]
    for player, colour in COLOUR_NAMES.items():
        cells = np.flatnonzero(stones == player).tolist()
        names = " ".join(cell_name(cell, cols) for cell in cells) or "none"
        lines.append(f"Stones of player {player}, {colour}: {names}.")
    return "\n".join(lines)


def elsewhere(match: Any) -> dict[str, str]:
    """A game from an empty square board on HexWorld (https://hexworld.org/board).

    There the one who joins top and bottom is the first, and they move by turns: so who is passed
    over by the coin passes, ":p".
    """
    rows, cols = int(match.rules["rows"]), int(match.rules["cols"])
    if rows != cols or match.start is not None:
        return {}
    cells = [row_of(move) * cols + col_of(move) for move in match.moves]
    players = [2, *(int(match.state.stones[cell]) for cell in cells)]
    names = [cell_name(cell, cols) for cell in cells]
    turns = [":p" if one == other else "" for one, other in pairwise(players)]
    moves = "".join(turn + name for turn, name in zip(turns, names, strict=True))
    return {"HexWorld": f"https://hexworld.org/board/#{rows}c1,{moves}"}
