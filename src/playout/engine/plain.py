"""Helpers for games in plain Python."""

from playout.engine.game.plain_rules import View, shuffled

__all__ = ["View", "shuffled"]
