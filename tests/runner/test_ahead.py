"""What another process has compiled is used here, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from playout.runner.ahead import take_over

PROGRAM = """
import glob, tempfile
from numba.core import event
from playout.engine import jit
from playout.questions.runs import Job, ask
from playout.runner import ahead

class Compiled(event.Listener):
    def on_start(self, event):
        print("compiled here:", event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

ahead.processors = lambda: 2
first, second = (Job(ask(game, games=1)) for game in ("the-game", "the-game-blog"))
event.register("numba:compile", Compiled())
assert not ahead.is_known(second.game)
with ahead.Ahead({"first": first, "second": second}) as compiler:
    folder = compiler._folder
    compiler.take("first")
    compiler.take("second")
    assert ahead.is_known(second.game)
    assert not ahead.is_known(first.game)
    with jit.compiling():
        second.warm()
assert not folder.exists()
with ahead.Ahead({"first": first, "second": second}) as compiler:
    assert compiler._process is None  # there is nothing left to compile
print("done")
"""


@pytest.mark.slow
def test_nothing_is_compiled_here_that_was_compiled_ahead(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "done\n", "")


def test_what_the_cache_has_already_is_left_as_it_is(tmp_path: Path) -> None:
    source, target = tmp_path / "a" / "game_1", tmp_path / "b" / "game_1"
    for folder, text in ((source, "theirs"), (target, "ours")):
        folder.mkdir(parents=True)
        (folder / "rules.play-3.py311.nbi").write_text(text)
        (folder / "rules.play-3.py311.1.nbc").write_text(text)
    (source / "rules.deal-9.py311.nbi").write_text("new")
    (source / "rules.deal-9.py311.1.nbc").write_text("new")
    take_over(source.parent, target.parent)
    there = {path.name: path.read_text() for path in target.iterdir()}
    assert there == {
        "rules.play-3.py311.nbi": "ours",
        "rules.play-3.py311.1.nbc": "ours",
        "rules.deal-9.py311.nbi": "new",
        "rules.deal-9.py311.1.nbc": "new",
    }
