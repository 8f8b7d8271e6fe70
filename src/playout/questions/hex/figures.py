"""Boards of Hex as matplotlib figures and in the terminal; their SVG is the game's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.drawing import board_svg
from playout.games.hex.display.notation import column_name
from playout.games.hex.display.picture import (
    LINE,
    PAPER,
    PLAYER_COLOURS,
    PLAYER_INKS,
    Heat,
    Layout,
    heat_colour,
    heat_ink,
    largest,
)
from playout.report import figures
from playout.report.figures import COLOURS, DASHES, INK, PAGE, PIXELS, TEXT, inches, mixed
from playout.report.labels import End, label_ends, legend
from playout.report.tables import Figure
from playout.stats.slopes import Slope

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from rich.text import Text

    from playout.report.picture import Picture

_VALUES = 15  # columns; the cells of broader boards are too small for numbers
_LABELS = 30  # rows or columns; larger boards get no names of rows and columns
_EDGE = "#222"


def board_picture(
    name: str = "", text: Callable[[int | None], Text] | None = None, **shown: Any
) -> Figure:
    """A board for pages and files, ``shown`` as `board_figure` says; ``text`` is for terminals."""
    return Figure(
        lambda width: board_figure(**shown, width=width),
        name=name,
        drawing=lambda width: board_svg(**shown, width=PIXELS * inches(width)),
        text=text,
        in_notebook=True,
    )


def board_figure(
    stones: Stones,
    *,
    heat: Heat | None = None,
    numbers: Mapping[int, int] | None = None,
    title: str = "",
    width: float = PAGE,
) -> Picture:
    """A position int8[rows, cols]; ``heat`` and ``numbers`` as for `drawing.board_svg`."""
    rows, cols = stones.shape
    plan = Layout(rows, cols, 1.0)
    most = 1.0 if heat is None else largest(heat)
    height = max(
        2.2, figures.inches(width) * (1.5 * rows + 3) / (plan.width * (cols + rows / 2) + 3) + 0.6
    )
    figure = figures.empty(height, width)
    figures.headed(figure, title)
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.set_axis_off()
    _draw_cells(axes, plan, heat, most)
    _draw_stones(axes, plan, stones, numbers or {})
    if heat is not None and cols <= _VALUES:
        for row, col in np.argwhere((stones == FREE) & ~np.isnan(heat)).tolist():
            share = heat[row, col] / most
            _write(axes, plan, row, col, f"{100 * heat[row, col]:.1f}", heat_ink(share), 40)
    if cols <= _LABELS and rows <= _LABELS:
        for col in range(cols):
            _write(axes, plan, -1.05, col, column_name(col), INK, 50)
        for row in range(rows):
            _write(axes, plan, row, -1.05, str(row + 1), INK, 50)
    if heat is not None:
        _draw_scale(figure, axes, most)
    axes.autoscale_view()
    axes.invert_yaxis()
    return figure


def _draw_cells(axes: Axes, plan: Layout, heat: Heat | None, most: float) -> None:
    places = [(row, col) for row in range(plan.rows) for col in range(plan.cols)]
    colours = [
        PAPER if heat is None or np.isnan(heat[place]) else heat_colour(heat[place] / most)
        for place in places
    ]
    hexagons = [[plan.corner(*place, k) for k in range(6)] for place in places]
    _fill(axes, hexagons, colours, LINE, 0.6 if plan.cols <= _LABELS else 0.2)
    sides = list(plan.border(0.35))
    colours = [PLAYER_COLOURS[player] for player, _ in sides]
    _fill(axes, [strip for _, strip in sides], colours, colours, 0.5)


def _fill(axes: Axes, shapes: Any, colours: Any, edges: Any, line: float) -> None:
    from matplotlib.collections import PolyCollection

    axes.add_collection(
        PolyCollection(shapes, facecolors=colours, edgecolors=edges, linewidths=line)
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
    """A word in a cell; ``size`` is its height in points on a board of a single cell."""
    inches = float(axes.get_figure(root=True).get_size_inches()[0])  # type: ignore[union-attr]
    points = 0.89 * size * inches / (plan.cols + plan.rows / 2 + 2) / max(1.0, len(text) / 2.5)
    axes.text(
        *plan.centre(row, col), text, ha="center", va="center", color=ink, fontsize=min(points, 14)
    )


def _draw_scale(figure: Picture, axes: Axes, most: float) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    colours = LinearSegmentedColormap.from_list("heat", [heat_colour(k / 20) for k in range(21)])
    scale = ScalarMappable(Normalize(0, 100 * most), colours)
    bar = figure.colorbar(scale, ax=axes, orientation="horizontal", shrink=0.4, aspect=30, pad=0.03)
    bar.set_label("decides who wins (%)", fontsize=TEXT)
    bar.ax.tick_params(labelsize=TEXT)


def scaling_figure(
    rows: Sequence[Mapping[str, Any]], slopes: Mapping[str, Slope | None], width: float = PAGE
) -> Picture:
    """Pivotal cells and length against the size of the board, on logarithmic scales.

    ``rows`` have ``rows`` and, for each of ``pivotal_cells`` and ``length``, the value, its
    ``_low`` and ``_high`` and its ``_exact`` (NaN: unknown).
    """
    figure = figures.empty(3.6 if figures.is_narrow(width) else 4.2, width)
    figures.headed(
        figure,
        "Hex: how the length of a compound game and the number of deciding cells grow with the "
        "board",
        "lines: fitted slopes on logarithmic scales; dashed: slopes of theory, 1.5 and 1.6 for the "
        "length, 0.75 for deciding cells; crosses: exact values; 95 % intervals",
    )
    axes = figure.add_subplot()
    sizes = np.array([row["rows"] for row in rows], float)
    known = {"length": ("stones", (1.5, 1.6)), "pivotal_cells": ("deciding cells", (0.75,))}
    ends = []
    for k, (name, (noun, exponents)) in enumerate(known.items()):
        values = np.array([row[name] for row in rows])
        low, high = (np.array([row[f"{name}_{end}"] for row in rows]) for end in ("low", "high"))
        slope, colour = slopes[name], COLOURS[k]
        label = noun + ("" if slope is None else f": slope {slope}")
        ends.append(End(sizes[-1], values[-1], label, colour))
        axes.errorbar(
            sizes,
            values,
            [values - low, high - values],
            fmt="os"[k],
            color=colour,
            capsize=3,
            label=label,
        )
        if slope is not None:
            axes.plot(sizes, slope.factor * sizes**slope.exponent, color=colour, linewidth=1)
        for exponent in exponents:
            level = values[-1] / sizes[-1] ** exponent
            theory = level * sizes**exponent
            axes.plot(sizes, theory, color=INK, alpha=0.5, linewidth=1, linestyle=DASHES[1])
        exact = [(row["rows"], row[f"{name}_exact"]) for row in rows]
        axes.plot(
            [size for size, value in exact if value == value],
            [value for _, value in exact if value == value],
            "+",
            color=INK,
            markersize=12,
            zorder=5,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    _plain_ticks(axes, sizes.astype(int).tolist())
    axes.set_xlabel("rows and columns of the board")
    axes.set_ylabel("stones, or cells")
    figures.tidy(axes, "both")
    if not label_ends(figure, axes, ends):
        legend(figure, axes)
    return figure


def _plain_ticks(axes: Axes, sizes: Sequence[int]) -> None:
    """Plain numbers at the axes: the sizes of boards that have room, and counts 1, 2, 5 ..."""
    from matplotlib.ticker import LogLocator, NullFormatter, NullLocator, StrMethodFormatter

    room = float(axes.get_figure(root=True).get_size_inches()[0])  # type: ignore[union-attr]
    chosen: list[int] = []
    for size in reversed(sizes):
        if not chosen or chosen[-1] / size > 1 + 1.2 / room:
            chosen.append(size)
    axes.set_xticks(chosen, [str(size) for size in chosen])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(LogLocator(10, (1, 2, 5)))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())


def length_figure(
    lengths: npt.NDArray[np.int64], title: str = "", note: str = "", width: float = PAGE
) -> Picture:
    """The share of games of each length, in per cent."""
    figure = figures.empty(3.0 if figures.is_narrow(width) else 3.3, width)
    figures.headed(figure, title, note)
    axes = figure.add_subplot()
    counts = np.bincount(lengths)
    axes.bar(np.arange(len(counts)), 100 * counts / counts.sum(), color=COLOURS[0], width=0.9)
    mean = float(lengths.mean())
    axes.axvline(mean, color=COLOURS[1], linestyle="--")
    axes.annotate(
        f"mean {mean:.1f}",
        (mean, 1.0),
        (4, -2),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        va="top",
        fontsize=TEXT,
        color=mixed(COLOURS[1]),
    )
    axes.margins(y=0.15)
    axes.set_xlabel("stones placed until the position is decided")
    axes.set_ylabel("games (%)")
    figures.tidy(axes)
    return figure
