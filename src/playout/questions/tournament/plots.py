"""A tournament as a picture: win shares with intervals, and who came before whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from playout.report import figures
from playout.report.figures import COLOURS, INK, PAGE, TEXT
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

ROW = 0.28  # inches from strategy to strategy
CELL = 0.27  # inches; narrower cells of the cross table have no numbers
BESIDE = 14  # strategies; of more, the cross table stands below, not beside


def draw(
    title: str,
    note: str,
    names: Sequence[str],
    wins: Sequence[Interval],
    ahead: npt.NDArray[np.float64],
    equal: float,
    width: float = PAGE,
) -> Picture:
    """The strategies, the best first: shares of wins, and ``ahead[one, other]``, in per cent."""
    n = len(names)
    below = figures.is_narrow(width) or n > BESIDE
    high = 0.9 + ROW * n
    figure = figures.empty(2 * high + 0.1 if below else high, width, title, note)
    shares, cross = figure.subplots(*((2, 1) if below else (1, 2)))
    numbered = [f"{name}  {k}" for k, name in enumerate(names, 1)]
    _draw_shares(shares, numbered, wins, equal)
    _draw_cross(cross, ahead, (width - 1.5) / n / (1 if below else 2.3) >= CELL)
    cross.set_yticks(np.arange(n), numbered if below else [str(k) for k in range(1, n + 1)])
    return figure


def _draw_shares(axes: Axes, names: Sequence[str], wins: Sequence[Interval], equal: float) -> None:
    estimates = 100 * np.array([one.estimate for one in wins])
    reach = 100 * np.array([[w.estimate - w.low, w.high - w.estimate] for w in wins]).T
    axes.axvline(equal, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    places = np.arange(len(wins))
    axes.errorbar(estimates, places, xerr=reach, fmt="o", color=COLOURS[0], capsize=3)
    axes.set_yticks(places, names)
    axes.set_ylim(len(wins) - 0.5, -0.5)
    axes.set_xlabel(f"win (%); dashed: equal players, {equal:.4g} %")
    axes.set_xlim(left=0)
    figures.tidy(axes, "x", ("top", "right", "left"))
    axes.tick_params(axis="y", length=0)


def _draw_cross(axes: Axes, ahead: npt.NDArray[np.float64], numbered: bool) -> None:
    n = len(ahead)
    axes.imshow(ahead, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
    if numbered:
        for a, b in zip(*np.nonzero(np.isfinite(ahead)), strict=True):
            ink = "white" if abs(ahead[a, b] - 50) > 30 else "#222"
            text = f"{ahead[a, b]:.0f}"
            axes.text(b, a, text, ha="center", va="center", color=ink, fontsize=TEXT)
    axes.set_xticks(np.arange(n), [str(k) for k in range(1, n + 1)])
    axes.xaxis.tick_top()
    axes.set_xlabel("the row finishes ahead of the column (% of games)")
    figures.tidy(axes, "", ("top", "right", "left", "bottom"))
    axes.tick_params(length=0)
