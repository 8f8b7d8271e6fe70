"""Can't Stop for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from typing import Any

from playout.engine.game.drawings import Rows, paragraph, picture, seat_name, words
from playout.engine.words.errors import PlayoutError
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
    "seen",
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
    parts = _board(state, rules, foot, _CELL)
    if not _is_over(state, rules):
        for k, face in enumerate(state.dice):
            parts.append(die_svg(int(face), _LEFT + 2 + (SIDE + 8) * k, foot + 30))
    for player in range(rules.players):  # beside the dice
        parts += _named(_LEFT + 230 + 66 * player, foot + 52, player, f"seat {player}")
    title = _standing(state, rules, seat)
    colour = _COLOURS[seat if state.winner == NOBODY else state.winner]
    parts.append(words(_LEFT, 24, title, f'fill="{colour}" font-weight="bold"'))
    return picture(wide, foot + 84, title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays: the same on a page that is so many pixels wide."""
    right, title = width - _LEFT, _standing(state, rules, int(state.player))
    parts, y = paragraph(_LEFT, 6, title, right - _LEFT, 15, 'font-weight="bold"')
    foot = y + 8 + _HIGH * int(max(LENGTHS))
    parts += _board(state, rules, foot, min(_CELL, (right - _LEFT) / len(_COLUMNS)))
    rows = Rows(_LEFT, right, foot + 30)
    for face in [] if _is_over(state, rules) else map(int, state.dice):
        parts.append(die_svg(face, *rows.next(SIDE, SIDE)))
    if right - _LEFT < 4 * (SIDE + 8) + 116 * rules.players:
        rows.end()
    for player in range(rules.players):
        x, y = rows.next(108, 24)
        parts += _named(x + 8, y + 14, player, seat_name(player, seat))
    return picture(width, rows.end() + 2, f"{title}.\n{_told(state, rules, seat)}", parts)


def _told(state: Any, rules: Any, seat: int) -> str:
    """Where everybody stands, in words."""
    lines = [
        f"{seat_name(player, seat)}: {_steps(state.steps[player])}."
        for player in range(rules.players)
    ]
    if not _is_over(state, rules):
        lines.append(f"runners: {_steps(state.runners)}.")
    return "\n".join(lines)


def _steps(steps: Any) -> str:
    """The columns in which somebody stands."""
    told = [
        f"column {one} {'finished' if steps[one] == LENGTHS[one] else f'step {steps[one]}'}"
        for one in _COLUMNS
        if steps[one] > 0
    ]
    return ", ".join(told) or "in no column"


def _is_over(state: Any, rules: Any) -> bool:
    return bool(state.winner != NOBODY or state.turn >= rules.most_turns)


def _named(x: float, y: float, player: int, name: str) -> list[str]:
    """The colour of a seat and its name."""
    disc = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6" fill="{_COLOURS[player]}"/>'
    return [disc, words(x + 11, y + 5, name)]


def _board(state: Any, rules: Any, foot: float, cell: float) -> list[str]:
    """The columns, of a width, with the markers and runners in them; their names are below."""
    parts = []
    for column in _COLUMNS:
        left, own = _LEFT + cell * (column - LOW), state.steps[: rules.players, column]
        owner = int(own.argmax()) if state.closed[column] else NOBODY
        for step in range(1, int(LENGTHS[column]) + 1):
            top = foot - _HIGH * step
            fill = "#fffdf5" if owner == NOBODY else _COLOURS[owner]
            parts.append(
                f'<rect x="{left + 2:.0f}" y="{top:.0f}" width="{cell - 4:.0f}" '
                f'height="{_HIGH:.0f}" fill="{fill}" stroke="#999"/>'
            )
            here = [player for player in range(rules.players) if own[player] == step]
            for k, player in enumerate(here if owner == NOBODY else []):
                x, radius = left + cell * (8 + 9.3 * k) / _CELL, 4.5 * cell / _CELL
                parts.append(
                    f'<circle cx="{x:.1f}" cy="{top + 11:.0f}" r="{radius:.3g}" '
                    f'fill="{_COLOURS[player]}"/>'
                )
            if state.runners[column] == step:
                parts.append(
                    f'<circle cx="{left + cell / 2:.0f}" cy="{top + 11:.0f}" r="9" fill="none" '
                    'stroke="#111" stroke-width="3"/>'
                )
        parts.append(words(left + cell / 2, foot + 17, column, 'text-anchor="middle"'))
    return parts


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
