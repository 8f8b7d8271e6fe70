"""Knock-outs: the rows of a baseline and of each change alone, and what each change does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.questions.answers import load_study
from playout.questions.knock_outs import read_knock_outs
from playout.questions.runs import Asked, Job, Study, ask
from playout.questions.runs.effects.effects import Effects
from tests.command import playout as command
from tests.playing import refused

CHANGES = ["jump=0", "hand=5,7", "quick:memory=0", "players=2"]


@pytest.fixture(scope="module")
def answer() -> Any:
    return playout.run(
        "the-game", players=3, strategy="quick", knock_out=CHANGES, games=400, seed=3
    )


def test_a_change_is_an_option_with_values_or_a_strategy() -> None:
    given = ["min-cards=1..3", "strategy=greedy", "greedy", "chains:extra=2", "seats=a,b"]
    read = read_knock_outs("the-game", given)
    assert read[:3] == [("min_cards", "1"), ("min_cards", "2"), ("min_cards", "3")]
    assert read[3:5] == [("strategy", "greedy")] * 2
    assert read[5:] == [("strategy", "chains:extra=2"), ("seats", "a,b")]
    assert read_knock_outs("the-game", "jump=0") == [("jump", "0")]
    assert read_knock_outs("the-game", None) == []


def test_every_row_has_one_change_and_what_follows_from_it(answer: Any) -> None:
    rows = [tuple(row.factors.values()) for row in answer.found.rows]
    assert list(answer.found.rows[0].factors) == ["players", "strategy", "jump", "hand"]
    assert rows == [
        (3, "quick", 10, 6),
        (3, "quick", 0, 6),
        (3, "quick", 10, 5),
        (3, "quick", 10, 7),
        (3, "quick:memory=0", 10, 6),
        (2, "quick", 10, 7),  # the usual hand of two players
    ]


def test_each_row_has_the_games_of_a_run_of_its_own(answer: Any) -> None:
    alone = playout.run("the-game", players=3, strategy="quick", jump=0, games=400, seed=3)
    assert np.array_equal(alone.found.tallies[0].groups, answer.found.tallies[1].groups)


def test_an_effect_is_the_difference_from_the_baseline_with_a_paired_interval(answer: Any) -> None:
    table = answer.effects("cards_left").to_pandas()
    left = answer.to_pandas()["cards_left"]
    np.testing.assert_allclose(table["estimate"], left[1:] - left[0])
    assert (table["effect"] == "knock-out").all()
    assert list(zip(table["factor"], table["base"], table["level"], strict=True)) == [
        ("jump", 10, 0),
        ("hand", 6, 5),
        ("hand", 6, 7),
        ("strategy", "quick", "quick:memory=0"),
        ("players", 3, 2),
    ]
    # Of two words a grid has the same effect: the difference of the same two rows.
    two = playout.run(
        "the-game", players=3, strategy=["quick", "quick:memory=0"], games=400, seed=3
    )
    other = two.effects("cards_left").to_pandas().iloc[0]
    mine = table.iloc[3]
    assert [mine[n] for n in ("low", "high", "p")] == pytest.approx(
        [other[n] for n in ("low", "high", "p")]
    )
    assert mine["holm"] == min(1.0, max(sorted(table["holm"])[0], mine["holm"]))
    assert (table["holm"] >= table["p"]).all()


def test_it_is_told_without_being_asked_for(answer: Any) -> None:
    told = str(answer)
    assert told.startswith(
        "The Game with 3 players: with the usual rules (jump=10, hand=6), quick wins about "
    )
    assert " With jump=0, quick won none of 400 games.\n" in told
    assert " One of the largest effects: changing " in told
    assert "What each knock-out changes" in told
    assert "Changing jump from 10 to 0 lowers the win rate by about " in told
    assert "quick:memory=0 instead of quick lowers the win rate by about " in told
    assert len(answer.to_dict()["effects"]) == 5
    assert answer.effects().phrase("jump").startswith("lowers the win rate by about ")
    assert answer.figures()[0].draw(6.0).axes


def test_what_changes_nothing_is_said_to_change_nothing() -> None:
    found = playout.run("the-game", knock_out="hints=marks", games=62).found
    same = Effects(found)
    no_difference = "makes no clear difference to the win rate in 62 games per row."
    assert same.largest() == f"hints=marks instead of none {no_difference}"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"knock_out": "jump=10"}, "knock_out='jump=10': this is the baseline itself"),
        ({"knock_out": ["jump=0", "jump=0"]}, "knock_out='jump=0': this is given twice"),
        ({"knock_out": "quick"}, "knock_out='strategy=quick': this is the baseline itself"),
        ({"knock_out": "jmp=0"}, "no rule option 'jmp': did you mean 'jump'"),
        ({"knock_out": "jump="}, "knock_out='jump=': must be a change of one rule, such as"),
        ({"knock_out": 3}, "knock_out=3: must be a change of"),
        ({"knock_out": "jump=200"}, "jump=200: must be from 0 to 126"),
        ({"knock_out": "jump=0", "players": [1, 2]}, "so players must have only one value"),
        ({"knock_out": "seats=greedy"}, "the baseline has strategy, so write strategy="),
    ],
)
def test_a_mistake_is_one_sentence(given: dict[str, Any], told: str) -> None:
    refused(told, ask, "the-game", **given)


def test_the_question_is_the_same_one_from_its_file_and_from_its_command() -> None:
    asked = ask("the-game", knock_out=["jump=0", "quick:memory=0"], strategy="quick", games=9)
    canonical = json.loads(json.dumps(asked.canonical()))
    assert canonical["knock_outs"] == [["jump", 0], ["strategy", "quick:memory=0"]]
    assert Asked.restored(canonical, 9).canonical() == canonical
    assert Job(asked).command().split("the-game ")[1] == (
        "--strategy quick --knock-out jump=0 --knock-out strategy=quick:memory=0 --games 9 --seed 1"
    )
    assert "knock_outs" not in ask("the-game").canonical()  # as in the files of older versions


@pytest.mark.slow
def test_at_one_table_it_is_about_the_strategy_named_first() -> None:
    rival = playout.run(
        "mexican-train",
        seats="sequence,random,random",
        knock_out=["seats=greedy,random,random"],
        set=6,
        rounds=1,
        games=62,
    )
    effects = rival.effects("points")
    points = rival.to_pandas().set_index("strategy")["points"]
    assert effects.to_pandas()["estimate"][0] == pytest.approx(
        points["greedy"] - points["sequence"]
    )
    assert "Changes in the number of points of the strategy named first. " in effects.caption()
    assert effects.caption() != rival.effects("points", strategy="random").caption()
    with pytest.raises(PlayoutError, match="a change or the baseline has no row with strategy"):
        rival.effects("points", strategy="greedy")


@pytest.mark.slow
def test_equal_players_are_told_by_the_first_measure_that_is_not_known_before() -> None:
    equal = playout.run("mexican-train", players=2, knock_out="gate=no", set=6, rounds=1, games=62)
    assert "Changes in the number of points. " in str(equal)
    with pytest.raises(PlayoutError, match="no effect on win: it is always an equal share"):
        equal.effects("win")


def test_on_the_command_line_the_option_is_given_once_for_each(tmp_path: Path) -> None:
    line = "run the-game --games 62 --knock-out jump=0 --knock-out hand=5"
    said = command(*line.split(), "--plot", str(tmp_path / "plot.png")).out
    assert "jump from 10 to 0 " in said
    assert "hand from 8 to 5 " in said
    assert (tmp_path / "plot.png").stat().st_size > 1000
    told = command(*line.split(), "--effects-of", "cards_left", "--json").out
    assert [row["factor"] for row in json.loads(told)["effects"]] == ["jump", "hand"]
    said = command(*line.split(), "--measures", "cards-left,ending_stuck").out
    assert "Changes in the number of cards left. " in said
    assert "effects on win" not in said


def test_a_study_has_them_as_a_list(tmp_path: Path) -> None:
    file = tmp_path / "worth.toml"
    file.write_text(
        'game = "the-game"\ngames = 62\nknock_out = ["jump=0", "hand=5"]\neffects = "cards_left"\n'
        "answer = \"It {{ effect('jump') }}.\"\n",
        encoding="utf-8",
    )
    study = load_study(file)
    assert isinstance(study, Study)
    assert [name for name, _ in study.asked().knock_outs] == ["jump", "hand"]
    told = playout.run_study(file)
    assert told.sentence().startswith("It raises the number of cards left by about ")
    assert told.figures() == []
    file.write_text('game = "the-game"\nknock_out = ["jmp=0"]\n', encoding="utf-8")
    with pytest.raises(PlayoutError, match=r"worth\.toml, line 1: .*no rule option 'jmp'"):
        load_study(file)
