"""Tables of best play, against values found in another way, and as people see them."""

from __future__ import annotations

import json
import pickle
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.questions.policy import ask
from playout.questions.policy.points import _places
from playout.report.figures import PAGE, PHONE
from tests.command import playout as command
from tests.command import printed
from tests.questions.policy.conftest import NIM

policy: Any = playout.policy  # with options that are no other game's


def test_a_strategy_is_asked_in_every_position() -> None:
    answer = policy("pig", goal=30, strategy="hold", down="0..29:7", across="0,20")
    assert [row["threshold"] for row in answer] == [
        max(2, min(20, 30 - own)) for own in range(0, 29, 7) for _ in (0, 20)
    ]
    drawn = policy("pig", goal=10, strategy="random", down="0..4", across="0")
    assert "random makes random choices: in some positions it may move otherwise" in drawn.caption()


# ------------------------------------------------------------------ what people see


def test_fields_are_found_by_themselves(nim: str) -> None:
    said = printed("policy", nim, "--where", "player=0")
    assert said.startswith(
        "Nim, best play: with seat 1 to move, the table shows the best move, by heaps.0.\n\n"
        "heaps.0  best move    win (%)  ahead of the next (% points)\n"
    )
    assert "      2  2             100.00                           100\n" in said
    two = printed("policy", nim)
    assert "heaps.0↓ player→  0            1\n" in two
    assert "Rows: heaps.0; columns: player." in two
    many = printed("policy", nim, "--more", "2")
    assert many.startswith("Nim (more=2), best play: the table shows the best move, ")
    assert "heaps=9,2 player=0" in many
    assert re.search(r"Shown: \d+ of \d+ rows; for all of them: --csv FILE\n", many)
    assert "heaps=9,2 player=0 count" in many


def test_a_game_of_ones_own_says_what_its_table_looks_like(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        NIM.replace("import playout\n", "import playout\nfrom playout.author import Policy\n", 1)
        .replace('title="Nim"', 'title="Nim", policy=Policy(down="heaps.0", where={"player": 0}, '
                 'heads={"heaps.0": "stones"})')
    )  # fmt: skip
    said = printed("policy", str(path))
    assert said.startswith("Nim, best play: the table shows the best move, by stones.")
    assert "\nstones  best move " in said
    other = printed("policy", str(path), "--where", "player=1")  # whose words may not fit any more
    assert "\nheaps.0  best move " in other


def test_fields_are_named_and_fixed(nim: str) -> None:
    table = policy(nim, more=3, down="heaps.0=0..9:3", across="heaps.1", where="player=0")
    assert {row["heaps.0"] for row in table} == {0, 3, 6, 9}
    shown = printed("policy", nim, "--more", "3", "--where", "player=0", "--across", "heaps.1",
                    "--down", "heaps.0=0..9:3")  # fmt: skip
    assert "\nheaps.0↓ heaps.1→  0  1 " in shown
    lists = policy(nim, more=1, down="heaps", where={"player": 1})
    assert "8,1" in lists["heaps"]
    switch = policy("pig", goal=20, players=1)
    assert switch.found.fields == ("scores.0", "turn_total")
    one = policy("pig", goal=20, where=["scores.0=3", "scores.1=5"])
    assert one.keys == ("turn_total",)
    assert "the best move with turn total 2 to 16 is roll" in one.sentence()


@pytest.mark.slow
def test_a_large_table_is_summarised_and_a_named_field_is_not() -> None:
    said = printed("policy", "pig", "--goal", "32")
    assert re.search(
        r"Shown: \d+ of \d+ rows and \d+ of \d+ columns; for all of them: --csv FILE", said
    )
    assert max(map(len, said.split("Pig with 2 players (goal=32); ")[0].splitlines()[2:])) <= 80
    assert "Cells: hold when the turn total is this or more.\n" in said
    whole = printed("policy", "pig", "--goal", "32", "--down", "scores.0")
    assert len(whole.splitlines()) > len(said.splitlines()) + 12


def test_programs_get_all_of_it(nim: str, tmp_path: Path) -> None:
    data = json.loads(printed("policy", nim, "--json"))
    assert (data["kind"], data["known"], data["down"]) == ("policy", "exact", "heaps.0")
    assert data["across"] == "player"
    assert "seed" not in data
    assert data["rows"][0] == {
        "heaps.0": 2, "player": 0, "best": "2", "value": 1.0, "ahead": 1.0,
    }  # fmt: skip
    assert printed("policy", nim, "--csv", "-").startswith(
        "heaps.0,player,best,value,ahead\n2,0,2,"
    )
    answer = policy(nim)
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert answer != policy(nim, stones=8)
    frame = answer.to_pandas(index=True)
    assert frame.loc[(2, 0), "best"] == "2"
    picture = tmp_path / "nim.svg"
    printed("policy", nim, "--plot", str(picture))
    assert "1 or 2 or 3" in picture.read_text()


@pytest.mark.parametrize(
    ("given", "width"),
    [
        ({"goal": 10}, 3.7),
        ({"goal": 10}, 7.7),
        ({"goal": 10, "players": 1}, 3.7),
        ({"goal": 10, "where": "turn_total=4", "show": "value"}, 7.7),
        ({"goal": 10, "strategy": "hold", "where": "scores.1=0"}, 3.7),
    ],
)
def test_every_table_is_drawn(given: dict[str, Any], width: float) -> None:
    assert policy("pig", **given).plot(width).get_size_inches()[0] == pytest.approx(width)


