"""Writes into the pages what their commands print: ``python -m tests.refresh [PAGE...]``.

The ``text`` block after a ``console`` block holds what its commands print.  A comment on the line
before the text block says how much of it is shown, paragraph by paragraph::

    <!-- shown: 1, 2:6, 3:-1 -->

is paragraph 1, the first six lines of paragraph 2 and the last line of paragraph 3; ``3:2..5`` are
some lines in between, ``table`` is the first table, ``table 2`` the second.  ``...`` stands for
what is left out, and ``varies`` says that the numbers are others every time.  Without a page, all
pages that have such a comment are written.
"""

from __future__ import annotations

import re
import shlex
import sys
from contextlib import chdir
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.command import playout
from tests.pages import PAGES, Block, blocks, write_files

SHOWN = re.compile(r"<!-- shown: (.+) -->")
RULE = re.compile(r"^ *-+( +-+)+ *$", re.MULTILINE)  # the line under the heads of a table
VARIES = "varies"
NUMBER = re.compile(r"\d[\d,.]*")
PAUSE = re.compile(r"\d[\d.]* (?:ms|s|min)\b|\b\d+ min \d+ s\b")  # how long it took


def place_of(words: str, paragraphs: list[str]) -> int:
    """The place of the paragraph that is called ``2``, ``table`` or ``table 2``.

    Raises:
        LookupError: there is no such paragraph.
    """
    if not words.startswith("table"):
        number = int(words)
        return range(len(paragraphs))[number - 1 if number > 0 else number]
    tables = [place for place, text in enumerate(paragraphs) if RULE.search(text)]
    return tables[int(words.removeprefix("table") or 1) - 1]


def rows_of(words: str) -> slice:
    """Which lines ``6`` (the first six), ``-1`` (the last) or ``3..5`` are."""
    first, dots, last = words.partition("..")
    if dots:
        return slice(int(first) - 1, int(last))
    count = int(words or sys.maxsize)
    return slice(count) if count > 0 else slice(count, None)


def cut(printed: str, shown: str | None) -> list[str]:
    """The lines of an answer that a page shows."""
    paragraphs = re.split(r"\n\s*\n", printed.strip("\n"))
    if shown is None:
        return "\n\n".join(paragraphs).splitlines()
    chosen: dict[tuple[int, int], str] = {}  # lines by their places
    for words in (words.strip() for words in shown.split(",")):
        if words == VARIES:
            continue
        name, _, count = words.partition(":")
        place = place_of(name, paragraphs)
        lines = list(enumerate(paragraphs[place].splitlines()))
        for row, line in lines[rows_of(count)]:
            chosen[place, row] = line
    out: list[str] = []
    for place, text in enumerate(paragraphs):
        out += ["", *((chosen.get((place, row), "...")) for row in range(len(text.splitlines())))]
    return without_repeats(out)


def without_repeats(lines: list[str]) -> list[str]:
    """The lines with one ``...`` for each run of lines left out, blank ones among them."""
    text = "\n".join(lines).strip("\n")
    text = re.sub(r"(^|\n)\.\.\.(\n+\.\.\.)+(?=\n|$)", r"\1...", text)
    return text.splitlines()


def answer(page: Path, asked: Block) -> str:
    """What the commands of a block print, one after another, in a screen of 80 columns."""
    with (
        TemporaryDirectory() as folder,
        chdir(folder),
        patch("playout.report.text_tables.screen_width", lambda output=None: 80),
    ):
        write_files(page, Path(folder))
        texts = []
        for line in asked.lines:
            said = playout(*shlex.split(line, comments=True)[1:])
            if said.code:
                raise SystemExit(f"{page.name}: {line}: exit {said.code}\n{said.err}")
            texts.append(said.out)
    return "\n".join(text for text in texts if text)


def asked_and_shown(page: Path) -> list[tuple[Block, Block, str | None]]:
    """The commands of a page whose answers stand below them, and how much of these is shown."""
    lines = page.read_text(encoding="utf-8").splitlines()
    found = blocks(page)
    return [
        (asked, shown, comment[1] if comment else None)
        for asked, shown in pairwise(found)
        if (asked.language, shown.language) == ("console", "text")
        and all(line.startswith("playout ") for line in asked.lines)
        for comment in [SHOWN.fullmatch(lines[shown.first_line - 3])]
    ]


def is_the_same(lines: list[str], others: list[str], how_much: str | None = None) -> bool:
    """Whether two answers differ in nothing but how long they took, or the numbers that vary."""
    vary = NUMBER if how_much is not None and VARIES in how_much else PAUSE
    one, other = (vary.sub("", " ".join(" ".join(text).split())) for text in (lines, others))
    return one == other


def refresh(page: Path) -> int:
    """Write the answers of a page anew; how many have changed."""
    changed = 0
    lines = page.read_text(encoding="utf-8").splitlines()
    for asked, shown, how_much in reversed(asked_and_shown(page)):
        printed = answer(page, asked)
        try:
            new = cut(printed, how_much)
        except LookupError:
            raise SystemExit(f"{page.name}: no {how_much} in:\n{printed}") from None
        if not is_the_same(new, list(shown.lines), how_much):
            changed += 1
            start = shown.first_line - 1
            lines[start : start + len(shown.lines)] = new
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return changed


if __name__ == "__main__":
    named = [Path(name).resolve() for name in sys.argv[1:]]
    for one in named or [page for page in PAGES if SHOWN.search(page.read_text("utf-8"))]:
        print(f"{one.name}: {refresh(one)} changed", flush=True)
