"""Checks that need an environment of their own, as another process, or the whole processor."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Any

from playout.engine.match.match import Match
from playout.engine.native.code_cache import CHECKED
from playout.engine.play.batch import play_batch
from playout.engine.play.lookup import looked_up
from playout.testing.case import Case, counted
from playout.testing.games import LONGEST
from playout.testing.report import NoTime, Unchecked
from playout.testing.strategies import tables

RECORDED = 3  # games that one process plays for others to play again
WARM = 5.0  # seconds for what comes before and after the checks, in the usual time
SLOW = 10  # games a second
ANOTHER = (
    "is another one in another process: so is the order of a set of texts, what hash() gives, "
    "a clock, and chance that no seed reaches"
)


def indices(case: Case) -> str:
    """Compiled code reads and writes within its arrays."""
    if not case.is_compiled:
        raise Unchecked("plain Python checks every index itself")
    if not CHECKED:
        raise Unchecked("this process does not check indices (NUMBA_BOUNDSCHECK=1)")
    number = 50
    for first in count(0, number):
        for table in tables(case):
            table.outcomes(first, number)
            case.watch.games += number
            if case.watch.is_late():
                break
        if case.watch.is_late() or case.watch.games >= 10_000:
            break
    return f"{counted(case.watch.games, 'game')} with every index checked"


def speed(case: Case) -> str:
    """Return the games per second of one processor."""
    match = case.match(0, compiled=True)
    while not match.is_over:
        case.step(match)
        if len(match.moves) > LONGEST:
            raise Unchecked("a game does not end")
        if case.watch.is_late(2.0):
            game, move = 1000 * case.watch.game_seconds, 1000 * case.watch.move_seconds
            raise NoTime(
                f"slow: a game takes about {game:,.0f} ms, a move {move:,.0f} ms; there was no "
                "time for a whole game"
            )
    number, taken, rate = 1, 0.0, 0.0
    while taken < 0.5 and not (taken and case.watch.is_late()):
        began = time.perf_counter()
        played = len(case.outcomes(0, number))
        taken = max(time.perf_counter() - began, 1e-9)
        rate = played / taken
        number = min(number * 4, round(rate / 2) + 1)
    rates = case.watch.facts.setdefault("games a second", {})
    rates[f"{case.rules['players']} players"] = rate
    first = next(iter(rates.values()))
    moves = first * len(match.moves)
    if first < SLOW:
        return f"slow: a game takes {1000 / first:,.0f} ms, a move {1000 / moves:,.0f} ms"
    return f"{first:,.0f} games a second, {moves:,.0f} moves, on one processor"


def warm(case: Case) -> float:
    """Seconds for what comes before and after the checks."""
    return min(WARM, WARM * case.watch.times)


def record(settings: Sequence[Case]) -> None:
    """Play some games for other processes to play again."""
    for case in settings:
        case.watch.limit(warm(case))
        for number, match in enumerate(case.games(RECORDED, compiled=True)):
            if not match.is_over:
                break
            digests = [table_digest(match, seat) for seat in range(len(match.players))]
            case.watch.facts.setdefault("played", []).append(
                [dict(case.options), number, match.moves, match.columns(), digests]
            )


def table_digest(match: Match, seat: int) -> str:
    """A digest of the lookup table of who sits on a seat."""
    return sha256(looked_up(match.view(seat)).tobytes()).hexdigest()


def _recorded(case: Case) -> Iterator[list[Any]]:
    """Number, moves, outcome and lookup tables of the games that were recorded for a case."""
    for options, *game in case.watch.facts.get("played", []):
        if options == dict(case.options):
            yield game
    if not case.watch.games:
        raise NoTime("there was no time")


def plain_rules(case: Case) -> str:
    """Compiled rules play as in plain Python: for a process in which nothing is compiled."""
    for number, moves, columns, _ in _recorded(case):
        match = case.match(number)
        for move in moves:
            if match.is_over or not match.is_legal(move):
                case.fault(match, f"compiled rules allow move {move}, in plain Python they do not")
            match.play(move)
            case.watch.positions += 1
            if case.watch.is_late():
                return case.watch.amount()
        if not match.is_over or match.columns() != columns:
            outcomes = f"compiled a game gives {columns}, in plain Python {match.columns()}"
            case.fault(match, outcomes)
    began, played = time.perf_counter(), 0
    while time.perf_counter() - began < 0.3 and not case.watch.is_late():
        play_batch(case.rules, case.players, case.seed, played, 1, compiled=False)
        played += 1
    rate = played / (time.perf_counter() - began)
    return f"{case.watch.amount()}; {rate:,.0f} games a second"


def another_process(case: Case) -> None:
    """The same games are played in another process, where hash() gives other numbers."""
    for number, moves, columns, digests in _recorded(case):
        match = case.match(number, compiled=True)
        for seat, digest in enumerate(digests):
            if table_digest(match, seat) != digest:
                who = match.players[seat].reference
                case.fault(match, f"the lookup table of strategy '{who}' {ANOTHER}")
        for move in moves:
            if match.is_over or case.step(match) != move:
                case.fault(match, f"the game {ANOTHER}")
        if match.columns() != columns:
            case.fault(match, f"the outcome {ANOTHER}")
        case.watch.positions += len(moves)
