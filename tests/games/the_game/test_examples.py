"""Worked examples of the study the-game-monte-carlo, and what the strategies make of them."""

from __future__ import annotations

import pytest

from tests.games.the_game.deals import table

NEAR = {"hand": [2, 3, 51, 67, 68, 80], "piles": [14, 20, 62, 81]}
LADDER = {"hand": [40, 51, 61, 84, 95, 96], "piles": [42, 50, 50, 60]}


def turn(strategy: str, hand: list[int], piles: list[int]) -> list[str]:
    """The moves of the first turn."""
    match = table(hand, piles=piles, hand=len(hand), strategy=strategy)
    said = []
    while not match.is_over and match.state.drawn == len(hand):
        said.append(match.format_move(match.step()))
    return said


@pytest.mark.parametrize("strategy", ["greedy", "combo", "chains"])
def test_the_first_example_plays_80_on_81(strategy: str) -> None:
    assert turn(strategy, **NEAR)[0] == "80 on pile 3"


def test_combo_makes_the_trick_of_the_second_example() -> None:
    assert turn("combo", **LADDER)[:2] == ["61 on pile 1", "51 on pile 1"]


def test_the_cheapest_sequence_finds_a_shorter_way_in_the_second_example() -> None:
    # 61, 51 on the ascending 50 moves it on by one; 40 on 50 (a trick) and 51 on 42 win one back.
    assert turn("sequence", **LADDER) == ["40 on pile 1", "51 on pile 0, stop"]


def test_careful_lays_at_least_as_cheaply_as_the_second_example_asks() -> None:
    match = table(LADDER["hand"], piles=LADDER["piles"], hand=6, strategy="careful")
    before = match.state.piles[:4].copy()
    while match.state.drawn == 6:
        match.step()
    after = match.state.piles[:4]
    moved = (after[:2] - before[:2]).sum() + (before[2:] - after[2:]).sum()
    assert moved <= 1
