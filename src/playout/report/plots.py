"""Results as pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game import Value
from playout.report.tables import head, rows
from playout.stats.tally import Counts
from playout.study.grid import common
from playout.study.run import Run
from playout.study.spec import Plot, check_plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart with every kind of colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999933")
MARKS = "osD^vPX*"
DASHES = ("-", "--", ":", "-.")  # another for every round of the colours
HATCHES = ("", "//", "..", "xx")
WIDTH = 7.2  # inches
MOST_TICKS, MOST_LETTERS = 15, 60  # under one axis
MOST_STEPS = 5  # distributions in one panel
MOST_BINS = 50  # steps of one distribution
PANELS = 3  # beside each other


def varying(run: Run) -> list[str]:
    """The factors that have more than one value."""
    return [name for name in run.cells[0].factors if len(_values(run, name)) > 1]


def _values(run: Run, name: str) -> list[Value]:
    return list(dict.fromkeys(cell.factors[name] for cell in run.cells))


def plot(run: Run, how: Plot) -> Figure:
    """The figure of a run: lines or bars with intervals, or the distribution of a measure."""
    check_plot(how, run.game, run.cells[0].factors)
    if not next(m for m in run.game.measures if m.name == how.measure).per_seat:
        run = _once(run)
    if how.kind == "distribution":
        return _distributions(run, how)
    groups = _groups(run, how)
    figure = _empty(_height(len(groups)))
    axes = figure.add_subplot()
    _tidy(axes)
    _estimates(axes, run, how, groups)
    _legend(figure, axes, _telling(run, how.x))
    return figure


def _once(run: Run) -> Run:
    """Of the rows that count the same games of a table the first: for what they have in common."""
    kept = common(run.cells)
    cells, tallies = [run.cells[k] for k in kept], [run.tallies[k] for k in kept]
    return replace(run, cells=cells, tallies=tallies)


def _empty(height: float) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Figure(figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))


def _height(lines: int) -> float:
    """Inches: a legend of many lines makes a figure taller."""
    return max(3.9, 0.6 + 0.17 * lines)


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#ddd", linewidth=0.7)
    axes.set_axisbelow(True)


def _groups(run: Run, how: Plot) -> dict[str, list[int]]:
    """Cells by what tells lines apart: `lines`, and every further factor that varies."""
    by = _telling(run, how.x)
    by.sort(key=lambda name: name != how.lines)
    groups: dict[str, list[int]] = {}
    for index, cell in enumerate(run.cells):
        if run.tallies[index].games:
            groups.setdefault(_label(cell.factors, by), []).append(index)
    return groups


def _telling(run: Run, x: str) -> list[str]:
    """The factors beside x that tell rows apart: a line-up need not be said if all else does."""
    names = [name for name in varying(run) if name != x]
    # Rows that stand for their tables are told by line-ups rather than by one of their strategies.
    tables = "seats" in names and len({id(cell.table) for cell in run.cells}) == len(run.cells)
    for name in (*(["strategy"] if tables else []), "seats", "players"):
        fewer = [other for other in names if other != name]
        keys = [tuple(cell.factors[other] for other in (x, *fewer)) for cell in run.cells]
        if name in names and len(set(keys)) == len(keys):
            names = fewer
    return names


def _label(factors: Mapping[str, Value], names: Sequence[str]) -> str:
    """What a line of a legend says; one factor alone is named in the legend's title."""
    if len(names) == 1:
        return _said(names[0], factors[names[0]])
    return ", ".join(
        _said(name, factors[name])
        if name in ("strategy", "seats")
        else f"{head(name)} {factors[name]}"
        for name in names
    )


def _said(name: str, value: Value) -> str:
    """A value in few words: of a line-up ``a,b,b,b`` that is ``a, 3 b``."""
    if name != "seats":
        return str(value)
    runs = [(len(list(same)), one) for one, same in groupby(str(value).split(","))]
    return ", ".join(one if n == 1 else f"{n} {one}" for n, one in runs)


