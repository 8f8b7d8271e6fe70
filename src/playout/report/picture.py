"""A matplotlib figure that every notebook shows by itself."""

from __future__ import annotations

import io

from matplotlib.figure import Figure

PIXELS = 96  # of a page in an inch, by definition
SHARP = 2  # pixels of a picture for one of the page: most screens have finer ones


class Picture(Figure):
    """A matplotlib figure as any other, but for this: as the last value of a cell it is seen.

    Figures that pyplot has not made are shown by IPython only after ``%matplotlib inline``.
    """

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """The picture, and how wide and high it is on the page."""
        data = io.BytesIO()
        self.savefig(data, format="png", dpi=SHARP * PIXELS)
        width, height = (round(PIXELS * size) for size in self.get_size_inches())
        return data.getvalue(), {"width": width, "height": height}
