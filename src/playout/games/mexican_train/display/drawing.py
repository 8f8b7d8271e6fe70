"""Mexican Train for people: positions, moves and whole matches as text and SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.games.mexican_train.display.history import (
    Event,
    gates,
    is_whole,
    shown_round,
    trains,
    turns,
)
from playout.games.mexican_train.display.notation import format_position as format_position
from playout.games.mexican_train.display.notation import parse_position as parse_position
from playout.games.mexican_train.display.notation import tile_name
from playout.games.mexican_train.display.picture import (
    SeatPicture,
    table_svg,
    tiles_counted,
    train_name,
    train_place,
    turn_in_words,
)
from playout.games.mexican_train.records import MEXICAN, NOWHERE, PLAYERS
from playout.games.mexican_train.rules import STOP, is_legal
from playout.games.mexican_train.tiles import (
    DECLARED,
    MOST,
    declared,
    high_of,
    listed,
    low_of,
    tile_code,
    tile_move,
    tile_of,
    train_of,
)


def format_move(move: int) -> str:
    """A move as people write it: ``3-11 on train 2``, ``3-11 on the Mexican train``.

    One that locks the train is ``3-11 on train 2, locked``; the end of a first turn is ``stop``.
    """
    if move == STOP:
        return "stop"
    tile, train = tile_of(move), train_of(move)
    low, high = low_of(tile), high_of(tile)
    if not (0 <= move < 2 * DECLARED and low <= high <= MOST and train <= MEXICAN):
        return f"no tile and train ({move})"
    lock = ", locked" if move & DECLARED else ""
    return f"{tile_name((low, high))} on {train_name(train)}{lock}"


MOVE_KINDS = ("own train", "the Mexican train", "another's train", "stop")


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of: by the train that it lays on."""
    if move == STOP:
        return MOVE_KINDS.index("stop")
    train = train_of(move)
    return 1 if train == MEXICAN else 0 if train == state.player else 2


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote; the numbers may be the other way round."""
    if text.strip() == "stop":
        return STOP
    found = re.fullmatch(
        r"(\d{1,2})-(\d{1,2}) on (?:train (\d)|the Mexican train)(, locked)?", text.strip()
    )
    if found and max(int(found[1]), int(found[2])) <= MOST:
        train = MEXICAN if found[3] is None else int(found[3])
        if train < PLAYERS or found[3] is None:
            move = tile_move(tile_code(int(found[1]), int(found[2])), train)
            return int(declared(move) if found[4] else move)
    raise PlayoutError(
        f"'{text}' is no move: write '3-11 on train 2' (the seat whose train it is) "
        "or '3-11 on the Mexican train'"
    )


def why_illegal(state: Any, rules: Any, move: int) -> str:
    """Why a move is not allowed; empty if it is."""
    if is_legal(state, rules, move):
        return ""
    if move == STOP:
        return "only a first turn of several tiles can be stopped, and no double may be uncovered"
    train, low, high = train_of(move), low_of(tile_of(move)), high_of(tile_of(move))
    tile, name, end = tile_name((low, high)), train_name(train), state.ends[train]
    if (low, high) not in listed(state.hands[state.player]):
        return f"there is no {tile} in the hand of seat {state.player}"
    if not state.trains >> train & 1:
        if state.gate != NOWHERE:
            return f"the double on {train_name(state.gate)} must be covered first"
        return f"{name} is {'locked' if state.locked >> train & 1 else 'closed'}"
    if end not in (low, high):
        return f"{tile} does not fit on {name}, which ends with {end}"
    if move & DECLARED:
        return "only the own train can be locked, and only where the rules have locks"
    return (
        f"as long as the double on {train_name(state.gate)} is not covered, only doubles fit here"
    )


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: trains, boneyard, every hand; an arrow marks the seat to move.

    Of a state made from a view, trains begin with the number at which they did when it was made.
    """
    lines, waiting, whole = [_heading(state, rules)], gates(state), is_whole(state)
    for train, line in trains(state, rules).items():
        mark = "open  " if state.open >> train & 1 else "closed"
        mark = "locked" if state.locked >> train & 1 else mark
        gate = "  <- must be covered" if train in waiting[:1] else ""
        gate = "  <- must be covered later" if train in waiting[1:] else gate
        tiles = " ".join(tile_name(tile) for tile in line) or "-"
        tiles = tiles if whole else f"...{line[0][0] if line else state.ends[train]} {tiles}"
        lines.append(f"{train_name(train).removeprefix('the '):<14s} {mark}  {tiles}{gate}")
    for player, tiles in enumerate(_held(state, rules)):
        arrow = "->" if player == seat and not state.over else "  "
        lines.append(f"{arrow} seat {player}, {state.scores[player]} points: {tiles}")
    return "\n".join(lines)


