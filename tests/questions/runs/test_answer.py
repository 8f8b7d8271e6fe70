"""The rows of a run: factors, games, and an estimate of every measure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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
        assert any(line.startswith("for want of room not shown: ") for line in lines)
        assert max(map(len, lines)) <= width
