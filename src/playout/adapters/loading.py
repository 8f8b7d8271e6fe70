"""What OpenSpiel does to a whole program while it loads a game: it writes, and it may end it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from playout.engine.words.errors import PlayoutError

SECONDS = 60.0  # that a game may take to be loaded and played once
_LOCK = threading.RLock()  # descriptors belong to the whole program


@contextmanager
def quietly() -> Iterator[None]:
    """Within this context nothing is written to the standard error of the system.

    OpenSpiel writes every error there before it raises it.  What it warns of is told afterwards.
    """
    with _LOCK, tempfile.TemporaryFile() as nobody:
        try:
            kept = os.dup(2)
        except OSError:  # it is closed
            yield
            return
        try:
            with suppress(AttributeError, OSError, ValueError):
                sys.stderr.flush()
            os.dup2(nobody.fileno(), 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        if multiprocessing.parent_process() is None:
            nobody.seek(0)
            for line in nobody.read().decode(errors="replace").splitlines():
                if "warning" in line.lower():
                    print(line, file=sys.stderr)


def check_apart(name: str, text: str) -> None:
    """Load a game with settings in a process of its own; PlayoutError if that ends by a signal.

    A process that plays for another one does not: that one has done it.
    """
    if multiprocessing.parent_process() is None:
        _check_apart(name, text)


@cache
def _check_apart(name: str, text: str) -> None:
    trial = Path(__file__).with_name("trial.py")
    try:
        ended = subprocess.run(
            # -P: the modules beside it are not those of the libraries that are named so
            [sys.executable, "-P", str(trial), text],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        raise PlayoutError(
            f"{name}: to load it and play it once takes more than {SECONDS:g} seconds"
        ) from None
    if ended:
        known = {int(one): one.name for one in signal.Signals}
        how = "want of memory" if ended > 0 else known.get(-ended, f"signal {-ended}")
        raise PlayoutError(
            f"{name}: OpenSpiel cannot play with these settings: it ends the program ({how})"
        )
