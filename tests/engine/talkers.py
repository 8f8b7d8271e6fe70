"""Strategies of The Game with hints of their own, declared in a file of a user's."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from playout import strategy
from playout.engine.chance.rng import randrange
from playout.games.the_game.hints import LEAVE, WORDS
from playout.games.the_game.rules import CONCEDE, STOP
from playout.games.the_game.strategies import any_legal, least_step

COUNT = len(WORDS)


def leave(view: Any, pile: int) -> int:
    """Wants every pile."""
    return LEAVE


@strategy("the-game", hint=leave)
def wants_all(view: Any, rng: Any) -> int:
    """Random play."""
    return any_legal(view, rng, view.needed == 1)


@strategy("the-game")
def obeys(view: Any, rng: Any) -> int:
    """Random play that gives up when the player before asks it to leave pile 0."""
    if view.marks[(view.seat + view.players - 1) % view.players, 0] == LEAVE:
        return CONCEDE
    return any_legal(view, rng, view.needed == 1)


@strategy("the-game", hint=leave)
def goes_on_if_told(view: Any, rng: Any) -> int:
    """The least step, unless somebody has said something else than LEAVE of pile 0."""
    for seat in range(view.players):
        if view.marks[seat, 0] != LEAVE:
            return CONCEDE if view.needed > 0 else STOP
    return least_step(view)


def of_everything(view: Any, pile: int) -> int:
    """A word that rests on all that a hint may look at; and it scribbles on its view."""
    message = view.hand[0, 0] % 1009 + view.piles[pile] + view.notes[0] + int(view.parameters[0])
    for seat in range(view.players):
        for k in range(view.pile_count):
            message += view.marks[seat, k] * (seat + 3 * k)
    word = int((message * (view.turn + 2) + pile) % COUNT)
    view.notes[0] += 1
    view.parameters[0] += 1
    view.hand[0, 0] = 0
    view.piles[pile] = view.seat
    view.seat = 3
    return word


def listens(view: Any, rng: Any) -> int:
    """Random play that uses up random numbers by all that it hears, and counts its moves."""
    view.notes[0] += 1
    heard = 0
    for seat in range(view.players):
        for pile in range(view.pile_count):
            heard = heard * COUNT + view.marks[seat, pile]
    for _ in range(heard % 7):
        randrange(rng, 7)
    return any_legal(view, rng, view.needed == 1)


strategy("the-game", parameters={"tone": 0}, hint=of_everything)(listens)
strategy("the-game", "listens-slowly", parameters={"tone": 0}, compiled=False, hint=of_everything)(
    listens
)


def of_every_bit(view: Any, pile: int) -> int:
    """A word that nearly any change of the view changes."""
    return (crc32(view.tobytes()) >> 3 * pile) % COUNT


@strategy("the-game", compiled=False, hint=of_every_bit)
def tells_all(view: Any, rng: Any) -> int:
    """The least step."""
    return least_step(view)


def hands_on(view: Any, pile: int) -> int:
    """The first counts how often it was asked, the others repeat what the one before them said."""
    if view.seat == 0:
        return int((view.marks[0, pile] + 1) % COUNT)
    return int(view.marks[view.seat - 1, pile])


@strategy("the-game", hint=hands_on)
def whispers(view: Any, rng: Any) -> int:
    """The least step."""
    return least_step(view)


def a_number(view: Any, pile: int) -> int:
    """With 90 cards left, the number in the parameter, of pile 2."""
    if view.left <= 90 and view.seat == 1 and pile == 2:
        return int(view.parameters[0])
    return 0


def number_teller(view: Any, rng: Any) -> int:
    """The least step."""
    return least_step(view)


strategy("the-game", parameters={"number": 61}, hint=a_number)(number_teller)
strategy("the-game", "slow-teller", parameters={"number": 61}, compiled=False, hint=a_number)(
    number_teller
)


def breaks(view: Any, pile: int) -> int:
    """Raises an error of pile 1."""
    if pile == 1:
        raise ValueError("speechless")
    return 0


@strategy("the-game", hint=breaks)
def stammers(view: Any, rng: Any) -> int:
    """The least step."""
    return least_step(view)


def misspells(view: Any, pile: int) -> int:
    """Reads `view.hnad`."""
    return int(view.hnad[0, 0])


@strategy("the-game", hint=misspells)
def mumbles(view: Any, rng: Any) -> int:
    """The least step."""
    return least_step(view)


@strategy("hex", hint=leave)
def talks_at_hex(view: Any, rng: Any) -> int:
    """Cannot be used."""
    return 0
