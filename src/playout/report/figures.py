"""The parts that all figures share: sizes, colours, axes, titles, and SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from playout.engine.find.strategy_files import after_file, file_of
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import real_or_nan
from playout.engine.words.spelling import as_typed
from playout.report.words import head

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from playout.report.picture import Picture

# Okabe and Ito's palette: its colours differ with every kind of colour vision.  A grey takes the
# place of their black, which cannot be seen on a dark page.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#808080", "#999933")
INK = "#000000"  # of words and axes; a page puts the colour of its own words in its place
FAINT = 0.15  # how much of the ink lines behind everything have
MARKS = "osD^vPX*"
DASHES = ("-", "--", ":", "-.")  # the next one whenever all colours are used up
HATCHES = ("", "//", "..", "xx")
PIXELS = 96  # of a page in an inch
PAGE, PHONE = 736 / PIXELS, 358 / PIXELS  # inches: how wide pictures are on a page, and on a phone
LEAST_WIDE, MOST_WIDE = 1, 100  # inches
NARROW = 5.0  # inches; below this width a picture is laid out for a phone
TITLE, TEXT = 11.0, 9.0  # points
LINE_HEIGHT = 1.35  # from line to line of text, in sizes of its letters
FITTED = 1.04  # letters that are fitted to pixels take up to so many times what breadth() says
PAD = 0.1  # inches around everything


def empty(height: float, width: float = PAGE, title: str = "", note: str = "") -> Picture:
    """A figure without axes; sizes in inches, to which the height of title and note is added."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    from playout.report.picture import Picture

    layout = ConstrainedLayoutEngine(w_pad=PAD, h_pad=PAD)
    figure = Picture(figsize=(inches(width), height), layout=layout)
    if title:
        headed(figure, title, note)
    return figure


def inches(width: object) -> float:
    """The width of a picture; PlayoutError if none can have it."""
    number = real_or_nan(width)
    if not LEAST_WIDE <= number <= MOST_WIDE:
        raise PlayoutError(
            f"{as_typed('width', width)}: must be from {LEAST_WIDE} to {MOST_WIDE} inches"
        )
    return number


def is_narrow(width: object) -> bool:
    """Whether a picture is laid out for a phone."""
    return inches(width) < NARROW


def tidy(axes: Axes, grid: str = "y", open_sides: tuple[str, ...] = ("top", "right")) -> None:
    """No frame on the open sides, whole numbers at the ticks, and faint lines behind everything.

    The lines are along ``x`` or ``y``.
    """
    from matplotlib.ticker import ScalarFormatter

    for axis in (axes.xaxis, axes.yaxis):
        ticks = axis.get_major_formatter()
        if isinstance(ticks, ScalarFormatter):
            ticks.set_useOffset(False)  # "999.5", not "-0.5" with "+1e3" at the end of the axis
    axes.spines[list(open_sides)].set_visible(False)
    axes.tick_params(labelsize=TEXT)
    axes.xaxis.label.set_fontsize(TEXT)
    axes.yaxis.label.set_fontsize(TEXT)
    if grid:
        axes.grid(axis=grid, color=INK, alpha=FAINT, linewidth=0.7)  # type: ignore[arg-type]
        axes.set_axisbelow(True)


def headed(figure: Picture, title: str, note: str = "") -> None:
    """Put a title above everything, and a note in smaller letters below it.

    The figure grows by the height of both.
    """
    width = float(figure.get_size_inches()[0])
    room = (width - 2 * PAD) / FITTED
    lines = [(line, TITLE) for line in wrapped(title, room, TITLE, bold=True)]
    lines += [(line, TEXT) for line in wrapped(note, room, TEXT)]
    grow(figure, sum(size for _, size in lines) * LINE_HEIGHT / 72 + PAD)
    whole = float(figure.get_size_inches()[1])
    top = whole - PAD
    for line, size in lines:
        weight = "bold" if size == TITLE else "normal"
        figure.text(PAD / width, top / whole, line, va="top", fontsize=size, fontweight=weight)
        top -= size * LINE_HEIGHT / 72


def grow(figure: Picture, inches: float) -> float:
    """Make room above the axes, below what stands there already; returns where it ends, 0..1."""
    width, height = (float(size) for size in figure.get_size_inches())
    engine: Any = figure.get_layout_engine()
    used = float(engine.get()["rect"][3])
    whole = height + inches
    figure.set_size_inches(width, whole)
    for text in figure.texts:
        text.set_y(1 - (1 - text.get_position()[1]) * height / whole)
    engine.set(rect=(0.0, 0.0, 1.0, used * height / whole))
    return (used * height + inches) / whole


def wrapped(text: str, room: float, size: float = TEXT, bold: bool = False) -> list[str]:
    """The lines of a text that is to be at most so many inches wide; a word is never broken."""
    lines: list[str] = []
    for word in text.split():
        if lines and breadth(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def breadth(text: str, size: float = TEXT, bold: bool = False) -> float:
    """How many inches a text is wide."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    # Not of the outlines of its letters, which take a hundred times as long to measure.
    font = FontProperties(weight="bold" if bold else "normal", size=size)
    wide, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(wide) / 72


def lettered(text: str, width: float = PAGE) -> Picture:
    """A figure of lines of text as they are, in letters that are all as wide."""
    lines = text.splitlines()
    size = min(TEXT, 72 * (inches(width) - 2 * PAD) / (0.61 * max(map(len, lines), default=1)))
    height = 2 * PAD + LINE_HEIGHT * size * len(lines) / 72
    figure = empty(height, width)
    place = PAD / inches(width), 1 - PAD / height
    figure.text(*place, text, va="top", family="monospace", size=size, linespacing=LINE_HEIGHT)
    return figure


def readable_name(reference: str) -> str:
    """The name of a strategy or rule for people, made from that on the command line.

    ``chains:extra=2`` is ``chains (extra 2)``, ``first_player=best`` is ``first player best``.
    """
    file, rest = file_of(reference), head(after_file(reference)).replace("=", " ")
    name, *values = [*filter(None, [file]), *rest.split(":")]
    return f"{name} ({', '.join(values)})" if values else name


def mixed(colour: str) -> str:
    """A colour with so much ink that words in it can be read."""
    parts = [round(LABEL * int(colour[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in parts)


LABEL = 0.65  # how much of its colour a label has; the rest is ink


def svg(figure: Picture, transparent: bool = False) -> str:
    """A figure as an SVG element, the same bytes for the same numbers."""
    import matplotlib

    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "playout", "svg.fonttype": "none"}):
        nothing: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nothing, transparent=transparent)
    return text.getvalue()[text.getvalue().index("<svg") :]
