"""Compiled code is kept per version, found again by processes started from one, and forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from numba.core import caching

from playout.engine import jit


def test_compiled_code_of_other_versions_is_removed_after_a_month(tmp_path: Path) -> None:
    old = time.time() - (jit.KEEP_DAYS + 1) * 86400
    for name, marked in (("old", True), ("used", True), ("in use", True), ("not ours", False)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept.nbi").write_text("")
        if marked:
            (tmp_path / name / ".playout").touch()
            if name != "used":
                os.utime(tmp_path / name / ".playout", (old, old))
        os.utime(tmp_path / name, (old, old))
    jit._forget_others(tmp_path / "in use")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in use", "not ours", "used"]
    jit._forget_others(tmp_path / "not there")


def test_a_process_finds_the_folder_of_the_one_that_started_it(tmp_path: Path) -> None:
    program = "import playout.engine.jit as j; print(j.CACHE_FOLDER)"
    inherited = {**os.environ, "NUMBA_CACHE_DIR": jit.CACHE_FOLDER}
    of_its_own = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = [
        subprocess.run(
            [sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True
        ).stdout.strip()
        for env in (inherited, of_its_own)
    ]
    assert said == [jit.CACHE_FOLDER, str(tmp_path / Path(jit.CACHE_FOLDER).name)]


def test_only_one_at_a_time_fills_the_cache() -> None:
    inside, most = [0], [0]

    def fill() -> None:
        with jit.compiling():
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.01)
            inside[0] -= 1

    threads = [threading.Thread(target=fill) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_without_locks_the_cache_is_filled_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(jit, "CACHE_FOLDER", str(tmp_path / "file"))  # no folder: no lock in it
    with jit.compiling():
        pass


def test_what_is_compiled_is_told_by_its_name_and_whether_the_cache_keeps_it() -> None:
    assert jit.now_compiling() == ""
    with jit.compiling("Pig"):
        assert jit.now_compiling() == "loading Pig"
        jit.tell_compiling()
        assert jit.now_compiling() == "compiling Pig, once on this machine"
        with jit.named("hold for Pig"):
            jit.jit(signature="int64(int64)", cache=False)(lambda number: number + 1)
        assert jit.now_compiling() == "compiling hold for Pig"
    assert jit.now_compiling() == ""


WRITER = """
import sys
from playout.engine import jit

cache = jit.caching.IndexDataCacheFile(sys.argv[1], "rules.play-3.py311", "stamp")
for key in range(100):
    cache.save((sys.argv[2], key), f"{sys.argv[2]} {key}")
"""


def test_several_processes_fill_the_cache_of_one_function_at_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, tmp_path, name]) for name in ("a", "b", "c")
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    cache = caching.IndexDataCacheFile(str(tmp_path), "rules.play-3.py311", "stamp")
    for name in ("a", "b", "c"):
        for key in range(100):
            assert cache.load((name, key)) == f"{name} {key}"
