"""Skill and luck on the command line."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pandas as pd
import pytest

from tests.command import at_work, playout, stopped

GAME = "luck the-game --strategies greedy,random --players 2"

CHEAT = '''
from playout import strategy
from playout.games.the_game.strategies import any_legal

@strategy("the-game")
def cheat(view, rng):
    """Random play, until there are fewer than 90 cards left."""
    if view.left < 90:
        return -5
    return any_legal(view, rng, view.needed == 1)
'''

SLOW = at_work(("playout.questions.luck.job", "play_batch", 4, 1000))


def test_luck_prints_and_writes_its_parts(tmp_path: Path) -> None:
    csv, svg = tmp_path / "parts.csv", tmp_path / "plot.svg"
    said = playout(f"{GAME} --games 200 --measure cards-left --csv {csv} --plot {svg}")
    assert said.code == 0
    assert "how deal and strategy suit each other" in said.out
    assert "Of the differences in cards left at The Game with 2 players, played by " in said.out
    assert "Best minus random: about -" in " ".join(said.out.split())
    assert "200 deals, each played 2 times by each of 2 strategies; " in said.out
    assert len(pd.read_csv(csv)) == 5
    assert svg.read_text().startswith("<svg")


def test_json_is_all_that_is_printed() -> None:
    said = playout(f"{GAME} --games 50 --repeats 3 --seed 7 --json")
    assert said.code == 0
    told = json.loads(said.out)
    assert (told["deals"], told["games"], told["repeats"], told["seed"]) == (50, 300, 3, 7)
    assert [row["part"] for row in told["rows"]][-1] == "total"
    assert told["complete"]


def test_a_stopped_one_prints_what_it_counted_labelled_partial() -> None:
    words = "luck the-game --strategies greedy,random --games 2G"
    code, out, err = stopped(SLOW, *words.split())
    assert err == ""
    assert code == 130
    assert "PARTIAL RESULT (stopped): " in out


def test_a_saved_one_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "skill.run"
    words = f"{GAME} --games 200 --measure cards_left"
    plain, saved = playout(words), playout(f"{words} --save {path}")
    again, resumed = playout(f"{words} --save {path}"), playout(f"resume {path}")
    told = [
        next(line for line in said.out.splitlines() if line.startswith("Of the"))
        for said in (plain, saved, again, resumed)
    ]
    assert len(set(told)) == 1
    other = playout(f"{words} --repeats 3 --save {path}")
    assert other.code == 2
    assert "repeats" in other.err
    more = playout(f"extend {path} --games 400")
    assert "a run of the kind luck cannot be extended; begin a new one" in more.err
    assert playout(f"status {path}").code == 0


def test_a_cheat_is_told_with_a_command_that_replays_its_game(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(CHEAT)
    said = playout(f"luck the-game --players 2 --strategies greedy,{mine}:cheat --games 3000")
    assert said.code == 2
    assert "returned an illegal move" in said.err
    again = shlex.split(said.err[said.err.rindex("replay it: playout ") :])[3:]
    told = playout(*again)
    assert told.code == 2
    assert said.err == told.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("luck hex --strategies random", "hex has no such parts"),
        (f"{GAME} --repeats 1", "repeats = 1: allowed are 2 to 4,096"),
        (f"{GAME} --measure left", "there is no measure 'left'"),
        (f"{GAME} --against greedy", "the players of the-game play together"),
        (f"{GAME} --seats a,b", "--seats: luck has --strategies a,b,c"),
        (f"{GAME} --strategy greedy", "--strategies and --strategy are one option"),
        (f"{GAME} --min-cards 1,2", "--min-cards: one value is needed here"),
        (f"{GAME} --games 1", "games = 1: at least 2 deals are needed"),
        (f"{GAME} --workers 0", "workers = 0: allowed are 1 to 1,024"),
        (f"{GAME} --plot parts.txt", "its name must end in"),
        ("luck mexican-train --strategies random --against sequense", "did you mean 'sequence'"),
    ],
)
def test_mistakes_are_answered_with_one_sentence(words: str, sentence: str) -> None:
    said = playout(words)
    assert said.code == 2
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
