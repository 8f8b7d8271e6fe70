"""A run's file as an SQLite database: its tables, its lock and its errors."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Literal

from filelock import FileLock, Timeout

from playout.engine.words.errors import PlayoutError, is_printable
from playout.engine.words.resources import why_unwritten
from playout.runner.plan import Batch

JOURNAL = bytes.fromhex("d9d505f920a163d7")  # how a journal of SQLite begins
APPLICATION = 0x506C6179  # "Play": the kind of file, in the header of SQLite
PROBE = 2**16  # bytes: more than SQLite writes at once for a batch
FORMAT = 5  # of the tables; raised when they, or what their rows mean, change
TABLES = (
    """CREATE TABLE run (   -- one row: the question
        kind TEXT NOT NULL,
        asked TEXT NOT NULL, -- canonical JSON
        hash TEXT NOT NULL,  -- of kind and asked
        mark BLOB            -- digest of all rows of target and code
    )""",
    """CREATE TABLE target ( -- the games to play of each arm; the last row counts
        begin INTEGER NOT NULL,  -- the first game
        games INTEGER NOT NULL,  -- the number after the last one
        whole INTEGER NOT NULL,  -- the same of the run of which this is a part
        at TEXT NOT NULL
    )""",
    """CREATE TABLE code (   -- the versions that have played
        id INTEGER PRIMARY KEY,
        playout TEXT NOT NULL,
        game INTEGER NOT NULL,  -- version of the game's behaviour
        digest TEXT NOT NULL,   -- of the source of the engine, the games and the strategies
        python TEXT NOT NULL,
        at TEXT NOT NULL,
        files TEXT,             -- strategy files as JSON: name -> digests of place and text
        form TEXT               -- the game as JSON, if it does not come with Playout
    )""",
    """CREATE TABLE batch (
        cell INTEGER NOT NULL,   -- the arm
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        counts BLOB NOT NULL,    -- stats/packing.py
        mark BLOB NOT NULL,      -- digest of all of this and of the question's hash
        seconds REAL NOT NULL,
        code INTEGER NOT NULL,
        PRIMARY KEY (cell, first)
    ) WITHOUT ROWID""",
)
MOST_TEXT = {"run": 2**23, "target": 2**20, "code": 2**21}
"""The most bytes of all texts in a table."""
LONGEST_VERSION = 1_000  # letters
Doing = Literal["read", "made", "kept"]
"""The use of a file: reading it, making it, or keeping batches in it."""


@dataclass(frozen=True)
class RunHeader:
    """The games of a question that a run plays, and the versions that have played them."""

    targets: list[tuple[Any, ...]]  # (first game, the number after the last, of the whole run, at)
    codes: list[tuple[Any, ...]]  # (number, Playout, game, digest, Python, at, files, form)

    @property
    def begin(self) -> int:
        """The first game of each arm."""
        return int(self.targets[-1][0])

    @property
    def end(self) -> int:
        """The number after the last game of each arm."""
        return int(self.targets[-1][1])

    @property
    def whole(self) -> int:
        """The same of the run of which this may be a part."""
        return int(self.targets[-1][2])

    @property
    def mark(self) -> bytes:
        """A digest of all of it, which shows damage that SQLite does not notice."""
        text = json.dumps([self.targets, self.codes], default=repr)
        return blake2b(text.encode(), digest_size=8).digest()

    def is_possible(self) -> bool:
        """Whether there is a target, all are numbers in order, and all texts can be printed."""
        numbers = [row[:3] for row in self.targets]
        whole = all(isinstance(number, int) for row in numbers for number in row)
        ordered = whole and bool(numbers) and all(0 <= a <= b <= c for a, b, c in numbers)
        short = is_printable([row[:-2] for row in self.codes], LONGEST_VERSION)
        return ordered and short and is_printable(self.codes)


@dataclass(frozen=True)
class StoredBatch:
    """A batch as it is stored."""

    batch: Batch
    counts: bytes
    seconds: float

    def mark(self, question: str) -> bytes:
        """A digest of the batch and of the question's hash."""
        batch = self.batch
        head = f"{question} {batch.arm} {batch.first} {batch.count} ".encode()
        return blake2b(head + self.counts, digest_size=8).digest()


# ---------------------------------------------------------------------- opening


class RunLock:
    """The lock of a run's file: a file beside it, which the system unlocks when this process ends.

    PlayoutError if another process has it.
    """

    def __init__(self, path: Path) -> None:
        file = Path(os.path.realpath(path))
        if not file.parent.is_dir():
            raise PlayoutError(
                f"{path}: cannot be written (the folder {path.parent} does not exist)"
            )
        self._file = Path(f"{file}.lock")
        self._is_new = not os.path.lexists(self._file)
        self._lock = FileLock(self._file)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            if not self._file.exists():  # it waits also where no file can be made
                why = "no file can be made there"
                raise PlayoutError(f"{path}: cannot be written ({why})") from None
            raise PlayoutError(
                f"{path}: another process is using this run; wait until it has finished"
            ) from None
        except OSError as error:
            raise PlayoutError(f"{path}: cannot be written ({error.strerror or error})") from None

    def release(self) -> None:
        """Let another process have the run."""
        self._lock.release()

    def give_up(self) -> None:
        """Release it where no run came of it, and remove its file, unless that was there before."""
        if self._is_new:
            with suppress(OSError):
                self._file.unlink()
        self.release()


def identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, which are the same under all its names; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_run(path: Path) -> bool:
    """Return whether a file is a run, by its first bytes."""
    with path.open("rb") as file:
        head = file.read(72)
    return head.startswith(b"SQLite format 3") and head[68:] == APPLICATION.to_bytes(4, "big")


def connected(path: Path, write: bool) -> sqlite3.Connection:
    """A connection to a file that exists."""
    mode = "rw" if write else "ro"
    address = f"{Path(os.path.realpath(path)).as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=5.0)


def recover(path: Path) -> None:
    """Undo what a killed program had begun to write, unless another program writes now."""
    journal = Path(f"{os.path.realpath(path)}-journal")
    if not journal.exists():
        return
    with suppress(PlayoutError, OSError, sqlite3.Error):
        lock = RunLock(path)
        try:
            if not journal.read_bytes().startswith(JOURNAL):
                return  # SQLite would remove it, whatever it is
            with closing(connected(path, write=True)) as database:
                database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            lock.give_up()


def make_tables(database: sqlite3.Connection) -> None:
    """Make the tables of a new file."""
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    for table in TABLES:
        database.execute("\n".join(line.split("--")[0] for line in table.splitlines()))
    database.execute(f"PRAGMA user_version = {FORMAT}")


def check_format(database: sqlite3.Connection, path: Path) -> None:
    """Raise PlayoutError if a file is no run, of another format, or damaged."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise PlayoutError(f"{path}: this is not a saved run of Playout")
    if version != FORMAT:
        raise PlayoutError(
            f"{path}: this run was saved by another version of Playout (its format is {version}, "
            f"this version reads {FORMAT}); use the version that saved it"
        )
    # A view or a computed column could take any time and memory.
    made = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    if [_bare(sql) for (sql,) in made] != [_bare(table) for table in TABLES]:
        raise PlayoutError(f"{path}: the file is damaged (it has other tables than a run has)")
    (verdict,) = database.execute("PRAGMA quick_check").fetchone()
    if verdict != "ok":
        raise PlayoutError(f"{path}: the file is damaged ({verdict.splitlines()[-1]})")


def check_sizes(database: sqlite3.Connection, path: Path) -> None:
    """Raise PlayoutError if the texts of a file are larger than those of any run."""
    for table, most in MOST_TEXT.items():
        (size,) = database.execute(f"SELECT {_size(database, table)} FROM {table}").fetchone()
        if (size or 0) > most:
            raise PlayoutError(
                f"{path}: the table '{table}' of this run has {size:,} bytes of text; at most "
                f"{most:,} are allowed"
            )


def _size(database: sqlite3.Connection, table: str) -> str:
    """The sum of the bytes of all values in a table, as SQL; each row counts, too."""
    names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    each = (f"coalesce(length(CAST({name} AS BLOB)), 0)" for name in names)
    return f"sum(64 + {' + '.join(each)})"


def _bare(sql: str) -> str:
    """A statement without comments and spaces."""
    return "".join("".join(line.split("--")[0].split()) for line in sql.splitlines())


# ---------------------------------------------------------------------- errors


@contextmanager
def as_playout_error(path: Path, doing: Doing) -> Iterator[None]:
    """Turn any error of the file into a PlayoutError."""
    try:
        yield
    except UnicodeDecodeError:  # of the words in which SQLite says what is wrong
        raise PlayoutError(f"{path}: the file is damaged (its tables have unknown names)") from None
    except (sqlite3.Error, OSError) as error:
        raise PlayoutError(f"{path}: {_reason(path, error, doing)}") from None


def _reason(path: Path, error: sqlite3.Error | OSError, doing: Doing) -> str:
    text = str(error)
    if isinstance(error, OSError):
        return f"cannot be {'read' if doing == 'read' else 'written'} ({why_unwritten(error)})"
    if "readonly" in text and doing == "read":
        return (
            "a program that was killed while it wrote has left this file, and it can be read only "
            "where it can be written and repaired"
        )
    if "full" in text or "readonly" in text or "disk I/O" in text or "unable to open" in text:
        why = _why_refused(Path(os.path.realpath(path)), doing) or text
        if doing == "kept":
            return f"cannot be written ({why}); all batches finished before this are safe in it"
        return f"cannot be {'read' if doing == 'read' else 'written'} ({why})"
    if "locked" in text or "busy" in text:
        return "another program is at work on this file"
    if isinstance(error, sqlite3.IntegrityError):  # a batch that somebody else has kept meanwhile
        return "another process is at work on this run"
    if "not a database" in text:
        return "this is not a saved run of Playout"
    return f"the file is damaged ({text})"


def _why_refused(file: Path, doing: Doing) -> str:
    """Why the system opens no file, or takes no more bytes beside it; "" if it does.

    SQLite says "disk I/O error", or "unable to open", whatever the reason is.
    """
    parts = [Path(f"{file}{end}") for end in ("", "-wal", "-journal")]
    try:
        if doing == "read":
            file.open("rb").close()
            return ""
        with TemporaryFile(dir=file.parent) as probe:
            probe.seek(max(part.stat().st_size if part.exists() else 0 for part in parts))
            probe.write(bytes(PROBE))
            probe.flush()
    except OSError as error:
        return why_unwritten(error)
    return ""
