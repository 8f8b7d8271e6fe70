"""Pictures that seats see, for tests."""

from __future__ import annotations

import re

from playout.engine.match import told
from playout.engine.match.match import Match


def picture_of(match: Match, seat: int, width: float = 350) -> str:
    """The picture that a seat sees."""
    return told.seat_picture(match, seat, width)


def touched(match: Match, seat: int) -> list[str]:
    """The places of that picture."""
    return re.findall(r'data-place="([^"]*)"', picture_of(match, seat))
