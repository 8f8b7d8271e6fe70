"""Can't Stop for people: positions, moves and whole games as text and SVG.

A position is the fields of the state that do not follow from others:

    steps=0,0,0,2,0,1/0,0,1 runners=0,0,0,3 dice=1,2,5,6 turn=4 thrown=2 throws=9

Each list begins with columns 0 and 1, which do not exist.  Without dice they are thrown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from playout.engine.game.drawings import ONLOOKER, Rows, does, element, paragraph, seat_name
from playout.engine.game.drawn_pieces import ON_CLOTH, hand, on_cloth, seat_disc, table_picture
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.native.records import new_record
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.cant_stop.board_picture import (
    COLUMNS,
    Board,
    buttons,
    choices,
    column_place,
    throw_parts,
)
from playout.games.cant_stop.rules import (
    HIGH,
    LENGTHS,
    LOW,
    NOBODY,
    RUNNERS,
    STATE,
    STOP,
    column_move,
    first_of,
    is_over,
    make_room,
    second_of,
    throw_dice,
)
from playout.games.cant_stop.sentences import events as events
from playout.games.cant_stop.sentences import to_do as to_do
from playout.games.cant_stop.sentences import why_over as why_over
from playout.kits.dice import FACES
from playout.kits.dice_pictures import HIGH as BUTTON_HIGH
from playout.kits.dice_pictures import dice_text, die_svg, winners

OPEN = True  # only the dice to come are hidden, from all players
IN_WORDS = {"turn": "", "thrown": "", "throws": "", "busts": ""}

_LEFT, _BROADEST = 10.0, 520.0  # pixels


def format_move(move: int) -> str:
    """A move as people write it: ``6+8 throw``, ``7+7 stop``, ``5 throw``."""
    first, second = first_of(move), second_of(move)
    if first not in COLUMNS or (second != 0 and not first <= second <= HIGH):
        return f"no move ({move})"
    columns = [str(column) for column in (first, second) if column != 0]
    return f"{'+'.join(columns)} {'stop' if move & STOP else 'throw'}"


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote."""
    found = re.fullmatch(r"(\d+)(?:\+(\d+))? (throw|stop)", text.strip())
    columns = sorted(int(column) for column in found.groups()[:2] if column) if found else []
    if not found or not all(column in COLUMNS for column in columns):
        raise PlayoutError(
            f"'{text}' is not a move: write '6+8 throw', '7+7 stop' or '5 stop'; the columns are "
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
    return "." if steps == 0 else "top" if steps == LENGTHS[column] else str(steps)


def _status(state: Any, rules: Any, seat: int, own: int = ONLOOKER) -> str:
    if state.winner != NOBODY:
        return f"{does(int(state.winner), own, 'has')} won in turn {state.turn}"
    if state.turn >= rules.most_turns:
        won = f": {winners(state.columns[: rules.players], own)}" if rules.players > 1 else ""
        return f"over after {state.turn} turns{won}"
    return f"turn {state.turn + 1}: {does(seat, own, 'has')} thrown {dice_text(state.dice)}"


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: where each seat stands in each column, the runners, and the throw."""
    lines = [_row("column", [*COLUMNS]), _row("steps", [LENGTHS[one] for one in COLUMNS])]
    lines += [
        _row(f"seat {nth(player)}", [_place(state.steps[player, one], one) for one in COLUMNS])
        for player in range(rules.players)
    ]
    if state.winner == NOBODY:
        lines.append(_row("runners", [_place(state.runners[one], one) for one in COLUMNS]))
    return "\n".join([*lines, _status(state, rules, seat)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the board with all markers and runners, and the throw."""
    title = _status(state, rules, seat)
    parts, height = _table(state, rules, ONLOOKER, 520, title)
    if not is_over(state, rules):
        drawn, high = throw_parts(state, 520 - 2 * _LEFT, (_LEFT, height), is_touched=False)
        parts, height = [*parts, *drawn], height + high + 4
    return table_picture(520, height, title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays: columns and pairs of dice to be touched, and buttons."""
    title = _status(state, rules, int(state.player), seat)
    parts, height = _table(state, rules, seat, width, title)
    if not is_over(state, rules):
        is_own, top = seat == state.player, height + 10
        drawn, high = throw_parts(state, width - 2 * _LEFT, (_LEFT, top), is_touched=is_own)
        if is_own:
            drawn += buttons(top + high + 4, _LEFT)
        high += 18 + BUTTON_HIGH
        parts.append(hand(width, height, high + 10, "The dice, in pairs", drawn))
        height += high + 10
    return table_picture(width, height, f"{title}.\n{_description(state, rules, seat)}", parts)


def portrait() -> str:
    """A game of two under way."""
    state = new_record(STATE)
    state.winner = NOBODY
    state.steps[0, 7], state.steps[0, 9], state.steps[1, 6], state.steps[1, 4] = 6, 3, 4, 5
    state.steps[1, 10], state.closed[12], state.steps[0, 12] = 2, 1, 3
    state.runners[7], state.runners[8], state.runners[5] = 9, 3, 2
    board = Board(state, 2, (0, 0), 500, ONLOOKER)
    drawn = element("g", *board.svg({}), transform="translate(16 8) scale(.35)")
    dice = [die_svg(face, 216 + 46 * (k % 2), 46 + 44 * (k // 2), side=38) for k, face in _DICE]
    return portrait_of("The board of Can't Stop and four dice", [drawn, *dice])


def places(move: int) -> Sequence[str]:
    """The columns of a move, and the button for what comes next."""
    columns = filter(None, (first_of(move), second_of(move)))
    return (column_place(columns), "button-stop" if move & STOP else "button-throw")


_DICE = ((0, 3), (1, 4), (2, 5), (3, 2))


def _table(state: Any, rules: Any, own: int, width: float, title: str) -> tuple[list[str], float]:
    """The board and its players; and how high that is."""
    right, players = width - _LEFT, int(rules.players)
    how = f'fill="{ON_CLOTH}" font-weight="bold"'
    parts, y = paragraph(_LEFT, 6, title, right - _LEFT, 15, how)
    wide = min(right - _LEFT, _BROADEST)
    is_own = not is_over(state, rules) and own == state.player
    of = {one: columns for columns in choices(state) for one in columns} if is_own else {}
    board = Board(state, players, ((width - wide) / 2, y + 8), wide, own)
    parts += board.svg(of)
    rows = Rows(_LEFT, right, y + 8 + board.height + 8)
    for player in range(players):
        finished = int(state.columns[player])
        name = f"{seat_name(player, own, 14)}: {finished} of {rules.columns_to_win}"
        x, top = rows.next(max(116, 40 + 7.4 * len(name)), 26)
        to_move = not is_over(state, rules) and player == state.player
        parts.append(seat_disc(x + 13, top + 13, player, own, radius=10, is_to_move=to_move))
        parts.append(on_cloth(x + 30, top + 18, name, 'font-size="14"'))
    return parts, rows.end()


def _description(state: Any, rules: Any, seat: int) -> str:
    lines = [
        f"{seat_name(player, seat)}: {_steps(state.steps[player])}."
        for player in range(rules.players)
    ]
    if not is_over(state, rules):
        lines.append(f"runners: {_steps(state.runners)}.")
    return "\n".join(lines)


def _steps(steps: Any) -> str:
    """The columns in which somebody stands."""
    places = [
        f"column {one} {'finished' if steps[one] == LENGTHS[one] else f'step {steps[one]}'}"
        for one in COLUMNS
        if steps[one] > 0
    ]
    return ", ".join(places) or "in no column"


def transcript(match: Any) -> str:
    """A whole game: a line for each throw that was used or that lost a turn, then the board."""
    state, players, lines = match.state, int(match.rules["players"]), []
    while not match.is_over:
        turn, seat, dice = state.turn, match.seat, dice_text(state.dice)
        busts = state.busts.sum()
        move = match.format_move(match.step())
        lines.append(f"turn {turn + 1:<3d} seat {nth(seat)}  {dice}  {move}")
        for back in range(state.busts.sum() - busts, 0, -1):  # of several the last is known
            loser, lost = (state.player - back) % players, dice_text(state.lost)
            lines.append(
                f"         seat {nth(loser)}  {lost if back == 1 else '':7}  moves no runner"
            )
    return "\n".join([*lines, str(match)])


_WRITTEN = ("steps", "runners", "dice", "turn", "thrown", "throws", "busts", "lost")
_MOST_THROWS = 36  # of a turn: each is a step at least, and three columns have 35


def format_position(state: Any, rules: Any) -> str:
    """A position as a line of text."""
    kept = new_record(state.dtype)
    for name in _WRITTEN:
        kept[name] = state[name]
    return format_fields(kept)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; PlayoutError, one sentence, for one that cannot be.

    What follows from other fields may be written too, if it is right.
    """
    parse_fields(text, state)
    is_thrown = state.dice.any()
    if not is_thrown:
        state.dice[:] = 1
    _complete(state, rules)
    if not is_thrown and state.winner == NOBODY:
        throw_dice(state, rules, stream)


def _complete(state: Any, rules: Any) -> None:
    """Fill in what follows from steps, runners and turns; PlayoutError for what cannot be."""
    players = int(rules.players)
    check_fields(state, turn=(0, int(rules.most_turns)))
    _follows(state, "player", state.turn % players)
    steps = state.steps[:players]
    for column in range(HIGH + 1):
        own = steps[:, column].tolist()
        top = int(LENGTHS[column]) if column >= LOW else 0
        if min(own) < 0 or max(own) > top or state.steps[players:, column].any():
            raise PlayoutError(
                f"steps in column {column}: must be a number from 0 to {top} for each seat"
            )
        if top and top in own and sum(own) > top:
            raise PlayoutError(
                f"steps: column {column} is finished, so only one seat can have steps in it"
            )
    tops = (steps == LENGTHS) & (LENGTHS > 0)
    _follows(state, "closed", tops.any(axis=0))
    columns = np.zeros(len(state.columns), np.int64)
    columns[:players] = tops.sum(axis=1)
    _follows(state, "columns", columns)
    winners = np.flatnonzero(columns >= rules.columns_to_win)
    if len(winners) > 1 or columns.max() > rules.columns_to_win + 1:
        raise PlayoutError(f"steps: so many columns cannot be finished ({columns.tolist()})")
    _follows(state, "winner", winners[0] if len(winners) else NOBODY)
    _check_turn(state, rules)
    make_room(state)


def _follows(state: Any, name: str, value: Any) -> None:
    """Write a field that follows from others; PlayoutError if it was given and is not so."""
    given = np.array(state[name])
    if given.any() and (given != value).any():
        raise PlayoutError(
            f"{name}: must be {np.array(value, np.int64).tolist()}, which follows from steps, "
            "runners and turn"
        )
    state[name] = value


def _check_turn(state: Any, rules: Any) -> None:
    """Raise PlayoutError for runners, dice and counts that cannot be; write the runners left."""
    placed = np.flatnonzero(state.runners).tolist()
    if len(placed) > (0 if is_over(state, rules) else RUNNERS):
        raise PlayoutError(f"runners: {len(placed)} are too many")
    for column in placed:
        own = state.steps[state.player, column]
        if state.closed[column] or not own < state.runners[column] <= LENGTHS[column]:
            raise PlayoutError(
                f"runners in column {column}: must be {own + 1} to {LENGTHS[column]}, in an open "
                "column"
            )
    _follows(state, "free", RUNNERS - len(placed))
    for name in ("dice", "lost"):
        dice = state[name].tolist()
        if not all(1 <= face <= FACES for face in dice) and (name == "dice" or any(dice)):
            raise PlayoutError(f"{name}={dice}: must be four numbers from 1 to {FACES}")
    if not 0 <= state.thrown <= min(state.throws, _MOST_THROWS):
        raise PlayoutError(
            f"thrown={state.thrown}, throws={state.throws}: too many or too few throws"
        )
    if state.throws > _MOST_THROWS * (state.turn + 1):
        raise PlayoutError(f"throws={state.throws}: too many throws for turn {state.turn + 1}")
    busts = state.busts
    if busts.min() < 0 or busts[rules.players :].any() or busts.sum() > state.turn:
        raise PlayoutError(f"busts={busts.tolist()}: more than the turns that are over")
