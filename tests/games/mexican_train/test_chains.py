"""Chains: as good as the best of all chains, and found in bounded time.

Whatever is drawn at random here has a fixed seed, and every answer is exact: there are no false
alarms.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.games.mexican_train.chains.chains import (
    ANY_LENGTH,
    EXACT,
    HEAVIEST,
    LIMIT,
    LONGEST,
    best_chain,
    lay_out,
    most_tiles,
)
from playout.games.mexican_train.chains.trails import WORK, search
from playout.games.mexican_train.tiles import MOST, NUMBERS, put, take
from tests import truth
from tests.reference.mexican_train import Tile, full_set
from tests.reference.mexican_train_chains import best_worth, heaviest, longest

pytestmark = pytest.mark.slow

FACTS: dict[str, Any] = truth.load("mexican_train_sets")
AIMS = [(LONGEST, longest), (HEAVIEST, heaviest)]

# Of hands of 18 tiles the slowest that a hill climb over the steps of the search has found.
HARDEST: list[Tile] = [
    *((1, 4), (1, 6), (2, 3), (2, 5), (2, 9), (2, 10), (2, 11), (2, 12), (3, 12)),
    *((4, 6), (4, 10), (5, 9), (5, 10), (5, 12), (6, 12), (9, 11), (9, 12), (11, 12)),
]


def rows_of(hand: list[Tile]) -> Any:
    """A hand as bits."""
    rows = np.zeros(NUMBERS, np.int32)
    for tile in hand:
        put(rows, *tile)
    return rows


def best(hand: list[Tile], start: int, aim: Any) -> list[Tile]:
    """The chain found for a hand, after checking that it is one."""
    work = np.full(1, -1, WORK)[0]
    size = best_chain(rows_of(hand), start, aim, ANY_LENGTH, work)
    numbers = work.chain[: size + 1].tolist()
    tiles = list(pairwise(numbers))
    assert numbers[0] == start
    assert set(work.chain[size + 1 :].tolist()) <= {-1}
    laid = [(min(tile), max(tile)) for tile in tiles]
    assert len(set(laid)) == len(laid)
    assert set(laid) <= set(hand)
    return tiles


def random_hand(chance: Random, highest: int, size: int) -> list[Tile]:
    """Some tiles of a set."""
    deck = full_set(highest)
    return chance.sample(deck, min(size, len(deck)))


@st.composite
def small_hands(draw: st.DrawFn) -> tuple[list[Tile], int]:
    """Up to ten tiles of any set, and a number that they are to be laid to."""
    highest = draw(st.integers(1, MOST))
    # Few numbers, so that there is something to search.
    numbers = draw(st.lists(st.integers(0, highest), min_size=1, max_size=6, unique=True))
    tiles = [(a, b) for a in numbers for b in numbers if a <= b]
    hand = draw(st.lists(st.sampled_from(tiles), max_size=10, unique=True))
    return hand, draw(st.sampled_from(numbers))


@given(small_hands())
def test_no_chain_is_better_than_the_one_found(case: tuple[list[Tile], int]) -> None:
    hand, start = case
    for aim, worth in AIMS:
        assert worth(best(hand, start, aim)) == best_worth(hand, start, worth)


@pytest.mark.parametrize("highest", [6, 12, 18])
def test_a_length_is_found_if_it_matters_and_is_below_its_bound(highest: int) -> None:
    chance = Random(highest)
    work = np.zeros(1, WORK)[0]
    for _ in range(1000):
        hand = random_hand(chance, highest, chance.randint(1, 24))
        start, tile = chance.randint(0, highest), chance.choice(hand)
        rows, whole = rows_of(hand), best_chain(rows_of(hand), start, LONGEST, ANY_LENGTH, work)
        take(rows, *tile)
        length = best_chain(rows, start, LONGEST, ANY_LENGTH, work)
        assert length <= most_tiles(rows_of(hand), start, *tile)
        for more in range(-1, whole):
            found = best_chain(rows, start, LONGEST, (more, whole), work)
            assert found == length if length > more else found <= more


@pytest.mark.parametrize("key", FACTS["longest_train_exact"])
def test_all_hands_give_the_exact_numbers(key: str) -> None:
    facts = FACTS["longest_train_exact"][key]
    words = key.replace(",", "").split()
    highest, size, start = int(words[0].removeprefix("double-")), int(words[2]), int(words[4])
    deck = [tile for tile in full_set(highest) if tile != (start, start)]
    hands = [list(hand) for hand in combinations(deck, size)]
    assert len(hands) == facts["hands"]
    lengths = Counter(len(best(hand, start, LONGEST)) for hand in hands)
    assert {str(length): count for length, count in lengths.items()} == facts["histogram"]
    weights = [heaviest(best(hand, start, HEAVIEST)) for hand in hands]
    assert Fraction(sum(weights), len(hands)) == Fraction(facts["mean_heaviest_chain_pips"])


@pytest.mark.parametrize("key", FACTS["invariants"])
def test_a_whole_set_gives_its_longest_chain_from_every_number(key: str) -> None:
    highest = int(key.removeprefix("double-"))
    for start in range(highest + 1):
        chain = best(full_set(highest), start, LONGEST)
        assert len(chain) == FACTS["invariants"][key]["longest_chain_of_whole_set"]


@pytest.mark.parametrize("highest", [7, 9, 12, 18])
def test_large_hands_are_searched_to_the_end_as_long_as_it_is_promised(highest: int) -> None:
    chance = Random(highest)
    for _ in range(100):
        start = chance.randint(0, highest)
        hand = random_hand(chance, highest, chance.randint(10, EXACT))
        for aim, worth in AIMS:
            assert worth(best(hand, start, aim)) == searched(hand, start, aim)


def searched(hand: list[Tile], start: int, aim: Any) -> Any:
    """What the best chain is worth by branch and bound alone, without a limit."""
    work = np.zeros(1, WORK)[0]
    lay_out(rows_of(hand), start, aim, work)
    assert search(work, 1 << 40)
    doubles = (start, start) in hand
    total = int(work.best) + doubles * (sum(aim) + 2 * start)
    length, rest = divmod(total, LONGEST[0])
    return total if aim == HEAVIEST else (length, *divmod(rest, LONGEST[1]))


def test_the_slowest_hand_of_the_size_promised_takes_a_bounded_time() -> None:
    assert len(HARDEST) == EXACT
    work = np.zeros(1, WORK)[0]
    lay_out(rows_of(HARDEST), 12, LONGEST, work)
    assert search(work, 1 << 40)
    assert work.steps < 100_000
    assert longest(best(HARDEST, 12, LONGEST)) == searched(HARDEST, 12, LONGEST)


def test_a_search_stops_at_its_limit_and_leaves_the_graph_as_it_was() -> None:
    chance = Random(3)
    for size in (18, 40, 100):
        for _ in range(20):
            work = np.zeros(1, WORK)[0]
            lay_out(rows_of(random_hand(chance, 18, size)), 18, LONGEST, work)
            before = work.graph.copy()
            finished = search(work, 50)
            assert work.steps <= 50
            assert finished or work.steps == 50
            assert (work.graph == before).all()
            assert work.length <= size


@pytest.mark.parametrize("size", [20, 25, 30, 40, 60, 94, 150])
def test_very_large_hands_give_chains_that_leave_out_next_to_nothing(size: int) -> None:
    """No fewer tiles left out than Euler says, and hardly ever more than two beyond that."""
    chance = Random(size)
    beyond = []
    for _ in range(50):
        hand = random_hand(chance, 18, size)
        start = chance.randint(0, 18)
        beyond.append(most_by_euler(hand, start) - len(best(hand, start, LONGEST)))
    assert min(beyond) >= 0
    assert sum(beyond) <= 2 * len(beyond)
    assert LIMIT < 100_000


def most_by_euler(hand: list[Tile], start: int) -> int:
    """Tiles that hang together with the start, less one for every two odd numbers to be left."""
    near, more = {start}, {start}
    while more:
        more = {n for tile in hand if set(tile) & near for n in tile} - near
        near |= more
    there = [tile for tile in hand if set(tile) <= near]
    degrees = Counter(n for tile in there if tile[0] != tile[1] for n in tile)
    odd = {n for n, degree in degrees.items() if degree % 2} ^ {start}
    return len(there) - (len(odd) - 1) // 2
