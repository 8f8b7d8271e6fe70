"""Ctrl-C ends a command at once, with what was counted so far, labelled as partial."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import playout
from playout.questions.runs import Answer, Job
from tests.command import PLAYING, stopped, stopped_here

pytestmark = pytest.mark.slow


def test_a_stopped_run_prints_its_table_labelled_partial(tmp_path: Path) -> None:
    csv = tmp_path / "table.csv"
    words = ["run", "the-game", "--strategy", "greedy", "--games", "2G", "--csv", str(csv)]
    code, out, err = stopped(PLAYING, *words)
    assert err == ""
    assert code == 130
    assert out.splitlines()[-1].startswith("Stopped early. In brackets: 95 % intervals")
    # The games counted are the first ones of the run, no more and no fewer.
    table = pd.read_csv(csv)
    games = int(table["games"][0])
    assert 0 < games < 2_000_000_000
    again = playout.run("the-game", strategy="greedy", games=games).found
    assert set(table["interval"]) == {"anytime-valid"}
    # Somebody may have stopped it because of what they saw.
    pd.testing.assert_frame_equal(table, Answer(replace(again, complete=False)).to_pandas())


@pytest.mark.thorough  # that of a stopped comparison is looked at in questions/compare
def test_a_stopped_study_writes_its_report_labelled_partial(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text(
        'game = "the-game"\nanswer = "{{ row(players=1).win }} won."\ngames = "2G"\n'
        '[factors]\nplayers = [1, 2]\nstrategy = ["greedy"]\n'
    )
    code, out, err = stopped_here(f"study {file} --out {tmp_path}", after=1000)
    assert (code, err) == (130, "")
    assert "Stopped early. " in out
    assert "report: " in out
    assert "Stopped early: the numbers below" in (tmp_path / "index.html").read_text()
    assert (tmp_path / "long.csv").is_file()


LOADING = """
import sys

class Stopping:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stopping())
from playout.__main__ import main
main()
"""


def test_ctrl_c_while_the_command_is_being_loaded_is_told_as_one() -> None:
    ended = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "playout: stopped\n")


def test_a_reader_that_stops_reading_is_no_failed_gate() -> None:
    command = [sys.executable, "-m", "playout", "rules", "pig"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.wait() == 141


def compile_and_be_stopped(*_: object) -> None:
    # As Numba does if Ctrl-C comes while it is called back by LLVM.
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt as error:
        told = {"exc_type": type(error), "exc_value": error}
        others = {"exc_traceback": None, "err_msg": None, "object": None}
        sys.unraisablehook(SimpleNamespace(**told, **others))
    raise RuntimeError("no compiled object yet for <Library 'x' at 0x7f>")


def test_ctrl_c_that_the_compiler_swallows_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playout.run("the-game-blog", games=20, save=tmp_path / "a.run")
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # the command sets another
    for function in ("warm", "play"):
        monkeypatch.setattr(Job, function, compile_and_be_stopped)
    for words in ("run the-game-blog", f"verify {tmp_path / 'a.run'}"):
        code, out, err = stopped_here(words, after=0)
        assert (code, out) == (130, "")
        assert err.startswith("playout: stopped")
        assert err.count("\n") == 1
    answer = playout.run("the-game-blog", games=20)
    assert not answer.complete
    assert answer.games == 0


@pytest.mark.slow
def test_a_compiled_strategy_that_never_returns_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "never.py"
    path.write_text(
        "import playout\n@playout.strategy('hex')\ndef never(view, rng):\n    'Never returns.'\n"
        "    while view.turn >= 0:\n        view.notes[0] += 1\n    return 0\n",
        encoding="utf-8",
    )
    begun = (
        "import sys, threading, time\nfrom playout.engine.play import batch\n"
        "bound = batch.player_functions\n"
        "def told(*given):\n    found = bound(*given)\n"
        "    threading.Timer(1, sys.stderr.write, ['begun\\n']).start()\n    return found\n"
        "batch.player_functions = told\nfrom playout.cli import main\nmain()\n"
    )
    words = ("run", "hex", "--strategy", f"{path}:never", "--rows", "3", "--workers", "1")
    code, out, err = stopped(begun, *words)
    assert (code, out) == (130, "")
    assert "stopped before any game was finished" in err


STUCK = """
import os
import numpy as np
from playout.engine.native.jit import jit
from playout.engine.match.match import Match

@jit(signature="void(i8[:])", cache=False)
def never_returns(turns):
    while turns[0] >= 0:
        turns[0] = 1 - turns[0]

def stuck(self, move, before):
    os.write(2, b"begun\\n")
    never_returns(np.zeros(1, np.int64))

Match._make = stuck
from playout.cli import main
main()
"""


@pytest.mark.thorough
def test_a_replay_of_compiled_rules_that_never_return_is_stopped() -> None:
    assert stopped(STUCK, "replay", "the-game-blog") == (130, "", "playout: stopped\n")
