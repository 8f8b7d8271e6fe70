"""The rows of a run as pictures: lines, bars, distributions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game, Value
from playout.questions.runs.found import Found
from playout.questions.runs.grid import common
from playout.report import figures
from playout.report.figures import COLOURS, DASHES, HATCHES, MARKS
from playout.report.words import head
from playout.stats.tally import Counts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_TICKS, MOST_LETTERS = 15, 60  # under one axis
MOST_STEPS = 5  # distributions in one panel
MOST_BINS = 50  # steps of one distribution
PANELS = 3  # beside each other


Kind = Literal["lines", "bars", "distribution"]


class Plot(BaseModel):
    """How the rows of a run are drawn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind = "lines"
    measure: str = "win"
    x: str = "players"
    lines: str = "strategy"


def check_plot(how: Plot, game: Game, factors: Collection[str]) -> None:
    """Whether a plot can be drawn of this game and these factors; one sentence if not."""
    game.measure(how.measure)
    for name in (how.x, how.lines):
        if name not in factors:
            raise PlayoutError(f"there is no factor '{name}': {suggest(name, factors)}")


def varying(found: Found) -> list[str]:
    """The factors that have more than one value."""
    return [name for name in found.rows[0].factors if len(_values(found, name)) > 1]


def _values(found: Found, name: str) -> list[Value]:
    return list(dict.fromkeys(row.factors[name] for row in found.rows))


def plot(found: Found, how: Plot) -> Figure:
    """The figure of a run: lines or bars with intervals, or the distribution of a measure."""
    check_plot(how, found.game, found.rows[0].factors)
    if not found.game.measure(how.measure).per_seat:
        found = _once(found)
    if how.kind == "distribution":
        return _distributions(found, how)
    groups = _groups(found, how)
    figure = figures.empty(_height(len(groups)))
    axes = figure.add_subplot()
    figures.tidy(axes)
    _estimates(axes, found, how, groups)
    _legend(figure, axes, _telling(found, how.x))
    return figure


def _once(found: Found) -> Found:
    """Of the rows that count the same games of a setup the first: for what they have in common."""
    kept = common(found.rows)
    rows, tallies = [found.rows[k] for k in kept], [found.tallies[k] for k in kept]
    return replace(found, rows=rows, tallies=tallies)


def _height(lines: int) -> float:
    """Inches: a legend of many lines makes a figure taller."""
    return max(3.9, 0.6 + 0.17 * lines)


def _groups(found: Found, how: Plot) -> dict[str, list[int]]:
    """Rows by what tells lines apart: `lines`, and every further factor that varies."""
    by = _telling(found, how.x)
    by.sort(key=lambda name: name != how.lines)
    groups: dict[str, list[int]] = {}
    for index, row in enumerate(found.rows):
        if found.tallies[index].games:
            groups.setdefault(_label(row.factors, by), []).append(index)
    return groups


def _telling(found: Found, x: str) -> list[str]:
    """The factors beside x that tell rows apart: a line-up need not be said if all else does."""
    names = [name for name in varying(found) if name != x]
    # Rows that stand for their setups are told by line-ups rather than by one of their strategies.
    alone = "seats" in names and len({id(row.setup) for row in found.rows}) == len(found.rows)
    for name in (*(["strategy"] if alone else []), "seats", "players"):
        fewer = [other for other in names if other != name]
        keys = [tuple(row.factors[other] for other in (x, *fewer)) for row in found.rows]
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


def _estimates(axes: Axes, found: Found, how: Plot, groups: dict[str, list[int]]) -> None:
    """Estimates over x with their intervals, a line or a set of bars per group."""
    measure = found.game.measure(how.measure)
    rate = measure.is_rate
    scale = 100.0 if rate else 1.0
    places = _values(found, how.x)
    numeric = how.kind == "lines" and not any(isinstance(value, str) for value in places)
    at = {value: float(value) if numeric else float(k) for k, value in enumerate(places)}
    # Bars stand side by side where they are, not where others have theirs.
    beside = {
        value: [
            k
            for k, of in enumerate(groups.values())
            if any(found.rows[i].factors[how.x] == value for i in of)
        ]
        for value in places
    }
    width = 0.8 / max(1, *map(len, beside.values()))
    for k, (label, members) in enumerate(groups.items()):
        colour = COLOURS[k % len(COLOURS)]
        members = sorted(members, key=lambda i: at[found.rows[i].factors[how.x]])
        x = [at[found.rows[i].factors[how.x]] for i in members]
        y, low, high = scale * np.array([found.interval(i, measure) for i in members]).T
        # One game has no interval: its ends are infinite, and are left out.
        reach = np.where(np.isfinite([low, high]), [y - low, high - y], np.nan)
        if how.kind == "bars":
            here = [beside[found.rows[i].factors[how.x]] for i in members]
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


def _distributions(found: Found, how: Plot) -> Figure:
    """How often each value was seen, in per cent of games, a stepped line per row.

    More lines than can be told apart are spread over panels, one for every value of `x`.
    """
    names = varying(found)
    split = len(found.rows) > MOST_STEPS and how.x in names and len(names) > 1
    by = [name for name in names if not (split and name == how.x)]
    panels = _values(found, how.x) if split else [None]
    lines = list(dict.fromkeys(_label(row.factors, by) for row in found.rows))
    columns = min(PANELS, len(panels))
    deep = -(-len(panels) // columns)
    height = 3.9 if deep == 1 else 2.4 * deep
    figure = figures.empty(max(height, _height(len(lines))))
    grid = figure.subplots(deep, columns, sharex=True, sharey=True, squeeze=False).ravel()
    place = found.game.place(found.game.measure(how.measure))
    seen = [tally.histograms[place] for tally in found.tallies]
    longest = max(-(-len(one.counts) // one.unit) for one in seen)
    wide = 1 if longest <= MOST_BINS else -(-longest // MOST_BINS)
    for axes, value in zip(grid, panels, strict=False):
        figures.tidy(axes)
        for row, tally in zip(found.rows, found.tallies, strict=True):
            if tally.games and (not split or row.factors[how.x] == value):
                label = _label(row.factors, by)
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
