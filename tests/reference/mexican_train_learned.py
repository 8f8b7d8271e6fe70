"""What `learned` of Mexican Train sees and what a move is worth to it: slow, and obvious.

Tiles are pairs of numbers in lists, and every number is counted out anew for every move.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from playout.games.mexican_train.chains.chains import ANY_LENGTH, LONGEST, best_chain
from playout.games.mexican_train.chains.trails import WORK
from playout.games.mexican_train.records import MEXICAN
from playout.games.mexican_train.tiles import NUMBERS, listed, put
from tests.reference.mexican_train import Tile, full_set


def limited(number: int) -> int:
    """A feature, at most 120 either way."""
    return max(-120, min(120, number))


def having(tiles: list[Tile], number: int) -> int:
    """How many of these tiles show a number."""
    return sum(number in tile for tile in tiles)


def total_pips(tiles: list[Tile]) -> int:
    """The pips of these tiles."""
    return sum(map(sum, tiles))


def doubles(tiles: list[Tile]) -> int:
    """How many of them are doubles."""
    return sum(low == high for low, high in tiles)


def chain_and_rest(hand: list[Tile], end: int) -> tuple[int, list[Tile]]:
    """The length of the best chain of a hand, and the tiles that are not in it."""
    rows, work = np.zeros(NUMBERS, np.int32), np.zeros(1, WORK)[0]
    for tile in hand:
        put(rows, *tile)
    length = best_chain(rows, end, LONGEST, ANY_LENGTH, work)
    numbers = work.chain[: length + 1].tolist()
    chain = [(min(pair), max(pair)) for pair in pairwise(numbers)]
    return length, [tile for tile in hand if tile not in chain]


class Sight:
    """What a seat sees; `chain` and `spare` are its plan, as pairs in order and as tiles."""

    def __init__(self, view: Any, chain: list[tuple[int, int]], spare: list[Tile]) -> None:
        self.view, self.chain, self.spare = view, chain, spare
        self.seat, self.players = int(view.seat), int(view.players)
        self.hand = listed(view.hand)
        known = self.hand + listed(view.laid)
        self.unseen = [tile for tile in full_set(int(view.highest)) if tile not in known]
        self.sizes = [int(view.sizes[player]) for player in range(self.players)]
        self.others = [player for player in range(self.players) if player != self.seat]
        self.following = (self.seat + 1) % self.players
        self.hidden = max(int(view.boneyard) + sum(self.sizes[p] for p in self.others), 1)
        self.least = min(self.sizes[player] for player in self.others)

    def lacks(self, player: int, number: int) -> bool:
        """Whether a player is known to have no tile with a number."""
        return bool(int(self.view.lacks[player]) >> number & 1)

    def fits(self, player: int, number: int) -> int:
        """The eighths of a tile with a number that a player may have."""
        if player == self.seat or self.lacks(player, number):
            return 0
        return having(self.unseen, number) * self.sizes[player] * 8 // self.hidden

    def all_fits(self, number: int) -> int:
        """The same for all others together."""
        return sum(self.fits(player, number) for player in self.others)

    def position(self) -> list[int]:
        """What all moves share."""
        view, size, length = self.view, len(self.hand), len(self.chain)
        after, points = self.sizes[self.following], [int(view.scores[p]) for p in self.others]
        own, most = int(view.scores[self.seat]), max(map(int, view.scores[: self.players]))
        numbers = {number for tile in self.hand for number in tile}
        return [
            1,
            size,
            length,
            size - length,
            self.players,
            limited(int(view.boneyard) // 2),
            int(view.boneyard) == 0,
            int(view.boneyard) <= self.players,
            self.least,
            *(self.least <= few for few in (1, 2, 3, 4, 6, 8)),
            after,
            *(after <= few for few in (1, 2, 4)),
            sum(self.sizes[player] for player in self.others) // len(self.others),
            int(view.open) >> self.seat & 1,
            sum(int(view.open) >> player & 1 for player in self.others),
            int(view.gate) >= 0,
            int(view.gate) == self.seat,
            limited((sum(points) // len(points) - own) // 8),
            limited((min(points) - own) // 8),
            limited(own // 8),
            limited(most // 8),
            limited((int(view.target) - most) // 8),
            int(view.round_number) + 1 >= int(view.rounds),
            min(int(view.round_number), 8),
            limited(total_pips(self.hand) // 8),
            limited(total_pips(self.spare) // 8),
            doubles(self.hand),
            len(numbers),
            limited(self.hidden // 4),
            int(view.lacks[self.following]).bit_count(),
            limited(sum(int(view.lacks[player]).bit_count() for player in self.others)),
            int(view.passes),
            *(size <= few for few in (1, 2, 3, 5)),
            length == 0,
            size - length <= 1,
            size - self.least,
            int(view.phase) != 0,
            size == length,
        ]

    def move(self, train: int, other: int) -> list[int]:
        """What comes of laying the tile with this number beside the end of a train."""
        view, end, seat = self.view, int(self.view.ends[train]), self.seat
        tile: Tile = (min(end, other), max(end, other))
        is_own, is_train = train == seat, train not in (seat, MEXICAN)
        rest = [one for one in self.hand if one != tile]
        own_end = other if is_own else int(view.ends[seat])
        follows = is_own and self.chain[:1] == [(end, other)]
        if follows or (not is_own and tile in self.spare):
            spare = [one for one in self.spare if one != tile]
            length = len(self.chain) - follows
        else:
            length, spare = chain_and_rest(rest, own_end)
        opened = [p for p in range(self.players) if int(view.open) >> p & 1]
        if is_own and not view.marker:
            opened = [player for player in opened if player != seat]
        usable = [*opened, MEXICAN]
        ends = {
            other if one == train else int(view.ends[one])
            for one in usable
            if one != seat and not int(view.locked) >> one & 1
        }
        size, pips, is_open = len(rest), total_pips(rest), seat in opened
        lost = max(len(self.chain) - is_own - length, 0)
        must_cover = end == other and bool(view.must_cover)
        gate = must_cover and having(rest, other) == 0
        shown = not is_own or end == other or is_open
        mobile = sum(low in ends or high in ends for low, high in spare)
        ways = [
            having(self.unseen, low) + (low != high) * having(self.unseen, high)
            for low, high in spare
        ]
        owner = train if is_train else seat
        return [
            follows,
            is_own and not follows,
            train == MEXICAN,
            is_train,
            is_own and bool(int(view.open) >> seat & 1),
            end + other,
            end == other,
            must_cover and not gate,
            gate,
            size == 0,
            size == 1,
            lost,
            lost >= 1,
            lost >= 2,
            length,
            size - length,
            *(size - length <= few for few in (0, 1, 2, 3)),
            limited(total_pips(spare) // 4),
            length <= 1,
            shown * having(self.unseen, other),
            shown and having(self.unseen, other) == 0,
            having(rest, other),
            having(spare, other),
            shown and self.lacks(self.following, other),
            shown * sum(self.lacks(player, other) for player in self.others),
            shown * limited(self.fits(self.following, other)),
            shown * limited(self.all_fits(other)),
            (not is_own) * having(self.unseen, end),
            (not is_own) * limited(self.fits(self.following, end)),
            (not is_own) * limited(self.all_fits(end)),
            having(spare, end),
            (not is_own) * having(rest, end),
            is_train and owner == self.following,
            is_train and (owner + 1) % self.players == seat,
            is_train * self.sizes[owner],
            is_train and self.sizes[owner] <= 2,
            is_train and self.sizes[owner] <= 4,
            is_train and self.lacks(owner, end),
            is_train and self.lacks(owner, other),
            is_train * limited(self.fits(owner, other)),
            is_train * limited(self.fits(owner, end)),
            mobile,
            mobile >= 1,
            mobile >= 2,
            len(ends),
            sum(way <= 4 for way in ways),
            limited(sum(min(way, 15) for way in ways) // 4),
            len({number for one in rest for number in one}),
            having(rest, own_end),
            having(self.unseen, own_end),
            is_open,
            is_open * limited(self.all_fits(own_end)),
            doubles(spare),
            doubles(rest),
            gate and int(view.boneyard) == 0,
            gate * limited(16 * having(self.unseen, other) // self.hidden),
            (self.least <= 2) * limited(pips // 4),
            (self.least <= 4) * limited(pips // 4),
            (self.least <= 2) * (end + other),
            limited((pips - total_pips(spare)) // 4),
            is_open and mobile == 0,
        ]


def worth(network: Any, features: list[int]) -> int:
    """What a move with these features is worth, by the formula of the network."""
    first = np.hstack([network.position[:, :48], network.move]).T.astype(object)
    second = network.second.T.astype(object)
    one = [int(sums) >> 4 for sums in np.array(features, object) @ first]
    two = np.array([min(max(unit, 0), 8191) for unit in one], object) @ second
    two = two + network.bias.astype(object)
    units = [max(int(unit) >> 8, 0) for unit in two]
    return sum(unit * int(last) for unit, last in zip(units, network.last, strict=True))
