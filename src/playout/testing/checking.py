"""Check a strategy or a game, in stages: each in a process of its own, with its environment.

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
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from shlex import quote
from typing import IO, Any

from numba.core import event

from playout.engine.find.declarations import is_installed
from playout.engine.find.games import find_game, is_of_this_program
from playout.engine.find.strategy_files import file_of
from playout.engine.game.players import StrategyReference
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError, file_name
from playout.runner.processes import Context, why_no_process
from playout.testing.case import Place, Watch, after
from playout.testing.environments import record
from playout.testing.report import FAILED, UNCHECKED, Checked, Finding, Report
from playout.testing.suite import (
    AGAIN,
    FAST,
    INDICES,
    LIMIT,
    PLAIN,
    POSITIONS,
    SECONDS,
    Asked,
    Result,
    Subject,
    cases,
    check_here,
    checks,
    collected,
    run_checks,
    stages,
)

PATIENCE = 10.0  # seconds without a move, besides the time that a move may take
BEAT = 0.1  # seconds between two times when the end of a process is put off
SHARES = {INDICES: 0.5, FAST: 0.4, PLAIN: 0.1, AGAIN: 0.1}  # of the time, for each process
LEFT = 0.1  # of the time, which a later process has at least
ENVIRONMENT = {
    INDICES: {"NUMBA_BOUNDSCHECK": "1"},
    FAST: {"NUMBA_BOUNDSCHECK": "0"},
    PLAIN: {"NUMBA_DISABLE_JIT": "1"},
    AGAIN: {"PYTHONHASHSEED": "1"},  # of others it is another one
}


# ---------------------------------------------------------------------- in this process


def check_strategy(
    strategy: StrategyReference,
    game: str,
    *,
    positions: int = POSITIONS,
    seconds: float = SECONDS,
    limit: float = LIMIT,
    seed: int = 1,
    hooks: Any = None,
    **options: Any,
) -> Report:
    """Check a strategy: whether it keeps the rules, and how long its moves take.

    >>> playout.testing.check_strategy("hold", "pig", seconds=1).ok
    True

    Without rule ``options`` it plays with the default rules, and with the fewest and the most
    players.

    Args:
        strategy: Its name, such as "mine.py:bold:at=25", or the function that declares it.
        game: The name of the game.
        positions: Number of positions in which its moves are checked, if there is time.
        seconds: Time for all checks together, without the time to compile.
        limit: The longest time that a move may take, in seconds.
        seed: The seed of the games.
        hooks: What only the game itself can know; see :class:`Hooks`.
        **options: Rule options.

    The checks run in their own processes, so that a strategy that never returns is reported as
    such.  A strategy that other processes cannot find, or that is checked with ``hooks``, runs in
    this process. PlayoutError if there is no such strategy or game.
    """
    found = find_game(game)
    name = str(by_name(found.name, strategy))
    asked = Asked(options, seed, positions, seconds, limit)
    player = find_player(found.name, name)
    known = file_of(name) or file_of(player.strategy.game) or is_installed(player.strategy)
    return _checked(Subject(found.name, name), asked, hooks, bool(known))


def check_game(
    game: str,
    *,
    seconds: float = SECONDS,
    seed: int = 1,
    hooks: Any = None,
    **options: Any,
) -> Report:
    """Check the rules and the drawing of a game in games that are played at random.

    >>> playout.testing.check_game("pig", seconds=1).ok
    True

    The arguments are explained at :func:`check_strategy`.
    """
    found = find_game(game)
    return _checked(Subject(found.name), Asked(options, seed, 0, seconds), hooks, True)


def _checked(subject: Subject, asked: Asked, hooks: Any, is_known: bool) -> Report:
    """Check a subject, in processes of its own if these can find it."""
    if hooks is not None or is_of_this_program(subject.game) or not is_known:
        return check_here(subject, asked, hooks)
    return check_in_stages(subject, asked)


def check_in_stages(
    subject: Subject, asked: Asked, show: Callable[[Checked], None] = lambda checked: None
) -> Report:
    """Check a subject in processes of its own; ``show`` is called with each check that is done."""
    facts: dict[str, Any] = {}
    return collected(subject, _results(subject, asked, facts), facts, show)


def _results(subject: Subject, asked: Asked, facts: dict[str, Any]) -> Iterator[Result]:
    """Yield the result of each check, until a process is lost; figures go to ``facts``."""
    began, every = time.monotonic(), stages(subject)
    for k, names in enumerate(every):
        if names == (AGAIN,) and not facts.get("played") and not subject.strategy:
            why = "there was no time for a game"
            yield Checked("another process", UNCHECKED, why, is_late=True), None
            continue
        used = time.monotonic() - began - facts.get("compiling", 0.0)
        left = max(asked.seconds - used, LEFT * asked.seconds)
        shares = [sum(SHARES[name] for name in stage) for stage in every[k:]]
        seconds = left * shares[0] / sum(shares)
        if not (yield from _run_process(subject, asked, names, facts, seconds)):
            return


def _run_process(
    subject: Subject,
    asked: Asked,
    names: tuple[str, ...],
    facts: dict[str, Any],
    seconds: float,
) -> Generator[Result, None, bool]:
    """Yield the result of each check of some stages; returns whether the process came back.

    The checks have so many ``seconds``.
    """
    patience, place = PATIENCE + asked.limit, Place()
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace.txt")
        ours, theirs = Context().Pipe(duplex=False)
        process = Context().Process(
            target=_play,
            args=(theirs, trace, patience, subject, asked, names, facts, seconds),
            daemon=True,
        )
        with _environment(ENVIRONMENT[names[0]]):
            try:
                process.start()
            except OSError as error:
                raise PlayoutError(f"a check needs a process: {why_no_process(error)}") from None
        theirs.close()
        try:
            while not isinstance(message := ours.recv(), dict):
                if isinstance(message, PlayoutError):
                    raise message
                if isinstance(message, Place):
                    place = message
                else:
                    yield message
            facts.update(message)
            return True
        except EOFError:
            process.join()
            text = trace.read_text(encoding="utf-8", errors="replace") if trace.exists() else ""
            late = f"did not return within {patience:.0f} seconds"
            why = late if "Timeout" in text else _ended(process.exitcode or 0)
            yield Checked(place.check, FAILED, ""), _lost(subject, asked, place, why, text)
            return False
        finally:
            process.kill()
            process.join()
            ours.close()


@contextmanager
def _environment(changed: dict[str, str]) -> Iterator[None]:
    """Other variables of the environment for what is started within this context."""
    before = dict(os.environ)
    try:
        os.environ.update(changed)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _ended(code: int) -> str:
    """Say how a process ended."""
    how = f"exit code {code}"
    with suppress(ValueError):
        how = signal.Signals(-code).name if code < 0 else how
    return f"ended the whole process ({how})"


def _lost(subject: Subject, asked: Asked, place: Place, why: str, trace: str) -> Finding:
    """Return the findings of a process that did not come back."""
    line, is_of_strategy = _running(subject, trace)
    who = f"strategy '{place.strategy or subject.strategy}'" if subject.strategy else "the game"
    who += ", or the game," if subject.strategy and not is_of_strategy else ""
    options = "".join(f" --{key.replace('_', '-')} {it}" for key, it in place.options.items())
    words = f"{quote(subject.game)} --strategy {quote(place.strategy)}{options} --seed {asked.seed}"
    where = command = ""
    if len(place.games) == 1:
        where = f" (in game {place.games[0]}, {after(place.moves)})"
        command = f"playout replay {words} --game {place.games[0]}"
    elif place.games:
        first, last = place.games
        where = f" in one of the games {first} to {last}" if last > first else f" in game {first}"
        command = f"playout run {words} --games {last + 1}"
    return Finding(place.check, f"{who} {why}{line}{where}", "", command)


def _running(subject: Subject, trace: str) -> tuple[str, bool]:
    """The line of the strategy or the game that was running, and whether it is the strategy's."""
    game = find_game(subject.game)
    own = find_player(game.name, subject.strategy).strategy.file if subject.strategy else ""
    for file, line, name in re.findall(r'File "(.+)", line (\d+) in (\S+)', trace):
        if file == own or Path(file).is_relative_to(game.source):
            return f" (line {line} of {file_name(file)}, in {name})", file == own
    return "", False


