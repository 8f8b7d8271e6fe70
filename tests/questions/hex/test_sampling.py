"""Sampling that stops once the best cell is clear: how often it may be wrong, and what it saves."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from scipy import stats

from playout.engine.vectors import BITS
from playout.games.hex.compound import Sampling, sampling
from playout.hex import compound, parse_stones
from tests.chance import FALSE_ALARM
from tests.questions.hex.boards import ENOUGH, tied_best


def test_sampling_is_fixed_without_a_confidence_and_bonferroni_with_one() -> None:
    assert sampling(10_000, None, 121) == Sampling(10_000, -1.0)
    assert sampling(10_000, 0.99, 1) == Sampling(10_000, -1.0)
    for boards, looks in [
        *[(1, 1), (BITS, 1), (BITS + 1, 1), (2 * BITS, 1), (2 * BITS + 1, 2), (4 * BITS, 2)],
        *[(4 * BITS + 1, 3), (1_000_000, 10)],
    ]:
        for confidence, cells in product((0.5, 0.9, 0.999), (3, 121)):
            found = sampling(boards, confidence, cells)
            assert found.boards == boards
            # Hoeffding: a fair coin's lead over n tosses is z sqrt(n) with chance exp(-z**2 / 2).
            wrong = math.exp(-found.square / 2) * looks * (cells - 1)
            assert wrong == pytest.approx(1 - confidence)
            for tosses in (1, 2, 3, 10, 40):
                needed = math.sqrt(found.square * tosses)
                heads = math.floor((tosses + needed) / 2) + 1  # a lead of more than that
                assert (
                    stats.binom.sf(heads - 1, tosses, 0.5) * looks * (cells - 1) <= 1 - confidence
                )


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
    games, confidence = 400, 0.99
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
    # Looks are at 1, 2, 4 ... blocks.
    for game in some.played:
        assert set(game.boards.tolist()) <= {BITS << k for k in range(9)}


def test_a_clear_best_cell_is_found_with_one_block_of_boards() -> None:
    # a2 wins alone, b1 and b2 only together: 3/4 of boards against 1/4.
    played = compound(stones="X.\n..", boards="10M", confidence=0.999, games=20)
    assert {int(game.cells[0]) for game in played.played} == {2}
    assert {int(game.boards[0]) for game in played.played} == {BITS}


def test_equal_cells_are_seldom_separated_so_all_boards_are_used() -> None:
    # Each of three equal cells may wrongly be seen below another with a chance of 1 - confidence.
    for confidence in (0.8, 0.999):
        equal = compound(1, 3, boards=50_000, confidence=confidence, games=200)
        separated = sum(int(game.boards[0]) < 50_000 for game in equal.played)
        assert stats.binom.sf(separated - 1, 200, 3 * (1 - confidence)) > FALSE_ALARM
