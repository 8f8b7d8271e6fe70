"""A game with counters is asked about like any other, by every command and in every file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from playout.runner.foreign_code import Code
from playout.web.settings import Settings
from tests.command import mistake, playout, printed, printed_json
from tests.engine.find.test_games import written
from tests.engine.play.climb import CLIMB

ASKED = "climb.py+sixes+leads"


@pytest.fixture(autouse=True)
def climb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgets: None) -> Path:
    """A game in plain Python, with counters, in the current folder."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, CLIMB, "climb.py")
    return tmp_path / "climb.py"


def test_a_run_has_a_column_for_each_counter_and_the_same_games() -> None:
    asked = f"run {ASKED} --games 60 --seats random,notes-lead"
    (counted, _) = json.loads(printed(*asked.split(), "--json"))["rows"]
    (usual, _) = printed_json(*asked.replace("+sixes+leads", "").split(), "--json")["rows"]
    assert usual.items() <= counted.items()
    assert counted["sixes"] > 0
    assert counted["leads"] > 0
    text = printed(*asked.split())
    for column in ("sixes", "leads"):
        assert column in text
    assert "hidden" not in text
    assert re.search(
        r"Counted: somewhere between [\d.]+ and [\d.]+ \(.+\) and between [\d.]+ and [\d.]+ \(.+\) "
        r"sixes on average",
        text,
    )
    assert "playout strategies climb.py" in printed(*f"run {ASKED} --games 5".split())


def test_every_question_counts() -> None:
    (row,) = printed_json(
        *f"run {ASKED} --games 40 --chance leads>=6 --histogram sixes".split(), "--json"
    )["rows"]
    assert 0 < row["leads >= 6"] < 1
    assert "sixes" in printed(*f"course {ASKED} --games 20".split())
    assert "sixes" in printed(
        *f"luck {ASKED} --games 20 --strategies random,notes-lead --measure sixes".split()
    )
    outcome = printed_json(*f"replay {ASKED} --game 3".split(), "--json")["outcome"]
    assert outcome["leads"] >= 1
    assert len(outcome["sixes"]) == 2
    assert "notes-lead" in printed("strategies", ASKED)


def test_a_study_counts(tmp_path: Path) -> None:
    written(
        tmp_path,
        f'kind = "run"\ngame = "{ASKED}"\ntitle = "Climbing"\nquestion = "How often?"\n'
        "games = 20\nseed = 3\n[factors]\nplayers = [2, 3]\n",
        "climbing.toml",
    )
    printed("study", "climbing.toml", "--out", "report")
    assert "leads" in Path("report/index.html").read_text(encoding="utf-8")


def test_a_saved_run_knows_its_counters(climb: Path) -> None:
    printed(*f"run {ASKED} --games 40 --save a.run".split())
    text = climb.read_text(encoding="utf-8")
    text_of_file = printed("status", "a.run")  # nothing runs: no warning
    assert re.search(r"Counted: somewhere between \d[\d.]* and \d[\d.]* ", text_of_file)
    assert " leads on average." in text_of_file.replace("\n", " ")

    climb.write_text(f"{text}\n# another remark\n", encoding="utf-8")
    said = playout("extend a.run --games 60")
    assert said.code == 0
    assert "its text is not that of the file" in said.err

    climb.write_text(text.replace("throw == 6", "throw == 5"), encoding="utf-8")
    said = playout("extend a.run --games 80")
    assert said.code == 2
    assert "(Playout 0.2.0 and its" in said.err
    assert mistake(*f"run {ASKED} --games 60 --save a.run".split())


@pytest.mark.slow
def test_other_processes_count_the_same() -> None:
    asked = f"run {ASKED} --games 300 --json"
    ours, theirs = (
        printed_json(*asked.split(), "--workers", workers) for workers in ("2", "processes:1")
    )
    assert ours["rows"] == theirs["rows"]


def test_a_server_counts_if_it_was_started_with_the_counter(climb: Path) -> None:
    settings = Settings(climb.parent, [ASKED])
    name = "climb.py:climb+climb.py:sixes+climb.py:leads"
    assert {game.name for game in settings.games.values()} >= {name}
    code = Code("mine.py", climb.parent / "mine.py")
    assert code.is_one_of(["pig+mine.py:rolls"])
    assert code.is_one_of(["climb.py+mine.py"])
    assert not code.is_one_of(["pig+yours.py:rolls", "climb.py"])
