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
from playout.games.the_game.network.chains import chain_of, used_of
from playout.games.the_game.network.rows import (
    AHEAD,
    APART,
    BEHIND,
    BEYOND,
    CARDS,
    CLASS,
    CLASSES,
    DEAD,
    DISTANCES,
    DRAW,
    HEARD,
    HELD,
    KEPT,
    LADDER,
    LADDERS,
    LOW,
    NEAREST,
    NONE,
    OTHERS,
    OVER,
    OVERLAP,
    OVERLAPS,
    OWN,
    PART,
    PARTS,
    PHASE,
    PROGRESS,
    ROWS,
    SAID,
    SECOND,
    TRICK,
    VOICES,
    WINDOW,
    WORDS,
)
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
OUT = ROWS  # + phase: the weights of the units
BIAS = ROWS + 8  # its first items: the bias of each phase
SIGHT = BIAS + 1  # + phase: the weights of the terms at first sight, see turn.py
NETWORK = SIGHT + 8  # rows in all

SUM = 2 * CHAIN + 1  # a mask that changes no place of a sum
WINNING = 1 << 60  # the value of an end at which all cards are laid


@jit
def write_base(view: Any, network: Any, turn: Any) -> None:
    """Add up the rows that every end has, as if no card were laid."""
    held = max(min(turn.total - view.draw_pile, OTHERS - 1), 0)
    units = load(network, DRAW + view.draw_pile) + load(network, HELD + held)
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
    units = units + load(network, KEPT + size)
    up_a, up_b, one, two = lower_first(turn, end, 0)
    down_a, down_b, three, four = lower_first(turn, end, 1)
    if not is_known(turn, 0, one):
        sum_pile(view, turn, network, 0, one)
    if not is_known(turn, 1, two):
        sum_pile(view, turn, network, 1, two)
    if not is_known(turn, 2, three):
        sum_pile(view, turn, network, 2, three)
    if not is_known(turn, 3, four):
        sum_pile(view, turn, network, 3, four)
    units = units + load(turn.sums, one) + load(turn.sums, two)
    units = units + load(turn.sums, three) + load(turn.sums, four)
    progress, before, total = turn.progress, turn.before, turn.total
    units = units + load(network, APART + progress[up_b] - progress[up_a])
    units = units + load(network, APART + CARDS + progress[down_b] - progress[down_a])
    one, two, ladder = near(turn, up_a, up)
    units = units + load(network, NEAREST + one)
    units = units + load(network, SECOND + two)
    units = units + load(network, LADDER + ladder)
    one, two, ladder = near(turn, up_b, up)
    units = units + load(network, NEAREST + DISTANCES + one)
    units = units + load(network, SECOND + DISTANCES + two)
    units = units + load(network, LADDER + LADDERS + ladder)
    one, two, ladder = near(turn, down_a, down)
    units = units + load(network, NEAREST + 2 * DISTANCES + one)
    units = units + load(network, SECOND + 2 * DISTANCES + two)
    units = units + load(network, LADDER + 2 * LADDERS + ladder)
    one, two, ladder = near(turn, down_b, down)
    units = units + load(network, NEAREST + 3 * DISTANCES + one)
    units = units + load(network, SECOND + 3 * DISTANCES + two)
    units = units + load(network, LADDER + 3 * LADDERS + ladder)
    over = OVER + OVERLAP + total
    a, b, c, d = before[up_a], before[up_b], before[down_a], before[down_b]
    units = units + load(network, max(over - a - c, OVER))
    units = units + load(network, max(over - a - d, OVER) + OVERLAPS)
    units = units + load(network, max(over - b - c, OVER) + 2 * OVERLAPS)
    units = units + load(network, max(over - b - d, OVER) + 3 * OVERLAPS)
    kept, last = up, FALLS + turn.cards - 1
    while kept != 0:
        k = int(LOWEST[kept & ALL])
        kept &= kept - 1
        rising = card_class(turn, k & ENTRY, up_a, up_b)
        falling = card_class(turn, last - k & ENTRY, down_a, down_b)
        units = units + load(network, OWN + CLASSES * rising + falling)
    phase = PHASE[view.draw_pile]
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
def is_known(turn: Any, pile: int, place: int) -> bool:
    """Whether the sum of the rows of a pile alone is known; a place is 2 * chain + role."""
    return turn.known[pile] >> (place & 63) & 1 != 0


