"""What the generated pages have in common: plain text as reStructuredText, and files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path


def heading(text: str, line: str = "=") -> str:
    """A title, underlined."""
    return f"{escaped(text)}\n{line * (2 * len(text))}\n"


def escaped(text: str) -> str:
    """Plain text in which nothing is markup, except what stands in double backticks."""
    text = re.sub(r"\bdocs/([\w/-]+)\.md\b", r":doc:`/\1`", text)  # the title of the page
    parts = re.split(r"(``.+?``|:\w+:`.+?`)", text, flags=re.DOTALL)
    parts[::2] = [re.sub(r"([\\*|_])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def write_all(folder: Path, pages: Mapping[str, str]) -> None:
    """Write these pages, and nothing else, into a folder; what is as it was keeps its date."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.rst"):
        if old.stem not in pages:
            old.unlink()
    for name, text in pages.items():
        path = folder / f"{name}.rst"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
