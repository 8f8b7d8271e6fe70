"""The command line, called inside the test's own process, or stopped in one of its own."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from playout.cli import main
from playout.cli.commands import STOPPED
from playout.runner.plan import Plan


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


class Encoded(io.TextIOWrapper):
    """A stream of this encoding, which refuses what that lacks, as a pipe of Windows does."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding, "strict", newline="\n")

    def getvalue(self) -> str:
        """All that was written, decoded."""
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode(self.encoding)


def playout(*words: str, encoding: str | None = None) -> Said:
    """Run ``playout words ...``, given one by one, or as one line with spaces between them.

    With an ``encoding`` its streams have that.  A traceback is a failure of the test.
    """
    words = tuple(words[0].split()) if len(words) == 1 else words
    out, err = (Encoded(encoding) if encoding else io.StringIO() for _ in range(2))
    code = 0
    with patch.object(sys, "argv", ["playout", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    return Said(code, out.getvalue(), err.getvalue())


def printed(*words: str, encoding: str | None = None) -> str:
    """What a command prints that ends well, with nothing on the error stream."""
    said = playout(*words, encoding=encoding)
    assert (said.code, said.err) == (0, ""), said.err
    return said.out


def printed_json(*words: str) -> Any:
    """What a command prints as JSON, in one line."""
    out = printed(*words)
    assert out.count("\n") == 1
    return json.loads(out)


def mistake(*words: str) -> str:
    """The sentence with which a command ends that is a mistake; nothing else is printed."""
    said = playout(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("playout: ")
    assert said.err.count("\n") == 1
    return said.err


def install(package: Path, folder: Path) -> None:
    """Write to a folder what pip writes there of a package beside its files: its entry points."""
    text = (package / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in targets.items())
        for group, targets in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(points))


AT_WORK = """
import importlib, os

def telling(counted, place, least):
    def told(*given, **others):
        if given[place] > least:
            os.write(2, b"begun\\n")  # in one piece: several threads come here
        return counted(*given, **others)
    return told

for module, name, place, least in {counting}:
    module = importlib.import_module(module)
    setattr(module, name, telling(getattr(module, name), place, least))
from playout.cli import main
main()
"""


def at_work(*counting: tuple[str, str, int, int]) -> str:
    """A program for `stopped`: it has begun once a function gets a larger number at a place.

    Each is given as its module, its name, the place among its arguments, and the number.
    """
    return AT_WORK.format(counting=counting)


PLAYING = at_work(("playout.questions.runs.job", "play_batch", 3, 1000))  # from game 1,001 on


def stopped_here(words: str, after: int) -> Said:
    """What a command answers that gets Ctrl-C in this process once it has played so many games."""
    finish = Plan.finish

    def finish_and_stop(self: Any, *given: Any) -> None:
        finish(self, *given)
        if self.done > after:
            raise KeyboardInterrupt

    with (
        patch.object(Plan, "finish", finish_and_stop),
        patch("playout.cli.leave", lambda: sys.exit(STOPPED)),
    ):
        return playout(words)


def stopped(program: str, *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command that gets Ctrl-C once it has counted a while.

    The program is Python that calls the command line and, by then, has written "begun" as a line
    on the error stream.
    """
    heeds = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", heeds + program, *words],  # some shells start tests deaf to Ctrl-C
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    before = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, out, (before + err).replace("begun\n", "")
