"""Comparisons on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from tests.command import playout


def test_compare_prints_the_verdict_and_writes_files(tmp_path: Path) -> None:
    csv, png = tmp_path / "found.csv", tmp_path / "found.png"
    said = playout(
        f"compare the-game --a combo --b greedy --players 2 --margin 0.05 --error 0.001 "
        f"--csv {csv} --plot {png}"
    )
    assert (said.code, said.err) == (0, "")
    first = said.out.splitlines()[0]
    assert ": combo is better than " in first
    assert "; it wins between 0.3 and 10.5 percentage points more often (" in first
    assert "99.9 % intervals that stay valid whenever you stop" in said.out
    assert "Equal means: less than 5 percentage points apart." in said.out
    table = pd.read_csv(csv)
    assert table["verdict"].tolist() == ["A better"]
    assert png.stat().st_size > 5_000


def test_rules_are_compared_under_one_strategy() -> None:
    said = playout(
        "compare the-game --strategy chains --a-rules min-cards=1 --b-rules min_cards=2 "
        "--players 2 --json"
    )
    assert said.code == 0
    found = json.loads(said.out)
    assert (found["a"], found["b"]) == ("min_cards=1", "min_cards=2")
    assert found["verdict"] == "A better"
    assert found["looks"][-1]["deals"] == found["deals"]


@pytest.mark.thorough
def test_in_hex_both_begin_as_often() -> None:
    said = playout("compare hex --a shortest --b random --rows 4 --max-games 300")
    assert said.code == 0
    assert ": shortest is better than " in said.out
    assert "each played again with exchanged seats" in said.out
    assert re.search(r"^side +with +win as player 1$", said.out, re.MULTILINE)
    said = playout("compare hex --strategy random --rows 3 --b-rules p=0.6 --max-games 300")
    assert re.search(r"^side +with +win of player 1$", said.out, re.MULTILINE)


def test_an_undecided_comparison_says_what_is_known() -> None:
    said = playout("compare the-game --a combo --b greedy --players 2 --max-games 40")
    assert said.code == 0
    assert ": no verdict yet after 40 games each; combo may win " in said.out
    again = "playout compare the-game --a combo --b greedy --players 2 "
    assert said.out.splitlines()[-1].startswith(f"For a clearer answer: {again}")
    assert " of its own. 80 games" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("the-game --a combo --b combo", "A and B are the same"),
        ("the-game --a combi --b greedy", "did you mean 'combo'"),
        ("the-game --a combo --b greedy --margin -1", "--margin -1: must be a difference of win"),
        ("the-game --a combo --b greedy --margin 1", "0 (every difference matters) and below 1"),
        ("the-game --a combo --b greedy --margin wide", "--margin wide: must be"),
        ("the-game --a combo --b greedy --error 0", "must be from 1e-9 to 0.5"),
        ("the-game --a combo --b greedy --error 0.6", "--error 0.6: the chance"),
        ("the-game --a combo --b greedy --error much", "--error much: the chance"),
        ("the-game --a combo --b greedy --max-games 0", "--max-games 0: must be"),
        ("the-game --a combo --b greedy --measure points", "there is no measure 'points'"),
        (
            "the-game --a combo --b greedy --a-rules hand",
            "must be rules such as min_cards=1,hints=marks",
        ),
        ("the-game --a combo --b greedy --a-rules hand=5,hand=6", "hand is given twice"),
        ("the-game --a combo --b greedy --a-rules hnd=5", "did you mean 'hand'"),
        ("hex --a exact --b random", "exact"),
        (
            "the-game --a combo+greedy+combo --b greedy --players 2",
            "3 strategies for 2 players; with",
        ),
        ("mexican-train --a-rules gate=no", "each table has a winner whatever they do"),
        ("mexican-train --a greedy+random+random+random --b random", "not one for each seat"),
        ("mexican-train --a greedy --b random --players 9", "--players 9: must be from 2 to 8"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(words: str, said: str) -> None:
    found = playout(f"compare {words}")
    assert found.code == 2
    assert said in found.err
    assert found.err.count("\n") == 1
    assert found.out == ""
