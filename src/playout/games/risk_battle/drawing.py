"""A battle for people: as text, and as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from playout.engine.game.drawings import element, paragraph, rectangle
from playout.engine.game.drawn_pieces import GLOW, ON_CLOTH, hand, on_cloth, table_picture
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.games.risk_battle.rules import SIDE as MOST_DICE
from playout.games.risk_battle.rules import is_over
from playout.games.risk_battle.sentences import events as events
from playout.games.risk_battle.sentences import to_do as to_do
from playout.games.risk_battle.sentences import why_over as why_over
from playout.kits.dice import FACES
from playout.kits.dice_pictures import (
    BLUE,
    HIGH,
    RED,
    SIDE,
    Look,
    button_svg,
    dice_text,
    die_svg,
    throw_svg,
)

IN_WORDS = {
    "attackers": "{} attackers",
    "defenders": "{} defenders",
    "rounds": "",
    "dice": "",
}

_MARGIN = 12.0


def _dice(state: Any) -> tuple[list[int], list[int]]:
    attack, defence = state.dice[:MOST_DICE], state.dice[MOST_DICE:]
    return [int(face) for face in attack if face], [int(face) for face in defence if face]


def losses(state: Any) -> tuple[int, int]:
    """The armies that both sides have lost by the last dice, the attacker's first."""
    pairs = list(zip(*_dice(state), strict=False))
    won = sum(ours > theirs for ours, theirs in pairs)
    return len(pairs) - won, won


def _status(state: Any, rules: Any) -> str:
    if not is_over(state, rules):
        return f"round {state.rounds + 1}"
    if state.defenders == 0:
        return "over: conquered"
    return "over: held" if state.attackers == 0 else "over: the attackers retreat"


def text(state: Any, rules: Any, seat: int) -> str:
    """The armies of both sides with the dice of the last round, and how it ended."""
    lines = [f"attackers {state.attackers}", f"defenders {state.defenders}"]
    if state.dice.any():
        wide = max(map(len, lines))
        thrown = zip(lines, _dice(state), strict=True)
        lines = [f"{armies:<{wide}}  dice {dice_text(dice)}" for armies, dice in thrown]
    return "\n".join([*lines, *([_status(state, rules)] if is_over(state, rules) else [])])


