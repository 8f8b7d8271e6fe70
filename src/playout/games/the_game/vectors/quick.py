"""The strategy `quick` for 64 games at once: the weighing of the_game/quick.py, number for number.

For the seat to move it keeps, besides the hand, the set of unseen cards, as eight words of 16 bits,
and for the top of each pile how many unseen cards are below it and whether the trick on it is
unseen.  The set does not change within a turn, so these two change only for the pile that a card is
laid on.  That is so with a memory of all cards laid; without one the set is made anew with each
card, because what was on top is forgotten.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.bits import from_bit, has_bit, size_of
from playout.engine.jit import jit
from playout.engine.vectors import (
    absolute,
    any_bit,
    as_ones,
    least,
    least_word,
    load,
    long,
    most,
    no_flags,
    one_bit,
    ones,
    splat,
    store,
    where,
)
from playout.games.the_game.quick import (
    APART,
    DEAD,
    FAR,
    FITS,
    GAP,
    LADDER,
    LATE,
    LOST,
    ON,
    PAIR,
    PLAY,
    SKIP,
    SOLO,
    SPARE,
    STEP,
    TRICK,
    WEIGHTS,
    WITHOUT_MEMORY,
    rank,
)
from playout.games.the_game.vectors.blocks import (
    DEAREST,
    DRAW_PILE,
    KNOWN,
    NEEDED,
    NO_CARD,
    nearest,
)

WORDS = 8
WORD = 16

# Rows of `known`.
UNSEEN = 0  # eight words of the set of unseen cards
BEFORE = 8  # eight: how many of them are in the words before each
RANKS = 16  # four: how many of them are below the top of each pile
TRICKS = 20  # four: 1 if the trick on that top is among them
BY = 24  # twelve weights, by the phase of the game
NOT_LAID = 36  # eight words of the set of cards that are not known to lie on a pile
assert NOT_LAID + WORDS == KNOWN

WORST = -(1 << 30)  # worth of a pile that no own card fits on


@jit
def begin(block: Any, rules: Any, place: int) -> None:
    """Write what the first seat of a game just dealt knows, when no card is laid yet."""
    (begin0, begin1), (end0, end1) = from_bit(rules.low + 1), from_bit(rules.high)
    deck0, deck1 = begin0 & ~end0, begin1 & ~end1
    unseen0, unseen1 = deck0, deck1
    for k in range(rules.hand):
        card = int(block.own[k, place])
        bit = np.int64(1) << (card & 63)
        unseen0 &= ~(bit if card < 64 else 0)
        unseen1 &= ~(bit if card >= 64 else 0)
    known, before = block.known, 0
    for w in range(WORDS):
        known[BEFORE + w, place] = before
        before += size_of(word_of(unseen0, unseen1, w) & 0xFFFF, 0)
        known[NOT_LAID + w, place] = word_of(deck0, deck1, w)
        known[UNSEEN + w, place] = word_of(unseen0, unseen1, w)
    for pile in range(4):
        top = block.tops[pile, place]
        back = top - rules.jump if pile < 2 else top + rules.jump
        known[RANKS + pile, place] = rank((unseen0, unseen1), top)
        known[TRICKS + pile, place] = has_bit(unseen0, unseen1, back)


@jit
def word_of(low: int, high: int, w: int) -> int:
    """Sixteen of the 128 bits of a set, as an int16."""
    word = (high if w >= 4 else low) >> (w % 4 * WORD) & 0xFFFF
    return word - ((word & 0x8000) << 1)


@jit
def look(block: Any, rules: Any, turns: Any, lays: Any, card: Any, remembers: bool) -> None:
    """Note the cards just laid; where a turn begins, write what its player knows."""
    known, zero = block.known, splat(0)
    if remembers:
        word, bit = where(lays, card >> 4, splat(-1)), one_bit(card)
        for w in range(WORDS):
            row = load(known, NOT_LAID + w)
            store(known, NOT_LAID + w, where(word == w, row & ~bit, row))
    else:
        write_not_on_top(block, rules)
        turns = turns | lays
    if not any_bit(turns):
        return
    for k in range(rules.hand):  # word and bit of each own card
        own = load(block.own, k)
        store(block.ladders, k, own >> 4)
        store(block.ladders, rules.hand + k, one_bit(own))
    before = zero
    for w in range(WORDS):
        held = zero
        for k in range(rules.hand):
            bit = load(block.ladders, rules.hand + k)
            held = where(load(block.ladders, k) == w, held | bit, held)
        unseen = load(known, NOT_LAID + w) & ~held
        unseen = where(turns, unseen, load(known, UNSEEN + w))
        store(known, UNSEEN + w, unseen)
        store(known, BEFORE + w, before)
        before = before + ones(unseen)
    jump = int(rules.jump)
    for pile in range(4):
        top = load(block.tops, pile)
        back = top - jump if pile < 2 else top + jump
        trick = as_ones(is_unseen(known, back))
        at_top = rank_of(known, top)
        store(known, RANKS + pile, where(turns, at_top, load(known, RANKS + pile)))
        store(known, TRICKS + pile, where(turns, trick, load(known, TRICKS + pile)))


@jit
def write_not_on_top(block: Any, rules: Any) -> None:
    """Write the set of cards that do not lie on the top of a pile."""
    (begin0, begin1), (end0, end1) = from_bit(rules.low + 1), from_bit(rules.high)
    for w in range(WORDS):
        row = splat(word_of(begin0 & ~end0, begin1 & ~end1, w))
        for pile in range(4):
            top = load(block.tops, pile)
            row = where((top >> 4) == w, row & ~one_bit(top), row)
        store(block.known, NOT_LAID + w, row)


@jit
def choose(block: Any, rules: Any, active: Any, remembers: bool) -> Any:
    """What `quick` does: card, pile, whether it lays it, and whether that ends the turn."""
    known, needed = block.known, load(block.counts, NEEDED)
    write_weights(block, rules, remembers)
    write_ladders(block, rules)
    best, best_card, ends, worth_it, best_rank, best_trick = weigh(block, rules, 0)
    best_pile = splat(0)
    more = as_ones(worth_it)
    for pile in range(1, 4):
        worth, card, end, worth_it, at_card, trick = weigh(block, rules, pile)
        better = (worth > best) | ((worth == best) & (card >= best_card))
        best = where(better, worth, best)
        best_card = where(better, card, best_card)
        best_pile = where(better, splat(pile), best_pile)
        best_rank = where(better, at_card, best_rank)
        best_trick = where(better, trick, best_trick)
        ends = (better & end) | (~better & ends)
        more = more + as_ones(worth_it)
    lays = active & (best > WORST) & ((needed > 0) | (best > 0))
    # The turn ends with this card if no card after it will be worth more than 0.
    goes_on = (needed > 1) | (more > as_ones(best > 0))
    for pile in range(4):
        games = lays & (best_pile == pile)
        store(known, RANKS + pile, where(games, best_rank, load(known, RANKS + pile)))
        store(known, TRICKS + pile, where(games, best_trick, load(known, TRICKS + pile)))
    return best_card, best_pile, lays, ends & ~goes_on


@jit
def write_weights(block: Any, rules: Any, remembers: bool) -> None:
    """Write the weights for the phase that each game is in."""
    draw_pile = load(block.counts, DRAW_PILE)
    row = (SOLO if rules.players == 1 else 0) + (0 if remembers else WITHOUT_MEMORY)
    late, empty = draw_pile <= LATE, draw_pile == 0
    for k in range(WEIGHTS.shape[1]):
        later = where(empty, splat(WEIGHTS[row + 2, k]), splat(WEIGHTS[row + 1, k]))
        store(block.known, BY + k, where(late, later, splat(WEIGHTS[row, k])))


@jit
def write_ladders(block: Any, rules: Any) -> None:
    """Write the own cards with an own card a jump below them, then those with one above."""
    jump, none = int(rules.jump), splat(NO_CARD)
    for k in range(rules.hand):
        card = load(block.own, k)
        below, above = no_flags(), no_flags()
        for other in range(rules.hand):
            own = load(block.own, other)
            below = below | (own == card - jump)
            above = above | (own == card + jump)
        store(block.ladders, k, where(below, card, none))
        store(block.ladders, rules.hand + k, where(above, card, none))


@jit
def weigh(block: Any, rules: Any, pile: int) -> Any:
    """The worth of the best card for a pile, the card, and what follows from it.

    That is: whether the turn ends with it if it may, whether it is worth more than 0 (without GAP,
    which does not count past the minimum), how many unseen cards are below it, and whether the
    trick on it is unseen.
    """
    known, jump, hand, rises = block.known, int(rules.jump), int(rules.hand), pile < 2
    top, other = load(block.tops, pile), load(block.tops, pile ^ 1)
    at_top, at_other = load(known, RANKS + pile), load(known, RANKS + (pile ^ 1))
    lowest = least(load(known, RANKS), load(known, RANKS + 1))
    highest = most(load(known, RANKS + 2), load(known, RANKS + 3))
    near = nearest(block.own, 0, hand, top, rises, jump)
    far = nearest(block.ladders, 0 if rises else hand, hand, top, rises, jump)
    ladder = (far < DEAREST) & (far - jump <= near) & (near > 0)
    distance = where(ladder, far, near) - jump  # how far the pile moves; a trick is -jump
    card = top + distance if rises else top - distance
    back, ahead = (card - jump, card + jump) if rises else (card + jump, card - jump)
    trick, spare = is_unseen(known, back), is_unseen(known, ahead)
    lost = load(known, TRICKS + pile) == 1
    follows, pair = no_flags(), no_flags()
    gap = splat(-1)  # numbers between the card and the next own one beyond it, as words
    for k in range(hand):
        own = load(block.own, k)
        follows = follows | (own == back)
        pair = pair | (own == ahead)
        gap = least_word(gap, own - card - 1 if rises else card - own - 1)
    alone = (gap < 0) | (gap > DEAREST)
    zero, at_card = splat(0), rank_of(known, card)
    if rises:
        beyond = where(alone, splat(128), card + gap + 1)
        gap = rank_of(known, beyond) - at_card
        skipped = at_card - at_top
        dead = most(least(at_card, at_other) - highest, zero)
    else:
        beyond = where(alone, splat(-1), card - gap - 1)
        all_of_them = load(known, BEFORE + WORDS - 1) + ones(load(known, UNSEEN + WORDS - 1))
        gap = at_card - where(alone, all_of_them, rank_of(known, beyond))
        skipped = at_top - at_card
        dead = most(lowest - most(at_card, at_other), zero)
    dead = dead - most(lowest - highest, zero)
    play, skip, step = load(known, BY + PLAY), load(known, BY + SKIP), load(known, BY + STEP)
    onward = gap * skip + absolute(beyond - card) * step
    ends = ~follows & (onward >= play + ON)
    gap = where(alone | follows, splat(FAR), least(gap, FAR))
    fits = as_ones(card > load(block.tops, 0)) + as_ones(card > load(block.tops, 1))
    fits = fits + as_ones(card < load(block.tops, 2)) + as_ones(card < load(block.tops, 3))
    worth = play + where(trick, load(known, BY + TRICK), zero)
    worth = worth - where(lost, load(known, BY + LOST), zero)
    worth = worth - where(spare, load(known, BY + SPARE), zero)
    worth = worth - where(pair, load(known, BY + PAIR), zero)
    worth = worth + where(follows, load(known, BY + LADDER), zero)
    worth = worth - skip * skipped - step * distance
    worth = worth + load(known, BY + APART) * (absolute(card - other) - absolute(top - other))
    worth = worth + load(known, BY + FITS) * fits
    # Only this product does not fit into 16 bits.
    lost_cards = long(load(known, BY + DEAD)) * long(dead)
    owed = worth - where(load(block.counts, NEEDED) > 0, load(known, BY + GAP) * gap, zero)
    any_fits = near < DEAREST
    total = where(any_fits, long(owed) - lost_cards, long(zero) + WORST)
    worth_it = any_fits & (long(worth) - lost_cards > 0)
    return total, card, ends, worth_it, at_card, as_ones(trick)


@jit
def is_unseen(known: Any, card: Any) -> Any:
    """Whether a card is in the set of unseen ones; the card may be any number."""
    high, word = card >> 4, splat(0)
    for w in range(WORDS):
        word = where(high == w, load(known, UNSEEN + w), word)
    return ~((word & one_bit(card)) == 0)


@jit
def rank_of(known: Any, card: Any) -> Any:
    """How many unseen cards are below a number; 0 for numbers outside 0..127."""
    high, word, before = card >> 4, splat(0), splat(0)
    for w in range(WORDS):
        is_word = high == w
        word = where(is_word, load(known, UNSEEN + w), word)
        before = where(is_word, load(known, BEFORE + w), before)
    return before + ones(word & (one_bit(card) - 1))
