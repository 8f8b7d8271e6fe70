"""A comparison says its verdict in a sentence, a table, a picture and JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

import playout
from playout.questions.compare import Answer, Found, ask
from playout.questions.compare.found import Look, difference_interval
from playout.stats.paired import Paired, Signed
from playout.stats.tally import Histogram


def answer(one: list[int], other: list[int], game: str = "the-game", **options: Any) -> Answer:
    """What is said of values that nobody played."""
    usual: dict[str, Any] = {"a": "combo", "b": "greedy", "players": 2}
    asked = ask(game, **{**usual, **options})
    a, b, unit = np.array(one, np.int64), np.array(other, np.int64), asked.pairing.unit
    counted = Paired(
        len(a),
        (Histogram.of(a, unit), Histogram.of(b, unit)),
        Signed.of(a - b, unit),
        (Signed.of(a, unit), Signed.of(-b, unit)),
    )
    looks = (Look(len(a), difference_interval(asked, counted)),) if one else ()
    return Answer(Found(asked, counted, looks, 1.25, bool(one)))


YES, NO = [1] * 600, [0] * 600


def test_the_better_side_is_named_with_what_it_does_better() -> None:
    found = answer(YES + NO, NO + NO[:500] + YES[:100])
    assert found.verdict == "A better"
    said = found.sentence()
    assert said.startswith("A (combo) is better: it wins 41.7 points more often (35.0 to 48.1)")
    assert "found after 1,200 games each; unpaired it would have taken about" in said
    turned = answer(NO + NO[:500] + YES[:100], YES + NO)
    assert turned.verdict == "B better"
    assert turned.sentence().startswith("B (greedy) is better: it wins 41.7 points more often (35")


def test_of_a_measure_to_be_small_the_lower_side_is_better() -> None:
    found = answer([10, 12] * 400, [15, 17] * 400, measure="cards_left")
    assert found.verdict == "A better"
    assert "A (combo) is better: its mean cards left is 5.0" in found.sentence()
    assert "lower (" in found.sentence()


def test_a_measure_that_is_neither_good_nor_bad_is_higher_or_lower() -> None:
    options = {"a": "random", "b": "sequence", "measure": "draws", "rounds": 1}
    found = answer([9, 8] * 400, [5, 4] * 400, "mexican-train", **options)
    assert found.verdict == "A higher"
    assert "A (random) is higher: its mean draws is 4" in found.sentence()


def test_equal_is_said_with_the_margin_and_undecided_with_what_is_known() -> None:
    equal = answer([1, 0] * 20_000, [1, 0] * 20_000, margin=0.01)
    assert equal.verdict == "equal"
    assert "A (combo) and B (greedy) are equal within 1 points: A wins 0.00" in equal.sentence()
    assert "unpaired" not in equal.sentence()  # it never differs
    open_ = answer([1, 0] * 30, [0, 1] * 30)
    assert open_.verdict == "undecided"
    assert open_.sentence().startswith("Undecided between A (combo) and B (greedy): A wins 0 poi")
    assert "unpaired it takes about 0.5 times as many" in open_.sentence()


def test_sides_are_named_by_what_differs() -> None:
    rules = answer(YES, NO, strategy="combo", a=None, b=None, a_rules="min_cards=1").found.asked
    assert rules.labels == ("min_cards=1", "min_cards=2")
    both = answer(YES, NO, a_rules={"min_cards": 1}, b_rules="hand=5").found.asked
    assert both.labels == ("combo, min_cards=1, hand=7", "greedy, min_cards=2, hand=5")


def test_before_any_game_nothing_is_known() -> None:
    found = answer([], [])
    assert found.sentence() == "undecided: no game was played"
    assert "PARTIAL RESULT" in repr(found)
    assert json.loads(json.dumps(found.data()))["ratio"] is None


def test_python_has_the_numbers_the_looks_and_a_picture() -> None:
    found = playout.compare(
        "mexican-train", a="sequence", b="random", players=3, rounds=1, error=1e-6, max_games=2_000
    )
    assert found.verdict == "A better"
    assert found.complete
    table, looks = found.to_pandas(), found.looks()
    assert len(table) == 1
    row = table.iloc[0]
    assert row["verdict"] == "A better"
    assert row["games"] == 2 * row["deals"] == found.games
    assert (row["difference"], row["difference_low"], row["difference_high"]) == found.interval
    assert row["a_mean"] - row["b_mean"] == pytest.approx(row["difference"])
    assert row["unpaired"] == pytest.approx(row["ratio"] * row["deals"])
    assert list(looks.columns) == ["deals", "difference", "low", "high"]
    assert looks["deals"].iloc[-1] == found.deals
    assert (looks["low"] <= looks["difference"]).all()
    assert isinstance(found.plot(), Figure)
    told = json.loads(json.dumps(found.data()))
    assert told["verdict"] == "A better"
    assert told["sentence"] == found.sentence()
    assert len(told["looks"]) == len(looks)
    assert "each played both ways round" in found.sentence()
    assert '<table class="playout">' in found._repr_html_()
    assert "A and B on half of the seats each and then exchanged" in repr(found)
    assert math.isfinite(row["ratio"])
