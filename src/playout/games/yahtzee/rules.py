"""Yahtzee: its rules, and those of Yatzy.

A turn: throw five dice, keep any of them and throw the others, twice at most, and write the points
of the dice into a free box of the own card.  The game ends when all cards are full.  Source: the
rules of the game as Verhoeff and Scheffers tell them, "Optimal Solitaire Yahtzee Strategies"
(2000), with the forced joker of the official rules.  Yatzy, the game of Scandinavia, is played in
the same way with a card of its own (boxes.py).

A move is one number: a box, 0 .. 15, to be filled, or `keep_move(...)`, the dice that stay.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import is_scripted, skip_word
from playout.engine.game import open_information as parts
from playout.engine.native.jit import jit
from playout.games.yahtzee.boxes import (
    BOXES,
    DICE,
    FACES,
    FIRST,
    TURNS,
    YAHTZEE,
    YATZY,
    allowed_boxes,
    bonus,
    further,
    points_in,
    throw_of,
)
from playout.kits.dice import throw

PLAYERS = 6  # most players
MOST_THROWS = 3  # in a turn
KEEP = 16  # the move that keeps no dice; moves that keep some have higher numbers
MOST_LEGAL = 31 + BOXES  # the largest number of legal moves in a position

STATE = np.dtype(
    [
        ("dice", np.int64, (DICE,)),  # 1 .. 6 each, in rising order
        ("throws", np.int64),  # made in this turn, 1 .. 3
        ("turn", np.int64),  # turns finished, by all together
        ("player", np.int64),  # whose turn it is
        ("points", np.int64, (PLAYERS, BOXES)),  # in each box of each card; 0 if it is free
        ("used", np.int64, (PLAYERS,)),  # the boxes that are filled: bit b for box b
        ("upper", np.int64, (PLAYERS,)),  # sum of the upper boxes
        ("scores", np.int64, (PLAYERS,)),  # all points, with bonuses
    ],
    align=True,
)
# joker is 0: forced, or 1: free; variant is 0: Yahtzee, or 1: Yatzy
VIEW = parts.open_view(STATE, "players", "joker", "variant")
introduce, observe, determinize = parts.introduce, parts.observe, parts.determinize


@jit
def keep_move(ones: int, twos: int, threes: int, fours: int, fives: int, sixes: int) -> int:
    """Return the move that keeps this many dice of each face, and throws the others."""
    return KEEP + ones + 6 * (twos + 6 * (threes + 6 * (fours + 6 * (fives + 6 * sixes))))


@jit
def keep_some(dice: Any, mask: int) -> int:
    """Return the move that keeps the dice whose bits are in a mask, 0 .. 30: bit 0 is dice[0]."""
    move = KEEP
    for k in range(DICE):
        if mask >> k & 1:
            move += 6 ** (dice[k] - 1)
    return move


@jit
def card_of(rules: Any) -> int:
    """Return the kind of card of the rules, or of a view: FORCED, FREE or YATZY."""
    return YATZY if rules.variant == 1 else rules.joker


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Begin with free boxes and the first throw."""
    state.points[:] = 0
    state.used[:] = 0
    state.upper[:] = 0
    state.scores[:] = 0
    state.turn = 0
    state.player = 0
    throw_dice(state, KEEP, stream)
    state.throws = 1


@jit
def throw_dice(state: Any, move: int, stream: Any) -> None:
    """Throw all dice but those that a move keeps, and sort the five.

    Five are drawn, whatever a player keeps: so those that fall are as alike as they can be.
    """
    if is_scripted(stream):
        kept, rest = 0, move - KEEP
        for _ in range(FACES):
            kept += rest % 6
            rest //= 6
        throw(stream, DICE - kept, state.dice)  # fewer ways to go through
    else:
        throw(stream, DICE, state.dice)
    rest, last = move - KEEP, DICE - 1
    for face in range(1, FACES + 1):
        for _ in range(rest % 6):
            state.dice[last] = face
            last -= 1
        rest //= 6
    for k in range(1, DICE):
        die, place = state.dice[k], k
        while place > 0 and state.dice[place - 1] > die:
            state.dice[place] = state.dice[place - 1]
            place -= 1
        state.dice[place] = die


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether all cards are full."""
    return state.turn == TURNS[card_of(rules)] * rules.players


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose turn it is."""
    return state.player


