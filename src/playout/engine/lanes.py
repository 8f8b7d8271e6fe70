"""1,024 bits at once: one bit for each of 1,024 boards, games or coins.

``Lanes`` are 16 words of 64 bits that compiled code keeps in vector registers (two of AVX-512,
four of AVX2, eight of NEON): LLVM gets vector instructions as such, so nothing depends on whether
it recognises a loop.  An array ``uint64[rows, WORDS]`` holds one Lanes in each row; start it on a
cache line (``aligned_rows``), or every load touches two.  ``& | ^ ~ + *`` work word by word.
Each function is plain Python on NumPy arrays of WORDS words, with the instruction that compiled
code uses instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

from playout.engine.jit import jit

WORDS = 16
BITS = 64 * WORDS

_CACHE_LINE = 64  # bytes
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@jit
def aligned_rows(rows: int) -> Any:
    """Zeros, uint64[rows, WORDS], starting on a cache line."""
    memory = np.zeros(rows * WORDS + _CACHE_LINE // 8, np.uint64)
    skip = -memory.ctypes.data % _CACHE_LINE // 8
    return memory[skip : skip + rows * WORDS].reshape(rows, WORDS)


def load(array: Any, row: Any) -> Any:
    """The Lanes in a row of an array uint64[rows, WORDS]."""
    return array[row].copy()


def store(array: Any, row: Any, lanes: Any) -> None:
    """Write Lanes to a row of an array uint64[rows, WORDS]."""
    array[row] = lanes


def splat(word: Any) -> Any:
    """Lanes with the same uint64 in every word."""
    return np.full(WORDS, word, np.uint64)


def word_numbers() -> Any:
    """Lanes whose words are 0, 1, ... WORDS - 1."""
    return np.arange(WORDS, dtype=np.uint64)


def low_halves(lanes: Any) -> Any:
    """The lower 32 bits of each word."""
    return lanes & _LOW


def high_halves(lanes: Any) -> Any:
    """The upper 32 bits of each word, moved down."""
    return lanes >> _HALF


def join_halves(low: Any, high: Any) -> Any:
    """Words from their lower 32 bits and, of ``high``, the lower 32 bits as their upper ones."""
    return low & _LOW | high << _HALF


def ones_per_word(lanes: Any) -> Any:
    """How many bits of each word are set."""
    return np.bitwise_count(lanes).astype(np.uint64)


def any_bit(lanes: Any) -> bool:
    """Whether any bit is set."""
    return bool(lanes.any())


class LanesType(types.Type):  # type: ignore[misc]
    """The Numba type of Lanes."""

    def __init__(self) -> None:
        super().__init__(name=f"Lanes({WORDS})")


_LANES = LanesType()
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, WORDS)
_ALIGN = 8  # what NumPy promises; unaligned loads of aligned data cost nothing


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, _VECTOR)


def _constant(word: int) -> Any:
    return ir.Constant(_VECTOR, [word] * WORDS)


def _call(builder: Any, name: str, result: Any, lanes: Any) -> Any:
    """A call of one of LLVM's own functions on a vector."""
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(result, [_VECTOR]), f"llvm.{name}.v{WORDS}i64"
    )
    return builder.call(function, [lanes])


def _place(context: Any, builder: Any, array_type: Any, array: Any, row: Any) -> Any:
    """The address of a row, as one of a vector."""
    data = context.make_array(array_type)(context, builder, array).data
    start = builder.gep(data, [builder.mul(row, _WORD(WORDS))], inbounds=True)
    return builder.bitcast(start, _VECTOR.as_pointer())


def _is_rows(array: Any) -> bool:
    return (
        isinstance(array, types.Array)
        and array.dtype == types.uint64
        and array.ndim == 2
        and array.layout == "C"
    )


@intrinsic
def _load(typingctx: Any, array: Any, row: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature.args[0], args[0], args[1])
        return builder.load(place, align=_ALIGN)

    return (_LANES(array, types.int64), codegen) if _is_rows(array) else None


@intrinsic
def _store(typingctx: Any, array: Any, row: Any, lanes: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature.args[0], args[0], args[1])
        builder.store(args[2], place, align=_ALIGN)
        return context.get_dummy_value()

    return (types.void(array, types.int64, _LANES), codegen) if _is_rows(array) else None


