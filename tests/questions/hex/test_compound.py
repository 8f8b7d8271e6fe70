"""Compound games: the exact game on small boards, and on all boards what their words say."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.engine.chance.rng import DEAL, SAMPLE, STREAM, next_word, start_sealed
from playout.engine.native.records import new_record
from playout.engine.vectors.vectors import BITS
from playout.games.hex.board import FREE, NOBODY, NOWHERE, Stones, winner_of
from playout.games.hex.compound import CompoundGame
from playout.games.hex.connections import best_crossing
from playout.games.hex.exact import count_fillings
from playout.games.hex.fill import Filling, chance_of, make_fields
from playout.games.hex.race import Sampling, most_pivotal, sampling
from playout.hex import compound, criticality, parse_stones
from playout.stats.intervals import mean_interval, rate_interval
from playout.stats.tally import Histogram
from tests import truth
from tests.chance import FALSE_ALARM, p_of_counts
from tests.engine.streams import big_words
from tests.games.hex.boards import counts_of, undecided
from tests.questions.hex.boards import same_game

pytestmark = pytest.mark.slow

TRUTH: dict[str, Any] = truth.load("hex_compound")
ENOUGH = 2**18  # boards a move that find a most pivotal cell of 3 x 3: see the test of that
SURE = 7.0  # z: a normal variable exceeds it with a chance of 1.3e-12

Outcomes = frozenset[tuple[int, int, Fraction]]  # (length, winner, chance)


def tied_best(stones: Stones, p: Fraction) -> tuple[list[int], float]:
    """The most pivotal cells, exactly, and how far the best is from the next (inf: no next).

    The distance is (a - b) / sqrt(a + b) of their rates: times the root of the number of boards,
    it is at most the z at which the next cell is seen before the best.
    """
    rates = []
    for counts in count_fillings(stones).pivotal_by_cell_and_k:
        n = len(counts) - 1
        chances = (
            ways * (p.numerator**k) * ((p.denominator - p.numerator) ** (n - k))
            for k, ways in enumerate(counts)
        )
        rates.append(sum(chances))  # in units of 1 / p.denominator**n, the same for every cell
    most = max(rates)
    best = [cell for cell, rate in enumerate(rates) if rate == most]
    below = [rate for cell, rate in enumerate(rates) if rate < most and stones.flat[cell] == FREE]
    if not below:
        return best, math.inf
    free = int((stones == FREE).sum())
    scale = p.denominator ** (free - 1)
    return best, (most - max(below)) / math.sqrt((most + max(below)) * scale)


def every_way(stones: Stones, p: Fraction) -> tuple[set[Outcomes], float]:
    """The distributions of (length, winner) for all ways to choose among equally pivotal cells,
    and the smallest distance between best and next of all positions that can arise."""
    known: dict[bytes, set[Outcomes]] = {}
    nearest = math.inf

    def from_here(here: Stones) -> set[Outcomes]:
        nonlocal nearest
        key = here.tobytes()
        if key not in known:
            won = winner_of(here)
            if won != NOBODY:
                known[key] = {frozenset([(0, won, Fraction(1))])}
                return known[key]
            best, distance = tied_best(here, p)
            nearest = min(nearest, distance)
            known[key] = set()
            for cell in best:
                after = [here.copy(), here.copy()]
                for player in (1, 2):
                    after[player - 1].flat[cell] = player
                for ones, twos in product(*map(from_here, after)):
                    chances: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
                    for outcomes, likely in ((ones, p), (twos, 1 - p)):
                        for length, winner, chance in outcomes:
                            chances[length + 1, winner] += likely * chance
                    known[key].add(frozenset((*key, at) for key, at in chances.items()))
        return known[key]

    return from_here(stones), nearest


@cache
def of_empty(rows: int, cols: int, p: Fraction) -> tuple[set[Outcomes], float]:
    return every_way(np.zeros((rows, cols), np.int8), p)


CASES = [(row["rows"], row["cols"], Fraction(row["p"])) for row in TRUTH.values()]
CASES += [(2, 4, Fraction(1, 2)), (3, 3, Fraction(3, 10))]
LARGE = (3, 3)  # takes seconds


@pytest.mark.parametrize(
    ("rows", "cols", "p"),
    [
        pytest.param(*case, marks=pytest.mark.thorough if case[:2] == LARGE else ())
        for case in CASES
    ],
)
def test_lengths_and_winners_of_sampled_games_are_the_exact_ones(
    rows: int, cols: int, p: Fraction
) -> None:
    ((only,), nearest) = of_empty(rows, cols, p)
    boards = (
        max(1 << math.ceil(2 * math.log2(SURE / nearest)), BITS) if nearest < math.inf else BITS
    )
    assert boards <= ENOUGH  # and a wrong cell is out of the question
    games = 2_000 if p == Fraction(1, 2) else 600  # biased boards take longer
    played = compound(rows, cols, p=float(p), boards=boards, games=games, seed=31)
    chances = np.zeros((rows * cols + 1, 3))
    for length, winner, chance in only:
        chances[length, winner] = float(chance)
    seen = np.zeros_like(chances, np.int64)
    np.add.at(seen, (played.lengths, played.winners), 1)
    # Lengths and winners at once, then the winners alone, by an exact test.
    assert p_of_counts(seen.ravel(), chances.ravel()) > FALSE_ALARM / 2
    due = float(chances[:, 1].sum())
    wins = int((played.winners == 1).sum())
    assert stats.binomtest(wins, games, due).pvalue > FALSE_ALARM / 2
    assert played.win_interval == rate_interval(wins, games)
    mean = sum(float(chance) * length for length, _, chance in only)
    variance = sum(float(chance) * (length - mean) ** 2 for length, _, chance in only)
    found = played.mean_length
    assert found == mean_interval(Histogram.of(played.lengths), top=rows * cols, least=1)
    assert abs(found.estimate - mean) <= 5.5 * math.sqrt(variance / games)  # normal: 4e-8
    assert played.silent_stops == 0


@pytest.mark.parametrize(
    ("text", "p", "confidence"),
    [
        ("...\n...\n...", "1/2", None),
        ("...\n...\n...", "3/10", None),
        ("...\n...\n...", "1/2", 0.99999999),
        (". O . .\n. . X .", "1/2", None),
        (".\n.\n.\n.", "2/3", None),
    ],
)
def test_every_stone_goes_to_a_most_pivotal_cell(
    text: str, p: str, confidence: float | None
) -> None:
    chance, position = Fraction(p), parse_stones(text)
    played = compound(
        stones=text, p=float(chance), boards=ENOUGH, confidence=confidence, games=150, seed=2
    )
    known: dict[bytes, tuple[list[int], float]] = {}
    for game in played.played:
        stones = position.copy()
        for cell, owner in zip(game.cells, game.owners, strict=True):
            assert winner_of(stones) == NOBODY
            key = stones.tobytes()
            if key not in known:
                known[key] = tied_best(stones, chance)
            best, distance = known[key]
            assert distance * math.sqrt(ENOUGH) > SURE
            assert cell in best
            stones.flat[cell] = owner
        assert winner_of(stones) == game.winner


def replay(position: Stones, p: float, how: Sampling, seed: int, number: int) -> CompoundGame:
    """A game in plain Python, from its two streams of words and the counts of its samples.

    Who wins a race for a cell is for tests/games/hex/test_race.py.
    """
    coins = big_words(seed, number, DEAL)
    samples = new_record(STREAM)
    start_sealed(samples, seed, number, SAMPLE)
    cells: list[int] = []
    owners: list[int] = []
    sampled: list[int] = []
    stones, silent = position.copy(), -1
    while winner_of(stones) == NOBODY:
        filling = Filling(stones.copy(), chance_of(p), int(next_word(samples)) >> 1)
        if how.error > 0:
            cell, look = map(int, most_pivotal(filling, make_fields(*stones.shape), how))
        else:
            look = how.boards
            counts = counts_of(filling, 0, look)[:-1]
            cell = counts.index(max(counts)) if any(counts) else NOWHERE
        if cell == NOWHERE:
            cell = best_crossing(stones.ravel(), *stones.shape)
            silent = len(cells) if silent == -1 else silent
        owner = 1 if next(coins) >> 11 < p * 2**53 else 2
        stones.flat[cell] = owner
        cells.append(cell)
        owners.append(owner)
        sampled.append(look)
    return CompoundGame(
        winner_of(stones),
        np.array(cells, np.int16),
        np.array(owners, np.int8),
        np.array(sampled, np.int64),
        silent,
    )


@pytest.mark.parametrize(
    ("rows", "cols", "p", "boards", "confidence"),
    [
        (3, 3, 0.5, 1, None),  # most samples show no pivotal cell
        (4, 4, 0.5, 3, None),
        (2, 2, 0.0, 100, None),  # no sample ever does
        (1, 1, 1.0, 5, 0.9),
        (3, 5, 0.3, 1_500, None),
        pytest.param(5, 3, 0.6, 5_000, 0.9, marks=pytest.mark.thorough),
        pytest.param(4, 4, 0.5, 20_000, 0.99, marks=pytest.mark.thorough),
        (6, 6, 0.5, 4 * BITS, 0.5),
    ],
)
def test_a_game_is_what_its_words_and_its_samples_say(
    rows: int, cols: int, p: float, boards: int, confidence: float | None
) -> None:
    how = sampling(boards, confidence)
    for stones in (np.zeros((rows, cols), np.int8), undecided(rows, cols, 8)):
        played = compound(
            stones=stones, p=p, boards=boards, confidence=confidence, games=12, seed=77
        )
        for number, game in enumerate(played.played):
            assert same_game(game, replay(stones, p, how, 77, number))


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (4, 1), (3, 3), (2, 5)])
@pytest.mark.parametrize(("p", "owner"), [(0.0, 2), (1.0, 1)])
def test_a_sure_coin_lets_one_player_win_with_the_fewest_stones(
    rows: int, cols: int, p: float, owner: int
) -> None:
    played = compound(rows, cols, p=p, boards=50, games=3)
    # No sample shows how to go on, but the players' shortest connections cross where they need.
    for game in played.played:
        assert game.winner == owner
        assert game.length == (cols if owner == 2 else rows)
        assert set(game.owners.tolist()) == {owner}


def test_a_game_ends_with_the_stone_that_decides() -> None:
    played = compound(stones=undecided(7, 5, 2), boards=400, games=60, seed=3)
    for number, game in enumerate(played.played):
        final = played.final(number)
        assert winner_of(final) == game.winner == played.winners[number]
        assert game.length == played.lengths[number]
        final.flat[game.cells[-1]] = FREE
        assert winner_of(final) == NOBODY


@pytest.mark.parametrize("p", [0.5, 0.4])
def test_player_1_wins_as_often_as_on_random_fillings(p: float) -> None:
    # The theorem of random-turn Hex: optimal or not, if both place as the other would, the stones
    # and the cells left over are a random filling.  It holds for any number of boards.
    due = criticality(4, 4, p=p, method="exact").win_rate
    for boards in (1, 3_000):
        played = compound(4, 4, p=p, boards=boards, games=3_000, seed=14)
        wins = int((played.winners == 1).sum())
        assert stats.binomtest(wins, 3_000, due).pvalue > FALSE_ALARM / 2


def test_silence_is_recorded_at_the_first_sample_without_a_pivotal_cell() -> None:
    played = compound(5, 5, boards=1, games=200, seed=1)
    silent = [game.silent for game in played.played]
    assert all(-1 <= at < game.length for at, game in zip(silent, played.played, strict=True))
    assert played.silent_stops == sum(at >= 0 for at in silent) > 100
    assert all((game.boards == 1).all() for game in played.played)
    assert played.to_pandas()["silent"].tolist() == silent
    assert (
        f"In {played.silent_stops:,} games, no cell decided any random board at some move"
        in repr(played)
    )
    assert compound(3, 3, boards=10_000, games=100).silent_stops == 0


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
