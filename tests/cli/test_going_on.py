"""Playing a run that is in a file runs the files and packages that are the user's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import playout as package
from playout.engine.find.declarations import load_file
from playout.engine.find.strategy_files import RUN
from playout.engine.words.errors import PlayoutError
from tests.cli.foreign_runs import crafted, nothing_ran
from tests.command import mistake, playout

GOING_ON = ["resume a.run", "extend a.run --games 60", "verify a.run"]


@pytest.fixture
def saved(here: Path) -> Path:
    """A run of a game in a file, which another process has played."""
    playout("run nim.py --strategy random --games 40 --save a.run")
    registry_forgets()
    return here / "nim.py"


def registry_forgets() -> None:
    RUN.clear()
    load_file.cache_clear()
    Path("was-run").unlink(missing_ok=True)


@pytest.mark.parametrize("command", GOING_ON)
def test_going_on_says_which_file_it_runs(saved: Path, command: str) -> None:
    said = playout(command)
    assert (said.code, said.err) == (0, f"playout: a.run: this runs the file {saved}\n")


@pytest.mark.parametrize("command", GOING_ON)
@pytest.mark.parametrize("whose", ["others", "another", "folder"])
def test_going_on_runs_no_file_that_others_may_have_written(
    saved: Path, monkeypatch: pytest.MonkeyPatch, command: str, whose: str
) -> None:
    if whose == "others":
        saved.chmod(0o666)
        why = "can be written by other users"
    elif whose == "folder":
        saved.parent.chmod(0o777)
        why = f"lies in the folder {saved.parent}, which other users can write to"
    else:
        user = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: user + 1)
        why = "belongs to another user"
    refused = f"this would execute the file {saved}, which {why}; if you trust it, add"
    before = Path("a.run").read_bytes()
    assert mistake(command) == f"playout: a.run: {refused} --trust nim.py\n"
    assert nothing_ran()
    assert Path("a.run").read_bytes() == before
    with pytest.raises(PlayoutError, match=refused):
        package.resume("a.run")
    for k, name in enumerate(("nim.py", str(saved))):
        assert playout(f"{command.replace('60', str(70 + k))} --trust {name}").code == 0
        registry_forgets()
    assert playout(f"{command} --trust other.py").code == 2


def test_a_game_by_a_strategy_file_that_others_can_write_is_not_reviewed(here: Path) -> None:
    bold = here / "bold.py"
    bold.write_text(
        "import playout\n@playout.strategy('pig', compiled=False)\n"
        "def bold(view, rng):\n    'Holds at 9.'\n    return int(view.turn_total > 8)\n"
    )
    playout("run pig --strategy bold.py:bold --games 9 --save b.run")
    registry_forgets()
    bold.chmod(0o666)
    end = "can be written by other users; if you trust it, add --trust bold.py\n"
    review = "review pig --run b.run --game 3 --worlds 10"
    assert mistake(review).endswith(end)
    with pytest.raises(PlayoutError, match="can be written by other users"):
        package.review(run="b.run")
    assert playout(f"{review} --trust bold.py").code == 0
    assert mistake("review pig --trust bold.py").endswith(
        "--trust bold.py: only possible with --run, the file of a saved run\n"
    )


def test_naming_the_code_again_allows_it(saved: Path) -> None:
    saved.chmod(0o666)
    assert playout("run nim.py --strategy random --games 40 --save a.run").code == 0
    assert playout("resume a.run").code == 0  # it has run in this program, as it was asked to
    registry_forgets()
    assert package.resume("a.run", trust="nim.py").games == 40


@pytest.mark.parametrize("command", GOING_ON)
def test_a_package_is_named_before_it_is_imported(saved: Path, command: str) -> None:
    crafted(Path("a.run"), "pettingzoo:evil")
    Path("evil.py").chmod(0o666)
    said = mistake(command)
    assert f"this would execute the package evil ({saved.parent}/evil.py), which can be" in said
    assert nothing_ran()
