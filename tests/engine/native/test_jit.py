"""Compiled code is kept per version, found again by processes started from one, and forgotten."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numba
import pytest
from numba.core import caching

import playout
from playout.engine.native import jit
from tests import command


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
    program = "import playout.engine.native.jit as j; print(j.CACHE_FOLDER)"
    inherited = {**os.environ, "NUMBA_CACHE_DIR": jit.CACHE_FOLDER}
    of_its_own = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = [
        subprocess.run(
            [sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True
        ).stdout.strip()
        for env in (inherited, of_its_own)
    ]
    assert said == [jit.CACHE_FOLDER, str(tmp_path / Path(jit.CACHE_FOLDER).name)]


WILD = '''
import playout
from playout.engine.chance.rng import randrange
from playout.games.hex.rules import cell_move

@playout.strategy("hex")
def wild(view, rng):
    """Plays at random, and in one game of hundreds writes beyond its notes."""
    if randrange(rng, 9_000) == 0:
        view.notes[200] = 1
    cell = randrange(rng, view.rows * view.cols)
    while view.stones[cell] != 0:
        cell = randrange(rng, view.rows * view.cols)
    return cell_move(cell, view.cols)
'''


@pytest.mark.slow
def test_checked_code_says_who_reaches_out_of_range_and_plays_the_same_games(
    tmp_path: Path,
) -> None:
    mine, kept = tmp_path / "mine.py", tmp_path / "wild.run"
    mine.write_text(WILD)
    words = f"run hex --rows 4 --strategy {mine}:wild --games 5000 --workers 1 --save {kept}"
    program = [sys.executable, "-m", "playout", *words.split(), "--checked"]
    ended = subprocess.run(program, capture_output=True, text=True)
    assert ended.returncode == 2
    sentence, *position, replay = ended.stderr.splitlines()
    assert re.fullmatch(
        rf"playout: strategy '{mine}:wild' on seat [01] raised IndexError: index 200 is out of "
        r"bounds for axis 0 with size 40 \(line 10 of mine.py, in wild\) in game \d+",
        sentence,
    )
    assert len(position) >= 4
    number = int(sentence.split()[-1])
    assert replay.endswith(f"--seed 1 --game {number}")
    # What was counted before is told and kept, and the same as without checks.
    before = playout.load_run(kept)
    assert 0 < before.games <= number
    mine.write_text(WILD.replace("view.notes[200]", "view.notes[20]"))
    same = playout.run("hex", rows=4, strategy=f"{mine}:wild", games=before.games)
    numbers = ["games", "win", "length"]
    assert before.to_pandas()[numbers].equals(same.to_pandas()[numbers])

    # In plain Python the game ends in the same sentence.
    mine.write_text(WILD)
    again = command.playout(replay.removeprefix("replay it: playout "))
    assert again.code == 2
    assert again.err.splitlines()[0] == sentence


@pytest.mark.parametrize(
    "words",
    [
        "run hex",
        "compare hex --a random --b centre",
        "tournament mexican-train",
        "luck hex --strategies random,centre",
        "rare the-game",
        "replay hex",
        "study hex-map",
        "resume one.run",
        "extend one.run --games 9",
        "verify one.run",
    ],
)
def test_checks_are_refused_where_games_were_loaded_without_them(words: str) -> None:
    said = command.playout(f"{words} --checked")
    assert said.code == 2
    assert said.err.startswith(
        "playout: --checked: this program has loaded games that do not check"
    )
    assert "NUMBA_BOUNDSCHECK" not in os.environ


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
from playout.engine.native import jit

cache = jit.caching.IndexDataCacheFile(sys.argv[1], "rules.play-3.py311", "stamp")
for key in range(100):
    cache.save((sys.argv[2], key), f"{sys.argv[2]} {key}")
"""


@pytest.mark.slow
def test_several_processes_fill_the_cache_of_one_function_at_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, tmp_path, name]) for name in ("a", "b", "c")
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    cache = caching.IndexDataCacheFile(str(tmp_path), "rules.play-3.py311", "stamp")
    for name in ("a", "b", "c"):
        for key in range(100):
            assert cache.load((name, key)) == f"{name} {key}"


