"""Draws the pictures of the gallery again, in some minutes: ``python -m tests.gallery``."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from tests.command import printed

DOCS = Path(__file__).parent.parent / "docs"


def commands() -> dict[str, list[str]]:
    """The name of each picture that a command of the gallery draws -> the words of the command."""
    text = (DOCS / "results" / "gallery.md").read_text(encoding="utf-8")
    lines = [shlex.split(line) for line in re.findall(r"^playout (.+plot .+)$", text, re.MULTILINE)]
    return {words[-1]: words for words in lines}


if __name__ == "__main__":
    os.chdir(DOCS / "images")
    for words in commands().values():
        print(printed(*words))
