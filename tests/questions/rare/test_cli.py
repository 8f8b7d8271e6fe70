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
    assert said.out.startswith("The Game with 1 player (high = 10), random: wins about 1 in ")
    assert "10 replications of 50 games" in said.out


def test_machines_get_all_numbers_the_same_with_any_number_of_threads() -> None:
    one, two = (json.loads(playout(f"{RARE} --json --workers {n}").out) for n in (1, 2))
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


def test_a_saved_one_goes_on_where_it_was_and_may_have_more_replications(tmp_path: Path) -> None:
    path = tmp_path / "rare.run"
    plain, saved = playout(RARE), playout(f"{RARE} --save {path}")
    again, resumed = playout(f"{RARE} --save {path}"), playout(f"resume {path}")
    sentences = {said.out.splitlines()[0] for said in (plain, saved, again, resumed)}
    assert len(sentences) == 1
    other = playout(f"{RARE} --seed 2 --save {path}")
    assert other.code == 2
    assert "this is another run" in other.err
    more = playout(f"extend {path} --games 15")
    assert more.code == 0, more.err
    assert "15 replications of 50 games" in more.out
    assert "promise nothing if the number of replications depended on what was seen" in more.out
    assert "--repeats 15 --seed 1" in playout(f"status {path}").out
    beyond = playout(f"extend {path} --games 1000001")
    assert beyond.code == 2
    assert "games = 1000001: at most 1,000,000 replications are allowed" in beyond.err


CHEAT = '''
from playout import strategy
from playout.engine.chance.rng import randrange
from playout.games.the_game.strategies import any_legal

@strategy("the-game")
def cheat(view, rng):
    """Random play, but once in many thousand moves against the rules."""
    if randrange(rng, 20_000) == 0:
        return -5
    return any_legal(view, rng, view.needed == 1)
'''


def test_what_was_counted_before_an_illegal_move_is_told(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(CHEAT)
    words = f"rare the-game --strategy {mine}:cheat --particles 20 --repeats 1000 --seed 20150901"
    said = playout(f"{words} --workers 1 --save {tmp_path / 'rare.run'}")
    assert said.code == 2
    assert "PARTIAL RESULT (stopped): multilevel splitting: " in said.out
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
    assert "mine.py:cheat' on seat 0 raised ValueError: mine (line " in said.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rare hex", "hex cannot be split"),
        ("rare the-gmae", "did you mean 'the-game'?"),
        (f"{RARE} --measure won", "measure = won: did you mean 'win'?"),
        (f"{RARE} --measure cards_left", "measure = cards_left: known: excellent, win"),
        ("rare the-game --particles 1", "particles = 1: allowed are 10 to 100,000"),
        ("rare the-game --particles x", "particles = x: a whole number"),
        ("rare the-game --repeats 3", "repeats = 3: allowed are 10 to 1,000,000"),
        ("rare the-game --seed -1", "seed = -1"),
        ("rare the-game --workers 0", "workers = 0: allowed are 1 to 1,024"),
        ("rare the-game --players 1,2", "--players: one value is needed here"),
        ("rare the-game --players 9", "players = 9: allowed are 1 to 7"),
        ("rare the-game --seats greedy", "--seats: different strategies on the seats"),
        ("rare the-game --strategy greedy+random --players 3", "2 strategies were given for 3"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(words: str, sentence: str) -> None:
    said = playout(words)
    assert said.code == 2
    assert sentence in said.err
    assert said.err.count("\n") == 1