def transcript(match: Any) -> str:
    """A whole battle: a line for each round, with the dice and the armies that are left."""
    state, rules = match.state, match.rules.record()
    lines = [f"{state.attackers} attackers against {state.defenders} defenders"]
    while not match.is_over:
        match.step()
        ours, theirs = map(dice_text, _dice(state))
        lines.append(
            f"round {state.rounds:<4d} {ours:<5} against {theirs:<5}  left: "
            f"{state.attackers} against {state.defenders}"
        )
    return "\n".join([*lines, _status(state, rules)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """The armies of both sides, and the dice of the last round; how it ended."""
    parts, height = _table(state, rules, 420)
    return table_picture(420, height, f"Risk battle, {_status(state, rules)}", parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """The same for somebody who plays or watches; nothing is hidden."""
    lines = [f"Risk battle, {_status(state, rules)}."]
    for name, left, dice in zip(_SIDES, _armies(state), _dice(state), strict=True):
        thrown = f", last dice {dice_text(dice)}" if dice else ""
        lines.append(f"{name}: {left}{thrown}.")
    parts, height = _table(state, rules, width)
    if not is_over(state, rules):
        what = f"Throw the dice of round {state.rounds + 1}"
        button = button_svg("throw", what, "Throw the dice", _MARGIN, height + 12)
        parts.append(hand(width, height, HIGH + 24, "Throw", [button]))
        height += HIGH + 24
    return table_picture(width, height, "\n".join(lines), parts)


def portrait() -> str:
    """A round of a battle."""
    parts = []
    for k, (x, look, left) in enumerate(((18, RED, 4), (170, BLUE, 4))):
        parts += _army((x, 12), 132, look, _SIDES[k], (left, 1, 5))
    for ours, theirs, sign, y in (6, 5, ">", 97), (3, 4, "<", 137):
        parts.append(die_svg(ours, 100, y, RED, side=34))
        parts.append(die_svg(theirs, 186, y, BLUE, side=34))
        parts.append(on_cloth(160, y + 26, sign, _SIGN))
    return portrait_of("A battle of Risk: the dice of both sides, pair by pair", parts)


def places(move: int) -> Sequence[str]:
    """The button of the only move."""
    return ("button-throw",)


_SIDES = ("attackers", "defenders")
_SIGN = 'text-anchor="middle" font-size="26" font-weight="bold"'
_SMALL = 'font-size="14"'


def _armies(state: Any) -> tuple[int, int]:
    return int(state.attackers), int(state.defenders)


def _table(state: Any, rules: Any, width: float) -> tuple[list[str], float]:
    """Both armies side by side, their dice pair by pair below; and how high that is."""
    over, half = is_over(state, rules), (width - 3 * _MARGIN) / 2
    title = _status(state, rules).capitalize() + "."
    how = f'fill="{ON_CLOTH}" font-weight="bold"'
    parts, y = paragraph(_MARGIN, 8, title, width - 2 * _MARGIN, 15, how)
    ends, most = list[float](), (int(rules.attackers), int(rules.defenders))
    armies, lost, looks = _armies(state), losses(state), (RED, BLUE)
    for k, name in enumerate(_SIDES):
        corner = _MARGIN + k * (half + _MARGIN), y + 8
        parts += _army(corner, half, looks[k], name, (armies[k], lost[k], most[k]))
        ends.append(corner[1] + _army_height(half, most[k]))
    y = max(ends) + _MARGIN
    if not state.dice.any():
        return parts + ([] if over else _waiting(y)), y + (0 if over else 24)
    return [*parts, throw_svg(int(state.rounds), _pairs(state, rules, width, y))], y + (
        MOST_DICE * (SIDE + 8) + 4
    )


def _waiting(y: float) -> list[str]:
    return [on_cloth(_MARGIN, y + 12, "No dice have been thrown yet.", _SMALL)]


def _pairs(state: Any, rules: Any, width: float, y: float) -> list[str]:
    """The dice in rows: the highest of both, the second highest; who loses an army in each."""
    is_number = max(rules.attack_sides, rules.defence_sides) > FACES
    left, gap = _MARGIN, 44.0
    parts = list[str]()
    for row, (ours, theirs) in enumerate(zip_longest(*_dice(state))):
        top = y + row * (SIDE + 8)
        if ours:
            parts.append(die_svg(ours, left, top, RED, is_number=is_number))
        if theirs:
            parts.append(die_svg(theirs, left + SIDE + gap, top, BLUE, is_number=is_number))
        if ours and theirs:
            sign, loser = (">", 1) if ours > theirs else ("=" if ours == theirs else "<", 0)
            parts.append(on_cloth(left + SIDE + gap / 2, top + 32, sign, _SIGN))
            x = left + 2 * SIDE + gap + 14
            room = width - x - _MARGIN
            who = f"{_SIDES[loser]} lose 1" if room > 150 else f"{_SIDES[loser]} −1"
            parts.append(on_cloth(x, top + 29, who, _SMALL, GLOW))
    return parts


_SOLDIER, _LINE_OF = 22.0, 26.0  # the room of a soldier, and of a row of them
_MOST_SOLDIERS = 40  # that are drawn: a larger army is a bar


def _army_height(width: float, most: int) -> float:
    in_row = int((width - 16) / _SOLDIER)
    rows = -(-most // in_row) if most <= _MOST_SOLDIERS else 1
    return 52 + rows * _LINE_OF


def _army(
    corner: tuple[float, float],
    width: float,
    look: Look,
    name: str,
    counts: tuple[int, int, int],
) -> list[str]:
    """One side with a soldier for each army, the fallen ones as outlines.

    ``counts``: armies that are left, that were lost in the last round, at the beginning.
    """
    (x, y), (armies, lost, most) = corner, counts
    parts = [
        rectangle(x, y, width, _army_height(width, most), rx=8, fill="#000", fill_opacity=0.22),
        on_cloth(x + 10, y + 34, armies, 'font-size="32" font-weight="bold"'),
        on_cloth(x + 18 + 19 * len(str(armies)), y + 33, name, 'font-size="15"'),
    ]
    if most > _MOST_SOLDIERS:
        bar = width - 20
        parts.append(rectangle(x + 10, y + 48, bar, 16, rx=4, fill="#000", fill_opacity=0.3))
        if armies:
            parts.append(rectangle(x + 10, y + 48, bar * armies / most, 16, rx=4, fill=look[0]))
        return parts
    in_row = int((width - 16) / _SOLDIER)
    for k in range(most):
        row, col = divmod(k, in_row)
        at = x + 8 + _SOLDIER * (col + 0.5), y + 46 + _LINE_OF * row
        parts.append(_soldier(*at, look[0] if k < armies else "", k < armies + lost))
    return parts


def _soldier(x: float, y: float, fill: str, is_lit: bool) -> str:
    """A man of an army, or the outline of one that has fallen, lit if that was just now."""
    path = (
        f"M{x - 7:.1f} {y + 21:.1f}c0 -6 3 -7 4 -10h6c1 3 4 4 4 10z"
        f"M{x:.1f} {y + 11:.1f}a4.6 4.6 0 1 1 .1 0z"
    )
    if fill:
        return element("path", d=path, fill=fill, stroke="#fff", stroke_width=1)
    if is_lit:
        return element("path", d=path, fill="none", stroke=GLOW, stroke_width=1.8)
    how = {"fill": "none", "stroke": ON_CLOTH, "stroke_opacity": 0.35}
    return element("path", d=path, stroke_dasharray="2 2", **how)


def format_position(state: Any, rules: Any) -> str:
    """A position as a line of text: the fields of its state that are not 0."""
    return format_fields(state)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """The state of such a text; without armies it is the first.

    Without rounds these are the fewest that cost so many armies, if the battle goes on.
    PlayoutError for a state that no battle can come to.
    """
    parse_fields(text, state)
    if state.attackers == state.defenders == 0:
        state.attackers, state.defenders = rules.attackers, rules.defenders
    most = {"attackers": int(rules.attackers), "defenders": int(rules.defenders)}
    left = {"attackers": int(state.attackers), "defenders": int(state.defenders)}
    check_fields(state, **{name: (0, armies) for name, armies in most.items()})
    per_round = min(rules.attack_dice, rules.defence_dice)
    fewest_left = rules.retreat_at + 1 - per_round
    if left["attackers"] < fewest_left:
        raise PlayoutError(
            f"attackers={left['attackers']}: they retreat at {rules.retreat_at}, and a round costs "
            f"at most {per_round}, so at least {fewest_left} must be left"
        )
    given = [name for name, armies in left.items() if armies]
    if len(given) == 1 and not state.rounds:
        (missing,) = {*left} - {*given}
        raise PlayoutError(
            f"{given[0]}={left[given[0]]}: write {missing} too, as in {given[0]}="
            f"{left[given[0]]} {missing}={most[missing]}; for a battle that is over, write rounds"
        )
    _check_rounds(state, rules, left, sum(most.values()) - sum(left.values()), per_round)
    if state.dice.any():
        _check_dice(state, rules, left)


def _check_dice(state: Any, rules: Any, left: Mapping[str, int]) -> None:
    """Raise PlayoutError for dice that the armies before the last round cannot have thrown."""
    thrown = state.dice[:MOST_DICE], state.dice[MOST_DICE:]
    allowed = (rules.attack_dice, rules.attack_sides), (rules.defence_dice, rules.defence_sides)
    sides = zip(left.items(), losses(state), thrown, allowed, strict=True)
    for (name, armies), lost, dice, (most_dice, sides_of) in sides:
        faces = [int(face) for face in dice]
        count = sum(face != 0 for face in faces)
        wanted = min(armies + lost, int(most_dice))
        falls = faces == sorted(faces, reverse=True)
        if not falls or count != wanted or not set(faces) <= set(range(sides_of + 1)):
            raise PlayoutError(
                f"dice: the {name} have {faces}, but must have {wanted} of 1 to {sides_of}, the "
                "highest first, then 0"
            )


def _check_rounds(
    state: Any, rules: Any, left: Mapping[str, int], lost: int, per_round: int
) -> None:
    """Write the fewest rounds that can have been fought, if none are given; or check those given.

    ``lost`` are the armies that both sides have lost.
    """
    fewest, last = -(-lost // per_round), int(rules.retreat_after)
    armies = f"with {left['attackers']} attackers and {left['defenders']} defenders left"
    if fewest > last:
        raise PlayoutError(
            f"{armies} at least {fewest} rounds were fought, but the attackers retreat after {last}"
        )
    if state.rounds == 0 and not is_over(state, rules):
        state.rounds = fewest
    # A round costs fewer only while one side has fewer.
    longest = min(last, fewest if min(left.values()) >= per_round else lost)
    if not fewest <= state.rounds <= longest:
        several = f"must be from {fewest} to {longest}"
        needed = several if fewest < longest else f"must be {fewest}"
        raise PlayoutError(f"rounds={state.rounds}: {armies}, {needed}")
