"""The command for rare events, and what it says to mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import playout
from tests.questions.rare.test_job import CHEAT

RARE = "rare the-game --strategy random --high 10 --particles 50 --repeats 10"


def test_it_prints_one_sentence_and_how_it_was_found_and_writes_files(tmp_path: Path) -> None:
    csv, plot = tmp_path / "rare.csv", tmp_path / "rare.svg"
    said = playout(f"{RARE} --csv {csv} --plot {plot}")
    assert said.code == 0, said.err
    assert csv.read_text().startswith("level,chance,low,high,survivors,fewest")
    assert "<svg" in plot.read_text()
    wins = r"The Game with 1 player \(high=10\): random wins about \d+ % of the games\. That is "
    assert re.match(wins, " ".join(said.out.split()))
    assert "10 repeats of 50 games" in said.out


def test_a_saved_one_may_have_more_replications(tmp_path: Path) -> None:
    path = tmp_path / "rare.run"
    assert playout(f"{RARE} --save {path}").code == 0
    more = playout(f"extend {path} --games 15")
    assert more.code == 0, more.err
    assert "15 repeats of 50 games" in more.out
    interval = r"only if the results did not decide the number of repeats: \d+\.\d % to \d+\.\d %\."
    assert re.search(interval, " ".join(more.out.split()))
    assert "--repeats 15 --seed 1" in playout(f"status {path}").out
    beyond = playout(f"extend {path} --games 1000001")
    assert beyond.code == 2
    assert "--games 1000001: at most 1,000,000 repeats are allowed" in beyond.err


def test_what_was_counted_before_an_illegal_move_is_told(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(CHEAT)
    words = f"rare the-game --strategy {mine}:cheat --particles 20 --repeats 1000 --seed 20150901"
    said = playout(f"{words} --workers 1 --save {tmp_path / 'rare.run'}")
    assert said.code == 2
    assert "Stopped early. " in said.out
    assert "returned an illegal move" in said.err
    # The last line is a command that comes to it again, as soon as that can be.
    sentence, *_, again = said.err.splitlines()
    number = int(sentence.split(" in replication ")[1])
    assert again.startswith("play it again: playout rare the-game ")
    assert f"--repeats {max(number + 1, 10)} " in again
    assert playout(again.removeprefix("play it again: playout ")).err == said.err


@pytest.mark.parametrize("compiled", [True, False])
def test_an_error_of_a_strategy_is_told_as_its_own(compiled: bool, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    raising = CHEAT.replace("return -5", 'raise ValueError("mine")').replace("20_000", "1")
    mine.write_text(raising.replace('"the-game")', f'"the-game", compiled={compiled})'))
    said = playout(f"rare the-game --strategy {mine}:cheat --particles 20 --repeats 10")
    assert said.code == 2
    assert "mine.py:cheat' on seat 1 raised ValueError: mine (line " in said.err
