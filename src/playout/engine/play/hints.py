"""Hints: marks that players give each other before every move, words of a small vocabulary.

A game with hints has a module ``hints`` with these names:

    WORDS                                  the vocabulary: the mark k is the word WORDS[k]
    PLACE                                  what a mark is about, as "pile"
    places(rules) -> int                   how many of these get a mark from every seat; 0: silence
    show(state, rules, seat, place, mark)  put a mark where ``observe`` shows it to all
    hint(view, place) -> int               the marks of strategies that have no hint of their own
    may_say(rules, mark) -> bool           whether these rules allow a word; left out: all of them

The hint of a strategy is a function ``(view, place) -> mark``.  It gets a copy of its own seat's
view, with the marks that were shown last, so it cannot give away what the seat does not know.  A
mark that is not in the vocabulary stops the run.  The copy is dropped after the last place, so
looking at a game (Match.view, Match.choose) changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba

from playout.engine.game.game import Game
from playout.engine.game.protocols import plain
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.play.code_templates import (
    bound_to,
    hint,
    hinted,
    may_say,
    observe,
    places,
    show_mark,
    words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief, read_whole

NO_PLACE = -1  # the place of a table while no hint is called


@jit
def _hinted(hints: Any, player: int, view: Any, place: int) -> int:
    """The mark of a player's hint."""
    return int(hints[player](view, place))


def _common_hint(hints: Any, player: int, view: Any, place: int) -> int:
    """The mark of the hint that all seats have."""
    return int(hint(view, place))


def _speak(hints: Any, state: Any, rules: Any, table: Any, order: Any) -> bool:
    """Let every seat show its mark for every place; False if a mark is not in the vocabulary.

    ``order[seat]`` is the player there, whose hint is ``hints[order[seat]]``.
    """
    # All seats look before the first mark is shown, as if they spoke at the same time.
    for seat in range(rules.players):
        observe(state, rules, seat, table.views[seat])
    for seat in range(rules.players):
        table.seat = seat
        copy_items(table.scratch_view, table.views[seat : seat + 1])
        for place in range(places(rules)):
            table.hint_place = place
            mark = hinted(hints, order[seat], table.scratch_view[0], place)
            if not (0 <= mark < words and may_say(rules, mark)):
                table.move = mark
                return False
            show_mark(state, rules, seat, place, mark)
    table.hint_place = NO_PLACE
    return True


@jit(inline=True)
def _no_places(rules: Any) -> int:
    return 0


@jit(inline=True)
def _any_word(rules: Any, mark: int) -> bool:
    return True


@jit(inline=True)
def _silence(hints: Any, state: Any, rules: Any, table: Any, order: Any) -> bool:
    return True


@cache
def hint_functions(
    game: Game, compiled: bool, hint: Callable[[Any, int], int] | None = None, tag: str = ""
) -> dict[str, Callable[..., Any]]:
    """Return the functions ``places`` and ``speak`` of a game, for its loops.

    In a game without hints they do nothing, and the compiler removes them.  If there is a ``hint``,
    all seats use it instead of their own; the ``tag`` distinguishes it from others.
    """
    if game.hints is None:
        silent: dict[str, Callable[..., Any]] = {"places": _no_places, "speak": _silence}
        return silent if compiled else {name: plain(part) for name, part in silent.items()}
    names = {
        "places": game.hints.places,
        "show_mark": game.hints.show,
        "words": len(game.hints.WORDS),
        "may_say": getattr(game.hints, "may_say", _any_word),
        "hinted": _hinted if compiled else plain(_hinted),
    }
    if hint is not None:
        hinted = bound_to(game, _common_hint, tag, hint=hint)
        names["hinted"] = jit(hinted) if compiled else hinted
    speak = bound_to(game, _speak, tag, **names)
    return {"places": game.hints.places, "speak": jit(speak) if compiled else speak}


def hint_signature(game: Game) -> Any:
    """Return the compiled type of a hint of the game."""
    return numba.int64(numba.from_dtype(game.view_dtype), numba.int64)


def hints_type(game: Game) -> Any:
    """Return the compiled type of the hints of all seats."""
    if game.hints is None:
        return numba.types.UniTuple(numba.int64, game.seats)
    return numba.types.UniTuple(numba.types.FunctionType(hint_signature(game)), game.seats)


def in_hint(game: Game, table: Any) -> str:
    """Return ", in its hint for pile 2,", for a message; "" if no hint was being called."""
    if game.hints is None or table.hint_place == NO_PLACE:
        return ""
    return f", in its hint for {game.hints.PLACE} {nth(table.hint_place)},"


def read_marks(game: Game, rules: Any, marks: Sequence[object]) -> tuple[int, ...]:
    """Return the marks that a user gives, one for each place; PlayoutError if they are wrong.

    ``rules`` is the record of the rules.
    """
    needed = 0 if game.hints is None else int(game.hints.places(rules))
    if needed == 0:
        raise PlayoutError(f"players give no hints under these rules of {game.name}")
    known = dict(allowed_words(game, rules))
    numbers = [read_whole("mark", mark, 0, max(known)) for mark in marks]
    if len(numbers) != needed or not known.keys() >= {*numbers}:
        words = ", ".join(f"{number} {word}" for number, word in known.items())
        raise PlayoutError(f"marks={brief(repr(marks))}: must be {needed}, each of {words}")
    return tuple(numbers)


def allowed_words(game: Game, rules: Any) -> list[tuple[int, str]]:
    """Return the words that the rules allow, each with its mark."""
    assert game.hints is not None  # or there would be no words
    may_say = getattr(game.hints, "may_say", plain(_any_word))
    return [pair for pair in enumerate(game.hints.WORDS) if may_say(rules, pair[0])]


def wrong_mark(game: Game, table: Any, rules: Any) -> str:
    """Say which mark a hint returned that is not in the vocabulary."""
    assert game.hints is not None  # or no hint would have been called
    known = ", ".join(f"{number} {word}" for number, word in allowed_words(game, rules))
    mark = f"{table.move} (known: {known})"
    return f"gave a hint for {game.hints.PLACE} {nth(table.hint_place)} that is no word: {mark}"
