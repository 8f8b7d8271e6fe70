"""Checks in a process of their own, which may loop for ever, end, or take all memory it gets.

The process (testing/worker.py) is told what to do in a line of JSON, and says what it plays: a
check that begins, a game, each of its moves, a batch of games.  So where it is lost is known when
it says nothing any more, and another process draws the position.
"""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

from playout.engine.words.children import without_ctrl_c
from playout.engine.words.errors import PlayoutError, file_said
from playout.testing.case import after
from playout.testing.report import FAILED, Checked, Finding, Report
from playout.testing.suite import AGAIN, FAST, INDICES, PLAIN, Asked, Subject

MEMORY = 4 * 2**30  # bytes that a process may have
PATIENCE = 10.0  # seconds without a word, besides the time a move may take
LOADING = 60.0  # seconds in which a file must have been read
SHARES = {INDICES: 0.5, FAST: 0.4, PLAIN: 0.1, AGAIN: 0.1}  # of the time, for each process
_ENVIRONMENT = {
    INDICES: {"NUMBA_BOUNDSCHECK": "1"},
    FAST: {"NUMBA_BOUNDSCHECK": "0"},
    PLAIN: {"NUMBA_DISABLE_JIT": "1"},
    AGAIN: {"PYTHONHASHSEED": "1"},  # of others it is another one
}


@dataclass
class Lost:
    """Where a process was when it ended, or came back no more."""

    why: str
    check: str = ""
    game: int | None = None
    is_dealt: bool = True  # it was under way
    moves: list[int] = field(default_factory=list)
    batch: list[int] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    strategy: str = ""
    line: str = ""  # of the code that was running
    is_of_rules: bool | None = None  # whose code that was, if it is known


def find(target: str, names: list[str]) -> list[Subject]:
    """What a word of a user names (`suite.subjects`), found without running it here."""
    for said in _events({"target": target, "names": names}, FAST, LOADING):
        if isinstance(said, Lost):
            raise PlayoutError(f"{target}: {said.why} while the file was read{said.line}")
        if "subjects" in said:
            return [Subject(*one) for one in said["subjects"]]
    raise PlayoutError(f"{target}: nothing was found")


def check_apart(
    subject: Subject, asked: Asked, tell: Callable[[Checked], None] = lambda checked: None
) -> Report:
    """Check a subject in processes of its own; ``tell`` is called with each check that is done."""
    began = time.monotonic()
    done: list[Checked] = []
    findings: list[Finding] = []
    facts: dict[str, Any] = {}

    def add(checked: Checked, finding: Finding | None) -> None:
        known = {one.sentence for one in findings}
        if finding is not None and finding.sentence not in known:
            findings.append(finding)
        if checked not in done:  # as warnings that another process has had, too
            done.append(checked)
            tell(checked)

    stages = [INDICES]
    while stages:
        stage = stages.pop(0)
        request = {
            "subject": list(asdict(subject).values()),
            "asked": {**asdict(asked), "options": dict(asked.options)},
            "stage": stage,
            "share": SHARES[stage],
            "facts": facts,
        }
        for said in _events(request, stage, PATIENCE + asked.limit):
            if isinstance(said, Lost):
                add(Checked(said.check or "start", FAILED, ""), _found(subject, asked, said))
                stages = []  # it would be lost in the next process, too
            elif "checked" in said:
                finding = said["finding"]
                add(Checked(**said["checked"]), Finding(**finding) if finding else None)
            elif "facts" in said:
                facts = said["facts"]
                stages = said["following"] if stage == INDICES else stages
    facts.pop("played", None)
    seconds = time.monotonic() - began
    return Report(str(subject), tuple(done), tuple(findings), seconds, facts)


