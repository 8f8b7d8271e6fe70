"""Damage to a run's file, by chance or on purpose, is told in a sentence."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.questions.runs.job import Job, part_of
from playout.runner.database import StoredBatch
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.stats.packing import pack
from tests.runner.keeping import asked_otherwise, bits, held, job, played


@pytest.mark.parametrize("left", [0, 10, 100, 5_000, 9_000])
def test_a_truncated_file_is_told_in_a_sentence(path: Path, left: int) -> None:
    played(path)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(PlayoutError, match=r"damaged|not a run of Playout"):
        played(path)


def test_any_changed_byte_is_noticed_or_changes_nothing(path: Path, whole: list[bytes]) -> None:
    played(path)
    data = path.read_bytes()
    rng = np.random.default_rng(8)
    noticed = 0
    for place in rng.integers(0, len(data), 60).tolist():
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        try:
            with Ledger.open(path) as ledger:
                assert bits(held(ledger)) == whole
        except PlayoutError:
            noticed += 1
    assert noticed > 5  # the others lie where nothing is


def change(path: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql, values)


def count_otherwise(path: Path, numbers: Any) -> None:
    """Change the counts of the first batch, with the right digest; nobody takes them."""
    with Ledger.open(path) as ledger:
        (first, *_), question = ledger.batches(), ledger.hash
    stored = replace(first, counts=zlib.compress(numbers.astype("<i8").tobytes()))
    row = stored.counts, stored.mark(question), first.batch.arm, first.batch.first
    change(path, "UPDATE batch SET counts = ?, mark = ? WHERE cell = ? AND first = ?", *row)
    with pytest.raises(PlayoutError, match=r"one\.run: it keeps its counts in another form"):
        playout.load_run(path)


def small(path: Path) -> None:
    """Write a file anew with pages of 512 bytes."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA page_size = 512")
    db.execute("VACUUM")
    db.close()


def told(path: Path) -> list[Any]:
    """All that is read of a file."""
    with Ledger.open(path) as ledger:
        asked = [ledger.kind, ledger.asked, ledger.hash, ledger.codes]
        return [*asked, ledger.begin, ledger.end, ledger.whole, ledger.fixed, *ledger.batches()]


@pytest.mark.parametrize(
    "bits",
    [pytest.param([], id="one"), pytest.param(range(8), id="all", marks=pytest.mark.thorough)],
)
def test_any_changed_bit_of_what_decides_a_run_is_noticed_or_changes_nothing(
    path: Path, bits: Sequence[int]
) -> None:
    """All bits of three pages, or one of each byte."""
    played(path, job(50))
    small(path)
    data, before = bytearray(path.read_bytes()), told(path)
    with sqlite3.connect(path) as db:
        sql = "SELECT rootpage - 1 FROM sqlite_master WHERE name IN ('run', 'target', 'code')"
        pages = [page for (page,) in db.execute(sql)]
    db.close()
    assert len(pages) == 3
    sentences = []
    with path.open("r+b", buffering=0) as file:
        for place in [512 * page + k for page in pages for k in range(512)]:
            for bit in bits or [place * 5 % 8]:
                file.seek(place)
                file.write(bytes([data[place] ^ 1 << bit]))
                try:
                    assert told(path) == before
                except PlayoutError as error:
                    sentences.append(str(error))
            file.seek(place)
            file.write(bytes([data[place]]))
    assert len(sentences) > 100 * max(1, len(bits))
    assert not any("\n" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE target SET games = games + 1",
        "UPDATE target SET begin = 16",
        "UPDATE target SET games = x'00'",
        "INSERT INTO target VALUES (0, 200, 200, '')",
        "DELETE FROM target",
        "UPDATE code SET playout = '0.0.9'",
        "DROP TABLE target",
        "ALTER TABLE code RENAME COLUMN at TO it",
        "UPDATE run SET mark = NULL",
    ],
)
def test_a_changed_table_is_told_as_damage(path: Path, sql: str) -> None:
    played(path, job(200))
    change(path, sql)
    for write in (False, True):
        with pytest.raises(PlayoutError, match="the file is damaged"):
            Ledger.open(path, write=write)


@pytest.mark.parametrize("kind", ["run", "luck", "hex-map"])
@pytest.mark.parametrize("asked", ["x", "[]", "{}", "[" * 9_999, '{"game": "hex"}'])
def test_what_makes_no_sense_is_told_as_damage(path: Path, kind: str, asked: str) -> None:
    played(path, job(200))
    asked_otherwise(path, asked, kind)
    with pytest.raises(PlayoutError, match=r"one\.run: the file is damaged"):
        playout.load_run(path)


def test_a_question_that_cannot_be_asked_is_told_with_its_file(path: Path) -> None:
    played(path, job(200))
    with Ledger.open(path) as ledger:
        asked = ledger.asked
    asked_otherwise(path, json.dumps(asked | {"game": "nix"}))
    with pytest.raises(PlayoutError, match=r"one\.run: there is no game 'nix'"):
        playout.load_run(path)


@pytest.mark.parametrize("name", ["\x1b[31mred", "two\nlines", "\ud800", "\x9b"])
def test_a_name_that_would_command_a_terminal_is_told_as_damage(path: Path, name: str) -> None:
    played(path, job(200))
    with Ledger.open(path) as ledger:
        asked = json.dumps(ledger.asked)
    asked_otherwise(path, asked.replace('"greedy"', json.dumps(name)))
    with pytest.raises(PlayoutError, match=r"damaged \(what was asked cannot") as told:
        playout.load_run(path)
    assert name not in str(told.value)


