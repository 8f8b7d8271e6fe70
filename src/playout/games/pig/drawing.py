"""Pig for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from typing import Any

from playout.engine.drawings import picture, words
from playout.engine.errors import PlayoutError
from playout.engine.positions import check_fields
from playout.games.dice.drawing import SIDE, die_svg, winners
from playout.games.dice.throws import FACES
from playout.games.pig.rules import HOLD, is_over

MOST_NUMBER = 10**9  # in a position
_LINE, _LEFT, _BAR = 30.0, 12.0, 260.0  # pixels
_KEPT, _OPEN = "#1565c0", "#ef9f00"  # points that are kept, and those of the turn


MOVE_KINDS = ("roll", "hold")


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    return MOVE_KINDS.index("hold" if move == HOLD else "roll")


def _standing(state: Any, rules: Any) -> str:
    """How the game stands, in a line."""
    scores = state.scores[: rules.players].tolist()
    if is_over(state, rules):
        when = "in" if scores.count(max(scores)) == 1 else "after"
        return f"{winners(scores)} with {max(scores)} points, {when} turn {state.turns}"
    last = f", last roll {state.die}" if state.die > 0 else ""
    return f"turn {state.turns + 1}: seat {state.player} has {state.turn_total} in this turn{last}"


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: everybody's points, and those of the turn."""
    points = state.scores[: rules.players]
    lines = [f"seat {player}  {points[player]:>4}" for player in range(rules.players)]
    return "\n".join([*lines, _standing(state, rules)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: a bar for everybody on the way to the goal, and the last die."""
    title, over = _standing(state, rules), is_over(state, rules)
    parts = [words(_LEFT, 24, title, 'font-weight="bold"')]
    for player in range(rules.players):
        top, points = 40 + _LINE * player, int(state.scores[player])
        kept = _BAR * min(points / rules.goal, 1)
        now = 0 if over or player != state.player else int(state.turn_total)
        more = min(_BAR * now / rules.goal, _BAR - kept)
        left = _LEFT + 52
        parts += [
            words(_LEFT, top + 16, f"seat {player}"),
            _bar(left, top, _BAR, "#eee"),
            _bar(left, top, kept, _KEPT),
            _bar(left + kept, top, more, _OPEN),
            words(left + _BAR + 8, top + 16, f"{points}{f' + {now}' if now else ''}"),
        ]
    foot = 40 + _LINE * rules.players
    if state.die > 0:
        parts.append(die_svg(int(state.die), _LEFT, foot + 4))
    return picture(_LEFT + 52 + _BAR + 90, foot + SIDE + 16, title, parts)


def _bar(x: float, y: float, width: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="22" fill="{fill}"/>'


def check_position(state: Any, rules: Any) -> None:
    """Raise PlayoutError for a state that no game can come to, whatever was counted before it."""
    players, scores = int(rules.players), state.scores.tolist()
    any_number = (0, MOST_NUMBER)
    check_fields(state, player=(0, players - 1), die=(0, FACES), turns=(0, int(rules.most_turns)))
    check_fields(state, turn_total=any_number, throws=any_number, scores=any_number)
    if any(scores[players:]):
        raise PlayoutError(f"scores: {players} whole numbers are needed")
    last = (int(state.player) - 1) % players
    for seat, points in enumerate(scores):
        if points >= rules.goal and (seat != last or state.turn_total > 0):
            raise PlayoutError(
                f"seat {seat} has {points} points, so it has won, and the next seat "
                "is to move, with turn_total=0"
            )


def transcript(match: Any) -> str:
    """A whole game: a line for each turn with its rolls, then the end."""
    state, lines = match.state, []
    while not match.is_over:
        turns, seat, rolls = state.turns, match.seat, list[int]()
        while not match.is_over and state.turns == turns:
            total, thrown = int(state.turn_total), state.throws
            match.step()
            rolls += [int(state.die)] if state.throws > thrown else []
        end = f"loses {total}" if rolls[-1:] == [1] else f"holds {total}: {state.scores[seat]}"
        lines.append(f"turn {turns + 1:<3d} seat {seat}  {' '.join(map(str, rolls))}  {end}")
    return "\n".join([*lines, str(match)])
