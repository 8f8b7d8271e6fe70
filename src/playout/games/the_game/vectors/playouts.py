"""Games of The Game under way, 64 at once, by one strategy: the worlds of a search."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from playout.engine.game.game import Player, Rules
from playout.engine.native.jit import jit, specialised
from playout.engine.vectors.vectors import bits_of, byte, load, store
from playout.engine.worlds.world_batches import Together
from playout.games.numbered_cards.sets import NO_CARD_ABOVE, next_above
from playout.games.the_game.rules import PILES, deck_size
from playout.games.the_game.vectors import careful
from playout.games.the_game.vectors.blocks import (
    ACTIVE,
    DRAW_PILE,
    LEFT,
    NEEDED,
    NO_CARD,
    SEAT,
    SIZE,
)
from playout.games.the_game.vectors.kernel import (
    block_of,
    setting_of,
    step_of,
    strategy_of,
    write_result,
)
from playout.games.the_game.vectors.kernel import kernel as kernel  # a function of vectors too

# The functions below that begin with _ call these, which `together` replaces.
begin_knowing: Any = None
remember: Any = None
step: Any = None
setting: Any = None


@jit
def clear(block: Any) -> int:
    """Let no game be in progress; returns all places, as bits."""
    store(block.counts, ACTIVE, byte(0))
    return bits_of(load(block.counts, ACTIVE) == 0)


def _begin(block: Any, rules: Any, place: int, state: Any, view: Any) -> None:
    """Go on with a game at a place, from a state in which it is not over."""
    counts, cards = block.counts, deck_size(rules)
    first = state.drawn // 8  # of the words of the deck that still matter
    deck = state.deck.view(np.uint64)
    for word in range(first, cards // 8 + 1):
        block.decks[place, word] = deck[word]
    for seat in range(rules.players):
        block.sizes[seat, place] = state.sizes[seat]
        if seat == state.player:
            write_hand(block.own, 0, rules, place, state.hands[seat])
        else:
            write_hand(block.hands, seat * rules.hand, rules, place, state.hands[seat])
    for pile in range(PILES):
        block.tops[pile, place] = state.piles[pile]
    block.rest[LEFT, place] = state.left
    block.rest[DRAW_PILE, place] = cards - state.drawn
    counts[NEEDED, place] = max(state.needed, 0)
    counts[SIZE, place] = state.sizes[state.player]
    counts[SEAT, place] = state.player
    counts[ACTIVE, place] = 1
    begin_knowing(block, rules, place, (state.played[0, 0], state.played[0, 1]))
    remember(block, rules, place, state, view)


@jit
def write_hand(rows: Any, first: int, rules: Any, place: int, hand: Any) -> None:
    """Write a hand, a stack of sets, as a list of cards, one in each row from `first` on."""
    k = first
    for level in range(rules.copies):
        card = next_above(hand[level], -1)
        while card != NO_CARD_ABOVE:
            rows[k, place] = card
            k += 1
            card = next_above(hand[level], card)
    for empty in range(k, first + rules.hand):
        rows[empty, place] = NO_CARD


@jit
def forget(block: Any, rules: Any, place: int, state: Any, view: Any) -> None:
    """Of a strategy without notes: nothing is to be remembered."""


def _step(block: Any, rules: Any) -> int:
    """Lay a card in each game, and change turns; returns which are over, as bits."""
    return int(step(block, rules, setting))


@jit
def end(block: Any, rules: Any, place: int, outcome: Any) -> None:
    """Write the outcome of a game that is over, and make its place free."""
    write_result(block, rules, place, outcome)
    block.counts[ACTIVE, place] = 0


@cache
def together(strategy: ModuleType, setting: Any) -> Together:
    """The parts for a strategy, with what its parameters mean to it."""
    tag = f"{strategy.__name__.rpartition('.')[2]}_{setting}"
    names = {
        "begin_knowing": strategy.begin,
        "remember": careful.remember if strategy is careful else forget,
        "step": step_of(strategy),
        "setting": setting,
    }
    begin, step = jit(specialised(_begin, names, tag)), jit(specialised(_step, names, tag))
    return Together(tag, block_of(strategy), clear, begin, step, end)


def worlds(rules: Rules, player: Player) -> Together | None:
    """What plays worlds of a search with this player on every seat; None if it cannot."""
    strategy = strategy_of(rules, player)
    if strategy is None or rules["hints"] != "none":
        return None
    return together(strategy, setting_of(player))
