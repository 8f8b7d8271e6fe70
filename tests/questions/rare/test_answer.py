"""What is said of a rare event follows from its replications."""

from __future__ import annotations

import json
import math
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from playout.questions.rare import Answer, Found, Job, ask
from playout.questions.rare.found import Replication, Replications
from playout.questions.rare.words import large, one_in
from playout.stats.intervals import Interval
from tests.playing import played

TINY: dict[str, Any] = {"low": 1, "high": 9, "hand": 3, "ascending": 1, "descending": 0, "jump": 0}


@cache
def answer() -> Answer:
    """The chance of one order of seven cards, 1 in 5,040."""
    asked = ask("the-game", strategy="random", particles=200, repeats=20, **TINY)
    return Answer(played(Job(asked)))


def of(*estimates: float, complete: bool = True, fixed: bool = True) -> Answer:
    """An answer with these estimates."""
    asked = ask("the-game", strategy="random", particles=10, repeats=10)
    replications = tuple(Replication(one, (0.5, one), (5, 1)) for one in estimates)
    return Answer(Found(asked, Replications(replications), 1.0, complete, fixed))


def test_the_answer_is_one_sentence_with_its_interval() -> None:
    said = of(1e-19, 2e-19, 1.5e-19).sentence()
    assert said == (
        "The Game with 1 player: random wins somewhere between 1 in 2.9 x 10^18 and 1 in "
        "3.9 x 10^19 games."
    )
    assert "95 % interval: 1 in " in of(1e-19, 2e-19, 1.5e-19).caption()


def test_the_answer_warns_where_replications_scatter_too_much() -> None:
    one = of(*[0.0] * 9, 1e-19)
    assert not one.trusted
    assert one.sentence().endswith(". Use more games, such as 10 repeats of 40 (--particles 40).")
    more = 4 * one.found.asked.particles
    assert f" --particles {more} " in one.clearer()
    assert one.clearer("a.run") == one.clearer()  # a saved run keeps its particles
    assert not of(1e-19, 2e-19, 1.5e-19).clearer()


def test_what_is_not_rare_is_sent_to_a_run_of_games() -> None:
    common = of(*[0.02, 0.021, 0.019] * 4)
    run = "playout run the-game --players 1 --strategy random --games 1M"
    assert common.sentence().endswith(
        f"about 1 in 50 games. That is common enough to count in ordinary games: {run}"
    )
    asked = common.found.asked
    plan = SimpleNamespace(tallies=[common.found.counted])
    assert Job(asked).remark(plan).startswith("so far about 1 game in 50. That is common enough")  # type: ignore[arg-type]
    for few in (of(0.02), of(1e-5, 2e-5)):
        plan = SimpleNamespace(tallies=[few.found.counted])
        assert Job(asked).remark(plan) == ""  # type: ignore[arg-type]
        assert "common" not in few.sentence()


def test_nothing_seen_is_nothing_known() -> None:
    none = of(0.0, 0.0, 0.0)
    assert "is not known" in none.sentence()
    assert (none.estimate, none.low, none.high) == (0.0, 0.0, 1.0)
    assert math.isnan(none.games_equivalent)
    assert json.loads(json.dumps(none.data(), allow_nan=False))["high"] == 1.0
    none.plot().draw_without_rendering()


def test_a_stopped_one_says_so() -> None:
    assert of(0.1, 0.2, complete=False).note.startswith("Stopped early. ")


@pytest.mark.parametrize(("estimates", "finished"), [((), "none is"), ((0.1,), "only one is")])
def test_one_that_was_stopped_before_two_replications_knows_nothing(
    estimates: tuple[float, ...], finished: str
) -> None:
    told = of(*estimates, complete=False)
    assert told.sentence() == (
        "The Game with 1 player, random: the chance of winning is not known yet; at least two "
        f"repeats are needed, and {finished} finished."
    )
    numbers = (told.estimate, told.low, told.high, told.scatter, told.games_equivalent)
    assert all(math.isnan(number) for number in numbers)
    assert not told.trusted
    assert not told.complete
    assert told.games == 10 * len(estimates)
    data = json.loads(json.dumps(told.data(), allow_nan=False))
    assert data["estimate"] is None
    assert data["rows"] == []
    assert "nan" not in repr(told)
    told.plot().draw_without_rendering()


def test_a_number_of_replications_that_was_not_fixed_before_is_told() -> None:
    assert "holds only if" not in of(0.1, 0.2).caption()
    assert "holds only if" in of(0.1, 0.2, fixed=False).caption()
    assert "holds only if" in of(0.1, 0.2, complete=False).caption()


@pytest.mark.slow
def test_games_are_those_that_were_begun() -> None:
    assert answer().games == 20 * 200
    assert answer().counted == {"games": 4_000}


def test_a_table_has_a_row_for_each_level() -> None:
    table = answer().to_pandas()
    assert list(table) == ["level", "chance", "low", "high", "survivors", "fewest"]
    assert list(table["level"]) == list(range(1, len(table) + 1))
    assert table["chance"].iloc[0] > table["chance"].iloc[-1] > 0
    assert (table["low"] <= table["chance"]).all()
    assert (table["chance"] <= table["high"]).all()


def test_games_equivalent_has_the_same_standard_error() -> None:
    one = answer()
    p, error = one.estimate, one.estimate * one.scatter / math.sqrt(one.repeats)
    assert math.sqrt(p * (1 - p) / one.games_equivalent) == pytest.approx(error, rel=1e-9)


def test_it_is_shown_as_text_and_picture() -> None:
    one = answer()
    assert repr(one).startswith(one.sentence())
    assert "<svg" in one._repr_html_()
    assert one.plot().axes[0].get_yscale() == "log"
    assert json.loads(json.dumps(one.data(), allow_nan=False))["repeats"] == 20


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        ((0.5, 0.4, 0.6), "1 in 2"),
        ((0.0138, 0.0130, 0.0146), "1 in 72"),
        ((1 / 5040, 1 / 5300, 1 / 4800), "1 in 5,000"),
        ((3.1e-20, 2.6e-20, 3.6e-20), "1 in 3.2 x 10^19"),
        ((2.5e-7, 2.4e-7, 2.6e-7), "1 in 4 million"),
        ((1 / 34.4, 1 / 44.5, 1 / 33.9), "1 in 34"),  # 30 would lie outside
        ((1 / 1_234_567, 1 / 1_234_580, 1 / 1_234_560), "1 in 1.23457 million"),
    ],
)
def test_chances_are_said_as_one_in_so_many(chance: tuple[float, float, float], text: str) -> None:
    assert one_in(Interval(*chance)) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (72.5, "72.5"),
        (5040.0, "5,040"),
        (999_999.0, "1 million"),
        (3.2e9, "3.2 billion"),
        (3.2e12, "3,200 billion"),
        (1e15, "1 x 10^15"),
        (3.9e19, "3.9 x 10^19"),
        (3.2e27, "3.2 x 10^27"),
    ],
)
def test_a_large_number_is_written_in_words_that_people_read(number: float, text: str) -> None:
    assert large(number) == text
