"""Compiled code is kept where only its user can write, and is never run if it is damaged or old."""

from __future__ import annotations

import errno
import importlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core.registry import cpu_target

import playout
from playout.engine.native import code_cache, jit, ownership
from playout.engine.native.code_cache import CodeCache


def output(program: str, base: Path | str, folder: Path | None = None) -> list[str]:
    """The lines that a program prints, with its cache folder below a base."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(base)},
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()


# --- The folder. ----------------------------------------------------------------------------------

FOLDER = """
from playout.engine.native import code_cache, jit
with jit.compiling("x"):
    jit.announce_compiling()
    print(jit.now_compiling())
print(code_cache.CACHE_FOLDER)
"""


@pytest.mark.slow
def test_the_folder_is_one_that_only_the_user_can_write_to(tmp_path: Path) -> None:
    expected, folder = output(FOLDER, tmp_path)
    assert expected == "compiling x, once on this machine"
    assert Path(folder).parent == tmp_path
    assert Path(folder).stat().st_mode & 0o777 == 0o700
    assert output(FOLDER, tmp_path)[1] == folder
    Path(folder).chmod(0o770)
    expected, other = output(FOLDER, tmp_path)
    refused = f"the cache folder {folder} can be written by other users"
    assert expected == f"compiling x, as at each start: {refused}"
    assert Path(other).parent != tmp_path


def test_a_folder_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ownership.is_private(tmp_path)
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert not ownership.is_private(tmp_path)
    assert ownership.doubt(tmp_path) == "belongs to another user"


def test_a_temporary_folder_serves_the_processes_started_meanwhile_and_is_removed() -> None:
    program = f"import subprocess, sys\n{FOLDER}\nsys.stdout.flush()\n"
    program += f"subprocess.run([sys.executable, '-c', {FOLDER!r}], check=True)"
    expected, folder, *same = output(program, "/dev/null/nothing")
    assert expected == "compiling x, as at each start: the cache folder cannot be written"
    assert same == [expected, folder]
    assert not Path(folder).exists()


def test_compiled_code_of_other_versions_is_removed_after_a_month(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = time.time() - (code_cache.KEEP_DAYS + 1) * 86400
    for name, marked in (("old", True), ("used", True), ("in use", True), ("not ours", False)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept.code").write_text("")
        if marked:
            (tmp_path / name / ".playout").touch()
            if name != "used":
                os.utime(tmp_path / name / ".playout", (old, old))
        os.utime(tmp_path / name, (old, old))
    for current in ("in use", "not there"):
        monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path / current)
        code_cache.forget_other_versions()
        assert sorted(path.name for path in tmp_path.iterdir()) == ["in use", "not ours", "used"]


def test_without_locks_the_cache_is_filled_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path / "file")  # no folder: no lock in it
    with jit.compiling():
        pass


# --- The files. -----------------------------------------------------------------------------------

CONTEXT: Any = cpu_target.target_context


def made(code: str) -> Any:
    """Stands for a compiled function, of which the cache keeps what `_reduce` gives."""
    library = SimpleNamespace(has_dynamic_globals=False)
    return SimpleNamespace(library=library, lifted=(), _reduce=lambda: (code,))


def new_cache(function: Callable[..., Any] = output) -> CodeCache:
    """A cache that does not compile what it has kept."""
    return CodeCache(function, lambda context, code: code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("damage", [b"", b"\0" * 500, None])
def test_what_is_damaged_in_the_cache_is_as_if_it_were_not_there(
    damage: bytes | None, folder: Path
) -> None:
    cache = new_cache()
    assert not cache.has("types")
    cache.save_overload("types", made("code"))
    assert cache.load_overload("types", CONTEXT) == "code"
    (file,) = folder.glob("*/*.code")
    before = file.read_bytes()
    for place in range(len(before)) if damage is None else [0]:
        changed = bytes([before[place] ^ 16]) if damage is None else damage
        rest = before[place + 1 :] if damage is None else b""
        file.write_bytes(before[:place] + changed + rest)
        assert not cache.has("types")
    assert cache.load_overload("types", CONTEXT) is None
    cache.save_overload("types", made("code"))
    assert cache.load_overload("types", CONTEXT) == "code"


def test_a_file_of_the_cache_is_not_taken_for_another(folder: Path) -> None:
    cache, other = new_cache(), new_cache(made)
    cache.save_overload("one", made("code of one"))
    cache.save_overload("two", made("code of two"))
    other.save_overload("one", made("code of another"))
    files = list(folder.glob("*/*.code"))
    assert len(files) == 3
    for source in files:
        for target in files:
            if source != target:
                before = target.read_bytes()
                target.write_bytes(source.read_bytes())
                assert sum([cache.has("one"), cache.has("two"), other.has("one")]) == 2
                target.write_bytes(before)
    assert cache.load_overload("one", CONTEXT) == "code of one"
    assert other.load_overload("one", CONTEXT) == "code of another"


def test_on_a_full_disk_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    cache = new_cache()
    monkeypatch.setattr(Path, "write_bytes", full)
    cache.save_overload("types", made("code"))
    assert not list(folder.glob("*/*"))


WRITER = """
import sys
from pathlib import Path
from playout.engine.native import code_cache
from tests.engine.native.test_code_cache import CONTEXT, made, new_cache

