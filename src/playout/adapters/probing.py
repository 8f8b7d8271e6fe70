"""Random games, which show what another library does not say about a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playout.engine.chance.rng import STREAM, randrange, start
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth

GAMES = 20
MOVES = 2_000  # of all games together; the last one is played to its end
LONGEST = 100_000  # moves of a game


@dataclass
class Probe:
    """The results of random games."""

    returns: list[float] = field(default_factory=list)  # of all games and seats
    draws: bool = False  # whether a move drew random numbers


def probed(
    name: str,
    rules: Any,
    returns_of: Callable[[Any], Sequence[float]],
    look: Callable[[Any], None] = lambda state: None,
) -> Probe:
    """Play random games, always the same ones; ``look`` is shown every position with a move.

    PlayoutError, with the name of the game, if these cannot be played.
    """
    probe, moves = Probe(), 0
    for game in range(GAMES):
        deal, chance = (new_record(STREAM) for _ in range(2))
        start(deal, 0, game, 0)
        start(chance, 0, game, 1)
        state, length = rules.State(), 0
        rules.deal(state, None, deal)
        while not rules.is_over(state, None):
            legal = rules.legal_moves(state, None)
            if not legal:
                raise PlayoutError(
                    f"{name} cannot be played: in a game that is not over, there is no legal move"
                )
            look(state)
            before = deal.tobytes()
            rules.play(state, None, legal[int(randrange(chance, len(legal)))], deal)
            probe.draws |= deal.tobytes() != before
            length += 1
            if length > LONGEST:
                raise PlayoutError(
                    f"{name} cannot be played: a random game does not end within {LONGEST:,} moves"
                )
        returns = list(map(float, returns_of(state)))
        for seat, value in enumerate(returns):
            if not math.isfinite(value):
                raise PlayoutError(
                    f"{name} cannot be played: seat {nth(seat)} has a return of {value} after "
                    f"{length} moves; it must be a finite number"
                )
        probe.returns += returns
        moves += length
        if moves >= MOVES:
            break
    return probe
