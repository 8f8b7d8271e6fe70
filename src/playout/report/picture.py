"""A matplotlib figure that every notebook shows by itself."""

from __future__ import annotations

import io
from typing import Any

from matplotlib.figure import Figure
from matplotlib.text import Text

PIXELS = 96  # of a page in an inch, by definition
SHARP = 2  # pixels of a picture for one of the page: most screens have finer ones


class Picture(Figure):
    """A matplotlib figure as any other, but for this: as the last value of a cell it is seen.

    Figures that pyplot has not made are shown by IPython only after ``%matplotlib inline``.
    A ``$`` in its words is a dollar: names of people and files are not read as mathematics.
    """

    def draw(self, renderer: Any) -> None:
        """Draw everything; only the powers of ten beside a logarithmic axis are mathematics."""
        for text in self.findobj(Text):
            assert isinstance(text, Text)
            text.set_parse_math(False)
        for axis in (axis for axes in self.axes for axis in (axes.xaxis, axes.yaxis)):
            for tick in [*axis.majorTicks, *axis.minorTicks] * (axis.get_scale() == "log"):
                tick.label1.set_parse_math(True)
        super().draw(renderer)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """The picture, and how wide and high it is on the page."""
        data = io.BytesIO()
        self.savefig(data, format="png", dpi=SHARP * PIXELS)
        width, height = (round(PIXELS * size) for size in self.get_size_inches())
        return data.getvalue(), {"width": width, "height": height}
