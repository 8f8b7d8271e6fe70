"""Helpers for games in plain Python."""

from playout.engine.chance.plain_streams import shuffled
from playout.engine.game.plain_views import View

__all__ = ["View", "shuffled"]
