"""The Royal Game of Ur for people: positions, moves and whole games as text and SVG.

Seat 1 plays the light pieces on the lower row, seat 2 the dark ones on the upper row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER, does, seat_name
from playout.engine.game.drawn_pieces import hand, table_picture
from playout.engine.play.positions import (
    read_groups,
    read_number,
    read_numbers,
    read_words,
    seat_names,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.ur.board_picture import ACROSS, cell_of, table
from playout.games.ur.board_picture import SEAT_COLOURS as SEAT_COLOURS
from playout.games.ur.board_picture import portrait as portrait
from playout.games.ur.rules import (
    HOME,
    PASS,
    PATH,
    PLAYERS,
    ROSETTES,
    STEPS,
    deal,
    is_over,
    throw_dice,
)
from playout.games.ur.sentences import counted, steps_to_move
from playout.games.ur.sentences import events as events
from playout.games.ur.sentences import to_do as to_do
from playout.games.ur.sentences import why_over as why_over
from playout.kits.dice_pictures import HIGH, button_svg

MOVE_KINDS = (
    "bring in a piece",
    "move a piece on",
    "send a piece back",
    "bring a piece home",
    "pass",
)
IN_WORDS = {"throws": "", "sent": "", "player": ""}


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    if move == PASS:
        return 4
    to, seat = move + int(state.throw), int(state.player)
    if to == HOME:
        return 3
    there = STEPS[1 - seat, PATH[seat, to]]
    return 2 if there and state.at[1 - seat, there] else int(move > 0)


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the three rows, and how many pieces wait or are home."""
    lines = []
    for row in range(3):
        cells = ["  "] * ACROSS
        for player in range(PLAYERS):
            for step in range(1, HOME):
                column, line = cell_of(player, step, 0)
                if line == row and not cells[column].strip("*. "):
                    mark = (
                        "LD"[player] if state.at[player, step] else "*" if step in ROSETTES else "."
                    )
                    cells[column] = f"{mark} "
        lines.append("".join(cells).rstrip())
    for player, name in ((1, "dark"), (0, "light")):
        waiting, home = int(state.at[player, 0]), int(state.at[player, HOME])
        row = 0 if player else 2
        lines[row] = f"{lines[row]:<18}{name}: {waiting} to bring in, {home} home"
    return "\n".join([*lines, _status(state, rules)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string."""
    parts, height = table(state, rules, 480, ONLOOKER, _status(state, rules))
    return table_picture(480, height, _status(state, rules), parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays: the pieces that can move are places."""
    status = _status(state, rules, seat)
    parts, height = table(state, rules, width, seat, status)
    if not is_over(state, rules) and seat == state.player and not steps_to_move(state, rules):
        button = button_svg("pass", "No piece can move: pass", "Pass", 14, height + 12, 120)
        parts.append(hand(width, height, HIGH + 24, "No piece can move", [button]))
        height += HIGH + 24
    told = [f"{does(player, seat, 'has')} {_where(state, player)}." for player in range(PLAYERS)]
    title = "\n".join([f"Royal Game of Ur, {status}.", *told])
    return table_picture(width, height, title, parts)


def places(move: int) -> Sequence[str]:
    """The piece that moves, or the button."""
    return ("button-pass",) if move == PASS else (f"piece-{move}",)


def _status(state: Any, rules: Any, own: int = ONLOOKER) -> str:
    if is_over(state, rules):
        home = state.at[:, HOME].tolist()
        best = [player for player in range(PLAYERS) if home[player] == max(home)]
        if best[1:]:
            return f"the win is shared with {counted(home[0])} home each"
        return f"{seat_name(best[0], own)} won after {counted(int(state.throws), 'throw')}"
    return f"{does(int(state.player), own, 'has')} thrown {state.throw}"


def _where(state: Any, player: int) -> str:
    at = state.at[player]
    squares = [str(step) for step in range(1, HOME) if at[step]]
    stand = (
        f"a piece on square {', '.join(squares)} of the path" if squares else "none on the board"
    )
    return f"{counted(int(at[0]))} to bring in, {stand}, and {int(at[HOME])} home"


def format_position(state: Any, rules: Any) -> str:
    """A position: the steps of all pieces of both seats, the throw, and what only counts."""
    steps = [
        write_list(step for step in range(HOME + 1) for _ in range(int(state.at[seat, step])))
        for seat in range(PLAYERS)
    ]
    return write_words(
        {
            "steps": "/".join(steps),
            "player": int(state.player),
            "throw": str(int(state.throw)),
            "throws": int(state.throws),
            "sent": write_list(state.sent.tolist()) if state.sent.any() else "",
        }
    )


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; without a throw the dice are thrown."""
    found = read_words(text, ("steps", "player", "throw", "throws", "sent"))
    deal(state, rules, stream)
    if "steps" in found:
        state.at[:] = 0
        for seat, group in enumerate(read_groups("steps", found["steps"], seat_names(PLAYERS))):
            numbers = read_numbers("steps", group, 0, HOME)
            if len(numbers) != rules.pieces:
                raise PlayoutError(
                    f"steps: seat {nth(seat)} has {counted(len(numbers))}, but {rules.pieces} are "
                    "needed: 0 for each beside the board, 15 for each at home"
                )
            for step in numbers:
                state.at[seat, step] += 1
    last = int(rules.most_throws)
    state.player = read_number("player", found.get("player", "0"), 0, PLAYERS - 1)
    if "sent" in found:
        state.sent[:] = [*read_numbers("sent", found["sent"], 0, 10**9), 0, 0][:PLAYERS]
    if "throw" in found:
        state.throw = read_number("throw", found["throw"], 0, int(rules.dice))
    else:
        throw_dice(state, rules, stream)
    state.throws = read_number("throws", found.get("throws", "1"), 1, last + 1)
    _check(state, rules)


def _check(state: Any, rules: Any) -> None:
    """Raise PlayoutError for pieces that cannot stand so."""
    for seat in range(PLAYERS):
        for step in range(1, HOME):
            if state.at[seat, step] > 1:
                raise PlayoutError(f"steps: seat {nth(seat)} has two pieces on step {step}")
            there = STEPS[1 - seat, PATH[seat, step]]
            if there and state.at[seat, step] and state.at[1 - seat, there]:
                raise PlayoutError(f"steps: both seats have a piece on square {step}")
    if all(state.at[:, HOME] == rules.pieces):
        raise PlayoutError("steps: only one seat can have all pieces home")


def transcript(match: Any) -> str:
    """A whole game: a line for each throw, then the end."""
    lines = list[str]()
    while not match.is_over:
        before, throw = match.state.copy(), int(match.state.throws)
        move = match.step()
        ((seat, did),) = events(before, move, match.state, match.record, ONLOOKER)
        lines.append(f"throw {throw:<3d} seat {nth(seat)}  {did}")
    return "\n".join([*lines, str(match)])
