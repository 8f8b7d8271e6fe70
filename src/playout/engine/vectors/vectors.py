"""Vectors: many bits or numbers that compiled code keeps in vector registers.

    Lanes   16 words of 64 bits: one bit for each of 1,024 boards, games or coins
    Bytes   64 numbers of 8 bits without a sign: one for each of 64 games
    Wide    the same with 16 bits and a sign
    Long    the same with 32 bits and a sign
    Flags   64 truth values

Bytes take one register of AVX-512, two of AVX2, four of NEON; Lanes and Wide take twice as many,
Long four times.  So use Bytes where the numbers fit.  LLVM gets vector instructions directly, so
nothing depends on whether it recognises a loop.  A row of an array ``uint64[rows, WORDS]`` holds
Lanes, of ``uint8[rows, GAMES]`` Bytes, of ``int16[rows, GAMES]`` Wide, and of
``int32[rows, GAMES]`` Long.

A rule or a strategy on these decides 64 games at once, if it takes the same steps in all of them:
it uses ``where`` instead of ``if``.

            & | ~   ^   <<   >>   +   -   *   < <= > >= ==
    Lanes     x     x   x    x    x       x
    Bytes     x     x             x   x             x
    Wide                          x   x   x         x
    Long                          x   x   x         x
    Flags     x

Sums and products wrap around; a comparison gives Flags.  One of two operands may be a number, which
then counts for every item: a uint64 with Lanes, an int with the others (0..255 with Bytes).  For a
field of a record write ``int(field)``: in plain Python, its 64 bits would widen all items.

Each function is plain Python on NumPy arrays; compiled code uses vector instructions instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, models, register_model, type_callable

from playout.engine.native.jit import jit

WORDS = 16
BITS = 64 * WORDS
GAMES = 64  # as many as a word has bits

CACHE_LINE = 64  # bytes


# --- Functions of vectors, as plain Python. -------------------------------------------------------


@jit
def aligned_rows(rows: int) -> Any:
    """Zeros, uint64[rows, WORDS], starting on a cache line: otherwise every load touches two."""
    memory = np.zeros(rows * WORDS + CACHE_LINE // 8, np.uint64)
    skip = -memory.ctypes.data % CACHE_LINE // 8
    return memory[skip : skip + rows * WORDS].reshape(rows, WORDS)


def load(rows: Any, k: Any) -> Any:
    """The vector in row k of an array."""
    return rows[k].copy()


def store(rows: Any, k: Any, vector: Any) -> None:
    """Write a vector to row k of an array of its kind."""
    rows[k] = vector


def splat(number: Any) -> Any:
    """Return a vector of one number: Lanes of a uint64, Wide of others (-2**15 .. 2**15 - 1)."""
    if isinstance(number, np.uint64):
        return np.full(WORDS, number)
    return np.full(GAMES, number, np.int16)


def byte(number: Any) -> Any:
    """Return Bytes with the same number, 0..255, in every item."""
    return np.full(GAMES, number, np.uint8)


def any_bit(vector: Any) -> bool:
    """Whether any bit of Lanes, or any of the Flags, is set."""
    return bool(vector.any())


def ones(vector: Any) -> Any:
    """Return the number of set bits in each item of Lanes or Bytes."""
    return np.bitwise_count(vector).astype(vector.dtype)


def word_numbers() -> Any:
    """Lanes whose words are 0, 1, ... WORDS - 1."""
    return np.arange(WORDS, dtype=np.uint64)


def where(flags: Any, yes: Any, no: Any) -> Any:
    """For each game one of two numbers of the same type: ``yes`` where its flag is set."""
    return np.where(flags, yes, no)


def least(a: Any, b: Any) -> Any:
    """The smaller of two numbers, for each game."""
    return np.minimum(a, b)


def most(a: Any, b: Any) -> Any:
    """The larger of two numbers, for each game."""
    return np.maximum(a, b)


def excess(a: Any, b: Any) -> Any:
    """By how much each number of Bytes exceeds another: 0 where it does not."""
    return np.where(a > b, a - b, np.uint8(0))


def sum_within(a: Any, b: Any) -> Any:
    """The sum of two Wide, or the nearest number that Wide can hold."""
    return clipped(np.add(a, b, dtype=np.int32))


def difference_within(a: Any, b: Any) -> Any:
    """The difference of two Wide, or the nearest number that Wide can hold."""
    return clipped(np.subtract(a, b, dtype=np.int32))


def absolute(numbers: Any) -> Any:
    """Each number of Wide without its sign."""
    return np.abs(numbers)


def one_bit(k: Any) -> Any:
    """Bytes in which bit k modulo 8 is set, and no other."""
    return np.uint8(1) << (k & 7)


def narrow(numbers: Any) -> Any:
    """Wide as Bytes, modulo 256."""
    return numbers.astype(np.uint8)


def wide(numbers: Any) -> Any:
    """Bytes as Wide."""
    return numbers.astype(np.int16)


def clipped(numbers: Any) -> Any:
    """Long as Wide: each number, or the nearest that Wide can hold."""
    return np.clip(numbers, -(1 << 15), (1 << 15) - 1).astype(np.int16)


def long(numbers: Any) -> Any:
    """Wide as Long."""
    return numbers.astype(np.int32)


def dot(a: Any, b: Any) -> int:
    """The sum of the products of two Wide, which must fit 32 bits."""
    return int(np.dot(a.astype(np.int32), b.astype(np.int32)))


def as_ones(flags: Any) -> Any:
    """Bytes: 1 where the flag is set, else 0."""
    return flags.astype(np.uint8)


def bits_of(flags: Any) -> int:
    """The flags as an int: bit k is that of game k."""
    return sum(1 << k for k in range(GAMES) if flags[k])


# --- Their types in compiled code. ----------------------------------------------------------------


class Vector(types.Type):  # type: ignore[misc]
    """The Numba type of a vector: ``items`` numbers of ``bits`` bits each."""

    def __init__(self, bits: int, items: int) -> None:
        super().__init__(name=f"Vector({bits} bits x {items})")
        self.bits, self.items = bits, items

    @property
    def llvm(self) -> Any:
        """LLVM's type of the same vector."""
        return ir.VectorType(ir.IntType(self.bits), self.items)


