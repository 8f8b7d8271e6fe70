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
from tests.playing import refused
from tests.runner.small_runs import change, change_question, counts, job, played, saved


@pytest.mark.parametrize("left", [0, 10, 100, 5_000, 9_000])
def test_a_truncated_file_is_told_in_a_sentence(path: Path, left: int) -> None:
    played(path)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(PlayoutError, match=r"damaged|not a saved run of Playout"):
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
                assert counts(saved(ledger)) == whole
        except PlayoutError:
            noticed += 1
    assert noticed > 5  # the others lie where nothing is


def change_counts(path: Path, numbers: Any) -> None:
    """Change the counts of the first batch, with the right digest; nobody takes them."""
    with Ledger.open(path) as ledger:
        (first, *_), question = ledger.batches(), ledger.hash
    stored = replace(first, counts=zlib.compress(numbers.astype("<i8").tobytes()))
    row = stored.counts, stored.mark(question), first.batch.arm, first.batch.first
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE batch SET counts = ?, mark = ? WHERE cell = ? AND first = ?", row)
    refused("one.run: its counts have another form", playout.load_run, path)


def content(path: Path, write: bool = False) -> list[Any]:
    """All that is read of a file."""
    with Ledger.open(path, write=write) as ledger:
        asked = [ledger.kind, ledger.asked, ledger.hash, ledger.codes]
        return [*asked, ledger.begin, ledger.end, ledger.whole, ledger.fixed, *ledger.batches()]


@pytest.mark.parametrize(
    "bits",
    [
        pytest.param([], id="one", marks=pytest.mark.slow),
        pytest.param(range(8), id="all", marks=pytest.mark.thorough),
    ],
)
def test_any_changed_bit_of_what_decides_a_run_is_noticed_or_changes_nothing(
    path: Path, bits: Sequence[int]
) -> None:
    """All bits of three pages, or one of each byte."""
    played(path, job(50))
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA page_size = 512")
        db.execute("VACUUM")
        sql = "SELECT rootpage - 1 FROM sqlite_master WHERE name IN ('run', 'target', 'code')"
        pages = [page for (page,) in db.execute(sql)]
    assert len(pages) == 3
    data, before = bytearray(path.read_bytes()), content(path)
    sentences = []
    with path.open("r+b", buffering=0) as file:
        for place in [512 * page + k for page in pages for k in range(512)]:
            for bit in bits or [place * 5 % 8]:
                file.seek(place)
                file.write(bytes([data[place] ^ 1 << bit]))
                try:
                    assert content(path) == before
                except PlayoutError as error:
                    sentences.append(str(error))
            file.seek(place)
            file.write(bytes([data[place]]))
    assert len(sentences) > 100 * max(1, len(bits))
    assert not any("\n" in sentence for sentence in sentences)


OTHER_TABLES = "it has other tables than a run has"
ENDLESS = "WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n)"
HUGE = "at TEXT GENERATED ALWAYS AS (hex(zeroblob(300000000))) VIRTUAL"
TRIGGER = "CREATE TRIGGER sqlite_x AFTER UPDATE ON batch BEGIN DELETE FROM run; END"


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (["UPDATE target SET games = games + 1"], ""),
        (["UPDATE target SET begin = 16"], ""),
        (["UPDATE target SET games = x'00'"], ""),
        (["INSERT INTO target VALUES (0, 200, 200, '')"], ""),
        (["DELETE FROM target"], ""),
        (["UPDATE code SET playout = '0.0.9'"], ""),
        (["DROP TABLE target"], ""),
        (["ALTER TABLE code RENAME COLUMN at TO it"], ""),
        (["UPDATE run SET mark = NULL"], ""),
        (["UPDATE batch SET counts = 7"], ""),
        (["UPDATE batch SET counts = 'text'"], ""),
        # A view, a computed column or a trigger is a program that SQLite runs for the reader.
        (
            [
                "DROP TABLE batch",
                f"CREATE VIEW batch AS {ENDLESS} SELECT 0 AS cell, k AS first, 1 AS count, "
                "x'00' AS counts, x'00' AS mark FROM n",
            ],
            OTHER_TABLES,
        ),
        (
            [f"UPDATE sqlite_master SET sql = replace(sql, 'at TEXT NOT NULL', '{HUGE}')"],
            OTHER_TABLES,
        ),
        (
            [f"INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_x', 'batch', 0, '{TRIGGER}')"],
            OTHER_TABLES,
        ),
    ],
)
def test_a_changed_table_is_told_as_damage(path: Path, statements: list[str], what: str) -> None:
    played(path, job(200))
    change(path, "PRAGMA writable_schema = ON", *statements)
    for write in (False, True):
        with pytest.raises(PlayoutError, match=rf"the file is damaged.*{what}"):
            content(path, write)


