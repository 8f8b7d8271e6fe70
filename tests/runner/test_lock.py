"""A run's file is written by one process, whatever its names, and no other file is touched."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from playout.engine.words.errors import PlayoutError
from playout.questions.answers import job_in, job_to_view
from playout.questions.runs import Job
from playout.questions.runs.job import part_of
from playout.runner import atomic_file as draft
from playout.runner import database, ledger, saved_runs
from playout.runner.database import RunLock
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from tests.command import playout as command
from tests.playing import refused
from tests.runner.small_runs import at_work, job


def made(path: Path, of: Job | None = None) -> None:
    """A file with a batch."""
    this = of or job()
    batch = Batch(0, this.begin, 20)
    with Ledger.create(path, this) as ledger:
        ledger.save(batch, this.play(batch), 0.1)


# ---------------------------------------------------------------- what a killed program has left


@pytest.fixture
def hot(path: Path, tmp_path: Path) -> Path:
    """A file as it is if its program was killed in the middle of a change, with its journal."""
    made(path)
    left = tmp_path / "left"
    left.mkdir()
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("PRAGMA cache_size = 1")  # changed pages are written before the end
        db.execute("BEGIN")
        db.execute("UPDATE target SET games = 7")
        db.execute("CREATE TABLE filler (a)")
        db.executemany("INSERT INTO filler VALUES (?)", [(b"x" * 3_000,)] * 50)
        for name in ("one.run", "one.run-journal"):
            shutil.copy(tmp_path / name, left)
        db.execute("ROLLBACK")
    db.close()
    assert (left / "one.run").read_bytes() != path.read_bytes()
    return left / "one.run"


@pytest.mark.parametrize("words", ["status", "verify", "export --csv -"])
def test_what_a_killed_program_has_left_can_be_read(words: str, hot: Path, path: Path) -> None:
    name, *options = words.split()
    said = command(name, str(hot), *options)
    assert (said.code, said.err) == (0, "")
    assert hot.read_bytes() == path.read_bytes()
    assert not hot.with_name("one.run-journal").exists()


def test_a_journal_is_left_alone_while_its_program_is_at_work(hot: Path) -> None:
    lock = RunLock(hot)
    before = hot.read_bytes()
    try:
        refused("a program that was killed while it wrote", Ledger.open, hot)
    finally:
        lock.release()
    assert hot.read_bytes() == before
    Ledger.open(hot).close()


def test_a_file_beside_a_run_that_is_no_journal_is_not_removed(path: Path) -> None:
    made(path)
    beside = path.with_name("one.run-journal")
    beside.write_text("what I have thought")
    with suppress(PlayoutError):
        Ledger.open(path).close()
    assert beside.read_text() == "what I have thought"


def test_a_strategy_may_change_the_current_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    this, batch = job(), Batch(0, job().begin, 20)
    with Ledger.create(Path(path.name), this) as ledger:
        monkeypatch.chdir("/")
        ledger.save(batch, this.play(batch), 0.1)


# ---------------------------------------------------------------- no other file is touched


def test_no_file_is_removed_when_a_run_is_made(path: Path, tmp_path: Path) -> None:
    names = [f"one.run{end}" for end in (".new", ".new-journal", ".playout-new", ".tmp", "~")]
    for name in names:
        (tmp_path / name).write_text("mine")
    made(path)
    parts = [tmp_path / f"{k}.run" for k in (1, 2)]
    for k, part in enumerate(parts):
        made(part, part_of(job().asked, f"{k + 1}/2"))
    (tmp_path / "both.run.playout-new").write_text("mine")
    saved_runs.merge(tmp_path / "both.run", parts, job_in, job_to_view)
    for name in (*names, "both.run.playout-new"):
        assert (tmp_path / name).read_text() == "mine"
    left = {found.name for found in tmp_path.iterdir()} - set(names) - {"both.run.playout-new"}
    runs = {"one.run", "1.run", "2.run", "both.run"}
    assert left == runs | {f"{name}.lock" for name in runs}


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
def test_a_file_that_sqlite_would_take_for_its_own_is_left_alone(path: Path, end: str) -> None:
    other = path.with_name(path.name + end)
    other.write_text("mine")
    with pytest.raises(PlayoutError, match=f"the file one.run{end} already exists"):
        made(path)
    assert other.read_text() == "mine"
    assert not path.exists()


def test_a_file_that_appears_while_a_run_is_made_is_not_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*given: Path) -> None:
        path.write_text("mine")
        draft.publish(*given)

    monkeypatch.setattr(ledger, "publish", late)
    refused("a file with this name already exists", made, path)
    assert path.read_text() == "mine"


def test_a_file_is_made_where_there_are_no_links(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    made(path)
    assert {found.name for found in path.parent.iterdir()} == {"one.run", "one.run.lock"}


# ---------------------------------------------------------------- whatever its names


@pytest.mark.parametrize("elsewhere", [True, False], ids=["another process", "this process"])
def test_a_second_writer_is_refused_by_the_name_of_the_file_or_a_link(
    path: Path, elsewhere: bool
) -> None:
    made(path)
    link = path.with_name("link.run")
    link.symlink_to(path)
    with at_work(path) if elsewhere else Ledger.open(path, write=True):
        for name in (path, link):
            refused("another process is using this run; wait", Ledger.open, name, write=True)
            Ledger.open(name).close()  # who reads is not kept out
    for name in (path, link):  # the lock has gone with its holder
        Ledger.open(name, write=True).close()


def test_what_is_saved_to_a_link_is_saved_where_it_leads(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.run"
    link.symlink_to(path)
    made(link)
    assert link.is_symlink()
    assert path.is_file()
    with Ledger.open(path) as ledger:
        assert len(list(ledger.batches())) == 1


def test_a_link_to_itself_is_refused(path: Path) -> None:
    path.symlink_to(path)
    refused("one.run: ", made, path)
    assert path.is_symlink()


@pytest.mark.parametrize("then", ["deleted", "replaced"])
def test_a_file_that_goes_away_is_not_called_safe(path: Path, tmp_path: Path, then: str) -> None:
    this = job()
    other = tmp_path / "other.run"
    made(other)
    with Ledger.create(path, this) as ledger:
        ledger.save(Batch(0, 0, 20), this.play(Batch(0, 0, 20)), 0.1)
        if then == "deleted":
            path.unlink()
        else:
            other.replace(path)
        with pytest.raises(PlayoutError) as told:
            ledger.save(Batch(0, 20, 20), this.play(Batch(0, 20, 20)), 0.1)
    assert str(told.value) == (
        f"{path}: the file was deleted, renamed or replaced while this run was writing to it; "
        "what was saved is no longer in a file with this name"
    )


# ---------------------------------------------------------------- what no run came of


@pytest.mark.parametrize("write", [True, False])
def test_what_is_no_run_has_no_lock_beside_it(path: Path, write: bool) -> None:
    path.write_text("mine")
    refused("this is not a saved run of Playout", Ledger.open, path, write=write)
    assert list(path.parent.iterdir()) == [path]
    refused("a file with this name already exists", made, path)
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_leaves_no_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database, "make_tables", full)
    with pytest.raises(PlayoutError):
        made(path)
    assert not list(path.parent.iterdir())


def test_a_lock_that_was_there_stays(path: Path) -> None:
    path.write_text("mine")
    lock = path.with_name("one.run.lock")
    lock.write_text("")
    refused("this is not a saved run of Playout", Ledger.open, path, write=True)
    assert lock.exists()
