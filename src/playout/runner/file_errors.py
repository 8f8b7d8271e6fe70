"""What goes wrong with a run's file, as one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playout.engine.words.errors import PlayoutError
from playout.runner.lock import Lock

Doing = Literal["read", "made", "kept"]
"""What is done with a file: it is read, made, or batches are kept in it."""


@contextmanager
def as_playout_error(path: Path, doing: Doing, lock: Lock | None = None) -> Iterator[None]:
    """Turn any error of the file into a PlayoutError."""
    try:
        yield
    except UnicodeDecodeError:  # of the words in which SQLite tells what is wrong
        raise PlayoutError(f"{path}: the file is damaged (its tables have strange names)") from None
    except (sqlite3.Error, OSError) as error:
        if lock is not None and lock.is_lost():
            raise lost(path) from None
        raise PlayoutError(f"{path}: {_reason(error, doing)}") from None


def lost(path: Path) -> PlayoutError:
    """The error of a file that has gone while a run wrote to it."""
    return PlayoutError(
        f"{path}: the file was deleted, renamed or replaced while this run wrote to it; what was "
        "kept is no longer in a file of this name"
    )


def _reason(error: sqlite3.Error | OSError, doing: Doing) -> str:
    text = str(error)
    if isinstance(error, OSError):
        return f"cannot be {'read' if doing == 'read' else 'written'} ({error.strerror or error})"
    if "readonly" in text and doing == "read":
        return (
            "a program that was killed while it wrote has left this file, and it can be read only "
            "where it can be written and repaired"
        )
    if "full" in text or "readonly" in text or "disk I/O" in text or "unable to open" in text:
        if doing == "kept":
            return f"cannot be written ({text}); all batches finished before this are safe in it"
        return f"cannot be {'read' if doing == 'read' else 'written'} ({text})"
    if "locked" in text or "busy" in text:
        return "another program is at work on this file"
    if isinstance(error, sqlite3.IntegrityError):  # a batch that somebody else has kept meanwhile
        return "another process is at work on this run"
    if "not a database" in text:
        return "this is not a run of Playout"
    return f"the file is damaged ({text})"
