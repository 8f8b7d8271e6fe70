"""The Game, 64 games at once: the same deals, moves and outcomes as one by one, only faster.

A block holds 64 games, each at its own turn.  In every step the strategy chooses for all of them,
a card is laid in each, and where the turn is over, cards are drawn and the next player is to move;
all that with vectors, and so are the decks shuffled.  Only where a game begins or ends, and to see
which cards of its deck come next, is something done game by game.  So the rules are written a
second time, for these strategies only; tests check that every game ends as by `rules.py`, under
many rules and random ones.

`greedy` and `quick` choose a card in every step; `careful`, which plans whole turns, has a step of
its own (careful.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from playout.engine.chance.rng import STREAM
from playout.engine.game.game import Player, Rules
from playout.engine.native.bits import first_bit
from playout.engine.native.jit import jit, specialised
from playout.engine.native.records import new_record
from playout.engine.vectors.vectors import (
    GAMES,
    any_bit,
    as_ones,
    bits_of,
    byte,
    excess,
    load,
    store,
    where,
    wide,
)
from playout.games.numbered_cards.deck import write_outcome
from playout.games.the_game.careful import careful as careful_strategy
from playout.games.the_game.careful_weights import UNIT
from playout.games.the_game.quick import WIDEST
from playout.games.the_game.quick import quick as quick_strategy
from playout.games.the_game.rules import PILES, STUCK, WON, deck_size
from playout.games.the_game.strategies import greedy as greedy_strategy
from playout.games.the_game.vectors import careful, greedy, quick
from playout.games.the_game.vectors.blocks import (
    ACTIVE,
    BLOCK,
    DRAW_PILE,
    LEFT,
    NEEDED,
    NO_CARD,
    SEAT,
    SIZE,
    new_block,
)
from playout.games.the_game.vectors.careful_turn import CARDS
from playout.games.the_game.vectors.dealing import end_turns, shuffle_ahead

# The functions below that begin with _ call these; `games_of` makes copies in which they are those
# of a strategy.  So who asks for one strategy does not wait until all are compiled.
choose: Any = None
begin_knowing: Any = None
begin: Any = None
step: Any = None


def _step(block: Any, rules: Any, remembers: bool) -> int:
    """Lay a card in each game that goes on, and change turns; returns which are over, as bits."""
    counts = block.counts
    active = load(counts, ACTIVE) == 1
    card, pile, lays, last = choose(block, rules, active, remembers)
    for k in range(rules.ascending + rules.descending):
        store(block.tops, k, where(lays & (pile == k), card, load(block.tops, k)))
    to_remove = lays
    for k in range(rules.hand):
        own = load(block.own, k)
        games = to_remove & (own == card)
        store(block.own, k, where(games, byte(NO_CARD), own))
        to_remove = to_remove & ~games  # one copy only
    laid, needed = as_ones(lays), load(counts, NEEDED)
    left, size = load(block.rest, LEFT) - wide(laid), load(counts, SIZE) - laid
    store(block.rest, LEFT, left)
    store(counts, SIZE, size)
    store(counts, NEEDED, excess(needed, laid))
    over = (active & ~lays & (needed > 0)) | (lays & (left == 0))
    turns = active & ~over & (~lays | last | (size == 0))
    if any_bit(turns):
        end_turns(block, rules, turns)
    return bits_of(over)


def _begin(block: Any, rules: Any, place: int, number: int) -> None:
    """Begin a game at a place, as `rules.deal` does, with one of the decks that are ready."""
    counts, hand = block.counts, rules.hand
    for word in range(deck_size(rules) // 8 + 1):
        block.decks[place, word] = block.next_decks[number, word]
    deck, first = block.decks[place].view(np.uint8), block.next_seats[number]
    for seat in range(rules.players):
        for k in range(hand):
            card = deck[k * rules.players + seat]
            block.hands[seat * hand + k, place] = card
            if seat == first:
                block.own[k, place] = card
        block.sizes[seat, place] = hand
    for pile in range(PILES):
        block.tops[pile, place] = rules.low if pile < rules.ascending else rules.high
    cards, drawn = deck_size(rules), rules.players * hand
    block.rest[LEFT, place] = cards
    block.rest[DRAW_PILE, place] = cards - drawn
    counts[NEEDED, place] = rules.min_cards if drawn < cards else 1
    counts[SIZE, place] = hand
    counts[SEAT, place] = first
    counts[ACTIVE, place] = 1
    begin_knowing(block, rules, place, (0, 0))


@jit
def write_result(block: Any, rules: Any, place: int, outcome: Any) -> None:
    """Write the outcome of a game, as `rules.score` does; these strategies never concede."""
    left = int(block.rest[LEFT, place])
    write_outcome(outcome, deck_size(rules), left, STUCK if left > 0 else WON)


def _play_games(
    block: Any, rules: Any, setting: Any, stream: Any, seed: int, first: int, outcomes: Any
) -> None:
    """Play games first, first + 1, ... until outcomes[game, measure] is full.

    What the setting means, the strategy says: see `setting_of`.
    """
    free = bits_of(load(block.counts, ACTIVE) == 0)  # places where no game is in progress
    dealt = done = 0
    while True:
        while free != 0:
            place = first_bit(free, 0, 0)
            free &= free - 1
            if block.games[place] >= 0:
                write_result(block, rules, place, outcomes[block.games[place]])
                block.counts[ACTIVE, place] = 0
                done += 1
            if dealt < len(outcomes):
                if dealt % GAMES == 0:
                    count = min(GAMES, len(outcomes) - dealt)
                    shuffle_ahead(block, rules, stream, seed, first + dealt, count)
                block.games[place] = dealt
                begin(block, rules, place, dealt % GAMES)
                dealt += 1
        if done == len(outcomes):
            return
        free = step(block, rules, setting)


@cache
def step_of(strategy: ModuleType) -> Callable[..., int]:
    """``step`` of a strategy: its own, or the one above with its function ``choose``."""
    if strategy is careful:
        return careful.step
    return jit(specialised(_step, {"choose": strategy.choose}, _name(strategy)))


def _name(strategy: ModuleType) -> str:
    return strategy.__name__.rpartition(".")[2]


@cache
def games_of(strategy: ModuleType) -> Callable[..., None]:
    """``play_games`` of a strategy, with its functions ``choose`` and ``begin``."""
    begin = specialised(_begin, {"begin_knowing": strategy.begin}, _name(strategy))
    parts = {"begin": jit(begin), "step": step_of(strategy)}
    return jit(specialised(_play_games, parts, _name(strategy)))


def kernel(rules: Rules, player: Player) -> Callable[..., None] | None:
    """What plays games with this player on every seat, 64 at once; None if the kernel cannot.

    The strategies that it knows draw no random numbers: a repeat of a game is the same game.
    """
    strategy = strategy_of(rules, player)
    usual = rules["hints"] == "none" and rules["first_player"] != "best"
    if strategy is None or not usual:
        return None

    def play(record: Any, seed: int, repeat: int, first: int, outcomes: Any) -> None:
        block, stream = new_block(block_of(strategy)), new_record(STREAM)
        games_of(strategy)(block, record, setting_of(player), stream, seed, first, outcomes)

    return play


def strategy_of(rules: Rules, player: Player) -> ModuleType | None:
    """The strategy for 64 games, if it can be played by these rules."""
    strategy = player.strategy.function
    if strategy is greedy_strategy:
        return greedy
    two_and_two = rules["ascending"] == rules["descending"] == 2
    weighs = two_and_two and 2 <= rules.number("jump") <= WIDEST and rules["copies"] == 1
    if strategy is quick_strategy and weighs:
        return quick
    if strategy is careful_strategy and weighs and rules.number("hand") <= CARDS:
        return careful
    return None


def block_of(strategy: ModuleType) -> Any:
    """The type of the block that a strategy works on."""
    return careful.BLOCK if strategy is careful else BLOCK


def setting_of(player: Player) -> Any:
    """What the parameters of a player mean to its ``step``: quick's memory, careful's margin."""
    strategy = player.strategy.function
    if strategy is careful_strategy:
        return int(min(player.values[0], 1e6) * UNIT)
    return strategy is quick_strategy and player.values[0] != 0
