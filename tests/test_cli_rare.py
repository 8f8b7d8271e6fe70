"""The command for rare events, and what it says to mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import playout

RARE = "rare the-game --strategy random --high 10 --particles 50 --repeats 10"


def test_it_prints_one_sentence_and_how_it_was_found() -> None:
    said = playout(RARE)
    assert said.code == 0, said.err
    assert said.out.startswith("random wins about 1 in ")
    assert "10 replications of 50 games" in said.out


def test_machines_get_all_numbers_the_same_with_any_number_of_threads() -> None:
    one, two = (json.loads(playout(f"{RARE} --json --threads {n}").out) for n in (1, 2))
    assert one.pop("seconds") > 0
    assert two.pop("seconds") > 0
    assert one == two
    assert one["rules"]["high"] == 10


def test_it_writes_a_table_and_a_picture(tmp_path: Path) -> None:
    csv, plot = tmp_path / "rare.csv", tmp_path / "rare.svg"
    said = playout(*RARE.split(), "--csv", str(csv), "--plot", str(plot), "--measure", "excellent")
    assert said.code == 0, said.err
    assert csv.read_text().startswith("level,chance,low,high,survivors,fewest")
    assert "<svg" in plot.read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rare hex", "hex cannot be split"),
        ("rare the-gmae", "did you mean 'the-game'?"),
        (f"{RARE} --measure won", "measure = won: did you mean 'win'?"),
        (f"{RARE} --measure cards_left", "measure = cards_left: known: excellent, win"),
        ("rare the-game --particles 1", "particles = 1: allowed are 10 to 100000"),
        ("rare the-game --particles x", "particles = x: a whole number"),
        ("rare the-game --repeats 3", "repeats = 3: allowed are 10 to 1000000"),
        ("rare the-game --seed -1", "seed = -1"),
        ("rare the-game --threads 0", "threads = 0: allowed are 1 to 1024"),
        ("rare the-game --players 1,2", "--players: one value is needed here"),
        ("rare the-game --players 9", "players = 9: allowed are 1 to 7"),
        ("rare the-game --seats greedy", "no rule option 'seats'"),
        ("rare the-game --strategy greedy+random --players 3", "2 strategies were given for 3"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(words: str, sentence: str) -> None:
    said = playout(words)
    assert said.code == 2
    assert sentence in said.err
    assert said.err.count("\n") == 1
