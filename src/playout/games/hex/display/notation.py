"""Positions and cells as people write them.

A position is one line per row, top row first:

    # player 1 (X) joins top and bottom, player 2 (O) left and right
    . X .
     O . X
      . . O

``.`` is a free cell, ``X`` a stone of player 1, ``O`` one of player 2: letters and not colours,
so that nobody has to know who is red; letters and not digits, because rows have numbers.  Each row
is indented by half a cell more than the one above, so that cells that touch are next to or below
each other as on the board.  On reading, blanks, the case of letters, empty lines and everything
behind a ``#`` do not matter.

A cell is the letter of its column and the number of its row, as Hex players say it: a1 is the
top left cell, column aa follows column z.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from playout.engine.play.positions import read_words, write_words
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief
from playout.engine.words.spelling import as_typed
from playout.games.hex.board import FREE, MOST_ROWS, NOBODY, Stones, check_size, winner
from playout.games.hex.rules import UNORDERED, UNTOSSED, cell_of, deal

Position = Stones | Sequence[Sequence[int]] | str

SIGNS = ".XO"  # of a free cell and of the players' stones
_ALLOWED = "use . (free), X (player 1) and O (player 2)"


def parse_stones(text: str) -> Stones:
    """Return the stones of a position written as text: int8[rows, cols].

    Raises PlayoutError, which names the line, for other texts.
    """
    if not isinstance(text, str):
        raise PlayoutError(f"text = {brief(repr(text))}: must be the text of a position")
    rows: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        signs = "".join(line.split("#")[0].split())
        if not signs:
            continue
        for sign in signs:
            if sign.upper() not in SIGNS:
                raise PlayoutError(f"line {number}: {sign!r} is not a cell of a board: {_ALLOWED}")
        if len(signs) > MOST_ROWS or len(rows) == MOST_ROWS:
            what = f"{len(signs)} columns" if len(signs) > MOST_ROWS else f"row {len(rows) + 1}"
            raise PlayoutError(
                f"line {number}: {what} of a board; at most {MOST_ROWS} rows and columns are "
                "allowed"
            )
        if rows and len(signs) != len(rows[0]):
            raise PlayoutError(
                f"line {number}: {len(signs)} cells, but the rows above have {len(rows[0])}; all "
                "rows of a board must be equally long"
            )
        rows.append([SIGNS.index(sign.upper()) for sign in signs])
    if not rows:
        raise PlayoutError(f"the position is empty: write one line per row of cells, {_ALLOWED}")
    return np.array(rows, np.int8)


def format_stones(stones: Position) -> str:
    """Return a position as the text that :func:`parse_stones` reads, without a last newline."""
    return "\n".join(
        " " * row + " ".join(SIGNS[stone] for stone in line)
        for row, line in enumerate(read_position(stones).tolist())
    )


def on_one_line(stones: Stones) -> str:
    """A position as files keep it: the signs of its cells, with a ``/`` between rows."""
    return "/".join("".join(SIGNS[stone] for stone in row) for row in stones.tolist())


def from_one_line(text: str) -> Stones:
    """The position int8[rows, cols] that :func:`on_one_line` wrote."""
    return parse_stones(text.replace("/", "\n"))


def format_position(state: Any, rules: Any) -> str:
    """A position of a game: ``stones=.X./.O./... coins=XOO``, with the coins still to come."""
    return _written(state, rules, int(rules.rows * rules.cols))


def known_position(state: Any, rules: Any, seat: int | None) -> str:
    """A position as both players know it: ``stones=.X./.O./... coins=X``, with this turn's coin."""
    return _written(state, rules, int(state.turn) + 1)


