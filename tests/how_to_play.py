"""Writes how to play each game, and its picture, into its page: ``python -m tests.how_to_play``.

They are the lines and the picture that ``playout web`` shows; a test compares the lines.
"""

from __future__ import annotations

import re
from pathlib import Path

from playout.engine.find.games import find_game, game_names
from playout.engine.match.told import portrait

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "images" / "tables"
PART = re.compile(r"## How to play\n.*?(?=^## )", re.DOTALL | re.MULTILINE)


def page_of(name: str) -> Path:
    """The page about a game."""
    return DOCS / "games" / f"{name}.md"


def part_of(name: str) -> str:
    """The part of its page that says how to play a game."""
    game = find_game(name)
    lines = "\n".join(f"- {line}" for line in game.how_to_play)
    return (
        f"## How to play\n\n![A table of {game.title}.](../images/tables/{name}.svg)\n\n{lines}\n\n"
    )


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name in game_names():
        (PICTURES / f"{name}.svg").write_text(portrait(find_game(name)), encoding="utf-8")
        text = PART.sub("", page_of(name).read_text(encoding="utf-8"))
        text = text.replace("## Rules\n", f"{part_of(name)}## Rules\n", 1)
        page_of(name).write_text(text, encoding="utf-8")
