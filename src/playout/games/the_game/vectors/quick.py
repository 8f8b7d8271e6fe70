"""The strategy `quick` for 64 games at once: the weighing of the_game/quick.py, number for number.

It keeps the set of cards not laid yet, as far as is known, as sixteen bytes with how many cards are
in those before each, and for the top of each pile how many of these cards are below it and whether
the trick on it is among them.  Unseen are those that are not in the own hand either; so what is
unseen follows from what is kept and the cards of the hand, which are gone through anyway.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.bits import count_bits, has_bit, size_of
from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import (
    absolute,
    as_ones,
    byte,
    excess,
    least,
    load,
    long,
    most,
    narrow,
    one_bit,
    ones,
    splat,
    store,
    where,
    wide,
)
from playout.games.numbered_cards.sets import between
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
)
from playout.games.the_game.vectors.blocks import (
    DRAW_PILE,
    NEEDED,
    NO_CARD,
    NONE_AHEAD,
    SET,
    SIZE,
    a_jump_back,
    ahead,
    byte_of,
    is_not_laid,
    rank_of,
)

# What `weigh` finds is compared as one number: worth * CODES + card * 4 + pile.
CODES = 512
WORST = -(1 << 31)  # of a pile that no own card fits on


@jit
def begin(block: Any, rules: Any, place: int, laid: Any) -> None:
    """Write what is known of a game in which these cards, a set, have been laid."""
    deck = between(rules.low, rules.high)
    low, high, before = deck[0] & ~laid[0], deck[1] & ~laid[1], 0
    for k in range(SET):
        cards = byte_of(low, high, k)
        block.before[k, place] = before
        block.not_laid[k, place] = cards
        before += size_of(cards, 0)
    for pile in range(4):
        top, jump = int(block.tops[pile, place]), rules.jump
        back = top - jump if pile < 2 else top + jump
        block.ranks[pile, place] = count_bits(low, high, 0, top)
        block.tricks[pile, place] = has_bit(low, high, back)


@jit
def choose(block: Any, rules: Any, active: Any, remembers: bool) -> Any:
    """What `quick` does: card, pile, whether it lays it, and whether that ends the turn."""
    needed = load(block.counts, NEEDED)
    if not remembers:
        forget(block, rules)
    write_weights(block, rules, remembers)
    write_ladders(block, rules)
    ranks = (
        unseen_below(block, rules, 0),
        unseen_below(block, rules, 1),
        unseen_below(block, rules, 2),
        unseen_below(block, rules, 3),
    )
    none = byte(0)
    best, card, rank, trick, ends, more = long(splat(0)) + WORST, none, none, none, none, none
    for pile in range(4):
        code, own, own_rank, own_trick, end, worth_it = weigh(block, rules, ranks, pile)
        better = code > best
        best = most(best, code)
        card = where(better, own, card)
        rank = where(better, own_rank, rank)
        trick = where(better, own_trick, trick)
        ends = where(better, end, ends)
        more = more + worth_it
    on_pile, is_worth_it = narrow(best) & 3, best >= CODES
    lays = active & (best > WORST) & ((needed > 0) | is_worth_it)
    # The turn ends with this card if no card after it will be worth more than 0.
    goes_on = (needed > 1) | (more > as_ones(is_worth_it))
    if remembers:
        note(block, rules, lays, card, on_pile, rank, trick)
    return card, on_pile, lays, (ends > 0) & ~goes_on


@jit
def note(block: Any, rules: Any, lays: Any, card: Any, on_pile: Any, rank: Any, trick: Any) -> None:
    """Note a card that is laid, with its rank and whether the trick on it is not laid."""
    for k in range(SET):
        cards, before = load(block.not_laid, k), load(block.before, k)
        here = lays & ((card & 0x78) == 8 * k)
        earlier = lays & (card < 8 * k)
        store(block.not_laid, k, where(here, cards & ~one_bit(card), cards))
        store(block.before, k, where(earlier, before - 1, before))
    for pile in range(4):
        top = load(block.tops, pile)
        here, below = lays & (on_pile == pile), lays & (card < top)
        was_trick = lays & (card == a_jump_back(top, pile < 2, int(rules.jump)))
        below_top = load(block.ranks, pile)
        below_top = where(here, rank, where(below, below_top - 1, below_top))
        store(block.ranks, pile, below_top)
        may_come = where(was_trick, byte(0), load(block.tricks, pile))
        store(block.tricks, pile, where(here, trick, may_come))


@jit
def forget(block: Any, rules: Any) -> None:
    """Write what is known without a memory: that the cards on the tops of the piles are laid."""
    (low, high), before = between(rules.low, rules.high), byte(0)
    for k in range(SET):
        cards = byte(byte_of(low, high, k))
        for pile in range(4):
            top = load(block.tops, pile)
            cards = where((top & 0x78) == 8 * k, cards & ~one_bit(top), cards)
        store(block.before, k, before)
        store(block.not_laid, k, cards)
        before = before + ones(cards)
    for pile in range(4):
        top = load(block.tops, pile)
        trick = is_not_laid(block, a_jump_back(top, pile < 2, int(rules.jump)))
        store(block.tricks, pile, as_ones(trick))
        store(block.ranks, pile, rank_of(block, top))


@jit
def unseen_below(block: Any, rules: Any, pile: int) -> Any:
    """How many unseen cards are below the top of a pile."""
    top, rank = load(block.tops, pile), load(block.ranks, pile)
    for k in range(rules.hand):
        rank = rank - as_ones(load(block.own, k) < top)
    return rank


@jit
def write_weights(block: Any, rules: Any, remembers: bool) -> None:
    """Write the weights for the phase that each game is in."""
    draw_pile = load(block.rest, DRAW_PILE)
    row = (SOLO if rules.players == 1 else 0) + (0 if remembers else WITHOUT_MEMORY)
    late, empty = draw_pile <= LATE, draw_pile == 0
    for k in range(WEIGHTS.shape[1]):
        later = where(empty, splat(WEIGHTS[row + 2, k]), splat(WEIGHTS[row + 1, k]))
        store(block.weights, k, where(late, later, splat(WEIGHTS[row, k])))


@jit
def write_ladders(block: Any, rules: Any) -> None:
    """Write the own cards with an own card a jump below them, then those with one above."""
    jump, hand, none = int(rules.jump), int(rules.hand), byte(NO_CARD)
    for k in range(hand):
        card = load(block.own, k)
        below, above = excess(card, jump), card + jump
        to_below, to_above = none, none
        for other in range(hand):
            own = load(block.own, other)
            to_below = least(to_below, own ^ below)
            to_above = least(to_above, own ^ above)
        store(block.ladders, k, where(to_below == 0, card, none))
        store(block.ladders, hand + k, where(to_above == 0, card, none))


@jit
def weigh(block: Any, rules: Any, ranks: Any, pile: int) -> Any:
    """The best card for a pile, as worth * CODES + card * 4 + pile, and what follows from it.

    That is: the card; how many cards not laid are below it; and as ones, whether the trick on it
    is one of those, whether the turn ends with it if it may, and whether it is worth more than 0
    (without GAP, which does not count past the minimum).  `ranks` is how many unseen cards are
    below the top of each pile.
    """
    by, jump, hand, rises = block.weights, int(rules.jump), int(rules.hand), pile < 2
    top, other = load(block.tops, pile), load(block.tops, pile ^ 1)
    back = a_jump_back(top, rises, jump)
    to_trick, none = byte(NO_CARD), byte(NO_CARD)
    near, far = none, none
    for k in range(hand):
        own = load(block.own, k)
        ladder = load(block.ladders, k if rises else hand + k)
        near = least(near, ahead(own, top, rises))
        far = least(far, ahead(ladder, top, rises))
        to_trick = least(to_trick, own ^ back)
    is_trick = to_trick == 0
    is_ladder = (far < NONE_AHEAD) & (far <= near + jump) & ~is_trick
    between = where(is_ladder, far, near)
    any_fits = is_trick | (near < NONE_AHEAD)
    card = where(is_trick, back, top + (between + 1) if rises else top - (between + 1))
    distance = where(is_trick, splat(-jump), wide(between) + 1)
    lost = (load(block.tricks, pile) > 0) & ~is_trick
    back = a_jump_back(card, rises, jump)
    forward = a_jump_back(card, not rises, jump)
    to_back, to_forward, gap = none, none, none
    at_card = all_below = rank_of(block, card)
    for k in range(hand):
        own = load(block.own, k)
        to_back, to_forward = least(to_back, own ^ back), least(to_forward, own ^ forward)
        gap = least(gap, ahead(own, card, rises))
        at_card = at_card - as_ones(own < card)
    follows, pair, alone = to_back == 0, to_forward == 0, gap >= NONE_AHEAD
    may_trick = is_not_laid(block, back)
    trick, spare = may_trick & ~follows, is_not_laid(block, forward) & ~pair
    zero = splat(0)
    # From here on ranks are among the unseen cards: `all_below` less the own cards below.
    # `lowest` is of the rising piles, `highest` of the falling ones.
    lowest, highest = least(ranks[0], ranks[1]), most(ranks[2], ranks[3])
    if rises:
        at_top, at_other = (ranks[0], ranks[1]) if pile == 0 else (ranks[1], ranks[0])
        beyond = card + (gap + 1)
        # If there is none, 128, the_game/quick.py finds no unseen card below it.
        below_next = where(alone, byte(0), rank_of(block, beyond) - (all_below - at_card) - 1)
        reach = where(alone, 128 - card, gap + 1)
        unseen_gap = wide(below_next) - wide(at_card)
        skipped = wide(at_card) - wide(at_top)
        dead = excess(least(at_card, at_other), highest)
    else:
        at_top, at_other = (ranks[2], ranks[3]) if pile == 2 else (ranks[3], ranks[2])
        beyond = card - (gap + 1)
        unseen = load(block.before, SET - 1) + ones(load(block.not_laid, SET - 1))
        unseen = unseen - load(block.counts, SIZE)
        # If there is none, -1, the_game/quick.py finds all unseen cards below it.
        below_gap = where(alone, unseen, rank_of(block, beyond) + 1)
        unseen_gap = wide(all_below) - wide(below_gap)
        reach = where(alone, card + 1, gap + 1)
        skipped = wide(at_top) - wide(at_card)
        dead = excess(lowest, most(at_card, at_other))
    lost_cards = wide(dead) - wide(excess(lowest, highest))
    play, skip, step = load(by, PLAY), load(by, SKIP), load(by, STEP)
    ends = ~follows & (unseen_gap * skip + wide(reach) * step >= play + ON)
    unseen_gap = where(alone | follows, splat(FAR), least(unseen_gap, FAR))
    fits = as_ones(card > load(block.tops, 0)) + as_ones(card > load(block.tops, 1))
    fits = fits + as_ones(card < load(block.tops, 2)) + as_ones(card < load(block.tops, 3))
    worth = play + where(trick, load(by, TRICK), zero)
    worth = worth - where(lost, load(by, LOST), zero)
    worth = worth - where(spare, load(by, SPARE), zero)
    worth = worth - where(pair, load(by, PAIR), zero)
    worth = worth + where(follows, load(by, LADDER), zero)
    worth = worth - skip * skipped - step * distance
    apart = absolute(wide(card) - wide(other)) - absolute(wide(top) - wide(other))
    worth = worth + load(by, APART) * apart + load(by, FITS) * wide(fits)
    # Only this product does not fit into 16 bits.
    price = long(load(by, DEAD)) * long(lost_cards)
    owed = worth - where(load(block.counts, NEEDED) > 0, load(by, GAP) * unseen_gap, zero)
    code = (long(owed) - price) * CODES + long(wide(card) * 4 + pile)
    worth_it = any_fits & (long(worth) > price)
    code = where(any_fits, code, long(zero) + WORST)
    return code, card, all_below, as_ones(may_trick), as_ones(ends), as_ones(worth_it)
