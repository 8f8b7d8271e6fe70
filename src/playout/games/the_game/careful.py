"""The strategy `careful`: plans its whole turn, weighing what every card can still become.

It tries every useful sequence of cards from its hand.  The worth of a sequence is the sum over its
plays, and the worth of a play is the sum of these terms (in the table of weights, 100 is one unseen
card skipped):

  PLAY     for laying a card at all
  SKIP     minus the unseen cards between the old and the new top, plus those a trick brings back
  STEP     minus the distance the pile moves
  APART    for widening the gap between the two piles of a direction: one pile should run ahead
  TRICK    if a trick on the new top may still come (its card is unseen), minus if one on the old
           top might have come
  SPARE    minus for each unseen card ten from the card laid: it could have made a trick with it
  PAIR     minus for each own card ten from the card laid: the two would have been a sure trick
  DEAD     minus each unseen card that no pile can take any more
  DEAD_OWN the same for own cards
  FITS     plus for each own card and pile that no longer fit after the play, those of the card
           laid included (solo; found by search, not by reasoning: it favours laying the cards that
           fit many piles before those that fit few lose theirs)
  NEXT     minus the unseen cards that the cheapest next play will skip, at the end of the sequence
  REACH    past the minimum no card may skip more unseen cards than this

Unseen are the cards neither laid nor in the own hand: public knowledge and the own hand, nothing
else.  The constants were found by coordinate search on common deals and rounded; one set serves
two players and more.  Points of win rate lost without a term (2-5 players on average; solo):
TRICK 6.3; 7.5, APART 5.9; 3, PAIR 2.2; 5.5, STEP 1.8; 7.5, SPARE 1.6; 4, FITS 0; 4.5, NEXT 0; 2,
and without weights of its own for the end of the deck 5.4 (2-5 players).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.bits import count_bits, first_bit, has_bit, last_bit
from playout.engine.jit import jit
from playout.engine.records import with_attributes
from playout.engine.registry import strategy
from playout.games.the_game.hints import CANNOT
from playout.games.the_game.rules import CONCEDE, STOP, card_move, card_of, pile_of
from playout.games.the_game.search import twin

PLAY, SKIP, STEP, APART, TRICK, SPARE, PAIR, DEAD, DEAD_OWN, FITS, NEXT, REACH = range(12)

# One row per phase.  Deck: the draw pile is large; end: it is small (see LATE); empty: it is gone.
#    PLAY SKIP STEP APART TRICK SPARE PAIR DEAD DEAD_OWN FITS NEXT REACH
WEIGHTS = np.array(
    [
        [250, 100, 20, 15, 350, 110, 450, 0, 0, 0, 0, 3],  # several players, deck
        [60, 100, 0, 0, 250, 0, 100, 200, 0, 0, 0, 3],  # several players, end and empty
        [60, 100, 20, 15, 350, 110, 450, 0, 0, 90, 40, 2],  # solo, deck
        [60, 100, 20, 15, 350, 110, 450, 300, 300, 90, 40, 2],  # solo, end
        [800, 20, 0, 0, 100, 0, 100, 300, 300, 0, 0, 128],  # solo, empty
    ],
    np.int64,
)
LATE = 22  # cards in the draw pile when the end begins: half the hands of a table of five and more
LATE_SOLO = 10  # the same with one player: little more than one hand

DEPTH = 12  # most cards in a plan
CHOICES = 48  # most plays weighed at one node
NODES = 4000  # most sequences tried for a turn; hardly ever reached
UNIT = 100

# Places in the notes of the view: how many plays the plan has, how many are done, the cards laid in
# the turn and the cards left when it was made, and the first of its plays.
LENGTH, DONE, FROM, LEFT, MOVES_AT = 0, 1, 2, 3, 4

_FIELDS = np.dtype(
    [
        ("hand", np.int64, (2,)),  # set of numbers still in hand
        ("piles", np.int64, (8,)),
        ("worth", np.int64),  # of the plays that led here
        ("count", np.int64),  # plays to try from here ...
        ("tried", np.int64),  # ... and how many have been
        ("moves", np.int64, (CHOICES,)),  # those plays, best first,
        ("gains", np.int64, (CHOICES,)),  # and what each is worth
        ("asleep", np.int64, (8, 2)),  # per pile, cards whose plays were tried in another order
    ],
    align=True,
)
NODE = with_attributes(_FIELDS)


@strategy("the-game", parameters={"margin": 20})
def careful(view: Any, rng: Any) -> int:
    """Plans the whole turn by what every card can still become; the best with few players.

    Counts cards: it values a step by the unseen cards it skips, keeps tricks possible, lets one
    pile of each direction run ahead, and near the end avoids burying cards that others hold.
    See the table in its source.  A lower `margin` gives up sequences that fall so far behind the
    best: 10 is twice as fast and loses one to two points.  It does not look beyond its turn.
    """
    notes = view.notes
    if not goes_to_plan(view) or notes[DONE] >= notes[LENGTH]:
        if view.needed <= 0 and view.turn_cards > 0:
            return STOP
        make_plan(view)
    if notes[LENGTH] == 0:
        return CONCEDE
    move = notes[MOVES_AT + notes[DONE]]
    notes[DONE] += 1
    ends = notes[DONE] == notes[LENGTH] and view.needed <= 1
    return card_move(card_of(move), pile_of(move), ends)


@jit
def goes_to_plan(view: Any) -> bool:
    """Whether the cards laid since then are those of the plan (a person may have moved)."""
    done = view.notes[DONE]
    if view.turn_cards != view.notes[FROM] + done or view.left != view.notes[LEFT] - done:
        return False
    last = view.notes[MOVES_AT + max(done - 1, 0)]
    return done == 0 or view.piles[pile_of(last)] == card_of(last)


@jit
def make_plan(view: Any) -> None:
    """Write the best sequence of plays into the notes.

    If none reaches the minimum, it is the best of those that come nearest to it.
    """
    unseen = np.empty(2, np.int64)
    unseen[0], unseen[1] = unseen_word(view, 0), unseen_word(view, 1)
    weights = WEIGHTS[phase(view)]
    nodes = np.empty(DEPTH + 1, NODE)
    least = min(view.needed, DEPTH)
    notes = view.notes
    notes[LENGTH], notes[DONE], notes[FROM], notes[LEFT] = 0, 0, view.turn_cards, view.left
    while notes[LENGTH] == 0 and least > 0:
        search(view, unseen, weights, nodes, least)
        least -= 1


@jit
def phase(view: Any) -> int:
    """The row of the weights for the present phase of the game."""
    if view.players > 1:
        return 0 if view.draw_pile > LATE else 1
    if view.draw_pile == 0:
        return 4
    return 2 if view.draw_pile > LATE_SOLO else 3


@jit
def unseen_word(view: Any, word: int) -> int:
    """One word of the set of unseen numbers: not all copies are laid or in the own hand."""
    start, stop = max(view.low + 1 - 64 * word, 0), min(view.high - 64 * word, 64)
    if start >= stop:
        return 0
    deck = np.int64(-1) << np.int64(start)
    if stop < 64:
        deck &= ~(np.int64(-1) << np.int64(stop))
    # All copies are accounted for if i of them are laid and the other copies - i are in my hand.
    gone = np.int64(0)
    for laid in range(view.copies + 1):
        both = deck
        if laid > 0:
            both &= view.played[laid - 1, word]
        if laid < view.copies:
            both &= view.hand[view.copies - laid - 1, word]
        gone |= both
    return int(deck & ~gone)


@jit
def search(view: Any, unseen: Any, weights: Any, nodes: Any, least: int) -> None:
    """Depth first over sequences of at least `least` plays; the best goes into the notes."""
    root = nodes[0]
    root.hand[0], root.hand[1] = view.hand[0, 0], view.hand[0, 1]
    for pile in range(8):
        root.piles[pile] = view.piles[pile]
        root.asleep[pile, 0] = 0
        root.asleep[pile, 1] = 0
    root.worth = 0
    list_plays(view, unseen, weights, root, least > 0)
    margin = np.int64(min(view.parameters[0], 1e6) * UNIT)
    best = np.int64(-(1 << 60))
    depth, tried = 0, 1
    while depth >= 0:
        node = nodes[depth]
        if node.tried >= node.count or tried > NODES:
            depth -= 1
            continue
        move, worth = node.moves[node.tried], node.worth + node.gains[node.tried]
        node.tried += 1
        card, pile = card_of(move), pile_of(move)
        word, bit = card >> 6 & 1, np.int64(1) << np.int64(card & 63)
        child = nodes[depth + 1]
        for k in range(view.pile_count):
            child.piles[k] = node.piles[k]
            child.asleep[k, 0] = node.asleep[k, 0]
            child.asleep[k, 1] = node.asleep[k, 1]
        child.hand[0], child.hand[1] = node.hand[0], node.hand[1]
        child.hand[word] &= ~bit
        child.piles[pile] = card
        child.worth = worth
        # Plays on different piles can be made in any order: try only one of the orders.
        child.asleep[pile, 0] = 0
        child.asleep[pile, 1] = 0
        node.asleep[pile, word] |= bit
        depth += 1
        tried += 1
        if depth >= least:
            final = worth
            if weights[NEXT] != 0:
                final -= weights[NEXT] * next_skip(view, unseen, child)
            if final > best:
                best = final
                view.notes[LENGTH] = depth
                for k in range(depth):
                    view.notes[MOVES_AT + k] = nodes[k].moves[nodes[k].tried - 1]
        child.count = 0
        child.tried = 0
        if depth < DEPTH and (child.hand[0] | child.hand[1]) != 0 and worth + margin > best:
            list_plays(view, unseen, weights, child, depth < least)


@jit
def list_plays(view: Any, unseen: Any, weights: Any, node: Any, must: bool) -> None:
    """Write the plays worth trying into a node, best first.

    On each pile: the trick, the nearest card, and, while the card ten beyond is in the hand too,
    the next nearest (to begin a ladder from its far end).
    """
    node.count = 0
    node.tried = 0
    h0, h1 = node.hand[0], node.hand[1]
    for pile in range(view.pile_count):
        if twin(view, node.piles, pile):
            continue
        top = node.piles[pile]
        up = pile < view.ascending
        trick = top - view.jump if up else top + view.jump
        if view.jump > 0 and has_bit(h0, h1, trick):
            add_play(view, unseen, weights, node, pile, trick)
        card = top
        while node.count < CHOICES:
            card = first_bit(h0, h1, card + 1) if up else last_bit(h0, h1, card)
            if card > 127 or card < 0:
                break
            if not must:
                skipped = between(unseen, top, card) if up else between(unseen, card, top)
                if skipped > weights[REACH]:
                    break
            add_play(view, unseen, weights, node, pile, card)
            beyond = card + view.jump if up else card - view.jump
            if view.jump == 0 or not has_bit(h0, h1, beyond):
                break


@jit
def add_play(view: Any, unseen: Any, weights: Any, node: Any, pile: int, card: int) -> None:
    """Insert a play into a node's list, kept in order of worth, unless it sleeps."""
    if node.count == CHOICES or has_bit(node.asleep[pile, 0], node.asleep[pile, 1], card):
        return
    gain = worth_of(view, unseen, weights, node, pile, card)
    place = node.count
    while place > 0 and node.gains[place - 1] < gain:
        node.gains[place] = node.gains[place - 1]
        node.moves[place] = node.moves[place - 1]
        place -= 1
    node.gains[place] = gain
    node.moves[place] = card_move(card, pile)
    node.count += 1