# ---------------------------------------------------------------------- in a new process


class _Deadline(event.Listener):  # type: ignore[misc]
    """Ends its process, and says where that was, when nothing is played for too long.

    Compiling may take long, and puts it off.
    """

    def __init__(self, trace: IO[str], patience: float) -> None:
        self._trace, self._patience = trace, patience
        self._beat, self._compilers = 0.0, 0

    def put_off(self) -> None:
        now = time.monotonic()
        if now - self._beat > BEAT and not self._compilers:
            self._beat = now
            faulthandler.dump_traceback_later(self._patience, file=self._trace, exit=True)

    def on_start(self, event: Any) -> None:
        self._compilers += 1
        faulthandler.cancel_dump_traceback_later()

    def on_end(self, event: Any) -> None:
        self._compilers -= 1
        self._beat = 0.0
        self.put_off()


def _play(
    connection: Connection,
    trace: Path,
    patience: float,
    subject: Subject,
    asked: Asked,
    names: tuple[str, ...],
    facts: dict[str, Any],
    seconds: float,
) -> None:
    """Run the checks of some stages; send places, results, and at last the figures."""
    os.dup2(2, 1)  # what a strategy prints is no answer

    def follow(place: Place) -> None:
        deadline.put_off()
        connection.send(place)

    with trace.open("w", encoding="utf-8") as file:
        deadline = _Deadline(file, patience)
        event.register("numba:compile", deadline)
        watch = Watch(asked.seconds / SECONDS, follow)
        watch.facts.update(facts)
        try:
            settings = cases(subject, asked, watch)
            for result in run_checks(checks(subject, asked, names), settings, seconds):
                connection.send(result)
            if FAST in names:
                with suppress(Exception):  # the checks have said what is wrong
                    record(settings)
            watch.facts["compiling"] = facts.get("compiling", 0.0) + watch.compiling_seconds
            connection.send(watch.facts)
        except PlayoutError as error:
            connection.send(PlayoutError(str(error)))
        os._exit(0)  # whatever threads a strategy has left
