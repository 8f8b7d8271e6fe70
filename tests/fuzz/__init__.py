"""Mistakes made at random: commands and files of studies that are wrong.

A case is known by its kind, its number and the seed.  ``python -m tests.fuzz commands 17`` says
what a case is, runs it, and shows what comes of it.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self

from playout.cli.commands import STOPPED
from tests.forked import Command, forking, write_to
from tests.runner.small_runs import BOLD

SEED = int(os.environ.get("PLAYOUT_SEED", "1"))
SECONDS = 100.0  # that a case may take
CTRL_C = 4.0  # seconds after which a case gets Ctrl-C: some would play for years, as they are asked
MEGABYTES = 1_000  # of memory that a case may need
CODES = (0, 2, STOPPED)  # the exit codes of a command (docs/reference/commands.md)
KINDS = ("commands", "studies")


def cases(kind: str) -> Any:
    """The module of a kind.

    ``description(chance)`` is a case as a person would write it; ``play(chance)`` runs that case,
    and returns an exit code, if it has one.
    """
    return import_module(f"tests.fuzz.{kind}")


def chance_of(kind: str, number: int) -> random.Random:
    """The chance of which a case is made."""
    return random.Random(f"{SEED} {kind} {number}")


@dataclass(frozen=True)
class Ended:
    """How a case ended."""

    code: int | None  # its exit code; None if it has none
    fault: str  # the traceback of what it should not have raised; "" if it raised nothing
    megabytes: float  # of memory at most until then
    out: str = ""
    err: str = ""

    def mistake(self) -> str:
        """What is wrong with how it ended; "" if all is well."""
        if self.fault or "Traceback" in self.err:
            return f"a traceback:\n{self.fault}{self.err}"
        if self.megabytes > MEGABYTES:
            return f"{self.megabytes:.0f} MB of memory"
        if self.code not in (None, *CODES):
            return f"exit code {self.code}\n{self.err}"
        if self.err.startswith("Usage: playout [OPTIONS] COMMAND"):
            return ""  # without a word it tells its help
        sentences = self.err.splitlines()
        if self.code == 2 and not sentences:
            return "exit code 2 without a sentence"
        if not all(sentence.startswith("playout: ") for sentence in sentences):
            return f"no sentence:\n{self.err}"
        return ""


class Player:
    """A process that runs cases of one kind, one after the other, and is replaced when it dies."""

    def __init__(self, kind: str, made: Path, folder: Path) -> None:
        self._kind, self._made, self._folder = kind, made, folder
        self._process: BaseProcess | None = None
        self._connection: Connection[Any, Any]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def _begin(self) -> None:
        context = forking()
        self._connection, other = context.Pipe()
        self._process = context.Process(
            target=_play, args=(other, self._kind, self._made, self._folder)
        )
        self._process.start()
        other.close()

    def _end(self) -> None:
        if self._process is not None:
            with suppress(OSError):
                os.killpg(self._process.pid or 0, signal.SIGKILL)
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = None

    def play(self, number: int) -> Ended:
        """Run a case."""
        if self._process is None:
            self._begin()
            assert self._connection.poll(SECONDS), "it has not begun"
            self._connection.recv()
        assert self._process is not None
        self._connection.send(number)
        try:
            if not self._connection.poll(SECONDS):
                self._end()
                return Ended(None, f"not ended after {SECONDS:.0f} s\n", 0.0, *self._said())
            code, fault, megabytes = self._connection.recv()
        except EOFError:  # it has left, as a command does after Ctrl-C
            self._process.join()
            code, fault, megabytes = self._process.exitcode, "", 0.0
            self._end()
        return Ended(code, fault, megabytes, *self._said())

    def _said(self) -> Iterator[str]:
        for name in ("out.txt", "err.txt"):
            yield (self._folder / name).read_text("utf-8", "replace")


def _play(connection: Connection[Any, Any], kind: str, made: Path, folder: Path) -> None:
    """Run the cases whose numbers come."""
    import resource

    os.setsid()
    module = cases(kind)
    connection.send("begun")
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    while True:
        number = connection.recv()
        filled(folder, made)
        write_to(folder)
        code, fault = None, ""
        try:
            signal.setitimer(signal.ITIMER_REAL, CTRL_C)
            code = module.play(chance_of(kind, number))
        except KeyboardInterrupt:
            code = STOPPED
        except BaseException:
            fault = traceback.format_exc()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        connection.send((code, fault, most))


STUDY = """
game = "the-game"
title = "Small"
question = "How?"
answer = "{{ row(players=1).win }} won."
games = 40
[factors]
players = [1, 2]
strategy = ["greedy"]
"""
GATE = """
game = "pig"
rules = {goal = 20}
max_games = 300
[[expect]]
target = "win(seat 1)=0..100%"
[[expect]]
name = "beside"
measure = "win"
of = "hold:at=19"
same_as = "hold"
margin = 0.99
"""


def make(folder: Path) -> Path:
    """A folder with files of all kinds, good and damaged, that a case may name."""
    import playout

    folder.mkdir()
    small: dict[str, Any] = {"players": [1, 2], "strategy": "greedy", "games": 50}
    run = folder / "a.run"
    playout.run("the-game", save=run, **small)
    playout.rare("the-game", strategy="random", particles=20, repeats=10, save=folder / "rare.run")
    playout.hex.criticality(3, boards=2_000, save=folder / "map.run")
    data = run.read_bytes()
    (folder / "half.run").write_bytes(data[: len(data) // 2])
    chance = random.Random(1)
    for name in ("bits.run", "more-bits.run"):
        damaged = bytearray(data)
        for _ in range(40):
            damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        (folder / name).write_bytes(damaged)
    (folder / "head.run").write_bytes(data[:16] + bytes(len(data) - 16))
    (folder / "empty").write_text("")
    (folder / "stones.txt").write_text("1 . .\n . 2 .\n  . . .\n")
    (folder / "latin.toml").write_bytes('title = "Zürich"'.encode("latin-1"))
    (folder / "study.toml").write_text(STUDY)
    (folder / "gate.toml").write_text(GATE)
    (folder / "mine.py").write_text(BOLD.format(before="pass"))
    (folder / "broken.py").write_text("def bold(view, rng:\n")
    (folder / "raising.py").write_text("raise KeyError('of the user')\n")
    (folder / "folder").mkdir()
    for file in folder.glob("*.lock"):
        file.unlink()
    return folder


def filled(folder: Path, made: Path) -> None:
    """Empty a folder, and fill it with the files of another, and what cannot be copied."""
    os.chdir(made)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    (folder / "link.run").symlink_to("nowhere.run")
    (folder / "secret").write_text("")
    (folder / "secret").chmod(0)


def warm(folder: Path) -> None:
    """Compile what cases may need: the time for that is none of theirs."""
    from tests.fuzz.commands import valid

    for words in [["study", "--all", "--games", "5"], *valid()]:
        Command(words, folder).wait(600.0)


def mistakes(kind: str, numbers: Iterable[int]) -> list[str]:
    """Run cases; what went wrong with each that did not end as it should."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        made, folder = make(Path(place) / "made"), Path(place) / "case"
        with Player(kind, made, folder) as player:
            for number in numbers:
                mistake = player.play(number).mistake()
                if mistake:
                    case = cases(kind).description(chance_of(kind, number))
                    found.append(f"{kind} {number} (PLAYOUT_SEED={SEED}): {case}\n{mistake}")
    return found
