"""Many games in one call, from Python."""

from playout.engine.play.batch import play_batch

__all__ = ["play_batch"]
