"""The names of the lines of a figure, where the lines end, or else in a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.report.figures import PAD, TEXT, breadth, grow, is_narrow, mixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

WIDEST = 0.33  # of the figure: what labels beside the axes may have
WIDEST_NARROW = 0.25
LABEL_GAP = 1.2  # from label to label, in sizes of their letters
AWAY = 10.0  # points between the axes and their labels
HANDLE = 0.6  # inches of a legend that are no words


@dataclass(frozen=True)
class End:
    """The right end of a line, and its name."""

    x: float
    y: float
    text: str
    colour: str


def label_ends(figure: Picture, axes: Axes, ends: Sequence[End]) -> bool:
    """Name each line at the right of the axes; False, and nothing is drawn, if that cannot work.

    It cannot if the names are too wide, too many, or lines end far from the right.  Call it when
    all else is drawn.
    """
    if not ends:
        return True
    figure.draw_without_rendering()
    points = axes.transAxes.inverted().transform(
        axes.transData.transform([(end.x, end.y) for end in ends])
    )
    width = float(figure.get_size_inches()[0])
    most = WIDEST_NARROW if is_narrow(width) else WIDEST
    gap = LABEL_GAP * TEXT / 72 * figure.dpi / axes.bbox.height
    if (
        max(breadth(end.text) for end in ends) > most * width
        or gap * (len(ends) - 1) > 1
        or points[:, 0].min() < 0.85 * points[:, 0].max()
    ):
        return False
    from matplotlib.transforms import ScaledTranslation

    away = ScaledTranslation(AWAY / 72, 0, figure.dpi_scale_trans)
    for end, place in zip(ends, apart(points[:, 1].tolist(), gap), strict=True):
        axes.annotate(
            end.text,
            (end.x, end.y),
            (1.0, place),
            textcoords=axes.transAxes + away,
            va="center",
            fontsize=TEXT,
            color=mixed(end.colour),
            arrowprops={
                "arrowstyle": "-",
                "color": end.colour,
                "linewidth": 0.7,
                "alpha": 0.6,
                "relpos": (0.0, 0.5),
                "shrinkA": 0,
                "shrinkB": 4,
            },
        )
    return True


def apart(wanted: Sequence[float], gap: float) -> list[float]:
    """Places as near as can be to those that are wanted, ``gap`` or more from each other, in 0..1.

    The squares of all moves together are the least that is possible: neighbours that are too near
    move together, as pools of a regression that must not fall (R. E. Barlow and others,
    "Statistical inference under order restrictions", 1972).
    """
    order = np.argsort(wanted, kind="stable")
    pools: list[tuple[float, int]] = []  # mean and number
    for rank, k in enumerate(order):
        mean, number = wanted[k] - rank * gap, 1
        while pools and pools[-1][0] >= mean:
            other, count = pools.pop()
            mean = (mean * number + other * count) / (number + count)
            number += count
        pools.append((mean, number))
    free = np.repeat([mean for mean, _ in pools], [number for _, number in pools])
    last = max(0.0, 1.0 - (len(wanted) - 1) * gap)
    placed = np.empty(len(wanted))
    placed[order] = np.clip(free, 0.0, last) + gap * np.arange(len(wanted))
    return [float(place) for place in placed]


def legend(figure: Picture, axes: Axes, marks: Sequence[Any] = ()) -> None:
    """Name the lines of the axes, or the ``marks``, below the title, unless there is only one.

    It has as many columns as the width has room for, and the figure grows by its height.
    """
    handles, names = axes.get_legend_handles_labels()
    if marks:
        handles, names = [*marks], [str(mark.get_label()) for mark in marks]
    if len(names) < 2:
        return
    width = float(figure.get_size_inches()[0])
    columns = int((width - 2 * PAD) // (HANDLE + max(map(breadth, names))))
    columns = min(len(names), max(1, columns))
    box = figure.legend(
        handles, names, frameon=False, fontsize=TEXT, ncols=columns, loc="upper left"
    )
    box.set_in_layout(False)
    top = grow(figure, box.get_window_extent().height / figure.dpi)
    box.set_bbox_to_anchor((0.0, top), transform=figure.transFigure)
