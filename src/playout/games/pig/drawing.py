"""Pig for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import (
    GREY,
    ONLOOKER,
    does,
    element,
    paragraph,
    picture,
    seat_name,
    words,
)
from playout.engine.play.positions import check_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.dice.drawing import SIDE, die_svg, winners
from playout.games.dice.throws import FACES
from playout.games.pig.rules import HOLD, is_over
from playout.games.pig.sentences import events as events
from playout.games.pig.sentences import to_do as to_do

MOST_NUMBER = 10**9  # in a position
_LINE, _LEFT, _BAR = 30.0, 12.0, 260.0  # pixels
_KEPT, _OPEN = "#1565c0", "#ef9f00"  # points that are kept, and those of the turn


MOVE_KINDS = ("roll", "hold")
IN_WORDS = {"scores": "scores {seats}", "die": "", "turns": "", "throws": ""}


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    return MOVE_KINDS.index("hold" if move == HOLD else "roll")


def _status(state: Any, rules: Any, own: int = ONLOOKER) -> str:
    scores = state.scores[: rules.players].tolist()
    if is_over(state, rules):
        when = "in" if scores.count(max(scores)) == 1 else "after"
        return f"{winners(scores, own)} with {max(scores)} points, {when} turn {state.turns}"
    last = f", last roll {state.die}" if state.die > 0 else ""
    points = f"{state.turn_total} points in this turn{last}"
    return f"turn {state.turns + 1}: {does(int(state.player), own, 'has')} {points}"


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the points of all seats, and those of the turn."""
    points = state.scores[: rules.players]
    lines = [f"seat {nth(player)}  {points[player]:>4}" for player in range(rules.players)]
    return "\n".join([*lines, _status(state, rules)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: a bar for each seat on the way to the goal, and the last die."""
    title = _status(state, rules)
    parts = [words(_LEFT, 24, title, 'font-weight="bold"')]
    names = [f"seat {nth(player)}" for player in range(rules.players)]
    parts += _bars(state, rules, (_LEFT + 52, 40), _BAR, names, "#eee")
    foot = 40 + _LINE * rules.players
    if state.die > 0:
        parts.append(die_svg(int(state.die), _LEFT, foot + 4))
    return picture(_LEFT + 52 + _BAR + 90, foot + SIDE + 16, title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays: the same on a page that is so many pixels wide."""
    title, players = _status(state, rules, seat), int(rules.players)
    parts, y = paragraph(_LEFT, 6, title, width - 2 * _LEFT, 15, 'font-weight="bold"')
    names = [seat_name(player, seat, 11) for player in range(players)]
    bar = min(width - _LEFT - 92 - 96, 2 * _BAR)
    parts += _bars(state, rules, (_LEFT + 92, y + 8), bar, names, GREY, fill_opacity=0.3)
    foot = y + 8 + _LINE * players
    if state.die > 0:
        parts.append(die_svg(int(state.die), _LEFT, foot + 4))
    lines = [
        f"{does(player, seat, 'has')} {state.scores[player]} of {rules.goal} points."
        for player in range(players)
    ]
    return picture(width, foot + SIDE + 16, "\n".join([f"Pig, {title}.", *lines]), parts)


def _bars(
    state: Any,
    rules: Any,
    corner: tuple[float, float],
    bar: float,
    names: Sequence[str],
    ground: str,
    **opacity: float,
) -> list[str]:
    """The bars of all seats below each other; ``bar`` is how long the way to the goal is.

    ``corner`` is the upper left one of the first bar.
    """
    parts, left, over = [], corner[0], is_over(state, rules)
    for player, name in enumerate(names):
        y, points = corner[1] + _LINE * player, int(state.scores[player])
        kept = bar * min(points / rules.goal, 1)
        now = 0 if over or player != state.player else int(state.turn_total)
        more = min(bar * now / rules.goal, bar - kept)
        parts += [
            words(_LEFT, y + 16, name),
            _bar(left, y, bar, fill=ground, **opacity),
            _bar(left, y, kept, fill=_KEPT),
            _bar(left + kept, y, more, fill=_OPEN),
            words(left + bar + 8, y + 16, f"{points}{f' + {now}' if now else ''}"),
        ]
    return parts


def _bar(x: float, y: float, width: float, **how: object) -> str:
    return element("rect", x=round(x, 1), y=y, width=round(width, 1), height=22, **how)


def check_position(state: Any, rules: Any) -> None:
    """Raise PlayoutError for a state that no game can come to, whatever was counted before it."""
    players, scores = int(rules.players), state.scores.tolist()
    any_number = (0, MOST_NUMBER)
    check_fields(state, player=(0, players - 1), die=(0, FACES), turns=(0, int(rules.most_turns)))
    check_fields(state, turn_total=any_number, throws=any_number, scores=any_number)
    if any(scores[players:]):
        raise PlayoutError(f"scores: must be {players} whole numbers")
    last = (int(state.player) - 1) % players
    for seat, points in enumerate(scores):
        if points >= rules.goal and (seat != last or state.turn_total > 0):
            raise PlayoutError(
                f"seat {nth(seat)} has {points} points, but {rules.goal} points win the game; it "
                "would be over"
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
        lines.append(f"turn {turns + 1:<3d} seat {nth(seat)}  {' '.join(map(str, rolls))}  {end}")
    return "\n".join([*lines, str(match)])
