"""The ends of a turn that are worth weighing.

A play on one pile and a play on another can be made in any order.  So a turn is a chain of cards on
each pile, no card in two of them, and its end is the same whatever the order.  On each pile these
chains are tried: from every chain the trick goes on, and the nearest own card; so does the next but
one in place of the first card, and a card whose trick is in the hand too (to begin a ladder from
its far end).  Past the minimum no card may skip more than REACH unseen cards.  The chains have a
worth at first sight, and the ends with the greatest sums are those that are weighed; none that
falls MARGIN behind what two cards on two piles are worth.

A chain is a number: its last entry, and from bit 8 on the own cards that are not in it, as its
direction numbers them; from 16 on those in it, as the rising direction numbers them; from 24 on its
length, and from 28 on its cards in their order, 4 bits each, numbered in the same way.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.bits import size_of
from playout.engine.native.jit import jit
from playout.games.the_game.network.turn import (
    ALL,
    CHAIN,
    CHAINS,
    COVERED,
    ENDS,
    ENTRY,
    FALLS,
    FIRST,
    GAP,
    LOWEST,
    MARGIN,
    PAIR,
    REACH,
    READY,
    TOPS,
)

NEVER = -(1 << 58)
FAR = 100  # more unseen cards than there are
REST, USED, LENGTH, LINKS = 8, 16, 24, 28


@jit
def write_chains(turn: Any, least: int) -> int:
    """Write the chains of every pile, the best first; returns what no end may be worth less than.

    `least`: the fewest cards of a turn.
    """
    floor, hope = _floor(turn, least)
    for pile in range(4):
        first, top = pile * CHAINS, FALLS * (pile >> 1) + TOPS + (pile & 1)
        turn.chain[first & CHAIN] = top | turn.every << REST
        turn.worth[first & CHAIN] = 0
        turn.chains[pile], turn.known[pile] = 1, 0
        if pile & 1 and turn.progress[top & ENTRY] == turn.progress[(top - 1) & ENTRY]:
            continue  # as good as the other pile
        at, count = first, first + 1
        while at < count:
            count = _go_on(turn, (at, count, first + CHAINS), least, floor - hope)
            at += 1
        turn.chains[pile] = count - first
        _sort(turn, first, count)
    return floor


@jit
def _floor(turn: Any, least: int) -> tuple[int, int]:
    """What no end may be worth less than, and how much more a chain may gain by other piles.

    The first is MARGIN less than what the best card for a pile, or the best two for two piles, are
    worth: of each pile the trick, or the nearest card.
    """
    one = two = NEVER
    hope, cards, gains = 0, (0, 0, 0, 0), (NEVER, NEVER, NEVER, NEVER)
    for pile in range(4):
        falls = FALLS * (pile >> 1)
        top = falls + TOPS + (pile & 1)
        own, gain = -1 - pile, NEVER
        for ways in (turn.back[top], turn.ahead[top]):
            if ways != 0:
                card = falls + int(LOWEST[ways & ALL])
                worth = turn.enter[card & ENTRY] - turn.leave[top] + turn.terms[FIRST]
                if worth > gain:
                    own, gain = turn.card[card & ENTRY], worth
        hope += max(gain, 0)
        one = max(one, gain)
        for other in range(3):
            if cards[other] != own:
                two = max(two, gains[other] + gain)
        cards, gains = (own, cards[0], cards[1], cards[2]), (gain, gains[0], gains[1], gains[2])
    best = one if least < 2 else two if least == 2 else NEVER
    return max(best - turn.terms[MARGIN], NEVER), hope


@jit
def _go_on(turn: Any, places: Any, least: int, floor: int) -> int:
    """Write the chains that have one card more than a chain, behind the others.

    `places`: of the chain, of the first free place and of the last; returns the next free place.
    """
    terms, (at, count, stop) = turn.terms, places
    chain, worth = turn.chain[at & CHAIN], turn.worth[at & CHAIN]
    entry, rest = chain & ENTRY, chain >> REST & ALL
    falls, length = entry & FALLS, chain >> LENGTH & 15
    trick, ahead, place = turn.back[entry] & rest, turn.ahead[entry] & rest, 0
    reach = FAR if length < least else REACH
    while trick | ahead != 0 and count < stop:
        if trick != 0:
            number, trick = int(LOWEST[trick & ALL]), 0
        else:
            number = int(LOWEST[ahead & ALL])
            ahead &= ahead - 1
            card = (falls + number) & ENTRY
            if turn.before[card] - turn.before[entry] > reach:
                break
            is_far = turn.back[card] & rest != 0
            place += 1
            if place > 1 and not is_far and (place > 2 or length > 0):
                continue
        card = (falls + number) & ENTRY
        left = rest & ~(1 << number)
        gain = turn.enter[card] - turn.leave[entry]
        gain += terms[PAIR] * size_of(turn.near[card] & left, 0)
        gain += terms[COVERED] * int(turn.back[entry] & left != 0)
        gain += terms[READY] * int(turn.back[card] & left != 0)
        gain += terms[FIRST] * int(length == 0)
        if worth + gain < floor:
            continue
        own = turn.cards - 1 - number if falls else number
        kept = chain & ~((1 << USED) - 1)  # what only grows
        grown = (kept | 1 << (USED + own) | own << (LINKS + 4 * length)) + (1 << LENGTH)
        turn.chain[count & CHAIN] = grown | left << REST | card
        turn.worth[count & CHAIN] = worth + gain
        count += 1
    return count


@jit
def _sort(turn: Any, first: int, stop: int) -> None:
    """Put the chains of a pile in the order of their worth, the best first."""
    for k in range(first + 1, stop):
        chain, worth, place = turn.chain[k & CHAIN], turn.worth[k & CHAIN], k
        while place > first and turn.worth[place - 1 & CHAIN] < worth:
            turn.chain[place & CHAIN] = turn.chain[place - 1 & CHAIN]
            turn.worth[place & CHAIN] = turn.worth[place - 1 & CHAIN]
            place -= 1
        turn.chain[place & CHAIN], turn.worth[place & CHAIN] = chain, worth


@jit
def write_ends(turn: Any, least: int, most: int, floor: int) -> None:
    """Write the `most` best ends at first sight that are worth more than a floor.

    At least so many cards are laid at each.
    """
    found, last = 0, most - 1
    best3 = turn.worth[3 * CHAINS]
    best2 = turn.worth[2 * CHAINS] + best3
    best1 = turn.worth[CHAINS] + best2
    # Cards used and lengths of several chains are added up in one number: no card is used twice.
    both = (ALL << USED) + (15 << LENGTH)
    for a in range(turn.chains[0]):
        worth_a, laid_a = turn.worth[a & CHAIN], turn.chain[a & CHAIN] & both
        if worth_a + best1 <= floor:
            break
        for b in range(turn.chains[1]):
            worth_b, laid = worth_a + turn.worth[CHAINS + b & CHAIN], turn.chain[CHAINS + b & CHAIN]
            if worth_b + best2 <= floor:
                break
            if laid & laid_a & (ALL << USED) != 0:
                continue
            laid_b = laid_a + (laid & both)
            for c in range(turn.chains[2]):
                worth_c = worth_b + turn.worth[2 * CHAINS + c & CHAIN]
                laid = turn.chain[2 * CHAINS + c & CHAIN]
                if worth_c + best3 <= floor:
                    break
                if laid & laid_b & (ALL << USED) != 0:
                    continue
                laid_c = laid_b + (laid & both)
                for d in range(turn.chains[3]):
                    worth = worth_c + turn.worth[3 * CHAINS + d & CHAIN]
                    laid = turn.chain[3 * CHAINS + d & CHAIN]
                    if worth <= floor:
                        break
                    if laid & laid_c & (ALL << USED) != 0:
                        continue
                    if (laid_c + (laid & both)) >> LENGTH < least:
                        continue
                    place = min(found, last)
                    while place > 0 and turn.sight[place - 1 & ENDS - 1] < worth:
                        turn.sight[place & ENDS - 1] = turn.sight[place - 1 & ENDS - 1]
                        turn.chosen[place & ENDS - 1] = turn.chosen[place - 1 & ENDS - 1]
                        place -= 1
                    turn.sight[place & ENDS - 1] = worth
                    turn.chosen[place & ENDS - 1] = a | b << 8 | c << 16 | d << 24
                    found = min(found + 1, most)
                    if found == most:
                        floor = turn.sight[last & ENDS - 1]
    while found > 1 and turn.sight[found - 1] < turn.sight[0] - turn.terms[GAP]:
        found -= 1
    turn.ends = found


@jit(inline=True)
def chain_of(turn: Any, end: int, pile: int) -> int:
    """The place of the chain on a pile at an end."""
    return pile * CHAINS + (int(turn.chosen[end & ENDS - 1]) >> 8 * pile & CHAINS - 1)


@jit(inline=True)
def used_of(turn: Any, end: int) -> int:
    """The own cards laid at an end, as the rising direction numbers them."""
    used = turn.chain[chain_of(turn, end, 0) & CHAIN] | turn.chain[chain_of(turn, end, 1) & CHAIN]
    used |= turn.chain[chain_of(turn, end, 2) & CHAIN] | turn.chain[chain_of(turn, end, 3) & CHAIN]
    return int(used) >> USED & ALL
