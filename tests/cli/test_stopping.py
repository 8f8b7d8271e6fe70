"""Ctrl-C ends a command at once, with what was counted so far, labelled as partial."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd

import playout
from playout.questions.runs import Answer
from tests.command import stopped

PROGRAM = """
import os, signal
from playout.questions.runs import job

signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells start tests without it
played = job.play_batch

def told(rules, players, seed, first, count, *seating):
    if first > 1000:
        os.write(2, b"begun\\n")  # in one piece: several threads come here
    return played(rules, players, seed, first, count, *seating)

job.play_batch = told
from playout.cli import main
main()
"""


def test_a_stopped_run_prints_its_table_labelled_partial(tmp_path: Path) -> None:
    csv = tmp_path / "table.csv"
    words = ["run", "the-game", "--strategy", "greedy", "--games", "2G", "--csv", str(csv)]
    code, out, err = stopped(PROGRAM, *words)
    assert err == ""
    assert code == 130
    assert out.splitlines()[-1].startswith("PARTIAL RESULT (stopped): 95 % intervals")
    # The games counted are the first ones of the run, no more and no fewer.
    table = pd.read_csv(csv)
    games = int(table["games"][0])
    assert 0 < games < 2_000_000_000
    again = playout.run("the-game", strategy="greedy", games=games).found
    assert set(table["interval"]) == {"anytime-valid"}
    # Somebody may have stopped it because of what they saw.
    pd.testing.assert_frame_equal(table, Answer(replace(again, complete=False)).to_pandas())


def test_a_stopped_study_writes_its_report_labelled_partial(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text(
        'game = "the-game"\ntitle = "Long"\nquestion = "How?"\n'
        'answer = "{{ row(players=1).win }} won."\ngames = "2G"\n'
        '[factors]\nplayers = [1, 2]\nstrategy = ["greedy"]\n'
    )
    code, out, err = stopped(PROGRAM, "study", str(file), "--out", str(tmp_path))
    assert err == ""
    assert code == 130
    assert "PARTIAL RESULT (stopped): " in out
    assert "report: " in out
    assert "Partial result: the run was stopped" in (tmp_path / "index.html").read_text()
    assert (tmp_path / "long.csv").is_file()
