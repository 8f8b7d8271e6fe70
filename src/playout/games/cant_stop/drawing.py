"""Can't Stop for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from typing import Any

from playout.engine.drawings import picture, words
from playout.engine.errors import PlayoutError
from playout.games.cant_stop.positions import format_position, parse_position
from playout.games.cant_stop.rules import (
    HIGH,
    LENGTHS,
    LOW,
    NOBODY,
    STOP,
    column_move,
    first_of,
    second_of,
)
from playout.games.dice.drawing import SIDE, dice_text, die_svg, winners

__all__ = [
    "format_move",
    "format_position",
    "parse_move",
    "parse_position",
    "svg",
    "text",
    "transcript",
]

_COLUMNS = range(LOW, HIGH + 1)
_COLOURS = ("#1565c0", "#c62828", "#2e7d32", "#ef9f00")  # of the seats
_CELL, _HIGH, _LEFT = 44.0, 22.0, 10.0  # pixels


def format_move(move: int) -> str:
    """A move as people write it: ``6+8 throw``, ``7+7 stop``, ``5 throw``."""
    first, second = first_of(move), second_of(move)
    if first not in _COLUMNS or (second != 0 and not first <= second <= HIGH):
        return f"no move ({move})"
    columns = [str(column) for column in (first, second) if column != 0]
    return f"{'+'.join(columns)} {'stop' if move & STOP else 'throw'}"


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote."""
    found = re.fullmatch(r"(\d+)(?:\+(\d+))? (throw|stop)", text.strip())
    columns = sorted(int(column) for column in found.groups()[:2] if column) if found else []
    if not found or not all(column in _COLUMNS for column in columns):
        raise PlayoutError(
            f"'{text}' is no move: write '6+8 throw', '7+7 stop' or '5 stop'; the columns are "
            f"{LOW} to {HIGH}"
        )
    return int(column_move(columns[0], columns[1] if columns[1:] else 0, found[3] == "stop"))


MOVE_KINDS = ("throw", "stop")


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of: what is done after its columns."""
    return 1 if move & STOP else 0


def _row(name: str, cells: list[Any]) -> str:
    return f"{name:<9}" + "".join(f"{cell:>4}" for cell in cells)


def _place(steps: int, column: int) -> str:
    """Where somebody stands in a column."""
    return "." if steps == 0 else "top" if steps == LENGTHS[column] else str(steps)


def _standing(state: Any, rules: Any, seat: int) -> str:
    """How the game stands, in a line."""
    if state.winner != NOBODY:
        return f"seat {state.winner} has won in turn {state.turn}"
    if state.turn >= rules.most_turns:
        won = f": {winners(state.columns[: rules.players])}" if rules.players > 1 else ""
        return f"over after {state.turn} turns{won}"
    return f"turn {state.turn + 1}: seat {seat} has thrown {dice_text(state.dice)}"


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: where everybody stands in each column, the runners, and the throw."""
    lines = [_row("column", [*_COLUMNS]), _row("steps", [LENGTHS[one] for one in _COLUMNS])]
    lines += [
        _row(f"seat {player}", [_place(state.steps[player, one], one) for one in _COLUMNS])
        for player in range(rules.players)
    ]
    if state.winner == NOBODY:
        lines.append(_row("runners", [_place(state.runners[one], one) for one in _COLUMNS]))
    return "\n".join([*lines, _standing(state, rules, seat)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the columns with everybody's markers, runners, and the throw."""
    foot = 40 + _HIGH * int(max(LENGTHS))
    wide = 2 * _LEFT + _CELL * len(_COLUMNS)
    parts = []
    for column in _COLUMNS:
        left, own = _LEFT + _CELL * (column - LOW), state.steps[: rules.players, column]
        owner = int(own.argmax()) if state.closed[column] else NOBODY
        for step in range(1, int(LENGTHS[column]) + 1):
            top = foot - _HIGH * step
            fill = "#fffdf5" if owner == NOBODY else _COLOURS[owner]
            parts.append(
                f'<rect x="{left + 2:.0f}" y="{top:.0f}" width="{_CELL - 4:.0f}" '
                f'height="{_HIGH:.0f}" fill="{fill}" stroke="#999"/>'
            )
            here = [player for player in range(rules.players) if own[player] == step]
            for k, player in enumerate(here if owner == NOBODY else []):
                parts.append(
                    f'<circle cx="{left + 8 + 9.3 * k:.1f}" cy="{top + 11:.0f}" r="4.5" '
                    f'fill="{_COLOURS[player]}"/>'
                )
            if state.runners[column] == step:
                parts.append(
                    f'<circle cx="{left + _CELL / 2:.0f}" cy="{top + 11:.0f}" r="9" fill="none" '
                    'stroke="#111" stroke-width="3"/>'
                )
        parts.append(words(left + _CELL / 2, foot + 17, column, 'text-anchor="middle"'))
    if state.winner == NOBODY and state.turn < rules.most_turns:
        for k, face in enumerate(state.dice):
            parts.append(die_svg(int(face), _LEFT + 2 + (SIDE + 8) * k, foot + 30))
    for player in range(rules.players):  # beside the dice
        left = _LEFT + 230 + 66 * player
        fill = _COLOURS[player]
        parts.append(f'<circle cx="{left:.0f}" cy="{foot + 52:.0f}" r="6" fill="{fill}"/>')
        parts.append(words(left + 11, foot + 57, f"seat {player}"))
    title = _standing(state, rules, seat)
    colour = _COLOURS[seat if state.winner == NOBODY else state.winner]
    parts.append(words(_LEFT, 24, title, f'fill="{colour}" font-weight="bold"'))
    return picture(wide, foot + 84, title, parts)


def transcript(match: Any) -> str:
    """A whole game: a line for each throw that was used or that lost a turn, then the board."""
    state, players, lines = match.state, int(match.rules["players"]), []
    while not match.is_over:
        turn, seat, dice = state.turn, match.seat, dice_text(state.dice)
        busts = state.busts.sum()
        told = match.format_move(match.step())
        lines.append(f"turn {turn + 1:<3d} seat {seat}  {dice}  {told}")
        for back in range(state.busts.sum() - busts, 0, -1):  # of several the last is known
            loser, lost = (state.player - back) % players, dice_text(state.lost)
            lines.append(f"         seat {loser}  {lost if back == 1 else '':7}  moves no runner")
    return "\n".join([*lines, str(match)])
