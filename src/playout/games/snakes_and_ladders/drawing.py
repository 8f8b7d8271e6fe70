"""A board for people: as text, and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER, Rows, does, rectangle, seat_name
from playout.engine.game.drawn_pieces import hand, on_cloth, table_picture
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.snakes_and_ladders.board import jumps_drawn
from playout.games.snakes_and_ladders.board_picture import board_svg, per_row, rows_of, token
from playout.games.snakes_and_ladders.rules import is_over
from playout.games.snakes_and_ladders.sentences import events as events
from playout.games.snakes_and_ladders.sentences import to_do as to_do
from playout.games.snakes_and_ladders.sentences import why_over as why_over
from playout.kits.dice import FACES
from playout.kits.dice_pictures import SIDE, button_svg, die_svg, throw_svg

IN_WORDS = {"squares": "tokens on squares {seats}", "die": "", "throws": ""}

_MARGIN = 12.0
_DESK = 700.0  # pixels for a board, where there is much room


def text(state: Any, rules: Any, seat: int) -> str:
    """The squares, `4^14` a ladder, `16v6` a snake, `*` a token; then the seats and the die."""
    jumps, last = jumps_drawn(rules.board), int(rules.board[0])
    standing = [int(square) for square in state.squares[: rules.players]]

    def cell(square: int) -> str:
        end = jumps.get(square)
        if end is None:
            return "" if square > last else f"{square}{'*' * (square in standing)}"
        return f"{square}{'^' if end > square else 'v'}{end}"

    cells = [[cell(square) for square in row] for row in rows_of(last, per_row(last))]
    wide = max(len(one) for row in cells for one in row) + 1
    lines = ["".join(f"{one:<{wide}}" for one in row).rstrip() for row in cells]
    for player, square in enumerate(standing):
        won = "  won" if square == last else ""
        thrown = f"  {_dice(rules)} {state.die}" if player == _thrower(state, rules) else ""
        to_move = f"  {_dice(rules)} to throw" if player == seat and not won else ""
        lines.append(f"seat {nth(player)} on {square}{won}{thrown}{to_move}")
    return "\n".join(lines)


def transcript(match: Any) -> str:
    """A whole game: a line for each throw, with the die, and where it leads."""
    state, rules = match.state, match.rules.record()
    jumps, last = jumps_drawn(rules.board), int(rules.board[0])
    lines = []
    while not match.is_over:
        seat, name = match.seat, f"seat {nth(match.seat)}"
        before = int(state.squares[seat])
        match.step()
        die = int(state.die)
        after, square, hows = int(state.squares[seat]), before + die, []
        if square > last and after == before:
            hows = ["beyond the last square: stays"]
        while square in jumps:
            hows.append(f"{'ladder' if jumps[square] > square else 'snake'} from {square}")
            square = jumps[square]
        how = f"  {', '.join(hows)}" if hows else ""
        throw = f"throw {state.throws:<4d}"
        lines.append(f"{throw} {name}  {_dice(rules)} {die}  {before:>3d} to {after:>3d}{how}")
    return "\n".join(
        [*lines, f"over: seat {nth(state.player)} has won after {state.throws} throws"]
    )


def svg(state: Any, rules: Any, seat: int) -> str:
    """The board with its ladders and snakes, the tokens, and the last throw or who has won."""
    parts, broad, height = _board(state, rules, _DESK)
    for player in range(rules.players):
        name = f"{_mark(state, rules, player, seat)}seat {nth(player)}"
        parts += _legend(_MARGIN + 12 + 74 * player, height + 12, player, name)
    parts.append(_die_or_end(state, rules, height + 30, _status(state, rules, seat)))
    height += 30 + SIDE + _MARGIN
    title = f"Snakes and ladders, {_status(state, rules, seat)}"
    legends = 2 * _MARGIN + 74 * rules.players
    return table_picture(max(broad, legends, 160), height, title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """The same for somebody who plays, on a page that is so many pixels wide."""
    to_move = int(state.player)
    parts, _, height = _board(state, rules, width - 2 * _MARGIN)
    rows = Rows(_MARGIN, width - _MARGIN, height)
    for player in range(rules.players):
        name = f"{_mark(state, rules, player, to_move)}{seat_name(player, seat, 16)}"
        where = f"{name}: {state.squares[player] or 'at the start'}"
        x, y = rows.next(max(100, 40 + 7.5 * len(where)), 22)
        parts += _legend(x + 12, y + 12, player, where)
    height = rows.end() + 4
    drawn = [_die_or_end(state, rules, height + 12, _status(state, rules, to_move, seat))]
    if not is_over(state, rules):
        left = _MARGIN + SIDE + 14
        drawn.append(
            button_svg("throw", f"Throw the {_dice(rules)}", "Throw", left, height + 13, 130)
        )
        if state.die > 0:
            who = f"{seat_name(_thrower(state, rules), seat, 14)} threw {state.die}"
            drawn.append(on_cloth(left + 144, height + 40, who, 'font-size="14"'))
    parts.append(hand(width, height, SIDE + 24, "Throw", drawn))
    return table_picture(width, height + SIDE + 24, _description(state, rules, seat), parts)


def portrait() -> str:
    """A small board of two players."""
    jumps, standing = {3: 11, 6: 13, 15: 7, 12: 1}, {10: [0], 14: [1]}
    parts, _, _ = board_svg(16, jumps, standing, (20, 11), 158)
    parts += [die_svg(4, 218, 42, side=60), token(232, 134, 0), token(264, 134, 1)]
    return portrait_of("A board of snakes and ladders with two tokens and a die", parts)


def places(move: int) -> Sequence[str]:
    """The button of the only move."""
    return ("button-throw",)


def _description(state: Any, rules: Any, seat: int) -> str:
    to_move = int(state.player)
    lines = [f"Snakes and ladders, {_status(state, rules, to_move, seat)}."]
    if state.die > 0:
        whose = seat_name(_thrower(state, rules), seat)
        lines.append(f"Last throw: {whose}, {state.die}.")
    lines += [
        f"{does(player, seat, 'is')} on square {state.squares[player]}."
        for player in range(rules.players)
    ]
    ends = ", ".join(f"{start} to {end}" for start, end in jumps_drawn(rules.board).items())
    return "\n".join([*lines, f"The last square is {rules.board[0]}. Jumps: {ends or 'none'}."])


def _thrower(state: Any, rules: Any) -> int:
    """The seat that has thrown last; -1 before the first throw."""
    if state.die == 0:
        return -1
    return int(state.player if is_over(state, rules) else state.player - 1) % int(rules.players)


def _dice(rules: Any) -> str:
    return "die" if rules.dice == 1 else "dice"


def _status(state: Any, rules: Any, seat: int, own: int = ONLOOKER) -> str:
    if is_over(state, rules):
        return f"{does(int(state.player), own, 'has')} won"
    return f"throw {state.throws + 1}: {seat_name(seat, own)}"


def _mark(state: Any, rules: Any, player: int, seat: int) -> str:
    return "▶ " if player == seat and not is_over(state, rules) else ""


def _board(state: Any, rules: Any, room: float) -> tuple[list[str], float, float]:
    """The board with the tokens; how broad and how high that is with its margins."""
    last, corner = int(rules.board[0]), (_MARGIN, _MARGIN)
    jumps, standing = jumps_drawn(rules.board), _standing(state, rules)
    parts, broad, high = board_svg(last, jumps, standing, corner, room)
    return parts, 2 * _MARGIN + broad, 2 * _MARGIN + high


def _standing(state: Any, rules: Any) -> dict[int, list[int]]:
    """The players on each square on which somebody stands."""
    standing: dict[int, list[int]] = {}
    for player in range(rules.players):
        if state.squares[player] > 0:
            standing.setdefault(int(state.squares[player]), []).append(player)
    return standing


def _die_or_end(state: Any, rules: Any, top: float, status: str) -> str:
    if is_over(state, rules):
        return on_cloth(_MARGIN, top + SIDE / 2 + 5, status, _RESULT)
    if state.die == 0:
        return rectangle(_MARGIN, top, SIDE, SIDE, rx=9, fill="#000", fill_opacity=0.2)
    is_number = rules.dice > 1 or rules.sides > FACES
    die = die_svg(int(state.die), _MARGIN, top, is_number=is_number)
    return throw_svg(int(state.throws), [die])


_RESULT = 'font-size="16" font-weight="bold"'


def _legend(x: float, y: float, player: int, name: str) -> list[str]:
    return [token(x, y, player), on_cloth(x + 14, y + 5, name, 'font-size="13"')]


def format_position(state: Any, rules: Any) -> str:
    """A position as a line of text: the fields of its state that are not 0."""
    return format_fields(state)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """The state of such a text.  PlayoutError if there is no such."""
    parse_fields(text, state)
    players, last = int(rules.players), int(rules.board[0])
    for seat, square in enumerate(map(int, state.squares)):
        if not 0 <= square <= (last if seat < players else 0):
            allowed = f"must be from 0 to {last}" if seat < players else f"the seats are {players}"
            raise PlayoutError(f"squares: seat {nth(seat)} on {square}: {allowed}")
        if 0 < square != rules.board[square]:
            raise PlayoutError(
                f"squares: seat {nth(seat)} on {square}: a jump leads from there to "
                f"{rules.board[square]}, so no token can stand on it"
            )
        if square == last and seat != state.player:
            raise PlayoutError(
                f"squares: seat {nth(seat)} has won, so it must be player={seat} (a position "
                "counts seats from 0)"
            )
    check_fields(state, player=(0, players - 1))
    if state.die != 0:
        check_fields(state, die=(rules.dice, rules.dice * rules.sides))
    made = int(state.throws) - int(is_over(state, rules))  # before the turn of the player
    if made < 0 or state.player != made % players:
        raise PlayoutError(
            f"throws={state.throws}, player={state.player}: these do not fit together, because the "
            "seats take turns, from 0"
        )
