"""How environments show a position."""

from __future__ import annotations

from typing import Any

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief
from playout.envs.games import Games

MODES = ("human", "ansi", "svg")


def read_mode(mode: Any) -> str | None:
    """A way to show positions; PlayoutError if there is none of that name."""
    if mode is not None and mode not in MODES:
        raise PlayoutError(f"render_mode = {brief(repr(mode))}: {suggest(str(mode), MODES)}")
    return None if mode is None else str(mode)


def rendered(games: Games, mode: str | None, i: int = 0) -> str | None:
    """The position of a game in one of MODES: a text or a picture, or None where it is printed."""
    if mode == "ansi":
        return games.text(i)
    return games.svg(i) if mode == "svg" else None
