"""What happens in the Royal Game of Ur, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.games.ur.rules import HOME, PASS, PLAYERS, may_move


def counted(number: int, what: str = "piece") -> str:
    """How many there are of something: "1 piece", "3 pieces"."""
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def square_name(step: int) -> str:
    """Where a piece goes."""
    return "home" if step == HOME else f"to square {step}"


def steps_to_move(state: Any, rules: Any) -> list[int]:
    """The steps from which the player can move a piece."""
    return [step for step in range(HOME) if may_move(state, rules, step)]


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did with a throw."""
    player, throw = int(before.player), int(before.throw)
    if move == PASS:
        return [(player, f"threw {throw} and could not move")]
    to = move + throw
    did = "brought in a piece" if move == 0 else f"moved a piece from square {move}"
    sent = ", sent one back" if after.sent[player] > before.sent[player] else ""
    again = (
        ", throws again" if after.player == player and after.at[player, HOME] < rules.pieces else ""
    )
    return [(player, f"threw {throw}: {did} {square_name(to)}{sent}{again}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    steps = steps_to_move(state, rules)
    if not steps:
        return "No piece can move: pass."
    squares = "a square" if state.throw == 1 else f"{state.throw} squares"
    if steps == [0]:
        return f"Bring in a piece: it goes {squares}."
    into = " or bring one in" if 0 in steps else ""
    return f"Move a piece on {squares}{into}."


def why_over(match: Any, seat: int) -> str:
    """Who came home, or that the last throw was used."""
    state, rules = match.state, match.record
    for player in range(PLAYERS):
        if state.at[player, HOME] >= rules.pieces:
            return f"All {counted(int(rules.pieces))} of one player are home."
    return f"The last of {rules.most_throws} throws was used."
