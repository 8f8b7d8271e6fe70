"""The course of games: counts by step, the lead, the answer in words, table, picture and data."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.play.courses import play_courses
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.questions.course import ask
from playout.questions.course.asked import read_by
from playout.questions.course.job import leads
from playout.stats.intervals import mean_interval, rate_interval
from playout.stats.tally import Histogram
from tests.command import mistake, printed, printed_json

PIG = "course pig --strategy hold+random --games 300 --seed 4"


@pytest.fixture(scope="module")
def rivals() -> Any:
    return playout.course("pig", strategy="hold+random", games=300, seed=4)


@pytest.fixture(scope="module")
def cards() -> Any:
    return playout.course("the-game", strategy="greedy", players=2, games=300, seed=4)


def course_of(game: str, strategy: str, players: int) -> tuple[Any, Any, Any]:
    rules = find_game(game).with_options({"players": players})
    return play_courses(rules, find_players(rules, strategy), 4, 0, 300, steps=100)


@pytest.mark.slow
def test_the_rows_are_means_of_all_games_and_of_those_that_run(cards: Any) -> None:
    course, lengths, outcomes = course_of("the-game", "greedy", 2)
    frame = cards.to_pandas()
    assert frame["step"].tolist() == [*range(lengths.max() + 1)]
    for step, row in enumerate(cards):
        here = lengths >= step
        values = course[here, step, 2]
        kept = np.concatenate([values, outcomes[~here, 2]])
        assert row["games"] == here.sum()
        assert row["running"] == here.mean()
        assert row["cards_left"] == pytest.approx(kept.mean())
        assert row["cards_left_running"] == pytest.approx(values.mean())
        assert row["cards_left_low"] <= row["cards_left"] <= row["cards_left_high"]
        assert row["cards_left_p10"] == np.sort(kept)[29]
        assert row["cards_left_p90"] == np.sort(kept)[269]
    assert cards[0]["cards_left_low"] == cards[0]["cards_left_high"] == 98
    last = playout.run("the-game", strategy="greedy", players=2, games=300, seed=4)
    assert cards[-1]["cards_left"] == last[0]["cards_left"]


def test_the_lead_and_its_changes_are_those_of_every_game_followed_by_hand(rivals: Any) -> None:
    course, lengths, _ = course_of("pig", "hold+random", 2)
    column = rivals.game.column(rivals.game.measure("points"))
    changed, often = np.zeros(lengths.max() + 1, int), []
    for k, length in enumerate(lengths):
        leader, count = None, 0
        for step in range(length + 1):
            one, other = course[k, step, column : column + 2]
            ahead = leader if one == other else int(other > one)
            if leader is not None and ahead != leader:
                changed[step] += 1
                count += 1
            leader = ahead
        often.append(count)
    for step, row in enumerate(rivals):
        interval = rate_interval(int(changed[step]), row["games"])
        ends = ("", "_low", "_high")
        assert tuple(row[f"lead_changes{end}"] for end in ends) == interval
    low, high = mean_interval(Histogram.of(np.array(often)))[1:]
    low, high = np.floor(10 * low) / 10, np.ceil(10 * high) / 10
    assert f"the lead changes somewhere between {low} and {high} times per" in rivals.sentence()


def test_games_that_are_not_followed_to_their_end_say_so_of_the_lead() -> None:
    answer = playout.course("pig", strategy="hold+random", games=300, seed=4, steps=10)
    said = answer.sentence()
    assert " on average the lead changes " in said
    assert said.endswith(" times in the first 10 turns.")
    assert "per game" not in said


def test_the_games_that_ended_are_counted(rivals: Any) -> None:
    half = int(np.sort(course_of("pig", "hold+random", 2)[1])[149])
    ended = rivals.found.ended_by(half)
    part = "Half" if ended <= 165 else f"{ended / 3:.0f} %"
    assert rivals.sentence().endswith(f" {part} of these 300 games ended by turn {half}.")


def test_who_has_least_leads_where_that_wins() -> None:
    values = np.array([[[3, 5, 9], [5, 5, 7], [6, 4, 9], [6, 5, 5], [6, 5, 4]]])
    lengths, last = np.array([4]), values[:, -1]
    lead, changes, often = leads(values, lengths, last, lowest=True, unit=1)
    assert [one.mean for one in lead.here] == [2, 0, 2, 0, 1]
    assert [one.mean for one in changes.here] == [0, 0, 1, 0, 1]
    assert often.here[0].mean == 2


@pytest.mark.slow
def test_people_see_some_steps_in_words_a_table_and_a_picture(rivals: Any, cards: Any) -> None:
    for answer, words in ((rivals, "player 1, hold"), (cards, "cards left")):
        for width in (60, 80):
            text = answer.to_text(width)
            assert max(map(len, text.splitlines())) <= width
        assert words in answer.to_text()
        own, _ = answer.visible_tables()
        assert len(own[0].rows) <= 21
        assert own[0].rows[-1] == answer[-1]
        drawn = answer.figures()[0].svg()
        assert "still going (%)" in drawn
    assert ">player 2, random</text>" in rivals.figures()[0].svg()
    assert "98 at the start" in cards.sentence()
    assert "Half of these 300 games ended by turn" in cards.sentence()


def test_a_step_that_no_game_has_any_more_is_told_apart_from_the_end() -> None:
    answer = playout.course("pig", strategy="hold", games=50, steps=3, measure="throws")
    assert len(answer) == 4
    assert "after 3 turns." in answer.sentence()
    assert answer[-1]["running"] == 1.0


@pytest.mark.thorough
def test_other_quantiles_are_the_ends_of_the_band(cards: Any) -> None:
    shown = cards.showing(quantiles=[0.25, "75%"])
    assert {"cards_left_p25", "cards_left_p75"} <= {*shown.to_pandas()}
    assert "middle 50 % of games" in shown.to_text()
    assert cards.found.length(Fraction(1, 2)) == np.sort(course_of("the-game", "greedy", 2)[1])[149]


@pytest.mark.slow
def test_a_stopped_course_has_intervals_that_hold_at_any_time(cards: Any, tmp_path: Path) -> None:
    file = tmp_path / "c.run"
    playout.course("the-game", strategy="greedy", players=2, games=200, seed=4, save=file)
    more = playout.extend(file, games=300)
    assert more.facts()["interval"] == "anytime-valid"
    assert [row["cards_left"] for row in more] == [row["cards_left"] for row in cards]
    width = [row["cards_left_high"] - row["cards_left_low"] for row in more][10]
    assert width > cards[10]["cards_left_high"] - cards[10]["cards_left_low"]


@pytest.mark.parametrize(
    ("given", "by"),
    [
        ("turn", "turn"),
        ("turns", "turns"),
        ("move", "move"),
        ("throw", "throws"),
        ("round", "round"),
    ],
)
def test_a_step_is_a_word_or_what_a_measure_counts(given: str, by: str) -> None:
    assert read_by(find_game("pig"), given) == by


@pytest.mark.parametrize(
    ("game", "given", "by"),
    [("mexican-train", "round", "rounds"), ("mexican-train", "turn", "turn")],
)
def test_a_game_that_counts_its_rounds_has_these(game: str, given: str, by: str) -> None:
    assert read_by(find_game(game), given) == by


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"by": "points"}, "by='points': choose from move, round, throw, turn"),
        ({"by": None}, ""),
        ({"by": "trun"}, "by='trun': did you mean 'turn'?"),
        ({"measure": "point"}, "there is no measure 'point': did you mean 'points'?"),
        ({"measure": "points<=3"}, "measure='points<=3': the chance of a condition works"),
        ({"steps": 0}, "steps=0: must be from 1 to 1,000"),
        ({"steps": 1001}, "steps=1001: must be from 1 to 1,000"),
        ({"strategy": "hold+hold+hold"}, "3 strategies"),
    ],
)
def test_what_cannot_be_asked_is_refused(given: dict[str, Any], sentence: str) -> None:
    if not sentence:
        assert ask("pig", **given).by == "turn"
        return
    with pytest.raises(PlayoutError) as error:
        ask("pig", **given)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.thorough
def test_with_one_player_whose_turns_nobody_knows_each_move_is_one() -> None:
    answer = playout.course("snakes-and-ladders", players=1, games=20)
    assert "with one player throws are counted" in answer.to_text()
    assert "with one player" not in playout.course("pig", players=1, games=20).to_text()


def test_the_command_prints_writes_and_draws(rivals: Any, tmp_path: Path) -> None:
    csv, plot, book = (tmp_path / name for name in ("c.csv", "c.png", "c.xlsx"))
    text = printed(f"{PIG} --csv {csv} --plot {plot} --xlsx {book}")
    assert rivals.sentence() in text.replace("\n", " ")
    pd.testing.assert_frame_equal(pd.read_csv(csv), rivals.to_pandas(), check_dtype=False)
    assert plot.stat().st_size > 10_000
    assert [*pd.read_excel(book, sheet_name=None)] == ["rows", "about"]
    data = printed_json(f"{PIG} --quantiles 0.5 --json")
    assert "points_seat_0_median" in data["rows"][0]
    assert "overview" not in data
    assert mistake(f"{PIG} --quantiles 2").startswith("playout: --quantiles 2: must be numbers")
    assert "--histogram: only possible with playout run" in mistake(
        f"status {saved(tmp_path)} --histogram points"
    )


def saved(folder: Path) -> Path:
    file = folder / "c.run"
    printed(f"{PIG} --save {file}")
    return file


@pytest.mark.thorough
def test_a_rate_has_no_band_and_is_told_as_one() -> None:
    answer = playout.course("the-game", strategy="greedy", players=2, games=100, measure="win")
    assert (
        ": after 20 turns (both players together) none of these 100 games was won yet; at"
        in answer.sentence()
    )
    text = answer.to_text()
    assert "10 to 90" not in text
    assert "All other columns are about all games" in text
    assert "band" not in answer.figures()[0].svg()
