"""Every game of a run, one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.engine.play.batch import play_batch
from playout.questions.runs import Job, Study, raw
from playout.questions.runs.seats import By
from tests.playing import played


@pytest.mark.parametrize("by", ["strategy", "seat"])
def test_every_game_of_a_line_up_is_written_once(by: By, tmp_path: Path) -> None:
    study = Study(
        game="mexican-train",
        games=31,
        by=by,
        raw="turns",
        rules={"rounds": 1, "set": 6},
        factors={"seats": ["sequence,random,random"]},
    )
    found, path = played(Job(study.asked()), 1), tmp_path / "raw.tsv"
    raw.write(found, study.raw, path)
    setup = found.rows[0].setup
    outcomes = play_batch(setup.rules, setup.players, study.seed, 0, 31, setup.seating)
    column = found.game.columns[[m.name for m in found.game.measures].index("turns")]
    lines = [f"3\tsequence,random,random\t{turns}" for turns in outcomes[:, column]]
    assert path.read_text(encoding="utf-8").splitlines() == lines
    assert found.games == 31
