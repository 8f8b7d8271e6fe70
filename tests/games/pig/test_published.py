"""The strategies of a published tournament, against what its program says that each does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match

Total = Callable[[int, int], float]  # (own score, other's score) -> the turn total to hold at


def linear_gap(own: int, other: int) -> float:
    """Less by 0.1 for each point ahead, more by 0.2 for each behind."""
    ahead, behind = max(own - other, 0), max(other - own, 0)
    return int(max(10, min(32, 22 - 0.1 * ahead + 0.2 * behind)))


def hybrid(own: int, other: int) -> float:
    """By phases, and by a lead of 20."""
    base = 25 if 100 - own > 60 else 22 if 100 - own > 30 else 15
    return base + (-3 if own - other >= 20 else 5 if own - other <= -20 else 0)


def capped(own: int, other: int) -> float:
    """By leads of 15 and 30."""
    lead = own - other
    steps = [(lead >= 30, 15), (lead >= 15, 18), (lead <= -30, 30), (lead <= -15, 25)]
    return next((total for holds, total in steps if holds), 22)


def phase_and_pressure(own: int, other: int) -> float:
    """By two phases, and by the other's score."""
    return (25 if 100 - own > 40 else 18) + (4 if other >= 85 else 2 if other >= 75 else 0)


TOTALS: list[tuple[str, Total]] = [
    ("hold:at=25", lambda own, other: 25),
    ("pressure:at=25:at_70=25:at_80=30:at_90=30", lambda own, other: 30 if other >= 80 else 25),
    (
        "gap:at=20:gap=21:ahead=15:behind=25:wide_gap=100",
        lambda own, other: 15 if own - other > 20 else 20 if own - other >= -20 else 25,
    ),
    (
        "phases:half=25:last=10",
        lambda own, other: 10 if own >= 85 else 15 if own >= 70 else 25,
    ),
    ("pressure:at_70=20:at_80=30:at_90=30", lambda own, other: 30 if other >= 80 else 20),
    ("phases:far=20", lambda own, other: 20 if own < 70 else 15),
    ("phases", lambda own, other: 25 if own < 40 else 20 if own < 70 else 15),
    ("phases:half=22:ahead=3:behind=5", hybrid),
    (
        "pressure",
        lambda own, other: 32 if other >= 90 else 28 if other >= 80 else 25 if other >= 70 else 20,
    ),
    ("phases:half=25", lambda own, other: 25 if own < 70 else 15),
    ("phases:far=20:half=20:near=20:last=20", lambda own, other: 20),
    ("lead", linear_gap),
    (
        "lead:at=10:ahead=1:behind=1:least=15:most=30",
        lambda own, other: max(15, min(30, other - own + 10)),
    ),
    ("gap", capped),
    ("late-pressure", phase_and_pressure),
]


@pytest.mark.parametrize(("strategy", "total"), TOTALS, ids=[name for name, _ in TOTALS])
def test_a_strategy_holds_at_the_total_of_the_published_one(strategy: str, total: Total) -> None:
    match, draw = Match("pig", strategy=strategy, seed=1), np.random.default_rng(1)
    for own, other in [*draw.integers(0, 100, (60, 2)).tolist(), (39, 59), (70, 50), (85, 64)]:
        match.state.scores[:2] = own, other
        due = min(total(own, other), 100 - own)
        for points in {2, int(due) - 1, int(due), int(due) + 5} - {0, 1}:
            match.state.turn_total = points
            assert match.choose() == int(points >= due), (own, other, points)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 4, 6])
def test_rolls_rolls_so_often_or_until_it_wins(count: int) -> None:
    for number in range(20):
        match = Match("pig", strategy=f"rolls:count={count}", seed=2, game_number=number)
        while not match.is_over:
            turns, own, before = match.state.turns, match.state.scores.copy(), match.state.throws
            seat, total = match.seat, 0
            while match.state.turns == turns:
                total = int(match.state.turn_total)
                match.step()
            rolled = match.state.throws - before
            lost = match.state.die == 1
            wins = own[seat] + total >= 100
            assert rolled <= count
            assert lost or wins or rolled == count


def test_moody_draws_its_total_anew_in_every_turn() -> None:
    match, held = Match("pig", strategy="moody", seed=3, goal=1000), set()
    while not match.is_over:
        total, turns = int(match.state.turn_total), match.state.turns
        match.step()
        if match.state.turns > turns and match.state.die != 1 and not match.is_over:
            held.add(total)
    assert 15 <= min(held) < 20
    assert 30 <= max(held) <= 35


@pytest.mark.slow
def test_a_strategy_of_the_tournament_has_an_exact_chance_beside_its_sample() -> None:
    answer = playout.run("pig", seats="gap,lead", games=2_000, seed=1, by="seat", rotate=False)
    assert (abs(answer.table("exact")["difference"]) < 6).all()
