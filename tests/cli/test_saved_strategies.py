"""Runs whose strategies are in files: who looks runs none of them, who plays hears of changes."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

import playout as package
from playout.questions.runs import Job, ask
from playout.runner.ledger import Ledger
from tests.command import playout, printed
from tests.runner.small_runs import change_question

PIG = Path(__file__).parent.parent.parent / "examples" / "pig.py"
MARKING = '''
from pathlib import Path

import playout
from playout.games.the_game.strategies import any_legal

Path(__file__).with_name("was-run").touch()

@playout.strategy("the-game", parameters={{"bonus": 3}})
def bold(view, rng):
    """{idea}"""
    return any_legal(view, rng, view.needed == 1)
'''
QUICK = '''
from pathlib import Path

import playout

Path(__file__).with_name("was-run").touch()

@playout.strategy("pig", compiled=False)
def bold(view, rng):
    """{idea}"""
    return int(view.turn_total >= 4)
'''


@pytest.mark.parametrize(
    "command",
    [
        "run the-game --strategy greedy,{0}:bold,{0}:bold:bonus=5 --players 2 --games 60",
        "compare the-game --a {0}:bold --b {0}:bold:bonus=5 --max-games 64",
        pytest.param(
            "luck the-game --strategies {0}:bold,random --players 2 --games 40",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "rare the-game --strategy {0}:bold --particles 20 --repeats 10", marks=pytest.mark.slow
        ),
    ],
)
def test_who_looks_at_a_run_runs_none_of_its_strategy_files(command: str, tmp_path: Path) -> None:
    mine, marker, file = (tmp_path / name for name in ("mine.py", "was-run", "one.run"))
    mine.write_text(MARKING.format(idea="As it was."))
    first = playout(f"{command.format(mine)} --save {file}")
    assert file.exists(), first.err
    marker.unlink()
    for text in ("", "raise ValueError", None):  # changed, broken, gone
        told = [playout(f"status {file} --json"), playout(f"export {file} --csv -")]
        assert [(said.code, said.err) for said in told] == [(0, "")] * 2
        table, seconds = first.out.split("\n\n")[1], r"( in|;) \d+\.\d s"
        assert re.sub(seconds, "", table) in re.sub(seconds, "", playout(f"status {file}").out)
        assert package.load_run(file) == pickle.loads(pickle.dumps(package.load_run(file)))
        assert not marker.exists()
        mine.unlink() if text is None else mine.write_text(text)


@pytest.mark.parametrize("command", ["resume", "verify"])
def test_who_plays_a_run_again_is_told_which_strategy_file_is_another(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    mine, file = Path("mine.py"), tmp_path / "one.run"
    mine.write_text(QUICK.format(idea="As it was."))
    printed(f"run pig --goal 10 --strategy mine.py:bold --games 60 --save {file}")
    runs = f"playout: {file}: this runs the file {tmp_path}"
    assert playout(f"{command} {file}").err == f"{runs}/mine.py\n"
    mine.write_text(QUICK.format(idea="Said in other words."))
    other = f"{runs}/mine.py; its text is not that of the file the run was made with\n"
    assert playout(f"{command} {file}").err == other
    mine.write_text(QUICK.format(idea="As it was."))
    mine.rename("elsewhere/mine.py")
    monkeypatch.chdir("elsewhere")
    moved = f"{runs}/elsewhere/mine.py; the run was made with a file of the same text elsewhere\n"
    assert playout(f"{command} {file}").err == moved


@pytest.mark.parametrize("command", ["verify", "resume", "extend --games 100"])
def test_a_strategy_file_that_is_missing_is_not_said_to_run(command: str, tmp_path: Path) -> None:
    mine, file = tmp_path / "mine.py", tmp_path / "one.run"
    mine.write_text(QUICK.format(idea="As it was."))
    printed(f"run pig --goal 10 --strategy {mine}:bold --games 20 --save {file}")
    mine.unlink()
    said = playout(f"{command} {file}")
    assert (said.code, said.err) == (2, f"playout: {file}: there is no file '{mine}'\n")


def test_parts_are_put_together_without_running_a_strategy_file(tmp_path: Path) -> None:
    mine, parts = tmp_path / "mine.py", [tmp_path / "1.run", tmp_path / "2.run"]
    mine.write_text(QUICK.format(idea="As it was."))
    for k, part in enumerate(parts, 1):
        words = f"run pig --goal 10 --strategy {mine}:bold --games 40 --part {k}/2 --save {part}"
        printed(words)
    (tmp_path / "was-run").unlink()
    whole = package.merge(tmp_path / "all.run", parts)
    assert package.load_run(whole).games == 40
    assert not (tmp_path / "was-run").exists()
    assert playout(f"verify {whole}").err == f"playout: {whole}: this runs the file {mine}\n"


def test_a_run_of_a_strategy_that_is_declared_nowhere_else_can_be_looked_at(
    tmp_path: Path,
) -> None:
    file = tmp_path / "one.run"
    printed(f"run the-game --strategy random --games 40 --save {file}")
    with Ledger.open(file) as ledger:
        asked = json.dumps(ledger.asked | {"factors": [["strategy", ["bold"]]]})
    change_question(file, asked)
    assert package.load_run(file).to_pandas().strategy.tolist() == ["bold"]
    assert "has no strategy 'bold'" in playout(f"verify {file}").err


def test_a_run_that_was_stopped_before_its_first_game_knows_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(PIG.read_text(encoding="utf-8"), encoding="utf-8")
    Ledger.create(Path("own.run"), Job(ask("own.py", games=20))).close()
    looked = playout("status own.run")
    assert (looked.code, looked.err) == (0, "")
    gone_on = playout("resume own.run")
    runs = f"playout: own.run: this runs the file {tmp_path}/own.py\n"
    assert (gone_on.code, gone_on.err) == (0, runs)
    with Ledger.open(Path("own.run")) as ledger:  # begun here, and played here in another process
        assert [code["digest"] for code in ledger.codes] == [ledger.codes[0]["digest"]] * 2


def test_a_run_whose_game_is_in_a_file_that_was_edited_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(PIG.read_text(encoding="utf-8"), encoding="utf-8")
    printed("run own.py --games 20 --save own.run")
    with Path("own.py").open("a", encoding="utf-8") as file:
        file.write("# a remark\n")
    edited = "; its text is not that of the file the run was made with"
    runs = f"playout: own.run: this runs the file {tmp_path}/own.py"
    before = {look: playout(look) for look in ("status own.run", "export own.run --csv -")}
    text = Path("own.py").read_text(encoding="utf-8")
    turns, throws = re.findall(r".*Measure\(\"t(?:urns|hrows)\".*\n", text)
    Path("own.py").write_text(text.replace(turns + throws, throws + turns), encoding="utf-8")
    for look, said in before.items():  # the run has the names of its measures
        assert playout(look) == said
        assert (said.code, said.err) == (0, "")
    gone_on = playout("resume own.run")  # or turns would be called throws
    assert (gone_on.code, gone_on.out) == (2, "")
    assert gone_on.err.startswith(f"{runs}{edited}\n")
    assert "the code that began the run (Playout 0.2.0 and its strategy files)," in gone_on.err
    Path("own.py").write_text(text, encoding="utf-8")
    more = playout("extend own.run --games 30")
    assert (more.code, more.err) == (0, f"{runs}{edited}\n")
    assert "30 games" in more.out
    assert playout("resume own.run").err == f"{runs}\n"  # this file has played it now
