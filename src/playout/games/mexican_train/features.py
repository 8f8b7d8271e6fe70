"""The features of the strategy `learned`: whole numbers about a position, and about its moves.

`see_position` writes the numbers that all moves of a position share, `see_move` those of one move,
into one array: first POSITION of the former, then MOVE of the latter.  All are taken from the view.
Most are counts of tiles or players as they are; pips and points are divided so that they are of
the same size.  Many come a second time as answers to "at most 2?", because much changes
when somebody is about to go out.

An *end* is the number at the end of a train, *unseen* a tile neither on the table nor in the own
hand.  How many tiles a player holds that fit a number is guessed as its share of the unseen tiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.chains.chains import ANY_LENGTH, LONGEST, best_chain
from playout.games.mexican_train.chains.plan import NEXT, plan_left, planned, spares
from playout.games.mexican_train.chains.trails import WORK
from playout.games.mexican_train.records import MEXICAN, NOWHERE, PLAYERS
from playout.games.mexican_train.tiles import NUMBERS, count, first, take

POSITION = 48
MOVE = 64
FEATURES = POSITION + MOVE

_MOST = 120  # of any feature
_EIGHTHS = 8  # how finely guesses of fitting tiles are counted
_FAR = 99  # more tiles than a player may have

SIGHT = with_attributes(
    np.dtype(
        [
            ("seen", np.int16, (FEATURES,)),
            ("unseen", np.int64, (NUMBERS,)),  # unseen tiles with each number
            ("fits", np.int64, (PLAYERS, NUMBERS)),  # eighths of a tile that a player may have
            ("rest", np.int32, (NUMBERS,)),  # the hand after the move
            ("spare", np.int32, (NUMBERS,)),  # of these, the tiles not in the best chain
            ("length", np.int64),  # of the best chain before the move
            ("pips", np.int64),  # of the hand before the move
            ("all_unseen", np.int64),  # tiles
            ("least", np.int64),  # tiles of the other player who has fewest
            ("after", np.int64),  # length of the best chain after the move
            ("follows", np.int64),  # 1: the move is the next of the plan, on the own train
            ("open", np.int64),  # the open trains after the move, as bits
            ("own_end", np.int64),  # the end of the own train after the move
            ("ends", np.int64),  # of the other trains that the seat may use then, as bits
            ("spare_pips", np.int64),  # of the tiles in `spare`
            ("mobile", np.int64),  # how many of them fit one of `ends`
        ],
        align=True,
    )
)


@jit(inline=True)
def _clipped(value: int) -> int:
    return max(min(value, _MOST), -_MOST)


@jit
def see_position(view: Any, sight: Any) -> None:
    """Write what a position is like, whatever the move; the notes must hold a plan for it.

    `sight` is a `SIGHT` record with anything in it.
    """
    seen, seat, players, numbers = sight.seen, view.seat, view.players, view.highest + 1
    size, length = int(view.sizes[seat]), plan_left(view.notes)
    pips, spare_pips, doubles, distinct, all_unseen = 0, 0, 0, 0, int(view.boneyard)
    for number in range(numbers):
        hand: Any = np.int64(view.hand[number])
        own = hand >> number & 1
        spare: Any = spares(view.notes, number)
        pips += number * (count(hand) + own)
        spare_pips += number * (count(spare) + (spare >> number & 1))
        doubles += own
        distinct += hand != 0
        sight.unseen[number] = numbers - count(np.int64(view.hand[number] | view.laid[number]))
    least, total, following = _FAR, 0, seat + 1 if seat + 1 < players else 0
    scores, best, most, lacking = 0, 1 << 40, int(view.scores[seat]), 0
    for player in range(players):
        points = int(view.scores[player])
        most = max(most, points)
        if player != seat:
            least = min(least, int(view.sizes[player]))
            total += view.sizes[player]
            scores += points
            best = min(best, points)
            lacking += count(view.lacks[player])
    all_unseen = max(all_unseen + total, 1)
    for player in range(players):
        for number in range(numbers):
            knows = player == seat or view.lacks[player] >> number & 1 != 0
            guess = sight.unseen[number] * int(view.sizes[player]) * _EIGHTHS // all_unseen
            sight.fits[player, number] = 0 if knows else guess
    sight.length, sight.pips = length, pips
    sight.all_unseen, sight.least = all_unseen, least
    others, own_points = players - 1, int(view.scores[seat])
    after = int(view.sizes[following])
    seen[0] = 1
    seen[1] = _clipped(size)
    seen[2] = _clipped(length)
    seen[3] = _clipped(size - length)
    seen[4] = players
    seen[5] = _clipped(view.boneyard >> 1)
    seen[6] = view.boneyard == 0
    seen[7] = view.boneyard <= players
    seen[8] = _clipped(least)
    seen[9] = least <= 1
    seen[10] = least <= 2
    seen[11] = least <= 3
    seen[12] = least <= 4
    seen[13] = least <= 6
    seen[14] = least <= 8
    seen[15] = _clipped(after)
    seen[16] = after <= 1
    seen[17] = after <= 2
    seen[18] = after <= 4
    seen[19] = _clipped(total // others)
    seen[20] = view.open >> seat & 1
    seen[21] = count(view.open & ~(1 << seat) & ((1 << players) - 1))
    seen[22] = view.gate != NOWHERE
    seen[23] = view.gate == seat
    seen[24] = _clipped((scores // others - own_points) >> 3)
    seen[25] = _clipped((best - own_points) >> 3)
    seen[26] = _clipped(own_points >> 3)
    seen[27] = _clipped(most >> 3)
    seen[28] = _clipped((view.target - most) >> 3)
    seen[29] = view.round_number + 1 >= view.rounds
    seen[30] = min(view.round_number, 8)
    seen[31] = _clipped(pips >> 3)
    seen[32] = _clipped(spare_pips >> 3)
    seen[33] = doubles
    seen[34] = distinct
    seen[35] = _clipped(all_unseen >> 2)
    seen[36] = count(view.lacks[following])
    seen[37] = _clipped(lacking)
    seen[38] = view.passes
    seen[39] = size <= 1
    seen[40] = size <= 2
    seen[41] = size <= 3
    seen[42] = size <= 5
    seen[43] = length == 0
    seen[44] = size - length <= 1
    seen[45] = _clipped(size - least)
    seen[46] = view.phase != 0
    seen[47] = size == length


@jit
def see_move(view: Any, train: int, other: int, sight: Any) -> None:
    """Write what comes of laying the tile with this number beside the end of a train.

    `sight` is as `see_position` has left it for this view.
    """
    # In parts: of one long function the compiler has left out the last numbers.
    _lay(view, train, other, sight)
    _look_at_hand(view, sight, int(sight.own_end), int(sight.ends))
    _see_tile(view, train, other, sight)
    _see_ends(view, train, other, sight)
    _see_owner(view, train, other, sight)
    _see_hand(view, train, other, sight)


@jit
def _lay(view: Any, train: int, other: int, sight: Any) -> None:
    """Note what the hand, its best chain and the open ends are after the move."""
    seat, end, notes = view.seat, int(view.ends[train]), view.notes
    is_own = train == seat
    rest, spare = sight.rest, sight.spare
    copy_items(rest, view.hand)
    take(rest, end, other)
    follows = is_own and plan_left(notes) > 0 and planned(notes, notes[NEXT] + 1) == other
    was_spare = spares(notes, end) >> other & 1 != 0
    sight.own_end = other if is_own else int(view.ends[seat])
    if follows or (was_spare and not is_own):
        for number in range(NUMBERS):
            spare[number] = spares(notes, number)
        if not follows:
            take(spare, end, other)
        sight.after = sight.length - follows
    else:
        sight.after = _chain_of(rest, int(sight.own_end), spare, scratch(WORK))
    sight.follows = follows
    sight.open = view.open
    if is_own and view.marker == 0:
        sight.open &= ~(1 << seat)
    # Where a tile may be laid in a later turn, besides the own train.
    ends, trains = 0, int(sight.open) & ~view.locked & ~(1 << seat)
    while trains != 0:
        one = first(trains)
        trains &= trains - 1
        ends |= 1 << (other if one == train else int(view.ends[one]))
    sight.ends = ends


@jit
def _look_at_hand(view: Any, sight: Any, own_end: int, ends: int) -> None:
    """Write what can be laid of the rest of the hand, and how hard it is to lay."""
    rest, spare, unseen, seen = sight.rest, sight.spare, sight.unseen, sight.seen
    spare_pips, mobile, hard, ways, spare_doubles, doubles, distinct = 0, 0, 0, 0, 0, 0, 0
    for number in range(view.highest + 1):
        row: Any = np.int64(spare[number])
        own: Any = np.int64(rest[number]) >> number & 1
        doubles += own
        distinct += rest[number] != 0
        spare_doubles += row >> number & 1
        spare_pips += number * (count(row) + (row >> number & 1))
        fitting: Any = row if ends >> number & 1 != 0 else row & ends
        mobile += count(fitting >> number)
        row = row >> number << number
        while row != 0:
            high = first(row)
            row &= row - 1
            both = unseen[number] + (number != high) * unseen[high]
            ways += min(both, 15)
            hard += both <= 4
    sight.spare_pips = spare_pips
    sight.mobile = mobile
    seen[POSITION + 20] = _clipped(spare_pips >> 2)
    seen[POSITION + 44] = mobile
    seen[POSITION + 45] = mobile >= 1
    seen[POSITION + 46] = mobile >= 2
    seen[POSITION + 47] = count(ends)
    seen[POSITION + 48] = hard
    seen[POSITION + 49] = _clipped(ways >> 2)
    seen[POSITION + 50] = distinct
    seen[POSITION + 51] = count(rest[own_end])
    seen[POSITION + 52] = unseen[own_end]
    seen[POSITION + 55] = spare_doubles
    seen[POSITION + 56] = doubles


@jit
def _see_tile(view: Any, train: int, other: int, sight: Any) -> None:
    """Write what is laid where, and how long the chain is then."""
    seen, seat, end = sight.seen, view.seat, int(view.ends[train])
    is_own, is_gate = train == seat, (end == other) & (view.must_cover != 0)
    size, length = int(view.sizes[seat]) - 1, int(sight.after)
    lost = max(sight.length - is_own - length, 0)
    at = POSITION
    seen[at] = sight.follows
    seen[at + 1] = is_own & (sight.follows == 0)
    seen[at + 2] = train == MEXICAN
    seen[at + 3] = (not is_own) & (train != MEXICAN)
    seen[at + 4] = is_own & (view.open >> seat & 1 != 0)
    seen[at + 5] = end + other
    seen[at + 6] = end == other
    seen[at + 7] = is_gate & (sight.rest[other] != 0)
    seen[at + 8] = is_gate & (sight.rest[other] == 0)
    seen[at + 9] = size == 0
    seen[at + 10] = size == 1
    seen[at + 11] = _clipped(lost)
    seen[at + 12] = lost >= 1
    seen[at + 13] = lost >= 2
    seen[at + 14] = _clipped(length)
    seen[at + 15] = _clipped(size - length)
    seen[at + 16] = size == length
    seen[at + 17] = size - length <= 1
    seen[at + 18] = size - length <= 2
    seen[at + 19] = size - length <= 3
    seen[at + 21] = length <= 1


@jit
def _see_ends(view: Any, train: int, other: int, sight: Any) -> None:
    """Write what the others may do at the new end, and could have done at the old one."""
    seen, seat, end = sight.seen, view.seat, int(view.ends[train])
    unseen, fits = sight.unseen, sight.fits
    following = seat + 1 if seat + 1 < view.players else 0
    elsewhere, is_open = train != seat, int(sight.open) >> seat & 1 != 0
    is_shown = elsewhere | (end == other) | is_open
    lack = 0
    for player in range(view.players):
        lack += (player != seat) & (view.lacks[player] >> other & 1 != 0)
    at = POSITION
    seen[at + 22] = is_shown * unseen[other]
    seen[at + 23] = is_shown & (unseen[other] == 0)
    seen[at + 24] = count(sight.rest[other])
    seen[at + 25] = count(sight.spare[other])
    seen[at + 26] = is_shown & (view.lacks[following] >> other & 1 != 0)
    seen[at + 27] = is_shown * lack
    seen[at + 28] = is_shown * _clipped(fits[following, other])
    seen[at + 29] = is_shown * _clipped(_all_fits(sight, view, other))
    seen[at + 30] = elsewhere * unseen[end]
    seen[at + 31] = elsewhere * _clipped(fits[following, end])
    seen[at + 32] = elsewhere * _clipped(_all_fits(sight, view, end))
    seen[at + 33] = count(sight.spare[end])
    seen[at + 34] = elsewhere * count(sight.rest[end])


@jit
def _see_owner(view: Any, train: int, other: int, sight: Any) -> None:
    """Write whose train it is, if it is another player's, and what its owner may hold."""
    seen, seat, end = sight.seen, view.seat, int(view.ends[train])
    following = seat + 1 if seat + 1 < view.players else 0
    is_train = (train != seat) & (train != MEXICAN)
    owner = train if is_train else seat
    size, after = int(view.sizes[owner]), owner + 1 if owner + 1 < view.players else 0
    at = POSITION
    seen[at + 35] = is_train & (owner == following)
    seen[at + 36] = is_train & (after == seat)
    seen[at + 37] = is_train * _clipped(size)
    seen[at + 38] = is_train & (size <= 2)
    seen[at + 39] = is_train & (size <= 4)
    seen[at + 40] = is_train & (view.lacks[owner] >> end & 1 != 0)
    seen[at + 41] = is_train & (view.lacks[owner] >> other & 1 != 0)
    seen[at + 42] = is_train * _clipped(sight.fits[owner, other])
    seen[at + 43] = is_train * _clipped(sight.fits[owner, end])