@pytest.mark.parametrize("damage", [b"", b"\0" * 500, None])
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_what_is_damaged_in_the_cache_is_as_if_it_were_not_there(
    suffix: str, damage: bytes | None, tmp_path: Path
) -> None:
    cache = caching.IndexDataCacheFile(str(tmp_path), "rules.play-3.py311", "stamp")
    cache.save("key", "code")
    assert cache.load("key") == "code"
    (file,) = tmp_path.glob(f"*{suffix}")
    before = file.read_bytes()
    for place in range(0, len(before), 7) if damage is None else [0]:
        changed = bytes([before[place] ^ 16]) if damage is None else damage
        rest = before[place + 1 :] if damage is None else b""
        file.write_bytes(before[:place] + changed + rest)
        assert cache.load("key") in (None, "code")
        assert cache.load("key") is None or suffix == ".nbi"
    cache.save("key", "code")
    assert cache.load("key") == "code"


def test_a_file_of_the_cache_is_not_taken_for_another(tmp_path: Path) -> None:
    cache = caching.IndexDataCacheFile(str(tmp_path), "rules.play-3.py311", "stamp")
    cache.save("one", "code of one")
    cache.save("two", "code of two")
    one, two = sorted(tmp_path.glob("*.nbc"))
    one.write_bytes(two.read_bytes())
    assert (cache.load("one"), cache.load("two")) == (None, "code of two")


def test_on_a_full_disk_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = caching.IndexDataCacheFile(str(tmp_path), "rules.play-3.py311", "stamp")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cache, "_open_for_write", full)
    cache.save("key", "code")
    assert cache.load("key") is None


def test_a_temporary_cache_is_told_and_removed() -> None:
    program = (
        "import playout.engine.native.jit as j\n"
        "with j.compiling('x'):\n    j.tell_compiling()\n    print(j.now_compiling())\n"
        "print(j.CACHE_FOLDER)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": "/dev/null/nothing"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert said[0] == "compiling x, as at each start: the cache folder cannot be written"
    assert not Path(said[1]).exists()


@pytest.mark.slow
@pytest.mark.parametrize("imported", [True, False])
def test_an_edit_in_another_file_is_noticed(imported: bool, tmp_path: Path) -> None:
    """In a file of the same package, and in one that is imported."""
    package = tmp_path / "cards"
    package.mkdir()
    if not imported:
        (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "from cards.helps import worth\nfrom playout.engine.native.jit import jit\n"
        "@jit\ndef rule(x):\n    return worth(x)\n"
    )
    said = []
    for factor in (2, 3):
        (package / "helps.py").write_text(
            f"from playout.engine.jit import jit\n@jit\ndef worth(x):\n    return {factor} * x\n"
        )
        program = "from cards.rules import rule as r; print(r(7), sum(r.stats.cache_hits.values()))"
        said += [
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
                cwd=tmp_path,
                check=True,
                capture_output=True,
                text=True,
            ).stdout.split()
            for _ in range(2)
        ]
    assert said == [["14", "0"], ["14", "1"], ["21", "0"], ["21", "1"]]


def test_numba_defines_symbols_of_compiled_code_nowhere_but_where_loading_expects_it() -> None:
    # Code from the cache that needs a symbol of another module would end the program.
    package = Path(numba.__file__).parent
    files = [path.relative_to(package).as_posix() for path in package.rglob("*.py")]
    defining = {name for name in files if "add_symbol(" in (package / name).read_text()}
    hashing = {name for name in defining if name.endswith("hashing.py")}  # two files in older ones
    assert {name for name in defining - hashing if not name.startswith("tests/")} == {
        "core/base.py",  # imported with numba
        "core/externals.py",
        "core/runtime/nrt.py",
        "np/ufunc/parallel.py",  # loaded code calls it by itself
    }


LOADING = """
import sys
from playout.cli import main
sys.argv = "playout run the-game --games 10 --players 2".split()
try:
    main()
finally:
    print("numba.np.linalg" in sys.modules, "scipy.optimize" in sys.modules, file=sys.stderr)
"""


def test_a_program_that_compiles_nothing_does_not_prepare_the_compiler() -> None:
    playout.run("the-game", games=10, players=2)
    ended = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True)
    assert ended.returncode == 0
    assert ended.stderr == "False False\n"
