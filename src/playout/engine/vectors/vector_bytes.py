"""Move bytes between rows of Bytes, which hold 64 games side by side, and arrays of single games.

In rows of Bytes (vectors.py) the numbers of one game stand one below another.  An array that is
read and written game by game, such as a deck, holds them one after another.  Eight bytes of it make
one word, with the first byte lowest.

Each function is plain Python on NumPy arrays; compiled code uses vector instructions instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from playout.engine.vectors.vectors import BYTES, GAMES, LANES, WORDS, Vector, row_address, row_type

_WORD = ir.IntType(64)


def word_at(items: Any, k: Any) -> Any:
    """Eight bytes of an array uint8[...], from place k on, as one uint64."""
    return items[k : k + 8].copy().view("<u8").astype(np.uint64)[0]


def spread_bytes(rows: Any, words: Any) -> None:
    """Write byte k of words[game] to rows[k, game]: words is uint64[GAMES], rows eight Bytes."""
    rows[:8] = words.astype("<u8").view(np.uint8).reshape(GAMES, 8).T


def gather_bytes(words: Any, rows: Any, first: Any) -> None:
    """Write rows[first + k, game] to byte k of words[game], for k = 0..7."""
    words[:] = rows[first : first + 8].T.copy().view("<u8").reshape(GAMES)


def store_lowest(rows: Any, k: Any, first: Any, lanes: Any) -> None:
    """Write the lowest byte of each word of Lanes to row k of Bytes, from game `first` on."""
    rows[k, first : first + WORDS] = lanes.astype(np.uint8)


# --- The same in compiled code. -------------------------------------------------------------------


def _is_line(items: Any, kind: Any) -> bool:
    """Whether this is a one-dimensional array of such numbers without gaps."""
    is_array = isinstance(items, types.Array)
    return is_array and (items.dtype, items.ndim, items.layout) == (kind, 1, "C")


@type_callable(word_at)
def _type_word_at(context: Any) -> Any:
    def typed(items: Any, k: Any) -> Any:
        fits = _is_line(items, types.uint8) and isinstance(k, types.Integer)
        return types.uint64 if fits else None

    return typed


@type_callable(spread_bytes)
def _type_spread_bytes(context: Any) -> Any:
    def typed(rows: Any, words: Any) -> Any:
        return types.void if row_type(rows) == BYTES and _is_line(words, types.uint64) else None

    return typed


@type_callable(gather_bytes)
def _type_gather_bytes(context: Any) -> Any:
    def typed(words: Any, rows: Any, first: Any) -> Any:
        fits = row_type(rows) == BYTES and isinstance(first, types.Integer)
        return types.void if fits and _is_line(words, types.uint64) else None

    return typed


@type_callable(store_lowest)
def _type_store_lowest(context: Any) -> Any:
    def typed(rows: Any, k: Any, first: Any, lanes: Any) -> Any:
        fits = isinstance(k, types.Integer) and isinstance(first, types.Integer)
        return types.void if fits and (row_type(rows), lanes) == (BYTES, LANES) else None

    return typed


def _data(context: Any, builder: Any, kind: Any, array: Any, items: Any) -> Any:
    """The address of an array as that of items of another type."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(data, items.as_pointer())


def _eight_vectors(builder: Any, start: Any) -> list[Any]:
    return [builder.load(builder.gep(start, [_WORD(k)]), align=1) for k in range(8)]


def _store_vectors(builder: Any, vectors: list[Any], start: Any) -> None:
    for k, vector in enumerate(vectors):
        builder.store(vector, builder.gep(start, [_WORD(k)]), align=1)


def _shuffled(builder: Any, a: Any, b: Any, places: list[int]) -> Any:
    """The items at these places of two vectors, where the second follows the first."""
    kind = ir.VectorType(ir.IntType(32), len(places))
    return builder.shuffle_vector(a, b, ir.Constant(kind, places))


@lower_builtin(word_at, types.Array, types.Integer)
def _lower_word_at(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    first = _data(context, builder, signature.args[0], values[0], BYTES.llvm.element)
    k = context.cast(builder, values[1], signature.args[1], types.int64)
    start = builder.gep(first, [k], inbounds=True)
    return builder.load(builder.bitcast(start, _WORD.as_pointer()), align=1)


# The place of a byte among 512 has nine bits.  In rows, the highest three are the number of the
# row; in words, the lowest three are.  To take every second byte, and then the others, moves the
# lowest bit to the top; to interleave both halves moves the highest bit to the bottom.


@lower_builtin(spread_bytes, types.Array, types.Array)
def _lower_spread_bytes(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    rows, words = (
        _data(context, builder, kind, array, BYTES.llvm)
        for kind, array in zip(signature.args, values, strict=True)
    )
    vectors = _eight_vectors(builder, words)
    for _ in range(3):
        vectors = [
            _shuffled(builder, vectors[k], vectors[k + 1], list(range(first, 2 * GAMES, 2)))
            for first in (0, 1)
            for k in range(0, 8, 2)
        ]
    _store_vectors(builder, vectors, rows)
    return context.get_dummy_value()


@lower_builtin(gather_bytes, types.Array, types.Array, types.Integer)
def _lower_gather_bytes(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    rows, _ = row_address(context, builder, signature.args[1:], values[1:])
    vectors = _eight_vectors(builder, rows)
    for _ in range(3):
        vectors = [
            _shuffled(
                builder,
                vectors[k],
                vectors[k + 4],
                [k for place in range(first, first + GAMES // 2) for k in (place, place + GAMES)],
            )
            for k in range(4)
            for first in (0, GAMES // 2)
        ]
    words = _data(context, builder, signature.args[0], values[0], BYTES.llvm)
    _store_vectors(builder, vectors, words)
    return context.get_dummy_value()


@lower_builtin(store_lowest, types.Array, types.Integer, types.Integer, Vector)
def _lower_store_lowest(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    row, _ = row_address(context, builder, signature.args, values)
    first = context.cast(builder, values[2], signature.args[2], types.int64)
    lowest = builder.trunc(values[3], ir.VectorType(BYTES.llvm.element, WORDS))
    start = builder.bitcast(row, BYTES.llvm.element.as_pointer())
    place = builder.gep(start, [first], inbounds=True)
    builder.store(lowest, builder.bitcast(place, lowest.type.as_pointer()), align=1)
    return context.get_dummy_value()