@register_model(Vector)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, vector: Any) -> None:
        super().__init__(manager, vector, vector.llvm)


LANES = Vector(64, WORDS)
BYTES = Vector(8, GAMES)
_WIDE = Vector(16, GAMES)
_LONG = Vector(32, GAMES)
_FLAGS = Vector(1, GAMES)
_ROWS = {types.uint64: LANES, types.uint8: BYTES, types.int16: _WIDE, types.int32: _LONG}
_NUMBER = {LANES: types.uint64}  # the type of a number beside it; of all others int64


def row_type(rows: Any) -> Any:
    """The vector that a row of an array holds; None if it holds none."""
    if not isinstance(rows, types.Array) or rows.ndim != 2 or rows.layout != "C":
        return None
    return _ROWS.get(rows.dtype)


# --- How a function becomes instructions. ---------------------------------------------------------
#
# Numba's ``overload`` would be shorter, but compiles each use anew: the first map of Hex then took
# 6.5 s to compile instead of 4.5.


def _compiles_to(
    function: Callable[..., Any], signatures: Iterable[Any], emit: Callable[..., Any]
) -> None:
    """Compile a function, or an operator, to instructions for these types of arguments.

    A signature is written as ``result(argument, argument)``; its integers are uint64 and int64,
    where int64 stands for all other integers too.  ``emit`` gets LLVM's builder and the values.
    """
    known = {signature.args: signature for signature in signatures}

    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            return known.get(tuple(map(_widened, args)))

    def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return emit(builder, *values)

    infer_global(function)(Template)
    for takes in known:
        lower_builtin(function, *takes)(lower)


def _widened(kind: Any) -> Any:
    """int64 for every integer type but uint64; any other type as it is."""
    is_other = isinstance(kind, types.Integer) and kind != types.uint64
    return types.int64 if is_other else kind


def _item_by_item(
    function: Callable[..., Any],
    vectors: Iterable[Vector],
    emit: Callable[..., Any],
    result: Vector | None = None,
) -> None:
    """The same for two vectors of one type, or for a vector and a number.

    The result is a vector of that type, or of the type ``result``.
    """

    def spread(builder: Any, a: Any, b: Any) -> Any:
        vector = a.type if isinstance(a.type, ir.VectorType) else b.type
        return emit(builder, _spread(builder, a, vector), _spread(builder, b, vector))

    pairs = [
        (result or vector)(*takes)
        for vector in vectors
        for number in [_NUMBER.get(vector, types.int64)]
        for takes in ((vector, vector), (vector, number), (number, vector))
    ]
    _compiles_to(function, pairs, spread)


