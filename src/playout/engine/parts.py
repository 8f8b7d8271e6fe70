"""Rule functions for games in which nothing is hidden."""

from playout.engine.game.open_information import (
    determinize,
    introduce,
    observe,
    open_view,
    share_win,
)

__all__ = ["determinize", "introduce", "observe", "open_view", "share_win"]
