"""`playout new`: a start that works, is checked, tested and installable as it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from playout.templates import start_of
from tests.command import install, mistake, playout, printed

ROOT = Path(__file__).parent.parent.parent
THOROUGH = pytest.mark.thorough
STARTS = {
    "strategy": "new strategy bold-one",
    "plain-strategy": "new strategy bold-one --plain --game hex",
    "game": "new game bold-one",
    "plain-game": "new game bold-one --plain",
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, cwd: Path) -> str:
    """Run a program in a folder whose package is installed there, as pip does it; what it says."""
    install(cwd, cwd)
    path = os.pathsep.join([str(cwd), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(
    "words",
    [
        # Each takes 20 to 60 seconds.
        pytest.param(words, marks=THOROUGH)
        for words in STARTS.values()
    ],
    ids=STARTS,
)
def test_a_start_passes_its_checks_and_its_own_tests(words: str) -> None:
    printed(words)
    folder = Path("bold-one").absolute()
    is_file = (folder / "bold_one.py").exists()
    target = "bold_one.py" if is_file else "bold-one"
    assert "checks passed" in run("playout", "check", target, "--seconds", "2", cwd=folder)
    tested = run("pytest", "-q", "-p", "no:cacheprovider", cwd=folder)
    assert " passed" in tested
    assert "warning" not in tested
    if "new game" in words:
        told = run("playout", "run", "bold-one", "--games", "50", "--workers", "1", cwd=folder)
        assert "Bold" in told or "bold" in told


@pytest.mark.parametrize("words", STARTS.values(), ids=STARTS)
def test_a_start_is_clean(words: str) -> None:
    assert "check it: cd bold-one && " in printed(words)
    folder = Path("bold-one")
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        compile(text, str(path), "exec")
        assert max(map(len, text.splitlines())) <= 100
        assert "${" not in text
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == "bold-one"
    quiet = project["tool"]["pytest"]["ini_options"]["filterwarnings"]
    assert all(one.endswith("NumbaExperimentalFeatureWarning") for one in quiet)
    tests = (folder / "tests" / "test_bold_one.py").read_text(encoding="utf-8")
    assert set(re.findall(r"seconds=(\d+)", tests)) == {"5"}  # a first contact is short


@pytest.mark.slow
@pytest.mark.parametrize("words", STARTS.values(), ids=STARTS)
def test_a_start_passes_our_lint(words: str) -> None:
    printed(words)
    for check in (["check", "-q"], ["format", "-q", "--check"]):
        subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--config", ROOT / "pyproject.toml", "."],
            cwd="bold-one",
            check=True,
        )


def test_nothing_is_overwritten_and_bad_names_are_one_sentence() -> None:
    Path("taken").mkdir()
    for words, told in {
        "new strategy taken": "taken already exists; nothing was written",
        "new strategy Mine": "'Mine': must have only small letters",
        "new strategy ../up": "'../up': must have only small letters",
        "new strategy import": "'import' is a name of Python",
        "new strategy random": "'random' is a name of Python",
        "new strategy careful": "the-game already has a strategy 'careful'",
        "new game hex": "there already is a game 'hex'",
        "new game mine --game hex": "--game belongs to a strategy",
        "new strategy mine --game nogame": "there is no game 'nogame'",
        "new deck mine": "'deck' cannot be begun: known are strategy and game",
        "new strategy": "playout new needs NAME",
    }.items():
        said = playout(words)
        assert (said.code, said.out) == (2, ""), words
        assert told in said.err
        assert said.err.count("\n") == 1
    assert list(Path("taken").iterdir()) == []
    assert not Path("mine").exists()


def test_on_a_full_disk_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str, **_: object) -> None:
        if path.name == "rules.py":
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert mistake("new game mine") == "playout: mine: cannot be written (the disk is full)\n"
    assert not Path("mine").exists()


def test_a_start_names_what_its_game_shows() -> None:
    assert "`stones`" in start_of("strategy", "mine", "hex")["README.md"]