@jit
def _see_hand(view: Any, train: int, other: int, sight: Any) -> None:
    """Write what the rest of the hand costs, and whether it can be laid."""
    seen, seat, end = sight.seen, view.seat, int(view.ends[train])
    is_gate = (end == other) & (view.must_cover != 0) & (sight.rest[other] == 0)
    is_open = int(sight.open) >> seat & 1 != 0
    pips = int(sight.pips) - end - other
    draws = _EIGHTHS * 2 * int(sight.unseen[other]) // int(sight.all_unseen)
    at = POSITION
    seen[at + 53] = is_open
    seen[at + 54] = is_open * _clipped(_all_fits(sight, view, int(sight.own_end)))
    seen[at + 57] = is_gate & (view.boneyard == 0)
    seen[at + 58] = is_gate * _clipped(draws)
    seen[at + 59] = (sight.least <= 2) * _clipped(pips >> 2)
    seen[at + 60] = (sight.least <= 4) * _clipped(pips >> 2)
    seen[at + 61] = (sight.least <= 2) * (end + other)
    seen[at + 62] = _clipped((pips - int(sight.spare_pips)) >> 2)
    seen[at + 63] = is_open & (sight.mobile == 0)


@jit
def _all_fits(sight: Any, view: Any, number: int) -> int:
    """The eighths of a tile with a number that the others may have."""
    total = 0
    for player in range(view.players):
        total += sight.fits[player, number]
    return total


@jit
def _chain_of(rest: Any, end: int, spare: Any, work: Any) -> int:
    """The length of the best chain of a hand; writes the tiles that are not in it."""
    length, chain = best_chain(rest, end, LONGEST, ANY_LENGTH, work), work.chain
    copy_items(spare, rest)
    for k in range(1, length + 1):
        one, two = int(chain[k - 1]), int(chain[k])
        spare[one] &= ~(1 << two)
        spare[two] &= ~(1 << one)
    return length
