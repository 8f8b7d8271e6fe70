"""A depth-first search for a way to win a deal of Klondike whose cards are all known.

A step is a card move with the draws before it, so the waste and the stock are one set of cards that
can be reached.  A table has every position seen, by a key of 64 bits in a slot found by another 40;
so a deal whose positions are all seen, without a win, cannot be won.  Steps that cannot help are
left out:

- a card goes up at once where no card can need it in a column: both cards below it of the other
  colour are on their foundations, and the twin of its colour lags by two ranks at most;
- a part of a run moves only if the card below then goes up at once.  A part that moved for another
  reason could have moved later, because both cards on which it lies are as good.

The second is that of C. Blake and I. P. Gent, "The Winnability of Klondike Solitaire and Many Other
Patience Games" (2019), as is the plan: first a search in which cards always go up, and none comes
back, which finds most wins, then one of all steps.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.games.klondike.records import (
    COLUMNS,
    MOVES,
    NOWHERE,
    ONTO,
    ONTO_OTHER,
    UP,
    card_at_rank,
    card_move,
    is_red,
    kind_of,
    moved_card,
    onto,
    under,
)
from playout.games.klondike.rules import column_of_top, empty_column, move_card
from playout.kits.cards import CARDS, RANKS, SUITS, low_rank_of, suit_of

GOING, WON, NO, FULL = range(4)  # what a search has come to; FULL: it has no more room
DEPTH, STEPS = 400, 160  # steps of a line, and steps from a position, at most
EAGER, ALL = 0, 1  # the two searches
_ONE, _TWO = 0x1E3779B97F4A7C15, 0x42B2AE3D27D4EB4F  # odd numbers, to mix


@jit
def make(state: Any, rules: Any, step: int) -> None:
    """Draw, and move a card."""
    for _ in range(step // MOVES):
        if state.waste == state.left:
            state.waste = 0
            state.turned += 1
        state.waste = min(state.waste + rules.draw, state.left)
    move = step % MOVES
    move_card(state, moved_card(move), kind_of(move))


@jit
def is_useless(state: Any, card: int) -> bool:
    """Whether no card can need this one in a column."""
    rank, suit = low_rank_of(card), suit_of(card)
    twin = state.home[SUITS - 1 - suit]
    one, other = (0, 3) if is_red(card) else (1, 2)
    return min(state.home[one], state.home[other]) >= rank - 1 and twin >= rank - 2


@jit
def _add(steps: Any, count: int, step: int, worth: int) -> int:
    """Insert a step before all that are worth less."""
    place = count
    while place > 0 and steps[1, place - 1] < worth:
        steps[0, place], steps[1, place] = steps[0, place - 1], steps[1, place - 1]
        place -= 1
    steps[0, place], steps[1, place] = step, worth
    return count + 1


@jit
def _add_onto(state: Any, steps: Any, count: int, card: int, before: int, worth: int) -> int:
    """Insert the steps of a card onto columns, after so many draws."""
    if low_rank_of(card) == RANKS:
        if empty_column(state) != NOWHERE:
            count = _add(steps, count, before * MOVES + card_move(card, ONTO), worth)
        return count
    for kind in (ONTO, ONTO_OTHER):
        if column_of_top(state, under(card, kind)) != NOWHERE:
            count = _add(steps, count, before * MOVES + card_move(card, kind), worth)
    return count


@jit
def _from_columns(state: Any, steps: Any, plan: int) -> int:
    """Write the steps of cards in columns; a single one, and its number -1, if it is forced."""
    count = 0
    for column in range(COLUMNS):
        last, down = state.sizes[column] - 1, state.down[column]
        if last < 0:
            continue
        top, base = state.cards[column, last], state.cards[column, down]
        if state.home[suit_of(top)] == low_rank_of(top) - 1:
            if plan == EAGER or is_useless(state, top):
                steps[0, 0] = card_move(top, UP)
                return -1
            count = _add(steps, count, card_move(top, UP), 90 + 5 * (last == down))
        if down > 0 or low_rank_of(base) < RANKS:
            worth = 80 + down if down > 0 else 30
            count = _add_onto(state, steps, count, base, 0, worth)
        for place in range(down + 1, last + 1):
            below, card = state.cards[column, place - 1], state.cards[column, place]
            twin = card_at_rank(SUITS - 1 - suit_of(below), low_rank_of(below))
            goes_up = state.home[suit_of(below)] == low_rank_of(below) - 1
            if goes_up and column_of_top(state, twin) != NOWHERE:
                count = _add(steps, count, onto(card, twin), 60)
    return count


@jit
def _from_talon(state: Any, rules: Any, steps: Any, count: int) -> int:
    """Add the steps of all cards of the waste and the stock that can be drawn."""
    waste, turned, before, seen = state.waste, 0, 0, 0
    while True:
        if waste > 0:
            card = state.talon[waste - 1]
            if seen >> card & 1:
                return count
            seen |= 1 << card
            if state.home[suit_of(card)] == low_rank_of(card) - 1:
                step = before * MOVES + card_move(card, UP)
                if rules.draw == 1 and rules.passes == 0 and is_useless(state, card):
                    steps[0, 0] = step
                    return -1
                count = _add(steps, count, step, 70)
            count = _add_onto(state, steps, count, card, before, 50 + low_rank_of(card) // 4)
        if waste == state.left:
            more = rules.passes == 0 or state.turned + 1 < rules.passes
            if turned == 1 or not more or state.left == 0:
                return count
            waste, turned = 0, 1
        waste = min(waste + rules.draw, state.left)
        before += 1


@jit
def write_steps(state: Any, rules: Any, steps: Any, plan: int) -> int:
    """Write all steps that may help, the most promising first; how many they are."""
    count = _from_columns(state, steps, plan)
    if count >= 0:
        count = _from_talon(state, rules, steps, count)
    if count < 0:
        return 1
    if plan == ALL and rules.back == 1:
        for suit in range(SUITS):
            rank = state.home[suit]
            if rank > 2 and not is_useless(state, card_at_rank(suit, rank)):
                count = _add_onto(state, steps, count, card_at_rank(suit, rank), 0, 10)
    return count


@jit
def keys(state: Any, rules: Any) -> tuple[int, int]:
    """Two numbers that are the same for positions from which the same can be done."""
    first, second = 0, 0
    for column in range(COLUMNS):
        size, down = state.sizes[column], state.down[column]
        if size > 0:
            one = (state.cards[column, down - 1] + 2) * 64 if down > 0 else 1
            other = one * _TWO
            for place in range(down, size):
                one = (one ^ state.cards[column, place] + 1) * _ONE
                one ^= one >> 29
                other = (other + state.cards[column, place] + 1) * _TWO
                other ^= other >> 32
            first += one * _TWO
            second ^= other * _ONE
    talon = 0
    for place in range(state.left):
        talon |= 1 << state.talon[place]
    waste = state.waste
    if rules.passes == 0:
        waste = 0 if waste == state.left or waste % rules.draw == 0 else waste
    else:
        waste += 32 * state.turned
    first = (first ^ (talon * 64 + waste)) * _ONE
    second = (second + (talon ^ waste << 53)) * _TWO
    first ^= first >> 31
    second ^= second >> 30
    return first * _TWO, second * _ONE | 1


@jit
def _is_new(state: Any, rules: Any, table: Any) -> bool:
    """Whether a position is not yet in the table; it then is."""
    first, second = keys(state, rules)
    mask = len(table) - 1
    slot = first >> 20 & mask
    while table[slot] != 0:
        if table[slot] == second:
            return False
        slot = slot + 1 & mask
    table[slot] = second
    return True


@jit
def search(rules: Any, states: Any, steps: Any, at: Any, table: Any, budget: int) -> int:
    """Go on with a search for so many positions; what it has come to.

    ``states``: the positions of the line, DEPTH + 1 records; ``steps``: int64, shape (DEPTH + 1, 2,
    STEPS), the steps from each; ``at``: int64, shape (2, DEPTH + 1), how many steps of each are
    left and which is next, and in the last places the depth, the plan, and the positions seen.
    """
    depth, plan, seen = at[0, DEPTH], at[1, DEPTH], at[0, DEPTH + 1]
    found = GOING
    if seen == 0:
        _is_new(states[0], rules, table)
        at[0, 0], at[1, 0] = write_steps(states[0], rules, steps[0], plan), 0
        seen = 1
    while budget > 0 and found == GOING:
        if at[1, depth] == at[0, depth]:
            depth -= 1
            if depth < 0:
                found = NO
            continue
        step = steps[depth, 0, at[1, depth]]
        at[1, depth] += 1
        budget -= 1
        states[depth + 1] = states[depth]
        make(states[depth + 1], rules, step)
        if not _is_new(states[depth + 1], rules, table):
            continue
        seen += 1
        depth += 1
        home = states[depth].home
        if home[0] + home[1] + home[2] + home[3] == CARDS:
            found = WON
        elif depth == DEPTH - 1 or 4 * seen > 3 * len(table):
            found = FULL
        else:
            at[0, depth], at[1, depth] = write_steps(states[depth], rules, steps[depth], plan), 0
    at[0, DEPTH], at[0, DEPTH + 1] = depth, seen
    return found
