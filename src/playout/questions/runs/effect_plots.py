"""Effects as a picture: a line each, with its interval, about the line of no effect."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from playout.questions.runs.effect_words import Words
from playout.report import figures
from playout.report.figures import COLOURS, WIDTH
from playout.stats.effects import Effect

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 60  # lines in one picture
LINE = 0.24  # inches
LETTERS = 52  # of a label in one line; more are broken
KINDS = {"main": ("o", 0), "step": ("^", 5), "interaction": ("s", 1)}  # mark and colour of each


def plot(found: Sequence[Effect], words: Words) -> Figure:
    """The figure: main effects, steps, interactions, from top to bottom.

    Of more than can be read, the main effects and the clearest others.
    """
    shown = _clearest(found)
    labels = [_label(effect, words) for effect in shown]
    lines = np.array([1 + label.count("\n") for label in labels])
    heights = np.cumsum(lines) - lines / 2
    figure = figures.empty(1.2 + LINE * float(lines.sum()), WIDTH + 1.4)
    axes = figure.add_subplot()
    scale = 100.0 if words.rate else 1.0
    for kind, (mark, colour) in KINDS.items():
        members = [k for k, effect in enumerate(shown) if effect.kind == kind]
        if members:
            x, low, high = scale * np.array([shown[k].interval for k in members]).T
            # Too few games have no interval: its ends are infinite, and are left out.
            reach = np.where(np.isfinite([low, high]), [x - low, high - x], np.nan)
            axes.errorbar(
                x,
                heights[members],
                xerr=reach,
                color=COLOURS[colour],
                marker=mark,
                markersize=5,
                linestyle="none",
                capsize=3,
                label=kind,
            )
    axes.axvline(0.0, color="#888", linewidth=0.9, zorder=0)
    axes.set_yticks(heights, labels, fontsize=8)
    axes.set_ylim(lines.sum() + 0.2, -0.2)
    figures.tidy(axes, grid="x", open_sides=("top", "right", "left"))
    axes.tick_params(axis="y", length=0)
    left = len(found) - len(shown)
    more = f"; {left} less clear ones left out" if left else ""
    axes.set_xlabel(f"effect on {words.name}" + (" (points)" if words.rate else "") + more)
    if len({effect.kind for effect in shown}) > 1:
        figure.legend(loc="outside upper right", ncols=3, frameon=False, fontsize=8)
    return figure


def _clearest(found: Sequence[Effect]) -> list[Effect]:
    """At most so many as can be read, in their order; those whose p is smallest."""

    def order(k: int) -> tuple[bool, float, float]:
        error = found[k].interval.high - found[k].interval.estimate
        size = abs(found[k].interval.estimate)
        ratio = size / error if error > 0 and math.isfinite(error) else size
        return found[k].kind != "main", -ratio, k

    kept = sorted(sorted(range(len(found)), key=order)[:MOST_ROWS])
    return [found[k] for k in kept]


def _label(effect: Effect, words: Words) -> str:
    """What a line is about; in several lines if it is long."""
    from textwrap import wrap

    text = words.change(effect.first)
    if effect.second is not None:
        text += f" \N{MULTIPLICATION SIGN} {words.change(effect.second)}"
    return "\n".join(wrap(text, LETTERS))
