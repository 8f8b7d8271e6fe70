"""The strategy `quick`: lays one card at a time, and weighs only one card for each pile.

That card is the trick; else the far one of two cards a jump apart, if the trick after it brings the
pile back to the nearest card or before it; else the nearest card.  (Weighing the second nearest too
loses 6 points of win rate.)  Its worth is the sum of these terms, in units of about 1/100 card:

  PLAY    for laying a card at all; past the minimum only cards worth more than 0 are laid
  SKIP    minus the unseen cards between the old and the new top, plus those a trick brings back
  STEP    minus the distance the pile moves, plus what a trick wins back
  TRICK   if a trick on the new top may still come (its card is unseen)
  LOST    minus, if a trick on the old top might have come
  PAIR    minus, if the card a jump beyond is in the own hand: this card would be a trick on it
  LADDER  if the trick on the new top is in the own hand: one card more can be laid
  SPARE   minus, if the card a jump beyond is unseen: this card could be a trick on it
  APART   for widening the gap between the two piles of a direction: one pile should run ahead
  DEAD    minus each unseen card that no pile can take any more
  GAP     minus the unseen cards between the card and the next own one beyond it, at most FAR; FAR
          too if there is none, or if a trick follows; only while cards must be laid
  FITS    for each pile that the card fits: cards that fit few piles are kept back (with several
          players they come first when nothing is left to draw)

Unseen are the cards neither laid nor in the own hand.  That takes a memory of every card laid, of
which the piles show only the top.  With `memory` = 0 unseen are all cards but those on the tops of
the piles and in the own hand, whatever lies below, and there are constants of their own for that.

The constants were found by coordinate search on common deals and rounded; one set serves two
players and more.  Those without a memory: 8,000 to 12,000 deals for each of 2 to 5 players, 20,000
to 40,000 for one; a step in one constant is kept if what is won, less 0.003 for each card left,
gains more than a standard error; all constants by turns, some thirty times, on new deals each time.
With a memory FITS brings 3 points of win rate and GAP 4 (2-5 players on average).

For speed, a set of cards is two words; the flags of a card are one number, with which the sum of
their weights is looked up in a table; and the only branches that a processor can guess wrong are
"does any card fit" and "stop".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.find.declarations import strategy
from playout.engine.native.bits import first_bit, last_bit
from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import between, rank
from playout.games.the_game.careful import unseen_numbers
from playout.games.the_game.rules import CONCEDE, MOVES, STOP, card_move
from playout.games.the_game.strategies import least_step

PLAY, SKIP, STEP, TRICK, LOST, PAIR, LADDER, SPARE, APART, DEAD, GAP, FITS = range(12)

# One row per phase, as in `careful`: deck (more than LATE cards to draw), end, empty.  First those
# with a memory of all cards laid, then those without.
#    PLAY SKIP STEP TRICK LOST PAIR LADDER SPARE APART DEAD GAP FITS
WEIGHTS = np.array(
    [
        [190, 90, 35, 80, 500, 390, 1060, 90, 22, 0, 20, 120],  # several players, deck
        [70, 140, 5, 180, 390, 370, 1000, 100, 0, 680, 20, 35],  # several players, end
        [120, 125, -3, 190, 360, 200, 370, -20, 0, 600, 7, -30],  # several players, empty
        [45, 55, 35, 30, 440, 460, 1680, 90, 20, 0, 35, 25],  # solo, deck
        [70, 170, 3, 95, 580, 400, 840, 85, 0, 770, 20, 5],  # solo, end
        [80, 125, 0, 250, 250, 200, 400, 0, 0, 550, 20, 0],  # solo, empty
        [185, 62, 31, 15, 370, 475, 925, -140, 22, -65, 13, 45],  # several players, deck
        [325, 140, -11, -40, 225, 465, 945, -5, 7, 30, 28, 42],  # several players, end
        [390, 125, -9, 90, 155, 175, 355, -250, -10, -60, 2, -30],  # several players, empty
        [-270, 42, 33, 60, 500, 305, 1565, -90, 23, -55, 29, 60],  # solo, deck
        [75, 69, -3, -115, 1530, 75, 2030, 3, 7, 90, 37, 295],  # solo, end
        [400, 125, 0, 0, 0, 200, 400, 0, 0, 550, 20, 0],  # solo, empty
    ],
    np.int64,
)
SOLO = 3  # rows for several players come before those for one
WITHOUT_MEMORY = 6  # rows with a memory come before those without
LATE = 28  # cards in the draw pile when the end begins
FAR = 24  # most unseen cards that GAP counts
ON = 100  # a card may end the turn if the next own one beyond it would be worth -ON at most

NEVER = -(1 << 40)  # worth of a pile that no own card fits on
WIDEST = 62  # largest jump by which sets can be moved

# The sum of PLAY and the weights of the flags that are set, for each set of flags.
_FLAGS, _SIGNS = [TRICK, LOST, SPARE, PAIR, LADDER], [1, -1, -1, -1, 1]
FLAGS = WEIGHTS[:, [PLAY]] + WEIGHTS[:, _FLAGS] * _SIGNS @ (np.arange(32) >> np.c_[:5] & 1)


@strategy("the-game", uses_chance=False, parameters={"memory": 1})
def quick(view: Any, rng: Any) -> int:
    """Weighs one card per pile by what it costs and spoils; nearly as good as careful.

    Counts cards as `careful` does, but lays one at a time: it sees a trick and a pair ten apart,
    and no other plan of several cards.  With `memory` = 0 it does not know which cards have been
    laid: it looks at the tops of the piles, at its hand, and at how many cards there are to draw.
    Unless two piles ascend, two descend and the jump is 2..62, it plays as `greedy` does: the least
    step, up to the minimum.
    """
    return card_by_card(view)


@jit(inline=True)
def card_by_card(view: Any) -> int:
    """What `quick` plays; it knows which cards have been laid unless the first parameter is 0."""
    jump = view.jump
    if view.ascending != 2 or view.descending != 2 or jump < 2 or jump > WIDEST:
        move = STOP if view.needed <= 0 else least_step(view)
        return CONCEDE if move == STOP and view.needed > 0 else move
    row = 0 if view.draw_pile > LATE else 1 if view.draw_pile > 0 else 2
    row = row + SOLO if view.players == 1 else row
    row = row + WITHOUT_MEMORY if view.parameters[0] == 0 else row
    weights = WEIGHTS[row], FLAGS[row]
    own, out = (view.hand[0, 0], view.hand[0, 1]), unseen(view)
    own_up, own_down = raised(own, jump), lowered(own, jump)
    out_up, out_down = raised(out, jump), lowered(out, jump)
    first, second = rank(out, view.piles[0]), rank(out, view.piles[1])
    ranks = first, second, rank(out, view.piles[2]), rank(out, view.piles[3])
    rising, falling = (
        (own, out, own_up, own_down, out_up, out_down),
        (own, out, own_down, own_up, out_down, out_up),
    )
    best, more = weigh(view, weights, rising, ranks, 0)
    code, also = weigh(view, weights, rising, ranks, 1)
    best, more = max(best, code), more + also
    code, also = weigh(view, weights, falling, ranks, 2)
    best, more = max(best, code), more + also
    code, also = weigh(view, weights, falling, ranks, 3)
    best, more = max(best, code), more + also
    if view.needed <= 0 and best < MOVES:
        return STOP
    if best == NEVER:
        return CONCEDE
    # The turn ends with this card if no card after it will be worth more than 0.
    goes_on = (view.needed > 1) | (more > int(best >= MOVES))
    return best & (MOVES - 1 - int(goes_on))


@jit(inline=True)
def weigh(view: Any, weights: Any, sets: Any, ranks: Any, pile: int) -> tuple[int, int]:
    """The best card for a pile as worth * MOVES + move, and whether it is worth more than 0.

    The second answer leaves GAP out, which does not count past the minimum.  `sets` are the own
    cards and the unseen ones, and each of them moved by a jump, forward as the pile goes and
    backward; `ranks` is how many unseen cards are below the top of each pile.
    """
    by, flagged = weights
    own, out, own_forward, own_backward, out_forward, out_backward = sets
    rises = pile < 2
    top, other = view.piles[pile], view.piles[pile ^ 1]
    f0, f1 = own[0] & view.fitting[pile, 0], own[1] & view.fitting[pile, 1]
    if (f0 | f1) == 0:
        return NEVER, 0
    l0, l1 = f0 & own_forward[0], f1 & own_forward[1]
    if rises:
        card, far = first_bit(f0, f1, 0), first_bit(l0, l1, 0)
        ladder = (far - view.jump <= card) & (far <= 127) & (card > top)
    else:
        card, far = last_bit(f0, f1, 127), last_bit(l0, l1, 127)
        ladder = (far + view.jump >= card) & (far >= 0) & (card < top)
    card = far if ladder else card
    follows = bit(own_forward, card)
    at_top, at_other, at_card = ranks[pile], ranks[pile ^ 1], rank(out, card)
    lowest, highest = min(ranks[0], ranks[1]), max(ranks[2], ranks[3])
    if rises:
        beyond = first_bit(own[0], own[1], card + 1)
        gap, alone = rank(out, beyond) - at_card, beyond > 127
        step, skipped = card - top, at_card - at_top
        dead = max(min(at_card, at_other) - highest, 0)
    else:
        beyond = last_bit(own[0], own[1], card)
        gap, alone = at_card - rank(out, beyond), beyond < 0
        step, skipped = top - card, at_top - at_card
        dead = max(lowest - max(at_card, at_other), 0)
    dead -= max(lowest - highest, 0)
    onward = gap * by[SKIP] + abs(beyond - card) * by[STEP]
    ends = (follows == 0) & (onward >= by[PLAY] + ON)
    gap = FAR if alone | (follows != 0) else min(gap, FAR)
    fits = int(card > view.piles[0]) + int(card > view.piles[1])
    fits += int(card < view.piles[2]) + int(card < view.piles[3])
    flags = bit(out_forward, card) | bit(out_forward, top) << 1 | bit(out_backward, card) << 2
    flags |= bit(own_backward, card) << 3 | follows << 4
    worth = flagged[flags & 31] - by[SKIP] * skipped - by[STEP] * step - by[DEAD] * dead
    worth += by[APART] * (abs(card - other) - abs(top - other)) + by[FITS] * fits
    owed = worth - by[GAP] * gap if view.needed > 0 else worth
    return owed * MOVES + card_move(card, pile, ends), int(worth > 0)


@jit(inline=True)
def unseen(view: Any) -> tuple[Any, Any]:
    """The set of numbers of which a copy is neither laid, as far as known, nor in the own hand."""
    if view.copies > 1 and view.parameters[0] != 0:
        return unseen_numbers(view)
    (deck0, deck1), (laid0, laid1) = between(view.low, view.high), known_to_lie(view)
    held = view.hand[view.copies - 1]  # of which all copies are in the own hand
    return deck0 & ~(laid0 | held[0]), deck1 & ~(laid1 | held[1])


@jit(inline=True)
def known_to_lie(view: Any) -> tuple[Any, Any]:
    """The set of cards that are known to lie on a pile, by the strategy's memory."""
    if view.parameters[0] != 0:
        return view.played[0, 0], view.played[0, 1]
    low, high = np.int64(0), np.int64(0)
    if view.copies == 1:  # else there is another copy
        for pile in range(4):
            card = np.int64(1) << np.int64(view.piles[pile] & 63)
            low, high = (low, high | card) if view.piles[pile] & 64 else (low | card, high)
    return low, high


@jit(inline=True)
def raised(cards: Any, by: int) -> tuple[Any, Any]:
    """A set with every number `by` (2..62) higher."""
    carried = (cards[0] >> (64 - by)) & ((1 << by) - 1)
    return cards[0] << by, cards[1] << by | carried


@jit(inline=True)
def lowered(cards: Any, by: int) -> tuple[Any, Any]:
    """A set with every number `by` (2..62) lower."""
    kept = (1 << (64 - by)) - 1
    return (cards[0] >> by) & kept | cards[1] << (64 - by), (cards[1] >> by) & kept


@jit(inline=True)
def bit(cards: Any, card: int) -> int:
    """1 if the card, 0..127, is in the set, else 0."""
    return ((cards[1] if card & 64 else cards[0]) >> (card & 63)) & 1
