"""The stages of a check, each in a process of its own: they need other environments.

The process says what it plays, and ends itself when it does not come back in time.  So where that
was is known.
"""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from shlex import quote
from typing import IO, Any, NamedTuple

from numba.core import event

from playout.engine.find.games import find_game
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError, file_name
from playout.runner.processes import Context
from playout.testing.case import Case, Watch, after
from playout.testing.report import FAILED, Checked, Finding, Report
from playout.testing.suite import (
    AGAIN,
    FAST,
    INDICES,
    PLAIN,
    SECONDS,
    Asked,
    Subject,
    cases,
    checks,
    following,
    record,
    run_checks,
)

PATIENCE = 10.0  # seconds without a move, besides the time that a move may take
BEAT = 0.1  # seconds between two times when the end of a process is put off
SHARES = {INDICES: 0.5, FAST: 0.4, PLAIN: 0.1, AGAIN: 0.1}  # of the time, for each process
ENVIRONMENT = {
    INDICES: {"NUMBA_BOUNDSCHECK": "1"},
    FAST: {"NUMBA_BOUNDSCHECK": "0"},
    PLAIN: {"NUMBA_DISABLE_JIT": "1"},
    AGAIN: {"PYTHONHASHSEED": "1"},  # of others it is another one
}


@dataclass(frozen=True)
class Place:
    """What a process plays."""

    check: str = "start"
    game: int | None = None
    batch: tuple[int, int] | None = None  # the first of many games in one call, and the last
    options: Mapping[str, Any] = field(default_factory=dict)
    strategy: str = ""


class Done(NamedTuple):
    """What a stage says in the end: figures, and the stages that follow the first one."""

    facts: dict[str, Any]
    following: list[str]


# ---------------------------------------------------------------------- in this process


def check_in_stages(
    subject: Subject, asked: Asked, tell: Callable[[Checked], None] = lambda checked: None
) -> Report:
    """Check a subject in processes of its own; ``tell`` is called with each check that is done."""
    began = time.monotonic()
    done: list[Checked] = []
    findings: list[Finding] = []
    facts: dict[str, Any] = {}
    stages = [INDICES]
    while stages:
        stage = stages.pop(0)
        for said in _messages(subject, asked, stage, facts):
            if isinstance(said, Done):
                facts = said.facts
                stages = said.following if stage == INDICES else stages
                continue
            checked, finding = said
            if finding is not None and finding.sentence not in {one.sentence for one in findings}:
                findings.append(finding)
            if checked not in done:  # as warnings that another process has had, too
                done.append(checked)
                tell(checked)
    facts.pop("played", None)
    seconds = time.monotonic() - began
    return Report(str(subject), tuple(done), tuple(findings), seconds, facts)


def _messages(
    subject: Subject, asked: Asked, stage: str, facts: dict[str, Any]
) -> Iterator[tuple[Checked, Finding | None] | Done]:
    """What comes of each check of a stage; a finding at last if its process does not come back."""
    patience, place, moves = PATIENCE + asked.limit, Place(), 0
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace.txt")
        ours, theirs = Context().Pipe(duplex=False)
        process = Context().Process(
            target=_play, args=(theirs, trace, patience, subject, asked, stage, facts), daemon=True
        )
        with _environment(ENVIRONMENT[stage]):
            process.start()
        theirs.close()
        try:
            while True:
                said = ours.recv()
                if isinstance(said, PlayoutError):
                    raise said
                if isinstance(said, int):
                    moves = said
                elif isinstance(said, Place):
                    place, moves = said, 0
                else:
                    yield said
                if isinstance(said, Done):
                    return
        except EOFError:
            process.join()
            text = trace.read_text(encoding="utf-8", errors="replace") if trace.exists() else ""
            late = f"did not come back in {patience:.0f} seconds"
            why = late if "Timeout" in text else _ended(process.exitcode or 0)
            finding = _lost(subject, asked, place, moves, why, text)
            yield Checked(place.check, FAILED, ""), finding
        finally:
            process.kill()
            process.join()
            ours.close()


@contextmanager
def _environment(changed: Mapping[str, str]) -> Iterator[None]:
    """Other variables of the environment for what is started within this context."""
    before = dict(os.environ)
    try:
        os.environ.update(changed)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _ended(code: int) -> str:
    """How a process ended."""
    how = f"exit code {code}"
    with suppress(ValueError):
        how = signal.Signals(-code).name if code < 0 else how
    return f"ended the whole process ({how})"