def _events(
    request: dict[str, Any], stage: str, patience: float
) -> Iterator[dict[str, Any] | Lost]:
    """What a process says, and at last a Lost if it did not come to its end."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace.txt")
        whole = {**request, "trace": str(trace), "path": sys.path, "memory": MEMORY}
        environment = {**os.environ, **_ENVIRONMENT[stage]}
        with without_ctrl_c():
            process = subprocess.Popen(
                [sys.executable, "-m", "playout.testing.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
        assert process.stdin is not None
        try:
            with suppress(OSError):
                process.stdin.write(json.dumps(whole).encode() + b"\n")
                process.stdin.flush()
            yield from _heard(process, trace, patience)
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()


def _heard(
    process: subprocess.Popen[bytes], trace: Path, patience: float
) -> Iterator[dict[str, Any] | Lost]:
    """What a process says, line by line."""
    lines: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        with suppress(ValueError, OSError):
            for line in process.stdout:
                lines.put(line)
        lines.put(b"")

    threading.Thread(target=read, daemon=True).start()
    lost, compiling, begun = Lost(""), 0, False
    while True:
        try:
            line = lines.get(timeout=None if compiling or not begun else patience)
        except queue.Empty:
            lost.why = f"did not come back in {patience:.0f} seconds"
            if hasattr(signal, "SIGUSR1"):
                process.send_signal(signal.SIGUSR1)
                time.sleep(0.3)
            lost.line, lost.is_of_rules = _running(trace)
            yield lost
            return
        if not line:
            lost.why = _ended(process.wait())
            lost.line, lost.is_of_rules = _running(trace)
            yield lost
            return
        said = json.loads(line)
        if "error" in said:
            raise PlayoutError(said["error"])
        if "done" in said:
            return
        begun = True
        compiling += said.get("compiling", 0)
        if "check" in said:
            lost = Lost("", said["check"])
        elif "dealing" in said or "game" in said or "batch" in said:
            lost.game, lost.batch, lost.moves = said.get("game"), said.get("batch"), []
            lost.is_dealt = "dealing" not in said
            lost.game = said.get("dealing", lost.game)
            lost.options, lost.strategy = said["options"], said["strategy"]
        elif "move" in said:
            lost.moves.append(said["move"])
        yield said


def _ended(code: int) -> str:
    """How a process ended."""
    if code < 0:
        with suppress(ValueError):
            return f"ended the whole process ({signal.Signals(-code).name})"
    return f"ended the whole process (exit code {code})"


def _running(trace: Path) -> tuple[str, bool | None]:
    """The line that was running, from what faulthandler wrote, and whether rules have it.

    Empty and None if it is ours, or if the process had ended.
    """
    with suppress(OSError):
        text = trace.read_text(encoding="utf-8", errors="replace")
        ours = str(Path(__file__).parent.parent)
        for stack in reversed(re.split(r"\n(?=Current thread|Thread)", text)):
            frames = re.findall(r'File "(.+)", line (\d+) in (\S+)', stack)
            theirs = [frame for frame in frames if not _is_engine(frame[0], ours)]
            if theirs and "playout/testing/worker" in stack.replace(os.sep, "/"):
                file, line, name = theirs[0]
                below = frames[frames.index(theirs[0]) :]  # what called it
                caller = next(at[0] for at in below if _is_engine(at[0], ours))
                told = f" (line {line} of {file_said(file)}, in {name})"
                return told, Path(caller).name != "guard.py"
    return "", None


def _is_engine(file: str, ours: str) -> bool:
    """Whether a file is Playout's own, besides its games, or Python's."""
    games = str(Path(ours, "games"))
    return (file.startswith(ours) and not file.startswith(games)) or not (
        file.startswith(games) or Path(file).is_file()
    ) or file.startswith((sys.prefix, sys.base_prefix, "<"))  # fmt: skip


def _found(subject: Subject, asked: Asked, lost: Lost) -> Finding:
    """What a process that was lost has shown."""
    who = "the game"
    if subject.strategy and lost.is_dealt and not lost.is_of_rules:
        who = f"strategy '{lost.strategy or subject.strategy}'"
        who += "" if lost.is_of_rules is False else ", or the game,"
    sentence = f"{who} {lost.why}{lost.line}"
    if lost.game is None:
        between = "in one of the games {} to {}".format(*lost.batch) if lost.batch else ""
        command = ""
        if lost.batch:
            command = _command("run", subject, asked, lost, f"--games {lost.batch[1] + 1}")
        return Finding(lost.check, f"{sentence} {between}".strip(), "", command)
    command = _command("replay", subject, asked, lost, f"--game {lost.game}")
    if not lost.is_dealt:
        return Finding(lost.check, f"{sentence} while game {lost.game} was dealt", "", command)
    sentence += f" (in game {lost.game}, {after(len(lost.moves))})"
    return Finding(lost.check, sentence, _drawn(subject, asked, lost), command)


def _command(what: str, subject: Subject, asked: Asked, lost: Lost, rest: str) -> str:
    """The command that plays what a process was lost in."""
    options = "".join(
        f" --{name.replace('_', '-')} {value}" for name, value in lost.options.items()
    )
    return (
        f"playout {what} {quote(subject.game)} --strategy {quote(lost.strategy)}{options} "
        f"--seed {asked.seed} {rest}"
    )


def _drawn(subject: Subject, asked: Asked, lost: Lost) -> str:
    """The position in which a process was lost, drawn by another one."""
    request = {
        "subject": [subject.game, ""],
        "asked": {**asdict(asked), "options": dict(lost.options)},
        "number": lost.game,
        "moves": lost.moves,
    }
    with suppress(PlayoutError):
        for said in _events(request, FAST, PATIENCE):
            if isinstance(said, dict) and "drawn" in said:
                return str(said["drawn"])
    return ""
