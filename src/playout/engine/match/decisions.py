"""The decisions of a played game: positions in which the seat to move had a choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from playout.engine.chance.rng import REVIEW, STREAM, next_word, skip_to, start
from playout.engine.game.game import Player, Rules
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief
from playout.engine.words.user_code import user_code

MOST_MOVES = 1_000  # of a decision: sums of their products are numbers by the square of it


class Decision(NamedTuple):
    """A position in which there was a choice, and the move that was made.

    Of moves that come to the same by the rules it has one: the one that was made, if it is one of
    them.
    """

    number: int  # of moves made before
    seat: int  # to move
    made: int  # the place in `moves` of the move that was made
    moves: tuple[int, ...]  # the numbers of the different legal moves, in rising order
    position: str  # with hidden information
    others: tuple[tuple[int, int], ...] = ()  # each other legal move, and the place of its equal


class Dealt(NamedTuple):
    """The start of a game: its seed and number, or a position."""

    seed: int
    number: int  # of the game
    redraw: int = 0  # of its dice
    start: str | None = None  # the position where it begins, if it is not dealt

    def begun(self, rules: Rules, players: Sequence[Player], compiled: bool = False) -> Match:
        """Return the game before its first move; ``compiled`` as in a match."""
        options: dict[str, Any] = rules.needed_options()
        return Match(
            rules.game.name,
            strategy=[player.reference for player in players] or None,
            seed=self.seed,
            game_number=self.number,
            redraw=self.redraw,
            position=self.start,
            compiled=compiled,
            **options,
        )

    def world_seed(self, number: int) -> int:
        """Return the seed for worlds of the decision after ``number`` moves: no two share any."""
        stream = new_record(STREAM)
        start(stream, self.seed, self.number, REVIEW)
        skip_to(stream, number)
        return int(next_word(stream)) >> 1


def dealt_of(match: Match) -> Dealt:
    """Return the start of a match."""
    return Dealt(match.seed, match.game_number, match.redraw, match.start)


def play_one(match: Match) -> None:
    """Let the strategy of the seat to move make its move."""
    try:
        match.step()
    except Exception as error:  # a strategy may raise anything
        raise match.failure(error) from error


def play_to_end(match: Match) -> None:
    """Let the strategies of a match play it to its end."""
    while not match.is_over:
        play_one(match)


def move_kind(match: Match, move: int) -> int:
    """Return the number of the kind of a legal move; PlayoutError if the game names none."""
    game, kinds = match.game, match.game.drawing.MOVE_KINDS
    with user_code(f"'move_kind' of {game.name}", game.source):
        kind = game.drawing.move_kind(match.state, match.rules.record(), np.int64(move))
    if not isinstance(kind, int | np.integer) or not 0 <= kind < len(kinds):
        raise PlayoutError(
            f"'move_kind' of {game.name} returned {brief(repr(kind))} for "
            f"{match.format_move(move)}: must be a whole number from 0 to {len(kinds) - 1}"
        )
    return int(kind)


def walk(
    match: Match, moves: Iterable[int], seat: int | None = None, positions: bool = True
) -> Iterator[Decision]:
    """Make the moves of a game in a new match; yield its decisions, or those of a seat.

    Each is yielded just before its move is made in the match.  Where all moves come to the same,
    there is none.  Without ``positions`` these are empty, which takes a quarter less time.
    """
    for number, move in enumerate(moves):
        legal = tuple(match.legal_moves())
        if len(legal) > MOST_MOVES:
            raise PlayoutError(
                f"move {number + 1} has {len(legal):,} alternatives; at most {MOST_MOVES:,} can be "
                "tried"
            )
        if len(legal) > 1 and seat in (None, match.seat):
            decision = _decision(match, number, move, legal, positions)
            if len(decision.moves) > 1:
                yield decision
        match.play(move)


def _decision(
    match: Match, number: int, made: int, legal: tuple[int, ...], positions: bool
) -> Decision:
    """Return the choice in a position, after ``number`` moves."""
    equals = alike_moves(match, legal)
    chosen = equals[legal.index(made)]
    equals = tuple(made if other == chosen else other for other in equals)
    moves = tuple(move for move, other in zip(legal, equals, strict=True) if move == other)
    pairs = zip(legal, equals, strict=True)
    others = tuple((move, moves.index(other)) for move, other in pairs if move != other)
    position = match.position if positions else ""
    return Decision(number, match.seat, moves.index(made), moves, position, others)


def alike_moves(match: Match, moves: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each legal move the one that stands for all that come to the same by the rules."""
    alike = getattr(match.game.rules, "alike", None)
    if alike is None:
        return moves
    view = match.view()
    equals = tuple(int(alike(view, match.record, move)) for move in moves)
    for move, other in zip(moves, equals, strict=True):
        if other not in moves or equals[moves.index(other)] != other:
            raise PlayoutError(
                f"alike of game '{match.game.name}' returned {other} for the move {move}: must be "
                "a legal move for which it returns the same move"
            )
    return equals
