"""Results as pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.engine.errors import PlayoutError, suggest
from playout.report.tables import head, rows
from playout.study.run import Run
from playout.study.spec import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart with every kind of colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999933")
MARKS = "osD^vPX*"


def plot(run: Run, how: Plot) -> Figure:
    """The figure of a run: lines or bars with intervals, or the distribution of a measure."""
    from matplotlib.figure import Figure

    names = [measure.name for measure in run.game.measures]
    if how.measure not in names:
        raise PlayoutError(f"there is no measure '{how.measure}': {suggest(how.measure, names)}")
    figure = Figure(figsize=(7.2, 3.9), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#ddd", linewidth=0.7)
    axes.set_axisbelow(True)
    if how.kind == "distribution":
        _distribution(axes, run, how)
    else:
        _estimates(axes, run, how)
    return figure


def _groups(run: Run, how: Plot) -> dict[str, list[int]]:
    """Cells by what tells lines apart: `lines`, and every further factor that varies."""
    factors = list(run.cells[0].factors)
    varying = [name for name in factors if len({c.factors[name] for c in run.cells}) > 1]
    by = [name for name in varying if name != how.x]
    by.sort(key=lambda name: name != how.lines)
    groups: dict[str, list[int]] = {}
    for index, cell in enumerate(run.cells):
        label = ", ".join(_label(name, cell.factors[name]) for name in by)
        groups.setdefault(label, []).append(index)
    return groups


def _label(name: str, value: int | str) -> str:
    return str(value) if isinstance(value, str) else f"{head(name)} {value}"


def _estimates(axes: Axes, run: Run, how: Plot) -> None:
    """Estimates over x with their intervals, a line or a set of bars per group."""
    table = rows(run)
    rate = next(m for m in run.game.measures if m.name == how.measure).kind == "rate"
    scale = 100.0 if rate else 1.0
    places = list(dict.fromkeys(row[how.x] for row in table))
    at = {value: k if _words(places) else value for k, value in enumerate(places)}
    groups = _groups(run, how)
    for k, (label, members) in enumerate(groups.items()):
        colour = COLOURS[k % len(COLOURS)]
        x = [float(at[table[i][how.x]]) for i in members]
        y = [scale * table[i][how.measure] for i in members]
        low = [scale * table[i][f"{how.measure}_low"] for i in members]
        high = [scale * table[i][f"{how.measure}_high"] for i in members]
        reach = [
            [a - b for a, b in zip(y, low, strict=True)],
            [b - a for a, b in zip(y, high, strict=True)],
        ]
        if how.kind == "bars":
            width = 0.8 / len(groups)
            x = [place + (k - (len(groups) - 1) / 2) * width for place in x]
            axes.bar(x, y, width * 0.92, yerr=reach, color=colour, label=label, capsize=2)
        else:
            mark = MARKS[k % len(MARKS)]
            axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
            axes.errorbar(
                x, y, yerr=reach, color=colour, marker=mark, markersize=5, capsize=3, label=label
            )
    axes.set_xticks([float(place) for place in at.values()], [str(value) for value in at])
    axes.set_xlabel(head(how.x))
    axes.set_ylabel(head(how.measure) + (" (%)" if rate else ""))
    if not (how.kind == "lines" and not rate):
        axes.set_ylim(bottom=0)
    _legend(axes, groups)


def _words(values: Sequence[Any]) -> bool:
    return any(isinstance(value, str) for value in values)


def _distribution(axes: Axes, run: Run, how: Plot) -> None:
    """How often each value was seen, in per cent of games, a stepped line per cell."""
    place = [measure.name for measure in run.game.measures].index(how.measure)
    varying = [
        name for name in run.cells[0].factors if len({c.factors[name] for c in run.cells}) > 1
    ]
    labels = []
    for k, (cell, tally) in enumerate(zip(run.cells, run.tallies, strict=True)):
        if not tally.games:
            continue
        counts = tally.histograms[place].counts
        label = ", ".join(_label(name, cell.factors[name]) for name in varying)
        labels.append(label)
        axes.stairs(
            100.0 * counts / tally.games,
            [value - 0.5 for value in range(len(counts) + 1)],
            color=COLOURS[k % len(COLOURS)],
            linestyle=("-", "--", ":", "-.")[k // len(COLOURS) % 4],
            label=label,
            linewidth=1.4,
        )
    axes.set_xlabel(head(how.measure))
    axes.set_ylabel("games (%)")
    axes.set_ylim(bottom=0)
    _legend(axes, labels)


def _legend(axes: Axes, labels: Any) -> None:
    if len(labels) > 1:
        axes.legend(
            frameon=False,
            fontsize=8,
            loc="center left",
            bbox_to_anchor=(1.0, 0.5),
        )


def svg(figure: Figure) -> str:
    """A figure as an SVG element to stand inside a page, the same bytes for the same numbers."""
    import matplotlib

    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "playout", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
