"""Random numbers in plain Python are those of compiled code, word for word."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.chance import plain_streams, rng
from playout.engine.chance.plain_streams import Streams, shuffled, start_game
from playout.engine.chance.rng import DEAL, REPEAT, SEAT, STREAM, start, start_sealed
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record


def both(seed: int = 3) -> tuple[Any, Any]:
    """The same stream, at a table in plain Python and as a bare record."""
    streams, bare = Streams(new_record(STREAM, 2)), new_record(STREAM)
    for stream in (streams[DEAL], bare):
        start(stream, seed, 5, DEAL)
    return streams[DEAL], bare


def test_a_table_in_plain_python_draws_the_same_numbers() -> None:
    stream, bare = both()
    for n in (1, 2, 6, 52, 2**31, 2**63 - 1, np.int64(7)):
        for _ in range(5):
            assert plain_streams.randrange(stream, n) == rng.randrange(bare, n)  # type: ignore[arg-type]
    assert plain_streams.uniform(stream) == rng.uniform(bare)
    assert plain_streams.next_word(stream) == rng.next_word(bare)
    assert stream.tobytes() == bare.tobytes()


def test_a_number_that_would_be_biased_is_drawn_again_in_both() -> None:
    stream, bare = both()
    n = 3 * 2**61  # a quarter of all words is rejected
    drawn = [plain_streams.randrange(stream, n) for _ in range(200)]
    assert drawn == [rng.randrange(bare, n) for _ in range(200)]
    assert rng.used_of(stream) == rng.used_of(bare) > 230


def test_compiled_code_and_plain_python_share_a_stream() -> None:
    stream, bare = both()
    for _ in range(7):
        assert plain_streams.randrange(stream, 100) == rng.randrange(bare, 100)
        assert rng.randrange(stream, 100) == plain_streams.randrange(bare, 100)
    copy = Streams(stream.base).copy()[DEAL]
    assert plain_streams.next_word(copy) == rng.next_word(bare)


def test_a_game_begins_with_the_streams_of_a_compiled_table() -> None:
    streams, bare = Streams(new_record(STREAM, 4)), new_record(STREAM)
    start_game(streams.array, 8, 9, 2)
    start(bare, 8, 9, DEAL)
    assert streams[DEAL].tobytes() == bare.tobytes()
    for seat in range(3):
        start_sealed(bare, 8, 9, SEAT + seat + 2 * REPEAT)
        assert streams[SEAT + seat].tobytes() == bare.tobytes()


def test_some_streams_are_those_of_the_table() -> None:
    streams = Streams(new_record(STREAM, 4))
    start_game(streams.array, 1, 2, 0)
    streams[1:2][:] = streams[2:3]
    assert streams[1].tobytes() == streams[2].tobytes()


@jit
def compiled(stream: Any, items: Any) -> int:
    """Functions for authors in compiled code."""
    playout.shuffle(stream, items)
    return int(playout.randrange(stream, 1000))


@pytest.mark.parametrize("size", [0, 1, 2, 30])
def test_public_functions_give_the_same_in_compiled_code(size: int) -> None:
    stream, bare = both()
    items, array = list(range(size)), np.arange(size)
    playout.shuffle(stream, items)
    number = compiled(bare, array)
    assert items == array.tolist()
    assert sorted(items) == list(range(size))
    assert playout.randrange(stream, 1000) == number


def test_a_list_is_shuffled_as_its_copy_is() -> None:
    stream, bare = both()
    items = list("abcdef")
    assert shuffled(bare, items) != items
    before = shuffled(both()[1], items)
    playout.shuffle(stream, items)
    assert items == before


def test_what_is_no_stream_is_named() -> None:
    with pytest.raises(playout.PlayoutError, match="is no stream"):
        shuffled([1, 2], "abc")