@jit
def sum_pile(view: Any, turn: Any, network: Any, pile: int, place: int) -> None:
    """Add up the rows of a pile alone; its role is 0 as pile A, 1 as B."""
    turn.known[pile] |= np.int64(1) << np.int64(place & 63)
    entry, role = turn.chain[place >> 1 & CHAIN] & ENTRY, place & 1
    falls = entry >> 4
    at = 2 * falls + role
    units = load(network, PROGRESS + CARDS * at + turn.progress[entry])
    units = units + load(network, AHEAD + CARDS * at + turn.total - turn.before[entry])
    cards = window(turn, turn.card[entry], falls)
    for part in range(PARTS):
        row = WINDOW + PART * (PARTS * at + part) + (cards >> 4 * part & PART - 1)
        units = units + load(network, row)
    if view.hints != SILENT:
        row = HEARD + SAID * (2 * at + int(entry & FALLS - 1 < TOPS))
        for word in range(WORDS):
            units = units + load(network, row + VOICES * word + turn.heard[pile, word])
    store(turn.sums, place, units)


@jit(inline=True)
def window(turn: Any, card: int, falls: int) -> int:
    """The unseen cards around the top of a pile, as bits in the order of the cards."""
    behind = BEYOND if falls else BEHIND  # cards of the window that are below the top
    # A set is moved up by 16, so that no window begins below 0.
    first, low = card + 16 - behind, turn.unseen[0] << 16
    high = turn.unseen[1] << 16 | turn.unseen[0] >> 48 & 0xFFFF
    if first >= 64:
        cards = high >> (first - 64)
    else:
        kept = (1 << (64 - first)) - 1
        cards = (low >> first & kept) | high << (64 - first)
    return int(cards & (1 << behind) - 1 | cards >> 1 & (1 << (BEHIND + BEYOND)) - (1 << behind))


@jit(inline=True)
def near(turn: Any, entry: int, kept: int) -> tuple[int, int, int]:
    """How far the nearest own card is, the one after it, and where the nearest ladder leads."""
    before, falls = turn.before[entry], entry & FALLS
    ahead = turn.ahead[entry] & kept
    one = two = NONE
    if ahead != 0:
        one = min(turn.before[falls + LOWEST[ahead & ALL] & ENTRY] - before, NONE - 1)
        rest = ahead & (ahead - 1)
        if rest != 0:
            two = min(turn.before[falls + LOWEST[rest & ALL] & ENTRY] - before, NONE - 1)
    ladder, far = NONE, turn.far[falls >> 4] & ahead
    if turn.back[entry] & kept != 0:
        ladder, far = TRICK, 0
    while far != 0:
        back = turn.back[falls + LOWEST[far & ALL] & ENTRY] & kept
        far &= far - 1
        if back != 0:
            steps = LOW + turn.before[falls + LOWEST[back & ALL] & ENTRY] - before
            ladder, far = max(min(steps, NONE - 1), 0), 0
    return one, two, ladder


@jit(inline=True)
def card_class(turn: Any, card: int, lower: int, higher: int) -> int:
    """How far an own card is from the nearest pile of a direction."""
    progress = turn.progress[card]
    if progress > turn.progress[higher]:
        return int(CLASS[turn.before[card] - turn.before[higher]])
    if progress > turn.progress[lower]:
        return int(CLASS[turn.before[card] - turn.before[lower]])
    return DEAD
