"""A run's file as a database of SQLite: opened, repaired, and known to be one of ours."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from playout.engine.words.errors import PlayoutError
from playout.runner.lock import Lock
from playout.runner.schema import APPLICATION, SCHEMAS, statements

JOURNAL = bytes.fromhex("d9d505f920a163d7")  # how a journal of SQLite begins


def connected(path: Path, write: bool) -> sqlite3.Connection:
    """A connection to a file that exists."""
    mode = "rw" if write else "ro"
    address = f"{Path(os.path.realpath(path)).as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=5.0)


def recover(path: Path) -> None:
    """Undo what a program that was killed had begun to write: reading alone cannot.

    Nothing is done if there is no such thing, or another process is at work, or nobody may write.
    """
    journal = Path(f"{os.path.realpath(path)}-journal")
    if not journal.exists():
        return
    with suppress(PlayoutError, OSError, sqlite3.Error):
        lock = Lock(path)
        try:
            lock.hold(lock.file)
            if not journal.read_bytes().startswith(JOURNAL):
                return  # SQLite would remove it, whatever it is
            with closing(connected(path, write=True)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master")
        finally:
            lock.release()


def _tables(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """All that a database is made of: type, name, and the statement that makes it."""
    made = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    return {(kind, name, " ".join(sql.split())) for kind, name, sql in database.execute(made)}


@cache
def _usual_tables(version: int) -> set[tuple[str, ...]]:
    """The same of a run's file of a format."""
    with closing(sqlite3.connect(":memory:")) as database:
        for statement in statements(SCHEMAS[:version]):
            database.execute(statement)
        return _tables(database)


def format_of(database: sqlite3.Connection, path: Path) -> int:
    """The format of a run's file; PlayoutError if it is not a run, or damaged, or too new."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise PlayoutError(f"{path}: this is not a run of Playout")
    if version < 1:
        raise PlayoutError(f"{path}: the file is damaged (it is of format {version})")
    if version > len(SCHEMAS):
        raise PlayoutError(
            f"{path}: it was written by a newer Playout (format {version}, known up to "
            f"{len(SCHEMAS)})"
        )
    # Views, triggers and columns that are computed are programs, which may never end.
    if _tables(database) != _usual_tables(version):
        raise PlayoutError(f"{path}: the file is damaged (it has other tables than a run has)")
    (verdict,) = database.execute("PRAGMA quick_check").fetchone()
    if verdict != "ok":
        raise PlayoutError(f"{path}: the file is damaged ({verdict.splitlines()[-1]})")
    return int(version)
