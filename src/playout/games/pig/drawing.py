"""Pig for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER, does, paragraph, rectangle, seat_name
from playout.engine.game.drawn_pieces import GLOW, ON_CLOTH, SEATS, hand, on_cloth, table_picture
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.play.positions import check_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.pig.rules import HOLD, is_over
from playout.games.pig.sentences import events as events
from playout.games.pig.sentences import to_do as to_do
from playout.kits.dice import FACES
from playout.kits.dice_pictures import HIGH, button_svg, die_svg, throw_svg, winners

MOST_NUMBER = 10**9  # in a position
_LINE, _LEFT, _BAR, _DIE = 30.0, 14.0, 260.0, 84.0  # pixels


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
    """A position as an SVG string: the way of each seat to the goal, and the last die."""
    title, names = _status(state, rules), [f"seat {nth(player)}" for player in _players(rules)]
    parts, height = _table(state, rules, 480, names, title)
    return table_picture(480, height, title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays: the same, and below it the buttons."""
    names = [seat_name(player, seat, 11) for player in _players(rules)]
    title = _status(state, rules, seat)
    parts, height = _table(state, rules, width, names, title)
    lines = [
        f"{does(player, seat, 'has')} {state.scores[player]} of {rules.goal} points."
        for player in _players(rules)
    ]
    if not is_over(state, rules):
        who = seat_name(int(state.player), seat, 20)
        drawn = [on_cloth(_LEFT, height + 40, f"To roll or hold: {who}")]
        if seat == state.player:
            drawn = _buttons(state, height + 12)
        parts.append(hand(width, height, HIGH + 24, "Roll or hold", drawn))
        height += HIGH + 24
    title = "\n".join([f"Pig, {title}.", *lines])
    return table_picture(width, height, title, parts)


def portrait() -> str:
    """A turn of a game of two."""
    parts = [*_bars((58, 18), 166, ["Ann", "Ben"], (57, 71), (14, 0), 100)]
    parts += [die_svg(5, 190, 92, side=66), *_total(14, 20, 138)]
    return portrait_of("A game of Pig: 14 points in this turn, and a die that shows 5", parts)


def places(move: int) -> Sequence[str]:
    """The button of a move."""
    return (f"button-{'hold' if move == HOLD else 'roll'}",)


def _players(rules: Any) -> range:
    return range(int(rules.players))


def _table(
    state: Any, rules: Any, width: float, names: Sequence[str], title: str
) -> tuple[list[str], float]:
    """What lies on the table, and how high that is."""
    over = is_over(state, rules)
    how = f'fill="{ON_CLOTH}" font-weight="bold"'
    parts, y = paragraph(_LEFT, 8, title, width - 2 * _LEFT, 15, how)
    points = [int(state.scores[player]) for player in _players(rules)]
    turn = [
        0 if over or player != state.player else int(state.turn_total) for player in _players(rules)
    ]
    left = max(64.0, 18 + 7.6 * max(map(len, names)))
    bar = min(width - left - 78, 2 * _BAR)
    parts += _bars((left, y + 8), bar, names, points, turn, int(rules.goal))
    foot = y + 8 + _LINE * len(names) + 8
    if not over:
        parts += _total(int(state.turn_total), _LEFT + 6, foot + 58)
    if state.die > 0:
        die = die_svg(int(state.die), min(width - _DIE - 40, 230), foot + 8, side=_DIE)
        parts.append(throw_svg(int(state.throws), [die]))
    return parts, foot + _DIE + 30


def _total(points: int, x: float, y: float) -> list[str]:
    """The points of the turn, large."""
    return [
        on_cloth(x, y, points, 'font-size="56" font-weight="bold"', GLOW if points else ON_CLOTH),
        on_cloth(x, y + 24, "points in this turn", 'font-size="15"'),
    ]


def _buttons(state: Any, y: float) -> list[str]:
    total = int(state.turn_total)
    rolls = button_svg("roll", "Roll the die", "Roll", _LEFT, y, 110)
    if total == 0:
        return [rolls]
    text = f"Hold {total} point{'s' if total > 1 else ''}"
    return [rolls, button_svg("hold", f"{text}: keep them", text, _LEFT + 122, y, 170)]


def _bars(
    corner: tuple[float, float],
    bar: float,
    names: Sequence[str],
    points: Sequence[int],
    turn: Sequence[int],
    goal: int,
) -> list[str]:
    """The bars of all seats below each other; ``bar`` is how long the way to the goal is.

    ``corner`` is the upper left one of the first bar; ``turn`` are the points not yet kept.
    """
    parts, left = [], corner[0]
    for player, (name, kept, now) in enumerate(zip(names, points, turn, strict=True)):
        y, colour = corner[1] + _LINE * player, SEATS[player]
        done = bar * min(kept / goal, 1)
        more = min(bar * now / goal, bar - done)
        parts += [
            on_cloth(_LEFT, y + 16, name, 'font-size="14"'),
            _bar(left, y, bar, fill="#000", fill_opacity=0.25),
            _bar(left, y, done, fill=colour),
            _bar(left + done, y, more, fill=GLOW),
            on_cloth(left + bar + 8, y + 16, f"{kept}{f' + {now}' if now else ''}"),
        ]
    return parts


def _bar(x: float, y: float, width: float, **how: object) -> str:
    return rectangle(x, y, width, 22, rx=5 if width > 10 else 0, **how) if width > 0 else ""


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
