"""Blackjack without a shoe, by a table of play: the same games as by rules.py, only faster.

Here a hand is its points alone, and cards are values.  Tests check that each game ends as by the
rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL, STREAM, randrange, start
from playout.engine.game.game import Player, Rules
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.games.blackjack.optimum import TABLES, cell
from playout.games.blackjack.rules import (
    ANY,
    CHIPS,
    DOUBLE,
    HIT,
    MOST_HANDS,
    NEVER,
    PURSE,
    SPLIT,
    STAND,
)
from playout.games.blackjack.shoe import VALUES, with_card
from playout.kits.cards import CARDS


def kernel(rules: Rules, player: Player) -> Callable[..., None] | None:
    """The kernel for games of a strategy with a table, without a shoe; None for others."""
    lookup = player.strategy.lookup
    if lookup not in TABLES or rules.number("decks") > 0:
        return None
    table = lookup(rules)

    def play(record: Any, seed: int, repeat: int, first: int, outcomes: Any) -> None:
        play_games(record, table, new_record(STREAM), seed, first, outcomes)

    return play


@jit
def play_games(rules: Any, table: Any, stream: Any, seed: int, first: int, outcomes: Any) -> None:
    """Write the outcomes of games first, first + 1, ..., as ``score`` does."""
    hands = np.zeros((2, MOST_HANDS), np.int64)
    for game in range(len(outcomes)):
        start(stream, seed, first + game, DEAL)
        net, staked = 0, 0
        for _ in range(rules.rounds):
            won, bet = _round(rules, table, stream, hands)
            net += won
            staked += bet
        outcomes[game, 0] = PURSE * rules.rounds * rules.most_bet + net
        outcomes[game, 1] = net > 0
        outcomes[game, 2] = net == 0
        outcomes[game, 3] = net < 0
        outcomes[game, 4] = staked


@jit(inline=True)
def _draw(stream: Any) -> int:
    """The value of a card."""
    return int(VALUES[randrange(stream, CARDS) + 1])


@jit
def _round(rules: Any, table: Any, stream: Any, hands: Any) -> Any:
    """Play a round; returns the chips won, and those bet.

    ``hands`` is room for the points of each hand, and its bets.
    """
    one, up = _draw(stream), _draw(stream)
    two, hole = _draw(stream), _draw(stream)
    points, soft = with_card(0, 0, one)
    points, soft = with_card(points, soft, two)
    theirs, theirs_soft = with_card(0, 0, up)
    theirs, theirs_soft = with_card(theirs, theirs_soft, hole)
    natural = theirs == 21
    if points == 21:
        return 0 if natural else (150 if rules.natural == 0 else 120), CHIPS
    if natural and rules.peek == 1:
        return -CHIPS, CHIPS
    pair, size, turn, count, needed = one if one == two else 0, 2, 0, 1, False
    while turn < count:
        bets = 1
        while points < 21:
            double = _may_double(rules, points) and size == 2
            double = double and (count == 1 or rules.double_after_split == 1)
            value = pair if size == 2 and count < rules.most_hands else 0
            give_up = rules.surrender == 1 and count == 1 and size == 2
            move = int(table[cell(up, points, soft, value, int(double), int(give_up))])
            if move == STAND:
                break
            if move == SPLIT:
                count += 1
                size = 2
                points, soft = with_card(0, 0, pair)
                card = _draw(stream)
                points, soft = with_card(points, soft, card)
                if pair == 1:
                    hands[0, 0], hands[1, 0], turn = points, 1, 1
                    points, soft = with_card(11, 1, _draw(stream))
                    break
                one, pair = pair, pair if card == pair else 0
            elif move in (HIT, DOUBLE):
                points, soft = with_card(points, soft, _draw(stream))
                size = 3
                if move == DOUBLE:
                    bets = 2
                    break
            else:
                return (-CHIPS if natural else -CHIPS // 2), CHIPS
        hands[0, turn], hands[1, turn] = points, bets
        needed |= points <= 21
        turn += 1
        if turn < count:
            card = _draw(stream)
            points, soft = with_card(one, 0, card)
            size, pair = 2, one if card == one else 0
    while (
        needed
        and not natural
        and (theirs < 17 or (theirs == 17 and theirs_soft == 1 and rules.soft_17 == 1))
    ):
        theirs, theirs_soft = with_card(theirs, theirs_soft, _draw(stream))
    won, staked = 0, 0
    for hand in range(count):
        own, bet = hands[0, hand], CHIPS * hands[1, hand]
        staked += bet
        if own > 21 or natural or own < theirs <= 21:
            won -= bet
        elif own != theirs:
            won += bet
    return won, staked


@jit(inline=True)
def _may_double(rules: Any, points: int) -> bool:
    """Whether two cards with these points may be doubled."""
    double = rules.double
    return (double == ANY) | ((double != NEVER) & (points <= 11) & (points >= 8 + double))
