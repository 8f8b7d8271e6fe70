"""What many tests of games do: play some moves, and draw from a random stream."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import DEAL, STREAM, start
from playout.engine.match.match import Match
from playout.engine.native.records import new_record


def play(match: Match, *moves: str) -> None:
    """Play moves by their texts."""
    for move in moves:
        match.play(move)


def stream(seed: int, number: int = 0) -> Any:
    """A random stream of its own for every seed and number."""
    made = new_record(STREAM)
    start(made, seed, number, DEAL)
    return made
