"""The value of an end of a turn: the rows of what is true of it, added up, and one layer more.

All numbers are integers, so the value is the same on every machine.  In each unit the sum of the
rows is cut to 0..MOST; what is left of the units is weighed by the phase of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import size_of
from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import dot, least, load, most, store
from playout.games.the_game.hints import SILENT
from playout.games.the_game.network import rows
from playout.games.the_game.network.chains import chain_of, used_of
from playout.games.the_game.network.turn import (
    ALL,
    CHAIN,
    ENTRY,
    FALLS,
    HAND,
    LOWEST,
    TOPS,
    mirrored,
)

MOST = 1023  # of a unit; 256 is 1
FINE = 256  # a bias is kept in units of so many values

# The rows of a network after those of the first layer.
OUT = rows.ROWS  # + phase: the weights of the units
BIAS = rows.ROWS + 8  # its first items: the bias of each phase
SIGHT = BIAS + 1  # + phase: the weights of the terms at first sight, see turn.py
NETWORK = SIGHT + 8  # rows in all

SUM = 2 * CHAIN + 1  # a mask that changes no place of a sum
WINNING = 1 << 60  # the value of an end at which all cards are laid


@jit
def write_base(view: Any, network: Any, turn: Any) -> None:
    """Add up the rows that every end has, as if no card were laid."""
    held = max(min(turn.total - view.draw_pile, rows.OTHERS - 1), 0)
    units = load(network, rows.DRAW + view.draw_pile) + load(network, rows.HELD + held)
    for k in range(turn.cards):
        units = units + load(network, turn.kind[k & HAND - 1])
    store(turn.shared, 0, units)


@jit
def weigh(view: Any, network: Any, turn: Any, end: int) -> int:
    """The value of an end; 65536 is one unit of log odds."""
    used = used_of(turn, end)
    up = turn.every & ~used
    down = mirrored(turn, up)
    units, laid = load(turn.shared, 0), used
    while laid != 0:
        units = units - load(network, turn.kind[LOWEST[laid & ALL] & HAND - 1])
        laid &= laid - 1
    size = size_of(up, 0)
    if view.left == size_of(used, 0):
        return WINNING
    units = units + load(network, rows.KEPT + size)
    up_a, up_b, one, two = lower_first(turn, end, 0)
    down_a, down_b, three, four = lower_first(turn, end, 1)
    units = units + sum_of(view, turn, network, 0, one) + sum_of(view, turn, network, 1, two)
    units = units + sum_of(view, turn, network, 2, three) + sum_of(view, turn, network, 3, four)
    progress, before, total = turn.progress, turn.before, turn.total
    units = units + load(network, rows.APART + progress[up_b] - progress[up_a])
    units = units + load(network, rows.APART + rows.CARDS + progress[down_b] - progress[down_a])
    units = units + near_rows(turn, network, 0, up_a, up) + near_rows(turn, network, 1, up_b, up)
    units = units + near_rows(turn, network, 2, down_a, down)
    units = units + near_rows(turn, network, 3, down_b, down)
    over = rows.OVER + rows.OVERLAP + total
    a, b, c, d = before[up_a], before[up_b], before[down_a], before[down_b]
    units = units + load(network, max(over - a - c, rows.OVER))
    units = units + load(network, max(over - a - d, rows.OVER) + rows.OVERLAPS)
    units = units + load(network, max(over - b - c, rows.OVER) + 2 * rows.OVERLAPS)
    units = units + load(network, max(over - b - d, rows.OVER) + 3 * rows.OVERLAPS)
    kept, last = up, FALLS + turn.cards - 1
    while kept != 0:
        k = int(LOWEST[kept & ALL])
        kept &= kept - 1
        rising = card_class(turn, k & ENTRY, up_a, up_b)
        falling = card_class(turn, last - k & ENTRY, down_a, down_b)
        units = units + load(network, rows.OWN + rows.CLASSES * rising + falling)
    phase = rows.PHASE[view.draw_pile]
    cut = least(most(units, 0), MOST)
    return FINE * int(network[BIAS, phase]) + dot(cut, load(network, OUT + phase))


@jit(inline=True)
def lower_first(turn: Any, end: int, falls: int) -> Any:
    """The tops of a direction's two piles, that with less progress first; where their sums are."""
    one, two = chain_of(turn, end, 2 * falls), chain_of(turn, end, 2 * falls + 1)
    first, second = turn.chain[one & CHAIN] & ENTRY, turn.chain[two & CHAIN] & ENTRY
    turned = int(turn.progress[first] > turn.progress[second])
    places = 2 * one + turned, 2 * two + 1 - turned
    if turned:
        first, second = second, first
    return first, second, places[0] & SUM, places[1] & SUM


