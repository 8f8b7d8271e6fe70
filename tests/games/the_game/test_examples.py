"""Worked examples of the study the-game-monte-carlo, and what the strategies make of them."""

from __future__ import annotations

from random import Random

import pytest

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from tests.games.the_game.deals import table

NEAR = {"hand": [2, 3, 51, 67, 68, 80], "piles": [14, 20, 62, 81]}
LADDER = {"hand": [40, 51, 61, 84, 95, 96], "piles": [42, 50, 50, 60]}


def turn(strategy: str, hand: list[int], piles: list[int]) -> list[str]:
    """The moves of the first turn."""
    match = table(hand, piles=piles, hand=len(hand), strategy=strategy)
    texts = []
    while not match.is_over and match.state.drawn == len(hand):
        texts.append(match.format_move(match.step()))
    return texts


@pytest.mark.parametrize("strategy", ["greedy", "combo", "chains"])
def test_the_first_example_plays_80_on_81(strategy: str) -> None:
    assert turn(strategy, **NEAR)[0] == "80 on pile 4"


def test_combo_makes_the_trick_of_the_second_example() -> None:
    assert turn("combo", **LADDER)[:2] == ["61 on pile 2", "51 on pile 2"]


def test_the_cheapest_sequence_finds_a_shorter_way_in_the_second_example() -> None:
    # 61, 51 on the ascending 50 moves it on by one; 40 on 50 (a trick) and 51 on 42 win one back.
    assert turn("sequence", **LADDER) == ["40 on pile 2", "51 on pile 1, stop"]


@pytest.mark.slow
def test_careful_lays_at_least_as_cheaply_as_the_second_example_asks() -> None:
    match = table(LADDER["hand"], piles=LADDER["piles"], hand=6, strategy="careful")
    before = match.state.piles[:4].copy()
    while match.state.drawn == 6:
        match.step()
    after = match.state.piles[:4]
    moved = (after[:2] - before[:2]).sum() + (before[2:] - after[2:]).sum()
    assert moved <= 1


@pytest.mark.rules
@pytest.mark.parametrize(("memory", "moves_change"), [(0, False), (1, True)])
@pytest.mark.parametrize("copies", [1, 2])
def test_only_with_a_memory_do_cards_below_the_tops_change_a_move_of_quick(
    memory: int, moves_change: bool, copies: int
) -> None:
    chance, changed = Random(1), 0
    match = Match(
        "the-game",
        strategy=f"quick:memory={memory}",
        players=3,
        copies=copies,
        seed=2,
        compiled=COMPILING,
    )
    while not match.is_over:
        move, laid = match.choose(), match.state.played.copy()
        for word in range(2):
            match.state.played[0, word] = chance.getrandbits(63)
        changed += match.choose() != move
        match.state.played[:] = laid
        assert match.step() == move
    assert (changed > 0) == moves_change


@pytest.mark.rules
def test_without_a_memory_quick_plays_as_in_plain_python() -> None:
    for copies in (1, 3):
        plain, compiled = (
            Match(
                "the-game",
                strategy="quick:memory=0",
                players=2,
                copies=copies,
                high=40,
                seed=5,
                compiled=how,
            )
            for how in (False, COMPILING)
        )
        assert list(plain.run()) == list(compiled.run())
