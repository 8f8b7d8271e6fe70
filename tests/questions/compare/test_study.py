"""Studies that compare: a verdict for each pair, all right at once."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from playout.api import run_study
from playout.questions.answers import load_study
from playout.questions.compare import Study
from playout.questions.compare.study import Pairs
from tests.command import playout
from tests.playing import played_study

pytestmark = pytest.mark.slow

STUDY = """
kind = "compare"
game = "the-game"
title = "Small"
question = "Which?"
strategy = "greedy"
max_games = 300
[rules]
players = 2
[pairs.cards]
a_rules = { min_cards = 1 }
b_rules = { min_cards = 3 }
[pairs."another way"]
b = "random"
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(STUDY)
    return path


def test_every_pair_has_its_verdict_and_its_part_of_the_error(study: Path) -> None:
    asked = load_study(study)
    assert isinstance(asked, Study)
    assert [one.error for one in asked.sides().values()] == [0.025, 0.025]
    found = run_study(str(study))
    assert isinstance(found, Pairs)
    assert list(found.answers) == ["cards", "another way"]
    assert found.answers["cards"].verdict == "A better"
    said = found.sentence()
    assert said.startswith("cards: The Game with ")
    assert " more often with min_cards=1 than with min_cards=3 (" in said
    table = found.to_pandas()
    assert table["pair"].tolist() == ["cards", "another way"]
    assert found.counted["games"] == table["games"].sum()
    one_thread = played_study(asked, 1).to_pandas()
    pd.testing.assert_frame_equal(table, one_thread)


def test_the_report_shows_verdicts_and_pictures(study: Path, tmp_path: Path) -> None:
    said = playout("study", str(study), "--out", str(tmp_path / "out"))
    assert said.code == 0
    assert "with min_cards=1 than with min_cards=3 (" in " ".join(said.out.split())
    page = (tmp_path / "out" / "index.html").read_text()
    assert page.count("stay valid whenever you stop") >= 2
    assert page.count("<figure>") == 2
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"small.csv", "small.parquet", "small.png", "small-2.png"} <= names


def test_each_pair_is_kept_in_a_file(study: Path, tmp_path: Path) -> None:
    first = run_study(str(study), save=tmp_path / "small.run")
    kept = {path: path.read_bytes() for path in tmp_path.glob("*.run")}
    assert sorted(path.name for path in kept) == ["small-1.run", "small-2.run"]
    assert run_study(str(study), save=tmp_path / "small.run") == first
    assert all(path.read_bytes() == data for path, data in kept.items())


LATE = '''
from playout import strategy
from playout.games.the_game.strategies import greedy

@strategy("the-game", compiled=False)
def late(view, rng):
    """Greedy, until hardly a card is left: for the first time in game 61 of two players."""
    if view.left <= 1:
        return -77
    return greedy(view, rng)
'''


@pytest.mark.parametrize(
    "first",
    [pytest.param(True, marks=pytest.mark.thorough), False],
    ids=["in the first pair", "after another pair"],
)
def test_what_was_counted_before_a_late_illegal_move_is_told(first: bool, tmp_path: Path) -> None:
    late, path, out = tmp_path / "mine.py", tmp_path / "small.toml", tmp_path / "out"
    late.write_text(LATE)
    head, cards = STUDY.split('[pairs."another way"]')[0].split("[pairs.cards]")
    pairs = [f'[pairs.late]\nb = "{late}:late"\n', f"[pairs.cards]{cards}"]
    path.write_text(head + "".join(pairs if first else reversed(pairs)))
    said = playout("study", str(path), "--out", str(out), "--workers", "2")
    assert said.code == 2
    assert said.err.startswith(f"playout: strategy '{late}:late' on seat ")
    assert said.err.count("playout: ") == 1
    assert "Traceback" not in said.err
    replay = f"playout replay the-game --strategy {late}:late --players 2 --seed 1 --game 61"
    assert said.err.splitlines()[-1].endswith(replay)
    assert "Stopped early. " in said.out
    assert " games was won, so there is no verdict yet" in " ".join(said.out.split())
    assert ("more often with min_cards=1 than with" in " ".join(said.out.split())) != first
    assert f"report: {out / 'index.html'}" in said.out
    table = pd.read_csv(out / "small.csv")
    assert table["pair"].tolist() == (["late"] if first else ["cards", "late"])
    assert 0 < table["deals"].tolist()[-1] <= 61
    assert "Stopped early" in (out / "index.html").read_text()


def test_an_illegal_move_in_the_first_game_is_found_before_any_is_counted(tmp_path: Path) -> None:
    mine, path, out = tmp_path / "mine.py", tmp_path / "small.toml", tmp_path / "out"
    mine.write_text(LATE.replace("<= 1", "<= 98"))
    path.write_text(STUDY.replace('b = "random"', f'b = "{mine}:late"'))
    said = playout("study", str(path), "--out", str(out))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"playout: {path}: strategy '{mine}:late' on seat ")
    assert "Traceback" not in said.err
    assert not (out / "index.html").exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('b = "random"', 'b = "randon"', "pairs.another way: the-game has no strategy 'randon'"),
        ('b = "random"', "", "pairs.another way: A and B are the same"),
        ("a_rules", "a_rule", "unknown key"),
        ("min_cards = 3", "min_card = 3", "pairs.cards: the-game has no rule option 'min_card'"),
        ("max_games = 300", "max_games = 0", "max_games = 0"),
        ("max_games = 300", 'answer = "{{ pairs.nobody.verdict }}"', "answer: "),
        ('kind = "compare"', 'kind = "compared"', "kind = 'compared': did you mean 'compare'"),
        (STUDY[STUDY.index("[pairs.cards]") :], "[pairs]\n", "pairs: add at least one pair"),
    ],
)
def test_mistakes_are_told_in_a_sentence(study: Path, old: str, new: str, told: str) -> None:
    study.write_text(STUDY.replace(old, new, 1))
    said = playout("study", str(study), "--out", str(study.parent / "out"))
    assert said.code == 2
    assert told in said.err
    assert said.err.startswith(f"playout: {study}")
    assert said.err.count("\n") == 1
