"""The matches of tables: how they begin, and how people move in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from playout.engine.match.match import Match
from playout.engine.match.move_texts import move_texts
from playout.engine.words.errors import IllegalMove, PlayoutError, RulesError
from playout.engine.words.reading import brief
from playout.web.settings import PEOPLE
from playout.web.store.setting import Setting

MOST_MOVES = 4_000  # of a game
CHECK = "playout check says how"


class Steady(Match):
    """A match whose state changes by moves alone, so who is to move is asked once a move.

    A page asks for it thirty times, and a compiled function lets other threads go on each time.
    """

    def __init__(self, /, game: str, *, people: Collection[int], **how: Any) -> None:
        """``people`` are the seats of people."""
        self.never_asked = people
        super().__init__(game, **how)

    @cached_property
    def is_over(self) -> bool:
        return super().is_over

    @cached_property
    def seat(self) -> int:
        return super().seat

    def _make(self, move: int, before: Any) -> None:
        super()._make(move, before)
        self._ask_again()

    def undo(self) -> int:
        """Undo the last move; return it."""
        move = super().undo()
        self._ask_again()
        return move

    def _ask_again(self) -> None:
        for name in ("is_over", "seat"):
            self.__dict__.pop(name, None)


def seated(
    setting: Setting,
    marks: Mapping[int, Sequence[int]] | None = None,
    kind: type[Steady] = Steady,
) -> Match:
    """The match of a setting after its moves; PlayoutError if it cannot be played.

    ``marks`` has the marks that people chose, by seat.
    """
    if len(setting.moves) > MOST_MOVES:
        raise PlayoutError(f"moves: at most {MOST_MOVES:,} are allowed here")
    # A seat of a person has a strategy as well, which is never asked for a move.
    match = kind(
        setting.game,
        people=setting.persons,
        strategy=["random" if who in PEOPLE else who for who in setting.seats],
        seed=setting.seed,
        game_number=setting.number,
        position=setting.position,
        compiled=True,
        **setting.options,
    )
    for seat, own in (marks or {}).items():
        match.say(seat, own)
    for number, move in enumerate(move_texts(match.game, setting.moves)):
        try:
            make(match, move)
        except PlayoutError as error:
            raise PlayoutError(f"move {number + 1}: {error}") from None
    return match


def make(match: Match, move: str) -> None:
    """Make a move; PlayoutError if it is not legal.

    Unlike the message of a match, this one shows no position, which may have hidden cards.
    """
    if match.is_over:
        raise PlayoutError(f"'{brief(move)}' is not a legal move: the game is over")
    code = match.code(move)
    try:
        match.play(code)
    except (IllegalMove, RulesError) as error:
        if match.is_legal(code):  # so the fault is in a hint of a strategy
            raise PlayoutError(
                f"a strategy failed, so this game cannot continue: {CHECK}"
            ) from error
        why = match.why_illegal(code)
        raise PlayoutError(f"'{brief(move)}' is not a legal move{why and f': {why}'}") from error
