"""A notebook as a page: its texts, its code, and what it showed when it was run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def text_of(notebook: Path) -> str:
    """The Markdown of a notebook."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in _parts(cell)) + "\n"


def _parts(cell: Mapping[str, Any]) -> Iterator[str]:
    """What a cell says, and what it showed."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield _fenced("python", source)
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        told = {kind: "".join(value) for kind, value in data.items()}
        if "image/png" in told:
            words = told["text/plain"].strip("<>").replace('"', "'")
            picture = told["image/png"].strip()
            yield _html(f'<img alt="{words}" src="data:image/png;base64,{picture}">')
        elif "image/svg+xml" in told:
            yield _html(told["image/svg+xml"])
        elif "text/html" in told:
            yield _html(told["text/html"].replace('role="region"', 'role="group"'))
        else:
            yield _fenced("text", told["text/plain"])


def _html(text: str) -> str:
    """What a browser shows as it is."""
    return _fenced("{raw} html", f'<div class="shown">{text}</div>')


def _fenced(name: str, text: str) -> str:
    """A block of a page."""
    return f"````{name}\n{text}\n````"
