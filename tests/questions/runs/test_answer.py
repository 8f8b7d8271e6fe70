"""The rows of a run: factors, games, and an estimate of every measure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import playout
from playout.questions.runs import Answer
from playout.report.estimates import interval_of


def test_a_measure_that_has_the_name_of_a_factor_has_a_field_of_its_own() -> None:
    given: dict[str, Any] = {"rounds": [2, 5], "set": 6, "target": 60, "players": 3}
    answer = playout.run("mexican-train", strategy="random", games=40, seed=1, **given)
    frame = answer.to_pandas()
    assert frame["rounds"].tolist() == [2, 5]
    assert (frame["mean_rounds"] < frame["rounds"]).any()
    assert {"mean_rounds_low", "mean_rounds_high"} <= {*frame.columns}
    assert "mean_rounds" in {*answer.to_pandas(form="long")["measure"]}
    assert "mean rounds" in answer.to_text(200, measures=["rounds"])
    assert {"rounds", "mean_rounds", "count"} <= {*answer.distribution("rounds").columns}


def test_an_interval_is_computed_once_however_often_an_answer_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = playout.run("the-game", players=[1, 2], strategy="greedy", games=40, seed=1)
    computed = list[Any]()

    def noted(*given: Any, **named: Any) -> Any:
        computed.append(given)
        return interval_of(*given, **named)

    monkeypatch.setattr("playout.questions.runs.found.interval_of", noted)
    assert answer.to_text() == answer.to_text()
    assert answer.data() == answer.data()
    assert len(computed) == 2 * len(answer.found.estimated)


def test_numbers_of_games_that_differ_have_room_in_every_table() -> None:
    given: dict[str, Any] = {"players": [2, 3], "strategy": ["random", "greedy"], "set": 6}
    same = playout.run("mexican-train", games=20, target=30, **given)
    fewer = playout.run("mexican-train", games=10, target=30, **given).found.tallies[3:]
    stopped = Answer(replace(same.found, tallies=[*same.found.tallies[:3], *fewer]))
    for width in (60, 80):
        assert "  games  20\n" in same.to_text(width)
        lines = stopped.to_text(width).splitlines()
        head = next(k for k, line in enumerate(lines) if line.startswith("players  strategy"))
        assert lines[head].split()[2] == "games"
        assert [line.split()[2] for line in lines[head + 2 : head + 6]] == ["20", "20", "20", "10"]
        assert any(" hidden: " in line for line in lines)
        assert max(map(len, lines)) <= width


@pytest.fixture(scope="module")
def answer() -> Any:
    return playout.run("the-game", players=[1, 2], strategy="quick", games=400, seed=1)


def test_why_games_ended_is_counted_for_each_reason(answer: Any) -> None:
    row = answer[1]
    reasons = ["ending_won", "ending_stuck", "ending_conceded"]
    assert sum(row[f"{name}_games"] for name in reasons) == 400
    assert row["ending_won"] == row["win"]
    assert (row["ending_won_low"], row["ending_won_high"]) == (row["win_low"], row["win_high"])
    assert row["ending_conceded_high"] == pytest.approx(1 - 0.025 ** (1 / 400))
    counts = answer.distribution("ending")
    assert counts.groupby("players")["count"].sum().tolist() == [400, 400]
    assert set(counts["ending"]) == {"won", "stuck"}
    assert {*reasons} <= set(answer.to_pandas(form="long")["measure"])


def test_the_median_and_the_95th_percentile_are_values_that_were_seen(answer: Any) -> None:
    seen = answer.distribution("cards_left").query("players == 2")
    values = np.repeat(seen["cards_left"].to_numpy(), seen["count"].to_numpy())
    row = answer[1]
    assert row["cards_left_median"] == np.quantile(values, 0.5, method="inverted_cdf")
    assert row["cards_left_p95"] == np.quantile(values, 0.95, method="inverted_cdf")
    ordered = np.sort(values)
    assert (row["cards_left_p95_low"], row["cards_left_p95_high"]) == (ordered[370], ordered[388])
    assert "win_median" not in row


def test_people_see_endings_and_quantiles_if_they_ask(answer: Any) -> None:
    assert "median" not in answer.to_text(80)
    assert "stuck" not in answer.to_text(80)
    asked = answer.to_text(80, measures=["cards_left"])
    assert "cards left median" in " ".join(asked.split())
    assert "ending stuck" in answer.to_text(120, measures=["ending"])
    one = answer.to_text(120, measures=["ending_stuck"])
    assert "ending stuck" in one
    assert "ending won" not in one
    assert "cards left p95" in answer.to_text(None, measures=["all"])


def test_a_category_is_drawn_as_the_share_of_each_word_or_one_of_them_as_a_rate(
    answer: Any,
) -> None:
    figure = answer.plot("ending")
    ticks = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert ticks == ["won", "stuck", "conceded"]
    rate = answer.plot("ending_stuck")
    assert rate.axes[0].get_ylabel() == "ending stuck (%)"


@pytest.mark.slow
def test_the_quantile_of_a_seat_does_not_follow_from_the_mean_of_several() -> None:
    table: dict[str, Any] = {"players": 2, "set": 6, "rounds": 1, "games": 62}
    together = playout.run("mexican-train", **table)
    alone = playout.run("mexican-train", **table, by="seat")
    assert math.isnan(together[0]["points_median"])
    assert together.to_dict()["rows"][0]["points_median"] is None
    assert alone[0]["points_median"] >= 0
    assert together[0]["turns_median"] == alone[0]["turns_median"]


def test_after_a_precision_quantiles_have_anytime_valid_intervals(answer: Any) -> None:
    asked: dict[str, Any] = {"players": 2, "strategy": "quick", "max_games": 400}
    anytime = playout.run("the-game", **asked, precision=0.0001)
    fixed, row = answer[1], anytime[0]
    assert row["cards_left_p95"] == fixed["cards_left_p95"]
    assert row["cards_left_p95_low"] < fixed["cards_left_p95_low"]
    assert row["cards_left_p95_high"] > fixed["cards_left_p95_high"]
