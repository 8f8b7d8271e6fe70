"""What another process has compiled is used here, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import glob, tempfile
from numba.core import event
from playout.engine.native import jit
from playout.engine.native.code_cache import has_code_of
from playout.questions.runs import Job, ask
from playout.runner import precompile

class Compiled(event.Listener):
    def on_start(self, event):
        print("compiled here:", event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

precompile.processors = lambda: 2
first, second = (Job(ask(game, games=1)) for game in ("the-game", "the-game-blog"))
event.register("numba:compile", Compiled())
assert not has_code_of(second.game.source)
with precompile.Precompiler({"first": first, "second": second}) as compiler:
    compiler.take("first")
    compiler.take("second")
    assert has_code_of(second.game.source)
    assert not has_code_of(first.game.source)
    with jit.compiling():
        second.warm()
with precompile.Precompiler({"first": first, "second": second}) as compiler:
    assert compiler._process is None  # there is nothing left to compile
print("done")
"""

HELPED = """
from numba.core import event
from playout import run
from playout.engine.native import twin
from playout.runner import precompile

class Compiled(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

class Process(precompile.Processes):
    def call(self, *given):
        called.append(super().call(*given))
        called[-1].result()  # as if it were very fast
        return called[-1]

event.register("numba:compile", Compiled())
twin.processors, precompile.Processes = lambda: 2, Process
twin.POSSIBLE = False  # as on other systems

def play(*strategies):
    global called, compiled
    called, compiled = [], []
    run("pig", seats=[strategies], games=10)
    return len(called), {*strategies} & {*compiled}

assert play("hold", "random") == (1, set()), (called, compiled)
assert any(name.startswith("_play_games") for name in compiled), compiled
assert play("hold", "random") == (0, set()), (called, compiled)
assert play("hold", "rolls") == (0, {"rolls"}), (called, compiled)  # that is one alone
print("done")
"""


@pytest.mark.thorough
@pytest.mark.parametrize("program", [PROGRAM, HELPED])
def test_nothing_is_compiled_here_that_was_compiled_elsewhere(program: str, tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "done\n", "")
