"""A picture of a reviewed game to share: 1200 x 630 pixels, as other sites preview links.

It is an SVG, with the board at the end as its game draws it; the page makes a PNG of it (share.js).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.questions.judged import quoted
from playout.questions.review.side import Side, round_cost
from playout.report import figures
from playout.web.curve import course, curve_name
from playout.web.fragments import DRAWING

if TYPE_CHECKING:
    from playout.report.picture import Picture

WIDE, HIGH, DOTS = 12.0, 6.3, 100  # inches, and pixels in each
PAPER, INK, FAINT, MARK = "#ffffff", "#1d2429", "#59636b", "#b84700"
SIZES = (23, 20, 17)  # points of the sentence, the largest that fits
EDGE, MOST_LINES = 0.5, 5  # inches beside everything, lines of the sentence
TOLD = 6.4  # inches that words and curve are broad; the board is beside them


def share_picture(side: Side, boards: Sequence[str]) -> str:
    """The picture, with the one of the boards that is the largest in it."""
    from matplotlib.ticker import MaxNLocator

    told = side if side.name else replace(side, name="I")
    asked = side.asked
    with DRAWING:
        figure = figures.empty(HIGH, WIDE)
        figure.set_layout_engine("none")
        figure.set_facecolor(PAPER)
        top = HIGH - EDGE
        top = _line(figure, asked.game.title, top, 20, FAINT)
        size, lines = _fitted(told.sentence())
        for line in lines:
            top = _line(figure, line, top, size, INK, bold=True)
        worst = next(iter(side.mistakes and side.costliest(1)), None)
        if worst is not None:
            made, best = (quoted(worst.name(k)) for k in (worst.decision.made, worst.best))
            cost = f"1: the costliest move, {made}. Better by about {round_cost(worst)}: {best}."
            size, lines = _fitted(cost, (16, 14, 12), 3)
            for line in lines:
                top = _line(figure, line, top, size, MARK)
        axes = figure.add_axes(
            (0.1, 0.15, TOLD / WIDE - 0.06, max(0.2, (top - 0.55) / HIGH - 0.15))
        )
        axes.set_facecolor(PAPER)
        scale, colour = asked.unit.scale, figures.COLOURS[0]
        turns, low, high, values = zip(*course(side), strict=True)
        ends = scale * np.array(low), scale * np.array(high)
        axes.fill_between(turns, *ends, color=colour, alpha=0.18, linewidth=0)
        axes.plot(turns, scale * np.array(values), color=colour, linewidth=3)
        axes.plot(turns[-1:], [scale * values[-1]], "o", color=colour, markersize=11, clip_on=False)
        if worst is not None:
            number = worst.decision.number
            value = next(value for turn, value, one in side.points() if one is worst)
            dot: dict[str, Any] = {"color": MARK, "markersize": 22, "clip_on": False, "zorder": 5}
            axes.plot([number], [scale * value.estimate], "o", **dot)
            how: dict[str, Any] = {"ha": "center", "va": "center", "color": PAPER, "zorder": 6}
            axes.text(number, scale * value.estimate, "1", fontsize=14, fontweight="bold", **how)
        axes.set_xlim(0, max(1, len(asked.moves)))
        if asked.measure.is_rate:
            axes.set_ylim(-2, 102)
            axes.set_yticks([0, 50, 100], ["0 %", "50 %", "100 %"])
        figures.tidy(axes)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.tick_params(labelsize=15, colors=FAINT)
        axes.set_title(curve_name(told), loc="left", fontsize=15, color=FAINT)
        foot = 0.32 / HIGH
        worlds = f"{asked.simulated(min(one.games for one in side.found.counted))} per decision"
        worlds = worlds if asked.exact is None else "exact values"
        note = f"moves made; judged by the strategy {told.judge}, {worlds}"
        figure.text(EDGE / WIDE, foot, note, fontsize=13, color=FAINT)
        name: dict[str, Any] = {"fontsize": 20, "color": colour, "fontweight": "bold"}
        figure.text(1 - EDGE / WIDE, foot, "playout", ha="right", **name)
        return _with_board(figures.svg(figure), boards)


def _with_board(svg: str, boards: Sequence[str]) -> str:
    """The picture in pixels, with the board beside the words."""
    size = f'width="{DOTS * WIDE:g}" height="{DOTS * HIGH:g}"'
    svg = re.sub(r'width="[0-9.]+pt" height="[0-9.]+pt"', size, svg, count=1)
    wide, high = WIDE - TOLD - 2.6 * EDGE, HIGH - 2.5 * EDGE
    box = {"x": WIDE - EDGE - wide, "y": EDGE, "width": wide, "height": high}
    where = " ".join(f'{name}="{72 * value:g}"' for name, value in box.items())

    def scale(board: str) -> float:
        size = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', board)
        return 0.0 if size is None else min(wide / float(size[1]), high / float(size[2]))

    start, rest = max(boards, key=scale).split(">", 1)
    start = re.sub(r' (width|height)="[^"]*"', "", start).replace("<svg", f"<svg {where}")
    return svg.replace("</svg>", f"{start}>{rest}</svg>")


def _line(
    figure: Picture, text: str, top: float, size: int, colour: str, bold: bool = False
) -> float:
    """Write a line from this height down; returns where it ends, in inches."""
    how: dict[str, Any] = {
        "fontsize": size,
        "color": colour,
        "fontweight": "bold" if bold else "normal",
    }
    figure.text(EDGE / WIDE, top / HIGH, text, va="top", **how)
    return top - 1.4 * size / 72


def _fitted(
    text: str, sizes: Sequence[int] = SIZES, most: int = MOST_LINES
) -> tuple[int, list[str]]:
    """The largest letters in which a text takes few lines, and the lines."""
    for size in sizes:
        lines = figures.wrapped(text, TOLD / figures.FITTED, size, bold=True)
        if len(lines) <= most:
            break
    return size, lines
