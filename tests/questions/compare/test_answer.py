"""A comparison says its verdict in a sentence, a table, a picture and JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import playout
from playout.questions.compare import Answer, Found, ask
from playout.questions.compare.found import Look, difference_interval
from playout.questions.compare.plots import draw
from playout.report.figures import PAGE, PHONE
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
    assert said == (
        "The Game with 2 players: combo is better than greedy; it wins about 42 percentage points "
        "more often (1,200 games each)."
    )
    alike = answer(YES + NO, YES[:500] + NO[:100] + NO)
    assert alike.found.ratio == pytest.approx(6.45, abs=0.01)
    saved = "Using the same deals for both sides saved about 85 % of the games (variance ratio 6.4"
    assert saved in alike.caption()
    turned = answer(NO + NO[:500] + YES[:100], YES + NO)
    assert turned.verdict == "B better"
    assert "greedy is better than combo; it wins about 42 percentage points" in turned.sentence()


def test_of_a_measure_to_be_small_the_lower_side_is_better() -> None:
    found = answer([10, 12] * 400, [15, 17] * 400, measure="cards_left")
    assert found.verdict == "A better"
    assert "combo is better than greedy; it has between 4.11 and 5.80" in found.sentence()
    assert " fewer cards left on average (800 games each)." in found.sentence()


def test_a_measure_that_is_neither_good_nor_bad_is_higher_or_lower() -> None:
    options = {"a": "random", "b": "sequence", "measure": "draws", "rounds": 1}
    found = answer([9, 8] * 400, [5, 4] * 400, "mexican-train", **options)
    assert found.verdict == "A higher"
    assert ": random has between 3.18 and 4.75" in found.sentence()
    assert " more draws on average than sequence (800 games each)." in found.sentence()


def test_equal_is_said_with_the_margin_and_undecided_with_what_is_known() -> None:
    equal = answer([1, 0] * 20_000, [1, 0] * 20_000, margin=0.01)
    assert equal.verdict == "equal"
    assert (
        ": combo and greedy count as equal: the win rate differs by less than the margin of 1 "
        "percentage point (" in equal.sentence()
    )
    assert "same deals for both" not in equal.caption()  # it never differs
    open_ = answer([1, 0] * 30, [0, 1] * 30)
    assert open_.verdict == "undecided"
    assert open_.sentence() == (
        "The Game with 2 players: no verdict yet after 60 games each; combo may win anything from "
        "41 percentage points less often to 41 more often than greedy."
    )
    assert open_.found.ratio < 1  # the same deals took more games, which is no boast
    assert "\nUsing the same deals for both sides saves no games (" in open_.caption()


def test_a_wide_difference_has_both_ends() -> None:
    few = answer(YES[:60] + NO[:60], NO[:110] + YES[:10])
    assert few.sentence() == (
        "The Game with 2 players: combo is better than greedy; it wins between 20 and 60 "
        "percentage points more often (120 games each)."
    )


def test_the_sentence_begins_with_what_both_sides_always_did() -> None:
    never = answer(NO, NO)
    assert ": none of the 1,200 games was won, so there is no verdict yet; " in never.sentence()
    every = answer([1] * 20_000, [1] * 20_000)
    assert every.sentence() == (
        "The Game with 2 players: all 40,000 games were won; combo and greedy count as equal: the "
        "win rate differs by less than the margin of 0.5 percentage points (20,000 games each)."
    )
    excellent = answer(NO, NO, measure="excellent")
    assert ": none of the 1,200 games reached 'excellent', so " in excellent.sentence()
    rules: dict[str, Any] = {"a": None, "b": None, "strategy": "random", "a_rules": "p=0.6"}
    seat = answer(NO, NO, "hex", **rules).sentence()
    one = "player 1 (joins top and bottom)"
    assert f": {one} won none of the 1,200 games, so there is no verdict yet; {one} " in seat


def test_a_rule_is_named_by_its_value_and_whom_the_measure_is_about_by_the_seat() -> None:
    options: dict[str, Any] = {"a": None, "b": None, "strategy": "combo"}
    options["a_rules"] = "min_cards=1"
    said = answer(YES, NO, **options).sentence()
    assert said.startswith(
        "The Game with 2 players: combo wins about 100 percentage points more often with "
        "min_cards=1 than with the usual min_cards=2 ("
    )
    hexed: dict[str, Any] = {
        "strategy": "random",
        "a_rules": "p=0.6",
        "a": None,
        "b": None,
        "rows": 5,
    }
    told = answer(YES, NO, "hex", **hexed).sentence()
    assert told.startswith("Random-turn Hex (rows=5, cols=5), random: player 1 (joins ")
    assert " percentage points more often with p=0.6 than with the usual p=0.5 (" in told


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (YES + NO, NO + NO, "wins about 50 percentage points more often"),
        (NO + NO, YES + NO, "wins about 50 percentage points less often"),
        ([1, 0] * 20_000, [1, 0] * 20_000, "makes no difference larger than 0.5 percentage points"),
        (
            [1, 0] * 30,
            [0, 1] * 30,
            "may win anything from 41 percentage points less often to 41 more",
        ),
        ([], [], "is undecided"),
    ],
)
def test_a_study_can_say_what_the_first_side_does(
    one: list[int], other: list[int], said: str
) -> None:
    assert answer(one, other).does().startswith(said)


def test_sides_are_named_by_what_differs() -> None:
    rules = answer(YES, NO, strategy="combo", a=None, b=None, a_rules="min_cards=1").found.asked
    assert rules.labels == ("min_cards=1", "min_cards=2")
    both = answer(YES, NO, a_rules={"min_cards": 1}, b_rules="hand=5").found.asked
    assert both.labels == ("combo, min_cards=1, hand=7", "greedy, min_cards=2, hand=5")


def test_before_any_game_nothing_is_known() -> None:
    found = answer([], [])
    assert found.sentence() == ("The Game with 2 players: no verdict, because no game was played.")
    assert "Stopped early" in repr(found)
    assert json.loads(json.dumps(found.data()))["ratio"] is None


@pytest.mark.parametrize("width", [PAGE, PHONE])
def test_a_single_look_shows_both_sides(width: float) -> None:
    figure = draw(answer(YES + NO, NO + NO[:500] + YES[:100]).found, width)
    figure.draw_without_rendering()
    axes = figure.axes[0]
    bars = [bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle)]
    assert [one for one in bars if one] == pytest.approx([50.0, 100 / 12])
    said = [one.get_text() for one in axes.texts]
    assert any("50.0 %" in text for text in said)
    assert any("8.3 %" in text for text in said)


def test_python_has_the_numbers_the_looks_and_a_picture() -> None:
    options: dict[str, Any] = {"players": 3, "rounds": 1, "measure": "points", "max_games": 9_000}
    found = playout.compare("mexican-train", a="greedy", b="random", **options)
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
    assert "each played again with exchanged seats" in found.sentence()
    assert "<table" in found._repr_html_()
    again = "played again with the same deals and exchanged seats"
    assert again in " ".join(found.caption().split())
    assert math.isfinite(row["ratio"])


def test_what_is_undecided_says_how_many_deals_may_remain() -> None:
    draw = np.random.default_rng(1)
    a, b = (draw.random(1000) < rate for rate in (0.5, 0.46))
    found = answer(list(a), list(b))
    assert found.verdict == "undecided"
    more = found.remaining
    assert more is not None
    assert 0 < more.low < more.estimate < more.high
    assert "more pairs of games are expected until a verdict (" in found.caption()
    assert "pairs of games are expected until a verdict (80 % chance: " in found.caption()
    data = found.data()
    assert data["remaining"] == more.estimate
    assert data["remaining_low"] == more.low
    json.dumps(data, allow_nan=False)


def test_with_a_verdict_or_few_deals_nothing_is_said_of_what_remains() -> None:
    for told in (answer(YES, NO), answer(YES[:100] + NO[:9], NO[:9] + YES[:100]), answer([], [])):
        assert told.remaining is None
        assert "expected" not in told.caption()
        assert told.data()["remaining"] is None


@pytest.mark.thorough
def test_a_side_that_comes_to_something_more_often_does_so_in_one_clause() -> None:
    sides: dict[str, Any] = {"a_rules": {"attackers": 5}, "b_rules": {"attackers": 9}}
    answer = playout.compare("risk-battle", seed=1, **sides)
    told = answer.sentence()
    assert "the attacker conquers (no defender is left) between " in told
    better = "with attackers=9 than with attackers=5"
    assert f"points more often {better} (256 games each)." in told
