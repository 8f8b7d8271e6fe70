"""What happens in Mexican Train, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import does
from playout.engine.words.spelling import capitalised
from playout.games.mexican_train.display import history
from playout.games.mexican_train.display.history import (
    Event,
    gates,
    shown_round,
    tile_name,
    train_name,
)
from playout.games.mexican_train.records import DOUBLING, DREW, LAID, LAYING, NOWHERE, STANDS


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did, and what followed: tiles drawn, passes, trains opened, the next round."""
    number, last = shown_round(before), shown_round(after)
    new = [*history.events(after, number)][len([*history.events(before, number)]) :]
    told = [_told(event, seat) for event in new if event.kind != STANDS]
    opened = after.open & ~before.open if last == number else 0
    for at in range(len(told) - 1, -1, -1):  # the last time that each of them passed
        who, done = told[at]
        if done == "passed" and opened >> who & 1:
            told[at] = who, f"passed, opened {train_name(who)}"
            opened &= ~(1 << who)
    if last > number or after.over:
        why = " because nobody could go on" if after.blocked > before.blocked else ""
        told.append((int(before.player), f"ended the round{why}"))
    if last > number:
        later = history.events(after, last)
        told += [_told(event, seat) for event in later if event.kind != STANDS]
    return told


def _told(event: Event, seat: int) -> tuple[int, str]:
    if event.kind == LAID:
        lock = ", locked it" if event.locks else ""
        return event.seat, f"laid {tile_name(event.tile)} on {train_name(event.train)}{lock}"
    if event.kind == DREW:
        tile = tile_name(event.tile) if event.seat == seat else "a tile"
        return event.seat, f"drew {tile}"
    return event.seat, "passed"


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    waiting = gates(state)
    if not waiting:
        laying = state.phase == LAYING
        return "Lay more tiles on your own train, or stop." if laying else "Lay a tile."
    also = ", or lay another double" if state.phase == DOUBLING else ""
    return f"Cover the double on {train_name(waiting[0])}{also}."


def why_over(match: Any, seat: int) -> str:
    """How the last round ended, and why it was the last; who has won is told elsewhere."""
    state, rules, players = match.state, match.record, range(int(match.record.players))
    if match.outcome()["last_round"] == "out":
        out = min(players, key=lambda one: int(state.sizes[one]))
        first = f"{does(out, seat, 'has')} no tile left."
    else:
        must = "lay a tile" if int(state.gate) == NOWHERE else "cover the double"
        empty = " and none was left to draw" if state.drawn == state.tiles else ""
        first = f"Nobody could {must}{empty}."
    most = max(players, key=lambda one: int(state.scores[one]))
    if state.scores[most] >= rules.target:
        has = does(most, seat, "has")
        last = f"{capitalised(has)} {state.scores[most]} points"  # "You have 104 points"
        return f"{first} {last}, and the match ends at {rules.target}; the fewest points win."
    return f"{first} All rounds are played; the fewest points win."