def test_a_version_that_would_command_a_terminal_is_told_as_damage(path: Path) -> None:
    played(path, job(200))
    with Ledger.open(path, write=True) as ledger, ledger._transaction():
        ledger._db.execute("UPDATE code SET playout = ?", ("0.2.0\x1b[31m",))
        ledger._mark_decided()
    with pytest.raises(PlayoutError, match="or who played, has changed"):
        playout.load_run(path)


def test_batches_of_another_question_are_told_as_damage(path: Path, tmp_path: Path) -> None:
    """Of another seed: whoever moved them has left them as they were."""
    played(path, job(200))
    other = tmp_path / "other.run"
    played(other, Job(replace(job(200).asked, seed=5)))
    change(path, "DELETE FROM batch")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ATTACH ? AS other", (str(other),))
        db.execute("INSERT INTO batch SELECT * FROM other.batch")
    with pytest.raises(PlayoutError, match="is not whole, or is of another run"):
        playout.load_run(path)


def test_a_table_without_end_is_told_as_damage(path: Path) -> None:
    """A view is a program that SQLite runs for whoever reads it."""
    played(path, job(200))
    change(path, "DROP TABLE batch")
    change(
        path,
        "CREATE VIEW batch AS WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n) "
        "SELECT 0 AS cell, k AS first, 1 AS count, x'00' AS counts, x'00' AS mark FROM n",
    )
    with pytest.raises(PlayoutError, match="it has other tables than a run has"):
        playout.load_run(path)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE sqlite_master SET sql = replace(sql, 'at TEXT NOT NULL', "
        "'at TEXT GENERATED ALWAYS AS (hex(zeroblob(300000000))) VIRTUAL') WHERE name = 'target'",
        "INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_x', 'batch', 0, 'CREATE TRIGGER "
        "sqlite_x AFTER UPDATE ON batch BEGIN DELETE FROM run; END')",
    ],
)
def test_a_program_in_a_file_is_told_as_damage(path: Path, sql: str) -> None:
    played(path, job(200))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(sql)
    for write in (False, True):
        with pytest.raises(PlayoutError, match="it has other tables than a run has"):
            Ledger.open(path, write=write)


@pytest.mark.parametrize("kind", ["run", "compound", "rare"])
def test_counts_that_claim_to_be_huge_are_told_as_damage(
    path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deflated they may be small, or they say themselves how many they are."""
    if kind == "run":
        played(path, job(200))
        monkeypatch.setattr("playout.stats.packing.MOST_NUMBERS", 2**10)
        numbers = np.zeros(2**11)
    elif kind == "compound":
        playout.hex.compound(3, games=2, boards=10, save=path)
        numbers = np.array([6, 1, 0, 0, 0, 0, 0, 2**40])
    else:
        playout.rare("the-game", particles=100, repeats=10, save=path)
        numbers = np.array([5, 1, 0, 0, 0, 0, 2**40])
    count_otherwise(path, numbers)


@pytest.mark.parametrize("counts", [7, "text"])
def test_counts_of_another_type_are_told_as_damage(path: Path, counts: object) -> None:
    played(path, job(200))
    change(path, "UPDATE batch SET counts = ?", counts)
    with pytest.raises(PlayoutError, match="the file is damaged"):
        told(path)


@pytest.mark.parametrize(
    "batch", [Batch(0, 0, 20), Batch(0, 90, 20), Batch(0, 190, 20), Batch(1, 0, 100)]
)
def test_a_file_with_batches_of_another_run_is_damaged(path: Path, batch: Batch) -> None:
    this = part_of(job(200).asked, "2/2")
    counts = pack(this.play(batch))
    with Ledger.create(path, this) as ledger:
        mark = StoredBatch(batch, counts, 0.1).mark(ledger.hash)
        row = (batch.arm, batch.first, batch.count, counts, mark)
        ledger._db.execute("INSERT INTO batch VALUES (?, ?, ?, ?, ?, 0.1, 1)", row)
    with Ledger.open(path) as ledger, pytest.raises(PlayoutError, match="the file is damaged"):
        held(ledger)


@pytest.mark.parametrize("files", ["5", '"one.py"', '{"one.py": 1}', '{"one.py": ["a"]}'])
def test_strategy_files_that_make_no_sense_are_told_as_damage(path: Path, files: str) -> None:
    played(path, job(200))
    with Ledger.open(path, write=True) as ledger, ledger._transaction():
        ledger._db.execute("UPDATE code SET files = ?", (files,))
        ledger._mark_decided()
    for look in (playout.verify, playout.resume):
        with pytest.raises(PlayoutError, match=r"damaged \(who played cannot be understood\)"):
            look(path)


@pytest.mark.parametrize(
    "wins",
    [
        pytest.param([0, 17], id="more"),
        pytest.param([2**63 - 1, 2**63 - 1, 18], id="wraps round to 16"),
        pytest.param([18, -2], id="negative"),
    ],
)
def test_counts_that_cannot_be_are_told_as_damage(path: Path, wins: list[int]) -> None:
    this = job(16)
    played(path, this)
    arrays = this.play(Batch(0, 0, 16)).arrays()
    arrays[1] = np.array(wins)
    lengths = [len(arrays), *(array.size for array in arrays)]
    count_otherwise(path, np.concatenate([lengths, *(array.ravel() for array in arrays)]))
