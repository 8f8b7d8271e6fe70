"""Draws the pictures of the gallery again, in some minutes: ``python -m tests.gallery``."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.command import playout
from tests.report.browser import chromium

DOCS = Path(__file__).parent.parent / "docs"
REPORT = ("study", "the-game-players", "--seed", "1")


def commands() -> dict[str, list[str]]:
    """The name of each picture that a command of the gallery draws -> the words of the command."""
    text = (DOCS / "results" / "gallery.md").read_text(encoding="utf-8")
    lines = [shlex.split(line) for line in re.findall(r"^playout (.+plot .+)$", text, re.MULTILINE)]
    return {words[-1]: words for words in lines}


def draw(*words: str) -> None:
    """Run a command, which may say meanwhile how long it takes."""
    said = playout(*words)
    print(said.out, said.err)
    assert said.code == 0


def picture_report(path: Path) -> None:
    """Write a picture of how a report begins."""
    with TemporaryDirectory() as folder, chromium() as browser:
        draw(*REPORT, "--out", folder)
        page = browser.new_page(viewport={"width": 1000, "height": 1150})
        page.goto((Path(folder) / "index.html").as_uri())
        page.screenshot(path=path)


if __name__ == "__main__":
    os.chdir(DOCS / "images")
    picture_report(DOCS / "images" / "report.png")
    for words in commands().values():
        draw(*words)
