"""A second process that compiles at the same time: a twin of this one, made by ``fork``.

Both compile the parts of the same function, this process from the first and its twin from the last,
and what one of them has compiled the other reads from the cache.  Before they compile something
they claim it: they lock a byte of a file that only the two have, so claims end with their process.
The twin knows all that this process knows, so it needs no second to start; it is ended as soon as
there is nothing left to compile, and whatever goes wrong in it, this process compiles by itself.

Only on Linux: on other systems a process made by ``fork`` cannot do much, or there is none.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from multiprocessing import active_children, parent_process
from pathlib import Path

from playout.engine.words.resources import processors

POSSIBLE = sys.platform == "linux" and hasattr(os, "memfd_create")
MOST_SECONDS = 60  # then a twin is ended: it may hang, as other threads do not go on in it
PR_SET_PDEATHSIG = 1  # of Linux
MOST_FILES = 65_536
SOON, TRIES = 0.005, 8  # seconds; to look what a part consists of takes longer than small parts

Work = Callable[[], object]


class _State(threading.local):
    """What a thread that compiles knows of its twin."""

    twin = 0  # the number of the process; 0 if there is none
    file = -1  # whose bytes are locked
    claims: tuple[Path, ...] = ()
    ahead: Work | None = None  # what the twin does first; it stays until `compiling_ahead` ends
    instead: Work | None = None  # where no twin is possible


_state = _State()
_alone = False  # whether this process has no twin
_is_twin = False


def is_twin() -> bool:
    """Whether this process is a twin."""
    return _is_twin


def is_alone() -> bool:
    """Whether other processes, which compile parts of the same games, use the other processors."""
    return _alone


def without_twin() -> None:
    """Have no twin in this process from now on: others use the other processors."""
    global _alone
    _alone = True


def compile_ahead(work: Work) -> None:
    """If something is compiled from now on, a twin does this work, until `compiling_ahead` ends.

    It does not wait for what this process compiles, but compiles what comes after it.
    """
    _state.ahead = work


@contextmanager
def compiling_ahead(work: Work) -> Iterator[None]:
    """Within this context do :func:`compile_ahead`; at its end the twin is ended."""
    compile_ahead(work)
    try:
        yield
    finally:
        _state.ahead = None
        _end()


@contextmanager
def calling_instead(work: Work) -> Iterator[None]:
    """Where no twin is possible, call this, once, if there is much to compile in this context."""
    _state.instead = work
    try:
        yield
    finally:
        _state.instead = None


@contextmanager
def claimed(what: Path, parts: Work, waits: bool = True) -> Iterator[bool]:
    """Within this context the twin does not compile this, if the result is True.

    If the twin has begun, compile some of the parts; then wait for the twin, or do not.
    """
    ours = _state.file < 0 or _lock(what)
    for _ in range(0 if ours else TRIES):
        time.sleep(SOON)
        if ours := _lock(what):
            break
    if not ours:
        parts()
        ours = _lock(what, waits)
    _state.claims = (*_state.claims, what)
    try:
        yield ours
    finally:
        _state.claims = _state.claims[:-1]
        if _state.file >= 0 and ours:
            _unlock(what)
        if not _state.claims and _state.ahead is None:
            _end()


def share(parts: Work) -> bool:
    """Let a twin compile these parts, too; return whether there is one."""
    if _state.twin and not _has_ended():
        return True
    if _alone or parent_process() or processors() < 2 + len(active_children()):
        return False
    if not POSSIBLE:
        work, _state.instead = _state.instead, None
        if work is not None:
            work()
        return False
    with suppress(OSError), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a twin has no threads: it needs none
        _state.file = os.memfd_create("playout")
        for claim in _state.claims:
            _lock(claim)
        this = os.getpid()
        try:
            _state.twin = os.fork()
            if not _state.twin:
                _be_twin(*filter(None, (_state.ahead, parts)))
        finally:
            if os.getpid() != this:
                os._exit(0)
    if not _state.twin:
        _forget()
    return _state.twin > 0


def _be_twin(*works: Work) -> None:
    global _is_twin
    _is_twin = True
    without_twin()
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.alarm(MOST_SECONDS)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # if the other process is killed
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # nobody waits for what it prints, or for the end of a pipe
        os.dup2(nowhere, stream)
    os.closerange(3, _state.file)
    os.closerange(_state.file + 1, MOST_FILES)  # of a server: a port would stay in use
    for work in works:
        with suppress(Exception):  # if this is a mistake, the other process says so
            work()


def _has_ended() -> bool:
    """Return whether the twin has nothing left to do; forget it then."""
    with suppress(ChildProcessError):
        if os.waitpid(_state.twin, os.WNOHANG) == (0, 0):
            return False
    _forget()
    return True


def _end() -> None:
    if _state.twin:
        with suppress(OSError):
            os.kill(_state.twin, signal.SIGKILL)
            os.waitpid(_state.twin, 0)
        _forget()


def _forget() -> None:
    if _state.file >= 0:  # the system may refuse such a file
        os.close(_state.file)
    _state.twin, _state.file = 0, -1


def _lock(what: Path, waits: bool = False) -> bool:
    """Lock the byte of a claim; with ``waits``, when the other process lets it go."""
    import fcntl

    how = fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB
    try:
        fcntl.lockf(_state.file, how, 1, _byte_of(what))
    except OSError:
        return waits  # there is no such lock here: compile it, as without a twin
    return True


def _unlock(what: Path) -> None:
    import fcntl

    with suppress(OSError):
        fcntl.lockf(_state.file, fcntl.LOCK_UN, 1, _byte_of(what))


def _byte_of(what: Path) -> int:
    return int.from_bytes(blake2b(str(what).encode(), digest_size=7).digest(), "big")
