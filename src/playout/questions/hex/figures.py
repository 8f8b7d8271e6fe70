"""Boards of Hex as matplotlib figures and in the terminal; their SVG is the game's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from playout.games.hex.board import FREE, Stones
from playout.games.hex.gale import owner
from playout.games.hex.notation import SIGNS, column_name
from playout.games.hex.picture import (
    LINE,
    PAPER,
    PLAYER_COLOURS,
    PLAYER_INKS,
    Layout,
    heat_colour,
    heat_ink,
)
from playout.report import figures
from playout.report.figures import COLOURS, DASHES, WIDTH
from playout.stats.slopes import Slope

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.text import Text

_VALUES = 15  # columns; the cells of broader boards are too small for numbers
_CHARACTERS = 120  # in a line of a terminal
_LONG = {"#000": "#000000", "#fff": "#ffffff", "#222": "#222222"}  # as rich wants colours
_LABELS = 30  # rows or columns; larger boards get no names of rows and columns
_INK, _EDGE, _FAINT, _BLACK = "#333", "#222", "#888", COLOURS[6]


def board_figure(
    stones: Stones,
    *,
    heat: npt.NDArray[np.float64] | None = None,
    numbers: Mapping[int, int] | None = None,
    title: str = "",
) -> Figure:
    """A position int8[rows, cols]; ``heat`` and ``numbers`` as for `drawing.board_svg`."""
    rows, cols = stones.shape
    plan = Layout(rows, cols, 1.0)
    most = float(np.nanmax(heat)) if heat is not None and (heat > 0).any() else 1.0
    height = max(2.2, WIDTH * (1.5 * rows + 3) / (plan.width * (cols + rows / 2) + 3) + 0.6)
    figure = figures.empty(height)
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(title)
    _draw_cells(axes, plan, heat, most)
    _draw_sides(axes, plan)
    _draw_stones(axes, plan, stones, numbers or {})
    if heat is not None and cols <= _VALUES:
        for row, col in np.argwhere((stones == FREE) & ~np.isnan(heat)).tolist():
            share = heat[row, col] / most
            _write(axes, plan, row, col, f"{100 * heat[row, col]:.1f}", heat_ink(share), 40)
    if cols <= _LABELS and rows <= _LABELS:
        for col in range(cols):
            _write(axes, plan, -1.05, col, column_name(col), _INK, 50)
        for row in range(rows):
            _write(axes, plan, row, -1.05, str(row + 1), _INK, 50)
    if heat is not None:
        _draw_scale(figure, axes, most)
    axes.autoscale_view()
    axes.invert_yaxis()
    return figure


def _draw_cells(axes: Axes, plan: Layout, heat: Any, most: float) -> None:
    from matplotlib.collections import PolyCollection

    places = [(row, col) for row in range(plan.rows) for col in range(plan.cols)]
    colours = [
        PAPER if heat is None or np.isnan(heat[place]) else heat_colour(heat[place] / most)
        for place in places
    ]
    hexagons = [[plan.corner(*place, k) for k in range(6)] for place in places]
    thin = 0.6 if plan.cols <= _LABELS else 0.2
    axes.add_collection(
        PolyCollection(hexagons, facecolors=colours, edgecolors=LINE, linewidths=thin)
    )


def _draw_sides(axes: Axes, plan: Layout) -> None:
    from matplotlib.collections import PolyCollection

    nothing = np.zeros(plan.rows * plan.cols, np.int8)
    strips, colours = [], []
    for row, col, k in plan.border():
        strips.append(plan.rim(row, col, k, 0.35))
        player = owner(nothing, plan.rows, plan.cols, *plan.beyond(row, col, k))
        colours.append(PLAYER_COLOURS[int(player)])
    axes.add_collection(
        PolyCollection(strips, facecolors=colours, edgecolors=colours, linewidths=0.5)
    )


def _draw_stones(axes: Axes, plan: Layout, stones: Stones, numbers: Mapping[int, int]) -> None:
    from matplotlib.patches import Circle

    for row, col in np.argwhere(stones != FREE).tolist():
        player = int(stones[row, col])
        at = plan.centre(row, col)
        axes.add_patch(Circle(at, 0.68, facecolor=PLAYER_COLOURS[player], edgecolor=_EDGE, lw=0.7))
        number = numbers.get(row * plan.cols + col)
        if number is not None:
            _write(axes, plan, row, col, str(number), PLAYER_INKS[player], 50)


def _write(
    axes: Axes, plan: Layout, row: float, col: float, text: str, ink: str, size: float
) -> None:
    """A word in a cell; ``size``, in points, is that on a board of a single cell."""
    points = size * 6.4 / (plan.cols + plan.rows / 2 + 2) / max(1.0, len(text) / 2.5)
    axes.text(
        *plan.centre(row, col), text, ha="center", va="center", color=ink, fontsize=min(points, 14)
    )


def _draw_scale(figure: Figure, axes: Axes, most: float) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    colours = LinearSegmentedColormap.from_list("heat", [heat_colour(k / 20) for k in range(21)])
    scale = ScalarMappable(Normalize(0, 100 * most), colours)
    bar = figure.colorbar(scale, ax=axes, orientation="horizontal", shrink=0.4, aspect=30, pad=0.03)
    bar.set_label("criticality (%)", fontsize=9)
    bar.ax.tick_params(labelsize=8)


def terminal(stones: Stones, heat: npt.NDArray[np.float64]) -> Text:
    """A heat map in colours for a terminal: per cent in free cells, X and O for stones.

    On boards too broad for that free cells show tenths of the largest rate.
    """
    from rich.text import Text

    rows, cols = stones.shape
    most = float(np.nanmax(heat)) if (heat > 0).any() else 1.0
    wide = 6 if 6 * cols + 3 * rows <= _CHARACTERS else 2
    shown = Text(no_wrap=True)
    shown.append(" " * 4 + "".join(column_name(col).center(wide) for col in range(cols)) + "\n")
    for row in range(rows):
        shown.append(" " * (wide // 2 * row) + f"{row + 1:>3} ")
        for col in range(cols):
            stone = int(stones[row, col])
            if stone != FREE:
                style = f"bold {_LONG[PLAYER_INKS[stone]]} on {PLAYER_COLOURS[stone]}"
                shown.append(SIGNS[stone].center(wide), style)
            else:
                share = heat[row, col] / most
                tenths = str(min(9, int(10 * share)))
                number = f"{100 * heat[row, col]:.1f}" if wide == 6 else tenths
                shown.append(
                    number.center(wide), f"{_LONG[heat_ink(share)]} on {heat_colour(share)}"
                )
        shown.append("\n")
    largest = f"{100 * float(np.nanmax(heat)):.2f}"
    if wide == 6:
        shown.append(f"per cent of boards on which the cell is pivotal; darkest: {largest}")
    else:
        shown.append(f"how often the cell is pivotal, in tenths of the largest: {largest} per cent")
    return shown


def scaling_figure(rows: Sequence[Mapping[str, Any]], slopes: Mapping[str, Slope | None]) -> Figure:
    """Pivotal cells and length against the size of the board, on logarithmic scales.

    ``rows`` have ``rows`` and, for each of ``pivotal_cells`` and ``length``, the value, its
    ``_error`` and its ``_exact`` (NaN: unknown).
    """
    from matplotlib.ticker import NullFormatter

    figure = figures.empty(4.6)
    axes = figure.add_subplot()
    sizes = np.array([row["rows"] for row in rows], float)
    known = {
        "length": ("stones until decided", "L^1.5 and L^1.6", (1.5, 1.6)),
        "pivotal_cells": ("pivotal cells", "L^0.75", (0.75,)),
    }
    for k, (name, (said, theory, exponents)) in enumerate(known.items()):
        values = np.array([row[name] for row in rows])
        errors = np.array([row[f"{name}_error"] for row in rows])
        slope = slopes[name]
        fit = "" if slope is None else f": slope {slope}"
        axes.errorbar(
            sizes, values, 1.96 * errors, fmt="os"[k], color=COLOURS[k], capsize=3, label=said + fit
        )
        if slope is not None:
            axes.plot(sizes, slope.factor * sizes**slope.exponent, color=COLOURS[k], linewidth=1)
        for turn, exponent in enumerate(exponents):
            level = values[-1] / sizes[-1] ** exponent
            axes.plot(
                sizes,
                level * sizes**exponent,
                color=_FAINT,
                linewidth=1,
                linestyle=DASHES[1 + k],
                label=theory if turn == 0 else None,
            )
        exact = [(row["rows"], row[f"{name}_exact"]) for row in rows]
        axes.plot(
            [size for size, value in exact if value == value],
            [value for _, value in exact if value == value],
            "+",
            color=_BLACK,
            markersize=12,
            zorder=5,
            label="exact" if k == 0 else None,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(sizes, [f"{size:.0f}" for size in sizes])
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("rows and columns L")
    figures.tidy(axes, "both")
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda k: (labels[k] == "exact", "^" in labels[k]))
    axes.legend([handles[k] for k in order], [labels[k] for k in order], frameon=False, fontsize=8)
    return figure


def length_figure(lengths: npt.NDArray[np.int64]) -> Figure:
    """How often each length of a game was seen, in per cent of games."""
    figure = figures.empty(3.6)
    axes = figure.add_subplot()
    counts = np.bincount(lengths)
    axes.bar(np.arange(len(counts)), 100 * counts / counts.sum(), color=COLOURS[0], width=0.9)
    axes.axvline(float(lengths.mean()), color=COLOURS[1], linestyle="--", label="mean")
    axes.set_xlabel("stones placed until the position is decided")
    axes.set_ylabel("games (%)")
    figures.tidy(axes)
    axes.legend(frameon=False)
    return figure
