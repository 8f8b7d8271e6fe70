"""The table and the events of a round, read from a state, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from playout.engine.game.drawings import ONLOOKER, seat_name
from playout.engine.words.numbering import nth
from playout.games.mexican_train.records import DREW, LAID, MEXICAN, STANDS
from playout.games.mexican_train.tiles import DECLARED, listed, numbers_of, tile_of, train_of

Pair = tuple[int, int]  # the numbers of a tile


@dataclass(frozen=True)
class Event:
    """Somebody has laid a tile, drawn one, or passed."""

    kind: int  # LAID, DREW, PASSED, STANDS
    seat: int
    tile: Pair  # (0, 0) of a pass
    train: int  # 0 if no tile was laid
    locks: bool  # whether the tile locks its train
    ends: bool  # certainly the last of its turn: the next may be of another turn of the same player

    def turned(self, end: int) -> Pair:
        """The tile with that end of a train first."""
        low, high = self.tile
        return (low, high) if low == end else (high, low)


def shown_round(state: Any) -> int:
    """The round that lies on the table: the one in progress, or the last."""
    return int(state.round_number) - int(state.over)


def _codes(state: Any, number: int) -> Any:
    """The numbers in which a state keeps its events, as an array."""
    side = shown_round(state) - number
    return state.log[side, : state.logged[side]]


def events(state: Any, number: int) -> Iterator[Event]:
    """All events of this round, or of the one before it."""
    for code in _codes(state, number).tolist():
        kind, seat, locks, ends = code >> 18 & 3, code >> 14 & 15, code >> 20 & 1, code >> 21
        yield Event(kind, seat, *_laid(code % DECLARED), bool(locks), bool(ends))


@cache
def _laid(move: int) -> tuple[Pair, int]:
    """The tile of a move, and its train.  They are kept: a page shows all moves of a round."""
    return numbers_of(tile_of(move)), train_of(move)


def turns(state: Any, number: int) -> Iterator[list[Event]]:
    """The events of such a round, in a list for each turn."""
    turn: list[Event] = []
    for event in events(state, number):
        if event.kind == STANDS:
            continue
        if turn and (turn[-1].ends or turn[-1].seat != event.seat):
            yield turn
            turn = []
        turn.append(event)
    if turn:
        yield turn


def gates(state: Any) -> list[int]:
    """The trains with doubles to be covered, in the order in which that must be done."""
    packed = int(state.later) << 4 | int(state.gate) + 1
    places = range(0, packed.bit_length(), 4)
    return [(packed >> place & 15) - 1 for place in places]


def trains(state: Any, rules: Any) -> dict[int, list[Pair]]:
    """Every train on the table, its tiles turned as they lie, from the engine on.

    Of a state made from a view only the tiles laid since: what lay where before is not in a view.
    """
    lines: dict[int, list[Pair]] = {t: [] for t in (*range(rules.players), MEXICAN)}
    for event in reversed([*events(state, shown_round(state))]):
        if event.kind in (LAID, STANDS):
            line = lines[event.train]
            end, before = event.turned(line[0][0] if line else int(state.ends[event.train]))
            line.insert(0, (before, end))
    return lines


def start_of(state: Any, train: int, line: list[Pair]) -> str:
    """What stands before the tiles of a train: nothing, or ``...7`` if the first are not known."""
    return "" if is_whole(state) else f"...{line[0][0] if line else state.ends[train]}"


def is_whole(state: Any) -> bool:
    """Whether the log has all tiles laid in this round: of a state made from a view it has not."""
    kinds = _codes(state, shown_round(state)) >> 18 & 3
    laid = int(np.isin(kinds, (LAID, STANDS)).sum())
    return laid + 1 == len(listed(state.laid))


def mode_of(state: Any, train: int) -> str:
    """Whether a train is open, closed or locked."""
    if state.locked >> train & 1:
        return "locked"
    return "open" if state.open >> train & 1 else "closed"


def heading(state: Any, rules: Any) -> str:
    """The round and the boneyard, in a line."""
    over = ", the match is over" if state.over else ""
    return (
        f"round {shown_round(state) + 1}, engine {state.engine}-{state.engine}, "
        f"{tiles_counted(state.tiles - state.drawn)} in the boneyard{over}"
    )


def winners(state: Any, rules: Any, own: int = ONLOOKER) -> str:
    """Who has the fewest points, in a sentence; ``own`` has the names of the players."""
    scores = state.scores[: rules.players].tolist()
    best = [seat_name(seat, own) for seat, points in enumerate(scores) if points == min(scores)]
    return f"{' and '.join(best)} won with {min(scores)} points"


def turn_in_words(turn: list[Event], seat: int | None = None) -> str:
    """A turn in words; with a ``seat`` as it sees it, which is not what somebody else has drawn."""
    parts = []
    for event in turn:
        tile = tile_name(event.tile)
        if event.kind == LAID:
            lock = ", locked" if event.locks else ""
            parts.append(f"{tile} on {train_name(event.train)}{lock}")
        elif event.kind == DREW:
            parts.append(f"draws {tile}" if seat in (None, event.seat) else "draws")
        else:
            parts.append("passes")
    return ", ".join(parts)


def tile_name(tile: Pair) -> str:
    """A tile as people write it, such as ``3-11``."""
    return f"{tile[0]}-{tile[1]}"


def train_name(train: int) -> str:
    """A train as people say it."""
    return "the Mexican train" if train == MEXICAN else f"train {nth(train)}"


def tiles_counted(number: int) -> str:
    """A number of tiles in words."""
    return "1 tile" if number == 1 else f"{number} tiles"
