"""What may be told of a game that can still go on, and to whom.

A seat may know its view, and nobody what chance has in store: coins, dice, cards and deals to come.
So whoever shows a game to its players shows it with the functions of this file.  The seed and the
number of a game tell everything, and are not told before it is over.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from playout.engine.game import open_information as parts
from playout.engine.game.drawings import ONLOOKER, Drawing, NamedSeat, WatchedSeat, paragraph
from playout.engine.game.drawn_pieces import ON_CLOTH, PORTRAIT
from playout.engine.game.drawn_pieces import portrait as drawn_portrait
from playout.engine.game.game import Game
from playout.engine.game.plain_rules import PlainRules
from playout.engine.match.match import Match
from playout.engine.play.positions import format_state

_FIELDS = Drawing(())
TITLE = 30  # pixels of a title that stands for a picture
_NO_POSITION = ("parameters", "notes", "lookup", "seat", "legal_moves")
"""Fields of a view that do not show the position, or that the page shows beside it."""


def is_open(game: Game) -> bool:
    """Return whether the rules or the drawing say that every view shows the whole state."""
    if (said := getattr(game.drawing, "OPEN", None)) is not None:
        return bool(said)
    if isinstance(game.rules, PlainRules):
        source = game.rules.source
        return bool(getattr(source, "OPEN", not hasattr(source, "observe")))
    return game.rules.observe is parts.observe


@lru_cache(maxsize=20_000)
def places_of(game: Game, move: int) -> tuple[str, ...]:
    """Return the places that people touch to make a move; none if it is a button."""
    places = getattr(game.drawing, "places", None)
    return () if places is None else tuple(str(place) for place in places(move))


def seat_picture(match: Match, seat: int, width: float, arrangement: int = 0) -> str:
    """Return the position as a seat may see it: an SVG picture, about ``width`` pixels wide.

    If the drawing has no such picture (protocols.py, TableFunctions), it is the picture of the
    whole state where nothing is hidden, and else a line for each field of the view, without rule
    options and without what the page shows itself.  With the seat
    ONLOOKER it is what everyone at the table may see, "" if the drawing does not say what that is.
    ``arrangement`` is the place of an order of the own hand in ARRANGEMENTS, if the drawing has it.
    """
    state, rules, drawing = match.state, match.rules.record(), match.game.drawing
    if seat == ONLOOKER:
        if is_open(match.game):
            seat = WatchedSeat(match.seat, seat.names if isinstance(seat, NamedSeat) else ())
        elif not (hasattr(drawing, "known_position") and hasattr(drawing, "seen")):
            return ""
    if hasattr(drawing, "seen"):
        more = (arrangement,) if hasattr(drawing, "ARRANGEMENTS") else ()
        return str(drawing.seen(state, rules, seat, width, *more))
    if is_open(match.game):
        return str(drawing.svg(state, rules, match.seat))
    view = match.view(seat)
    names = view.dtype.names if hasattr(view, "dtype") else vars(view)
    fields = {
        name.replace("_", " "): getattr(view, name)
        for name in names
        if name not in _NO_POSITION and not _is_rule(match, name, getattr(view, name))
    }
    return _FIELDS.svg(SimpleNamespace(**fields), rules, seat)


def _is_rule(match: Match, name: str, value: Any) -> bool:
    """Return whether a field of a view is a rule option, and nothing that ``observe`` wrote."""
    return name in match.rules.values and np.array_equal(getattr(match.rules.record(), name), value)


def portrait(game: Game) -> str:
    """Return a small picture of a typical table of a game, for lists of games: an SVG."""
    if hasattr(game.drawing, "portrait"):
        return str(game.drawing.portrait())
    is_plain = isinstance(game.drawing, Drawing) and not {"svg", "seen"} & vars(game.drawing).keys()
    if is_plain:  # the fields of a state say nothing to a stranger
        how = f'fill="{ON_CLOTH}" font-weight="bold" text-anchor="middle"'
        width, height = PORTRAIT
        _, high = paragraph(0, 0, game.title, 0.9 * width, TITLE)
        lines, _ = paragraph(width / 2, (height - high) / 2, game.title, 0.9 * width, TITLE, how)
        return drawn_portrait(game.title, lines)
    match = Match(game.name, strategy="random")
    return seat_picture(match, WatchedSeat(match.seat), PORTRAIT[0])


def known_position(match: Match, seat: int | None) -> str | None:
    """Return the position as a seat may know it; with None, as everyone at the table may.

    A line of text, from which a match can begin.  What is hidden is a ``?``, or it is left out, as
    are coins and dice to come: it is dealt anew.  None if the game hides something and its drawing
    does not say what (protocols.py, TableFunctions).  When the game is over it is the whole
    position.
    """
    if match.is_over:
        return match.position
    state, rules, drawing = match.state, match.rules.record(), match.game.drawing
    if hasattr(drawing, "known_position"):
        return str(drawing.known_position(state, rules, seat))
    return format_state(match.game, state, rules) if is_open(match.game) else None
