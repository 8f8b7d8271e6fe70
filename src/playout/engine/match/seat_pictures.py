"""How a position looks to those who play it: what is hidden from a seat is not in the picture."""

from __future__ import annotations

from typing import Any

from playout.engine.game import open_information as parts
from playout.engine.game.drawings import Drawing
from playout.engine.game.game import Game
from playout.engine.game.plain_rules import PlainRules
from playout.engine.match.match import Match

_FIELDS = Drawing(())
_USUAL = ("parameters", "notes", "lookup")  # of a view, which say nothing of the position


def is_open(game: Game) -> bool:
    """Whether every view shows the whole state, as far as rules or drawing say so themselves."""
    if getattr(game.drawing, "OPEN", False):
        return True
    if isinstance(game.rules, PlainRules):
        return not hasattr(game.rules.source, "observe")
    return game.rules.observe is parts.observe


def seat_picture(match: Match, seat: int, width: float) -> str:
    """The position as a seat may see it: an SVG picture, about ``width`` pixels wide if it can be.

    If the drawing does not say how that is (protocols.py, TableFunctions), it is the picture
    of the whole state where nothing is hidden, and else a line for each field of the view.
    """
    state, rules, drawing = match.state, match.rules.record(), match.game.drawing
    if hasattr(drawing, "seen"):
        return str(drawing.seen(state, rules, seat, width))
    if is_open(match.game):
        return str(drawing.svg(state, rules, match.seat))
    return _FIELDS.svg(_Told(match.view(seat)), rules, seat)


class _Told:
    """The fields of a view that say something of the position."""

    def __init__(self, view: Any) -> None:
        names = view.dtype.names if hasattr(view, "dtype") else vars(view)
        vars(self).update({name: getattr(view, name) for name in names if name not in _USUAL})
