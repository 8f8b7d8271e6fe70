"""Boards as they are written, read, refused, and kept in what is saved."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.games.snakes_and_ladders.board import (
    MILTON_BRADLEY,
    OFFICIAL,
    jumps_drawn,
    label,
    landing,
    numbers,
    read_board,
)
from playout.games.snakes_and_ladders.game import GAME
from playout.questions.runs import ask
from tests import truth
from tests.command import playout as command

KIDS = "# of paper\n\n12  # squares\n4 11 # a ladder\n10 3\n  2   9\n"
ONE_LINE = "12:2-9/4-11/10-3"


@pytest.fixture
def kids(tmp_path: Path) -> Path:
    path = tmp_path / "kids.txt"
    path.write_text(KIDS)
    return path


def test_the_official_board_is_that_of_the_box() -> None:
    jumps = {int(start): end for start, end in truth.load("snakes_and_ladders")["board"].items()}
    squares = landing(OFFICIAL)
    assert len(squares) == 101
    assert {start: end for start, end in enumerate(squares) if start != end} == jumps
    assert numbers(OFFICIAL)[:101] == (100, *squares[1:])
    assert jumps_drawn(numbers(OFFICIAL)) == jumps


def test_a_board_has_one_form_however_it_is_written(kids: Path) -> None:
    assert read_board(str(kids)) == ONE_LINE
    kids.write_text(f"\ufeff{KIDS}", encoding="utf-8")  # as Windows' Notepad writes it
    assert read_board(str(kids)) == ONE_LINE
    assert read_board("12:10-3/4-11/2-9") == ONE_LINE
    assert read_board("12:2-9/4-11/10-3/") == ONE_LINE
    assert read_board(MILTON_BRADLEY) == read_board("Official") == OFFICIAL
    assert label(ONE_LINE).startswith("board of 12 squares with 2 ladders and 1 snake (")
    assert label("50:") == "board of 50 squares"
    assert label(ONE_LINE) != label("12:2-9/4-11")


BAD = {
    "": "bad.txt: the first line must be the number of squares, such as 100",
    "4 14\n": "bad.txt, line 1: 4 14: must begin with the number of squares, from 2 to",
    "401\n": "bad.txt, line 1: 401: must begin with the number of squares",
    "20\n4\n": "bad.txt, line 2: 4: must be two squares, from and to, such as 4 14",
    "20\n4 x\n": "bad.txt, line 2: 4 x: must be two squares",
    "20\n4 5 6\n": "bad.txt, line 2: 4 5 6: must be two squares",
    "20\n20 3\n": "bad.txt, line 2: 20 3: a jump must begin on one of the squares 1 to 19",
    "20\n0 3\n": "bad.txt, line 2: 0 3: a jump must begin on",
    "20\n3 21\n": "bad.txt, line 2: 3 21: a jump must end on another square, from 1 to 20",
    "20\n3 3\n": "bad.txt, line 2: 3 3: a jump must end on another",
    "20\n\n3 9 # up\n3 12\n": "bad.txt, line 4: 3 12: there is already a jump from 3 to 9",
    "20\n3 9\n9 3\n": "bad.txt, line 2: 3 9: jumps must not form a circle, 3 to 9 to 3",
    "20\n2 5\n5 7\n7 12\n12 5\n": "line 3: 5 7: jumps must not form a circle, 5 to 7 to 12 to 5",
    "20\n4 1\n5 1\n6 1\n7 1\n8 1\n9 1\n": "a token on 0 never reaches the last square",
}


@pytest.mark.parametrize(("text", "sentence"), BAD.items(), ids=BAD.values())
def test_a_bad_file_is_refused_with_its_line(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(text)
    with pytest.raises(PlayoutError) as caught:
        GAME.with_options({"board": tmp_path / "bad.txt"})
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (
            "none.txt",
            "board='none.txt': there is no such file; must be official, a file, or a board",
        ),
        ("10:3-4/4-3", "board='10:3-4/4-3': 3-4: jumps must not form a circle, 3 to 4 to 3"),
        ("10:3", "board='10:3': 3: must be two squares"),
        (":3-4", "must begin with the number of squares"),
        (100, "board='100': there is no such file"),
        (
            "400:" + "/".join(f"{k}-1" for k in range(7, 390, 7)),
            "a token needs up to 2,250,000,000 throw",
        ),
    ],
)
def test_a_bad_board_in_one_line_is_refused(board: Any, sentence: str) -> None:
    with pytest.raises(PlayoutError) as caught:
        GAME.with_options({"board": board})
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "circle", [[1, 2], [1, 3, 2], [*range(1, 400)], [7, 100, 50, 300, 12, 11, 10, 9, 8]]
)
def test_any_circle_of_jumps_is_refused_in_a_short_sentence(circle: list[int]) -> None:
    ends = [*circle[1:], circle[0]]
    text = "400:" + "/".join(f"{start}-{end}" for start, end in zip(circle, ends, strict=True))
    with pytest.raises(PlayoutError, match="jumps must not form a circle") as caught:
        read_board(text)
    assert len(str(caught.value)) < 300


def test_a_jump_may_lead_to_jumps() -> None:
    board = "12:2-9/4-12/9-4/11-2"
    assert read_board("12:11-2/2-9/9-4/4-12") == board
    squares = landing(board)
    assert [squares[k] for k in (2, 4, 9, 11)] == [12] * 4
    assert jumps_drawn(numbers(board)) == {2: 9, 4: 12, 9: 4, 11: 2}
    chain = "400:" + "/".join(f"{k}-{k + 1}" for k in range(1, 400))
    assert set(landing(read_board(chain))) == {0, 400}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"dice": 2},
            "board='official': with throws of 2 to 12, a token on 99 never reaches the",
        ),
        ({"board": "20:4-1/5-2", "sides": 2}, "with throws of 1 to 2, a token on 0 never reaches"),
        ({"board": "20:4-1/5-1/6-1/7-1/8-1/9-1"}, "a token on 0 never reaches the last square, 20"),
    ],
)
def test_dice_with_which_a_game_never_ends_are_refused(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError) as caught:
        GAME.with_options(options)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_board_that_needs_other_dice_can_be_played_with_them() -> None:
    board = "20:4-1/5-1/6-1/7-1/8-1/9-1"
    assert GAME.with_options({"board": board, "sides": 10})["board"] == board
    assert GAME.with_options({"dice": 2, "overshoot": "wins"})["dice"] == 2


def test_a_question_holds_the_squares_and_not_the_file(kids: Path) -> None:
    question = ask(GAME.name, board=[OFFICIAL, str(kids)], games=20)
    kids.write_text("20\n")
    assert ["board", [OFFICIAL, ONE_LINE]] in question.canonical()["factors"]
    again = type(question).restored(question.canonical(), 20)
    assert [row.rules["board"] for row in again.rows] == [OFFICIAL, ONE_LINE]
    assert [row.factors["board"] for row in again.rows] == [OFFICIAL, label(ONE_LINE)]
    rules = pickle.loads(pickle.dumps(again.rows[1].rules))
    assert rules == again.rows[1].rules
    assert rules.record().board[:13].tolist() == [12, 1, 9, 3, 11, 5, 6, 7, 8, 9, 3, 11, 12]
    assert rules.command_options() == ["--players 1", f"--board {ONE_LINE}"]


def test_a_run_of_a_file_is_saved_and_resumed_without_it(kids: Path, tmp_path: Path) -> None:
    saved = tmp_path / "kids.run"
    played = command("run", GAME.name, "--board", str(kids), "--games", "50", "--save", str(saved))
    assert played.code == 0, played.err
    kids.unlink()
    resumed = command("resume", str(saved))
    assert resumed.code == 0, resumed.err
    assert label(ONE_LINE) in resumed.out


def test_a_board_can_be_given_in_python(kids: Path) -> None:
    answer = playout.run(GAME.name, board=kids, games=50)
    assert answer.to_pandas()["throws"][0] == pytest.approx(
        playout.run(GAME.name, board=ONE_LINE, games=50).to_pandas()["throws"][0], abs=0
    )
    listed = next(one for one in playout.list_options(GAME.name) if one.name == "board")
    assert listed.description.startswith("official | FILE; default: official.")
