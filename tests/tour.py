"""Runs the notebook of the tour and keeps what it shows: ``python -m tests.tour``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent.parent / "examples" / "tour.ipynb"


def notebook() -> dict[str, Any]:
    """The notebook as it is kept."""
    kept: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return kept


def refresh() -> None:
    """Run the notebook, each cell after the one before, and keep what it shows."""
    import nbformat
    from nbclient import NotebookClient

    cells = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(cells, kernel_name="python3").execute()
    for cell in cells.cells:
        cell.metadata.clear()  # the times
        if cell.cell_type == "code":  # no bars that have gone
            cell.outputs = [one for one in cell.outputs if one.data.get("text/html") != ""]
    nbformat.write(cells, NOTEBOOK)


if __name__ == "__main__":
    refresh()
