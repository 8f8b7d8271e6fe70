"""A run's file: every batch once, whatever happens to the program, the disk or the clock."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playout.engine.words.errors import PlayoutError
from playout.questions.runs import Job, ask
from playout.questions.runs.job import part_of
from playout.runner import database
from playout.runner import ledger as ledgers
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.runner.workers import Threads
from playout.stats.packing import pack, same, unpack
from tests.playing import refused
from tests.runner.small_runs import change, counts, job, played, saved

IN_IT = r"another process is using this run \(.* is already in it"


@pytest.mark.parametrize("stop_after", [1, 700, 4_000])
def test_a_stopped_run_goes_on_to_the_same_counts(
    path: Path, whole: list[bytes], stop_after: int
) -> None:
    first = played(path, stop_after=stop_after)
    assert not first.complete
    with Ledger.open(path) as ledger:
        assert counts(saved(ledger)) == counts(first)
    found = played(path)
    assert found.complete
    assert counts(found) == whole
    assert found.how == "fixed"
    assert counts(played(path)) == whole  # with nothing left to play


def test_what_is_stored_is_every_game_once(path: Path) -> None:
    played(path, stop_after=700)
    played(path)
    with Ledger.open(path) as ledger:
        stored = [one.batch for one in ledger.batches()]
    for arm in (0, 1):
        numbers = [g for one in stored if one.arm == arm for g in range(one.first, one.end)]
        assert numbers == list(range(3_000))


def test_a_batch_cannot_be_kept_twice(path: Path) -> None:
    this = job()
    counts = this.play(Batch(0, 0, 5))
    with Ledger.create(path, this) as ledger:
        ledger.save(Batch(0, 0, 5), counts, 0.1)
        with pytest.raises(PlayoutError, match=IN_IT):
            ledger.save(Batch(0, 0, 5), counts, 0.1)
        assert len(list(ledger.batches())) == 1


def test_packed_counts_come_back_and_equal_counts_are_equal_bytes() -> None:
    this = job()
    counts, nothing = this.play(Batch(1, 7, 40)), this.nothing()[1]
    data = pack(counts)
    again = nothing.filled(unpack(data, nothing))
    assert pack(again) == data
    assert again.games == 40
    parts = this.play(Batch(1, 7, 13)) + this.play(Batch(1, 20, 27))
    assert pack(parts) == data
    assert pack(nothing.filled(unpack(pack(nothing), nothing))) == pack(nothing)
    for broken in (data[:-3], b"", zlib.compress(b""), zlib.compress(np.arange(3).tobytes())):
        with pytest.raises(ValueError, match=r"."):
            unpack(broken, nothing)


def test_counts_that_another_zlib_has_deflated_are_the_same() -> None:
    this = job()
    data = pack(this.play(Batch(1, 7, 40)))
    other = zlib.compress(zlib.decompress(data), level=0)
    assert other != data
    assert same(data, other)
    assert not same(data, pack(this.play(Batch(1, 8, 40))))


def test_a_run_of_something_else_is_refused_and_stays_as_it_is(path: Path) -> None:
    played(path, job(200))
    before = path.read_bytes()
    for other, said in (
        (job(200, min_cards=1), "this saved run belongs to another question"),
        (job(300), "plays games 0 to 199 of each row, not 0 to 299"),
    ):
        with pytest.raises(PlayoutError, match=said):
            played(path, other)
    assert path.read_bytes() == before


def test_the_same_question_in_other_words_is_the_same_run(path: Path) -> None:
    asked = ask("the-game", players=["1", 2.0], strategy=["greedy"], games="0.2k", seed=4)
    played(path, job(200))
    assert counts(played(path, Job(asked))) == counts(played(None, job(200)))


def begin_connections(monkeypatch: pytest.MonkeyPatch, sql: str) -> list[sqlite3.Connection]:
    """Begin each connection to a file with a statement; returns all that are made from now on."""
    connected, made = database.connected, list[sqlite3.Connection]()

    def begun(path: Path, write: bool) -> sqlite3.Connection:
        made.append(connected(path, write))
        made[-1].execute(sql)
        return made[-1]

    monkeypatch.setattr(database, "connected", begun)
    return made


def test_a_full_disk_ends_a_run_in_a_sentence_and_loses_nothing(
    path: Path, whole: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_connections(monkeypatch, "PRAGMA max_page_count = 8")
    monkeypatch.setattr(Threads, "batch_seconds", 0.00002)  # many, however fast it is
    with pytest.raises(PlayoutError, match=r"one\.run: cannot be written \(.*full\)") as caught:
        played(path)
    partial = caught.value.partial
    assert 0 < partial.games < 6_000
    monkeypatch.undo()
    with Ledger.open(path) as ledger:
        assert counts(saved(ledger)) == counts(partial)
    assert counts(played(path)) == whole


def test_a_file_that_can_only_be_read_is_told_in_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = job(200_000)  # which no thread can finish before the interrupt comes
    played(path, long, stop_after=700)
    begin_connections(monkeypatch, "PRAGMA query_only = ON")  # as on a disk that is mounted so
    refused("cannot be written", played, path, long)


def test_a_file_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused("cannot be written", played, tmp_path / "file" / "one.run")
    refused("there is no such run", Ledger.open, tmp_path / "nix.run")
    refused("it is a folder", played, tmp_path)


def test_batches_that_are_not_of_the_run_or_overlap_are_refused(path: Path) -> None:
    this = part_of(job(200).asked, "2/2")
    batches = [Batch(0, 100, 20), Batch(0, 120, 20)]
    with Ledger.create(path, this) as ledger:
        for batch in batches:
            ledger.save(batch, this.play(batch), 0.1)
        for batch in (Batch(0, 90, 10), Batch(0, 195, 10), Batch(1, 0, 300)):
            refused("does not belong to this run", ledger.save, batch, this.play(batch), 0.1)
        for batch in (Batch(0, 110, 5), Batch(0, 139, 5), Batch(0, 100, 60), Batch(0, 120, 3)):
            with pytest.raises(PlayoutError, match=IN_IT):
                ledger.save(batch, this.play(batch), 0.1)
        assert [stored.batch for stored in ledger.batches()] == batches


def test_a_program_that_ends_before_it_had_made_a_file_has_left_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*given: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as now:
        now.setattr(database, "make_tables", killed)
        with pytest.raises(KeyboardInterrupt):
            Ledger.create(path, job())
    assert not list(path.parent.iterdir())
    assert played(path).complete


def test_any_other_file_is_no_run(path: Path) -> None:
    path.write_text("players,strategy,games\n" * 100)
    refused("this is not a saved run of Playout", Ledger.open, path)
    path.unlink()
    change(path, "CREATE TABLE run (a)")
    refused("this is not a saved run of Playout", Ledger.open, path, write=True)


def test_a_file_that_is_refused_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connections = begin_connections(monkeypatch, "SELECT 1")
    path.write_text("players,strategy,games\n" * 100)
    refused("this is not a saved run of Playout", Ledger.open, path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connections[0].execute("SELECT 1")


@pytest.mark.parametrize("version", [0, 1, 4, 6])
def test_a_file_of_another_version_is_refused_and_stays_as_it_is(path: Path, version: int) -> None:
    played(path, job(200))
    change(path, f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    for write in (False, True):
        with pytest.raises(PlayoutError) as refused:
            Ledger.open(path, write=write)
        assert str(refused.value) == (
            f"{path}: this run was saved by another version of Playout (its format is {version}, "
            "this version reads 5); use the version that saved it"
        )
    assert path.read_bytes() == before


def test_a_clock_that_is_moved_back_changes_nothing(
    path: Path, whole: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(path, stop_after=700)
    monkeypatch.setattr(ledgers, "_now", lambda: "1970-01-01T00:00:00+00:00")
    assert counts(played(path)) == whole
    with Ledger.open(path) as ledger:
        assert [code["at"] > "2000" for code in ledger.codes] == [True, False]


def test_it_is_one_file_when_nobody_has_it_open(path: Path) -> None:
    played(path, job(200))
    with Ledger.open(path) as ledger:
        saved(ledger)
    names = {found.name for found in path.parent.iterdir()}
    assert names == {"one.run", "one.run.lock"}


def test_what_a_killed_writer_has_left_is_one_file_when_the_run_is_opened_next(path: Path) -> None:
    played(path, job(200))
    with closing(sqlite3.connect(path)) as left:  # as whoever plays leaves it
        left.execute("PRAGMA journal_mode = WAL")
    Ledger.open(path, write=True).close()
    assert path.read_bytes()[18:20] == b"\1\1"  # not ahead: nothing is in other files
