"""What happens in Can't Stop, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.games.cant_stop.rules import LENGTHS, STOP, WIDTH, first_of, second_of
from playout.games.dice.drawing import dice_text


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did: steps, a stop, and turns that were lost by the next throws."""
    player, players = int(before.player), int(rules.players)
    columns = sorted({first_of(move), second_of(move)} - {0})
    done = [f"moved up {column}" for column in columns]
    if move & STOP:
        done.append("stopped")
        done += [f"finished column {one}" for one in _finished(before, after, player)]
    told = [(player, ", ".join(done))]
    busts = int(after.busts.sum() - before.busts.sum())
    for back in range(busts, 0, -1):  # of several throws the last is known
        loser = (int(after.player) - back) % players
        dice = f"threw {dice_text(after.lost)}, " if back == 1 else ""
        told.append((loser, f"{dice}lost the turn"))
    return told


def _finished(before: Any, after: Any, player: int) -> list[int]:
    return [
        column
        for column in range(WIDTH)
        if LENGTHS[column] > 0
        and after.steps[player, column] == LENGTHS[column] != before.steps[player, column]
    ]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    return "Choose columns for your dice, and whether to throw again or to stop."
