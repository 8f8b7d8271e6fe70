"""A tournament as a picture: win shares with intervals, and who came before whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from playout.questions.tournament.ladders import Climb
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import COLOURS, INK, PAGE, TEXT
from playout.report.words import short
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

ROW = 0.28  # inches from strategy to strategy
CELL = 0.27  # inches; narrower cells of the cross table have no numbers
BOLD = "\nbold: very likely not 50 %"
BESIDE = 14  # strategies; of more, the cross table stands below, not beside


def draw(
    title: str,
    note: str,
    names: Sequence[str],
    wins: Sequence[Interval],
    ahead: npt.NDArray[np.float64],
    clear: npt.NDArray[np.bool_],
    equal: float,
    width: float = PAGE,
) -> Picture:
    """The strategies, the best first: shares of wins, and ``ahead[one, other]``, in per cent.

    ``clear[one, other]``: whether it is clear who of two is better.
    """
    n = len(names)
    below = figures.is_narrow(width) or n > BESIDE
    high = 0.9 + ROW * n
    figure = figures.empty(2 * high + 0.1 if below else high, width, title, note)
    shares, cross = figure.subplots(*((2, 1) if below else (1, 2)))
    numbered = [f"{name}  {k}" for k, name in enumerate(names, 1)]
    _draw_shares(shares, numbered, wins, equal)
    _draw_cross(cross, ahead, clear, (width - 1.5) / n / (1 if below else 2.3) >= CELL)
    cross.set_yticks(np.arange(n), numbered if below else [str(k) for k in range(1, n + 1)])
    return figure


def draw_ladder(climb: Climb, rungs: Sequence[Interval], width: float = PAGE) -> Picture:
    """The ratings of a strategy by the values of its parameter."""
    ladder = climb.ladder
    title = f"Rating by {ladder.option}"
    figure = figures.empty(2.6, width, title, f"{100 * LEVEL:g} % intervals")
    axes = figure.subplots()
    estimates = np.array([one.estimate for one in rungs])
    ends = np.array([[one.low, one.high] for one in rungs])
    seen = np.where(np.isfinite(ends), ends, estimates[:, None])
    reach = np.abs(seen - estimates[:, None]).T
    axes.errorbar(ladder.values, estimates, yerr=reach, fmt="o-", color=COLOURS[0], capsize=3)
    axes.set_xscale("log", base=2)
    axes.set_xticks(ladder.values, [short(value) for value in ladder.values])
    axes.minorticks_off()
    axes.set_xlabel(f"{ladder.parameter} (equal distances: doublings)")
    axes.set_ylabel("rating (Elo)")
    figures.tidy(axes)
    return figure


def draw_partners(
    title: str,
    note: str,
    names: Sequence[str],
    means: Sequence[Interval],
    own: Sequence[Interval],
    together: npt.NDArray[np.float64],
    label: str,
    width: float = PAGE,
) -> Picture:
    """Strategies as partners, the best first, and what two reach: ``together[one, other]``."""
    n = len(names)
    below = figures.is_narrow(width) or n > BESIDE
    high = 1.2 + ROW * n
    figure = figures.empty(2 * high + 0.1 if below else high, width, title, note)
    left, cross = figure.subplots(*((2, 1) if below else (1, 2)))
    places = np.arange(n)
    for each, shift, sign, what in (
        (means, -0.12, "o", "all partners"),
        (own, 0.12, "s", "its own kind"),
    ):
        estimates = np.array([one.estimate for one in each])
        reach = np.array([[one.estimate - one.low, one.high - one.estimate] for one in each]).T
        left.errorbar(
            estimates, places + shift, xerr=reach, fmt=sign, markersize=4,
            color=COLOURS[int(shift > 0)], capsize=3, label=what,
        )  # fmt: skip
    left.set_yticks(places, [f"{name}  {k}" for k, name in enumerate(names, 1)])
    left.set_ylim(n - 0.5, -0.5)
    left.set_xlabel(label)
    left.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False)
    figures.tidy(left, "x", ("top", "right", "left"))
    left.tick_params(axis="y", length=0)
    _draw_together(cross, together, label, (width - 1.5) / n / (1 if below else 2.3) >= CELL)
    cross.set_yticks(places, [f"{name}  {k}" for k, name in enumerate(names, 1)] if below else
                     [str(k) for k in range(1, n + 1)])  # fmt: skip
    return figure


def _draw_together(
    axes: Axes, together: npt.NDArray[np.float64], label: str, numbered: bool
) -> None:
    n, (least, most) = len(together), (np.nanmin(together), np.nanmax(together))
    axes.imshow(together, cmap="Blues", vmin=least, vmax=most, aspect="auto")
    if numbered:
        for a, b in zip(*np.nonzero(np.isfinite(together)), strict=True):
            ink = "white" if together[a, b] > least + 0.6 * (most - least) else "#222"
            text = short(together[a, b])
            axes.text(b, a, text, ha="center", va="center", color=ink, fontsize=TEXT)
    axes.set_xticks(np.arange(n), [str(k) for k in range(1, n + 1)])
    axes.xaxis.tick_top()
    axes.set_xlabel(f"row and column together: {label}")
    figures.tidy(axes, "", ("top", "right", "left", "bottom"))
    axes.tick_params(length=0)


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


def _draw_cross(
    axes: Axes, ahead: npt.NDArray[np.float64], clear: npt.NDArray[np.bool_], numbered: bool
) -> None:
    n = len(ahead)
    axes.imshow(ahead, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
    if numbered:
        for a, b in zip(*np.nonzero(np.isfinite(ahead)), strict=True):
            ink = "white" if abs(ahead[a, b] - 50) > 30 else "#222"
            text = f"{ahead[a, b]:.0f}"
            weight = "bold" if clear[a, b] else "normal"
            axes.text(b, a, text, ha="center", va="center", color=ink, fontsize=TEXT, weight=weight)
    axes.set_xticks(np.arange(n), [str(k) for k in range(1, n + 1)])
    axes.xaxis.tick_top()
    axes.set_xlabel(
        f"the row finishes ahead of the column (%){BOLD * (numbered and bool(clear.any()))}"
    )
    figures.tidy(axes, "", ("top", "right", "left", "bottom"))
    axes.tick_params(length=0)
