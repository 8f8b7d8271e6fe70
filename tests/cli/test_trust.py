"""Looking at a run runs nothing that its file names."""

from __future__ import annotations

import json
import pickle
import re
import sqlite3
import sys
from contextlib import closing, nullcontext
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

import playout as package
from playout.engine.find import games as registry
from playout.engine.words.errors import PlayoutError
from playout.runner import database
from playout.runner.ledger import Ledger
from tests.cli.foreign_runs import NIM, crafted, nothing_ran, written
from tests.command import Said, mistake, playout, printed
from tests.runner.small_runs import change_question

LOOKS = ("status {}", "status {} --json", "export {} --csv -", "export {} --json")


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [^,}]+|( in|;) \d+\.\d s', "", text)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            "run nim.py --strategy greedy,random --stones 3,5,7 --games 40",
            marks=pytest.mark.thorough,
        ),
        "run nim.py --seats greedy:most=1,random --by seat --games 40",
        "run nim.py --strategy random --take 1..3 --games 30 --who first",
        "compare nim.py --a greedy --b random --max-games 64 --stones 9",
        "luck nim.py --strategies greedy,random --games 40",
        pytest.param(
            "describe nim.py --strategy greedy+random --levels greedy,random --games 40",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "tournament nim.py --strategies greedy,random --games 40", marks=pytest.mark.thorough
        ),
        pytest.param(
            "mistakes nim.py --strategy random --games 4 --worlds 8", marks=pytest.mark.thorough
        ),
        "odds nim.py --strategy random --games 40 --turn 1",
        pytest.param("review nim.py --strategy random --worlds 20", marks=pytest.mark.thorough),
    ],
)
def test_a_run_of_a_game_in_a_file_is_told_from_the_run_alone(here: Path, command: str) -> None:
    first = playout(f"{command} --save a.run")
    assert Path("a.run").exists(), first.err
    Path("was-run").unlink()
    looks: dict[str, str] = {}
    for text in (NIM, "raise ValueError", None):  # unchanged, broken, gone
        Path("nim.py").unlink() if text is None else Path("nim.py").write_text(text)
        for look in LOOKS:
            said = playout(look.format("a.run"))
            assert (said.code, said.err) == (0, ""), (look, said.err)
            looks.setdefault(look, said.out)
            assert said.out == looks[look]
        answer = package.load_run("a.run")
        assert answer == pickle.loads(pickle.dumps(answer))
        assert nothing_ran()
    shown = without_seconds(looks["status {}"])
    if not command.startswith("review"):  # whose positions are lines of text
        paragraphs = without_seconds(first.out).strip().split("\n\n")
        for part in paragraphs:
            assert part in shown


def test_a_run_of_another_library_is_told_without_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pettingzoo")
    first = playout("run pettingzoo:tictactoe_v3 --games 4 --save a.run")
    assert (first.code, first.err) == (0, "")
    with monkeypatch.context() as without:
        without.setattr(registry, "foreign_game", None)
        for look in LOOKS:
            said = playout(look.format("a.run"))
            assert (said.code, said.err) == (0, "")
        shown = without_seconds(printed("status a.run"))
        assert all(part in shown for part in without_seconds(first.out).strip().split("\n\n"))
    again = playout("verify a.run")
    assert again.code == 0
    assert again.err.startswith("playout: a.run: this runs the package pettingzoo (")


def test_parts_of_a_game_in_a_file_are_merged_from_their_files_alone(here: Path) -> None:
    for k in (1, 2):
        playout(f"run nim.py --strategy random --games 40 --part {k}/2 --save {k}.run")
    Path("was-run").unlink()
    Path("nim.py").write_text("raise ValueError")
    assert playout("merge 1.run 2.run --into all.run") == Said(0, "all.run: 2 runs merged\n", "")
    assert package.load_run("all.run").games == 40
    assert nothing_ran()


def test_parts_that_different_code_has_played_need_its_name(here: Path) -> None:
    for k in (1, 2):
        playout(f"run nim.py --strategy random --games 40 --part {k}/2 --save {k}.run")
        Path("nim.py").write_text(f"{NIM}# a remark\n")
    Path("was-run").unlink()
    said = mistake("merge 1.run 2.run --into all.run")
    assert "different code, so some games must be played again, which executes the file" in said
    assert said.endswith("if you trust it, add --trust nim.py\n")
    assert nothing_ran()
    assert playout("merge 1.run 2.run --into all.run --trust nim.py").code == 0


# --- Files that somebody has made. ----------------------------------------------------------------


def looked(path: str) -> list[Said]:
    """What all ways of looking at a run answer; none has run anything."""
    said = [playout(look.format(path)) for look in LOOKS]
    said.append(playout(f"merge {path} {path} --into both.run"))
    for one in said:
        assert one.code == 0 or (one.code == 2 and one.err.count("\n") == 1), one
    sentence = said[0].err.removeprefix("playout: ").strip()
    with pytest.raises(PlayoutError, match=re.escape(sentence)) if sentence else nullcontext():
        package.load_run(path)
    assert nothing_ran()
    return said


