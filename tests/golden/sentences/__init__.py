"""Golden sentences: what commands print, as pages that people can read and judge.

Each page here is about one question.  A section has a title, which says the situation, and a block
of commands that begin with ``$``, each with what a terminal of 80 columns shows: of a table the
heads and the first row.  ``python -m tests.golden.sentences`` runs all commands and writes all
pages anew; ``python -m tests.golden.sentences run luck`` those two.

``<!-- slow -->`` above a block says that it takes seconds, or compiles much, ``<!-- thorough -->``
that it compiles what no other test needs. ``^C`` at the end of a command stops it after its first
batch of games; give it ``--workers 1``, so that this is always the same. Seconds are printed as
1.0, and after ``--dry-run`` every number as N: they differ from one machine to the next, as
versions do. So do the numbers of ``check``, whose table is left out. A section runs in an empty
folder, but for ``examples/`` and ``own/``, which has files of users.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from playout.cli import main
from playout.questions import forecast
from playout.report import tables
from playout.report.text_tables import fitted
from playout.runner import pace
from playout.runner.plan import Batch, Plan

FOLDER = Path(__file__).parent
EXAMPLES, OWN = FOLDER.parents[2] / "examples", FOLDER / "own"
WIDTH = "80"
BLOCK = re.compile(
    r"^## (?P<title>.+)\n(?P<about>(?:(?!## |```).*\n)*)```console\n(?P<body>(?:.*\n)*?)```$", re.M
)
ROWS = re.compile(r"^(?:(?:ok|failed|not checked)  .*\n(?: .*\n)*)+", re.M)  # of a check
CHANGES = {  # what differs from one machine, or one day, to the next: and what stands for it
    re.compile(r"(?<![\w.])\d+\.\d+(?=\ss\b)"): "1.0",
    re.compile(r"^versions: .*$", re.M): "versions:  ...",
    re.compile(r" \(no time for \d+ others?\)"): "",
}


@dataclass(frozen=True)
class Section:
    """One situation: its title, its commands, and what they print."""

    page: str
    title: str
    mark: str  # slow, thorough, or nothing
    body: str

    @property
    def commands(self) -> list[str]:
        """The commands, one after another in one folder."""
        return [line[2:] for line in self.body.splitlines() if line.startswith("$ ")]


def page(name: str) -> Path:
    """The file of a page."""
    return FOLDER / f"{name}.md"


def pages() -> list[str]:
    """The names of all pages."""
    return sorted(path.stem for path in FOLDER.glob("*.md"))


def sections(name: str) -> Iterator[Section]:
    """The sections of a page."""
    for block in BLOCK.finditer(page(name).read_text(encoding="utf-8")):
        mark = re.search(r"<!-- (slow|thorough) -->", block["about"])
        yield Section(name, block["title"], mark[1] if mark else "", block["body"])


def written(name: str) -> str:
    """A page with what its commands print now."""

    def block(old: re.Match[str]) -> str:
        title = old["title"]
        section = next(one for one in sections(name) if one.title == title)
        print(f"{name}: {title}", file=sys.stderr)
        return old[0].replace(f"```console\n{old['body']}```", f"```console\n{played(section)}```")

    return BLOCK.sub(block, page(name).read_text(encoding="utf-8"))


class _Screen(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        return True


def played(section: Section) -> str:
    """The commands of a section, each with what it prints now."""
    parts = []
    with TemporaryDirectory() as folder, ExitStack() as stack:
        for known in (EXAMPLES, OWN):
            (Path(folder) / known.name).symlink_to(known)
        stack.callback(os.chdir, Path.cwd())
        os.chdir(folder)
        environment = {"COLUMNS": WIDTH, "PLAYOUT_QUIET": "1", "TERM": "dumb"}
        stack.enter_context(patch.dict(os.environ, environment))
        stack.enter_context(patch.object(tables, "fitted", _first_row))
        stack.enter_context(patch.object(textwrap, "fill", _filled))
        stack.enter_context(patch.object(pace, "ENOUGH", 0.2))
        stack.enter_context(patch.object(forecast, "PILOT", 0.3))
        for command in section.commands:
            shown = _steady(printed(command).replace(folder, "FOLDER"))
            if "--dry-run" in command:
                shown = re.sub(r"\b\d[\d,]*", "N", " ".join(shown.split())) + "\n"
                shown = re.sub(r"about N [\w ]+ on this", "about N s on this", shown)
            if "playout check" in command and ROWS.search(shown):
                shown = ROWS.sub("...\n", shown)
                shown = re.sub(r"\b\d+(,\d+)*", "N", shown)
                # On a busy machine some checks have no time, as is said.
                shown = re.sub(r"passed\s+\(no\s+time\s+for\s+N[^)]*\)\s+in", "passed in", shown)
            parts.append(f"$ {command}\n{shown}")
    return "\n".join(parts)


def _steady(text: str) -> str:
    """A text without what differs from one machine, or one day, to the next."""
    for changing, shown_as in CHANGES.items():
        text = changing.sub(shown_as, text)
    return text


_fill = textwrap.fill


def _filled(text: str, *given: Any, **more: Any) -> str:
    return _fill(_steady(text), *given, **more)  # so that a line ends where it always does


def printed(command: str) -> str:
    """What a command prints on a terminal, its errors too."""
    words = shlex.split(command)
    is_stopped = words[-1] == "^C"
    words = words[1:-1] if is_stopped else words[1:]
    screen, errors = _Screen(), io.StringIO()
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(screen))
        stack.enter_context(redirect_stderr(errors))
        stack.enter_context(patch.object(sys, "argv", ["playout", *words]))
        if is_stopped:
            stack.enter_context(patch.object(Plan, "next", _one_at_a_time))
            stack.enter_context(patch.object(Plan, "finish", _stopping))
            stack.enter_context(patch("playout.cli.leave", sys.exit))
        with suppress(SystemExit):
            main()
    text = screen.getvalue() + errors.getvalue()
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


_next, _finish = Plan.next, Plan.finish


def _one_at_a_time(plan: Plan[Any]) -> Batch | None:
    """The next batch, if none is being played."""
    return None if any(map(plan.playing, range(len(plan.tallies)))) else _next(plan)


def _stopping(plan: Plan[Any], *batch: Any) -> None:
    """Count a batch, and stop as if by Ctrl-C."""
    _finish(plan, *batch)
    raise KeyboardInterrupt


def _first_row(columns: Any, width: int | None = None) -> str:
    """The table as it would be laid out, but for the rows after the first."""
    text = fitted(columns, width)
    rows = len(columns[0].cells) if columns else 0
    lines = text.splitlines()
    rules = [k for k, line in enumerate(lines) if line and not line.strip("- ")]
    if rows < 2 or not rules:
        return text
    kept: list[str] = []
    for k, line in enumerate(lines):
        below = max((rule for rule in rules if rule < k), default=None)
        if below is None or not 1 < k - below <= rows:
            kept.append(line)
        elif k - below == 2:
            kept.append("...")
    return "\n".join(kept)
