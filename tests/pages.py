"""The pages of the documentation, taken apart into their blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
FILE = "# file: "


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    first_line: int  # number of its first line in the page
    lines: tuple[str, ...]


@cache
def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page that are to be run."""
    found: list[Block] = []
    lines = page.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        fence = re.fullmatch(r"```(\w*)", lines[number])
        number += 1
        if fence is None:
            continue
        end = lines.index("```", number)
        if lines[number - 2].strip() != "<!-- not run -->":
            found.append(Block(fence[1], number + 1, tuple(lines[number:end])))
        number = end + 1
    return found


def write_files(page: Path, folder: Path) -> None:
    """Write the blocks that are files."""
    for block in blocks(page):
        if block.language in ("python", "toml", "text") and block.lines[0].startswith(FILE):
            path = folder / block.lines[0].removeprefix(FILE).strip()
            is_json = path.suffix == ".json"  # which has no remarks
            lines = block.lines[1:] if is_json else block.lines
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