def _written(state: Any, rules: Any, end: int) -> str:
    """A position with the coins of the turns before ``end``."""
    cells = rules.rows * rules.cols
    stones = state.stones[:cells].reshape(rules.rows, rules.cols)
    coins = state.coins[state.turn : min(end, cells)] if state.winner == NOBODY else ()
    letters = [SIGNS[coin + 1] for coin in coins if coin != UNTOSSED]
    return write_words({"stones": on_one_line(stones), "coins": "".join(letters)})


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of a text as :func:`format_position` writes it, or of one by hand.

    Coins that are left out are those of the same turns of the game that is dealt from the stream.
    In which order the stones were placed is not known: in `state.order` they are UNORDERED.
    """
    words = read_words(text, ("stones", "coins"))
    deal(state, rules, stream)
    cells = rules.rows * rules.cols
    if "stones" in words:
        stones = from_one_line(words["stones"])
        if stones.shape != (rules.rows, rules.cols):
            raise PlayoutError(
                f"stones: {stones.shape[0]} rows of {stones.shape[1]} cells, but the rules have "
                f"{as_typed('rows', rules.rows)} and {as_typed('cols', rules.cols)}"
            )
        state.stones[:cells] = stones.ravel()
    state.turn = int((state.stones[:cells] != FREE).sum())
    state.order[: state.turn] = UNORDERED
    state.winner = winner(state.stones, state.marks, rules.rows, rules.cols)
    coins = words.get("coins", "").upper()
    free = cells - int(state.turn)
    if not re.fullmatch(f"[{SIGNS[1:]}]{{0,{free}}}", coins):
        raise PlayoutError(
            f"coins={brief(coins)}: at most {free} letters are allowed, one for each free cell: X "
            "(player 1) and O (player 2)"
        )
    for place, coin in enumerate(coins, state.turn):
        state.coins[place] = SIGNS.index(coin) - 1


def read_position(position: Position) -> Stones:
    """Stones as int8[rows, cols], checked, and the reader's own."""
    if isinstance(position, str):
        return parse_stones(position)
    try:
        if hasattr(position, "__array__"):
            stones: Any = np.asarray(position)
        else:
            stones = np.array([_beginning(row) for row in _beginning(position)])
    except (TypeError, ValueError):  # these are no rows, or of different lengths
        stones = np.array(None)
    if stones.ndim != 2 or stones.dtype.kind not in "iuf" or not np.isin(stones, (0, 1, 2)).all():
        raise PlayoutError(
            "stones: must be rows of 0 (free), 1 and 2 (the players), all equally long"
        )
    check_size(*map(int, stones.shape))
    return np.array(stones, np.int8, order="C")


def _beginning(values: Iterable[Any]) -> list[Any]:
    """The first values, one more than a board has rows: enough to see that there are too many."""
    return list(itertools.islice(values, MOST_ROWS + 1))


def column_name(col: int) -> str:
    """The letters of column 0, 1, 2 ...: a, b ... z, aa, ab ..."""
    letters = ""
    col += 1
    while col > 0:
        col, letter = divmod(col - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def cell_name(cell: int, cols: int) -> str:
    """A cell as people write it, such as a1; cells are numbered 0, 1, 2 ... row by row."""
    row, col = divmod(cell, cols)
    return f"{column_name(col)}{row + 1}"


def parse_cell(name: str, rows: int, cols: int) -> int:
    """The number of the cell of that name.  Raises PlayoutError if the board has none."""
    match = re.fullmatch(r"([a-z]{1,3})([0-9]{1,4})", name.strip().lower())
    corner = cell_name(rows * cols - 1, cols)
    if not match:
        raise PlayoutError(
            f"'{name}' is not a cell: write the letter of its column and the number of its row, a1 "
            f"to {corner}"
        )
    col = 0
    for letter in match[1]:
        col = 26 * col + ord(letter) - ord("a") + 1
    row = int(match[2])
    if not (1 <= row <= rows and col <= cols):
        raise PlayoutError(
            f"'{name}' is off the board of {rows} rows and {cols} columns: "
            f"its cells are a1 to {corner}"
        )
    return (row - 1) * cols + col - 1


def stones_of(rows: int, cols: int, ones: str = "", twos: str = "") -> Stones:
    """The position int8[rows, cols] with stones of player 1 and player 2 in the cells named.

    Names have blanks or commas between them.  Raises PlayoutError for sizes out of range, cells off
    the board and cells given twice.
    """
    check_size(rows, cols)
    stones = np.full((rows, cols), FREE, np.int8)
    for player, names in ((1, ones), (2, twos)):
        for name in names.replace(",", " ").split():
            cell = parse_cell(name, rows, cols)
            if stones.flat[cell] != FREE:
                raise PlayoutError(f"'{name}' is given twice; a cell can have only one stone")
            stones.flat[cell] = player
    return stones


def elsewhere(match: Any) -> dict[str, str]:
    """A game from an empty square board on HexWorld (https://hexworld.org/board).

    There the one who joins top and bottom is the first, and they move by turns: so who is passed
    over by the coin passes, ":p".
    """
    rows, cols = int(match.rules["rows"]), int(match.rules["cols"])
    if rows != cols or match.start is not None:
        return {}
    cells = [int(cell_of(move, cols)) for move in match.moves]
    players = [2, *(int(match.state.stones[cell]) for cell in cells)]
    names = [cell_name(cell, cols) for cell in cells]
    turns = [":p" if one == other else "" for one, other in itertools.pairwise(players)]
    moves = "".join(turn + name for turn, name in zip(turns, names, strict=True))
    return {"HexWorld": f"https://hexworld.org/board/#{rows}c1,{moves}"}
