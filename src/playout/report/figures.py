"""What all figures share: colours, size, axes, and how they become SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette: its colours differ with every kind of colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999933")
MARKS = "osD^vPX*"
DASHES = ("-", "--", ":", "-.")  # the next one whenever all colours are used up
HATCHES = ("", "//", "..", "xx")
WIDTH = 7.2  # inches


def empty(height: float, width: float = WIDTH, pad: float = 0.1) -> Figure:
    """A figure without axes; sizes in inches."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=pad, h_pad=pad)
    return Figure(figsize=(width, height), layout=layout)


def tidy(axes: Axes, grid: str = "y", open_sides: tuple[str, ...] = ("top", "right")) -> None:
    """No frame on the open sides, and faint lines, along ``x`` or ``y``, behind everything."""
    axes.spines[list(open_sides)].set_visible(False)
    if grid:
        axes.grid(axis=grid, color="#ddd", linewidth=0.7)  # type: ignore[arg-type]
        axes.set_axisbelow(True)


def svg(figure: Figure) -> str:
    """A figure as an SVG element to stand inside a page, the same bytes for the same numbers."""
    import matplotlib

    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "playout", "svg.fonttype": "none"}):
        nothing: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nothing)
    return text.getvalue()[text.getvalue().index("<svg") :]
