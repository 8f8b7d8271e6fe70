"""Factors make rows as they are meant, or are refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from playout.questions.runs import Asked, Study
from tests.playing import refused


def asked(**more: Any) -> Asked:
    return Study(**{"game": "the-game", "factors": {"strategy": ["greedy"]}, **more}).asked()


def test_rows_are_all_combinations_the_first_factor_slowest() -> None:
    found = asked(factors={"hand": [5, 6], "strategy": ["greedy", "combo"]}, rules={"jump": 0}).rows
    assert [list(row.factors.items()) for row in found] == [
        [("players", 1), ("strategy", name), ("jump", 0), ("hand", hand)]
        for name, hand in [("greedy", 5), ("greedy", 6), ("combo", 5), ("combo", 6)]
    ]
    assert all(row.rules["jump"] == 0 for row in found)


def test_every_seat_of_a_row_is_taken() -> None:
    for row in asked(factors={"players": [1, 3, 7], "strategy": ["combo"]}).rows:
        assert len(row.players) == row.factors["players"]


@pytest.mark.parametrize(
    ("factors", "sentence"),
    [
        ({"strategy": ["greedy"], "players": [2, 3, "2"]}, "players: a value is given twice"),
        ({"strategy": ["greedy", "greedy"]}, "strategy: a value is given twice"),
        ({"strategy": ["greedy"], "playrs": [2]}, "'playrs': did you mean 'players'"),
        ({"strategy": ["greedy"], "hand": [8, 200]}, "hand=200: must be from 1 to 64"),
        (
            {"strategy": ["greedy"], "hand": [60], "players": [2]},
            "needs 120 cards, but the deck has 98",
        ),
    ],
)
def test_factors_that_cannot_be_played_are_refused_in_a_sentence(
    factors: dict[str, list[int | str]], sentence: str
) -> None:
    refused(sentence, asked, factors=factors)


def test_a_rule_cannot_be_fixed_and_a_factor() -> None:
    refused(
        "hand is both a factor and a fixed rule", asked, factors={"hand": [5]}, rules={"hand": 6}
    )
