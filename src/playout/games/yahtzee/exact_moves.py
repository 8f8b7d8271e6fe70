"""The exact value of each move in points, from the table of best play (optimum.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from playout.engine.game.game import Measure, Player, Rules
from playout.engine.native.jit import jit
from playout.games.yahtzee.boxes import (
    BOXES,
    DICE,
    POINTS,
    THROWN,
    THROWS,
    allowed_boxes,
    further,
    hand_of,
    table_of,
    throw_of,
)
from playout.games.yahtzee.optimum import of_rules
from playout.games.yahtzee.rules import MOST_THROWS, card_of, holds_first, keep_some
from playout.games.yahtzee.turns import box_value, choose_dice, throw_again, write_last

FEW = 2  # free boxes of all players, with which about a million throws and choices follow
KEPT = 2**DICE - 1  # sets of dice that are kept, at most


def exact_moves(
    view: Any, rules: Rules, players: Sequence[Player], measure: Measure
) -> Mapping[int, float] | None:
    """The points of the seat to move at the end, if it plays for points as well as can be.

    Of others nothing, while more follows than can be gone through one by one.
    """
    seat, chosen = int(view.seat), players[int(view.seat)].strategy
    if measure.name != "score" or chosen.name != "optimal" or not chosen.is_ours:
        filled = sum(int(boxes).bit_count() for boxes in view.used[: len(players)])
        return None if len(players) * BOXES - filled <= FEW else {}
    used, holds, upper = int(view.used[seat]), int(holds_first(view, seat)), int(view.upper[seat])
    dice = np.array(view.dice, np.int64)
    worth = np.full(BOXES + KEPT, np.nan)
    card, throws = int(card_of(view)), int(view.throws)
    write_moves(of_rules(rules), used, holds, upper, card, dice, throws, worth)
    moves = [*range(BOXES), *(int(keep_some(dice, mask)) for mask in range(KEPT))]
    score = int(view.scores[seat])
    pairs = zip(moves, worth.tolist(), strict=True)
    return {move: score + value for move, value in pairs if not np.isnan(value)}


@jit
def write_moves(
    table: Any,
    used: int,
    holds: int,
    upper: int,
    card: int,
    dice: Any,
    throws: int,
    worth: Any,
) -> None:
    """Write what each box, and each set of dice to keep, is worth; what is illegal stays as it is.

    ``worth`` is float64[BOXES + KEPT]: the boxes, then the sets of dice, as bits 0 .. 4.
    """
    thrown = throw_of(dice)
    boxes, points = allowed_boxes(thrown, used, card), table_of(thrown, used, card)
    for box in range(BOXES):
        if boxes >> box & 1:
            gained = POINTS[points, box, thrown]
            value = box_value(table, used, holds, upper, card, box, gained)
            worth[box] = value + further(thrown, holds)
    if throws == MOST_THROWS:
        return
    values = np.empty(THROWN + THROWS)
    write_last(table, used, holds, upper, card, values)
    throw_again(values)
    if throws == 1:
        choose_dice(values)
        throw_again(values)
    for mask in range(KEPT):
        worth[BOXES + mask] = values[hand_of(dice, mask)]
