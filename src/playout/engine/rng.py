"""Random numbers for rules and strategies of your own."""

from playout.engine.chance.plain_streams import next_word, randrange, uniform
from playout.engine.chance.rng import (
    DEAL,
    SEAT,
    STREAM,
    shuffle,
    start,
    start_sealed,
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