@jit
def worth_of(view: Any, unseen: Any, weights: Any, node: Any, pile: int, card: int) -> int:
    """What one play is worth (see the top of this file)."""
    top, jump = node.piles[pile], view.jump
    h0, h1, u0, u1 = node.hand[0], node.hand[1], unseen[0], unseen[1]
    up = pile < view.ascending
    step = card - top if up else top - card
    low, high = min(card, top), max(card, top)
    skipped = between(unseen, low, high)
    gain = weights[PLAY] - weights[STEP] * step
    gain -= weights[SKIP] * (skipped if step > 0 else -skipped)
    sister = sister_of(view, pile)
    if sister != pile:
        other = node.piles[sister]
        gain += weights[APART] * (abs(card - other) - abs(top - other))
    if jump > 0:
        back = -jump if up else jump
        gain += weights[TRICK] * (has_bit(u0, u1, card + back) - has_bit(u0, u1, top + back))
        gain -= weights[SPARE] * (has_bit(u0, u1, card - jump) + has_bit(u0, u1, card + jump))
        gain -= weights[PAIR] * (has_bit(h0, h1, card - jump) + has_bit(h0, h1, card + jump))
    if weights[FITS] != 0:
        gain -= weights[FITS] * (
            fits_after(view, node, pile, card) - fits_after(view, node, pile, -1)
        )
    if weights[DEAD] != 0 or weights[DEAD_OWN] != 0:
        gain -= dead_after(view, unseen, weights, node, pile, card)
        gain += dead_after(view, unseen, weights, node, pile, -1)
    if view.hints != 0 and top == view.piles[pile]:
        gain -= marked(view, pile)
    return gain


