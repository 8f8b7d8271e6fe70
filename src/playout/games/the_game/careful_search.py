"""The search of `careful`: the best sequence of plays for a turn.

Depth first, the best play first.  Two plays on different piles can be made in any order, and only
one of the orders is tried: a play that has been tried sleeps until something else is laid on its
pile.  A sequence is given up when it falls behind the best by more than the parameter `margin`, or
when nothing that can follow (careful_turn.py) makes it better than the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import first_bit, size_of
from playout.engine.native.jit import jit
from playout.games.the_game.careful_turn import CHOICES, DEPTH, ENTRIES, LAST, NEVER
from playout.games.the_game.careful_weights import (
    APART,
    DEAD,
    DEAD_OWN,
    FITS,
    NEXT,
    PAIR,
    REACH,
    SKIP,
    UNIT,
)
from playout.games.the_game.rules import PILES, card_move

# Places in the notes of the view: how many plays the plan has, how many are done, the cards laid in
# the turn and the cards left when it was made, and the first of its plays.
LENGTH, DONE, FROM, LEFT, MOVES_AT = 0, 1, 2, 3, 4

NODES = 4000  # most sequences tried for a turn; hardly ever reached
UNBOUNDED = 1 << 50  # more than any sequence is worth

# A play in the list of a node is a number: its gain, 8 bits for the entry of its card, 3 for the
# pile.  A list is in order of gain, equal ones in the order in which they were found.
GAIN, CARD, PILE = 11, 3, PILES - 1
# Masks that change nothing: they tell the compiler that an index is not negative.
ENTRY, LEVEL, CHOICE = 255, 15, 63


@jit
def search(view: Any, weights: Any, turn: Any, least: int, bounded: bool) -> int:
    """Put the best sequence of at least `least` plays into the notes; returns how many it tried.

    Without bounds it finds the same, and tries more.
    """
    tops, asleep, nodes = turn.tops, turn.asleep, turn.nodes
    node = nodes[0]
    node.worth, node.bound = 0, turn.bound if bounded else UNBOUNDED
    node.open = (1 << view.pile_count) - 1
    turn.hands[0] = turn.hands[1] = ~(np.int64(-2) << np.int64(turn.cards - 1))
    for pile in range(PILES):
        tops[pile], asleep[pile] = turn.start[pile], 0
    margin = np.int64(min(view.parameters[0], 1e6) * UNIT)
    best = np.int64(NEVER)
    depth, tried, is_new = 0, 1, True
    while True:
        node = nodes[depth & LEVEL]
        if is_new:
            list_plays(view, weights, turn, node, depth < least)
            is_new = False
        if node.tried == node.count or tried > NODES:
            for k in range(node.tried):
                card, pile = node.plays[k] >> CARD & ENTRY, node.plays[k] & PILE
                asleep[pile] &= ~bit_of(card)
            if depth == 0:
                return tried
            depth -= 1
            node = nodes[depth & LEVEL]
            play = node.plays[node.tried - 1 & CHOICE]
            card, pile = play >> CARD & ENTRY, play & PILE
            lay_or_take(turn, card)
            tops[pile] = node.top
            asleep[pile] = node.slept | bit_of(card)
            continue
        play = node.plays[node.tried & CHOICE]
        gain, card, pile = play >> GAIN, play >> CARD & ENTRY, play & PILE
        node.tried += 1
        tried += 1
        top, worth = tops[pile] & ENTRY, node.worth + gain
        bound = node.bound + gain + turn.hope[card] - turn.hope[top] - turn.bonus[card]
        ends = depth + 1 >= least and worth > best
        if ends and weights[NEXT] == 0:
            best, ends = worth, False
            write_plan(view, turn, depth + 1)
        if ends or min(worth + margin, bound) > best:
            lay_or_take(turn, card)
            tops[pile] = card
            if ends:
                final = worth - weights[NEXT] * next_skip(view, turn)
                if final > best:
                    best = final
                    write_plan(view, turn, depth + 1)
            if min(worth + margin, bound) > best and depth + 1 < DEPTH and turn.hands[0] != 0:
                node.top, node.slept = top, asleep[pile]
                asleep[pile] = 0
                depth += 1
                child = nodes[depth & LEVEL]
                child.worth, child.bound = worth, bound
                child.open = node.open | 1 << pile
                is_new = True
                continue
            lay_or_take(turn, card)
            tops[pile] = top
        asleep[pile] |= bit_of(card)


@jit(inline=True)
def bit_of(card: int) -> int:
    """A card as a set, as its direction numbers it."""
    return int(np.int64(1) << np.int64(card - ENTRIES if card >= ENTRIES else card))


@jit(inline=True)
def lowest_of(cards: int) -> int:
    """The lowest card of a set as a set; without cards & -cards, as the lowest may be the last."""
    return int(np.int64(1) << np.int64(first_bit(cards, 0, 0) & 63)) if cards != 0 else 0


@jit(inline=True)
def lay_or_take(turn: Any, card: int) -> None:
    """Take a card out of the hand, or back into it."""
    falls = int(card >= ENTRIES)
    number = card - ENTRIES if falls else card
    turn.hands[falls] ^= np.int64(1) << np.int64(number)
    turn.hands[1 - falls] ^= np.int64(1) << np.int64(turn.cards - 1 - number)


@jit
def write_plan(view: Any, turn: Any, length: int) -> None:
    """Write the sequence being tried into the notes."""
    view.notes[LENGTH] = length
    for depth in range(length):
        node = turn.nodes[depth]
        play = node.plays[node.tried - 1]
        card, pile = play >> CARD & ENTRY, play & PILE
        place = turn.place[card]
        number = LAST - place if card >= ENTRIES else place
        view.notes[MOVES_AT + depth] = card_move(number, pile)


@jit(inline=True)
def list_plays(view: Any, weights: Any, turn: Any, node: Any, must: bool) -> None:
    """Write the plays worth trying into a node, best first.

    On each pile: the trick, the nearest card, and, while the card ten beyond is in the hand too,
    the next nearest (to begin a ladder from its far end).
    """
    reach = LAST if must else weights[REACH]
    any_dead = weights[DEAD] != 0 or weights[DEAD_OWN] != 0
    dead, lowest, second = 0, (0, 0), (0, 0)
    if any_dead:
        dead, lowest, second = look_for_dead(view, weights, turn)
    count, open_now, piles = 0, 0, node.open
    while piles != 0:
        pile = first_bit(piles, 0, 0) & PILE
        piles &= piles - 1
        falls = int(pile >= view.ascending)
        base, hand, top = falls * ENTRIES, turn.hands[falls], turn.tops[pile] & ENTRY
        at = turn.place[top]
        other = view.ascending if falls else 0
        while other < pile and turn.place[turn.tops[other & PILE] & ENTRY] != at:
            other += 1
        if other < pile:  # an earlier pile is the same
            open_now |= 1 << pile
            continue
        stays, apart, sister_at = turn.leave[top], 0, 0
        sister = turn.sister[pile] & PILE
        if weights[APART] != 0 and sister != pile:
            apart, sister_at = weights[APART], turn.place[turn.tops[sister] & ENTRY]
            stays += apart * abs(at - sister_at)
        if view.hints != 0 and at == turn.place[turn.start[pile] & ENTRY]:
            stays += turn.marked[pile]
        one, rest = hand & turn.back[top], hand & turn.onward[top]
        is_trick = one != 0
        one = one if is_trick else lowest_of(rest)
        while one != 0 and count < CHOICES:
            number = first_bit(one, 0, 0)
            card = base + number
            if not is_trick and turn.before[card] - turn.after[top] > reach:
                break
            open_now |= 1 << pile
            mirror = ENTRIES - base + turn.cards - 1 - number
            pair = turn.hands[1 - falls] & turn.back[mirror]  # the card a jump ahead
            if turn.asleep[pile] & one == 0:
                gain = turn.enter[card] - stays + apart * abs(turn.place[card] - sister_at)
                if is_trick:
                    both = turn.after[card] - turn.before[card] + turn.after[top] - turn.before[top]
                    gain -= weights[SKIP] * both
                gain -= weights[PAIR] * size_of(hand & turn.back[card], pair)
                if weights[FITS] != 0:
                    gain += weights[FITS] * fits_lost(view, turn, pile, card)
                if any_dead:
                    least = second[falls] if turn.after[top] == lowest[falls] else lowest[falls]
                    least = min(least, turn.after[card]) + lowest[1 - falls]
                    gain += dead - weights[DEAD] * max(0, least - turn.total)
                    if weights[DEAD_OWN] != 0:
                        gain -= weights[DEAD_OWN] * own_dead(view, turn, pile, card)
                place, play = count, gain << GAIN
                while place > 0 and node.plays[place - 1] < play:
                    node.plays[place] = node.plays[place - 1]
                    place -= 1
                node.plays[place] = play | card << CARD | pile
                count += 1
            if is_trick:
                is_trick = False
            elif pair != 0:
                rest ^= one
            else:
                break
            one = lowest_of(rest)
    node.open, node.count, node.tried = open_now, count, 0


@jit(inline=True)
def fits_lost(view: Any, turn: Any, pile: int, card: int) -> int:
    """How many pairs of an own card and a pile that it fits are lost when a card is laid."""
    falls = int(card >= ENTRIES)
    number = card - ENTRIES if falls else card
    mirror, hand, top = turn.cards - 1 - number, turn.hands[falls], turn.tops[pile] & ENTRY
    lost = size_of(hand & turn.onward[top], 0) - size_of(hand & turn.onward[card], 0)
    lost -= turn.onward[top] >> number & 1
    first = 0
    while first < view.pile_count:
        for other in range(first, first + 4):
            seen = number if int(other >= view.ascending) == falls else mirror
            lost += turn.onward[turn.tops[other & PILE] & ENTRY] >> seen & 1
        first += 4
    return lost


@jit(inline=True)
def look_for_dead(view: Any, weights: Any, turn: Any) -> Any:
    """What the dead cards weigh now; and of each direction the least `after` of its tops, twice.

    Every unseen card is back of the lowest top of its own direction or of the other, or of both:
    then it is dead.  So their number is what the two lowest count together too many.
    """
    up = up2 = down = down2 = turn.total
    first = 0
    while first < view.pile_count:
        for pile in range(first, first + 4):
            after = turn.after[turn.tops[pile & PILE] & ENTRY]
            if pile < view.ascending:
                up, up2 = min(up, after), min(up2, max(up, after))
            else:
                down, down2 = min(down, after), min(down2, max(down, after))
        first += 4
    dead = weights[DEAD] * max(0, up + down - turn.total)
    if weights[DEAD_OWN] != 0:
        dead += weights[DEAD_OWN] * own_dead(view, turn, -1, -1)
    return dead, (up, down), (up2, down2)


@jit
def own_dead(view: Any, turn: Any, pile: int, card: int) -> int:
    """How many own cards fit no pile once a card is laid; with card = -1: now."""
    if card >= 0:
        lay_or_take(turn, card)
    own, rising, falling = size_of(turn.hands[0], 0), 0, 0
    for other in range(view.pile_count):
        top = card if other == pile else turn.tops[other] & ENTRY
        if other < view.ascending:
            rising = max(rising, size_of(turn.hands[0] & turn.onward[top], 0))
        else:
            falling = max(falling, size_of(turn.hands[1] & turn.onward[top], 0))
        if rising + falling >= own:
            break
    if card >= 0:
        lay_or_take(turn, card)
    return max(0, own - rising - falling)


@jit(inline=True)
def next_skip(view: Any, turn: Any) -> int:
    """The fewest unseen cards that the next play from this hand skips; 0 if it is a trick."""
    if turn.hands[0] == 0:
        return 0
    fewest = 100
    for pile in range(view.pile_count):
        falls, top = int(pile >= view.ascending), turn.tops[pile] & ENTRY
        hand = turn.hands[falls]
        if hand & turn.back[top] != 0:
            return 0
        if hand & turn.onward[top] != 0:
            card = falls * ENTRIES + first_bit(hand & turn.onward[top], 0, 0)
            fewest = min(fewest, turn.before[card] - turn.after[top])
    return fewest
