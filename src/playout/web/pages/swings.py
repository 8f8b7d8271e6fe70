"""The largest rises and falls of a reviewed game, and what happened there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from playout.engine.game.drawings import ONLOOKER
from playout.engine.match.match import Match
from playout.questions.review.found import Judged
from playout.questions.review.side import Side, noun
from playout.report.words import capitalised, half_width
from playout.web.curve import course
from playout.web.pages.lately import deeds_of, joined

MOST = 3  # that are marked
LEAST = 0.05  # of a chance, or of what the value of another measure covered in this game
LETTERS = "ABC"


@dataclass(frozen=True)
class Swing:
    """A large change of the value from one point of the curve to the next."""

    letter: str
    place: int  # of the point on the curve after it
    begin: int  # moves made before
    end: int  # and after
    change: float  # as the side sees it, above 0 if it rose
    by_moves: float  # the part of it that the move made


def swings_of(side: Side, marked: Sequence[Judged]) -> list[Swing]:
    """The largest changes that no marked decision explains, in the order of the game."""
    points, line = side.points(), course(side)
    if not points:
        return []
    values = [value for _, _, _, value in line]
    least = LEAST if side.asked.measure.is_rate else LEAST * (max(values) - min(values))
    numbers = {one.decision.number for one in marked}
    gains = {one.decision.number: one for one in side.found.judged}
    found = []
    for k in range(len(line) - 1):
        begin, end = line[k][0], line[k + 1][0]
        change = values[k + 1] - values[k]
        sure = [half_width(value) for _, value, _ in points[k : k + 2]]
        is_start = k == 0 and points[0][2] is None and begin == 0 and end == 0
        if abs(change) <= max(least, *sure) or (begin in numbers and not is_start):
            continue
        one = None if is_start else gains.get(begin)
        seat = None if side.story is None else side.story.seat
        is_known = one is not None and (seat in (None, one.seat) or not side.asked.hides)
        gain = one.gain_of(seat).mean if one is not None and is_known else 0.0
        sign = -1 if side.is_turned else 1
        found.append(Swing("", k + 1, begin, end, change, sign * gain))
    found.sort(key=lambda one: -abs(one.change))
    chosen = sorted(found[:MOST], key=lambda one: one.place)
    return [replace(one, letter=letter) for letter, one in zip(LETTERS, chosen, strict=False)]


def told_swing(side: Side, swing: Swing, match: Match, names: Sequence[str]) -> str:
    """What happened, and why it changed so much: ``Careful laid 15 on pile 2: ...``.

    ``match`` stands where the swing ended.
    """
    unit = side.asked.unit
    number = swing.end - swing.begin
    deeds = list(deeds_of(match, number, ONLOOKER)) if number else []
    done = " ".join(
        f"{capitalised(names[who])} {joined([deed for _, deed in some])}."
        for who, some in groupby(deeds, key=lambda one: one[0])
    )
    size = f"{abs(unit.scale * swing.change):.0f}"
    size += " points" if side.asked.measure.is_rate else noun(side.asked.measure, size)
    rose = "Up" if swing.change > 0 else "Down"
    luck = swing.change - swing.by_moves
    if abs(luck) >= 0.8 * abs(swing.change):
        why = "luck"
    elif abs(luck) <= 0.2 * abs(swing.change):
        why = "by the move"
    else:
        why = f"{unit.scale * swing.by_moves:+.0f} by the move, {unit.scale * luck:+.0f} by luck"
    return f"{done or 'Before the first decision.'} {rose} about {size}: {why}."
