"""Single games, played by hand: the engine's match, with typed rule options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playout.engine.game.players import StrategyReference
    from playout.engine.match import match
    from playout.keywords import OneEach

    class Match(match.Match):
        """A single game in progress."""

        def __init__(
            self,
            game: str,
            *,
            strategy: StrategyReference | Sequence[StrategyReference] | None = None,
            seats: str | Sequence[StrategyReference] | None = None,
            seed: int | None = 1,
            game_number: int = 0,
            repeat: int = 0,
            redraw: int = 0,
            position: str | None = None,
            compiled: bool = False,
            **options: Unpack[OneEach],
        ) -> None: ...
else:
    from playout.engine.match.match import Match

__all__ = ["Match"]
