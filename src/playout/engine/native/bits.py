"""A few machine instructions that neither Python nor Numba offers by name.

Each is a plain Python function, and an instruction without a branch that compiled code uses in its
place.  A set of numbers 0..127 is two words of 64 bits, kept signed (``int64``)
because Numba turns ``uint64 + int64`` into floats; only their bit patterns matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.np.numpy_support import as_dtype

from playout.engine.native.instructions import instruction

_MASK = (1 << 64) - 1


def first_bit(low: Any, high: Any, start: Any) -> int:
    """Return the lowest k >= start (0..127) in a set of 128 bits, or 128."""
    rest = _set(low, high) >> int(start) << int(start)
    return (rest & -rest).bit_length() - 1 if rest else 128


def last_bit(low: Any, high: Any, stop: Any) -> int:
    """Return the highest k < stop (0..127) in a set of 128 bits, or -1."""
    return (_set(low, high) & ((1 << int(stop)) - 1)).bit_length() - 1


def from_bit(start: Any) -> tuple[Any, Any]:
    """Return the set of all k >= start (0..127), as its two words."""
    members = (1 << 128) - (1 << int(start))
    return _signed(members & _MASK), _signed(members >> 64)


def has_bit(low: Any, high: Any, k: Any) -> bool:
    """Return whether k is in a set of 128 bits; False for k outside 0..127."""
    return bool(0 <= k <= 127 and _set(low, high) >> int(k) & 1)


def count_bits(low: Any, high: Any, start: Any, stop: Any) -> int:
    """Return how many k with start <= k < stop (0..127) are in a set of 128 bits."""
    return (_set(low, high) & ((1 << int(stop)) - 1) >> int(start) << int(start)).bit_count()


def size_of(low: Any, high: Any) -> int:
    """How many numbers are in a set of 128 bits."""
    return _set(low, high).bit_count()


def _set(low: Any, high: Any) -> int:
    return (int(high) & _MASK) << 64 | int(low) & _MASK


def _signed(word: int) -> Any:
    return np.uint64(word).astype(np.int64)


def multiply(a: Any, b: Any) -> tuple[Any, Any]:
    """(high word, low word) of the 128-bit product of two unsigned words."""
    product = int(a) * int(b)
    return np.uint64(product >> 64), np.uint64(product & _MASK)


def wrapping_add(a: Any, b: Any) -> Any:
    """Sum of two unsigned words modulo 2**64."""
    return np.uint64((int(a) + int(b)) & _MASK)


def copy_items(target: Any, source: Any) -> None:
    """Copy all items of an array into another of the same type and size; they may not overlap.

    Compiled it is one block of memory.  (A loop, or the assignment of a field of a record, goes
    item by item, because the two might overlap: three times as slow for the views of a game.  And
    the assignment to a slice compiles a sentence about wrong shapes, for a second and more.)
    """
    target[:] = source


def copy_fields(target: Any, source: Any) -> None:
    """Copy the fields whose names two records share; they must have the same types.

    In compiled code a field of many items is copied as one block of memory.
    """
    for name in source.dtype.names:
        if name in target.dtype.names:
            target[name] = source[name]


def copy_run(target: Any, source: Any, first: Any, last: Any) -> None:
    """Copy the fields of a record from one name to another, which lie alike in both records.

    The names are literal.  Compiled, all fields together are one block of memory.
    """
    names = source.dtype.names
    for name in names[names.index(first) : names.index(last) + 1]:
        target[name] = source[name]


_FEW = 16  # items that are copied one by one: who has just written one need not wait for a block
_INLINE = 128  # bytes that are copied without a call, which takes 4 % of random Mexican Train
_WORD, _WIDE = ir.IntType(64), ir.IntType(128)


def _wide(builder: Any, low: Any, high: Any) -> Any:
    """The 128-bit integer of two words."""
    upper = builder.shl(builder.zext(high, _WIDE), _WIDE(64))
    return builder.or_(upper, builder.zext(low, _WIDE))


def _from(builder: Any, start: Any) -> Any:
    """The set of all k >= start."""
    return builder.shl(_WIDE(-1), builder.zext(start, _WIDE))


def _split(builder: Any, start: Any) -> tuple[Any, Any]:
    """The set of all k >= start (0..127) as two words.

    Written with words: processors shift 128 bits in many steps, and here one is enough.
    """
    none, every = _WORD(0), _WORD(-1)
    mask = builder.shl(every, builder.and_(start, _WORD(63)))
    lower = builder.icmp_unsigned("<", start, _WORD(64))
    return builder.select(lower, mask, none), builder.select(lower, every, mask)


@instruction(first_bit)
def _first_bit(typingctx: Any, low: Any, high: Any, start: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from_low, from_high = _split(builder, args[2])
        low, high = builder.and_(args[0], from_low), builder.and_(args[1], from_high)
        none = builder.icmp_unsigned("==", low, _WORD(0))
        above = builder.add(builder.cttz(high, cgutils.false_bit), _WORD(64))
        return builder.select(none, above, builder.cttz(low, cgutils.false_bit))

    return types.int64(types.int64, types.int64, types.int64), codegen


@instruction(last_bit)
def _last_bit(typingctx: Any, low: Any, high: Any, stop: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from_low, from_high = _split(builder, args[2])
        low = builder.and_(args[0], builder.not_(from_low))
        high = builder.and_(args[1], builder.not_(from_high))
        none = builder.icmp_unsigned("==", high, _WORD(0))
        below = builder.sub(_WORD(63), builder.ctlz(low, cgutils.false_bit))
        above = builder.sub(_WORD(127), builder.ctlz(high, cgutils.false_bit))
        return builder.select(none, below, above)

    return types.int64(types.int64, types.int64, types.int64), codegen


@instruction(from_bit)
def _from_bit(typingctx: Any, start: Any) -> Any:
    pair = types.UniTuple(types.int64, 2)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_tuple(builder, pair, _split(builder, args[0]))

    return pair(types.int64), codegen


@instruction(has_bit)
def _has_bit(typingctx: Any, low: Any, high: Any, k: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = builder.select(builder.icmp_unsigned("<", args[2], _WORD(64)), args[0], args[1])
        bit = builder.trunc(builder.lshr(word, builder.and_(args[2], _WORD(63))), ir.IntType(1))
        return builder.and_(bit, builder.icmp_unsigned("<", args[2], _WORD(128)))

    return types.boolean(types.int64, types.int64, types.int64), codegen


@instruction(count_bits)
def _count_bits(typingctx: Any, low: Any, high: Any, start: Any, stop: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        span = builder.and_(_from(builder, args[2]), builder.not_(_from(builder, args[3])))
        return builder.trunc(builder.ctpop(builder.and_(_wide(builder, *args[:2]), span)), _WORD)

    return types.int64(types.int64, types.int64, types.int64, types.int64), codegen


@instruction(size_of)
def _size_of(typingctx: Any, low: Any, high: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.add(builder.ctpop(args[0]), builder.ctpop(args[1]))

    return types.int64(types.int64, types.int64), codegen


@instruction(multiply)
def _multiply(typingctx: Any, a: Any, b: Any) -> Any:
    pair = types.UniTuple(types.uint64, 2)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        product = builder.mul(builder.zext(args[0], _WIDE), builder.zext(args[1], _WIDE))
        high = builder.trunc(builder.lshr(product, _WIDE(64)), _WORD)
        return context.make_tuple(builder, pair, (high, builder.trunc(product, _WORD)))

    return pair(types.uint64, types.uint64), codegen


@instruction(wrapping_add)
def _wrapping_add(typingctx: Any, a: Any, b: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.add(args[0], args[1])

    return types.uint64(types.uint64, types.uint64), codegen


@instruction(copy_items)
def _copy_items(typingctx: Any, target: Any, source: Any) -> Any:
    if (target.dtype, target.layout) != (source.dtype, "C") or source.layout != "C":
        raise TypingError(f"copy_items of {source} into {target}: one type is needed, and no gaps")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        arrays = [
            context.make_array(kind)(context, builder, array)
            for kind, array in zip(signature.args, args, strict=True)
        ]
        to, origin = arrays
        cgutils.raw_memcpy(builder, to.data, origin.data, origin.nitems, origin.itemsize)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@instruction(copy_fields)
def _copy_fields(typingctx: Any, target: Any, source: Any) -> Any:
    names = [name for name in source.fields if name in target.fields]
    for name in names:
        if target.typeof(name) != source.typeof(name):
            raise TypingError(
                f"copy_fields: '{name}' is {source.typeof(name)} in one record and "
                f"{target.typeof(name)} in the other"
            )

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        starts = [builder.bitcast(record, cgutils.voidptr_t) for record in args]
        for name in names:
            kind = as_dtype(source.typeof(name))
            offsets = target.offset(name), source.offset(name)
            is_small = kind.itemsize <= _FEW * kind.base.itemsize
            width = kind.base.itemsize if is_small else kind.itemsize
            for first in range(0, kind.itemsize, width):
                to, origin = (
                    builder.gep(start, [_WORD(offset + first)])
                    for start, offset in zip(starts, offsets, strict=True)
                )
                cgutils.raw_memcpy(builder, to, origin, _WORD(width), 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@instruction(copy_run, prefer_literal=True)
def _copy_run(typingctx: Any, target: Any, source: Any, first: Any, last: Any) -> Any:
    if not (isinstance(first, types.Literal) and isinstance(last, types.Literal)):
        return None
    names = list(source.fields)
    begin, end = first.literal_value, last.literal_value
    for name in names[names.index(begin) : names.index(end) + 1]:
        there = name in target.fields and target.typeof(name) == source.typeof(name)
        apart = [kind.offset(name) - kind.offset(begin) for kind in (target, source) if there]
        if not there or apart[0] != apart[1]:
            raise TypingError(f"copy_run: '{name}' does not lie alike in both records")
    size = source.offset(end) + as_dtype(source.typeof(end)).itemsize - source.offset(begin)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        starts = [builder.bitcast(record, cgutils.voidptr_t) for record in args[:2]]
        width = _INLINE if size <= 4 * _INLINE else size
        for done in range(0, size, width):
            to, origin = (
                builder.gep(start, [_WORD(kind.offset(begin) + done)])
                for start, kind in zip(starts, (target, source), strict=True)
            )
            cgutils.raw_memcpy(builder, to, origin, _WORD(min(width, size - done)), 1)
        return context.get_dummy_value()

    return types.void(target, source, first, last), codegen