def _heading(state: Any, rules: Any) -> str:
    over = ", the match is over" if state.over else ""
    return (
        f"round {shown_round(state) + 1}, engine {state.engine}-{state.engine}, "
        f"{tiles_counted(state.tiles - state.drawn)} in the boneyard{over}"
    )


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: every train from the engine on, every hand, the boneyard."""
    rows, waiting, whole = [], gates(state), is_whole(state)
    for train, line in trains(state, rules).items():
        name = "Mexican train" if train == MEXICAN else f"train {train}"
        locked = bool(state.locked >> train & 1)
        is_open = bool(state.open >> train & 1) and not locked
        name = f"{name}, locked" if locked else name
        name = name if whole else f"{name} ...{line[0][0] if line else state.ends[train]}"
        rows.append((name, is_open, train in waiting, line))
    hands = []
    for player in range(rules.players):
        name = f"seat {player}: {tiles_counted(state.sizes[player])}, {state.scores[player]} points"
        to_move = bool(player == seat and not state.over)
        hands.append((name, to_move, listed(state.hands[player])))
    return table_svg(_heading(state, rules), int(state.engine), rows, hands)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: trains and own hand to be touched, and of others how many."""
    heading = _heading(state, rules)
    return SeatPicture(state, rules, seat, heading, _status(state, rules)).svg(width)


def places(move: int) -> Sequence[str]:
    """What is touched to make a move: a tile and a train; `stop` is a button.

    A move that locks the train has a place that is never drawn: its text tells it from the other.
    """
    if move == STOP:
        return ()
    low, high = low_of(tile_of(move)), high_of(tile_of(move))
    touched = (f"tile-{low}-{high}", train_place(train_of(move)))
    return (*touched, "locked") if move & DECLARED else touched


def transcript(match: Any) -> str:
    """A whole match: who plays, the hands dealt, a line for each turn, the points of each round."""
    state, rules = match.state, match.rules.record()
    names = [f"seat {seat} {player.reference}" for seat, player in enumerate(match.players)]
    lines = [", ".join(names)]
    while not match.is_over:
        number, before = int(state.round_number), state.scores.tolist()
        blocked, in_gate = int(state.blocked), int(state.blocked_gate)
        lines.append(f"round {number + 1}, engine {state.engine}-{state.engine}")
        if match.start is not None and not match.moves:
            lines += [f"  seat {seat} has: {hand}" for seat, hand in enumerate(_held(state, rules))]
        else:
            verb, dealt = "dealt to" if is_whole(state) else "now with", _dealt(state, rules)
            lines += [f"  {verb} seat {seat}: {hand}" for seat, hand in enumerate(dealt)]
        while not match.is_over and state.round_number == number:
            match.step()
        # The log of a round is overwritten two rounds later; with tiny sets, rounds in which nobody
        # can lay a tile go by without a move.
        if shown_round(state) <= number + 1:
            lines += [_turn(turn) for turn in turns(state, number)]
        points = [now - then for now, then in zip(state.scores.tolist(), before, strict=True)]
        how = "blocked, " if state.blocked > blocked else ""
        how = "blocked inside a gate, " if state.blocked_gate > in_gate else how
        lines.append(
            f"  {how}points {_listed(points, rules)}, in all {_listed(state.scores, rules)}"
        )
    return "\n".join([*lines, _status(state, rules)])


def _dealt(state: Any, rules: Any) -> list[str]:
    """The hands that the round began with, or, if what was laid is not known, those of now."""
    if not is_whole(state):
        hands = [listed(state.hands[seat]) for seat in range(rules.players)]
        return [" ".join(map(tile_name, hand)) for hand in hands]
    size = int(rules.tiles)
    deck = [(low_of(t), high_of(t)) for t in state.deck[: size * rules.players].tolist()]
    hands = [sorted(deck[size * seat : size * (seat + 1)]) for seat in range(rules.players)]
    return [" ".join(map(tile_name, hand)) for hand in hands]


def _held(state: Any, rules: Any) -> list[str]:
    hands = [listed(state.hands[seat]) for seat in range(rules.players)]
    return [" ".join(map(tile_name, hand)) or "empty" for hand in hands]


def _turn(events: list[Event]) -> str:
    return f"  seat {events[0].seat}  {turn_in_words(events)}"


def _listed(numbers: Any, rules: Any) -> str:
    return " ".join(str(int(numbers[seat])) for seat in range(rules.players))


def _status(state: Any, rules: Any) -> str:
    scores = state.scores[: rules.players].tolist()
    best = [f"seat {seat}" for seat, points in enumerate(scores) if points == min(scores)]
    return f"{' and '.join(best)} won with {min(scores)} points"