@pytest.mark.parametrize(
    ("column", "value", "what"),
    [
        ("playout", "0.2.0\x1b[31m", "or who played, has changed"),  # it commands a terminal
        *(
            ("files", text, r"who played cannot be understood")
            for text in ("5", '"one.py"', '{"one.py": 1}', '{"one.py": ["a"]}')
        ),
    ],
)
def test_who_played_must_make_sense(path: Path, column: str, value: str, what: str) -> None:
    """Also with the right digest: somebody may have made it so."""
    played(path, job(200))
    with Ledger.open(path, write=True) as ledger, ledger._transaction():
        ledger._db.execute(f"UPDATE code SET {column} = ?", (value,))
        ledger._mark_header()
    for look in (playout.verify, playout.resume):
        with pytest.raises(PlayoutError, match=rf"damaged \(.*{what}"):
            look(path)


@pytest.mark.parametrize("kind", ["run", "luck", "hex-map"])
@pytest.mark.parametrize("asked", ["x", "[]", "{}", "[" * 9_999, '{"game": "hex"}'])
def test_what_makes_no_sense_is_told_as_damage(path: Path, kind: str, asked: str) -> None:
    played(path, job(200))
    change_question(path, asked, kind)
    refused("one.run: the file is damaged", playout.load_run, path)


def test_a_question_that_cannot_be_asked_is_told_with_its_file(path: Path) -> None:
    played(path, job(200))
    with Ledger.open(path) as ledger:
        asked = ledger.asked
    change_question(path, json.dumps(asked | {"game": "nix"}))
    refused("one.run: the game 'nix' does not come with Playout", playout.load_run, path)


@pytest.mark.parametrize("name", ["\x1b[31mred", "two\nlines", "\ud800", "\x9b"])
def test_a_name_that_would_command_a_terminal_is_told_as_damage(path: Path, name: str) -> None:
    played(path, job(200))
    with Ledger.open(path) as ledger:
        asked = json.dumps(ledger.asked)
    change_question(path, asked.replace('"greedy"', json.dumps(name)))
    with pytest.raises(PlayoutError, match=r"damaged \(what was asked cannot") as told:
        playout.load_run(path)
    assert name not in str(told.value)


def test_batches_of_another_question_are_told_as_damage(path: Path, tmp_path: Path) -> None:
    """Of another seed: whoever moved them has left them as they were."""
    played(path, job(200))
    other = tmp_path / "other.run"
    played(other, Job(replace(job(200).asked, seed=5)))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM batch")
        db.execute("ATTACH ? AS other", (str(other),))
        db.execute("INSERT INTO batch SELECT * FROM other.batch")
    refused("is not whole, or is of another run", playout.load_run, path)


@pytest.mark.parametrize("kind", ["run", pytest.param("compound", marks=pytest.mark.slow), "rare"])
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
    change_counts(path, numbers)


@pytest.mark.parametrize(
    "batch", [Batch(0, 0, 20), Batch(0, 90, 20), Batch(0, 190, 20), Batch(1, 0, 100)]
)
def test_a_file_with_batches_of_another_run_is_damaged(path: Path, batch: Batch) -> None:
    this = part_of(job(200).asked, "2/2")
    packed = pack(this.play(batch))
    with Ledger.create(path, this) as ledger:
        mark = StoredBatch(batch, packed, 0.1).mark(ledger.hash)
        row = (batch.arm, batch.first, batch.count, packed, mark)
        ledger._db.execute("INSERT INTO batch VALUES (?, ?, ?, ?, ?, 0.1, 1)", row)
    with Ledger.open(path) as ledger, pytest.raises(PlayoutError, match="the file is damaged"):
        saved(ledger)


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
    change_counts(path, np.concatenate([lengths, *(array.ravel() for array in arrays)]))
