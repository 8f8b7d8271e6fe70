"""Estimates of what is told in words: a row for each, with a bar or a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from playout.questions.runs.plots import words as plot_words
from playout.questions.runs.plots.series import Drawn
from playout.report.bars import Bar, Group, draw_rows
from playout.report.figures import COLOURS, HATCHES, MARKS, breadth, is_narrow
from playout.report.words import half_width, number

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_BEHIND = 4  # lines of which each is named behind its first bar
WIDEST_BEHIND = 0.22  # of the figure: what such a name may have


def draw(drawn: Drawn, width: float, points: bool = False) -> Picture:
    """The figure, so many inches wide: groups in the order of x, bars in that of the lines."""
    labels = list(drawn.series)
    members = [
        [(label, row) for label, row in _rows(drawn) if drawn.place(row) == place]
        for place in drawn.places
    ]
    behind = _named_behind(drawn, [[label for label, _ in one] for one in members], width)
    reach = max((half_width(drawn.interval(row)) for _, row in _rows(drawn)), default=math.inf)
    groups = []
    for k, (place, one) in enumerate(zip(drawn.places, members, strict=True)):
        name = drawn.names.factor(drawn.x, place)
        bars = []
        for at, (label, row) in enumerate(one):
            # The name of a group stands beside its one bar, or the middle one of several.
            if behind or len(one) == 1:
                left = name if at == (len(one) - 1) // 2 else ""
            else:
                left = _member(drawn, label, row)
            after = label if behind and k == 0 else ""
            bars.append(_bar(drawn, row, left, labels.index(label), after, reach))
        alone = behind or len(one) == 1 or _are_members(drawn)
        groups.append(Group("" if alone else name, bars))
    note = plot_words.note(drawn.found, drawn.measure, drawn.names, drawn.shown)
    if drawn.measure.kind == "share":
        note += "; dashed: an equal share"
    title = plot_words.title(drawn.found, drawn.measure, drawn.shown)
    axis = plot_words.axis(drawn.measure)
    zero = not points or drawn.measure.is_rate
    return draw_rows(groups, title, note, axis, width, points=points, zero=zero)


def _rows(drawn: Drawn) -> list[tuple[str, int]]:
    """All rows with the labels of their lines, in the order of the rows."""
    every = [(row, label) for label, rows in drawn.series.items() for row in rows]
    return [(label, row) for row, label in sorted(every)]


def _named_behind(drawn: Drawn, labels: list[list[str]], width: float) -> bool:
    """Whether lines are named once, behind the bars of the first group: all groups have them."""
    return (
        1 < len(drawn.series) <= MOST_BEHIND
        and not _are_members(drawn)
        and all(one == labels[0] for one in labels)
        and not is_narrow(width)
        and max(map(breadth, labels[0])) < WIDEST_BEHIND * width
    )


def _are_members(drawn: Drawn) -> bool:
    """Whether the bars of a group are the strategies of a line-up, which need no other name."""
    return drawn.x == "seats" and drawn.telling == ("strategy",)


def _member(drawn: Drawn, label: str, row: int) -> str:
    """What a bar is called in its group: of a line-up, whose share it is."""
    if not _are_members(drawn):
        return label
    one = drawn.found.rows[row]
    number = sum(player.reference == one.factors["strategy"] for player in one.players)
    return label if number == 1 else f"each of {number} {label}"


def _bar(drawn: Drawn, row: int, left: str, k: int, behind: str, reach: float) -> Bar:
    """The bar of a row in the look of line k; its number has the digits that all can have."""
    interval = drawn.interval(row)
    due = drawn.equal(row)
    return Bar(
        left,
        interval,
        number(interval.estimate, reach),
        COLOURS[k % len(COLOURS)],
        behind,
        None if math.isnan(due) else due,
        HATCHES[k // len(COLOURS) % len(HATCHES)],
        MARKS[k % len(MARKS)],
    )