# --- Instructions for which LLVM's builder has no method. -----------------------------------------


def _filled(vector: Any, number: int) -> Any:
    return ir.Constant(vector, [number] * vector.count)


def _spread(builder: Any, value: Any, vector: Any) -> Any:
    """A number, cut to the bits of an item, in every item; a vector as it is."""
    if isinstance(value.type, ir.VectorType):
        return value
    index, unset = ir.IntType(32), ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(unset, builder.trunc(value, vector.element), index(0))
    return builder.shuffle_vector(first, unset, _filled(ir.VectorType(index, vector.count), 0))


def _llvm(name: str, reduces: bool = False) -> Callable[..., Any]:
    """One of LLVM's own vector functions, which returns a vector or, if it reduces, one item."""

    def emit(builder: Any, *values: Any) -> Any:
        vector = values[0].type
        result = vector.element if reduces else vector
        kind = ir.FunctionType(result, [vector] * len(values))
        named = f"llvm.{name}.v{vector.count}i{vector.element.width}"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, named), values)

    return emit


def _emit_any(builder: Any, vector: Any) -> Any:
    together = _llvm("vector.reduce.or", reduces=True)(builder, vector)
    return builder.icmp_unsigned("!=", together, together.type(0))


def _emit_absolute(builder: Any, numbers: Any) -> Any:
    return _llvm("smax")(builder, numbers, builder.sub(_filled(numbers.type, 0), numbers))


def _emit_clipped(builder: Any, numbers: Any) -> Any:
    low, high = (_filled(numbers.type, end) for end in (-(1 << 15), (1 << 15) - 1))
    within = _llvm("smax")(builder, _llvm("smin")(builder, numbers, high), low)
    return builder.trunc(within, _WIDE.llvm)


def _emit_one_bit(builder: Any, k: Any) -> Any:
    return builder.shl(_filled(k.type, 1), builder.and_(k, _filled(k.type, 7)))


def _emit_bits(builder: Any, flags: Any) -> Any:
    return builder.bitcast(flags, ir.IntType(GAMES))


def _emit_dot(builder: Any, a: Any, b: Any) -> Any:
    products = builder.mul(builder.sext(a, _LONG.llvm), builder.sext(b, _LONG.llvm))
    total = _llvm("vector.reduce.add", reduces=True)(builder, products)
    return builder.sext(total, ir.IntType(64))


def _compares(sign: str) -> Callable[..., Any]:
    def emit(builder: Any, a: Any, b: Any) -> Any:
        unsigned = a.type == BYTES.llvm
        return (builder.icmp_unsigned if unsigned else builder.icmp_signed)(sign, a, b)

    return emit


def _bound(end: str) -> Callable[..., Any]:
    """LLVM's ``min`` or ``max``, for numbers with or without a sign."""
    with_sign, without = _llvm(f"s{end}"), _llvm(f"u{end}")
    return lambda builder, a, b: (without if a.type == BYTES.llvm else with_sign)(builder, a, b)


# --- The instructions of each function, for each type of arguments. -------------------------------


@type_callable(load)
def _type_load(context: Any) -> Any:
    return lambda rows, k: row_type(rows) if isinstance(k, types.Integer) else None


@type_callable(store)
def _type_store(context: Any) -> Any:
    def typed(rows: Any, k: Any, vector: Any) -> Any:
        fits = isinstance(k, types.Integer) and isinstance(vector, Vector)
        return types.void if fits and vector == row_type(rows) else None

    return typed