# What each word of another player costs whoever plays on the pile (option hints).  The cost of
# CANNOT counts in proportion to how many of the others say it: a pile that nobody else can use,
# nobody can spoil, so it can wait.  LEAVE, which only hints of users say, costs as much as TRICK.
# Found by the same search as the weights.  It wins 1.2, 3.8, 5.9 and 6.0 points of win rate more
# with 2 to 5 players (20,000 deals) than 800 for TRICK and 80 for CLOSE in every phase, about a
# third of it by CANNOT.
#    NOTHING TRICK CLOSE CANNOT LEAVE
MARKED = np.array(
    [
        [0, 1200, 40, 0, 1200],  # several players, deck
        [0, 300, 0, 70, 300],  # several players, end and empty
    ],
    np.int64,
)


@jit
def marked(view: Any, pile: int) -> int:
    """What playing on a pile takes from those who have marked it."""
    costs = MARKED[min(phase(view), 1)]
    others, taken, cannot = max(view.players - 1, 1), 0, 0
    for player in range(view.players):
        if player != view.seat:
            word = view.marks[player, pile]
            if word == CANNOT:
                cannot += 1
            else:
                taken += costs[word]
    return taken + costs[CANNOT] * cannot // others


@jit
def between(cards: Any, low: int, high: int) -> int:
    """How many cards of a set lie strictly between two numbers, low <= high."""
    return count_bits(cards[0], cards[1], low + 1, max(high, low + 1))


