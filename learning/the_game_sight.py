"""What a card is worth at first sight, fitted to what a network says of the ends of turns."""

from __future__ import annotations

from typing import Any

import numpy as np
from the_game_games import lay, speak

from playout.engine.chance.rng import DEAL, start
from playout.engine.native.bits import has_bit, size_of
from playout.engine.native.jit import jit
from playout.games.the_game.hints import places
from playout.games.the_game.learned import best_end
from playout.games.the_game.network.chains import LENGTH, LINKS, chain_of
from playout.games.the_game.network.rows import PHASE, PHASES, WORDS
from playout.games.the_game.network.turn import (
    COVERED,
    ENDS,
    FALLS,
    FIRST,
    GAP,
    HEARD_AT,
    LOST,
    MARGIN,
    PAIR,
    PLAY,
    READY,
    SKIP,
    SPARE,
    STEP,
    TERMS,
    TOPS,
    TRICK,
)
from playout.games.the_game.network.weighing import WINNING
from playout.games.the_game.rules import deal, observe

# Before anything is known: those of the strategy `careful`, nearly.
FIRST_SIGHT = np.zeros((PHASES, TERMS), np.int64)
FIRST_SIGHT[:, [PLAY, SKIP, STEP, TRICK, LOST, SPARE, PAIR]] = [
    150,
    -100,
    -18,
    245,
    -350,
    -105,
    -400,
]
FIRST_SIGHT[:, [MARGIN, GAP]] = 1500, 30_000
MARGINS, GAPS = 3.5, 4.0  # the margin and the gap, in standard deviations of what is left unsaid


@jit
def write_terms(turn: Any, end: int, out: Any) -> None:
    """Write the sums of the terms at an end."""
    out[:] = 0
    low, high = turn.unseen[0], turn.unseen[1]
    for pile in range(4):
        chain, falls = turn.chain[chain_of(turn, end, pile)], FALLS * (pile >> 1)
        entry, rest = falls + TOPS + (pile & 1), turn.every
        back = 10 if falls else -10
        for k in range(chain >> LENGTH & 15):
            own = chain >> (LINKS + 4 * k) & 7
            number = turn.cards - 1 - own if falls else own
            rest &= ~(1 << number)
            card = falls + number
            out[PLAY] += 1
            out[SKIP] += turn.before[card] - turn.before[entry]
            out[STEP] += turn.progress[card] - turn.progress[entry]
            out[TRICK] += int(has_bit(low, high, turn.card[card] + back))
            out[LOST] += int(has_bit(low, high, turn.card[entry] + back))
            out[SPARE] += int(has_bit(low, high, turn.card[card] - back))
            out[PAIR] += size_of(turn.near[card] & rest, 0)
            out[COVERED] += int(turn.back[entry] & rest != 0)
            out[READY] += int(turn.back[card] & rest != 0)
            out[FIRST] += int(k == 0)
            for word in range(WORDS):
                out[HEARD_AT + word] += turn.heard[pile, word] if k == 0 else 0
            entry = card


@jit
def write_turns(
    table: Any, rules: Any, network: Any, seed: int, games: Any, terms: Any, about: Any
) -> int:
    """Play games[0] .. games[1] - 1 and write every end of their turns; returns how many.

    `terms`: float64[ends, TERMS].  `about`: float64[ends, 3]: the turn, its phase, the value.
    It ends early when there is no more room.
    """
    state, view, memory, streams = table
    turn, written, turns, talks = memory[0], 0, 0, places(rules) > 0
    for game in range(games[0], games[1]):
        start(streams[0], seed, game, DEAL)
        deal(state, rules, streams[0])
        while state.over == 0:
            if talks:
                speak(state, rules, view)
            view.seat = state.player  # who does not listen to itself
            observe(state, rules, state.player, view)
            best = best_end(view, network, ENDS, turn)
            if best < 0:
                break
            if written + ENDS > len(terms):
                return written
            if turn.ends > 1 and turn.value[best] < WINNING:
                for end in range(turn.ends):
                    write_terms(turn, end, terms[written])
                    about[written, 0], about[written, 1] = turns, PHASE[view.draw_pile]
                    about[written, 2] = turn.value[end] / 65.536
                    written += 1
                turns += 1
            if not lay(state, rules, turn, best, view.needed, streams[0]):
                break
    return written


def fitted(terms: Any, about: Any) -> Any:
    """The weights of the terms in every phase, int64[PHASES, TERMS].

    By least squares, from the differences between the ends of a turn; those that are nearly as good
    as the best weigh most.
    """
    turns, phases, values = about[:, 0].astype(int), about[:, 1].astype(int), about[:, 2]
    best = np.full(turns.max() + 1, -np.inf)
    np.maximum.at(best, turns, values)
    near = np.exp(np.maximum((values - best[turns]) / 1000, -4))
    sight = np.zeros((PHASES, TERMS))
    for phase in range(PHASES):
        chosen = phases == phase
        turn, weight = turns[chosen], near[chosen]
        total = np.bincount(turn, weight, len(best))

        def centred(
            numbers: Any, turn: Any = turn, weight: Any = weight, total: Any = total
        ) -> Any:
            sums = np.bincount(turn, weight * numbers, len(total))
            return numbers - (sums / np.maximum(total, 1e-9))[turn]

        every = np.stack([centred(terms[chosen, term]) for term in range(TERMS)], axis=1)
        goal, root = centred(values[chosen]), np.sqrt(weight)
        weights = np.linalg.lstsq(every * root[:, None], goal * root, rcond=None)[0]
        unsaid = np.sqrt(np.average((goal - every @ weights) ** 2, weights=weight))
        sight[phase] = weights
        sight[phase, MARGIN], sight[phase, GAP] = MARGINS * unsaid, GAPS * unsaid
    return np.rint(sight.clip(-32_000, 32_000)).astype(np.int64)
