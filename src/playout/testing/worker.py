"""The process in which checks run: what it plays it tells its parent, which outlives it.

``python -m playout.testing.worker`` reads a request, one line of JSON, and answers with lines of
JSON; testing/apart.py says which.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Any

from numba.core import event

from playout.engine.match.match import Match
from playout.engine.words.children import end_with_parent
from playout.engine.words.errors import PlayoutError
from playout.testing.case import Case, Watch, drawn
from playout.testing.suite import (
    FAST,
    INDICES,
    SECONDS,
    Asked,
    Subject,
    cases,
    checks,
    following,
    record,
    run_checks,
    subjects,
)


class Told:
    """The lines to the parent."""

    def __init__(self) -> None:
        self._file = os.dup(1)
        os.dup2(2, 1)  # what a strategy prints is no answer
        self._lock = threading.Lock()

    def __call__(self, **said: Any) -> None:
        line = json.dumps(said, default=float).encode() + b"\n"
        with self._lock:
            while line:
                line = line[os.write(self._file, line) :]


class Telling(Watch):
    """A watch whose parent knows what is played."""

    def __init__(self, tell: Told, times: float) -> None:
        super().__init__(times)
        self.tell = tell

    def begin(self, check: str) -> None:
        super().begin(check)
        self.tell(check=check)

    def dealing(self, case: Case, number: int) -> None:
        self.tell(dealing=number, options=dict(case.options), strategy=case.strategy)

    def playing(self, case: Case, match: Match) -> None:
        super().playing(case, match)
        self.tell(game=match.game_number, options=dict(case.options), strategy=case.strategy)

    def moved(self, move: int) -> None:
        self.tell(move=int(move))

    def batch(self, case: Case, first: int, count: int) -> None:
        super().batch(case, first, count)
        options = dict(case.options)
        self.tell(batch=[first, first + count - 1], options=options, strategy=case.strategy)


class _Compiling(event.Listener):  # type: ignore[misc]
    """Tells when something is compiled: that may take long."""

    def __init__(self, tell: Told) -> None:
        self._tell = tell

    def on_start(self, event: Any) -> None:
        self._tell(compiling=1)

    def on_end(self, event: Any) -> None:
        self._tell(compiling=-1)


def main() -> None:
    """Read a request, and do what it asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    tell, request = Told(), json.loads(sys.stdin.readline())
    end_with_parent(0, sys.stdin.read)
    with suppress(ImportError, ValueError, OSError):
        _limit_memory(int(request["memory"]))
    trace = open(request["trace"], "w")  # noqa: SIM115  # until the process ends
    faulthandler.enable(trace)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, trace)
    event.register("numba:compile", _Compiling(tell))
    sys.path[:0] = request["path"]
    try:
        tell(begun=True)
        _answer(request, tell)
    except PlayoutError as error:
        tell(error=str(error))
    tell(done=True)
    os._exit(0)  # whatever threads a strategy has left


def _answer(request: dict[str, Any], tell: Told) -> None:
    """Do what a request asks."""
    if "target" in request:
        found = subjects(request["target"], request["names"])
        tell(subjects=[[one.game, one.strategy] for one in found])
        return
    subject, asked = Subject(*request["subject"]), Asked(**request["asked"])
    if "moves" in request:
        match = Match(subject.game, seed=asked.seed, game_number=request["number"], **asked.options)
        for move in request["moves"]:
            match.play(move)
        tell(drawn=drawn(match), seat=match.seat, over=match.is_over)
        return
    watch = Telling(tell, asked.seconds / SECONDS)
    watch.facts.update(request["facts"])
    each = cases(subject, asked, watch)
    more = following(subject)
    is_all = request["stage"] == INDICES and FAST not in more
    every = checks(subject, asked, None if is_all else request["stage"])
    seconds = asked.seconds * (1.0 if is_all else request["share"])
    for checked, finding in run_checks(every, each, seconds):
        tell(checked=vars(checked), finding=None if finding is None else vars(finding))
    if request["stage"] == FAST or is_all:
        with suppress(Exception):  # the checks have said what is wrong
            record(each)
    tell(facts=watch.facts, following=more)


def _limit_memory(most: int) -> None:
    """Let this process have so many bytes at most, where the system can see to it."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


if __name__ == "__main__":
    main()
