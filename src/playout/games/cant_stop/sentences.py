"""What happens in Can't Stop, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import does
from playout.engine.words.spelling import joined
from playout.games.cant_stop.rules import LENGTHS, NOBODY, STOP, WIDTH, first_of, second_of
from playout.kits.dice_pictures import dice_text


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
        told.append((loser, "lost the turn" if back > 1 else f"threw {_lost(after)}"))
    return told


def _lost(state: Any) -> str:
    return f"{dice_text(state.lost)}, lost the turn (no two of these dice make a column to move in)"


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


def why_over(match: Any, seat: int) -> str:
    """Which columns have won a game, or that the last turn was played."""
    state, winner = match.state, int(match.state.winner)
    if winner == NOBODY:
        return f"{state.turn} turns were played, and these rules allow no more."
    columns = [str(one) for one in range(WIDTH) if state.steps[winner, one] == LENGTHS[one] > 0]
    which = f"column{'s' if len(columns) > 1 else ''} {joined(columns)}"
    return f"{does(winner, seat, 'has')} reached the top of {which}."
