"""Marks (option hints) tell what a player says of a pile, and never a number."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.games.the_game.hints import CANNOT, CLOSE, LEAVE, NOTHING, TRICK
from tests.games.the_game.deals import table

pytestmark = pytest.mark.rules


def marks(hand: list[int], piles: list[int], jump: int) -> list[int]:
    """What seat 1 with this hand says of four piles, as seat 0 sees it."""
    other = [card for card in (2, 3, 4, 5) if card not in hand][: len(hand)]
    match = table(other, hand, piles=piles, hints="marks", jump=jump)
    words: list[int] = match.view(0).marks[1, :4].tolist()
    return words


@pytest.mark.parametrize(
    ("hand", "piles", "jump", "expected"),
    [
        ([50], [60, 61, 40, 39], 10, [TRICK, CANNOT, TRICK, CANNOT]),
        ([50, 61], [60, 60, 3, 3], 10, [TRICK, TRICK, CANNOT, CANNOT]),  # before a close card
        ([50], [49, 48, 51, 52], 10, [CLOSE] * 4),
        ([50], [47, 1, 53, 100], 10, [NOTHING] * 4),
        ([50], [50, 99, 50, 3], 10, [CANNOT] * 4),
        ([50], [60, 60, 40, 40], 0, [CANNOT] * 4),  # there is no trick
    ],
)
def test_a_mark_follows_from_the_nearest_card_of_the_hand(
    hand: list[int], piles: list[int], jump: int, expected: list[int]
) -> None:
    assert marks(hand, piles, jump) == expected


def test_without_the_option_nobody_says_anything() -> None:
    match = table([2], [50], piles=[60, 49, 40, 3])
    assert not match.view(0).marks.any()


def test_marks_are_made_anew_before_every_card() -> None:
    match = table([20, 30, 40], [60, 99, 98], hints="marks")
    assert match.view(0).marks[1].tolist()[:4] == [NOTHING, NOTHING, CLOSE, CLOSE]
    match.play("40 on pile 3")
    assert match.view(0).marks[1].tolist()[:4] == [NOTHING, NOTHING, CANNOT, CLOSE]


def test_what_was_said_is_told_and_drawn() -> None:
    match = table([20, 30, 40], [60, 99, 98], hints="marks", strategy="greedy")
    match.play("40 on pile 3")
    assert "said close on pile 3, close on pile 4" in str(match)  # before that card
    assert ">said close on pile 3, close on pile 4<" in match._repr_svg_()
    lines = match.game.drawing.transcript(match).splitlines()
    turn = next(k for k, line in enumerate(lines) if line.startswith("turn 1"))
    assert lines[turn + 1].strip() == "seat 2 says cannot on pile 3, close on pile 4"


ASKS = """
from playout import strategy
from playout.games.the_game.strategies import least_step

def of_the_first_pile(view, pile):
    return WORD if pile == 0 else 0

strategy("the-game", "asks", hint=of_the_first_pile)(lambda view, rng: least_step(view))
"""


@pytest.mark.slow
def test_careful_leaves_a_pile_to_whoever_asks_for_it(tmp_path: Path) -> None:
    laid = {}
    for word in (NOTHING, LEAVE):
        file = tmp_path / f"asks_{word}.py"
        file.write_text(ASKS.replace("WORD", str(word)), encoding="utf-8")
        match = table(
            [40, 80],
            [3, 4],
            piles=[38, 37, 99, 99],
            strategy=["careful", f"{file}:asks"],
            hints="marks",
        )
        laid[word] = match.format_move(match.choose())
    assert laid == {NOTHING: "40 on pile 1", LEAVE: "40 on pile 2"}
