"""A table of best play as a picture: a map of colours, or a line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.questions.policy import words
from playout.questions.policy.found import Found
from playout.questions.policy.points import Cell, Value, some
from playout.report import figures
from playout.report.figures import COLOURS, PAGE, TEXT
from playout.report.labels import legend
from playout.report.words import head, setting, unit_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

MOST_MOVES = len(COLOURS)  # with a colour of their own
OTHERS = "#d0d0d0"  # the colour of all other moves
TICKS = 12  # labels of an axis, at most
LETTER = 0.08  # inches: the width of one of a label, about
MARGINS = 1.0  # inches beside the axes
HIGH = 4.2  # inches of a map
NUMBERED = 0.3  # inches: narrower cells have no numbers in them


def draw(found: Found, width: float = PAGE) -> Picture:
    """The table as a map; of a list of numbers a line."""
    what = words.about_cells(found)
    title = f"{setting(found.asked.rules)}: {what.partition(';')[0]}"
    note = words.sentence(found)
    if found.has_across:
        figure = figures.empty(HIGH, width, title, note)
        _draw_map(figure, found, width)
        return figure
    figure = figures.empty(2.6, width, title, note)
    _draw_line(figure, found, width)
    return figure


def _number(found: Found, cell: Cell) -> float:
    """The number of a cell, NaN if it has none."""
    if found.asked.show == "value":
        return cell.value * unit_of(found.asked.measure).scale
    if found.switch is None:
        return math.nan
    start = cell.start(found.switch[1])
    return float(start) if isinstance(start, int) else math.nan


def _has_numbers(found: Found) -> bool:
    return found.asked.show == "value" or found.switch is not None


def _draw_map(figure: Picture, found: Found, width: float) -> None:
    axes = figure.subplots()
    downs: list[Value] = list(dict.fromkeys(cell.down for cell in found.cells))
    every = {cell.across for cell in found.cells if cell.across is not None}
    acrosses = sorted(every, key=lambda one: (isinstance(one, str), one))
    rows = {value: k for k, value in enumerate(downs)}
    columns = {value: k for k, value in enumerate(acrosses)}
    if _has_numbers(found):
        values = np.full((len(downs), len(acrosses)), np.nan)
        for cell in found.cells:
            values[rows[cell.down], columns[cell.across]] = _number(found, cell)  # type: ignore[index]
        image = axes.imshow(values, cmap="viridis", aspect="auto", interpolation="nearest")
        bar = figure.colorbar(image, ax=axes, pad=0.02)
        bar.ax.tick_params(labelsize=TEXT)
        bar.outline.set_visible(False)
        bar.set_label(_label(found), fontsize=TEXT)
        narrow = (width - 1.8) / len(acrosses) < NUMBERED or HIGH / len(downs) < 0.16
        if not narrow:
            _write_numbers(axes, found, values)
    else:
        _draw_moves(figure, axes, found, rows, columns)
    _tick(axes, "y", downs, width)
    _tick(axes, "x", acrosses, width)
    axes.set_xlabel(found.head(found.across))
    axes.set_ylabel(found.head(found.down))
    figures.tidy(axes, "", ("top", "right", "left", "bottom"))


def _label(found: Found) -> str:
    if found.asked.show == "value":
        return unit_of(found.asked.measure).head(head(found.asked.measure.name))
    assert found.switch is not None
    return f"{found.name((found.switch[1],))} from {found.head(found.threshold)}"


def _write_numbers(axes: Axes, found: Found, values: Any) -> None:
    low, high = np.nanmin(values), np.nanmax(values)
    for (row, column), value in np.ndenumerate(values):
        if math.isfinite(value):
            ink = "black" if value > low + 0.6 * (high - low) else "white"
            text = f"{value:.0f}" if found.asked.show == "move" else f"{value:.3g}"
            axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=TEXT - 1)


def _draw_moves(
    figure: Picture,
    axes: Axes,
    found: Found,
    rows: dict[Value, int],
    columns: dict[Value, int],
) -> None:
    """A colour for each of the most frequent moves, named in a legend."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Patch

    texts = [words.cell_text(found, cell) for cell in found.cells]
    often = sorted({*texts}, key=lambda text: (-texts.count(text), text))
    some = often if len(often) <= MOST_MOVES else often[: MOST_MOVES - 1]
    colour = {text: COLOURS[k] for k, text in enumerate(some)}
    image = np.ones((len(rows), len(columns), 4))
    image[..., 3] = 0.0
    for cell, text in zip(found.cells, texts, strict=True):
        place = rows[cell.down], columns[cell.across]  # type: ignore[index]
        image[place] = (*to_rgb(colour.get(text, OTHERS)), 1.0)
    axes.imshow(image, aspect="auto", interpolation="nearest")
    marks = [Patch(color=colour[text], label=text) for text in some]
    if len(often) > len(some):
        marks.append(Patch(color=OTHERS, label=f"{len(often) - len(some)} others"))
    legend(figure, axes, marks)


def _tick(axes: Axes, which: str, values: list[Value], width: float) -> None:
    places = {value: k for k, value in enumerate(values)}
    most = TICKS
    if which == "x":  # long texts stand side by side
        letters = max(len(str(one)) for one in values)
        most = max(2, min(TICKS, int((width - MARGINS) / (LETTER * (letters + 2)))))
    shown = some(values, most)
    if len(shown) < len(values) and len(shown) > 2:
        shown = shown[:-1]  # the last may be near the one before
    ticks = [places[value] for value in shown]
    (axes.set_xticks if which == "x" else axes.set_yticks)(ticks, [str(one) for one in shown])


def _draw_line(figure: Picture, found: Found, width: float) -> None:
    """The numbers of a list, from value to value."""
    axes = figure.subplots()
    cells = found.cells
    numbers = (
        [_number(found, cell) for cell in cells]
        if _has_numbers(found)
        else [cell.value * unit_of(found.asked.measure).scale for cell in cells]
    )
    texts = [words.cell_text(found, cell) for cell in cells]
    places = range(len(cells))
    if _has_numbers(found):
        axes.plot(places, numbers, color=COLOURS[0], linewidth=1.4, marker="o", markersize=3)
        axes.set_ylabel(_label(found))
    else:
        often = sorted({*texts}, key=lambda text: (-texts.count(text), text))
        heights = numbers if all(map(math.isfinite, numbers)) else [1.0] * len(cells)
        for k, text in enumerate(often):
            own = [place for place in places if texts[place] == text]
            colour = COLOURS[k] if k < MOST_MOVES - 1 else OTHERS
            label = text if k < MOST_MOVES - 1 else None
            axes.bar(own, [heights[place] for place in own], color=colour, label=label, width=0.9)
        legend(figure, axes)
        if heights is numbers:
            axes.set_ylabel(unit_of(found.asked.measure).head(head(found.asked.measure.name)))
        else:
            axes.set_yticks([])
    _tick(axes, "x", [cell.down for cell in cells], width)
    axes.set_xlabel(found.head(found.down))
    figures.tidy(axes)