code_cache.CACHE_FOLDER, name = Path(sys.argv[1]), sys.argv[2]
cache = new_cache()
for key in range(100):
    cache.save_overload((name, key), made(f"{name} {key}"))
    cache.save_overload("shared", made("the same"))
    assert cache.load_overload("shared", CONTEXT) == "the same"
"""


@pytest.mark.slow
def test_several_processes_fill_the_cache_of_one_function_at_once(folder: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, folder, name]) for name in ("a", "b")
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    cache = new_cache()
    for name in ("a", "b"):
        for key in range(100):
            assert cache.load_overload((name, key), CONTEXT) == f"{name} {key}"
    assert len(list(folder.rglob("*.code*"))) == 201  # and no file that was left half-written


@pytest.mark.slow
@pytest.mark.parametrize("imported", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_an_edit_in_another_file_is_noticed(
    imported: bool, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a file of the same package, and in one that is imported."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # the files are as long, and as old
    package = tmp_path / "cards"
    package.mkdir()
    if not imported:
        (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "from cards.helps import worth\nfrom playout.engine.native.jit import jit\n"
        "@jit\ndef rule(x):\n    return worth(x)\n"
    )
    told = []
    for factor, times in ((2, 2), (3, 1)):
        (package / "helps.py").write_text(
            f"from playout.engine.jit import jit\n@jit\ndef worth(x):\n    return {factor} * x\n"
        )
        for _ in range(times):
            for name in [name for name in sys.modules if name.partition(".")[0] == "cards"]:
                del sys.modules[name]
            rule = importlib.import_module("cards.rules").rule
            told.append((rule(7), sum(rule.stats.cache_hits.values())))
    assert told == [(14, 0), (14, 1), (21, 0)]


RULE = """
from enum import IntEnum
from types import SimpleNamespace
from playout.engine.native.jit import jit, specialised
WORTH, TABLE = 3, (4, [5])
class Card(IntEnum):
    TEN = 10
class Deck:
    HIGH = 99
def outer(more):
    @jit
    def inner(x):
        return x + 2 + more
    return inner
called = outer(7)
@jit
def other(x):
    return called(x) * WORTH
def _rule(x):
    return other(x) + Card.TEN + Deck.HIGH + TABLE[0]
rule = specialised(_rule, {"other": other}, "tag")
"""


def ingredients(text: str) -> list[bytes]:
    """All that can end up in the compiled code of the rule of a file with this text."""
    space: dict[str, Any] = {"__name__": "cards"}
    exec(compile(text, "cards.py", "exec"), space)
    return list(code_cache._compiled_into(space["rule"]))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x + 2", "x + 3"),  # in a function that is called by one that is called
        ("outer(7)", "outer(8)"),
        ("WORTH, TABLE = 3", "WORTH, TABLE = 1"),
        ("(4, [5])", "(4, [6])"),
        ("TEN = 10", "TEN = 11"),
        ("HIGH = 99", "HIGH = 98"),
    ],
)
def test_whatever_a_function_calls_and_reads_is_noticed_if_it_changes(old: str, new: str) -> None:
    assert ingredients(RULE) == ingredients(RULE)
    assert ingredients(RULE.replace(old, new)) != ingredients(RULE)


def test_a_strategy_that_is_edited_while_a_program_runs_plays_as_it_is_now(
    tmp_path: Path,
) -> None:
    bold = tmp_path / "bold.py"
    text = (
        "import playout\n@playout.strategy('pig')\ndef bold(view, rng):\n"
        "    'Holds at a number.'\n    return 1 if view.turn_total >= {} else 0\n"
    )
    played = []
    for least in (3, 21):
        bold.write_text(text.format(least))
        (row,) = playout.run("pig", strategy=f"{bold}:bold", games=20)
        played.append(row["turns"])
    assert played[0] != played[1]


def test_functions_whose_names_differ_in_signs_alone_are_told_apart(folder: Path) -> None:
    for tag in ("a b", "a-b", "смелый", "робкий"):
        new_cache(jit.specialised(output, {}, tag)).save_overload("types", made(tag))
    for tag in ("a b", "a-b", "смелый", "робкий"):
        kept = new_cache(jit.specialised(output, {}, tag))
        assert kept.load_overload("types", CONTEXT) == tag


def test_the_name_of_the_folder_tells_of_all_rooms_that_compile() -> None:
    rooms = set()
    for file in code_cache.PACKAGE.rglob("*.py"):
        room = file.relative_to(code_cache.PACKAGE).parts[0]
        if re.search(r"^ *@jit\b|\bjit\(", file.read_text(encoding="utf-8"), re.MULTILINE):
            rooms.add(room)
    assert rooms - {"templates"} <= set(code_cache._ROOMS)  # templates become files of users


# --- Loading without the compiler. ----------------------------------------------------------------


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


@pytest.mark.slow
def test_a_program_that_compiles_nothing_does_not_prepare_the_compiler() -> None:
    playout.run("the-game", games=10, players=2)
    ended = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True)
    assert ended.returncode == 0
    assert ended.stderr == "False False\n"
