"""Random numbers for rules and strategies of your own."""

from playout.engine.chance.rng import STREAM, next_word, randrange, shuffle, start, uniform

__all__ = ["STREAM", "next_word", "randrange", "shuffle", "start", "uniform"]