@jit
def sister_of(view: Any, pile: int) -> int:
    """Another pile of the same direction, or the pile itself if there is none."""
    first = 0 if pile < view.ascending else view.ascending
    count = view.ascending if pile < view.ascending else view.descending
    return first + (pile - first + 1) % count


@jit
def fits_after(view: Any, node: Any, pile: int, card: int) -> int:
    """The number of pairs of an own card and a pile that it moves forward, once `card` is laid.

    With card = -1: the number now.
    """
    h0, h1 = node.hand[0], node.hand[1]
    if card >= 64:
        h1 &= ~(np.int64(1) << np.int64(card - 64))
    elif card >= 0:
        h0 &= ~(np.int64(1) << np.int64(card))
    fits = 0
    for k in range(view.pile_count):
        top = card if k == pile and card >= 0 else node.piles[k]
        if k < view.ascending:
            fits += count_bits(h0, h1, top + 1, 127)
        else:
            fits += count_bits(h0, h1, 0, top)
    return fits


@jit
def dead_after(view: Any, unseen: Any, weights: Any, node: Any, pile: int, card: int) -> int:
    """The weight of all cards that fit no pile once `card` is laid; with card = -1: as now."""
    lowest, highest = view.high, view.low
    for k in range(view.pile_count):
        top = card if k == pile and card >= 0 else node.piles[k]
        if k < view.ascending:
            lowest = min(lowest, top)
        else:
            highest = max(highest, top)
    # Between the bases: without ascending piles, say, every card up to the highest top is dead.
    lowest, highest = min(lowest, view.high - 1), max(highest, view.low + 1)
    if lowest < highest:
        return 0
    h0, h1 = node.hand[0], node.hand[1]
    dead = weights[DEAD] * count_bits(unseen[0], unseen[1], highest, lowest + 1)
    own = count_bits(h0, h1, highest, lowest + 1) - (highest <= card <= lowest)
    return dead + weights[DEAD_OWN] * own


@jit
def next_skip(view: Any, unseen: Any, node: Any) -> int:
    """The fewest unseen cards that the next play from this hand skips; 0 if it is a trick."""
    h0, h1 = node.hand[0], node.hand[1]
    if h0 | h1 == 0:
        return 0
    fewest = 100
    for pile in range(view.pile_count):
        top = node.piles[pile]
        if pile < view.ascending:
            if view.jump > 0 and has_bit(h0, h1, top - view.jump):
                return 0
            card = first_bit(h0, h1, top + 1)
            if card < 128:
                fewest = min(fewest, between(unseen, top, card))
        else:
            if view.jump > 0 and has_bit(h0, h1, top + view.jump):
                return 0
            card = last_bit(h0, h1, top)
            if card >= 0:
                fewest = min(fewest, between(unseen, card, top))
    return fewest
