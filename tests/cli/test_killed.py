"""What writes files is killed at random instants, and ends as if it had never been stopped.

Every question is played and kept by the same code (runner/jobs.py, runner/ledger.py), so a run and
an estimate of a rare chance stand for all.  ``PLAYOUT_KILLS=10 pytest -m thorough
tests/cli/test_killed.py`` kills each kind ten times, in place of a hundred; ``PLAYOUT_SEED`` draws
other instants.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.questions.answers import answer_in, job_in
from playout.runner.ledger import Ledger
from playout.runner.workers import Threads
from playout.stats.packing import pack
from tests import command
from tests.forked import Command

KILLS = int(os.environ.get("PLAYOUT_KILLS", "100"))  # of each kind
SEED = int(os.environ.get("PLAYOUT_SEED", "1"))
REAL = 0.1  # of the kills are of a process that was started as a shell starts it
IMPORTS = 1.5  # seconds that such a process takes longer, about
LONGEST = 120.0  # seconds that a command may take


@dataclasses.dataclass(frozen=True)
class Kind:
    """A command that writes files, and can be killed."""

    command: str
    before: tuple[str, ...] = ()  # commands that make the files which it needs
    runs: tuple[str, ...] = ("a.run",)  # that it plays, puts together, or reads
    tables: tuple[str, ...] = ()  # that it writes
    again: bool = False  # whether the same command alone goes on with it, and not `resume`
    at_once: bool = False  # whether its run is there whole, or not at all


GAME = "the-game --strategy greedy --seed 9"
STUDY = """
game = "the-game"
title = "Small"
question = "How?"
answer = "{{ row(players=1).win }} won."
games = "60k"
[factors]
players = [1, 2]
strategy = ["greedy"]
"""
KINDS = {
    "run": Kind(f"run {GAME} --players 1..3 --games 60k --save a.run"),
    "precision": Kind(f"run {GAME} --players 1,2 --precision 0.0025 --save a.run"),
    "rare": Kind("rare the-game --strategy random --particles 200 --repeats 20 --save a.run"),
    "study": Kind(
        "study small.toml --out out --save runs",
        runs=("runs/small.run",),
        tables=("out/small.csv",),
        again=True,
    ),
    "merge": Kind(
        "merge 1.run 2.run 3.run --into a.run",
        before=tuple(
            f"run {GAME} --players 1..7 --games 1,000 --part {k}/3 --save {k}.run --workers 1"
            for k in (1, 2, 3)
        ),
        at_once=True,
    ),
    "extend": Kind(
        "extend a.run --games 60k",
        before=(f"run {GAME} --players 1..3 --games 1k --save a.run",),
    ),
    "export": Kind(
        "export a.run --csv a.csv --tsv a.tsv --parquet a.parquet",
        before=("run the-game-blog --players 1..5 --hand 4..8 --low 1..4 --games 5 --save a.run",),
        tables=("a.csv", "a.tsv", "a.parquet"),
        again=True,
    ),
}


def many_batches() -> None:
    """Let a process write to its file often: about fifty times a second on each thread."""
    Threads.batch_seconds = 0.02


def begun(folder: Path, made: Path) -> Path:
    """A folder with nothing but what the command needs."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    return folder


def prepared(kind: Kind, folder: Path) -> Path:
    """A folder with what a command needs."""
    folder.mkdir()
    (folder / "small.toml").write_text(STUDY)
    for words in kind.before:
        ended(folder, words)
    return folder


def ended(folder: Path, words: str) -> float:
    """Run a command to its end; the seconds that it took."""
    began = time.monotonic()
    process = Command(words.split(), folder, before=many_batches)
    code = process.wait(LONGEST)
    process.kill()
    assert code == 0, process.said
    return time.monotonic() - began


def content(path: Path) -> dict[str, Any]:
    """All in a run's file that decides its answer: times, and who has played what, do not."""
    with Ledger.open(path) as ledger:
        job = job_in(ledger)
        plan = job.plan()
        ledger.load(plan)
        return {
            "asked": (ledger.kind, ledger.asked, ledger.hash),
            "games": (ledger.begin, ledger.end, ledger.whole, ledger.fixed),
            "counts": [pack(tally) for tally in plan.tallies],
            "answer": json.dumps({**answer_in(ledger).data(), "seconds": 0}),
        }


