"""What players say to each other: marks of a small vocabulary, shown by all before every move.

What the engine needs of a game for that is in its module ``hints``:

    WORDS                                  the vocabulary: word k is what the number k says
    PLACE                                  what a mark is about, as "pile"
    places(rules) -> int                   of how many of these everybody says a word; 0: silence
    show(state, rules, seat, place, mark)  put a mark where ``observe`` shows it to everybody
    hint(view, place) -> int               how players speak whose strategy has no hint of its own

A hint is a function ``(view, place) -> mark`` of a strategy.  It gets a copy of its own seat's
view, with the marks that were shown last, and so cannot tell what it may not know.  It can say
nothing but words: any other whole number stops the run.  And what it writes is lost once it has
spoken of all places, so that it matters to nobody how often somebody who looks on has it asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba

from playout.engine.bits import copy_items
from playout.engine.game import Game
from playout.engine.jit import jit, rebound, source_digest

NO_PLACE = -1  # the place of a table at which nobody is saying anything

# The template below is written with these names; a copy bound to a game finds its own there.
observe: Any = None
places: Any = None
show: Any = None
words: Any = None


def _speak(hints: Any, state: Any, rules: Any, table: Any, order: Any) -> bool:
    """Let every seat say a word of every place; False if one has said what is no word.

    ``order[seat]`` is the player there, whose hint is ``hints[order[seat]]``.
    """
    # All look before anybody speaks: they speak at the same time.
    for seat in range(rules.players):
        observe(state, rules, seat, table.views[seat])
    for seat in range(rules.players):
        table.seat = seat
        hint = hints[order[seat]]
        copy_items(table.aside, table.views[seat : seat + 1])
        for place in range(places(rules)):
            table.place = place
            mark = hint(table.aside[0], place)
            if not 0 <= mark < words:
                table.move = mark
                return False
            show(state, rules, seat, place, mark)
    table.place = NO_PLACE
    return True


@jit(inline=True)
def _no_places(rules: Any) -> int:
    return 0


@jit(inline=True)
def _silence(hints: Any, state: Any, rules: Any, table: Any, order: Any) -> bool:
    return True


@cache
def speech(game: Game, compiled: bool) -> dict[str, Callable[..., Any]]:
    """The functions ``places`` and ``speak`` of a game, for its loops.

    In a game without hints the compiler leaves nothing of them.
    """
    if game.hints is None:
        return {"places": _no_places, "speak": _silence}
    names = {
        "observe": game.module.observe,
        "places": game.hints.places,
        "show": game.hints.show,
        "words": len(game.hints.WORDS),
    }
    speak = rebound(_speak, names, f"{game.name}_{source_digest(game.folder)}")
    return {"places": game.hints.places, "speak": jit(speak) if compiled else speak}


def hint_signature(game: Game) -> Any:
    """The compiled type of a hint of the game."""
    return numba.int64(numba.from_dtype(game.view_dtype), numba.int64)


def hints_type(game: Game) -> Any:
    """The compiled type of the hints of all seats."""
    if game.hints is None:
        return numba.types.UniTuple(numba.int64, game.seats)
    return numba.types.UniTuple(numba.types.FunctionType(hint_signature(game)), game.seats)


def in_hint(game: Game, table: Any) -> str:
    """Where a strategy was when it failed: empty, or ", in its hint for pile 2,"."""
    if game.hints is None or table.place == NO_PLACE:
        return ""
    return f", in its hint for {game.hints.PLACE} {table.place},"


def no_word(game: Game, table: Any) -> str:
    """What a seat has said that is no word."""
    assert game.hints is not None  # in other games nobody says anything
    hints = game.hints
    known = ", ".join(f"{number} {word}" for number, word in enumerate(hints.WORDS))
    said = f"{table.move} (known: {known})"
    return f"gave a hint for {hints.PLACE} {table.place} that is no word: {said}"
