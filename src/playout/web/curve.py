"""The curve of a game, for people: the chance after each move, with the costly decisions on it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from playout.engine.game.drawings import element, words
from playout.questions.review.found import Judged
from playout.questions.review.side import Side, cost_in_words
from playout.report.words import capitalised, head, several, short
from playout.stats.intervals import Interval
from playout.web.store.tables import NARROW

HIGH, LOW = 300, 240  # pixels of a picture: at a desk, on a phone
LEFT, RIGHT, TOP, BOTTOM = 52.0, 26.0, 30.0, 50.0
DOT = 12.0  # the radius of a decision that is marked
MOST_TICKS = 8


def curve(
    side: Side,
    marked: Sequence[Judged],
    width: float,
    swings: Sequence[tuple[str, int, str]] = (),
) -> str:
    """The value before each decision as a line, with its interval as a band, and the result.

    The decisions ``marked`` are links to what the page says about them, numbered from 1.  Each of
    the ``swings`` is a letter, a point of the line, and what happened before it.
    """
    points, height = side.points(), LOW if width <= NARROW else HIGH
    if not points:
        return ""
    scale = _Scale(side, points, width, height)
    every = course(side)
    line = [(scale.x(turn), scale.y(value)) for turn, _, _, value in every]
    band = [(scale.x(turn), scale.y(high)) for turn, _, high, _ in every]
    band += [(scale.x(turn), scale.y(low)) for turn, low, _, _ in reversed(every)]
    title = f"{curve_name(side)} through the game, and how it ended"
    drawn = [
        *scale.grid(),
        element("polygon", points=_path(band), **{"class": "band"}),
        element("polyline", points=_path(line), **{"class": "line"}),
        element("circle", cx=line[-1][0], cy=line[-1][1], r=5, **{"class": "end"}),
        *_own(side, scale),
        *(_lettered(letter, line[k - 1 : k + 1], told) for letter, k, told in swings),
        *_marks(marked, line, [one for _, _, one in points]),
    ]
    parts = "".join(drawn)
    return (
        f'<svg class="curve" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="group" aria-label="{escape(title)}">{parts}</svg>'
    )


def course(side: Side) -> list[tuple[int, float, float, float]]:
    """The points of the curve, and the end: moves made, both ends of the interval, the value."""
    end = side.result
    return [
        *((turn, value.low, value.high, value.estimate) for turn, value, _ in side.points()),
        (len(side.asked.moves), end, end, end),
    ]


def curve_name(side: Side) -> str:
    """``Your winning chance``."""
    measure = side.asked.measure
    name = "winning chance" if measure.name == "win" else head(measure.name)
    name = f"chance of '{name}'" if measure.is_rate and measure.name != "win" else name
    return capitalised(f"{side.whose} {name if measure.is_rate else f'expected {name}'}")


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


class _Scale:
    """Where values and moves are in the picture."""

    def __init__(
        self,
        side: Side,
        points: Sequence[tuple[int, Interval, Judged | None]],
        width: float,
        height: float,
    ) -> None:
        self.side, self.width, self.height = side, width, height
        self.moves = max(1, len(side.asked.moves))
        self.low, self.high = 0.0, 1.0
        if not side.asked.measure.is_rate:
            low, top = side.asked.ends
            values = [value.estimate for _, value, _ in points] + [side.result]
            least, most = min(values), max(values)
            room = max(most - least, 1e-9 + 0.05 * abs(most), 1e-3)
            self.low, self.high = max(low, least - room / 2), min(top, most + room / 2)

    def x(self, moves: float) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * moves / self.moves

    def y(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.height - BOTTOM - (self.height - TOP - BOTTOM) * share

    def grid(self) -> list[str]:
        """Lines and numbers for values and moves."""
        rate = self.side.asked.measure.is_rate
        drawn = [words(4, 18, curve_name(self.side), 'class="name"')]
        for value in _ticks(self.low, self.high, 4) if not rate else (0.0, 0.5, 1.0):
            y, text = self.y(value), f"{100 * value:g} %" if rate else short(value, 6)
            drawn.append(
                element("path", d=f"M{LEFT:g} {y:.1f}H{self.width - RIGHT:g}", **{"class": "grid"})
            )
            drawn.append(words(LEFT - 6, y + 4, text, 'text-anchor="end"'))
        foot, most = self.height - 20, MOST_TICKS if self.width > NARROW else 5
        drawn += [
            words(self.x(moves), foot, f"{moves:g}", 'text-anchor="middle"')
            for moves in _ticks(0, self.moves, most)
        ]
        middle = (LEFT + self.width - RIGHT) / 2
        text = (
            "moves made"
            if self.width <= NARROW
            else "moves made; the marks: " + (f"{self.side.whose} decisions")
        )
        return [*drawn, words(middle, self.height - 3, text, 'text-anchor="middle" class="name"')]


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, at most about so many."""
    step, k = 1.0, 0
    wide = max(high - low, 1e-9)
    while step * most * 10 < wide:
        step *= 10
    while step > wide:
        step /= 10
    while wide / step > most:
        step *= (2, 2.5, 2)[k % 3]
        k += 1
    first = -(-low // step)
    return [round((first + j) * step, 9) for j in range(int((high - first * step) // step) + 1)]


def _own(side: Side, scale: _Scale) -> list[str]:
    """A small mark below the curve for each decision of the side."""
    y = scale.height - BOTTOM + 4
    marks = "".join(f"M{scale.x(one.decision.number):.1f} {y:g}v7" for one in side.judged)
    return [element("path", d=marks, **{"class": "own"})]


def _lettered(letter: str, step: Sequence[tuple[float, float]], told: str) -> str:
    """A part of the line that rises or falls much, with a letter beside it."""
    (a, b), (c, d) = step
    right = max(a, c) + (10 if a != c else 12)
    where = f'x="{right:.1f}" y="{(b + d) / 2 + 4:.1f}"'
    kind, title = "rise" if d < b else "fall", escape(f"{letter}: {told}")
    return (
        f'<g class="swing {kind}"><title>{title}</title>'
        f'<path d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"/><text {where}>{letter}</text></g>'
    )


def _marks(
    marked: Sequence[Judged],
    line: Sequence[tuple[float, float]],
    decisions: Sequence[Judged | None],
) -> list[str]:
    """The marked decisions on the curve: numbers that can be touched, none above another."""
    taken: list[tuple[float, float]] = []
    drawn = []
    for number, one in enumerate(marked, 1):
        x, y = line[decisions.index(one)]
        at = y
        while any(abs(x - a) < 2 * DOT and abs(at - b) < 2 * DOT for a, b in taken):
            at -= DOT / 2
        if at < DOT:
            at = y
            while any(abs(x - a) < 2 * DOT and abs(at - b) < 2 * DOT for a, b in taken):
                at += DOT / 2
        taken.append((x, at))
        drawn.append(
            f'<a href="#turn-{one.decision.number}" class="mark'
            f'{"" if one.is_mistake else " unsure"}">'
            f"<title>{escape(_told(one, number))}</title>"
            f'<circle cx="{x:.1f}" cy="{at:.1f}" r="22" class="reach"/>'
            f'<circle cx="{x:.1f}" cy="{at:.1f}" r="{DOT:g}"/>'
            f'<text x="{x:.1f}" y="{at + 4.5:.1f}" text-anchor="middle">{number}</text></a>'
        )
    return drawn


def _told(one: Judged, number: int) -> str:
    cost = "cost" if one.is_mistake else "may have cost"
    when, move = several(one.decision.number, "move"), one.name(one.decision.made)
    return f"{number}: after {when}, {move} {cost} {cost_in_words(one)}"
