"""The strategy `learned`: weighs how its turn may end with a network that learned from self-play.

At the start of a turn it lists the ends that look best (network/chains.py), gives each a value
(network/weighing.py), and keeps the cards of the best one in its notes.  How the network was
trained is in docs/results/learned.md; the program is learning/the_game.py.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.find.declarations import strategy
from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.play.lookup import looked_up
from playout.games.the_game.careful import goes_to_plan, unseen_numbers
from playout.games.the_game.careful_search import DONE, FROM, LEFT, LENGTH, MOVES_AT
from playout.games.the_game.hints import SILENT
from playout.games.the_game.network.chains import LENGTH as LAID
from playout.games.the_game.network.chains import LINKS, NEVER, chain_of, write_chains, write_ends
from playout.games.the_game.network.rows import PHASE, PHASES, ROWS, UNIT, UNITS, coefficients
from playout.games.the_game.network.turn import CHAIN, ENDS, HAND, TERMS, TURN, write_turn
from playout.games.the_game.network.weighing import BIAS, NETWORK, OUT, SIGHT, weigh, write_base
from playout.games.the_game.quick import card_by_card
from playout.games.the_game.rules import CONCEDE, STOP, card_move, card_of, pile_of

NEEDED = (2, 3)  # cards to lay in a turn, of rules that it plays by itself
ALONE = 6  # most players in silence, likewise: with 7 `quick` is better

FILE = Path(__file__).parent / "network" / "weights.npz"
MOST_PLAYERS = 5  # of whom there is a network
LINE = 32  # weights in a cache line
PARTS = ("first", "out", "bias", "sight")

Whole = npt.NDArray[np.int64]


def network_of(rules: Rules) -> npt.NDArray[np.float64]:
    """The network for the players of these rules, the lookup table of `learned`.

    Four weights of 16 bits lie in the place of each float64.
    """
    players = min(rules.number("players"), MOST_PLAYERS)
    return shipped(players, str(rules["hints"]) if players > 1 else "none").view(np.float64)


@cache
def shipped(players: int, hints: str = "none") -> npt.NDArray[np.int16]:
    """The network that comes with Playout for 1..5 players: int16[NETWORK, UNITS].

    ``hints``: what they may say, as the option of this name; alone there is nobody to listen to.
    """
    suffix = "" if hints == "none" else hints
    with np.load(FILE) as file:
        parts = [file[f"{name}{players}{suffix}"].astype(np.int64) for name in PARTS]
    return expanded(*parts)


def expanded(first: Whole, out: Whole, bias: Whole, sight: Whole) -> npt.NDArray[np.int16]:
    """A network from its parameters: int64[parameters, UNITS], [PHASES, UNITS], [PHASES] and
    [PHASES, terms].

    The sums of rows must fit 16 bits, as those of trained networks do by far.
    """
    plain, mirrored = coefficients()
    # One that does not listen has none of the parameters of what is heard, which are the last.
    first = np.pad(first, ((0, plain.shape[1] - len(first)), (0, 0)))
    swapped = np.roll(first, UNITS // 2, axis=1)
    # As float64, of which products of matrices are quick, and sums of such whole numbers exact.
    sums = plain.astype(np.float64) @ first + mirrored.astype(np.float64) @ swapped
    rows = sums.astype(np.int64) // UNIT
    # A row is two cache lines, if it begins with one.
    memory = np.zeros(NETWORK * UNITS + LINE, np.int16)
    skipped = -memory.ctypes.data % (2 * LINE) // 2
    network = memory[skipped : skipped + NETWORK * UNITS].reshape(NETWORK, UNITS)
    network[:ROWS] = rows
    network[OUT : OUT + PHASES] = out
    network[BIAS, :PHASES] = bias
    network[SIGHT : SIGHT + PHASES, : sight.shape[1]] = sight
    return network


@strategy(
    "the-game",
    uses_chance=False,
    parameters={"ends": 4},
    allowed={"ends": (1, ENDS)},
    lookup=network_of,
)
def learned(view: Any, rng: Any) -> int:
    """Judges how its turn may end with a small network, trained on millions of games.

    It sees its hand, the piles, how many cards are held and to be drawn, which are unseen, and what
    the others say of the piles.  Of all ends of its turn it weighs those that look best at first
    sight, `ends` at most (1..64): more are stronger and slower.  Where players speak it does so
    before every card, which takes longer.  Its networks are those of the usual deck, piles, hand
    and 2 cards a turn, one for each number of players to 5 and each value of `hints`; it plays by
    them also with smaller hands, 3 cards a turn, 6 players, and where players speak 7.  By all
    other rules (another deck, jump or number of piles, larger hands, 1 card a turn or more than 3,
    7 players in silence) it plays as `quick`.
    """
    if not is_usual(view):
        return card_by_card(view)
    notes, silent = view.notes, view.hints == SILENT
    if not silent or not goes_to_plan(view, notes) or notes[DONE] >= notes[LENGTH]:
        make_plan(view, np.empty(1, TURN))  # an array must outlive its records
    if notes[LENGTH] == 0:
        return STOP if view.needed <= 0 else CONCEDE
    move = notes[MOVES_AT + notes[DONE]]
    notes[DONE] += 1
    # Who listens lays each card to hear what is said then, before the turn is ended.
    ends = silent and notes[DONE] == notes[LENGTH] and view.needed <= 1
    return card_move(card_of(move), pile_of(move), ends)


@jit
def is_usual(view: Any) -> bool:
    """Whether the rules are those that the networks know, or play better than `quick`."""
    deck = view.low == 1 and view.high == 100 and view.copies == 1 and view.jump == 10
    piles = view.ascending == 2 and view.descending == 2
    hand = view.full_hand <= max(9 - view.players, 6)  # the usual one, or a smaller one
    needed = NEEDED[0] <= view.min_cards <= NEEDED[1]
    return bool(deck and piles and hand and needed) and (
        view.hints != SILENT or view.players <= ALONE
    )


@jit
def make_plan(view: Any, memory: Any) -> None:
    """Write the cards of the best end into the notes.

    If none reaches the minimum, it is the best of those that come nearest to it.
    """
    turn, notes = memory[0], view.notes
    network = looked_up(view).view(np.int16).reshape(-1, UNITS)
    most = max(min(int(view.parameters[0]), ENDS), 1)
    best = best_end(view, network, most, turn)
    notes[LENGTH], notes[DONE], notes[FROM], notes[LEFT] = 0, 0, view.turn_cards, view.left
    if best < 0:
        return
    for pile in range(4):
        chain = turn.chain[chain_of(turn, best, pile) & CHAIN]
        for k in range(chain >> LAID & 15):
            own = chain >> (LINKS + 4 * k) & HAND - 1
            notes[MOVES_AT + notes[LENGTH]] = card_move(turn.card[own], pile)
            notes[LENGTH] += 1


@jit
def best_end(view: Any, network: Any, most: int, turn: Any) -> int:
    """Weigh the ends of a turn; returns the best one, the first of equals; -1 if there is none."""
    list_ends(view, network, most, turn)
    if turn.ends <= 1:
        return turn.ends - 1
    write_base(view, network, turn)
    best = 0
    for end in range(turn.ends):
        turn.value[end] = weigh(view, network, turn, end)
        if turn.value[end] > turn.value[best]:
            best = end
    return best


@jit
def list_ends(view: Any, network: Any, most: int, turn: Any) -> None:
    """Write down the ends that are worth weighing, `most` of them at most."""
    for term in range(TERMS):
        turn.terms[term] = network[SIGHT + PHASE[view.draw_pile], term]
    write_turn(view, unseen_numbers(view), turn)
    least = min(max(view.needed, 0), turn.cards)
    floor = write_chains(turn, least)
    write_ends(turn, least, most, floor)
    while turn.ends == 0 and least > 1:
        least -= 1
        write_ends(turn, least, most, NEVER)