@intrinsic
def _splat(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        index = ir.IntType(32)
        unset = ir.Constant(_VECTOR, ir.Undefined)
        one = builder.insert_element(unset, args[0], index(0))
        zeros = ir.Constant(ir.VectorType(index, WORDS), [0] * WORDS)
        return builder.shuffle_vector(one, unset, zeros)

    return _LANES(types.uint64), codegen


@intrinsic
def _word_numbers(typingctx: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(_VECTOR, list(range(WORDS)))

    return _LANES(), codegen


@intrinsic
def _any_bit(typingctx: Any, lanes: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        together = _call(builder, "vector.reduce.or", _WORD, args[0])
        return builder.icmp_unsigned("!=", together, _WORD(0))

    return types.boolean(_LANES), codegen


def _on_lanes(emit: Callable[..., Any], count: int) -> Any:
    """An instruction that takes ``count`` Lanes (one or two) to Lanes."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return emit(builder, *args)

    def one(typingctx: Any, a: Any) -> Any:
        return _LANES(_LANES), codegen

    def two(typingctx: Any, a: Any, b: Any) -> Any:
        return _LANES(_LANES, _LANES), codegen

    return intrinsic(one if count == 1 else two)


_and = _on_lanes(lambda builder, a, b: builder.and_(a, b), 2)
_or = _on_lanes(lambda builder, a, b: builder.or_(a, b), 2)
_xor = _on_lanes(lambda builder, a, b: builder.xor(a, b), 2)
_add = _on_lanes(lambda builder, a, b: builder.add(a, b), 2)
_multiply = _on_lanes(lambda builder, a, b: builder.mul(a, b), 2)
_not = _on_lanes(lambda builder, a: builder.not_(a), 1)
_low_halves = _on_lanes(lambda builder, a: builder.and_(a, _constant(int(_LOW))), 1)
_high_halves = _on_lanes(lambda builder, a: builder.lshr(a, _constant(32)), 1)
_join_halves = _on_lanes(
    lambda builder, low, high: builder.or_(
        builder.and_(low, _constant(int(_LOW))), builder.shl(high, _constant(32))
    ),
    2,
)
_ones_per_word = _on_lanes(lambda builder, a: _call(builder, "ctpop", _VECTOR, a), 1)

# In compiled code the functions above are these instructions.  (Lambdas, because Numba wants the
# arguments of the two levels to agree to the letter, annotations included.)
_inline = {"jit_options": {"nogil": True, "error_model": "numpy"}, "inline": "always"}
overload(load, **_inline)(lambda array, row: lambda array, row: _load(array, row))
overload(store, **_inline)(
    lambda array, row, lanes: lambda array, row, lanes: _store(array, row, lanes)
)
overload(splat, **_inline)(lambda word: lambda word: _splat(word))
overload(word_numbers, **_inline)(lambda: lambda: _word_numbers())
overload(low_halves, **_inline)(lambda lanes: lambda lanes: _low_halves(lanes))
overload(high_halves, **_inline)(lambda lanes: lambda lanes: _high_halves(lanes))
overload(join_halves, **_inline)(lambda low, high: lambda low, high: _join_halves(low, high))
overload(ones_per_word, **_inline)(lambda lanes: lambda lanes: _ones_per_word(lanes))
overload(any_bit, **_inline)(lambda lanes: lambda lanes: _any_bit(lanes))


def _are_lanes(*arguments: Any) -> bool:
    return all(isinstance(argument, LanesType) for argument in arguments)


def _operator(symbol: Any, instruction: Any) -> None:
    """Let compiled code write an instruction on two Lanes as an operator."""
    overload(symbol, **_inline)(
        lambda a, b: (lambda a, b: instruction(a, b)) if _are_lanes(a, b) else None
    )


_operator(operator.and_, _and)
_operator(operator.or_, _or)
_operator(operator.xor, _xor)
_operator(operator.add, _add)
_operator(operator.mul, _multiply)
overload(operator.invert, **_inline)(lambda a: (lambda a: _not(a)) if _are_lanes(a) else None)
