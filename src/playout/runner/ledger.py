"""A run as a file: an SQLite database that keeps every finished batch once.

Each batch is one transaction, written ahead (WAL): a program that is killed at any instant loses
the batches in flight and no others.  A lock beside the file keeps a second program out; the system
releases it when its holder dies.  Times are stored for people to read, and decide nothing.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from playout.engine.words.errors import PlayoutError, is_printable
from playout.runner import database
from playout.runner.atomic_file import check_free, draft_of, other_kind, place_for, publish
from playout.runner.database import RunHeader, StoredBatch
from playout.runner.identity import VERSION, digest_of, form_of, versions_of
from playout.runner.jobs import Job, K
from playout.runner.plan import Batch, Plan
from playout.stats.packing import pack, unpack

LONGEST = 2**16  # letters of a single text
CODE = ("playout", "game", "digest", "python", "at", "files", "form")  # columns of `code`


class Ledger:
    """A run's file, open for reading, or for writing by this process alone."""

    def __init__(self, path: Path, db: sqlite3.Connection, lock: database.RunLock | None) -> None:
        self.path, self._db, self._lock = path, db, lock
        self._place = Path(os.path.realpath(path))  # a strategy may change the current folder
        self._file = database.identity(self._place)  # the one that is open
        self._code, self._ahead = 0, False  # the row of this code; whether WAL is on
        self._doing: database.Doing = "read" if lock is None else "kept"
        self.job: Job[Any] | None = None  # the job whose batches are kept

    # ------------------------------------------------------------------ opening

    @staticmethod
    def create(
        path: Path,
        job: Job[Any],
        whole: int | None = None,
        fill: Callable[[Ledger], None] = lambda ledger: ledger.add(),
    ) -> Ledger:
        """A new file for a job, which is a part of a run of ``whole`` games (default: as it says).

        It says which code plays, unless it is filled otherwise.  PlayoutError if none can be made.
        It is made under a free name, filled, and renamed: if killed, it leaves no half a run.
        """
        with database.as_playout_error(path, "made"):
            file = place_for(path)
        lock = database.RunLock(path)
        try:
            with database.as_playout_error(path, "made"):
                check_free(path, file)
                with draft_of(file) as fresh:
                    with Ledger(path, database.connected(fresh, write=True), None) as draft:
                        draft._ahead = True  # keeps WAL off: it must be one file in the end
                        draft._doing, draft.job = "made", job
                        draft._create(job, job.whole if whole is None else whole)
                        fill(draft)
                    publish(fresh, file)
                ledger = Ledger(path, database.connected(path, write=True), lock)
                ledger.job, ledger._code = job, draft._code
        except BaseException:
            lock.give_up()
            raise
        return ledger

    def _create(self, job: Job[Any], whole: int) -> None:
        """Write all tables and the question in one transaction."""
        asked = json.dumps(job.asked.canonical())
        with self._transaction():
            database.make_tables(self._db)
            row = (job.kind, asked, digest_of(job.kind, asked))
            self._db.execute("INSERT INTO run (kind, asked, hash) VALUES (?, ?, ?)", row)
            self._aim_at(job.begin, job.end, whole)

    @staticmethod
    def open(path: Path, *, write: bool = False) -> Ledger:
        """An existing file.  PlayoutError if it is not a run, or cannot be read, or is damaged."""
        if not path.is_file():
            other = other_kind(path)
            why = f"cannot be read ({other})" if other else "there is no such run"
            raise PlayoutError(f"{path}: {why}")
        with ExitStack() as opened:
            lock = database.RunLock(path) if write else None
            if lock is not None:
                opened.callback(lock.give_up)
            with database.as_playout_error(path, "read" if lock is None else "kept"):
                if lock is None:
                    database.recover(path)
                db = opened.enter_context(closing(database.connected(path, write)))
                ledger = Ledger(path, db, lock)
                ledger._check(write)
            opened.pop_all()  # it stays open
        return ledger

    def _check(self, write: bool) -> None:
        """Check that it is a run of this format, undamaged."""
        with self._snapshot():
            database.check_format(self._db, self.path)
            database.check_sizes(self._db, self.path)
        kind, asked, mark = self._row("SELECT kind, asked, hash FROM run")
        if digest_of(kind, asked) != mark:
            raise self._damaged("what was asked has changed")
        self._header()
        if write and self._row("PRAGMA journal_mode") == ("wal",):  # its writer was killed
            self._ahead = True

    def close(self) -> None:
        """Close it, so that another process may open it.  A run that is closed is one file."""
        if self._ahead:
            # If another program has it open, or the disk is full, this fails; it stays as it is.
            with suppress(sqlite3.DatabaseError):
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # ------------------------------------------------------------------ reading

    @contextmanager
    def _explaining_errors(self) -> Iterator[None]:
        """Turn any error of the file into a PlayoutError."""
        try:
            with database.as_playout_error(self.path, self._doing):
                yield
        except PlayoutError:
            self._check_there()
            raise

    def _check_there(self) -> None:
        """Raise PlayoutError if the file that this process writes to has gone."""
        if self._lock is not None and database.identity(self._place) != self._file:
            raise PlayoutError(
                f"{self.path}: the file was deleted, renamed or replaced while this run was "
                "writing to it; what was saved is no longer in a file with this name"
            ) from None

    def _damaged(self, what: str) -> PlayoutError:
        return PlayoutError(f"{self.path}: the file is damaged ({what})")

    @contextmanager
    def interpreting(self, what: str) -> Iterator[None]:
        """Turn any error while the content of the file is interpreted into a PlayoutError."""
        try:
            yield
        except PlayoutError as error:
            if str(error).startswith(str(self.path)):
                raise
            raise PlayoutError(f"{self.path}: {error}") from error
        except Exception as error:  # a file can be wrong in every way that data can
            raise self._damaged(f"{what} cannot be understood") from error

    def _row(self, sql: str) -> tuple[Any, ...]:
        with self._explaining_errors():
            row: tuple[Any, ...] | None = self._db.execute(sql).fetchone()
        if row is None:
            raise self._damaged("a row is missing")
        return row

    @cached_property
    def _question(self) -> tuple[str, dict[str, Any]]:
        kind, asked = self._row("SELECT kind, asked FROM run")
        with self.interpreting("what was asked"):
            return str(kind), dict(_plain(asked))

    @property
    def kind(self) -> str:
        """The kind of job."""
        return self._question[0]

    @property
    def asked(self) -> dict[str, Any]:
        """The question, in its canonical form."""
        return self._question[1]

    @property
    def hash(self) -> str:
        """The digest of the question."""
        return str(self._row("SELECT hash FROM run")[0])

    @property
    def begin(self) -> int:
        """The first game of each arm."""
        return self._header().begin

    @property
    def end(self) -> int:
        """The number after the last game of each arm."""
        return self._header().end

    @property
    def whole(self) -> int:
        """The number after the last game of each arm in the run of which this is a part."""
        return self._header().whole

    @property
    def fixed(self) -> bool:
        """Whether the number of games was fixed before any was played."""
        return len(self._header().targets) == 1

    @property
    def codes(self) -> list[dict[str, Any]]:
        """The versions of all code that has played, and when each began.

        ``files`` are the strategy files (see ``files_of``), ``form`` is the text of ``form_of``.
        """
        rows = [dict(zip(CODE, row[1:], strict=True)) for row in self._header().codes]
        with self.interpreting("who played"):
            return [row | {"files": _files(row["files"])} for row in rows]

    @property
    def form(self) -> Any:
        """The game as the code that has played last declares it; None if it is Playout's own."""
        with self.interpreting("the game"):
            return None if self._form is None else _plain(self._form)

    @property
    def _form(self) -> str | None:
        """The text of it: that of the last row that has one."""
        forms = [row[-1] for row in self._read_header().codes if row[-1] is not None]
        return forms[-1] if forms else None

    def _header(self) -> RunHeader:
        """The games that the run plays and the versions that have played, checked."""
        with self._snapshot():
            header = self._read_header()
            marked = self._row("SELECT mark FROM run") == (header.mark,)
        if not marked or not header.is_possible():
            raise self._damaged("how many games, or who played, has changed")
        return header

    def _read_header(self) -> RunHeader:
        sql = "SELECT begin, games, whole, at FROM target ORDER BY rowid"
        targets = self._db.execute(sql).fetchall()
        sql = f"SELECT id, {', '.join(CODE)} FROM code ORDER BY id"
        return RunHeader(targets, self._db.execute(sql).fetchall())

    def batches(self) -> Generator[StoredBatch]:
        """All batches, arm by arm in the order of their games, each checked."""
        with self._snapshot():
            header, question = self._header(), self.hash
            arm, end = -1, 0  # of the batch before
            rows = self._db.execute(
                "SELECT cell, first, count, counts, mark, seconds FROM batch ORDER BY cell, first"
            )
            for cell, first, count, counts, mark, seconds in rows:
                batch = Batch(cell, first, count)
                stored = StoredBatch(batch, counts, seconds)
                types = [type(value) for value in (cell, first, count, counts, seconds)]
                if types[:3] != [int, int, int]:
                    raise self._damaged("a batch has no numbers")
                if types != [int, int, int, bytes, float] or mark != stored.mark(question):
                    raise self._damaged(f"{batch} is not whole, or is of another run")
                least = end if cell == arm else header.begin
                if not least <= first < batch.end <= header.end:
                    raise self._damaged(f"{batch} is twice in it, or is not of this run")
                arm, end = cell, batch.end
                yield stored

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Read one consistent state of the file, although another program may write."""
        with self._explaining_errors():
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                with suppress(sqlite3.Error):  # it may be closed by now
                    self._db.execute("ROLLBACK")

    # ------------------------------------------------------------------ writing

    def aim_at(self, end: int) -> None:
        """Set another end: from now on the number of games was not fixed in advance."""
        with self._transaction():
            self._aim_at(self.begin, end, end)

    def _aim_at(self, begin: int, end: int, whole: int) -> None:
        self._db.execute("INSERT INTO target VALUES (?, ?, ?, ?)", (begin, end, whole, _now()))
        self._mark_header()

    def _mark_header(self) -> None:
        self._db.execute("UPDATE run SET mark = ?", (self._read_header().mark,))

    def load(self, plan: Plan[K]) -> None:
        """Give all batches to a plan."""
        for stored in self.batches():
            if stored.batch.arm not in range(len(plan.nothing)):
                raise PlayoutError(f"{self.path}: {stored.batch} does not belong to this run")
            like: Any = plan.nothing[stored.batch.arm]
            try:
                counted = like.filled(unpack(stored.counts, like, stored.batch.count))
                if counted.games != stored.batch.count:
                    raise ValueError(counted.games)
            except (ValueError, OverflowError, MemoryError) as error:
                raise PlayoutError(
                    f"{self.path}: its counts have another form than in Playout {VERSION} and "
                    "this version of the game; play it again, or use the versions that saved it"
                ) from error
            plan.restore(stored.batch, counted)

    def save(self, batch: Batch, counted: K, seconds: float) -> None:
        """Save a batch."""
        self.add(StoredBatch(batch, pack(counted), seconds))

    def add(self, *stored: StoredBatch, codes: Sequence[Mapping[str, Any]] = ()) -> None:
        """Save packed batches, all or none; in a merge, with the ``codes`` that played them."""
        with self._transaction():
            if codes:
                self._code = [self._write_code(code) for code in codes][-1]
            elif not self._code:
                assert self.job is not None  # it is set before anything is played
                versions = versions_of(self.job.game, self.job.players())
                form = json.dumps(form_of(self.job), default=_number)
                code = {**versions, "at": _now(), "form": form}
                self._code = self._write_code(code)
                database.check_sizes(self._db, self.path)
            header, question = self._header(), self.hash
            for entry in stored:
                batch, mark = entry.batch, entry.mark(question)
                self._check_place(batch, header)
                row = (batch.arm, batch.first, batch.count, entry.counts, mark, entry.seconds)
                sql = "INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)"
                self._db.execute(sql, (*row, self._code))

    def _check_place(self, batch: Batch, header: RunHeader) -> None:
        """Check that a batch is of this run, and that none of its games is in the file."""
        if not header.begin <= batch.first <= batch.end <= header.end:
            raise PlayoutError(f"{self.path}: {batch} does not belong to this run")
        sql = "SELECT first + count FROM batch WHERE cell = ? AND first < ? ORDER BY first DESC"
        before = self._db.execute(sql, (batch.arm, batch.end)).fetchone()
        if before is not None and before[0] > batch.first:
            raise PlayoutError(
                f"{self.path}: another process is using this run ({batch} is already in it)"
            )

    def _write_code(self, code: Mapping[str, Any]) -> int:
        row = [json.dumps(code[name]) if name == "files" else code[name] for name in CODE]
        if row[-1] == self._form:
            row[-1] = None  # as in the row before, because every resumption adds a row
        sql = f"INSERT INTO code ({', '.join(CODE)}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        number = int(self._db.execute(sql, row).lastrowid or 0)
        self._mark_header()
        return number

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explaining_errors():
            self._check_there()
            if not self._ahead:  # not before: a file that is refused must stay as it is
                self._db.execute("PRAGMA journal_mode = WAL")
                # Each batch is on the disk before the next, or a power cut could lose minutes of
                # batches.  That takes 0.7 ms (measured), while the workers play on.
                self._db.execute("PRAGMA synchronous = FULL")
                self._ahead = True
            self._db.execute("BEGIN IMMEDIATE")
            with self._db:
                yield


def _plain(text: str) -> Any:
    """The value of JSON in a file; ValueError if a text in it could command or fill a terminal."""
    value = json.loads(text)
    if not is_printable(value, LONGEST):
        raise ValueError
    return value


def _number(value: Any) -> Any:
    """A number of NumPy for JSON."""
    return value.item() if hasattr(value, "item") else str(value)


def _files(text: str) -> dict[str, tuple[str, str]]:
    """Strategy files by their names, each with two digests."""
    return {name: (at, of) for name, (at, of) in _plain(text).items()}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