@jit
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Return whether the player to move may fill this box, or keep these dice."""
    if 0 <= move < BOXES:
        boxes = allowed_boxes(throw_of(state.dice), state.used[state.player], card_of(rules))
        return boxes >> move & 1 != 0
    if not KEEP <= move < KEEP + 6**FACES or state.throws == MOST_THROWS:
        return False
    rest, kept = move - KEEP, 0
    for face in range(1, FACES + 1):
        shown = 0
        for k in range(DICE):
            shown += state.dice[k] == face
        if rest % 6 > shown:
            return False
        kept += rest % 6
        rest //= 6
    return kept < DICE


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all legal moves of the player to move, and return their number.

    A view can replace both the state and the rules.
    """
    boxes = allowed_boxes(throw_of(state.dice), state.used[state.player], card_of(rules))
    count = 0
    for box in range(BOXES):
        if boxes >> box & 1:
            out[count] = box
            count += 1
    if state.throws < MOST_THROWS:
        for mask in range(2**DICE - 1):
            if is_first(state.dice, mask):
                out[count] = keep_some(state.dice, mask)
                count += 1
    return count


@jit
def is_first(dice: Any, mask: int) -> bool:
    """Whether a mask of sorted dice is the first of those that keep the same faces."""
    for k in range(1, DICE):
        if dice[k] == dice[k - 1] and mask >> k & 1 > mask >> (k - 1) & 1:
            return False
    return True


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Throw again, or fill a box; then the next player throws.

    Turn n, n = 0, 1, 2 ..., has words 3 n, 3 n + 1 and 3 n + 2 of the stream to itself: words of
    throws that a player does without are passed over.
    """
    if move >= KEEP:
        throw_dice(state, move, stream)
        state.throws += 1
        return
    _fill(state, state.player, move, card_of(rules))
    state.turn += 1
    state.player = state.turn % rules.players
    for _ in range(state.throws, MOST_THROWS):
        skip_word(stream)
    if not is_over(state, rules):
        throw_dice(state, KEEP, stream)
        state.throws = 1


@jit
def holds_first(state: Any, player: int) -> int:
    """Whether (1) the Yahtzee box of a player holds fifty points; of a state or a view."""
    return int(state.points[player, YAHTZEE] == FIRST)


@jit
def _fill(state: Any, player: int, box: int, card: int) -> None:
    """Write the points of the dice into a box of a player's card, and add up the bonuses."""
    thrown = throw_of(state.dice)
    points = int(points_in(box, thrown, state.used[player], card))
    state.scores[player] += points + further(thrown, holds_first(state, player))
    if box < FACES:
        state.scores[player] += bonus(state.upper[player], state.upper[player] + points, card)
        state.upper[player] += points
    state.points[player, box] = points
    state.used[player] |= 1 << box


@jit(inline=True)
def ends_turn(state: Any, rules: Any) -> bool:
    """Whether the last move has ended a turn: the player to move has thrown once."""
    return state.throws == 1


@jit
def forget(state: Any, rules: Any) -> None:
    """Set the points of filled boxes to zero; of a player alone all points, which only add up."""
    for player in range(rules.players):
        first = holds_first(state, player)
        state.points[player, :] = 0
        if first:
            state.points[player, YAHTZEE] = FIRST
    if rules.players == 1:
        state.scores[0] = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: the score of each seat, and its share of the win."""
    parts.share_win(state.scores, rules.players, outcome[PLAYERS:])
    for player in range(rules.players):
        outcome[player] = state.scores[player]