def result(kind: Kind, folder: Path) -> dict[str, Any]:
    """All that is to be the same, however often it was killed."""
    found: dict[str, Any] = {name: (folder / name).read_bytes() for name in kind.tables}
    for name in kind.runs:
        found[name] = content(folder / name)
        said = command.playout("export", str(folder / name), "--csv", "-")
        assert (said.code, said.err) == (0, "")
        found[f"{name} as CSV"] = said.out
    return found


def check_left(kind: Kind, folder: Path, goal: dict[str, Any], games: int) -> int:
    """Check what a kill has left; how many games are in the files, which are no fewer than before.

    A run can be read, and is damaged nowhere; a table is not there, or all of it is.
    """
    for name in kind.tables:
        file = folder / name
        assert not file.exists() or file.read_bytes() == goal[name], f"{name} is not whole"
    there = [name for name in kind.runs if (folder / name).exists()]
    if kind.at_once:
        assert all(content(folder / name) == goal[name] for name in there)
    played = sum(playout.load_run(folder / name).games for name in there)
    assert played >= games
    return played


def check_end(kind: Kind, folder: Path, goal: dict[str, Any]) -> None:
    """Check that all is there, as if nothing had been killed."""
    assert result(kind, folder) == goal
    for name in kind.runs:
        assert playout.verify(folder / name, 5).different == []
    left = [file.name for file in folder.rglob("*") if file.name.endswith(("-wal", "-shm"))]
    assert not left


def next_words(kind: Kind, folder: Path, goal: dict[str, Any], chance: random.Random) -> str:
    """What a user writes next: the same command, or `resume` if there is something to resume."""
    file = folder / kind.runs[0]
    if kind.again or not file.exists():
        return kind.command
    if kind.at_once or kind.command.startswith("extend"):
        with Ledger.open(file) as ledger:  # the same again would be refused if it was done
            is_done = ledger.end == goal[file.name]["games"][1]
        return "resume a.run" if is_done else kind.command
    return kind.command if chance.random() < 0.5 else "resume a.run"


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """The files in a folder, with their sizes and times."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                status = os.stat(f"{path}/{name}")
                found[f"{path}/{name}"] = (status.st_size, status.st_mtime_ns)
    return found


START, CHANGE = "the start", "the first change of a file"


def instants(chance: random.Random) -> Iterator[tuple[str, float]]:
    """Endless instants: a time after the start, where 1 is the usual end, or after a change, in s.

    A third fall anywhere, a third where files are made, and a third around the end.
    """
    while True:
        yield START, chance.uniform(0.0, 1.0)
        yield CHANGE, chance.uniform(0.0, 0.03)
        yield START, chance.uniform(0.8, 1.1)


def killed(process: Command, folder: Path, since: str, seconds: float) -> bool:
    """Kill a command at an instant; False if it has ended before."""
    if since == CHANGE:
        before = listing(folder)
        while process.code is None and listing(folder) == before:
            time.sleep(0.0002)
    process.wait(seconds)
    is_early = process.code is None
    process.kill()
    return is_early


@pytest.mark.thorough
@pytest.mark.parametrize("name", KINDS)
def test_what_is_killed_ends_as_if_it_had_never_been_stopped(name: str, tmp_path: Path) -> None:
    kind, chance = KINDS[name], random.Random(f"{SEED} {name}")
    made = prepared(kind, tmp_path / "made")
    folder = begun(tmp_path / "whole", made)
    ended(folder, kind.command)  # compiles what there is to compile
    goal = result(kind, folder)
    usual = ended(begun(folder, made), kind.command)
    assert result(kind, folder) == goal
    folder, kills, games, story = tmp_path / "killed", 0, 0, list[str]()
    for since, seconds in instants(chance):
        if not story:
            if kills >= KILLS:
                break
            begun(folder, made)
            games = 0
        words = next_words(kind, folder, goal, chance) if story else kind.command
        real = since == START and chance.random() < 1.5 * REAL
        if since == START:
            seconds = seconds * usual + (IMPORTS if real else 0.0)
        process = Command(words.split(), folder, real=real, before=many_batches)
        story.append(f"{words}: {seconds:.4f} s after {since}{', real' if real else ''}")
        try:
            if kills < KILLS and killed(process, folder, since, seconds):
                kills += 1
                if chance.random() < 0.5:  # else the next command finds it just as it was left
                    games = check_left(kind, folder, goal, games)
                continue
            code = process.wait(LONGEST)
            process.kill()
            assert code == 0, process.said
            check_end(kind, folder, goal)
        except (AssertionError, PlayoutError) as error:
            raise AssertionError("\n".join(["killed:", *story, str(error)])) from error
        story = []
