"""Random numbers for plain Python: the same words as compiled code draws, ten times as fast.

To call compiled code with a record takes Python 2 to 3 microseconds, of which drawing a number is
one hundredth: NumPy describes the whole record again at each call.  So a game in plain Python reads
the words of its streams here, and calls compiled code for every fourth word, the next block.

In compiled code the functions of this module are those of rng.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.typing.templates import builtin_registry

from playout.engine.chance import rng
from playout.engine.chance.rng import DEAL, REPEAT, SEAT, STREAM
from playout.engine.native.jit import COMPILING, jit
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief

_WORDS, _USED = 6, 10  # places among the numbers of a stream: of its block, of how many are spent
_ALL = 2**64 - 1
_Stream: Any = type(new_record(STREAM))
_Stream.memory = None  # of a record of `Streams`: its numbers, and an array of it alone


class Streams:
    """The streams of a table, an array of STREAM; each is one object for as long as this is."""

    def __init__(self, array: Any) -> None:
        """``array`` is shared, not copied."""
        self.array = array
        self.records = [array[k] for k in range(len(array))]
        numbers = array.view(np.uint64).reshape(len(array), -1)
        for k, record in enumerate(self.records):
            record.memory = memoryview(numbers[k]), array[k : k + 1]

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, place: Any) -> Any:
        return self.records[place] if type(place) is int else self.array[place]

    def copy(self) -> Streams:
        """Return other streams, which are as far as these."""
        return Streams(self.array.copy())

    def __reduce__(self) -> Any:
        return Streams, (self.array,)

    def tobytes(self) -> bytes:
        """Return everything of them."""
        return bytes(self.array.tobytes())


@jit
def _next_block(streams: Any) -> None:
    rng._next_block(streams[0])


@jit
def start_game(streams: Any, seed: int, game: int, repeat: int) -> None:
    """Set the streams of a table, first the deal's, to the beginning of a game."""
    rng.start(streams[DEAL], seed, game, DEAL)
    for place in range(SEAT, len(streams)):
        rng.start_sealed(streams[place], seed, game, place + REPEAT * repeat)


def next_word(stream: Any) -> int:
    """Return the next 64 random bits as a number."""
    memory = stream.memory if type(stream) is _Stream else None
    if memory is None:
        return int(rng.next_word(stream))
    numbers, array = memory
    used = numbers[_USED]
    if used == 4:
        _next_block(array)
        used = 0
    numbers[_USED] = used + 1
    return int(numbers[_WORDS + used])


def randrange(stream: Any, n: int) -> int:
    """Return a random whole number from 0 to n - 1, all equally likely.

    ``stream`` is a random stream, such as the second argument of a strategy; ``n`` is at least 1.
    """
    memory = stream.memory if type(stream) is _Stream else None
    if memory is None or type(n) is not int or not 0 < n < 2**63:
        return int(rng.randrange(stream, n))
    numbers, array = memory  # as in next_word: a call would cost as much as all of this
    used = numbers[_USED]
    if used == 4:
        _next_block(array)
        used = 0
    numbers[_USED] = used + 1
    product: int = numbers[_WORDS + used] * n
    if product & _ALL < n:
        reject = (2**64 - n) % n
        while product & _ALL < reject:
            product = next_word(stream) * n
    return product >> 64


def uniform(stream: Any) -> float:
    """Return a random number from 0 to below 1, uniformly distributed."""
    return (next_word(stream) >> 11) * 2.0**-53


def shuffle(stream: Any, items: Any) -> None:
    """Shuffle a list or an array in place; all orders are equally likely (Fisher and Yates)."""
    for k in range(len(items) - 1, 0, -1):
        other = randrange(stream, k + 1)
        items[k], items[other] = items[other], items[k]


@jit
def _shuffle(stream: Any, items: Any) -> None:
    for k in range(len(items) - 1, 0, -1):
        other = rng.randrange(stream, k + 1)
        items[k], items[other] = items[other], items[k]


def shuffled(stream: Any, items: Any) -> list[Any]:
    """Return a shuffled list of the items; it uses the same random numbers as `shuffle`."""
    if not hasattr(stream, "dtype"):
        raise PlayoutError(f"shuffled(stream, items): {brief(repr(stream))} is no stream")
    order = list(items)
    shuffle(stream, order)
    return order


def _compiled_as(function: Callable[..., Any], compiled: Any) -> None:
    """Let compiled code that calls a function of this module call a compiled one."""
    if COMPILING:
        builtin_registry.register_global(function, types.Dispatcher(compiled))


_compiled_as(next_word, rng.next_word)
_compiled_as(randrange, rng.randrange)
_compiled_as(uniform, rng.uniform)
_compiled_as(shuffle, _shuffle)