def row_address(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    """The address of a row as that of a vector, and its alignment in bytes."""
    rows, index = kinds[:2]
    vector = row_type(rows)
    data = context.make_array(rows)(context, builder, values[0]).data
    k = context.cast(builder, values[1], index, types.int64)
    start = builder.gep(data, [builder.mul(k, k.type(vector.items))], inbounds=True)
    # Aligned as NumPy promises; unaligned loads of data that happen to be aligned cost nothing.
    return builder.bitcast(start, vector.llvm.as_pointer()), vector.bits // 8


@lower_builtin(load, types.Array, types.Integer)
def _lower_load(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    place, align = row_address(context, builder, signature.args, values)
    return builder.load(place, align=align)


@lower_builtin(store, types.Array, types.Integer, Vector)
def _lower_store(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    place, align = row_address(context, builder, signature.args, values)
    builder.store(values[2], place, align=align)
    return context.get_dummy_value()


_EVERY, _NUMBERS = (LANES, BYTES, _WIDE, _LONG), (BYTES, _WIDE, _LONG)
_item_by_item(operator.add, _EVERY, ir.IRBuilder.add)
_item_by_item(operator.mul, (LANES, _WIDE, _LONG), ir.IRBuilder.mul)
_item_by_item(operator.sub, _NUMBERS, ir.IRBuilder.sub)
_item_by_item(operator.and_, (LANES, BYTES), ir.IRBuilder.and_)
_item_by_item(operator.or_, (LANES, BYTES), ir.IRBuilder.or_)
_item_by_item(operator.xor, (LANES, BYTES), ir.IRBuilder.xor)
_item_by_item(operator.lshift, (LANES,), ir.IRBuilder.shl)
_item_by_item(operator.rshift, (LANES,), ir.IRBuilder.lshr)
_item_by_item(operator.lt, _NUMBERS, _compares("<"), _FLAGS)
_item_by_item(operator.le, _NUMBERS, _compares("<="), _FLAGS)
_item_by_item(operator.gt, _NUMBERS, _compares(">"), _FLAGS)
_item_by_item(operator.ge, _NUMBERS, _compares(">="), _FLAGS)
_item_by_item(operator.eq, _NUMBERS, _compares("=="), _FLAGS)
_item_by_item(least, _NUMBERS, _bound("min"))
_item_by_item(most, _NUMBERS, _bound("max"))
_item_by_item(excess, (BYTES,), _llvm("usub.sat"))
_item_by_item(sum_within, (_WIDE,), _llvm("sadd.sat"))
_item_by_item(difference_within, (_WIDE,), _llvm("ssub.sat"))
_compiles_to(operator.and_, [_FLAGS(_FLAGS, _FLAGS)], ir.IRBuilder.and_)
_compiles_to(operator.or_, [_FLAGS(_FLAGS, _FLAGS)], ir.IRBuilder.or_)
_compiles_to(operator.invert, [LANES(LANES), BYTES(BYTES), _FLAGS(_FLAGS)], ir.IRBuilder.not_)
_compiles_to(ones, [LANES(LANES), BYTES(BYTES)], _llvm("ctpop"))
_compiles_to(absolute, [_WIDE(_WIDE)], _emit_absolute)
_compiles_to(one_bit, [BYTES(BYTES)], _emit_one_bit)
_compiles_to(
    where, [kind(_FLAGS, kind, kind) for kind in (BYTES, _WIDE, _LONG)], ir.IRBuilder.select
)
_compiles_to(any_bit, [types.boolean(LANES), types.boolean(_FLAGS)], _emit_any)
_compiles_to(bits_of, [types.int64(_FLAGS)], _emit_bits)
_compiles_to(as_ones, [BYTES(_FLAGS)], lambda builder, a: builder.zext(a, BYTES.llvm))
_compiles_to(narrow, [BYTES(_WIDE), BYTES(_LONG)], lambda builder, a: builder.trunc(a, BYTES.llvm))
_compiles_to(wide, [_WIDE(BYTES)], lambda builder, a: builder.zext(a, _WIDE.llvm))
_compiles_to(clipped, [_WIDE(_LONG)], _emit_clipped)
_compiles_to(dot, [types.int64(_WIDE, _WIDE)], _emit_dot)
_compiles_to(long, [_LONG(_WIDE)], lambda builder, a: builder.sext(a, _LONG.llvm))
_compiles_to(splat, [LANES(types.uint64)], lambda builder, a: _spread(builder, a, LANES.llvm))
_compiles_to(splat, [_WIDE(types.int64)], lambda builder, a: _spread(builder, a, _WIDE.llvm))
_compiles_to(byte, [BYTES(types.int64)], lambda builder, a: _spread(builder, a, BYTES.llvm))
_compiles_to(word_numbers, [LANES()], lambda builder: ir.Constant(LANES.llvm, list(range(WORDS))))