def _lost(
    subject: Subject, asked: Asked, place: Place, moves: int, why: str, trace: str
) -> Finding:
    """What a process has shown that did not come back."""
    line, is_of_strategy = _running(subject, trace)
    who = f"strategy '{place.strategy or subject.strategy}'" if subject.strategy else "the game"
    who += ", or the game," if subject.strategy and not is_of_strategy else ""
    sentence, command = f"{who} {why}{line}", ""
    options = "".join(f" --{key.replace('_', '-')} {it}" for key, it in place.options.items())
    words = f"{quote(subject.game)} --strategy {quote(place.strategy)}{options} --seed {asked.seed}"
    if place.game is not None:
        sentence += f" (in game {place.game}, {after(moves)})"
        command = f"playout replay {words} --game {place.game}"
    elif place.batch is not None:
        sentence += " in one of the games {} to {}".format(*place.batch)
        command = f"playout run {words} --games {place.batch[1] + 1}"
    return Finding(place.check, sentence, "", command)


def _running(subject: Subject, trace: str) -> tuple[str, bool]:
    """The line of the strategy or the game that was running, and whether it is the strategy's."""
    game = find_game(subject.game)
    own = find_player(game.name, subject.strategy).strategy.file if subject.strategy else ""
    for file, line, name in re.findall(r'File "(.+)", line (\d+) in (\S+)', trace):
        if file == own or Path(file).is_relative_to(game.source):
            return f" (line {line} of {file_name(file)}, in {name})", file == own
    return "", False


# ---------------------------------------------------------------------- in a new process


class _Sending(Watch):
    """A watch that sends what is played, and ends its process when that takes too long."""

    def __init__(self, connection: Connection, trace: IO[str], patience: float, times: float):
        super().__init__(times)
        self._connection, self._trace, self._patience = connection, trace, patience
        self._check, self._beat, self._compilers = "", 0.0, 0

    def beat(self) -> None:
        """Put off the end of the process."""
        now = time.monotonic()
        if now - self._beat > BEAT and not self._compilers:
            self._beat = now
            faulthandler.dump_traceback_later(self._patience, file=self._trace, exit=True)

    def compiling_begins(self) -> None:
        """Put off the end of the process until nothing is compiled: that may take long."""
        self._compilers += 1
        faulthandler.cancel_dump_traceback_later()

    def compiling_ends(self) -> None:
        """Go on."""
        self._compilers -= 1
        self._beat = 0.0
        self.beat()

    def begin(self, check: str) -> None:
        super().begin(check)
        self._check = check
        self._send(Place(check))

    def playing(self, case: Case, number: int) -> None:
        super().playing(case, number)
        self._send(Place(self._check, number, None, dict(case.options), case.strategy))

    def moved(self, moves: int) -> None:
        self._send(moves)

    def batch(self, case: Case, first: int, count: int) -> None:
        super().batch(case, first, count)
        games = first, first + count - 1
        self._send(Place(self._check, None, games, dict(case.options), case.strategy))

    def _send(self, said: object) -> None:
        self.beat()
        self._connection.send(said)


class _Compiling(event.Listener):  # type: ignore[misc]
    """Tells a watch when something is compiled."""

    def __init__(self, watch: _Sending) -> None:
        self._watch = watch

    def on_start(self, event: Any) -> None:
        self._watch.compiling_begins()

    def on_end(self, event: Any) -> None:
        self._watch.compiling_ends()


def _play(
    connection: Connection,
    trace: Path,
    patience: float,
    subject: Subject,
    asked: Asked,
    stage: str,
    facts: dict[str, Any],
) -> None:
    """Run the checks of a stage."""
    os.dup2(2, 1)  # what a strategy prints is no answer
    with trace.open("w") as file:
        watch = _Sending(connection, file, patience, asked.seconds / SECONDS)
        watch.facts.update(facts)
        event.register("numba:compile", _Compiling(watch))
        try:
            _run_stage(connection.send, watch, subject, asked, stage)
        except PlayoutError as error:
            connection.send(PlayoutError(str(error)))
        os._exit(0)  # whatever threads a strategy has left


def _run_stage(
    send: Callable[[object], None], watch: _Sending, subject: Subject, asked: Asked, stage: str
) -> None:
    each, more = cases(subject, asked, watch), following(subject)
    is_all = stage == INDICES and FAST not in more
    every = checks(subject, asked, None if is_all else stage)
    for one in run_checks(every, each, asked.seconds * (1.0 if is_all else SHARES[stage])):
        send(one)
    if stage == FAST or is_all:
        with suppress(Exception):  # the checks have said what is wrong
            record(each)
    send(Done(watch.facts, more))