def _estimates(axes: Axes, run: Run, how: Plot, groups: dict[str, list[int]]) -> None:
    """Estimates over x with their intervals, a line or a set of bars per group."""
    table = rows(run)
    rate = next(m for m in run.game.measures if m.name == how.measure).kind != "mean"
    scale = 100.0 if rate else 1.0
    places = _values(run, how.x)
    numeric = how.kind == "lines" and not any(isinstance(value, str) for value in places)
    at = {value: float(value) if numeric else float(k) for k, value in enumerate(places)}
    # Bars stand side by side where they are, not where others have theirs.
    beside = {
        value: [
            k for k, of in enumerate(groups.values()) if any(table[i][how.x] == value for i in of)
        ]
        for value in places
    }
    width = 0.8 / max(1, *map(len, beside.values()))
    for k, (label, members) in enumerate(groups.items()):
        colour = COLOURS[k % len(COLOURS)]
        members = sorted(members, key=lambda i: at[table[i][how.x]])
        x = [at[table[i][how.x]] for i in members]
        y, low, high = (
            scale * np.array([table[i][how.measure + end] for i in members])
            for end in ("", "_low", "_high")
        )
        # One game has no interval: its ends are infinite, and are left out.
        reach = np.where(np.isfinite([low, high]), [y - low, high - y], np.nan)
        if how.kind == "bars":
            here = [beside[table[i][how.x]] for i in members]
            shifts = [ks.index(k) - (len(ks) - 1) / 2 for ks in here]
            x = [place + shift * width for place, shift in zip(x, shifts, strict=True)]
            hatch = HATCHES[k // len(COLOURS) % len(HATCHES)]
            axes.bar(
                x,
                y,
                width * 0.92,
                yerr=reach.tolist(),  # of an array for one bar, NumPy before 2.4 warns
                color=colour,
                edgecolor="white",
                linewidth=0,
                hatch=hatch,
                label=label,
                capsize=2,
            )
        else:
            turn = k // len(COLOURS)
            mark, dash = MARKS[(k + turn) % len(MARKS)], DASHES[turn % len(DASHES)]
            axes.fill_between(x, y - reach[0], y + reach[1], color=colour, alpha=0.2, linewidth=0)
            axes.errorbar(
                x,
                y,
                yerr=reach,
                color=colour,
                marker=mark,
                markersize=5,
                linestyle=dash,
                capsize=3,
                label=label,
            )
    if not numeric or len(places) <= MOST_TICKS:
        told = [_said(how.x, value) for value in places]
        long = sum(len(text) + 2 for text in told) > MOST_LETTERS
        slant: dict[str, Any] = {"rotation": 30, "ha": "right"} if long else {}
        axes.set_xticks(list(at.values()), told, **slant)
    axes.set_xlabel(head(how.x))
    axes.set_ylabel(head(how.measure) + (" (%)" if rate else ""))
    if rate or how.kind == "bars" or axes.get_ylim()[0] < 0:
        axes.set_ylim(bottom=0)


def _distributions(run: Run, how: Plot) -> Figure:
    """How often each value was seen, in per cent of games, a stepped line per cell.

    More lines than can be told apart are spread over panels, one for every value of `x`.
    """
    names = varying(run)
    split = len(run.cells) > MOST_STEPS and how.x in names and len(names) > 1
    by = [name for name in names if not (split and name == how.x)]
    panels = _values(run, how.x) if split else [None]
    lines = list(dict.fromkeys(_label(cell.factors, by) for cell in run.cells))
    columns = min(PANELS, len(panels))
    deep = -(-len(panels) // columns)
    height = 3.9 if deep == 1 else 2.4 * deep
    figure = _empty(max(height, _height(len(lines))))
    grid = figure.subplots(deep, columns, sharex=True, sharey=True, squeeze=False).ravel()
    place = [measure.name for measure in run.game.measures].index(how.measure)
    seen = [tally.histograms[place] for tally in run.tallies]
    longest = max(-(-len(one.counts) // one.unit) for one in seen)
    wide = 1 if longest <= MOST_BINS else -(-longest // MOST_BINS)
    for axes, value in zip(grid, panels, strict=False):
        _tidy(axes)
        for cell, tally in zip(run.cells, run.tallies, strict=True):
            if tally.games and (not split or cell.factors[how.x] == value):
                label = _label(cell.factors, by)
                k = lines.index(label)
                one = tally.histograms[place]
                share = 100.0 * _binned(one.counts, wide * one.unit) / tally.games
                axes.stairs(
                    share,
                    [n * wide - 0.5 for n in range(len(share) + 1)],
                    color=COLOURS[k % len(COLOURS)],
                    linestyle=DASHES[k // len(COLOURS) % len(DASHES)],
                    label=label,
                    linewidth=1.4,
                )
        axes.set_ylim(bottom=0)
        if split:
            axes.set_title(f"{head(how.x)} {value}", fontsize=10)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    figure.supxlabel(head(how.measure), fontsize=10)
    figure.supylabel("games (%)" + (f", {wide} values a step" if wide > 1 else ""), fontsize=10)
    _legend(figure, figure.axes[0], by)
    return figure


def _binned(counts: Counts, wide: int) -> Counts:
    """Sums of `wide` neighbouring counts."""
    padded: Counts = np.pad(counts, (0, -len(counts) % wide))
    return np.asarray(padded.reshape(-1, wide).sum(axis=1))


def _legend(figure: Figure, axes: Axes, names: Sequence[str]) -> None:
    """The legend to the right of everything; the name of a single factor is its title."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(
            handles,
            labels,
            title=head(names[0]) if len(names) == 1 else None,
            frameon=False,
            fontsize=8,
            title_fontsize=8,
            alignment="left",
            loc="outside right center",
        )


def save(figure: Figure, path: Path) -> None:
    """Write a figure to a .png, .svg or .pdf."""
    if path.suffix == ".svg":
        path.write_text(svg(figure), encoding="utf-8")
    else:
        figure.savefig(path, dpi=150)


def svg(figure: Figure) -> str:
    """A figure as an SVG element to stand inside a page, the same bytes for the same numbers."""
    import matplotlib

    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "playout", "svg.fonttype": "none"}):
        nothing: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nothing)
    return text.getvalue()[text.getvalue().index("<svg") :]
