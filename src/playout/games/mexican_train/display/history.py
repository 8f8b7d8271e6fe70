"""What happened in a round, read back from the log in the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playout.games.mexican_train.records import LAID, MEXICAN, STANDS
from playout.games.mexican_train.tiles import high_of, listed, low_of, tile_of, train_of


@dataclass(frozen=True)
class Event:
    """Somebody has laid a tile, drawn one, or passed."""

    kind: int  # LAID, DREW, PASSED, STANDS
    seat: int
    tile: tuple[int, int]  # (0, 0) of a pass
    train: int  # 0 if no tile was laid
    locks: bool  # whether the tile locks its train
    ends: bool  # certainly the last of its turn: the next may be of another turn of the same player

    def turned(self, end: int) -> tuple[int, int]:
        """The tile with that end of a train first."""
        low, high = self.tile
        return (low, high) if low == end else (high, low)


def shown_round(state: Any) -> int:
    """The round that lies on the table: the one in progress, or the last."""
    return int(state.round_number) - int(state.over)


def events(state: Any, number: int) -> Iterator[Event]:
    """All events of this round, or of the one before it."""
    side = shown_round(state) - number
    for code in state.log[side, : state.logged[side]].tolist():
        kind, seat, locks, ends = code >> 18 & 3, code >> 14 & 15, code >> 20 & 1, code >> 21
        tile, train = tile_of(code), train_of(code)
        yield Event(kind, seat, (low_of(tile), high_of(tile)), train, bool(locks), bool(ends))


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


def trains(state: Any, rules: Any) -> dict[int, list[tuple[int, int]]]:
    """Every train on the table, its tiles turned as they lie, from the engine on.

    Of a state made from a view only the tiles laid since: what lay where before is not in a view.
    """
    lines: dict[int, list[tuple[int, int]]] = {t: [] for t in (*range(rules.players), MEXICAN)}
    for event in reversed([*events(state, shown_round(state))]):
        if event.kind in (LAID, STANDS):
            line = lines[event.train]
            end, before = event.turned(line[0][0] if line else int(state.ends[event.train]))
            line.insert(0, (before, end))
    return lines


def is_whole(state: Any) -> bool:
    """Whether the log has all tiles laid in this round: of a state made from a view it has not."""
    laid = sum(event.kind in (LAID, STANDS) for event in events(state, shown_round(state)))
    return laid + 1 == len(listed(state.laid))
