"""Vectors: many bits or numbers at once, which compiled code keeps in vector registers.

    Lanes   16 words of 64 bits: one bit for each of 1,024 boards, games or coins
    Wide    64 numbers of 16 bits with a sign: one for each of 64 games
    Long    the same with 32 bits, for what does not fit into 16
    Flags   64 truth values

Lanes and Wide take two registers of AVX-512, four of AVX2, eight of NEON.  LLVM is given
vector instructions directly, so nothing depends on whether it recognises a loop.  Each row of an
array ``uint64[rows, WORDS]`` holds Lanes, each of ``int16[rows, GAMES]`` Wide.

A rule or a strategy written on Wide decides 64 games at once, provided that it takes the same steps
in all of them: it has ``where`` in the place of ``if``.

            & | ~   ^   <<   >>   +   *   -   < <= > >= ==
    Lanes     x     x   x    x    x   x
    Wide      x              x    x   x   x         x
    Long                          x   x   x         x
    Flags     x

Sums and products wrap around; comparing gives Flags.  One of two operands may be a number, which
then stands in every item: a uint64 beside Lanes, an int beside Wide or Long.  (For a field of a
record write ``int(field)``: in plain Python, its 64 bits would make all items as wide.)

Each function is plain Python on NumPy arrays; compiled code uses vector instructions in its place.
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

from playout.engine.jit import jit

WORDS = 16
BITS = 64 * WORDS
GAMES = 64  # as many as a word has bits

_CACHE_LINE = 64  # bytes


# --- Functions of vectors, as plain Python. -------------------------------------------------------


@jit
def aligned_rows(rows: int) -> Any:
    """Zeros, uint64[rows, WORDS], starting on a cache line: otherwise every load touches two."""
    memory = np.zeros(rows * WORDS + _CACHE_LINE // 8, np.uint64)
    skip = -memory.ctypes.data % _CACHE_LINE // 8
    return memory[skip : skip + rows * WORDS].reshape(rows, WORDS)


def load(rows: Any, k: Any) -> Any:
    """The Lanes or Wide in row k of an array."""
    return rows[k].copy()


def store(rows: Any, k: Any, vector: Any) -> None:
    """Write Lanes or Wide to row k of an array."""
    rows[k] = vector


def splat(number: Any) -> Any:
    """The same number in every item: of a uint64 Lanes, of any other (-2**15 .. 2**15 - 1) Wide."""
    if isinstance(number, np.uint64):
        return np.full(WORDS, number)
    return np.full(GAMES, number, np.int16)


def any_bit(vector: Any) -> bool:
    """Whether any bit of Lanes, or any of the Flags, is set."""
    return bool(vector.any())


def ones(vector: Any) -> Any:
    """How many bits of each item of Lanes or Wide are set."""
    return np.bitwise_count(vector.view(f"u{vector.itemsize}")).astype(vector.dtype)


def word_numbers() -> Any:
    """Lanes whose words are 0, 1, ... WORDS - 1."""
    return np.arange(WORDS, dtype=np.uint64)


def where(flags: Any, yes: Any, no: Any) -> Any:
    """For each game one of two numbers, both Wide or both Long: ``yes`` where its flag is set."""
    return np.where(flags, yes, no)


def least(a: Any, b: Any) -> Any:
    """The smaller of two numbers, for each game."""
    return np.minimum(a, b)


def least_word(a: Any, b: Any) -> Any:
    """The smaller of two Wide read as 0 .. 2**16 - 1, for each game: -1 is the largest."""
    return np.where(a.view(np.uint16) < b.view(np.uint16), a, b)


def most(a: Any, b: Any) -> Any:
    """The larger of two numbers, for each game."""
    return np.maximum(a, b)


def absolute(numbers: Any) -> Any:
    """Each number without its sign."""
    return np.abs(numbers)


def one_bit(k: Any) -> Any:
    """Wide in which bit k modulo 16 is set, and no other."""
    return 1 << (k & 15)


def long(numbers: Any) -> Any:
    """Wide as Long."""
    return numbers.astype(np.int32)


def no_flags() -> Any:
    """Flags, none of them set."""
    return np.zeros(GAMES, np.bool_)


def as_ones(flags: Any) -> Any:
    """Wide: 1 where the flag is set, else 0."""
    return flags.astype(np.int16)


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


_LANES = Vector(64, WORDS)
_WIDE = Vector(16, GAMES)
_LONG = Vector(32, GAMES)
_FLAGS = Vector(1, GAMES)
_NUMBER = {_LANES: types.uint64, _WIDE: types.int64, _LONG: types.int64}  # of a number beside it


def _row_type(rows: Any) -> Any:
    """The vector that a row of an array holds; None if it holds none."""
    if not isinstance(rows, types.Array) or rows.ndim != 2 or rows.layout != "C":
        return None
    return {types.uint64: _LANES, types.int16: _WIDE}.get(rows.dtype)


# --- How a function becomes instructions. ---------------------------------------------------------
#
# Numba's ``overload`` would be shorter, but compiles each use anew: the first map of
# Hex then took 6.5 s to compile instead of 4.5.


def _compiles_to(
    function: Callable[..., Any], signatures: Iterable[Any], emit: Callable[..., Any]
) -> None:
    """Compile a function, or an operator, to instructions for these types of arguments.

    A signature is written as ``result(argument, argument)``; its integers are uint64 and int64, and
    int64 stands for all others too.  ``emit`` is called with LLVM's builder and the values.
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
    """The same for two vectors of one type, or a vector and a number.

    They make a vector of that type, or of the type ``result``.
    """

    def spread(builder: Any, a: Any, b: Any) -> Any:
        vector = a.type if isinstance(a.type, ir.VectorType) else b.type
        return emit(builder, _spread(builder, a, vector), _spread(builder, b, vector))

    pairs = [
        (result or vector)(*takes)
        for vector in vectors
        for takes in ((vector, vector), (vector, _NUMBER[vector]), (_NUMBER[vector], vector))
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


def _emit_one_bit(builder: Any, k: Any) -> Any:
    return builder.shl(_filled(k.type, 1), builder.and_(k, _filled(k.type, 15)))


def _emit_bits(builder: Any, flags: Any) -> Any:
    return builder.bitcast(flags, ir.IntType(GAMES))


def _compares(sign: str) -> Callable[..., Any]:
    return lambda builder, a, b: builder.icmp_signed(sign, a, b)


# --- The instructions of each function, for each type of arguments. -------------------------------


@type_callable(load)
def _type_load(context: Any) -> Any:
    return lambda rows, k: _row_type(rows) if isinstance(k, types.Integer) else None


@type_callable(store)
def _type_store(context: Any) -> Any:
    def typed(rows: Any, k: Any, vector: Any) -> Any:
        fits = isinstance(k, types.Integer) and isinstance(vector, Vector)
        return types.void if fits and vector == _row_type(rows) else None

    return typed


def _place(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """The address of a row as that of a vector, and its alignment in bytes."""
    rows, index = signature.args[:2]
    vector = _row_type(rows)
    data = context.make_array(rows)(context, builder, values[0]).data
    k = context.cast(builder, values[1], index, types.int64)
    start = builder.gep(data, [builder.mul(k, k.type(vector.items))], inbounds=True)
    # Aligned as NumPy promises; unaligned loads of data that happen to be aligned cost nothing.
    return builder.bitcast(start, vector.llvm.as_pointer()), vector.bits // 8


@lower_builtin(load, types.Array, types.Integer)
def _lower_load(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    place, align = _place(context, builder, signature, values)
    return builder.load(place, align=align)


@lower_builtin(store, types.Array, types.Integer, Vector)
def _lower_store(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    place, align = _place(context, builder, signature, values)
    builder.store(values[2], place, align=align)
    return context.get_dummy_value()


_EVERY, _NUMBERS = (_LANES, _WIDE, _LONG), (_WIDE, _LONG)
_item_by_item(operator.add, _EVERY, ir.IRBuilder.add)
_item_by_item(operator.mul, _EVERY, ir.IRBuilder.mul)
_item_by_item(operator.sub, _NUMBERS, ir.IRBuilder.sub)
_item_by_item(operator.and_, (_LANES, _WIDE), ir.IRBuilder.and_)
_item_by_item(operator.or_, (_LANES, _WIDE), ir.IRBuilder.or_)
_item_by_item(operator.xor, (_LANES,), ir.IRBuilder.xor)
_item_by_item(operator.lshift, (_LANES,), ir.IRBuilder.shl)
_item_by_item(operator.rshift, (_LANES,), ir.IRBuilder.lshr)
_item_by_item(operator.rshift, (_WIDE,), ir.IRBuilder.ashr)
_item_by_item(operator.lt, _NUMBERS, _compares("<"), _FLAGS)
_item_by_item(operator.le, _NUMBERS, _compares("<="), _FLAGS)
_item_by_item(operator.gt, _NUMBERS, _compares(">"), _FLAGS)
_item_by_item(operator.ge, _NUMBERS, _compares(">="), _FLAGS)
_item_by_item(operator.eq, _NUMBERS, _compares("=="), _FLAGS)
_item_by_item(least, (_WIDE,), _llvm("smin"))
_item_by_item(most, (_WIDE,), _llvm("smax"))
_compiles_to(least_word, [_WIDE(_WIDE, _WIDE)], _llvm("umin"))
_compiles_to(operator.and_, [_FLAGS(_FLAGS, _FLAGS)], ir.IRBuilder.and_)
_compiles_to(operator.or_, [_FLAGS(_FLAGS, _FLAGS)], ir.IRBuilder.or_)
_compiles_to(operator.invert, [_LANES(_LANES), _WIDE(_WIDE), _FLAGS(_FLAGS)], ir.IRBuilder.not_)
_compiles_to(ones, [_LANES(_LANES), _WIDE(_WIDE)], _llvm("ctpop"))
_compiles_to(absolute, [_WIDE(_WIDE)], _emit_absolute)
_compiles_to(one_bit, [_WIDE(_WIDE)], _emit_one_bit)
_compiles_to(where, [_WIDE(_FLAGS, _WIDE, _WIDE), _LONG(_FLAGS, _LONG, _LONG)], ir.IRBuilder.select)
_compiles_to(any_bit, [types.boolean(_LANES), types.boolean(_FLAGS)], _emit_any)
_compiles_to(bits_of, [types.int64(_FLAGS)], _emit_bits)
_compiles_to(as_ones, [_WIDE(_FLAGS)], lambda builder, a: builder.zext(a, _WIDE.llvm))
_compiles_to(long, [_LONG(_WIDE)], lambda builder, a: builder.sext(a, _LONG.llvm))
_compiles_to(splat, [_LANES(types.uint64)], lambda builder, a: _spread(builder, a, _LANES.llvm))
_compiles_to(splat, [_WIDE(types.int64)], lambda builder, a: _spread(builder, a, _WIDE.llvm))
_compiles_to(no_flags, [_FLAGS()], lambda builder: _filled(_FLAGS.llvm, 0))
_compiles_to(word_numbers, [_LANES()], lambda builder: ir.Constant(_LANES.llvm, list(range(WORDS))))
