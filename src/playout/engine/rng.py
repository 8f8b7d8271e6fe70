"""Random numbers for rules and strategies of your own."""

from playout.engine.chance.rng import (
    DEAL,
    SEAT,
    STREAM,
    next_word,
    randrange,
    shuffle,
    start,
    start_sealed,
    uniform,
)

__all__ = [
    "DEAL",
    "SEAT",
    "STREAM",
    "next_word",
    "randrange",
    "shuffle",
    "start",
    "start_sealed",
    "uniform",
]
