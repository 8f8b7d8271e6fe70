"""What the commands print and write."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import playout as package
from playout.api import study_files
from playout.cli import main
from playout.engine.match import Match
from playout.engine.registry import find_game, strategies
from tests.command import playout

MINE = '''
from playout import strategy
from playout.games.the_game.strategies import any_legal

@strategy("the-game", parameters={"left": 0})
def bold(view, rng):
    """Random play."""
    return any_legal(view, rng, view.needed == 1)

@strategy("the-game")
def cheat(view, rng):
    """Plays a card that nobody has once 95 cards are left."""
    if view.left <= 95:
        return -77
    return any_legal(view, rng, view.needed == 1)

@strategy("the-game")
def confused(view, rng):
    """Misspells a field."""
    return view.hnad

@strategy("the-game", compiled=False)
def slowly_confused(view, rng):
    """Misspells a field in plain Python."""
    return view.hnad

@strategy("the-game")
def broken(view, rng):
    """Fails once 95 cards are left."""
    if view.left <= 95:
        raise ValueError("no idea")
    return any_legal(view, rng, view.needed == 1)
'''


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("mine") / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def test_run_prints_a_sentence_a_table_with_a_row_per_combination_and_what_it_is() -> None:
    said = playout("run the-game --players 1..2 --strategy greedy,combo --games 500")
    assert said.code == 0
    assert said.err == ""
    sentence, *lines = [line.split() for line in said.out.splitlines() if line.strip()]
    interval = r"\d+\.?\d* %? ?\(\d+\.?\d* to \d+\.?\d*\)"
    best = " ".join(sentence)
    assert re.fullmatch(rf"Of 4 rows, win is highest for players 2, combo: {interval}\.", best)
    assert " ".join(lines[0]) == ("players strategy games win excellent cards left cards played")
    assert [line[:3] for line in lines[2:6]] == [
        [str(players), name, "500"] for players in (1, 2) for name in ("greedy", "combo")
    ]
    assert all(len(re.findall(interval, " ".join(line))) == 4 for line in lines[2:6])
    assert len(lines) == 7
    caption = said.out.splitlines()[-1]
    assert caption.startswith("95 % intervals, fixed-n (for a number of games fixed in advance; ")
    assert "seed 1; 2,000 games in " in caption


def test_run_takes_every_rule_option_and_writes_what_it_shows(tmp_path: Path) -> None:
    csv, picture = tmp_path / "new" / "table.csv", tmp_path / "picture.svg"
    said = playout(
        "run the-game --strategy greedy --min-cards=1,3 --first-player random "
        f"--games 200 --seed 4 --workers 2 --csv {csv} --plot {picture}"
    )
    assert said.code == 0, said.err
    expected = package.run(
        "the-game", strategy="greedy", min_cards=[1, 3], first_player="random", games=200, seed=4
    )
    pd.testing.assert_frame_equal(pd.read_csv(csv), expected.to_pandas())
    assert "min cards" in said.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_wide_table_is_not_cut_when_it_goes_to_a_file() -> None:
    every = [f"--{option.name.replace('_', '-')}" for option in find_game("the-game").options]
    values = ["2", "official", "1", "100", "1", "2", "2", "10", "6", "2"]
    values += ["seat-0", "none"]
    words = [word for pair in zip(every, values, strict=True) for word in pair]
    said = playout("run", "the-game", "--strategy", "greedy", "--games", "50", *words)
    assert said.code == 0, said.err
    assert "…" not in said.out
    rows = [line for line in said.out.splitlines() if line.startswith(" ") and "greedy" in line]
    assert len(rows) == 1


def test_studies_are_listed_with_their_questions_the_main_one_first() -> None:
    said = playout("study", "--list")
    assert said.code == 0
    listed = [line.split()[0] for line in said.out.splitlines()]
    assert sorted(listed) == list(study_files())
    assert listed[0] == "the-game-strategies"
    assert "What does one more card per turn cost?" in said.out


def test_a_study_prints_question_and_answer_and_writes_a_report(tmp_path: Path) -> None:
    file = tmp_path / "my own.toml"
    file.write_text(
        'game = "the-game"\ntitle = "Mine"\nquestion = "How many?"\n'
        'answer = "{{ row().win }} of {{ games }}."\n[factors]\nstrategy = ["greedy"]\n'
    )
    said = playout("study", str(file), "--games", "50", "--seed", "9", "--out", str(tmp_path / "o"))
    assert said.code == 0, said.err
    assert re.match(
        r"Mine: How many\?\n  \d.* % \(.*\) of 50\.\n\nreport: .*index\.html\n", said.out
    )
    page = (tmp_path / "o" / "index.html").read_text(encoding="utf-8")
    assert "my own.toml&#39; --games 50 --seed 9</pre>" in page
    assert (tmp_path / "o" / "my own.csv").is_file()


def test_replay_prints_the_game_of_that_number_turn_by_turn() -> None:
    said = playout("replay the-game --strategy combo --players 3 --seed 6 --game 12")
    match = Match("the-game", strategy="combo", players=3, seed=6, game_number=12)
    assert said == (0, match.transcript() + "\n", "")
    assert said.out.startswith("start ")
    assert "turn 1   seat 0  hand " in said.out


def test_replay_takes_a_strategy_per_seat_and_draws_the_last_position(tmp_path: Path) -> None:
    path = tmp_path / "last.svg"
    said = playout(f"replay the-game --players 2 --strategy greedy,combo --svg {path}")
    match = Match("the-game", strategy=["greedy", "combo"], players=2)
    assert said.out == match.transcript() + "\n"
    assert path.read_text(encoding="utf-8") == match._repr_svg_()


def test_winnable_prints_the_line_that_wins_or_a_summary_of_many_deals() -> None:
    one = playout("winnable the-game --players 2 --seconds 0.5")
    assert one.code == 0
    assert re.match(r"game 0: yes  \(\d+\.\d\d s, width \d+\)\n  \d+ on pile \d", one.out)
    many = playout("winnable the-game --low 90 --hand 3 --deals 3 --game 5")
    assert many.code == 0
    assert [line.split(":")[0] for line in many.out.splitlines()[:3]] == [
        "game 5",
        "game 6",
        "game 7",
    ]
    assert re.search(r"\d of 3 deals can be won, \d cannot, \d unknown: between", many.out)


def test_games_strategies_and_rules_are_listed_with_their_first_lines() -> None:
    game = find_game("the-game")
    assert f"the-game         {game.summary}\n" in playout("games").out
    said = playout("strategies", "the-game")
    assert said.out.splitlines()[0] == "The Game:"
    for found in strategies("the-game"):
        assert re.search(rf"^  {found.name}\S* +{re.escape(found.summary)}$", said.out, re.M)
    assert said.out in playout("strategies").out
    said = playout("rules", "the-game")
    assert [line.split()[0] for line in said.out.splitlines()] == [
        f"--{option.name.replace('_', '-')}" for option in game.options
    ]


def test_a_strategy_from_a_file_plays_like_any_other(mine: str) -> None:
    said = playout("run", "the-game", "--strategy", f"{mine}:bold,random", "--games", "300")
    assert said.code == 0, said.err
    rows = [re.split(r"\s{2,}", line.strip()) for line in said.out.splitlines() if "300 " in line]
    assert rows[0][1] == f"{mine}:bold"
    assert rows[0][2:] == rows[1][2:]


def test_a_misspelt_field_is_told_with_the_fields_there_are(mine: str) -> None:
    said = playout("run", "the-game", "--strategy", f"{mine}:confused", "--games", "50")
    assert said.code == 2
    assert re.fullmatch(
        r"playout: strategy 'confused' cannot be compiled: its view has no field 'hnad'; "
        r"it has hand, piles, .*\n",
        said.err,
    )
    said = playout("run", "the-game", "--strategy", f"{mine}:slowly-confused", "--games", "50")
    assert said.code == 2
    assert "raised AttributeError: 'record' object has no attribute 'hnad'" in said.err


@pytest.mark.parametrize(
    ("name", "what"), [("cheat", "returned an illegal move"), ("broken", "no idea")]
)
def test_an_illegal_move_is_told_with_a_command_that_replays_it(
    name: str, what: str, mine: str
) -> None:
    said = playout(
        f"run the-game --strategy {mine}:{name} --players 2 --hand 6 --seed 3 --games 50"
    )
    assert said.code == 2
    assert said.out == ""
    first, *position, last = said.err.splitlines()
    assert re.fullmatch(
        rf"playout: strategy '.*:{name}' on seat [01] .*{what}.* in game \d+", first
    )
    assert position[0].startswith("piles ")
    assert any(line.startswith("-> seat ") for line in position)
    command = last.removeprefix("replay it: playout ").split()
    assert command[:2] == ["replay", "the-game"]

    again = playout(*command)
    assert again.code == 2
    assert again.err == said.err
    # What was laid before it, and nothing after: at most 3 cards of the first two turns.
    moves = again.out.splitlines()
    assert 3 <= len(moves) <= 4
    assert all(" on pile " in move for move in moves)


def test_a_run_that_ends_with_an_illegal_move_shows_what_it_counted(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "import playout\n"
        "from playout.games.the_game.rules import CONCEDE\n\n"
        "@playout.strategy('the-game')\n"
        "def late(view, rng):\n"
        '    """Gives up at once, but cheats in one deal of some thousands."""\n'
        "    return 2000 if view.hand[0, 0] & 4092 == 28 else CONCEDE\n",
        encoding="utf-8",
    )
    said = playout("run", "the-game", "--strategy", f"{file}:late", "--games", "100k")
    assert said.code == 2
    assert "returned an illegal move" in said.err
    assert "PARTIAL RESULT" in said.out


def test_what_was_counted_before_a_failure_is_reported(mine: str, tmp_path: Path) -> None:
    """A study fails in its own games, or in its answer: those before it, and it, are kept."""
    head = 'game = "the-game"\ngames = 20\n'
    texts = {
        "good": head + 'answer = "Good."\n[rules]\nstrategy = "greedy"\n',
        "unlucky": head
        + "answer = \"{% if row().value('win') < 0.5 %}{{ row().wni }}{% endif %}\"\n"
        '[rules]\nstrategy = "random"\n',
        "bad": head + f'[rules]\nstrategy = "{mine}:cheat"\n',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text)
    files = [str(tmp_path / f"{name}.toml") for name in texts]
    said = playout("study", *files, "--out", str(tmp_path / "out"))
    assert said.code == 2
    assert "returned an illegal move" in said.err
    assert "report: " in said.out
    assert {path.name for path in (tmp_path / "out").glob("*.csv")} == {"good.csv", "unlucky.csv"}
    said = playout("study", *files[:2], "--out", str(tmp_path / "out"))
    assert said.code == 2
    assert said.err == (
        "playout: answer: a row has no 'wni': did you mean 'win'? "
        "(known: cards_left, cards_played, excellent, players, strategy, win)\n"
    )


def test_the_console_script_is_this_main() -> None:
    assert callable(main)
    assert playout("--help").out.startswith("Usage: playout ")
    assert playout("run", "-h").code == 0


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("run the-game --games 300k", "games"),
        ("map --size 9 --boards 200M", "boards"),
        ("compound --size 5 --games 3k --boards 2k", "games"),
        ("study hex-map --games 300", "games"),
    ],
)
def test_on_a_terminal_a_bar_tells_how_far_it_is(words: str, unit: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = f"{words} --out {tmp_path}" if words.startswith("study") else words
    program = "import sys; from playout.cli import main; sys.argv[0] = 'playout'; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words.split()],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    said = b""
    with contextlib.suppress(OSError):  # the other end has been closed
        while piece := os.read(ours, 65536):
            said += piece
    os.close(ours)
    process.communicate()
    assert process.returncode == 0, said.decode()
    assert "Traceback" not in said.decode()
    assert f" {unit}" in said.decode()
