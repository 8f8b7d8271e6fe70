"""Policies that are known: from equations written here, and from what others have found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import playout
from tests.questions.policy.test_policy import policy

# ------------------------------------------------------------------ the truth


@cache
def pig(goal: int) -> dict[tuple[int, int, int], tuple[float, float]]:
    """What to roll and to hold are worth, by own score, other score, turn total.

    Value iteration over all of these at once, Neller and Presser (2004), equation 2.
    """
    places = [
        (own, other, total)
        for own, other in product(range(goal), repeat=2)
        for total in range(goal - own)
    ]
    win = dict.fromkeys(places, 0.0)

    def of(own: int, other: int, total: int) -> float:
        return 1.0 if own + total >= goal else win[own, other, total]

    def both(own: int, other: int, total: int) -> tuple[float, float]:
        lost = 1.0 - win[other, own, 0]
        roll = (lost + sum(of(own, other, total + die) for die in range(2, 7))) / 6
        hold = 1.0 if own + total >= goal else 1.0 - win[other, own + total, 0]
        return roll, hold

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for place in places:
            roll, hold = both(*place)
            value = max(roll, hold) if place[2] else roll
            change = max(change, abs(value - win[place]))
            win[place] = value
    ends = [
        (own, other, goal - own + more)
        for own, other in product(range(goal), repeat=2)
        for more in range(1)
    ]
    return {place: both(*place) for place in [*places, *ends]}


def spans(text: str) -> dict[int, str]:
    """The move at each value of ``roll 2..20; hold 21..33``."""
    found = dict[int, str]()
    for part in text.split("; "):
        move, values = re.fullmatch(r"(.*) ([0-9.]+)", part).groups()  # type: ignore[union-attr]
        low, _, high = values.partition("..")
        found |= dict.fromkeys(range(int(low), int(high or low) + 1), move)
    return found


def test_pig_is_what_value_iteration_finds() -> None:
    goal, worth = 14, pig(14)
    answer = policy("pig", goal=goal)
    assert answer.keys == ("scores.0", "scores.1")
    checked = 0
    for row in answer:
        own, other = row["scores.0"], row["scores.1"]
        for total, move in spans(row["moves"]).items():
            roll, hold = worth[own, other, total]
            best = "roll" if roll > hold + 1e-9 else "hold" if hold > roll + 1e-9 else None
            assert move == (best or "roll or hold"), (own, other, total)
            checked += 1
        held = [t for t, move in spans(row["moves"]).items() if "hold" in move]
        assert row["threshold"] == min(held)
        gone = [t for t, move in spans(row["moves"]).items() if t > min(held) and move == "roll"]
        assert row["is_simple"] is not bool(gone)
    assert checked > 1000


def test_values_of_pig_are_what_value_iteration_finds() -> None:
    worth = pig(14)
    answer = policy("pig", goal=14, where={"turn_total": 4}, show="value")
    assert answer.found.switch is None
    for row in answer:
        roll, hold = worth[row["scores.0"], row["scores.1"], 4]
        assert row["value"] == pytest.approx(max(roll, hold), abs=1e-8)
        assert row["ahead"] == pytest.approx(abs(roll - hold), abs=1e-8)


@pytest.mark.thorough
def test_pig_to_100_is_held_as_neller_and_presser_say_and_as_optimal_plays() -> None:
    best = policy("pig")
    first = best.found.cells[0]
    assert (first.down, first.across, first.start(1)) == (0, 0, 21)
    assert best.sentence().startswith(
        "Pig with 2 players, best play: with own score 0 and other score 0, "
        "hold when the turn total is 21 or more"
    )
    own = policy("pig", strategy="optimal", down="3..93:30", across="0..90:30")
    known = {(row["scores.0"], row["scores.1"]): spans(row["moves"]) for row in best}
    for row in own:
        moves = known[row["scores.0"], row["scores.1"]]
        played = spans(row["moves"])
        assert all(played[total] in moves[total] for total in moves.keys() & played.keys())


def test_the_best_reply_is_what_solving_says() -> None:
    answer = policy("pig", goal=20, strategy="best+hold:at=8")
    solved = playout.solve("pig", goal=20, strategy="best+hold:at=8")
    for row in list(answer)[::17]:
        own, other = row["scores.0"], row["scores.1"]
        for total, move in spans(row["moves"]).items():
            worth = solved.moves_at(f"scores={own},{other} turn_total={total}")
            best = max(worth.values())
            assert move.split(" or ") == [m for m in worth if worth[m] > best - 1e-9]
    assert answer.sentence().startswith("Pig with 2 players (goal=20), best play against hold:at=8")


def test_nim_is_what_everybody_knows(nim: str) -> None:
    for row in policy(nim):
        left = row["heaps.0"] % 4
        assert row["best"] == (str(left) if left else "1 or 2 or 3")
        assert row["value"] == (1.0 if left else 0.0)


@pytest.mark.slow
def test_yahtzee_is_kept_as_the_table_of_best_play_says() -> None:
    best = policy("yahtzee", down="dice", across="throws=1,2,3")
    own = policy("yahtzee", strategy="optimal", down="dice", across="throws")
    assert len(best) == 756
    assert best.is_exact
    assert "(exact)" in repr(best)
    assert not own.is_exact
    for row, played in zip(best, own, strict=True):
        assert (row["dice"], row["throws"]) == (played["dice"], played["throws"])
        assert played["best"] in row["best"].split(" or ")
        if row["dice"] in ("1,1,3,4,4", "2,3,4,5,5"):
            odds = playout.odds("yahtzee", position=f"dice={row['dice']} throws={row['throws']}")
            assert odds.chance.estimate == pytest.approx(row["value"])
    throws = {",".join(map(str, dice)) for dice in combinations_with_replacement(range(1, 7), 5)}
    assert {row["dice"] for row in best} == throws


@pytest.mark.slow
def test_a_throw_is_one_value_although_it_is_a_list() -> None:
    (row,) = policy("yahtzee", down="dice=1,1,2,3,4", where=["throws=3", "free=twos,chance"])
    assert (row["dice"], row["best"]) == ("1,1,2,3,4", "twos")
    fixed = ["free=ones,sixes", "throws=3", "dice=1,6,6,6,6"]
    known = policy("yahtzee", down="upper=0..60:20", where=fixed)
    assert known["best"] == ["sixes"] * 4
    low, _, high, _ = known["value"]
    assert high - low == pytest.approx(40 + 35)  # the bonus, which 24 in sixes bring


def rule_of_28(columns: Mapping[int, int]) -> float:
    """Michael Keller's points of three runners, by the steps that each has made."""
    points = sum((1 + steps) * (1 + abs(7 - column)) for column, steps in columns.items())
    odd = [column % 2 for column in columns]
    points += 2 if all(odd) else -2 if not any(odd) else 0
    return points + 4 * (max(columns) < 8 or min(columns) > 6)


@pytest.mark.thorough
def test_the_rule_of_28_stops_at_28_points() -> None:
    answer = policy("cant-stop", strategy="rule-of-28")
    assert len(answer) == 100
    for row in answer:
        six, eight = row["runners.6"] + 1, row["runners.8"] + 1
        stops = [k for k in range(1, 13) if rule_of_28({6: six, 7: k, 8: eight}) >= 28]
        assert row["threshold"] == (min(stops) if stops else None)
    assert "moves of the strategy rule-of-28, which need not be best" in answer.sentence()
    assert answer.facts()["known"] == "strategy"
