"""The parts of a view that learners see, for games of your own."""

from playout.engine.game.observation_spec import Seen, counts, sets

__all__ = ["Seen", "counts", "sets"]
