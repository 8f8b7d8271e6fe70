"""A run beside what its game knows exactly."""

from __future__ import annotations

import math
from typing import Any

import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.words.errors import NotExact
from playout.games.risk_battle.exact import battle
from playout.games.snakes_and_ladders.exact import race
from playout.lists import find_study
from playout.questions.answers import load_study
from playout.questions.runs.known_values import published
from playout.questions.runs.study import Study
from playout.report.page import BRIEF
from tests.playing import played_study


@pytest.mark.slow
def test_one_row_is_told_with_all_its_measures() -> None:
    answer = playout.run("risk-battle", attackers=3, defenders=3, games=2_000, seed=1)
    rows = {row["measure"]: row for row in answer.to_dict()["exact"]}
    left, lost = ["attackers_left", "defenders_left"], ["attackers_lost", "defenders_lost"]
    assert list(rows) == ["conquered", *left, "rounds", *lost]
    found = battle(3, 3)
    assert rows["conquered"]["exact"] == found.conquered
    assert rows["rounds"]["exact"] == found.rounds
    se = math.sqrt(found.conquered * (1 - found.conquered) / 2_000)
    row = rows["conquered"]
    assert row["difference"] == pytest.approx((row["here"] - row["exact"]) / se)
    assert "Compared with the exact values" in answer.to_text()


@pytest.mark.slow
def test_few_rows_are_told_with_all_their_measures() -> None:
    answer = playout.run("snakes-and-ladders", players=[1, 2, 3], games=50, seed=1)
    rows = answer.to_dict()["exact"]
    assert [row["measure"] for row in rows] == ["throws", "rounds"] * 3
    assert [row["exact"] for row in rows[1::2]] == [race(players=n)[1] for n in (1, 2, 3)]


def test_more_rows_are_told_by_their_first_measure_and_seats_by_theirs() -> None:
    four = playout.run("risk-battle", attackers=[1, 2, 3, 4], games=50, seed=1)
    assert [row["measure"] for row in four.to_dict()["exact"]] == ["conquered"] * 4
    seats = playout.run("snakes-and-ladders", players=3, by="seat", games=50, seed=1)
    rows = seats.to_dict()["exact"]
    assert [row["exact"] for row in rows] == pytest.approx(race(players=3)[0])
    assert [row["seat"] for row in rows] == [0, 1, 2]


def test_seats_that_move_on_are_known_by_their_mean() -> None:
    line_up = playout.run("snakes-and-ladders", seats="throw,random", by="seat", games=50, seed=1)
    wins, rows = race(players=2)[0], line_up.to_dict()["exact"]
    assert len(rows) == 4  # each strategy on each seat
    assert [row["exact"] for row in rows] == pytest.approx([wins[row["seat"]] for row in rows])


def test_what_was_never_seen_has_the_error_of_its_exact_rate() -> None:
    row = playout.run("risk-battle", attackers=1, defenders=40, games=50).to_dict()["exact"][0]
    assert row["here"] == 0
    assert -1e-3 < row["difference"] < 0


def test_games_that_know_nothing_are_told_without() -> None:
    answer = playout.run("hex", rows=3, games=20)
    assert "exact" not in answer.to_dict()


def test_a_study_may_say_what_is_exact() -> None:
    study = Study(
        title="t",
        question="q",
        game="risk-battle",
        games=50,
        answer="{{ row().exact('conquered') }} and {{ row().exact('rounds') }}",
    )
    assert played_study(study).sentence() == "56.7593 % and 8.21341"
    with pytest.raises(playout.PlayoutError, match="exact: hex does not know 'win'"):
        played_study(
            Study(title="t", question="q", game="hex", answer="{{ row().exact('win') }}", games=20)
        ).sentence()


def test_the_answers_of_games_of_chance_say_what_is_exact_in_sentences_of_their_own() -> None:
    names = ("risk-battle", "snakes-and-ladders")
    risk, snakes = (
        played_study(load_study(find_study(name)).changed(games=20, seed=1)).sentence()
        for name in names
    )
    assert ". The exact chances are 41.6667, 50.6203, 56.7593 and 63.3432 %. Seven " in risk
    told = risk.split(" up or down. ")[1]  # without what is said of few games
    assert len(told.split(". The exact")[0]) < BRIEF  # the page of answers shows all of it
    assert snakes.startswith("20 games each are too few to be precise: percentages here may be off")
    assert snakes.endswith(" rounds, exactly 21.8445.")


def test_a_game_of_one_strategy_asks_who_sits_where() -> None:
    answer = playout.run("snakes-and-ladders", players=2, games=50, seed=1)
    assert "playout run snakes-and-ladders --players 2 --by seat" in answer.caption()
    assert "equal share" not in playout.run("snakes-and-ladders", games=50).caption()
    with pytest.raises(playout.PlayoutError, match="there is nothing to decide"):
        playout.tournament("snakes-and-ladders", strategies="throw", players=2)


def test_published_rows_may_leave_out_what_another_one_says() -> None:
    found = playout.run("the-game", players=[1, 2], strategy="random", games=40).found
    of_one, of_other = {"players": 2}, {"strategy": "random"}
    theirs: Any = [{**factors, "win": 0.1, "se": 0.01} for factors in (of_one, of_other)]
    table = published(found, theirs)
    assert [(row["players"], row["strategy"]) for row in table.rows] == [
        (2, "random"), (1, "random"), (2, "random"),
    ]  # fmt: skip
    assert "random" in table.html("theirs")


def test_what_was_counted_is_told_although_exact_values_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(vars(find_game("risk-battle")), "exact", lambda rules, players: 7)
    with pytest.warns(NotExact, match="its exact must return numbers by names of measures, not"):
        told = str(playout.run("risk-battle", games=20))
    assert "20 games in" in told
    assert "Compared with the exact values" not in told
