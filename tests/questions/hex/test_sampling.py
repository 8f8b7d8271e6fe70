"""Sampling that stops once the best cell is clear: how often it may be wrong, and what it saves."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from scipy import stats

from playout.engine.vectors.vectors import BITS
from playout.hex import compound, parse_stones
from tests.chance import FALSE_ALARM
from tests.questions.hex.boards import ENOUGH, tied_best


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
def test_sampling_stops_at_a_wrong_cell_no_more_often_than_allowed(confidence: float) -> None:
    for text, p in (("...\n...\n...", "1/2"), ("X..\n..O\n...", "3/10")):
        position, games = parse_stones(text), 400
        best, distance = tied_best(position, Fraction(p))
        assert len(best) == 1
        assert distance * math.sqrt(50_000) > 2
        played = compound(
            stones=position,
            p=float(Fraction(p)),
            boards=50_000,
            confidence=confidence,
            games=games,
            seed=6,
        )
        early = [game for game in played.played if game.boards[0] < 50_000]
        assert early
        wrong = sum(game.cells[0] not in best for game in early)
        assert stats.binom.sf(wrong - 1, games, 1 - confidence) > FALSE_ALARM / 2


@pytest.mark.parametrize(("stones", "p"), [("...\n...\n...", 0.5), (". . O\n. X .\n. . .", 0.4)])
def test_adaptive_sampling_finds_the_same_cells_with_fewer_boards(stones: str, p: float) -> None:
    games, confidence = 200, 0.99
    every, some = (
        compound(stones=stones, p=p, boards=ENOUGH, confidence=how, games=games, seed=21)
        for how in (None, confidence)
    )
    chance, other, moves = Fraction(p).limit_denominator(100), 0, 0
    used = all_boards = 0
    for one, two in zip(every.played, some.played, strict=True):
        here = every.stones.copy()
        for k in range(min(one.length, two.length)):
            # Equal cells may be separated by chance; only another choice than those is wrong.
            moves += 1
            used += int(two.boards[k])
            all_boards += int(one.boards[k])
            if one.cells[k] != two.cells[k]:
                other += two.cells[k] not in tied_best(here, chance)[0]
                break
            here.flat[one.cells[k]] = one.owners[k]
    assert stats.binom.sf(other - 1, moves, 1 - confidence) > FALSE_ALARM
    assert used < all_boards
    assert all((game.boards <= ENOUGH).all() for game in some.played)


def test_a_clear_best_cell_is_found_with_a_block_more_than_chooses_who_may_win() -> None:
    # a2 wins alone, b1 and b2 only together: 3/4 of boards against 1/4.
    for boards, pilot in ((10_000_000, 16), (100_000, 6), (10_000, 1)):
        played = compound(stones="X.\n..", boards=boards, confidence=0.99, games=20)
        assert {int(game.cells[0]) for game in played.played} == {2}
        assert {int(game.boards[0]) for game in played.played} == {BITS * (pilot + 1)}


def test_equal_cells_are_seldom_separated_so_all_boards_are_used() -> None:
    # Four equal cells, of two classes: the ends, and the two in the middle.
    for confidence in (0.8, 0.999):
        equal = compound(1, 4, boards=50_000, confidence=confidence, games=200)
        separated = sum(int(game.boards[0]) < 50_000 for game in equal.played)
        assert stats.binom.sf(separated - 1, 200, 2 * (1 - confidence)) > FALSE_ALARM


def test_the_last_three_cells_are_not_separated_by_chance_if_they_are_equal() -> None:
    # They have one colour: so all are pivotal, or none is.
    equal = compound(1, 3, boards=50_000, confidence=0.5, games=50)
    assert {int(game.boards[0]) for game in equal.played} == {50_000}


def test_cells_that_are_equal_by_symmetry_do_not_race() -> None:
    played = compound(1, 2, boards=50_000, confidence=0.99, games=20)
    assert {int(game.boards[0]) for game in played.played} == {3 * BITS}
    assert {int(game.cells[0]) for game in played.played} == {0}
