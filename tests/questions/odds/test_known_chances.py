"""Odds that are known exactly: counted ones agree, and where odds can be exact, they are."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.games.hex.exact import count_fillings
from playout.games.hex.rules import col_of, row_of
from playout.games.pig.exact import expected_alone
from playout.games.pig.rules import HOLD, ROLL
from playout.games.yahtzee.optimum import expected_score
from playout.questions.odds import Asked, ask
from tests.questions.odds.counting import check, counted, doors
from tests.reference import pig as pig_reference


@pytest.mark.thorough
def test_random_turn_hex_has_the_chances_of_all_fillings() -> None:
    asked, found = counted(20_000, game="hex", rows=3, strategy="random")
    rates = {}
    for move in asked.moves:
        stones = np.zeros((3, 3), np.int8)
        stones[row_of(move), col_of(move)] = 1 + asked.seat
        rates[move] = count_fillings(stones).win_rate(0.5)
    assert [rates[move] for move in asked.moves] == [rates[move] for move in asked.equals]
    assert len(asked.judged) == 5  # of nine cells
    for k, move in enumerate(asked.judged):
        check(found, k, rates[move])
    check(found, len(asked.judged), float(np.mean([*rates.values()])))
    assert found.chosen.min() > 0
    assert found.chosen.sum() == found.games


@pytest.mark.slow
def test_pig_has_the_chances_of_its_equations() -> None:
    hold = pig_reference.hold_at(20, 50)
    win = pig_reference.chances((hold, hold), 50)

    def held(own: int, other: int, total: int) -> Fraction:
        return Fraction(1) if own + total >= 50 else 1 - win(1, other, own + total)

    def rolled(own: int, other: int, total: int) -> Fraction:
        lost = 1 - win(1, other, own)
        after = [
            (held if hold(own, other, t) else rolled)(own, other, t)
            for t in range(total + 2, total + 7)
        ]
        return (lost + sum(after)) / 6

    for own, other, total in ((20, 30, 18), (10, 40, 22), (0, 0, 12)):
        scores = f"scores={own},{other}" if own or other else ""
        asked, found = counted(
            8_000,
            game="pig",
            goal=50,
            strategy="hold",
            position=f"{scores} turn_total={total}".strip(),
        )
        assert asked.moves == tuple(sorted((ROLL, HOLD)))
        for k, move in enumerate(asked.moves):
            check(found, k, float((rolled if move == ROLL else held)(own, other, total)))


def test_pig_is_exact_where_its_equations_are() -> None:
    hold = pig_reference.hold_at(20, 50)
    win = pig_reference.chances((hold, hold), 50)
    given: dict[str, Any] = {"strategy": "hold", "goal": 50}
    for own, other, total in ((20, 30, 18), (0, 0, 12), (30, 35, 0)):
        position = f"scores={own},{other} turn_total={total}" if own else f"turn_total={total}"
        answer = playout.odds("pig", position=position, **given)
        assert (answer.games, answer.complete) == (0, True)
        assert all(row["value_low"] == row["value"] == row["value_high"] for row in answer)
        values = dict(zip(answer["move"], answer["value"], strict=True))
        if total:
            assert values["hold"] == pytest.approx(float(1 - win(1, other, own + total)), abs=1e-9)
        else:
            assert values == {"roll": pytest.approx(float(win(0, own, other)), abs=1e-9)}
        sampled = playout.odds("pig", position=position, games=4_000, **given)
        for row in sampled:
            assert row["value_low"] <= values[row["move"]] <= row["value_high"]
    sentence = answer.sentence()
    assert sentence.startswith(
        "With the strategy hold, the winning chance of the player to move (scores "
    )
    assert " is exactly " in sentence
    assert "The only legal move is roll" in sentence
    assert (
        "Exact: calculated over everything that can happen from here, not simulated"
        in answer.caption()
    )
    assert answer.facts()["interval"] == "exact"
    assert answer.figures()[0].svg().startswith("<svg")
    assert Asked.restored(answer.found.asked.canonical(), 0) == answer.found.asked


@pytest.mark.slow
def test_pig_alone_is_exact_too() -> None:
    start = playout.odds("pig", players=1, strategy="hold")
    assert start.chance.estimate == pytest.approx(expected_alone("hold")["turns"], abs=1e-9)
    later: dict[str, Any] = {"players": 1, "position": "scores=80 turn_total=15 turns=7"}
    late = playout.odds("pig", strategy="hold", **later)
    sampled = playout.odds("pig", strategy="hold", **later, games=2_000)
    values = dict(zip(late["move"], late["value"], strict=True))
    for row in sampled:
        assert row["value_low"] <= values[row["move"]] <= row["value_high"]


def test_an_exact_answer_is_saved_as_others_are(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"strategy": "optimal", "position": "scores=90,90 turn_total=5"}
    path = tmp_path / "a.run"
    one = playout.odds("pig", **asked, save=path)
    assert one.best == "roll"
    assert playout.load_run(path) == one
    assert playout.odds("pig", **asked, save=path) == one


@pytest.mark.slow
def test_hex_is_exact_where_all_fillings_are_counted() -> None:
    answer = playout.odds("hex", rows=2, strategy="exact")
    assert {*answer["move"]} == {"a1 or b2", "b1 or a2"}
    stones = np.zeros((2, 2), np.int8)
    stones[0, 1] = 1 + answer.facts()["seat"]
    value = count_fillings(stones).win_rate(0.5)
    assert value in answer["value"]
    assert playout.odds("hex", rows=2, strategy="random", games=5).games == 5


MEASURES = (
    "conquered",
    "attackers_left",
    "defenders_left",
    "rounds",
    "attackers_lost",
    "defenders_lost",
)


@pytest.mark.thorough
def test_risk_is_exact() -> None:
    for position in ("attackers=3 defenders=2", "attackers=9 defenders=7"):
        for measure in MEASURES:
            one = playout.odds("risk-battle", position=position, measure=measure)
            assert one.games == 0
            many = playout.odds("risk-battle", position=position, measure=measure, games=1_000)
            assert many.chance.low <= one.chance.estimate <= many.chance.high


@pytest.mark.thorough
def test_yahtzee_is_exact_from_its_table_of_best_play() -> None:
    total = 0.0
    for dice in combinations_with_replacement(range(1, 7), 5):
        ways = factorial(5) // prod(factorial(dice.count(face)) for face in range(1, 7))
        text = ",".join(map(str, dice))
        total += ways * playout.odds("yahtzee", position=f"dice={text} throws=1").chance.estimate
    assert total / 6**5 == pytest.approx(expected_score(), abs=1e-9)
    answer = playout.odds("yahtzee", position="dice=3,3,3,4,5 throws=2")
    assert answer.best == "keep 3 3 3"
    assert len(answer.found.asked.moves) == 28
    assert answer["move"][1] == "keep 3 3 3 4 or keep 3 3 3 5"  # which are worth the same
    assert answer.sentence().startswith(
        "With the strategy optimal, the average final score from here (no boxes filled, with "
        "the dice 3, 3, 3, 4 and 5, after throw 2) is exactly 253.86 points. "
    )
    last = playout.odds("yahtzee", position="dice=3,3,3,4,5 throws=3")
    assert last.best == "threes"


@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        ("{0: 0.5}", "game '.*doors': its exact_moves must return a number for each legal move"),
        ("1 / 0", "game '.*doors': its exact_moves"),
    ],
)
def test_exact_values_of_an_own_game_are_checked(
    tmp_path: Path, returned: str, sentence: str
) -> None:
    game = doors(tmp_path, exact=f"lambda view, rules, players, measure: {returned}")
    with pytest.raises(PlayoutError, match=sentence):
        ask(game, strategy=f"{game}:first")


@pytest.mark.slow
def test_armies_that_were_chosen_are_shown_with_an_exact_chance() -> None:
    answer = playout.odds("risk-battle", attackers=8, defenders=6)
    assert answer.sentence() == (
        "In a game that begins with 8 attackers, 6 defenders, the chance of 'conquered' "
        "(no defender is left) is exactly 72.96 %. There is nothing to choose."
    )


def test_an_own_game_may_say_what_its_moves_are_worth(tmp_path: Path) -> None:
    exact = "lambda view, rules, players, measure: {0: .375, 1: .375, 2: .375, 3: .75}"
    game = doors(tmp_path, exact=exact)
    answer = playout.odds(game, strategy=f"{game}:first")
    assert answer["move"] == ["window", "left, middle or right door"]
    assert answer["value"] == [0.75, 0.375]
    assert answer["usual"] == [0, 1]
    assert answer.sentence() == (
        f"In a game that begins with left 2, with the strategy {game}:first, "
        "the winning chance is exactly 37.50 %. The best move is window with 75.00 %, "
        "37.50 percentage points ahead of left door, the strategy's own choice."
    )
    by_chance = playout.odds(game)  # with `random`, which makes any move
    assert by_chance.chance.estimate == pytest.approx((3 * 0.375 + 0.75) / 4)
    assert sum(by_chance["usual"]) == pytest.approx(1.0)
    assert playout.odds(game, games=100).games == 100
