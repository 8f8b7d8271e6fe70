"""Run files that Playout 0.1.0 wrote are read, recognised and gone on with.

Beside each file in ``tests/old_runs`` stands the table that 0.1.0 wrote of it.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pandas as pd
import pytest

import playout
from playout.questions.answers import job_in
from playout.questions.runs import Answer, Job
from playout.runner.durable import ledger_for
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.runner.tasks import play_task, task_of
from playout.stats.packing import pack, same
from tests.command import playout as playout_command

FOLDER = Path(__file__).parent.parent / "old_runs"
FILES = sorted(FOLDER.glob("*.csv"))


@pytest.fixture
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of an old file, which may be written to."""
    return Path(shutil.copy(FOLDER / request.param, tmp_path))


def test_every_kind_of_old_file_is_here() -> None:
    kinds = {"blog", "compare", "luck", "precision", "run", "tournament"}
    assert {path.stem for path in FILES} == kinds


@pytest.mark.parametrize("table", FILES, ids=lambda path: path.stem)
def test_an_old_file_gives_the_table_that_it_gave(table: Path) -> None:
    then = pd.read_csv(table)
    now = playout.load_run(table.with_suffix(".run")).to_pandas()
    if table.stem == "blog":  # a game of its own now
        then = then.drop(columns="variant")
    now = now[[*then]]  # medians are newer
    ends = [name for name in map(str, then) if name.endswith(("_low", "_high"))]
    pd.testing.assert_frame_equal(
        now.drop(columns=ends), then.drop(columns=ends), check_exact=False, rtol=1e-12
    )
    for name in ends:  # intervals of means have become wider
        wider = then[name] - now[name] if name.endswith("_low") else now[name] - then[name]
        assert (wider.fillna(0) >= -1e-9 * then[name].abs().fillna(0)).all(), name


@pytest.mark.parametrize("copy", [path.with_suffix(".run").name for path in FILES], indirect=True)
def test_an_old_file_is_gone_on_with(copy: Path) -> None:
    answer = playout.resume(copy, workers=2)
    assert answer.complete
    with Ledger.open(copy) as ledger:
        job = job_in(ledger)
    with ledger_for(copy, job) as again:  # the same question, asked today, is the same run
        assert again.hash


@pytest.mark.parametrize("copy", ["run.run"], indirect=True)
def test_an_old_file_has_a_digest_once_it_was_written_to(copy: Path) -> None:
    before = copy.read_bytes()
    table = playout.load_run(copy).to_pandas()
    assert copy.read_bytes() == before  # reading changes nothing
    playout.resume(copy)
    pd.testing.assert_frame_equal(playout.load_run(copy).to_pandas(), table)
    with sqlite3.connect(copy) as db:
        db.execute("UPDATE target SET games = games + 1, whole = whole + 1")
    db.close()
    with pytest.raises(playout.PlayoutError, match="the file is damaged"):
        playout.load_run(copy)


@pytest.mark.parametrize("copy", ["luck.run"], indirect=True)
def test_the_same_question_asked_today_goes_on_with_an_old_file(copy: Path) -> None:
    again = playout.luck(
        "the-game",
        strategies=["greedy", "quick"],
        players=2,
        games=500,
        measure="cards_left",
        save=copy,
    )
    pd.testing.assert_frame_equal(again.to_pandas(), playout.load_run(copy).to_pandas())


def test_old_parts_are_merged_and_verified(tmp_path: Path) -> None:
    whole = playout.merge(tmp_path / "whole.run", [FOLDER / "part-1.run", FOLDER / "part-2.run"])
    merged = playout.load_run(whole)
    fresh = playout.run("the-game", players=2, strategy="greedy", games=1_000)
    counted = merged.to_pandas()
    pd.testing.assert_frame_equal(counted, fresh.to_pandas()[[*counted]])
    assert not playout.verify(whole).different


@pytest.mark.parametrize("copy", ["run.run"], indirect=True)
def test_a_file_that_was_begun_with_fewer_measures_goes_on_without_the_new_ones(
    copy: Path,
) -> None:
    loaded = playout.load_run(copy)
    assert isinstance(loaded, Answer)
    with pytest.raises(playout.PlayoutError, match="this run has not counted it"):
        loaded.plot("ending")
    longer = playout.extend(copy, games=3_000, workers=1)
    assert "ending_won" not in longer.to_pandas()
    assert not playout.verify(copy, sample=100).different
    with Ledger.open(copy) as ledger:
        job, asked = job_in(ledger), ledger.asked
    fresh = Job.restored(asked, 10)
    assert isinstance(job, Job)
    assert fresh.measures == job.measures + 1
    # Another process counts in the same form.
    batch = play_task(task_of(job), 0, 0, 10)[0]
    assert same(batch, pack(job.play(Batch(0, 0, 10))))
    assert not same(batch, pack(fresh.play(Batch(0, 0, 10))))


def test_parts_that_count_different_measures_are_not_put_together(tmp_path: Path) -> None:
    line = "run the-game --players 2 --strategy greedy --games 1000 --part 2/2 --save"
    playout_command(*line.split(), str(tmp_path / "new.run"))
    with pytest.raises(playout.PlayoutError, match="they do not count the same; play one anew"):
        playout.merge(tmp_path / "whole.run", [FOLDER / "part-1.run", tmp_path / "new.run"])
    assert not (tmp_path / "whole.run").exists()
