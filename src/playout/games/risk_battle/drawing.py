"""A battle for people: as text, and as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playout.engine.game.drawings import paragraph, picture, words
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.games.dice.drawing import SIDE, dice_text, die_svg
from playout.games.dice.throws import FACES
from playout.games.risk_battle.rules import SIDE as MOST_DICE
from playout.games.risk_battle.rules import is_over
from playout.games.risk_battle.sentences import events as events
from playout.games.risk_battle.sentences import to_do as to_do

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
    return _drawn(state, rules, f"Risk battle, {_status(state, rules)}")


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """The same for somebody who watches; it fits any page, and nothing is hidden."""
    lines = [f"Risk battle, {_status(state, rules)}."]
    armies = (state.attackers, state.defenders)
    for name, left, dice in zip(_SIDES, armies, _dice(state), strict=True):
        thrown = f", last dice {dice_text(dice)}" if dice else ""
        lines.append(f"{name}: {left}{thrown}.")
    return _drawn(state, rules, "\n".join(lines))


_SIDES = ("attackers", "defenders")


def _drawn(state: Any, rules: Any, title: str) -> str:
    parts, over = list[str](), is_over(state, rules)
    width, height = 140 + 3 * (SIDE + _MARGIN), 2 * SIDE + 3 * _MARGIN
    if over:
        room, how = width - 2 * _MARGIN, 'font-weight="bold"'
        parts, height = paragraph(_MARGIN, height, _status(state, rules), room, 15, how)
        height += _MARGIN
    is_number = max(rules.attack_sides, rules.defence_sides) > FACES
    armies = (state.attackers, state.defenders)
    sides = zip(_SIDES, armies, ("#f6d5d0", "#fffdf5"), _dice(state), strict=True)
    for row, (name, count, fill, dice) in enumerate(sides):
        y = _MARGIN + row * (SIDE + _MARGIN)
        parts.append(words(_MARGIN, y + 28, f"{name} {count}"))
        for k, face in enumerate(dice):
            x = 140 + k * (SIDE + _MARGIN)
            parts.append(die_svg(face, x, y, fill, is_number=is_number))
    return picture(width, height, title, parts)


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