@pytest.mark.parametrize("with_form", [True, False])
@pytest.mark.parametrize(
    "game",
    [
        "pettingzoo:evil",
        "pettingzoo:evil.game(a=1)",
        "openspiel:evil",
        "openspiel:python_evil(players=2)",
        "evil.py",
        "evil.py:nim",
        "evil",
        "theirs",
    ],
)
def test_no_game_that_a_file_names_is_imported(
    here: Path, monkeypatch: pytest.MonkeyPatch, game: str, with_form: bool
) -> None:
    own = entry_points

    def points(*, group: str) -> Any:
        return [*own(group=group), EntryPoint("theirs", "evil:GAME", group)]

    playout("run nim.py --strategy random --games 20 --save a.run")
    monkeypatch.setattr(registry, "entry_points", points)
    registry._games.cache_clear()
    try:
        Path("was-run").unlink()
        crafted(Path("a.run"), game)
        if not with_form:
            written(Path("a.run"), form="null")
        said = looked("a.run")[0]
        if with_form:
            assert said.code == 0
        else:
            assert "does not come with Playout, and the file does not contain it" in said.err
    finally:
        registry._games.cache_clear()


@pytest.mark.parametrize("game", ["pig", "nim.py:nim"])
@pytest.mark.parametrize(
    "factors",
    [
        [["strategy", ["evil.py:bold", "evil.py:bold:most=2"]]],
        [["strategy", ["evil", "theirs:a=1"]]],
        [["strategy", ["search:blueprint=evil.py:bold"]]],
        [["strategy", ["search:milliseconds=5"]]],
        [["seats", ["evil.py:bold,random"]]],
        [["players", [2]], ["strategy", ["evil.py"]]],
    ],
)
def test_no_strategy_that_a_file_names_is_imported(
    here: Path, monkeypatch: pytest.MonkeyPatch, game: str, factors: Any
) -> None:
    own = entry_points

    def points(*, group: str) -> Any:
        more = [EntryPoint("theirs", "evil", group)] if "strategies" in group else []
        return [*own(group=group), *more]

    monkeypatch.setattr(registry, "entry_points", points)
    name = "pig" if game == "pig" else "nim.py"
    playout(f"run {name} --strategy random --games 20 --save a.run")
    Path("was-run").unlink(missing_ok=True)
    for module in ("evil", "evil_too"):
        sys.modules.pop(module, None)
    registry._load_installed_strategies.cache_clear()
    with Ledger.open(Path("a.run")) as ledger:
        change_question(Path("a.run"), json.dumps({**ledger.asked, "factors": factors}))
    looked("a.run")
    registry._load_installed_strategies.cache_clear()


def test_a_text_in_a_file_names_no_other_file(here: Path) -> None:
    printed("run snakes-and-ladders --board 20:3-9 --games 5 --save a.run")
    Path("board").write_text("20\n3 9\n")
    with Ledger.open(Path("a.run")) as ledger:
        changed = json.dumps({**ledger.asked, "factors": [["board", ["board"]]]})
    change_question(Path("a.run"), changed)
    said = looked("a.run")[0]
    assert "board='board': a saved run must contain the text itself" in said.err


@pytest.mark.parametrize(
    "form",
    [
        "7",
        "{}",
        "[]",
        '{"name": "nim.py:nim"}',
        "{",
        json.dumps({"options": [{}] * 2000, "measures": [], "moves": [], "kinds": []}),
    ],
)
def test_a_game_that_cannot_be_understood_is_one_sentence(here: Path, form: str) -> None:
    playout("run nim.py --strategy random --games 20 --save a.run")
    Path("was-run").unlink()
    written(Path("a.run"), form=form)
    assert looked("a.run")[0].code == 2


# --- How much text. -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "column"), [("code", "python"), ("code", "form"), ("target", "at"), ("run", "asked")]
)
def test_a_file_with_too_much_text_is_refused_at_once(here: Path, table: str, column: str) -> None:
    printed("run pig --strategy random --games 20 --save a.run")
    size = database.MOST_TEXT[table] + 1
    with closing(sqlite3.connect("a.run")) as db, db:
        db.execute(f"UPDATE {table} SET {column} = ?", ("x" * size,))
    assert f"the table '{table}' of this run has " in mistake("status a.run")


@pytest.mark.parametrize("where", ["strategy", "python", "title"])
def test_a_single_text_that_would_fill_the_screen_is_refused(here: Path, where: str) -> None:
    playout("run nim.py --strategy random --games 20 --save a.run")
    Path("was-run").unlink()
    path, text = Path("a.run"), "x" * 100_000
    with Ledger.open(path) as ledger:
        asked, form = ledger.asked, ledger.form
    if where == "strategy":
        change_question(path, json.dumps({**asked, "factors": [["strategy", [text]]]}))
    elif where == "python":
        written(path, python=text)
    else:
        written(path, form=json.dumps({**form, "title": text}))
    assert "the file is damaged" in looked("a.run")[0].err


@pytest.mark.parametrize("mark", ["\u202e", "\u200b", "\u2066", "\ufeff", "\u2028", "\U000e0041"])
def test_marks_that_turn_a_line_around_do_not_reach_the_screen(here: Path, mark: str) -> None:
    printed("run pig --strategy random --games 20 --save a.run")
    written(Path("a.run"), python=f"3.11{mark}")
    assert mark not in mistake("status a.run")
    assert mark not in (said := mistake("run", f"pi{mark}g"))
    assert (ascii(mark)[1:-1] in said) == (mark != "\u2028")  # which ends a line


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\xad", "\U000e0041"])
def test_the_name_of_a_file_does_not_turn_an_answer_around(here: Path, mark: str) -> None:
    printed("run pig --strategy random --games 20 --save a.run")
    name = f"a{mark}b.run"
    Path("a.run").rename(name)
    for look in ("status {}", "status {} --json", "verify {}", "export {} --json"):
        words = look.split(" ")
        assert mark not in (out := printed(words[0], name, *words[2:]))
        if "status" in look and "--json" in look:
            assert json.loads(out)["file"] == name
