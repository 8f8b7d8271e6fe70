"""Games that may have no end: what is being played, for whoever stops it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playout.engine.game.game import Rules
from playout.engine.play.failures import position_text

LONG = 10_000  # moves after which a game that is stopped may be one without an end

_played: dict[int, tuple[Rules, Any]] = {}  # what each thread plays: by its number rules and table


@contextmanager
def playing(rules: Rules, table: Any) -> Iterator[None]:
    """Within this context games are played at a table, which counts the ``moves`` of each."""
    thread = threading.get_ident()
    outer = _played.get(thread)  # a strategy may have games played, too
    _played[thread] = rules, table
    yield
    _played.pop(thread)  # not after an error: whoever stops a game is told of it then
    if outer is not None:
        _played[thread] = outer


def endless_game() -> str:
    """A sentence on the longest game that is being played here, if it may have no end."""
    longest = max(list(_played.values()), key=lambda played: int(played[1].moves), default=None)
    if longest is None or longest[1].moves < LONG:
        return ""
    rules, table = longest
    return (
        f"game {table.game} of {rules.game.name}, seed {table.seed}, was not over after "
        f"{table.moves:,} moves; a game must end, whatever is played; it stood so:\n"
        f"{position_text(rules.game, table.state, rules.record())}"
    )
