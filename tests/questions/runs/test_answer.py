"""The rows of a run: factors, games, and an estimate of every measure."""

from __future__ import annotations

from typing import Any

import playout


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
