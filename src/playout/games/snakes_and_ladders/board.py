"""Boards: how they are written, read and checked.

A board has squares 1 .. n; tokens start beside it, on 0, and n is the last.  A jump, a ladder or a
snake, takes whoever ends a throw on its square to another; where the next jump begins there, that
too is taken.  In a file the first line is n, every other line a jump, `from to`; a `#` begins a
remark.  In one line: `100:1-38/4-14`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType

from playout.engine.game.game import Text
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_path, read_text, unescaped_name
from playout.engine.words.spelling import as_typed

MOST_SQUARES = 400

OFFICIAL = "official"
MILTON_BRADLEY = (
    "100:1-38/4-14/9-31/16-6/21-42/28-84/36-44/48-26/49-11/51-67/56-53/62-19/64-60/71-91/80-100/"
    "87-24/93-73/95-75/98-78"
)  # the board of Chutes and Ladders, Milton Bradley


def read_board(text: str) -> str:
    """A board in its one form: `official`, or one line with its jumps in rising order.

    ``text`` is `official`, a board in one line, or the name of a file.  PlayoutError if that cannot
    be read, or cannot be played.
    """
    if text.lower() == OFFICIAL:
        return OFFICIAL
    if re.fullmatch(r"[\d:/-]+", text) and ":" in text:
        size, _, jumps = text.partition(":")
        lines = [line.replace("-", " ") for line in (size, *filter(None, jumps.split("/")))]
        places = [f"{as_typed('board', text)}: {line.replace(' ', '-')}" for line in lines]
    else:
        path = read_path(unescaped_name(text), "board")
        if not path.exists():
            raise PlayoutError(
                f"{as_typed('board', text)}: there is no such file; must be official, a file, or a "
                "board in one line, such as 100:1-38/4-14 (100: has no jumps)"
            )
        written = [line.partition("#")[0].strip() for line in read_text(path).splitlines()]
        lines = list(filter(None, written))
        places = [f"{path}, line {k}: {line}" for k, line in enumerate(written, 1) if line]
        if not lines:
            raise PlayoutError(f"{path}: the first line must be the number of squares, such as 100")
    return _canonical(lines, places)


def _canonical(lines: Sequence[str], places: Sequence[str]) -> str:
    """The one form of a board from its size and its jumps; ``places`` say where each stands."""
    if not re.fullmatch(r"[0-9]{1,9}", lines[0]) or not 2 <= int(lines[0]) <= MOST_SQUARES:
        raise PlayoutError(
            f"{places[0]}: must begin with the number of squares, from 2 to {MOST_SQUARES}"
        )
    size, jumps, at = int(lines[0]), dict[int, int](), dict[int, str]()
    for line, place in zip(lines[1:], places[1:], strict=True):
        numbers = re.fullmatch(r"([0-9]{1,9})\s+([0-9]{1,9})", line)
        if numbers is None:
            raise PlayoutError(f"{place}: must be two squares, from and to, such as 4 14")
        start, end = int(numbers[1]), int(numbers[2])
        if not 1 <= start < size:
            raise PlayoutError(f"{place}: a jump must begin on one of the squares 1 to {size - 1}")
        if not 1 <= end <= size or end == start:
            raise PlayoutError(f"{place}: a jump must end on another square, from 1 to {size}")
        if start in jumps:
            raise PlayoutError(f"{place}: there is already a jump from {start} to {jumps[start]}")
        jumps[start], at[start] = end, place
    for start, place in at.items():
        chain = _chain(start, jumps)
        if chain[-1] == start:
            circle = " to ".join(map(str, chain if len(chain) < 7 else [*chain[:4], "..", start]))
            raise PlayoutError(f"{place}: jumps must not form a circle, {circle}")
    board = f"{size}:{'/'.join(f'{start}-{jumps[start]}' for start in sorted(jumps))}"
    return OFFICIAL if board == MILTON_BRADLEY else board


def _chain(start: int, jumps: Mapping[int, int]) -> list[int]:
    """The squares of a jump and of those that it leads to, until one is seen again."""
    chain, seen = [start], {start}
    while chain[-1] in jumps:
        chain.append(jumps[chain[-1]])
        if chain[-1] in seen:
            break
        seen.add(chain[-1])
    return chain


@lru_cache(maxsize=64)
def jumps_of(board: str) -> Mapping[int, int]:
    """The jumps of a board in its one form, by the square where each begins."""
    _, _, jumps = (MILTON_BRADLEY if board == OFFICIAL else board).partition(":")
    ends = (jump.split("-") for jump in filter(None, jumps.split("/")))
    return MappingProxyType({int(start): int(end) for start, end in ends})


@lru_cache(maxsize=64)
def landing(board: str) -> tuple[int, ...]:
    """Where a token stands whose throw ends on square 0 .. n, of a board in its one form."""
    jumps = jumps_of(board)
    size = (MILTON_BRADLEY if board == OFFICIAL else board).partition(":")[0]
    return tuple(_chain(square, jumps)[-1] for square in range(int(size) + 1))


def label(board: str) -> str:
    """A name that follows from the squares and jumps: `official`, or `board of 50 squares`.

    Different boards have different names: one with jumps ends in a checksum of them.
    """
    if board == OFFICIAL:
        return board
    size, _, _ = board.partition(":")
    jumps = jumps_of(board).items()
    ladders = sum(end > start for start, end in jumps)
    counts = ((ladders, "ladder"), (len(jumps) - ladders, "snake"))
    parts = [f"{count} {noun}{'s' if count > 1 else ''}" for count, noun in counts if count]
    name = f"board of {size} squares"
    if not parts:
        return name
    checksum = blake2b(board.encode(), digest_size=3).hexdigest()
    return f"{name} with {' and '.join(parts)} ({checksum})"


def numbers(board: str) -> tuple[int, ...]:
    """What compiled code sees: the last square, then where a throw ends on 1, 2 .. that square.

    From ``MOST_SQUARES + 1`` on it is where the single jump leads that begins on 1, 2 ..; or 0.
    """
    squares, jumps = landing(board), jumps_of(board)
    rest = (0,) * (MOST_SQUARES - len(squares) + 1)
    single = (jumps.get(square, 0) for square in range(1, len(squares)))
    return (len(squares) - 1, *squares[1:], *rest, *single)


def jumps_drawn(numbers: Sequence[int]) -> dict[int, int]:
    """The single jumps of a board that is given as ``numbers``."""
    single = {square: int(numbers[MOST_SQUARES + square]) for square in range(1, int(numbers[0]))}
    return {square: end for square, end in single.items() if end}


TEXT = Text("official|FILE", read_board, label, numbers, 2 * MOST_SQUARES + 1)
