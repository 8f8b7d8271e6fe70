"""Loads a game of OpenSpiel and plays it once: run as a program, which some settings would end.

OpenSpiel does not check all settings: ``pig(players=0)`` ends the whole program, and a board of
100,000 by 100,000 takes all memory.  ``python trial.py NAME`` ends in place of the program of the
user, by a signal or for want of memory.  It imports nothing of Playout.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

MOST_MOVES = 1_000
MOST_MEMORY = 8 * 2**30  # bytes of addresses


def limit() -> None:
    """Give this process no more than MOST_MEMORY, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def play(name: str) -> None:
    """Load a game and play it at random."""
    pyspiel: Any = import_module("pyspiel")
    if "python_" in name:
        import_module("open_spiel.python.games")  # they register themselves
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    state, chance = game.new_initial_state(), random.Random(1)
    for _ in range(MOST_MOVES):
        if state.is_terminal():
            break
        if state.is_chance_node():
            moves = [move for move, likely in state.chance_outcomes() if likely > 0]
        else:
            moves = state.legal_actions()
        state.apply_action(chance.choice(moves))
    state.returns()


if __name__ == "__main__":
    limit()
    try:
        play(sys.argv[1])
    except MemoryError:
        raise
    except Exception:  # what is raised, is raised and told in the program of the user too
        sys.exit(0)
