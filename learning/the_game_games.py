"""Games of The Game for learning/the_game.py: played by a network, and every turn written down."""

from __future__ import annotations

from typing import Any

import numpy as np
from the_game_seen import list_rows

from playout.engine.chance.rng import DEAL, SEAT, randrange, start
from playout.engine.native.bits import size_of
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.the_game.careful import unseen_numbers
from playout.games.the_game.hints import hint, places, show
from playout.games.the_game.learned import best_end
from playout.games.the_game.network.chains import LENGTH, LINKS, chain_of, used_of
from playout.games.the_game.network.rows import MOST_ROWS, PHASE, WORDS
from playout.games.the_game.network.turn import ENTRY
from playout.games.the_game.network.weighing import WINNING, weigh, write_base
from playout.games.the_game.rules import STOP, card_move, deal, observe, play

MOST_TURNS = 2 * 98  # of a game: each lays at least one card, or ends a turn that did

# The end of one turn.
POSITION = with_attributes(
    np.dtype(
        [
            ("rows", np.uint16, (MOST_ROWS,)),  # what is true of it; the rest is row 0
            ("phase", np.int64),
            ("target", np.float64),  # what its value should be, 0..1
            ("value", np.float64),  # what it was, to the network that played
            ("best", np.float64),  # the value of the best end of that turn
            ("explores", np.int64),  # 1 if another end was tried
        ],
        align=True,
    )
)

# How games are played and judged.
SETTING = with_attributes(
    np.dtype(
        [
            ("ends", np.int64),  # weighed in a turn
            ("explore", np.int64),  # of 1,000 turns so many try any of the ends
            ("trace", np.float64),  # lambda of the returns
            ("near", np.float64),  # what a loss with no card left would be worth
        ],
        align=True,
    )
)


@jit
def play_games(
    table: Any, rules: Any, network: Any, setting: Any, seed: int, numbers: Any, positions: Any
) -> Any:
    """Play games numbers[0] .. numbers[1] - 1; how many were won, and positions written.

    `table`: (state, view, memory, streams).  It ends early when there may be no room for one more.
    Where players speak they do so before every card, and every card is a turn of its own.
    """
    state, view, memory, streams = table
    turn, talks = memory[0], places(rules) > 0
    heard = np.zeros((4 if talks else 0, 1 + WORDS), np.int64)
    won = written = played = 0
    own = np.zeros(2, np.int64)
    for game in range(numbers[0], numbers[1]):
        if written + MOST_TURNS > len(positions):
            break
        start(streams[0], seed, game, DEAL)
        start(streams[1], seed, game, SEAT)
        deal(state, rules, streams[0])
        first = written
        while state.over == 0:
            if talks:
                speak(state, rules, view)
            view.seat = state.player  # who does not listen to itself
            observe(state, rules, state.player, view)
            best = best_end(view, network, setting.ends, turn)
            if best < 0:
                break
            if turn.ends == 1:
                write_base(view, network, turn)
                turn.value[0] = weigh(view, network, turn, 0)
            chosen = best
            if setting.explore > randrange(streams[1], 1000):
                chosen = randrange(streams[1], turn.ends)
            position = positions[written]
            written += 1
            position.value, position.best = odds(turn.value[chosen]), odds(turn.value[best])
            position.explores = int(chosen != best)
            position.phase = PHASE[view.draw_pile]
            own[0], own[1] = view.hand[0, 0], view.hand[0, 1]
            used = used_of(turn, chosen)
            for k in range(turn.cards):
                if used >> k & 1:
                    card = turn.card[k]
                    own[card >> 6] &= ~(np.int64(1) << np.int64(card & 63))
            unseen = unseen_numbers(view)
            for pile in range(4):
                chain = turn.chain[chain_of(turn, chosen, pile)]
                view.piles[pile] = turn.card[chain & ENTRY]
                if talks:
                    heard[pile, 0] = int(chain >> LENGTH & 15 > 0)
                    heard[pile, 1:] = turn.heard[pile]
            position.rows[:] = 0
            list_rows(view.piles, own, unseen, view.draw_pile, heard, position.rows)
            if not lay(state, rules, turn, chosen, view.needed, streams[0]):
                break
        target = 1.0 if state.left == 0 else setting.near * np.exp(-state.left / 15.0)
        won += int(state.left == 0)
        played += 1
        for place in range(written - 1, first - 1, -1):
            position = positions[place]
            position.target = target
            if position.explores:
                target = position.best
            else:
                target = (1 - setting.trace) * position.value + setting.trace * target
    return won, played, written


@jit
def lay(state: Any, rules: Any, turn: Any, end: int, least: int, stream: Any) -> bool:
    """Lay the cards of an end of a turn; False if they are fewer than `least`.

    Where players speak it is the first card alone, or the end of the turn if there is none.
    """
    talks, count, laid = places(rules) > 0, size_of(used_of(turn, end), 0), 0
    for pile in range(4):
        chain = turn.chain[chain_of(turn, end, pile)]
        for k in range(chain >> LENGTH & 15):
            laid += 1
            ends = laid == count >= least and not talks
            card = turn.card[chain >> (LINKS + 4 * k) & 15]
            play(state, rules, card_move(card, pile, ends), stream)
            if talks:
                return True
    if talks:
        play(state, rules, STOP, stream)
    return bool(talks or count >= least)


@jit
def speak(state: Any, rules: Any, view: Any) -> None:
    """Let every seat say the usual words, all at the same time."""
    marks = np.zeros((rules.players, 4), np.int64)
    for seat in range(rules.players):
        observe(state, rules, seat, view)
        for pile in range(4):
            marks[seat, pile] = hint(view, pile)
    for seat in range(rules.players):
        for pile in range(4):
            show(state, rules, seat, pile, marks[seat, pile])


@jit
def odds(value: int) -> float:
    """A value as a chance."""
    if value == WINNING:
        return 1.0
    return 1.0 / (1.0 + np.exp(-value / 65536.0))


@jit
def write_inputs(
    positions: Any, chosen: Any, seen: Any, mirrored: Any, inputs: Any, judged: Any
) -> None:
    """Write the inputs of the first layer for some positions, and their targets.

    `seen` and `mirrored` are pairs of arrays, [rows, 3] each: the parameters of every row, and
    their coefficients.  `inputs`: float32[2, positions, parameters].  `judged`: (targets, phases).
    """
    inputs[:] = 0
    for k in range(len(chosen)):
        position = positions[chosen[k]]
        judged[0][k], judged[1][k] = position.target, position.phase
        for place in range(MOST_ROWS):
            row = position.rows[place]
            if row == 0:
                break
            for item in range(seen[0].shape[1]):
                inputs[0, k, seen[0][row, item]] += seen[1][row, item]
            for item in range(mirrored[0].shape[1]):
                inputs[1, k, mirrored[0][row, item]] += mirrored[1][row, item]
