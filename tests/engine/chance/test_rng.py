"""Random streams are NumPy's Philox, and everything drawn from them is exactly uniform."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from playout.engine.chance import rng
from tests.chance import FALSE_ALARM, p_of_counts
from tests.engine.streams import (
    WORD,
    big_words,
    draw_below,
    draw_uniform,
    draw_words,
    numpy_generator,
    plain_randrange,
    plain_shuffle,
    scripted,
    shuffle_games,
    six_draws,
    stream,
)

LARGEST = 2**63 - 1
ADDRESSES = [
    (0, 0, 0),
    (1, 0, rng.DEAL),
    (1, 7, rng.SEAT + 6),
    (20150901, 123_456_789_012, 3),
    (LARGEST, LARGEST, LARGEST),
    (2**53 + 1, 2**32, 2**40 + 5),
]

# (counter, key, block): philox4x64 with 10 rounds in `tests/kat_vectors` of Random123.
KNOWN_ANSWERS = [
    (
        [0, 0, 0, 0],
        [0, 0],
        [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B],
    ),
    (
        [WORD - 1] * 4,
        [WORD - 1] * 2,
        [0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0],
    ),
    (
        [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89],
        [0x452821E638D01377, 0xBE5466CF34E90C6C],
        [0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6],
    ),
]


@pytest.mark.rules
@pytest.mark.parametrize(("counter", "key", "block"), KNOWN_ANSWERS)
def test_a_block_is_the_published_known_answer(
    counter: list[int], key: list[int], block: list[int]
) -> None:
    record: Any = stream()
    record.counter[:] = np.array([(counter[0] - 1) % WORD, *counter[1:]], np.uint64)
    record.key[:] = np.array(key, np.uint64)
    assert [int(rng.next_word(record)) for _ in range(4)] == block


@pytest.mark.rules
@pytest.mark.parametrize(("seed", "game", "purpose"), ADDRESSES)
def test_a_stream_is_numpys_philox_bit_for_bit(seed: int, game: int, purpose: int) -> None:
    words = np.zeros(103, np.uint64)
    draw_words(stream(seed, game, purpose), words)
    expected = numpy_generator(seed, game, purpose).random_raw(len(words))
    np.testing.assert_array_equal(words, expected)


@pytest.mark.rules
@pytest.mark.parametrize(("seed", "game", "purpose"), ADDRESSES)
def test_a_sealed_stream_is_numpys_with_a_key_from_a_block_of_its_own(
    seed: int, game: int, purpose: int
) -> None:
    record, words = stream(), np.zeros(103, np.uint64)
    rng.start_sealed(record, seed, game, purpose)
    draw_words(record, words)
    counter, own = np.array([0, game, purpose, 1], np.uint64), np.array([seed, 0], np.uint64)
    key = np.random.Philox(counter=counter, key=own).random_raw(2)
    expected = np.random.Philox(counter=np.zeros(4, np.uint64), key=key).random_raw(len(words))
    np.testing.assert_array_equal(words, expected)


@pytest.mark.rules
def test_a_sealed_stream_holds_neither_seed_nor_game_nor_purpose() -> None:
    record = stream()
    rng.start_sealed(record, 20150901, 123_456_789, 77)
    held = [*record.key.tolist(), *record.counter.tolist(), *record.words.tolist()]
    assert not {20150901, 123_456_789, 77} & set(held)
    assert record.counter.tolist() == record.words.tolist() == [0, 0, 0, 0]


@pytest.mark.rules
def test_starting_again_gives_the_same_words_whatever_was_drawn_before() -> None:
    record, first, again = stream(5, 6, 7), np.zeros(9, np.uint64), np.zeros(9, np.uint64)
    draw_words(record, first)
    rng.start(record, 5, 6, 7)
    draw_words(record, again)
    np.testing.assert_array_equal(first, again)


def test_streams_of_all_seeds_games_and_purposes_share_no_word() -> None:
    words = np.zeros((4 * 50 * 8, 12), np.uint64)
    row = 0
    for seed in range(4):
        for game in range(50):
            for purpose in range(8):
                draw_words(stream(seed, game, purpose), words[row])
                row += 1
    assert len(np.unique(words)) == words.size


# 3 * 2**61 and 2**62 + 1 reject every fourth and every other word.
@pytest.mark.rules
@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 98, 10**9, 2**62, 2**62 + 1, 3 * 2**61, LARGEST])
def test_randrange_is_lemires_method_with_big_integers(n: int) -> None:
    drawn = np.zeros(200, np.int64)
    draw_below(stream(3, n), n, drawn)
    words = big_words(3, n)
    assert drawn.tolist() == [plain_randrange(words, n) for _ in drawn]


@pytest.mark.rules
def test_randrange_rejects_the_word_zero_unless_n_is_a_power_of_two() -> None:
    first = next(big_words())
    assert rng.randrange(scripted([0, WORD - 1]), 3) == 2
    assert rng.randrange(scripted([0]), 3) == first * 3 // WORD
    assert rng.randrange(scripted([0, WORD - 1]), 4) == 0


@pytest.mark.parametrize("n", [2, 3, 7, 98, 1000])
def test_randrange_is_uniform(n: int) -> None:
    drawn = np.zeros(1_000_000, np.int64)
    draw_below(stream(11, n), n, drawn)
    assert p_of_counts(np.bincount(drawn, minlength=n), np.full(n, 1 / n)) > FALSE_ALARM
    assert drawn.min() >= 0
    assert drawn.max() < n


@pytest.mark.rules
def test_uniform_is_numpys_random_float() -> None:
    drawn = np.zeros(500)
    draw_uniform(stream(4, 5, 6), drawn)
    expected = np.random.Generator(numpy_generator(4, 5, 6)).random(len(drawn))
    np.testing.assert_array_equal(drawn, expected)


@pytest.mark.rules
def test_uniform_reaches_from_zero_to_just_below_one() -> None:
    assert rng.uniform(scripted([2**11 - 1])) == 0.0
    assert rng.uniform(scripted([2**11])) == 2.0**-53
    assert rng.uniform(scripted([WORD - 1])) == 1 - 2.0**-53


@pytest.mark.rules
@pytest.mark.parametrize("n", [1, 2, 6, 7, 98])
def test_shuffle_is_the_batched_method_with_big_integers(n: int) -> None:
    rows = np.zeros((20, n + 5), np.int64)
    shuffle_games(stream(), 8, n, rows)
    for game, row in enumerate(rows):
        items = list(range(n))
        plain_shuffle(big_words(8, game), items)
        assert row[:n].tolist() == items


@pytest.mark.parametrize("n", [196, 504, 512])
def test_a_large_shuffle_is_the_batched_method_rejections_included(n: int) -> None:
    rows, rejected = np.zeros((400, n + 5), np.int64), 0
    shuffle_games(stream(), 9, n, rows)
    for game, row in enumerate(rows):
        items = list(range(n))
        rejected += plain_shuffle(big_words(9, game), items)
        assert row[:n].tolist() == items
    assert n == 196 or rejected > 0  # each of these games would else have been different


@pytest.mark.rules
@pytest.mark.parametrize("n", [6, 7, 98, 504])
def test_shuffle_rejects_words_that_would_favour_an_order(n: int) -> None:
    favoured = [0, 0]  # the word 0 leaves nothing, so it is always one too many
    items = np.arange(n + 5)
    rng.shuffle(scripted(favoured), items, n)
    expected = list(range(n))
    assert plain_shuffle(iter([*favoured, *islice(big_words(), n)]), expected) == 2
    assert items[:n].tolist() == expected


@pytest.mark.rules
@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 98, 504, 512])
def test_six_draws_and_their_rejection_are_exact(n: int) -> None:
    bounds = [max(n - k, 1) for k in range(6)]
    limit = WORD % int(np.prod(bounds, dtype=object))
    for word in [0, 1, WORD - 1, *islice(big_words(2, n), 20)]:
        *chosen, rest = rng._six_draws(np.uint64(word), n)
        assert ([int(k) for k in chosen], int(rest)) == six_draws(word, bounds)
    for rest in {0, max(limit - 1, 0), limit, limit + 1, WORD - 1}:
        assert bool(rng._is_biased(np.uint64(rest), n)) == (rest < limit)
    assert limit <= int(rng._RARE)


@pytest.mark.rules
@pytest.mark.parametrize("n", range(14))
def test_shuffle_leaves_what_lies_behind_the_end(n: int) -> None:
    items = np.arange(100, 100 + n + 5)
    rng.shuffle(stream(1, n), items, n)
    assert sorted(items[:n].tolist()) == list(range(100, 100 + n))
    assert items[n:].tolist() == list(range(100 + n, 105 + n))


# Seven items need two words: the second batch must not depend on the first.
@pytest.mark.parametrize(("n", "orders"), [(4, 24), (5, 120), (7, 5040)])
def test_every_order_is_equally_likely(n: int, orders: int) -> None:
    rows = np.zeros((100 * orders, n + 5), np.int64)
    shuffle_games(stream(), 12, n, rows)
    codes = rows[:, :n] @ (n ** np.arange(n))
    seen, counts = np.unique(codes, return_counts=True)
    assert len(seen) == orders
    assert p_of_counts(counts, np.full(orders, 1 / orders)) > FALSE_ALARM
