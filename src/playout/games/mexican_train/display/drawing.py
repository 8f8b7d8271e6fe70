"""Mexican Train for people: positions, moves and whole matches as text and SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import index_of, nth
from playout.games.mexican_train.display.drawn_hand import ARRANGEMENTS as ARRANGEMENTS
from playout.games.mexican_train.display.history import (
    gates,
    heading,
    is_whole,
    mode_of,
    shown_round,
    start_of,
    tile_name,
    train_name,
    trains,
    turn_in_words,
    turns,
    winners,
)
from playout.games.mexican_train.display.notation import format_position as format_position
from playout.games.mexican_train.display.notation import known_position as known_position
from playout.games.mexican_train.display.notation import parse_position as parse_position
from playout.games.mexican_train.display.picture import portrait as portrait
from playout.games.mexican_train.display.picture import svg as svg
from playout.games.mexican_train.display.seat_picture import SeatPicture, train_place
from playout.games.mexican_train.display.sentences import events as events
from playout.games.mexican_train.display.sentences import to_do as to_do
from playout.games.mexican_train.display.sentences import why_over as why_over
from playout.games.mexican_train.records import MEXICAN, NOWHERE, PLAYERS
from playout.games.mexican_train.rules import STOP, is_legal
from playout.games.mexican_train.tiles import (
    DECLARED,
    MOST,
    declared,
    listed,
    numbers_of,
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
    (low, high), train = numbers_of(tile_of(move)), train_of(move)
    if not (0 <= move < 2 * DECLARED and low <= high <= MOST and train <= MEXICAN):
        return f"no tile and train ({move})"
    lock = ", locked" if move & DECLARED else ""
    return f"{tile_name((low, high))} on {train_name(train)}{lock}"


NUMBERED = "train"  # what moves name by a number

MOVE_KINDS = ("own train", "the Mexican train", "another's train", "stop")


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of: by the train that it lays on."""
    if move == STOP:
        return MOVE_KINDS.index("stop")
    train = train_of(move)
    return 1 if train == MEXICAN else 0 if train == state.player else 2


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote; the numbers may be the other way round.

    Train 0 is read as train 1.
    """
    if text.strip() == "stop":
        return STOP
    groups = re.fullmatch(
        r"(\d{1,2})-(\d{1,2}) on (?:train (\d)|the Mexican train)(, locked)?", text.strip()
    )
    if groups and max(int(groups[1]), int(groups[2])) <= MOST:
        train = MEXICAN if groups[3] is None else index_of(int(groups[3]))
        if train < PLAYERS or groups[3] is None:
            move = tile_move(tile_code(int(groups[1]), int(groups[2])), train)
            return int(declared(move) if groups[4] else move)
    raise PlayoutError(
        f"'{text}' is not a move: write '3-11 on train 2' (the seat whose train it is) or '3-11 on "
        "the Mexican train'"
    )


def why_illegal(state: Any, rules: Any, move: int) -> str:
    """Why a move is not allowed; empty if it is."""
    if is_legal(state, rules, move):
        return ""
    if move == STOP:
        return "only a first turn of several tiles can be stopped, and no double may be uncovered"
    train, numbers = train_of(move), numbers_of(tile_of(move))
    tile, name, end = tile_name(numbers), train_name(train), state.ends[train]
    if numbers not in listed(state.hands[state.player]):
        return f"there is no {tile} in the hand of seat {nth(state.player)}"
    if not state.trains >> train & 1:
        if state.gate != NOWHERE:
            return f"the double on {train_name(state.gate)} must be covered first"
        return f"{name} is {mode_of(state, train)}"
    if end not in numbers:
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
    lines, waiting = [heading(state, rules)], gates(state)
    for train, line in trains(state, rules).items():
        gate = "  <- must be covered" if train in waiting[:1] else ""
        gate = "  <- must be covered later" if train in waiting[1:] else gate
        tiles = " ".join(tile_name(tile) for tile in line) or "-"
        start = start_of(state, train, line)
        name, mode = train_name(train).removeprefix("the "), mode_of(state, train)
        lines.append(f"{name:<14s} {mode:<6s}  {start}{start and ' '}{tiles}{gate}")
    for player, tiles in enumerate(_hands(state, rules, "empty")):
        arrow = "->" if player == seat and not state.over else "  "
        lines.append(f"{arrow} seat {nth(player)}, {state.scores[player]} points: {tiles}")
    return "\n".join(lines)


def seen(state: Any, rules: Any, seat: int, width: float, arrangement: int = 0) -> str:
    """A position as a seat sees it: trains and own hand to be touched, and of others how many."""
    return SeatPicture(state, rules, seat, width, arrangement).svg()


def places(move: int) -> Sequence[str]:
    """The parts to touch for a move: a tile and a train; `stop` is a button.

    A move that locks the train has a place that is never drawn: its text tells it from the other.
    """
    if move == STOP:
        return ()
    touched = (f"tile-{tile_name(numbers_of(tile_of(move)))}", train_place(train_of(move)))
    return (*touched, "locked") if move & DECLARED else touched


def transcript(match: Any) -> str:
    """A whole match: who plays, the hands dealt, a line for each turn, the points of each round."""
    state, rules = match.state, match.rules.record()
    names = [f"seat {nth(seat)} {player.reference}" for seat, player in enumerate(match.players)]
    lines = [", ".join(names)]
    while not match.is_over:
        number, before = int(state.round_number), state.scores[: rules.players].tolist()
        blocked, in_gate = int(state.blocked), int(state.blocked_gate)
        lines.append(f"round {number + 1}, engine {state.engine}-{state.engine}")
        if match.start is not None and not match.moves:
            hands = enumerate(_hands(state, rules, "empty"))
            lines += [f"  seat {nth(seat)} has: {hand}" for seat, hand in hands]
        else:
            verb, dealt = "dealt to" if is_whole(state) else "now with", _dealt(state, rules)
            lines += [f"  {verb} seat {nth(seat)}: {hand}" for seat, hand in enumerate(dealt)]
        while not match.is_over and state.round_number == number:
            match.step()
        # The log of a round is overwritten two rounds later; with tiny sets, rounds in which nobody
        # can lay a tile go by without a move.
        if shown_round(state) <= number + 1:
            lines += [f"  seat {nth(t[0].seat)}  {turn_in_words(t)}" for t in turns(state, number)]
        total = state.scores[: rules.players].tolist()
        points = [now - then for now, then in zip(total, before, strict=True)]
        how = "blocked, " if state.blocked > blocked else ""
        how = "blocked inside a gate, " if state.blocked_gate > in_gate else how
        lines.append(f"  {how}points {_listed(points)}, in all {_listed(total)}")
    return "\n".join([*lines, winners(state, rules)])


def _listed(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _dealt(state: Any, rules: Any) -> list[str]:
    """The hands that the round began with, or, if what was laid is not known, those of now."""
    if not is_whole(state):
        return _hands(state, rules)
    size = int(rules.tiles)
    deck = [numbers_of(tile) for tile in state.deck[: size * rules.players].tolist()]
    hands = [sorted(deck[size * seat : size * (seat + 1)]) for seat in range(rules.players)]
    return [" ".join(map(tile_name, hand)) for hand in hands]


def _hands(state: Any, rules: Any, empty: str = "") -> list[str]:
    hands = [listed(state.hands[seat]) for seat in range(rules.players)]
    return [" ".join(map(tile_name, hand)) or empty for hand in hands]
