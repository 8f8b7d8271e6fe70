"""Every game of a run, one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.engine.batch import play_batch
from playout.report import raw
from playout.study.run import run_spec
from playout.study.spec import Spec
from playout.study.tables import By


@pytest.mark.parametrize("by", ["strategy", "seat"])
def test_every_game_of_a_line_up_is_written_once(by: By, tmp_path: Path) -> None:
    spec = Spec(
        game="mexican-train",
        games=31,
        by=by,
        raw="turns",
        rules={"rounds": 1, "set": 6},
        factors={"seats": ["sequence,random,random"]},
    )
    run, path = run_spec(spec, threads=1), tmp_path / "raw.tsv"
    raw.write(run, path)
    table = run.cells[0].table
    outcomes = play_batch(table.rules, table.players, spec.seed, 0, 31, table.seating)
    column = run.game.columns[[m.name for m in run.game.measures].index("turns")]
    lines = [f"3\tsequence,random,random\t{turns}" for turns in outcomes[:, column]]
    assert path.read_text(encoding="utf-8").splitlines() == lines
    assert run.games == 31