@jit(inline=True)
def sum_of(view: Any, turn: Any, network: Any, pile: int, place: int) -> Any:
    """The sum of the rows of a pile alone; a place is 2 * chain + role."""
    if turn.known[pile] >> (place & 63) & 1 == 0:
        sum_pile(view, turn, network, pile, place)
    return load(turn.sums, place)


@jit
def sum_pile(view: Any, turn: Any, network: Any, pile: int, place: int) -> None:
    """Add up the rows of a pile alone; its role is 0 as pile A, 1 as B."""
    turn.known[pile] |= np.int64(1) << np.int64(place & 63)
    entry, role = turn.chain[place >> 1 & CHAIN] & ENTRY, place & 1
    falls = entry >> 4
    at = 2 * falls + role
    units = load(network, rows.PROGRESS + rows.CARDS * at + turn.progress[entry])
    units = units + load(network, rows.AHEAD + rows.CARDS * at + turn.total - turn.before[entry])
    cards = window(turn, turn.card[entry], falls)
    for part in range(rows.PARTS):
        row = (
            rows.WINDOW + rows.PART * (rows.PARTS * at + part) + (cards >> 4 * part & rows.PART - 1)
        )
        units = units + load(network, row)
    if view.hints != SILENT:
        row = rows.HEARD + rows.SAID * (2 * at + int(entry & FALLS - 1 < TOPS))
        for word in range(rows.WORDS):
            units = units + load(network, row + rows.VOICES * word + turn.heard[pile, word])
    store(turn.sums, place, units)


@jit(inline=True)
def window(turn: Any, card: int, falls: int) -> int:
    """The unseen cards around the top of a pile, as bits in the order of the cards."""
    behind = rows.BEYOND if falls else rows.BEHIND  # cards of the window that are below the top
    # A set is moved up by 16, so that no window begins below 0.
    first, low = card + 16 - behind, turn.unseen[0] << 16
    high = turn.unseen[1] << 16 | turn.unseen[0] >> 48 & 0xFFFF
    if first >= 64:
        cards = high >> (first - 64)
    else:
        kept = (1 << (64 - first)) - 1
        cards = (low >> first & kept) | high << (64 - first)
    return int(
        cards & (1 << behind) - 1 | cards >> 1 & (1 << (rows.BEHIND + rows.BEYOND)) - (1 << behind)
    )


@jit(inline=True)
def near_rows(turn: Any, network: Any, pile: int, entry: int, kept: int) -> Any:
    """The sum of the rows of the own cards nearest to the top of a pile."""
    one, two, ladder = near(turn, entry, kept)
    units = load(network, rows.NEAREST + rows.DISTANCES * pile + one)
    units = units + load(network, rows.SECOND + rows.DISTANCES * pile + two)
    return units + load(network, rows.LADDER + rows.LADDERS * pile + ladder)


@jit(inline=True)
def near(turn: Any, entry: int, kept: int) -> tuple[int, int, int]:
    """How far the nearest own card is, the one after it, and where the nearest ladder leads."""
    before, falls = turn.before[entry], entry & FALLS
    ahead = turn.ahead[entry] & kept
    one = two = rows.NONE
    if ahead != 0:
        one = min(turn.before[falls + LOWEST[ahead & ALL] & ENTRY] - before, rows.NONE - 1)
        rest = ahead & (ahead - 1)
        if rest != 0:
            two = min(turn.before[falls + LOWEST[rest & ALL] & ENTRY] - before, rows.NONE - 1)
    ladder, far = rows.NONE, turn.far[falls >> 4] & ahead
    if turn.back[entry] & kept != 0:
        ladder, far = rows.TRICK, 0
    while far != 0:
        back = turn.back[falls + LOWEST[far & ALL] & ENTRY] & kept
        far &= far - 1
        if back != 0:
            steps = rows.LOW + turn.before[falls + LOWEST[back & ALL] & ENTRY] - before
            ladder, far = max(min(steps, rows.NONE - 1), 0), 0
    return one, two, ladder


@jit(inline=True)
def card_class(turn: Any, card: int, lower: int, higher: int) -> int:
    """How far an own card is from the nearest pile of a direction."""
    progress = turn.progress[card]
    if progress > turn.progress[higher]:
        return int(rows.CLASS[turn.before[card] - turn.before[higher]])
    if progress > turn.progress[lower]:
        return int(rows.CLASS[turn.before[card] - turn.before[lower]])
    return rows.DEAD
