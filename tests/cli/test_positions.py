"""`playout replay --position`: a game that begins where the user says."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from playout.engine.match.match import Match
from tests.command import mistake, playout

TRICK = "piles=18,5,27,12 hands=8,22,24"


def test_a_replay_begins_with_a_position() -> None:
    words = ("replay", "the-game", "--strategy", "greedy", "--high", "30", "--position", TRICK)
    said = playout(*words)
    match = Match("the-game", strategy="greedy", high=30, position=TRICK)
    assert said == (0, match.transcript() + "\n", "")
    assert said.out.startswith("start           ↑18   ↑5    ↓27   ↓12\n")
    assert playout(*words, "--seed", "2").out != said.out  # other cards are drawn


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("piles=18", "--position: piles=18: must be one top card for each of the 4 piles"),
        ("hands=30,30", "--position: the 30 appears more often than in the deck"),
        ("piles", "--position: piles has no value; write piles=... without blanks"),
        (
            "\x1b[31m",
            "--position: '\\x1b[31m': write NAME=VALUE; the names are draw, hands, laid, marks, "
            "over",
        ),
    ],
)
def test_what_is_no_position_is_one_sentence(position: str, sentence: str) -> None:
    err = mistake("replay", "the-game", "--position", position)
    assert err.startswith(f"playout: {sentence}")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("raise KeyError(7)", "raised KeyError: 7 (line 6 of mine.py, in mine)"),
        (
            "raise playout.PlayoutError('no')",
            "raised PlayoutError: no (line 6 of mine.py, in mine)",
        ),
        ("return None", "returned None; a whole number is expected"),
        ("return 1", "seat 1 may not play 'concede' here"),
    ],
)
def test_a_strategy_that_fails_is_told_with_the_command_that_begins_there_too(
    body: str, what: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import playout\n"
        "@playout.strategy('the-game')\n"
        "def mine(view, rng):\n"
        '    """Lays its lowest card, then fails."""\n'
        "    if view.turn_cards == 2:\n"
        f"        {body}\n"
        "    return (8 if view.turn_cards == 0 else 22) * 16\n",
        encoding="utf-8",
    )
    words = ["replay", "the-game", "--high", "30", "--strategy", f"{file}:mine"]
    said = playout(*words, "--position", TRICK)
    assert said.code == 2
    assert said.out == "8 on pile 1\n22 on pile 1\n"
    first, *drawn, last = said.err.splitlines()
    assert what in first
    assert any(line.startswith("piles      ↑22") for line in drawn)
    again = playout(*shlex.split(last.removeprefix("replay it: playout ")))
    assert again == said