@pytest.mark.slow
@pytest.mark.parametrize("width", [PHONE, PAGE])
@pytest.mark.parametrize(("game", "given"), [("yahtzee", {}), ("hex", {"rows": 2, "cols": 2})])
def test_the_names_of_moves_have_room_above_the_picture(
    game: str, given: dict[str, Any], width: float
) -> None:
    figure = policy(game, **given).plot(width)
    figure.draw_without_rendering()
    named = figure.legends[0].get_window_extent()
    assert figure.bbox.x0 <= named.x0
    assert named.x1 <= figure.bbox.x1
    assert not named.overlaps(figure.axes[0].get_window_extent())


def test_positions_stand_in_the_order_of_their_numbers() -> None:
    texts = np.array(
        ["b=10,2 c=0", "b=9,1 c=1", "b=9,1 c=0", "b=9/3 c=0", "b=-1,5 c=0", "-"], object
    )
    assert _places(texts)[0] == [
        "-", "b=-1,5 c=0", "b=9,1 c=0", "b=9,1 c=1", "b=9/3 c=0", "b=10,2 c=0",
    ]  # fmt: skip
    lists = np.array(["10,1", "2", "2,5", "2,10"], object)
    assert _places(lists)[0] == ["2", "2,5", "2,10", "10,1"]


@pytest.mark.slow
@pytest.mark.parametrize("width", [3.7, 7.7])
def test_names_of_positions_stand_beside_each_other(width: float) -> None:
    figure = policy("hex", rows=2, cols=2).plot(width)
    figure.canvas.draw()
    labels = figure.axes[0].get_xticklabels()
    assert len(labels) >= 2
    places = [label.get_window_extent() for label in labels]
    assert all(one.x1 <= other.x0 for one, other in pairwise(places))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("pig --down foo", "there is no field 'foo': "),
        ("pig --where player=7", "--where player=7: no seat has a choice in such a position"),
        ("pig --where player", "--where player: add a value, as in player=0"),
        (
            "pig --where scores.0=x",
            "scores.0=x: scores.0 is a number, so write numbers, as in scores.0=0..9",
        ),
        (
            "pig --where player=0 --where player=1",
            "--where: player is given twice; write player=1,2",
        ),
        (
            "pig --down 9..1",
            "--down 9..1: a range must go up, such as 0..99:5, and have at most 10,000",
        ),
        ("pig --down 0..9:0", "--down 0..9:0: the step must be at least 1"),
        ("pig --down scores.0=0..", "--down 0..: write a range as 0..99 or 0..99:5"),
        (
            "pig --down scores.0=77",
            "scores.0=77: no seat has a choice in any position with these values",
        ),
        ("pig --down scores.0 --across scores.0", "scores.0: this field is given twice"),
        ("pig --show best", "--show best: choose from move, value"),
        (
            "pig --show value",
            "--show value: a cell stands for positions with several values of turn_total",
        ),
        (
            "pig --show value --strategy hold",
            "--show value: not possible together with a strategy",
        ),
        ("pig --strategy nobody", "'nobody'"),
        (
            "pig --down turn_total",
            "positions with the same values also differ in scores.0 (0 to 11),",
        ),
        ("risk-battle", "player ever has a choice"),
        (
            "cant-stop",
            "Can't Stop is too large to be solved exactly; to see the moves of a strategy,",
        ),
        ("cant-stop --strategy tuned --down steps.0.7", "steps.0.7: add the values to show,"),
        (
            "yahtzee --measure win",
            "--measure win: the best moves for it are not known",
        ),
        (
            "yahtzee --strategy best+greedy --players 2",
            "Yahtzee is too large to be solved",
        ),
        ("yahtzee --down upper", "upper: add the values to show, as in upper=0..9"),
        ("the-game-blog --strategy random", "does not say which positions belong in the table"),
    ],
)
def test_what_cannot_be_asked(words: str, sentence: str) -> None:
    game, *others = words.split()
    goal = ["--goal", "12"] if game == "pig" else []
    said = command("policy", game, *goal, *others)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_the_question_has_one_form_and_a_command() -> None:
    asked = ask(
        "pig", strategy="best+hold", goal=20, down="0..9:3", where=["player=0", "turn_total=4"]
    )
    again = type(asked).restored(json.loads(json.dumps(asked.canonical())), asked.end)
    assert again == asked
    assert asked.command(asked.end) == (
        "playout policy pig --strategy best+hold --players 2 --goal 20 --down scores.0=0..9:3 "
        "--where player=0 --where turn_total=4 --show move --measure win --states 5000000"
    )


def test_every_table_of_a_game_names_fields_of_its_positions() -> None:
    for name in ("pig", "yahtzee", "cant-stop"):
        game = find_game(name)
        assert game.policy is not None
        names = {name.partition(".")[0] for name in (game.policy.down, game.policy.across)}
        assert names <= {*(game.state_dtype.names or ())}


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({"down": "own_score=0..3"}, ("scores.0=0..3", ())),
        ({"down": "own_score", "where": "player=0"}, ("scores.0", ("player=0",))),
        ({"down": "turn_total", "where": "other_score=5"}, ("turn_total", ("scores.1=5",))),
        # Of another player's turn the own score is another one, so it has no words.
        ({"down": "own_score", "where": "player=1"}, ("own_score", ("player=1",))),
    ],
)
def test_a_field_is_named_in_the_words_of_the_table(given: dict[str, Any], asked: Any) -> None:
    question = ask("pig", **given)
    assert (question.down, question.where) == asked
