"""The race for the most pivotal cell: its theorems, exactly, and how often it is right."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import gammainc, gammaln

from playout.engine.vectors.vectors import BITS
from playout.games.hex.board import FREE, Stones
from playout.games.hex.display.notation import cell_name, parse_stones
from playout.games.hex.exact import count_fillings
from playout.games.hex.fill import Filling, board, chance_of, make_fields
from playout.games.hex.flood import count_into, new_tallies
from playout.games.hex.race import (
    BEST_AT,
    MOST_WATCHED,
    OUT,
    Sampling,
    classes_of,
    drop_behind,
    entrants,
    log_wealth,
    means_of,
    most_pivotal,
    pair_counts,
    sampling,
)
from tests.chance import FALSE_ALARM
from tests.games.hex.boards import undecided
from tests.reference import hex as plain

EMPTY = "...\n...\n..."
SYMMETRIC = [
    EMPTY,
    "....\n....\n....",  # turned
    "X..O\n....\n....\n....",  # not at all
    "X...\n....\n....\n...O",  # mirrored at the other diagonal, from top right to bottom left
    ".X..\nO...\n....\n....",  # mirrored at the diagonal from top left
    "X...\n....\n....\n...X",  # turned
]


def rates(text: str, p: float) -> list[float]:
    return count_fillings(parse_stones(text)).pivotal_rates(p)


@pytest.mark.parametrize("text", SYMMETRIC)
@pytest.mark.parametrize("p", [0.5, 0.3])
def test_cells_of_a_class_are_pivotal_equally_often(text: str, p: float) -> None:
    stones = parse_stones(text)
    classes = classes_of(Filling(stones, chance_of(p), 1)).tolist()
    found = rates(text, p)
    for cell, name in enumerate(classes):
        assert (name == OUT) == (stones.flat[cell] != FREE)
        if name != OUT:
            assert classes[name] == name <= cell
            assert found[cell] == pytest.approx(found[name], rel=1e-12)


def test_classes_are_those_of_all_symmetries() -> None:
    def classes(text: str, p: float = 0.5) -> list[int]:
        found: list[int] = classes_of(Filling(parse_stones(text), chance_of(p), 1)).tolist()
        return found

    assert classes(EMPTY) == [0, 1, 2, 1, 4, 1, 2, 1, 0]
    assert classes(EMPTY, 0.3) == [0, 1, 2, 3, 4, 3, 2, 1, 0]  # turned only
    assert classes("...\n...") == [0, 1, 2, 2, 1, 0]
    assert classes("X..\n...\n...") == [OUT, *range(1, 9)]
    assert classes("X..\n...\n..O") == [OUT, 1, 2, 3, 4, 1, 6, 3, OUT]
    assert classes("..X\n...\nO..") == [0, 1, OUT, 1, 4, 5, OUT, 5, 8]


@cache
def pivotal_on_all_boards(text: str) -> list[tuple[int, frozenset[int], frozenset[int]]]:
    """Of every filling: how many free cells are player 1's, which these are, and which of all
    cells are pivotal."""
    stones = parse_stones(text)
    cols = stones.shape[1]
    free = [divmod(int(cell), cols) for cell in np.flatnonzero(stones == FREE)]
    found = []
    for full in plain.fillings(plain.board_of(stones.tolist())):
        ones = frozenset(row * cols + col for row, col in free if full[row, col] == 1)
        cells = frozenset(row * cols + col for row, col in plain.pivotal(full))
        found.append((len(ones), ones, cells))
    return found


@pytest.mark.parametrize("text", [EMPTY, "..X\n...\nO..", "....\n.X.O"])
@pytest.mark.parametrize("p", [0.5, 0.3])
def test_one_colour_for_two_or_three_cells_keeps_their_differences(text: str, p: float) -> None:
    stones = parse_stones(text)
    free = [int(cell) for cell in np.flatnonzero(stones == FREE)]
    exact = rates(text, p)
    changed = 0
    for some in [*combinations(free, 2), *combinations(free, 3)]:
        tied = dict.fromkeys(some, 0.0)
        for number, ones, cells in pivotal_on_all_boards(text):
            if len(ones & set(some)) in (0, len(some)):
                of_tied = 1 if some[0] in ones else 0
                others = number - of_tied * len(some)
                chance = p ** (others + of_tied) * (1 - p) ** (
                    len(free) - len(some) - others + 1 - of_tied
                )
                for cell in cells & set(some):
                    tied[cell] += chance
        for i, j in combinations(some, 2):
            assert tied[i] - tied[j] == pytest.approx(exact[i] - exact[j], abs=1e-12)
        changed += any(abs(tied[cell] - exact[cell]) > 1e-9 for cell in some)
    assert changed  # of more cells, the differences would change too


@pytest.mark.slow
def test_watched_cells_are_counted_in_pairs_and_may_have_one_colour() -> None:
    filling, boards = Filling(undecided(3, 4, 1), chance_of(0.4), 3), BITS + 50
    free = np.flatnonzero(filling.stones == FREE)
    for tied, some in ((False, free[[0, 2, 3, 5]]), (True, free[[1, 2, 4]])):
        tallies = new_tallies(12, len(some), tied, False)
        tallies.watched[:] = some
        count_into(filling, make_fields(3, 4), 2, boards, tallies)
        both = np.zeros((len(some), len(some)), np.int64)
        for number in range(2 * BITS, 2 * BITS + boards):
            full = board(filling, number)
            if tied:
                full.flat[some] = full.flat[some[0]]
            cells = plain.pivotal(plain.board_of(full.tolist()))
            seen = np.array([(int(cell) // 4, int(cell) % 4) in cells for cell in some])
            both += np.outer(seen, seen)
        assert pair_counts(tallies.pairs).tolist() == both.tolist()
        assert tallies.counts[some].tolist() == both.diagonal().tolist()


def exact_wealth(lead: float, squares: float, r: float) -> float:
    """The logarithm of the mean over all stakes, from the incomplete gamma function."""
    shape, end = squares + r, squares + r + lead
    return float(
        (lead + squares + gammaln(shape) + np.log(gammainc(shape, end)) - shape * np.log(end))
        - (gammaln(r) + np.log(gammainc(r, r)) - r * np.log(r))
    )


@pytest.mark.parametrize("r", [16.0, 200.0, BEST_AT])
@pytest.mark.parametrize("squares", [0.5, 3.0, 100.0, 5e3, 7e4, 1e7])
@pytest.mark.parametrize("z", [0.01, 0.5, 1.0, 2.0, 3.5, 6.0])
def test_the_wealth_is_a_mean_over_stakes_and_never_said_to_be_more(
    squares: float, z: float, r: float
) -> None:
    lead = min(z * math.sqrt(squares), squares)
    due, found = exact_wealth(lead, squares, r), log_wealth(lead, squares, r, 0.0)
    assert due - 0.75 < found <= due + 1e-6
    if z >= 3.5 and squares > 1e4:
        assert found > due - 0.01  # where something is decided
    if squares <= 5e3:

        def density(b: float) -> float:
            return math.exp((r - 1) * math.log1p(-b) + r * b)

        def wealth(b: float) -> float:
            return density(b) * math.exp(b * lead + squares * (math.log1p(-b) + b))

        most = 1.0 - 1e-12
        points = [0.005, 0.02, 0.05, 0.1, 0.3, 0.6]
        whole, all_of_it = (
            integrate.quad(of, 0, most, points=points, limit=200)[0] for of in (wealth, density)
        )
        assert due == pytest.approx(math.log(whole / all_of_it), abs=1e-6)


def test_without_a_lead_there_is_no_claim() -> None:
    for lead in (0.0, -3.0):
        assert log_wealth(lead, 10.0, 100.0, 1.0) == -math.inf


@pytest.mark.parametrize("r", [16.0, BEST_AT])
def test_where_no_claim_is_made_no_stake_would_have_been_enough(r: float) -> None:
    claims = 0
    for lead in np.linspace(0.5, 300, 60):
        for squares in np.linspace(lead, 1000, 20):
            for needed in (1.0, 4.6, 9.0):
                found = log_wealth(float(lead), float(squares), r, needed)
                claims += found > -math.inf
                if found == -math.inf:
                    assert exact_wealth(float(lead), float(squares), r) < needed
                else:
                    due = log_wealth(float(lead), float(squares), r, 0.0)
                    assert found == pytest.approx(due - needed)
    assert claims


@pytest.mark.parametrize("r", [16.0, BEST_AT])
@pytest.mark.parametrize("chance", [0.05, 0.5])
def test_bets_against_an_equal_rival_gain_nothing_on_average(chance: float, r: float) -> None:
    # On a board both of two equal cells are alike, or just one is pivotal: with this chance, and
    # each as often.  The most that can be made by stopping at any board is 1.
    wealth_of = {}
    boards = 60
    for lead in range(-boards, boards + 1):
        for squares in range(abs(lead), boards + 1):
            found = log_wealth(float(lead), float(squares), r, 0.0)
            wealth_of[lead, squares] = math.exp(found)
    best = {state: wealth_of[state] for state in wealth_of}
    for left in range(1, boards + 1):
        best = {
            (lead, squares): max(
                wealth_of[lead, squares],
                (1 - chance) * best[lead, squares]
                + chance / 2 * (best[lead + 1, squares + 1] + best[lead - 1, squares + 1]),
            )
            for lead, squares in best
            if squares <= boards - left
        }
    assert best[0, 0] <= 1.0


@pytest.mark.slow
def test_entrants_are_the_leading_classes_that_there_is_room_for() -> None:
    classes = classes_of(Filling(np.zeros((5, 5), np.int8), chance_of(0.5), 1))
    counts = np.array([cell**2 for cell in range(25)])
    found = entrants(classes, counts)
    means = means_of(classes, counts)
    assert len(found) <= MOST_WATCHED < len(found) + 4
    assert set(classes[found].tolist()) | {OUT} == {
        OUT,
        *(name for name in classes.tolist() if means[name] >= means[classes[found]].min()),
    }
    assert not len(entrants(classes, np.zeros(25, np.int64)))


def test_classes_fall_behind_by_the_means_of_their_counts() -> None:
    stones: Stones = np.zeros((3, 3), np.int8)
    for counts, both, left in (
        ([100, 200, 300, 200, 3000, 200, 300, 200, 100], 3000, {4}),
        ([0, 0, 2990, 0, 3000, 0, 2990, 0, 0], 1000, {2, 4}),
        ([0, 0, 0, 0, 5, 0, 0, 0, 0], 5, {0, 1, 2, 4}),
    ):
        classes = classes_of(Filling(stones, chance_of(0.5), 1))
        watched = np.array([4])
        pairs = np.array([[both]])
        drop_behind(classes, np.array(counts), watched, pairs, (1, 0.05, BEST_AT))
        assert {name for name in classes.tolist() if name != OUT} == left


@pytest.mark.slow
@pytest.mark.parametrize("error", [0.5, 0.2])
@pytest.mark.parametrize(("text", "p"), [(EMPTY, 0.3), (". O .\n. . .\n. X .", 0.5), ("....", 0.5)])
def test_a_race_is_wrong_no_more_often_than_allowed(text: str, p: float, error: float) -> None:
    # Many short races between cells that are nearly equal: the bets are not tuned for so few.
    stones, seeds = parse_stones(text), 400
    exact = rates(text, p)
    fields, wrong = make_fields(*stones.shape), 0
    for seed in range(seeds):
        cell, boards = most_pivotal(
            Filling(stones, chance_of(p), seed), fields, Sampling(2**19, error)
        )
        wrong += boards < 2**19 and exact[cell] < max(exact) * (1 - 1e-12)
    assert stats.binom.sf(wrong - 1, seeds, error) > FALSE_ALARM


@pytest.mark.slow
def test_the_first_move_takes_two_million_boards() -> None:
    empty, fields = np.zeros((11, 11), np.int8), make_fields(11, 11)
    races = [
        most_pivotal(Filling(empty, chance_of(0.5), seed), fields, sampling(64_000_000, 0.99))
        for seed in range(20)
    ]
    assert [cell_name(int(cell), 11) for cell, _ in races].count("f6") >= 15  # chance of less: 4e-8
    boards = [int(boards) for _, boards in races]
    # As measured over 1,000 seeds, 1.75 million with a standard deviation of 0.9 million.
    assert np.mean(boards) < 2_600_000
    assert len(set(boards)) > 10


@pytest.mark.slow
def test_a_race_ends_with_the_boards_that_there_are() -> None:
    empty, fields = np.zeros((5, 5), np.int8), make_fields(5, 5)
    for boards in (1, 100, BITS, BITS + 1, 3 * BITS, 20 * BITS + 7):
        for seed in range(5):
            filling = Filling(empty, chance_of(0.5), seed)
            cell, sampled = most_pivotal(filling, fields, sampling(boards, 0.999))
            assert sampled == boards
            again = most_pivotal(filling, make_fields(5, 5), sampling(boards, 0.999))
            assert (cell, sampled) == again
