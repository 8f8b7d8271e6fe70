"""The strategy `careful` for 64 games at once: the plans of the_game/careful.py, play for play.

The turns of some games are searched for longer than those of others.  So a game whose plan is made
waits until enough others do; then all of these lay their cards, and begin their next turns.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.bits import size_of
from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import (
    any_bit,
    bits_of,
    byte,
    excess,
    least,
    load,
    one_bit,
    store,
    where,
    wide,
)
from playout.games.numbered_cards.sets import between
from playout.games.the_game.careful import goes_to_plan
from playout.games.the_game.careful_search import DONE, MOVES_AT
from playout.games.the_game.careful_search import LENGTH as PLAYS
from playout.games.the_game.rules import card_of, pile_of
from playout.games.the_game.vectors.blocks import ACTIVE, LEFT, NEEDED, NO_CARD, SET, SIZE, byte_of
from playout.games.the_game.vectors.careful_search import begin_search, search_on
from playout.games.the_game.vectors.careful_turn import (
    CARDS,
    LENGTH,
    MINIMUM,
    PLANNING,
    SEARCHING,
    TOP,
    write_turn,
)
from playout.games.the_game.vectors.dealing import end_turns

BLOCK = PLANNING
WAITING = 20  # games that wait before they go on, while others are searched


@jit
def begin(block: Any, rules: Any, place: int, laid: Any) -> None:
    """Write what is known of a game in which these cards, a set, have been laid."""
    cards = between(rules.low, rules.high)
    low, high = cards[0] & ~laid[0], cards[1] & ~laid[1]
    for k in range(SET):
        block.not_laid[k, place] = byte_of(low, high, k)
    block.search[SEARCHING, place] = block.search[LENGTH, place] = 0


@jit
def remember(block: Any, rules: Any, place: int, state: Any, view: Any) -> None:
    """Let a game go on with the plan in the notes of a view, if it is that of the seat to move.

    The own cards are in order: a world begins here.
    """
    notes = view.notes
    done, length = notes[DONE], notes[PLAYS]
    if state.player != view.seat or done >= length or not goes_to_plan(state, notes):
        return
    for play in range(done, length):
        card, pile, k = card_of(notes[MOVES_AT + play]), pile_of(notes[MOVES_AT + play]), 0
        while block.own[k, place] != card:
            k += 1
        block.plan[play - done, place] = pile * CARDS + (k if pile < 2 else rules.hand - 1 - k)
    block.search[LENGTH, place] = length - done


@jit
def step(block: Any, rules: Any, margin: int) -> int:
    """Search, lay the cards of some plans, and change turns; returns which games are over."""
    search, counts = block.search, block.counts
    active = load(counts, ACTIVE) == 1
    waits = bits_of(active & (load(search, SEARCHING) == 0))
    while waits != bits_of(active) and size_of(waits, 0) < WAITING:
        search_on(block, rules, margin)
        waits = bits_of(active & (load(search, SEARCHING) == 0))
    waiting = active & (load(search, SEARCHING) == 0)
    won = lay_plans(block, rules, waiting)
    going = waiting & ~won
    turns = going & ((load(counts, NEEDED) == 0) | (load(counts, SIZE) == 0))
    if any_bit(turns):
        end_turns(block, rules, turns)
    write_turn(block, rules)
    stuck = going
    for pile in range(4):
        stuck = stuck & ~fits(block, pile)
    begins = going & ~stuck
    minimum = least(load(counts, NEEDED), load(counts, SIZE))
    store(search, MINIMUM, where(begins, minimum, load(search, MINIMUM)))
    begin_search(block, rules, begins, begins & ~begins)
    return bits_of(won | stuck)


@jit
def lay_plans(block: Any, rules: Any, games: Any) -> Any:
    """Lay the cards of the plans in some of the games; returns where these are won."""
    counts, hand, nothing = block.counts, int(rules.hand), byte(NO_CARD)
    length = where(games, load(block.search, LENGTH), byte(0))
    laid, on0, on1, on2, on3 = byte(0), nothing, nothing, nothing, nothing
    for k in range(hand):
        play, here = load(block.plan, k), length > k
        card = play & (CARDS - 1)
        card = where(play < 2 * CARDS, card, (hand - 1) - card)
        pile = play & (3 * CARDS)
        laid = where(here, laid | one_bit(card), laid)
        on0 = where(here & (pile == 0), card, on0)
        on1 = where(here & (pile == CARDS), card, on1)
        on2 = where(here & (pile == 2 * CARDS), card, on2)
        on3 = where(here & (pile == 3 * CARDS), card, on3)
    for k in range(hand):
        card, gone = load(block.own, k), ~((laid & (1 << k)) == 0)
        store(block.own, k, where(gone, nothing, card))
        store(block.tops, 0, where(on0 == k, card, load(block.tops, 0)))
        store(block.tops, 1, where(on1 == k, card, load(block.tops, 1)))
        store(block.tops, 2, where(on2 == k, card, load(block.tops, 2)))
        store(block.tops, 3, where(on3 == k, card, load(block.tops, 3)))
        for row in range(SET):
            cards, here = load(block.not_laid, row), gone & ((card & 0x78) == 8 * row)
            store(block.not_laid, row, where(here, cards & ~one_bit(card), cards))
    left = load(block.rest, LEFT) - wide(length)
    store(block.rest, LEFT, left)
    store(counts, SIZE, load(counts, SIZE) - length)
    store(counts, NEEDED, excess(load(counts, NEEDED), length))
    store(block.search, LENGTH, load(block.search, LENGTH) - length)
    return games & (left == 0)


@jit
def fits(block: Any, pile: int) -> Any:
    """Whether an own card fits on a pile."""
    row = TOP + pile
    return ~((load(block.onward, row) | load(block.back, row)) == 0)
