"""Can a deal of Klondike be won at all, by a player who knows every card? (Thoughtful solitaire.)

A line that wins is played on a real table before it is called one.  That a deal cannot be won is
certain once every position has been seen (solver.py).
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.match.match import Match
from playout.engine.native.jit import compiling
from playout.engine.native.records import new_record
from playout.engine.words.reading import read_seconds
from playout.engine.words.signs import for_print
from playout.engine.words.spelling import named
from playout.games.klondike.records import DRAW, MOVES, STATE
from playout.games.klondike.sentences import format_move
from playout.games.klondike.solver import ALL, DEPTH, EAGER, GOING, NO, STEPS, WON, search

Limit = Literal["time", "memory", "patience"]
GAVE_UP: dict[Limit, str] = {
    "time": "the time was up",
    "memory": "it has no room for more positions",
    "patience": "the way to win that it found has too many moves without progress",
}
_CHUNK = 10_000  # positions between two looks at the clock: about a hundredth of a second
_QUICKLY = 0.3  # of the time is for the search in which cards always go up
_LEAST, _MOST = 1 << 20, 1 << 25  # positions in the table: 8 to 256 MB


@dataclass(frozen=True, repr=False)
class Winnable:
    """The answer, and the line of moves that proves a yes; printed, it tells both."""

    answer: Literal["yes", "no", "unknown"]
    line: tuple[str, ...]  # moves as they are written, empty unless the answer is yes
    positions: int  # that were looked at
    seconds: float = field(compare=False)
    rules: Rules
    limit: Limit | None = None  # what ended the search if the answer is unknown

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that makes each move: the only one."""
        return (0,) * len(self.line)

    def why(self) -> str:
        """What ended the search if the answer is unknown, else ""."""
        return GAVE_UP[self.limit] if self.limit else ""

    def sentence(self) -> str:
        """The answer in a sentence, or in a few."""
        spent = f"{self.positions:,} positions, {self.seconds:.2f} s"
        if self.answer == "yes":
            return f"This deal can be won in {len(self.line)} moves ({spent})."
        if self.answer == "no":
            return f"This deal cannot be won, however it is played ({spent})."
        more = f" To allow more time, use {named('seconds')}." if self.limit == "time" else ""
        return (
            "It is not known whether this deal can be won. The search found no way to win, and "
            f"{self.why()} ({spent}).{more}"
        )

    def __repr__(self) -> str:
        options = self.rules.changed_options()
        changed = ", ".join(f"{name}={value}" for name, value in options.items())
        head = f"Klondike{f' ({changed})' if changed else ''}, all cards known."
        line = [", ".join(self.line)] if self.line else []
        return for_print("\n".join([head, self.sentence(), *line]))


class _Search:
    """A search from the beginning of a match, and the room that it needs."""

    def __init__(self, match: Match, plan: int, slots: int) -> None:
        self.rules = match.record
        self.states = new_record(STATE, DEPTH + 1)
        self.states[0] = match.state
        self.steps = np.zeros((DEPTH + 1, 2, STEPS), np.int64)
        self.at = np.zeros((2, DEPTH + 2), np.int64)
        self.at[1, DEPTH] = plan
        self.table = np.zeros(slots, np.int64)

    def run(self, end: float, most: float = math.inf) -> int:
        """Search until the clock shows ``end``, or so many positions were tried; the result."""
        found = GOING
        while found == GOING and most > 0 and time.perf_counter() < end:
            found = search(self.rules, self.states, self.steps, self.at, self.table, _CHUNK)
            most -= _CHUNK
        return int(found)

    @property
    def positions(self) -> int:
        """The positions seen."""
        return int(self.at[0, DEPTH + 1])

    def line(self) -> list[int]:
        """The moves of the line that the search has come to."""
        moves = list[int]()
        for depth in range(int(self.at[0, DEPTH])):
            draws, move = divmod(int(self.steps[depth, 0, self.at[1, depth] - 1]), MOVES)
            moves += [DRAW] * draws + [move]
        return moves


def winnable(
    *, seed: int = 1, game: int = 0, seconds: float | str = 10.0, **options: Any
) -> Winnable:
    """Search for a way to win a deal if all cards were known.

    Args:
        seed: The seed of a run.
        game: The number of the game in that run, from 0.
        seconds: Time limit in seconds.
        **options: Rule options.

    The answer is "yes", with the winning line; "no", which is certain; or "unknown", with the
    ``limit`` that ended the search: "time", "memory" or "patience".
    """
    limit = read_seconds(seconds)
    find_game("klondike").with_options(options)  # refuses what else a Match can be given
    match = Match("klondike", seed=seed, game_number=game, **options)
    with compiling("the search for Klondike"):  # before the clock starts
        _Search(match, EAGER, 1 << 15).run(math.inf, 1)
    return solve(match, limit)


def solve(match: Match, limit: float) -> Winnable:
    """Search from the position of a match, for so many seconds; a way to win is played there."""
    started, seen, rules = time.perf_counter(), 0, match.rules
    slots = min(max(1 << int(2.5e6 * limit).bit_length(), _LEAST), _MOST)
    # A small table first: of a large one every page must be cleared before it is used.
    for plan, share, room in ((EAGER, _QUICKLY, 2 * _LEAST), (ALL, 1.0, slots)):
        tried = _Search(match, plan, room)
        found = tried.run(started + share * limit)
        seen += tried.positions
        if found == WON:
            break
    took = time.perf_counter() - started
    if found == WON:
        line = tried.line()
        for move in line:
            if match.is_over:
                return Winnable("unknown", (), seen, took, rules, "patience")
            match.play(move)
        return Winnable("yes", tuple(map(format_move, line)), seen, took, rules)
    if found == NO:
        return Winnable("no", (), seen, took, rules)
    return Winnable("unknown", (), seen, took, rules, "time" if found == GOING else "memory")
