"""Line-ups and tournaments on the command line."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest

from playout.questions.mistakes import ask
from tests.command import Said, playout, printed

QUICK = "--rounds 1 --set 6"

CHEAT = '''
from playout import strategy
from playout.games.mexican_train.strategies import any_legal

@strategy("mexican-train")
def cheat(view, rng):
    """Random play, until it has three tiles left on seat 3."""
    if view.seat == 2 and view.sizes[2] <= 3:
        return -5
    return any_legal(view, rng)
'''


def test_run_seats_line_ups_and_gives_each_strategy_a_row(tmp_path: Path) -> None:
    csv, png = tmp_path / "table.csv", tmp_path / "plot.png"
    out = printed(
        f"run mexican-train --seats greedy,random --seats greedy,random,random {QUICK} "
        f"--games 300 --csv {csv} --plot {png}"
    )
    assert "are per seat." in out
    table = pd.read_csv(csv)
    assert table["seats"].tolist() == ["greedy,random"] * 2 + ["greedy,random,random"] * 2
    assert table["strategy"].tolist() == ["greedy", "random"] * 2
    assert {"win", "points", "blocked", "rounds", "turns"} <= set(table.columns)
    assert png.stat().st_size > 5_000
    assert "600 games in" in out


def seats(said: Said) -> list[list[str]]:
    """Strategy and seat of each row of a printed table."""
    lines = [line.split() for line in said.out.splitlines()]
    return [words[2:4] for words in lines if words[1:2] == ["greedy,random"]]


def test_run_gives_each_seat_a_row_if_asked_and_keeps_strategies_on_theirs() -> None:
    words = f"run mexican-train --seats greedy,random {QUICK} --games 300 --by seat"
    moving, staying = playout(words), playout(f"{words} --no-rotate")
    assert moving.code == staying.code == 0
    assert seats(moving) == [["greedy", "1"], ["greedy", "2"], ["random", "1"], ["random", "2"]]
    assert seats(staying) == [["greedy", "1"], ["random", "2"]]
    files = playout(f"{words} --no-rotate --csv -")
    assert list(pd.read_csv(StringIO(files.out))["seat"]) == [0, 1]  # files count from 0


@pytest.mark.parametrize(
    ("seat", "said"),
    [("1", ""), ("2", ""), ("0", "must be from 1 to 2"), ("3", "must be from 1 to 2")],
)
def test_a_seat_is_named_from_1_on_the_command_line(seat: str, said: str) -> None:
    answer = playout(f"mistakes pig --strategy hold+random --games 2 --worlds 4 --seat {seat}")
    if said:
        assert (answer.code, f"--seat {seat}: {said}" in answer.err) == (2, True)
        return
    assert answer.code == 0
    asked = ask("pig", strategy="hold+random", seat=int(seat) - 1, games=2, worlds=4)
    assert f" --seat {seat} " in asked.command(2)


def test_replay_tells_the_game_of_a_line_up_as_the_run_played_it() -> None:
    line_up = playout(f"replay mexican-train --seats greedy,random,random {QUICK} --game 4")
    turned = playout(
        f"replay mexican-train --strategy random+greedy+random --players 3 {QUICK} --game 4"
    )
    assert line_up.code == turned.code == 0
    assert line_up.out == turned.out


def test_a_tournament_prints_and_writes_standings_and_a_cross_table(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("table.csv", "cross.csv", "plot.svg")]
    out = printed(
        f"tournament mexican-train --strategies greedy,random,ai-1 --players 3 {QUICK} "
        f"--games 2k --csv {files[0]} --cross {files[1]} --plot {files[2]}"
    )
    assert "row ahead of column (%)" in out
    assert "2,001 games in" in out  # everybody as often on every of three seats
    assert len(pd.read_csv(files[0])) == 3
    assert len(pd.read_csv(files[1])) == 6
    assert files[2].read_text().startswith("<svg")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "run mexican-train --seats random,random,{cheat},random --games 2000",
        "tournament mexican-train --strategies random,greedy,ai-1,{cheat} --games 2000",
    ],
)
def test_a_cheat_is_told_with_a_command_that_replays_its_game(words: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(CHEAT)
    said = playout(words.format(cheat=f"{mine}:cheat"))
    assert said.code == 2
    assert "on seat 3 returned an illegal move" in said.err
    number = int(re.findall(r"in game (\d+)\n", said.err)[0])
    again = shlex.split(re.findall(r"replay it: playout (.*)", said.err)[0])
    told = playout(*again)
    assert told.code == 2
    assert "on seat 3 returned an illegal move: no tile and train (-5) (number -5; " in told.err
    assert f" makes moves) in game {number}\n" in told.err
