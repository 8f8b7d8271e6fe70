"""Looking at a run: what its file holds is shown, and nothing that it names is read or run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_looking: ContextVar[tuple[Any] | None] = ContextVar("_looking", default=None)


@contextmanager
def looking(game: Any = None) -> Iterator[None]:
    """Within this context no file of a user and no module of another package runs.

    The one game that is known is ``game``, besides Playout's own.  Strategies that are not
    Playout's are known by their names alone, and cannot play.  This is enough to show the results
    of a question that was asked before.
    """
    token = _looking.set((game,))
    try:
        yield
    finally:
        _looking.reset(token)


def is_looking() -> bool:
    """Return whether this is in the context of :func:`looking`."""
    return _looking.get() is not None


def looked_at(name: object) -> Any:
    """Return the game that is looked at if it has this name; else None."""
    game = (_looking.get() or (None,))[0]
    return game if game is not None and game.name == name else None
