"""A board for people: as text, and as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from playout.engine.game.drawings import (
    ONLOOKER,
    Rows,
    disc,
    does,
    element,
    picture,
    rectangle,
    seat_name,
    words,
)
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.dice.drawing import SIDE, die_svg
from playout.games.dice.throws import FACES
from playout.games.snakes_and_ladders.board import jumps_drawn
from playout.games.snakes_and_ladders.rules import is_over
from playout.games.snakes_and_ladders.sentences import events as events
from playout.games.snakes_and_ladders.sentences import to_do as to_do

IN_WORDS = {"squares": "tokens on squares {seats}", "die": "", "throws": ""}

PER_ROW = 10  # squares at most, where there is little room
_MARGIN = 12.0
_TOKEN = 8.0  # pixels: the radius of a token, where there is room
_DESK = 700.0  # pixels for a board, where there is much room
_LEAST = 32.0  # pixels: the side of a square in which its number and a token can be told apart
_LADDER, _SNAKE = "#2e8540", "#c0392b"
_TOKENS = ("#0072b2", "#e69f00", "#7b4fa3", "#222222", "#56b4e9", "#b5179e")  # of the seats


def _per_row(last: int, most: int = PER_ROW) -> int:
    """The squares in a row of a board that is about as high as broad, if so many have room."""
    return min(math.isqrt(last - 1) + 1, most)


def _rows(last: int, per_row: int) -> Iterator[list[int]]:
    """The squares as they lie, the top row first: to and fro from the lower left."""
    for row in range((last - 1) // per_row, -1, -1):
        squares = list(range(row * per_row + 1, (row + 1) * per_row + 1))
        yield squares[::-1] if row % 2 else squares


def text(state: Any, rules: Any, seat: int) -> str:
    """The squares, `4^14` a ladder, `16v6` a snake, `*` a token; then the seats and the die."""
    jumps, last = jumps_drawn(rules.board), int(rules.board[0])
    standing = [int(square) for square in state.squares[: rules.players]]

    def cell(square: int) -> str:
        end = jumps.get(square)
        if end is None:
            return "" if square > last else f"{square}{'*' * (square in standing)}"
        return f"{square}{'^' if end > square else 'v'}{end}"

    cells = [[cell(square) for square in row] for row in _rows(last, _per_row(last))]
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
    parts.append(_die_or_end(state, rules, seat, height + 30))
    height += 30 + SIDE + _MARGIN
    title = f"Snakes and ladders, {_status(state, rules, seat)}"
    legends = 2 * _MARGIN + 74 * rules.players
    return picture(max(broad, legends, 160), height, title, parts, 11)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """The same for somebody who plays, on a page that is so many pixels wide."""
    to_move = int(state.player)
    parts, _, height = _board(state, rules, width - 2 * _MARGIN)
    rows = Rows(_MARGIN, width - _MARGIN, height)
    for player in range(rules.players):
        x, y = rows.next(96, 20)
        name = f"{_mark(state, rules, player, to_move)}{seat_name(player, seat, 13)}"
        parts += _legend(x + 12, y + 12, player, name)
    height = rows.end() + 6
    parts.append(_die_or_end(state, rules, to_move, height, seat))
    title = _description(state, rules, seat)
    return picture(width, height + SIDE + _MARGIN, title, parts, 11)


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


def _die_or_end(state: Any, rules: Any, seat: int, top: float, own: int = ONLOOKER) -> str:
    if is_over(state, rules):
        return words(_MARGIN, top + SIDE / 2, _status(state, rules, seat, own), _RESULT)
    if state.die == 0:
        return ""
    is_number = rules.dice > 1 or rules.sides > FACES
    return die_svg(int(state.die), _MARGIN, top, is_number=is_number)


def _board(state: Any, rules: Any, room: float) -> tuple[list[str], float, float]:
    """The squares, no broader than ``room``, with jumps, numbers and tokens.

    With it, how broad and how high that is with its margins.
    """
    last = int(rules.board[0])
    per_row = _per_row(last, max(int(room / _LEAST), 1))
    side, rows = min(room / per_row, SIDE), list(_rows(last, per_row))
    centre = {
        square: (_MARGIN + side * (col + 0.5), _MARGIN + side * (row + 0.5))
        for row, squares in enumerate(rows)
        for col, square in enumerate(squares)
        if square <= last
    }
    parts = [
        rectangle(x - side / 2, y - side / 2, side, side, fill=_ground(square), stroke="#bbb")
        for square, (x, y) in centre.items()
    ]
    for start, end in jumps_drawn(rules.board).items():
        parts.append(_jump(centre[start], centre[end], end > start))
    # Numbers stand above the jumps, with an edge like the ground, so that none is crossed out.
    parts += [
        words(
            x - side / 2 + 3,
            y - side / 2 + 12,
            square,
            f'fill="#222" stroke="{_ground(square)}" {_EDGE}',
        )
        for square, (x, y) in centre.items()
    ]
    for square, players in _standing(state, rules).items():
        parts += _tokens(centre[square], side, players)
    return parts, 2 * _MARGIN + side * per_row, 2 * _MARGIN + side * len(rows)


def _standing(state: Any, rules: Any) -> dict[int, list[int]]:
    """The players on each square on which somebody stands."""
    standing: dict[int, list[int]] = {}
    for player in range(rules.players):
        if state.squares[player] > 0:
            standing.setdefault(int(state.squares[player]), []).append(player)
    return standing


def _tokens(centre: tuple[float, float], side: float, players: list[int]) -> Iterator[str]:
    """The tokens on a square, all of them in it and below its number, three in a row."""
    radius = min(_TOKEN, side / 5 if len(players) < 3 else side / 6.4)
    for place, player in enumerate(players):
        row, col = divmod(place, 3)
        in_row = min(len(players) - 3 * row, 3)
        x = centre[0] + 2 * radius * (col - (in_row - 1) / 2)
        y = centre[1] + side / 2 - 1.5 - radius - 2 * radius * row
        yield _token(x, y, player, radius)


def _jump(start: tuple[float, float], end: tuple[float, float], is_ladder: bool) -> str:
    (x1, y1), (x2, y2) = ((round(x, 1), round(y, 1)) for x, y in (start, end))
    colour, dashes = _LADDER if is_ladder else _SNAKE, {} if is_ladder else _DASHES
    look = {"stroke": colour, "stroke_width": 5, "stroke_linecap": "round", "stroke_opacity": 0.65}
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **look, **dashes) + disc(
        *start, 5, fill=colour
    )


def _legend(x: float, y: float, player: int, name: str) -> list[str]:
    return [_token(x, y, player), words(x + 12, y + 4, name)]


_DASHES = {"stroke_dasharray": "9 5"}  # so that a snake differs from a ladder without its colour
_RESULT = 'font-size="15" font-weight="bold"'
_EDGE = 'stroke-width="4" stroke-linejoin="round" paint-order="stroke"'


def _ground(square: int) -> str:
    return "#f3ecd8" if square % 2 else "#fffdf5"


def _token(x: float, y: float, player: int, radius: float = _TOKEN) -> str:
    return disc(x, y, radius, fill=_TOKENS[player], stroke="#fff", stroke_width=1.5)


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
