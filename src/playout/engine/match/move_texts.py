"""Moves as texts, also as they were written when people's numbers began with 0.

A file that has them says ``"counted_from": 1``; a file of before says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from playout.engine.game.game import Game
from playout.engine.words.numbering import nth

if TYPE_CHECKING:
    from playout.engine.match.match import Match

COUNTED_FROM = "counted_from"  # the field of a file: with which number piles and trains begin
Move = TypeVar("Move", str, int | str)


def move_texts(game: Game, moves: Sequence[Move], *, old: bool = False) -> list[Move]:
    """Return the moves of a game, in which the first pile is pile 1.

    If ``old``, or if one of them names pile 0, all were written when the first was pile 0.  A
    drawing says with ``NUMBERED = "pile"`` what its moves name by a number.
    """
    word = getattr(game.drawing, "NUMBERED", None)
    if word is None:
        return list(moves)
    number = re.compile(rf"\b{word} (\d+)\b")
    found = [index for move in moves if isinstance(move, str) for index in number.findall(move)]
    if not old and "0" not in found:
        return list(moves)

    def anew(move: Move) -> Move:
        if not isinstance(move, str):
            return move
        return number.sub(lambda index: f"{word} {nth(int(index[1]))}", move)

    return [anew(move) for move in moves]


def game_data(match: Match) -> dict[str, Any]:
    """A game with its moves as plain values, from which it can be played again."""
    return {
        "kind": "replay",
        "game": match.game.name,
        "game_version": match.game.version,
        "seed": match.seed,
        "number": match.game_number,
        COUNTED_FROM: 1,
        "repeat": match.repeat,
        "redraw": match.redraw,
        "start": match.start,
        "rules": dict(match.rules.values),
        "players": [player.reference for player in match.players],
        "moves": [match.format_move(move) for move in match.moves],
    }
