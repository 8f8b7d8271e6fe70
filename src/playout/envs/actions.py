"""The actions of a learner: numbers from 0 that stand for moves."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Game, Rules
from playout.engine.match.view_sizes import view_sizes
from playout.engine.words.errors import CutShort, PlayoutError
from playout.engine.words.reading import brief

MOST_NUMBER = 2**20  # of a move, for a table from moves to actions
_HOW = "an encoding with a function actions(rules) lists all moves"
UNKNOWN = -1  # the action of a move that the encoding does not list


def listed_moves(game: Game, state: Any, record: Any) -> list[int]:
    """The legal moves of a position, in the order in which the rules list them."""
    out: Any = np.zeros(game.rules.MOST_LEGAL, np.int64) if game.compiled else []
    count = int(game.rules.legal_moves(state, record, out))
    return [int(move) for move in out[:count]]


class Actions:
    """The move of each action, under one set of rules.

    ``moves[k]`` is that of action k.  If the game does not list its moves, ``moves`` is empty, and
    action k is the k-th of the legal moves of a position, in the order in which the rules list
    them.
    """

    def __init__(self, rules: Rules) -> None:
        """PlayoutError if the game's encoding lists moves that cannot be."""
        self.rules, self.game = rules, rules.game
        listing = getattr(self.game.encoding, "actions", None)
        named = self.game.moves
        if callable(named):  # of any number
            named = ()
        numbers = sorted(named) if isinstance(named, Mapping) else range(len(named))
        listed = numbers if listing is None else listing(rules)
        try:
            self.moves: npt.NDArray[np.int64] = np.array(list(listed), np.int64)
        except (TypeError, ValueError, OverflowError):
            listed = brief(repr(listed))
            raise PlayoutError(f"{self._where}: {listed}: must be whole numbers") from None
        if len(self.moves) and self.moves.min() < 0:
            raise PlayoutError(f"{self._where}: a move is below 0, and has no place in a table")
        if len(self.moves) and self.moves.max() > MOST_NUMBER:
            raise PlayoutError(f"{self._where}: a move is above {MOST_NUMBER:,}")
        if len(np.unique(self.moves)) < len(self.moves):
            raise PlayoutError(f"{self._where}: a move is listed twice")

    @property
    def _where(self) -> str:
        return f"game '{self.game.name}', actions of its encoding"

    @cached_property
    def count(self) -> int:
        """The number of actions, at least 1."""
        if len(self.moves):
            return len(self.moves)
        if self.game.compiled:
            return int(self.game.rules.MOST_LEGAL)
        return view_sizes(self.rules).moves.room

    @cached_property
    def of_moves(self) -> npt.NDArray[np.int32]:
        """The action of each move, by its number; UNKNOWN for a number that is no move."""
        table = np.full(int(self.moves.max(initial=0)) + 1, UNKNOWN, np.int32)
        table[self.moves] = np.arange(len(self.moves))
        return table

    def missing(self, move: int) -> PlayoutError:
        """Return the message for a legal move without an action."""
        text = brief(self.game.drawing.format_move(move))
        return PlayoutError(f"{self._where}: the move '{text}' ({move}) is legal, but not listed")

    def too_many(self, count: int) -> PlayoutError:
        """Return the message for a position with more legal moves than actions."""
        return PlayoutError(
            f"game '{self.game.name}': a position has {count} legal moves, where learners have "
            f"{self.count} actions; {_HOW}"
        )

    def fitting(self, count: int) -> int:
        """Return how many of these legal moves have an action.

        In a game in plain Python the rest is left out, with a warning: the maximum is unknown.
        """
        if count > self.count:
            warnings.warn(
                f"game '{self.game.name}': a position has more than {self.count} legal moves, so "
                f"learners have no action for the last ones; {_HOW}",
                CutShort,
                stacklevel=2,
            )
        return min(count, self.count)

    def mask(self, legal: Any) -> npt.NDArray[np.int8]:
        """A 1 for each action that stands for one of these legal moves, as the rules list them."""
        mask = np.zeros(self.count, np.int8)
        if not len(self.moves):
            if len(legal) > self.count and self.game.compiled:
                raise self.too_many(len(legal))
            mask[: self.fitting(len(legal))] = 1
            return mask
        for move in legal:
            if not 0 <= move < len(self.of_moves) or self.of_moves[move] == UNKNOWN:
                raise self.missing(int(move))
            mask[self.of_moves[move]] = 1
        return mask

    def move(self, action: int, legal: Any) -> int:
        """The move of an action that is legal."""
        return int(self.moves[action] if len(self.moves) else legal[action])
