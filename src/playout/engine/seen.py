"""What learners see of a game of your own."""

from playout.engine.game.observation_spec import Seen, counts, sets

__all__ = ["Seen", "counts", "sets"]
