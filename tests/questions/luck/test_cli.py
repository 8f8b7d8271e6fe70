"""Skill and luck on the command line."""

from __future__ import annotations

import shlex
from pathlib import Path

import pandas as pd

from tests.command import playout

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


def test_luck_prints_and_writes_its_parts(tmp_path: Path) -> None:
    csv, svg = tmp_path / "parts.csv", tmp_path / "plot.svg"
    said = playout(f"{GAME} --games 200 --measure cards-left --csv {csv} --plot {svg}")
    assert said.code == 0
    assert "fit of deal and strategy" in said.out
    assert "The Game with 2 players: of greedy and random, greedy did better. It has " in said.out
    assert "of the differences in cards left. The rest, about " in " ".join(said.out.split())
    assert " fewer cards left on average than random." in " ".join(said.out.split())
    assert "200 deals, each played 2 times by each of 2 strategies; " in said.out
    assert len(pd.read_csv(csv)) == 5  # random draws, so all parts vary
    assert svg.read_text().startswith("<svg")


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
