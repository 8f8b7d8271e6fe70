"""Positions that have been met are found again, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from playout.engine.solve.store import (
    EMPTY,
    fill_slots,
    find_or_add,
    hash_of,
    longest,
    write_position,
)


@pytest.mark.parametrize("size", [1, 5, 64, 65, 200])
def test_every_position_has_one_number_and_is_found_by_it(size: int) -> None:
    rng = np.random.default_rng(size)
    many = rng.integers(-2, 3, (300, size)) * rng.integers(0, 2, (300, size)) ** 3
    many[150:] = many[rng.integers(0, 150, 150)]
    reference = many[7].copy()
    kept, starts = np.zeros(400 * longest(size), np.int64), np.zeros(400, np.int64)
    hashes, slots = np.zeros(400, np.uint64), np.full(256, EMPTY, np.int64)
    known: dict[bytes, int] = {}
    count = 1  # number 0 is no position
    for k, words in enumerate(many):
        if k == 60:
            slots = np.full(1024, EMPTY, np.int64)
            fill_slots(hashes, count, slots)
        number = int(find_or_add(words, reference, kept, starts, hashes, slots, count))
        assert number == known.setdefault(words.tobytes(), count)
        count = max(count, number + 1)
    for data, number in known.items():
        words = np.zeros(size, np.int64)
        write_position(number, reference, kept, starts, words)
        assert words.tobytes() == data


def test_a_hash_depends_on_every_word_and_its_place() -> None:
    blocks = [np.zeros(6, np.int64) for _ in range(7)]
    for place in range(6):
        blocks[place][place] = 1
    assert len({int(hash_of(block)) for block in blocks}) == 7
