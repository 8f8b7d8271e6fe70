"""Rows that are a full grid are found; what is none is refused with one sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from playout.engine.words.errors import PlayoutError
from playout.questions.runs import Asked, Study, ask
from playout.questions.runs.effects.grid import Design, grid


def of(asked: Asked, measure: str | None = None, **where: Any) -> Design:
    return grid(asked.game, asked.rows, asked.game.measure(measure), where)


def levels(found: Design) -> dict[str, tuple[Any, ...]]:
    return {factor.name: factor.levels for factor in found.factors}


def test_a_grid_has_its_factors_and_rows_in_order() -> None:
    asked = ask("the-game", players=[2, 1], strategy=["greedy", "combo"], hints=["none"])
    found = of(asked)
    assert levels(found) == {"players": (2, 1), "strategy": ("greedy", "combo")}
    assert found.rows == [0, 1, 2, 3]
    assert [factor.numeric for factor in found.factors] == [True, False]


def test_a_part_of_a_grid_is_one() -> None:
    asked = ask("the-game", players=[1, 2], strategy=["greedy", "combo"], hand=[5, 6])
    found = of(asked, strategy="combo")
    assert levels(found) == {"players": (1, 2), "hand": (5, 6)}
    assert found.rows == [2, 3, 6, 7]


def test_the_effect_of_a_chance_is_told_for_a_tenth() -> None:
    (p,) = of(ask("hex", p=[0.4, 0.5])).factors
    assert (p.numeric, p.per) == (True, 0.1)


def test_strategies_at_one_table_are_a_factor_of_what_each_has_for_itself() -> None:
    asked = ask("mexican-train", seats="greedy,random", tiles=[5, 6])
    assert levels(of(asked, "win")) == {"strategy": ("greedy", "random"), "tiles": (5, 6)}
    assert levels(of(asked, "turns")) == {"tiles": (5, 6)}
    assert of(asked, "turns").rows == [0, 2]


def test_a_seat_is_no_quantity() -> None:
    asked = ask("mexican-train", seats="greedy,greedy,random", by="seat")
    (strategy, seat) = of(asked).factors
    assert seat.levels == ("0", "1", "2")
    assert not seat.numeric
    assert strategy.levels == ("greedy", "random")


def test_what_follows_from_a_case_or_a_line_up_is_no_factor() -> None:
    cases: Any = {"alone": {"players": 1}, "two talk": {"players": 2, "hints": "marks"}}
    study = Study(game="the-game", cases=cases)
    assert levels(of(study.asked())) == {"case": ("alone", "two talk")}
    seats = ["greedy,random", "greedy,random,random"]
    asked = ask("mexican-train", seats=seats)
    assert levels(of(asked)) == {"seats": tuple(seats), "strategy": ("greedy", "random")}
    assert levels(of(asked, "turns")) == {"seats": tuple(seats)}


@pytest.mark.parametrize(
    ("options", "where", "said"),
    [
        ({}, {}, "effects: all rows have the same rules and strategy; give an option at least"),
        ({"players": [1, 2]}, {"players": 2}, "effects: all rows have the same rules and"),
        ({"players": [1, 2]}, {"players": 3}, "effects: no row has players=3"),
        ({"players": [1, 2]}, {"palyers": 2}, "effects of 'palyers': did you mean 'players'?"),
    ],
)
def test_what_has_no_effects_is_refused(options: Any, where: Any, said: str) -> None:
    with pytest.raises(PlayoutError, match=f"^no {re.escape(said)}"):
        of(ask("the-game", **options), **where)


def test_line_ups_of_other_strategies_are_no_grid() -> None:
    asked = ask("mexican-train", seats=["careful,random", "careful,greedy"])
    said = "^no effects: some combinations are missing; none has seats=careful,random, strategy="
    with pytest.raises(PlayoutError, match=said):
        of(asked)
