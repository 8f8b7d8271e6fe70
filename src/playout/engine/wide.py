"""One small number for each of 64 games at once: int16 arithmetic in vector registers.

``Wide`` are 64 numbers of 16 bits, one for each of 64 games, ``Long`` are 64 of 32 bits, and
``Flags`` are 64 truth values.  Compiled code keeps them in vector registers, as the Lanes of
``lanes.py`` (Wide are two registers of AVX-512, four of AVX2, eight of NEON).  A rule or a strategy
written on them decides 64 games at once, provided that it goes the same way in all of them: instead
of ``if`` it says ``where``.  An array ``int16[rows, GAMES]`` holds Wide in each row.

``+ - * >>`` work number by number and wrap around, ``< <= > >= ==`` compare number by number,
``& | ~`` combine Flags, or the bits of numbers.  Where two numbers are added, compared and so on,
one may be an int for all games.  Each function is plain Python on NumPy arrays of GAMES items, with
the instruction that compiled code uses instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, models, register_model

GAMES = 64  # as many as a word has bits


def load(rows: Any, k: Any) -> Any:
    """The Wide in row k of an array int16[rows, GAMES]."""
    return rows[k].copy()


def store(rows: Any, k: Any, numbers: Any) -> None:
    """Write Wide to row k of an array int16[rows, GAMES]."""
    rows[k] = numbers


def splat(number: Any) -> Any:
    """The same number, -2**15 .. 2**15 - 1, for every game."""
    return np.full(GAMES, number, np.int16)


def where(flags: Any, yes: Any, no: Any) -> Any:
    """For each game one of two numbers: ``yes`` where its flag is set."""
    return np.where(flags, yes, no)


def least(a: Any, b: Any) -> Any:
    """The smaller of two numbers, for each game."""
    return np.minimum(a, b)


def least_word(a: Any, b: Any) -> Any:
    """The smaller of two numbers read as 0 .. 2**16 - 1, for each game; below 0 is large."""
    return np.where(a.astype(np.uint16) < b.astype(np.uint16), a, b)


def most(a: Any, b: Any) -> Any:
    """The larger of two numbers, for each game."""
    return np.maximum(a, b)


def absolute(numbers: Any) -> Any:
    """Each number without its sign."""
    return np.abs(numbers)


def no_flags() -> Any:
    """Flags, none of them set."""
    return np.zeros(GAMES, np.bool_)


def as_ones(flags: Any) -> Any:
    """1 where the flag is set, else 0."""
    return flags.astype(np.int16)


def any_of(flags: Any) -> bool:
    """Whether any flag is set."""
    return bool(flags.any())


def bits_of(flags: Any) -> int:
    """The flags as an int: bit k is that of game k."""
    return sum(1 << k for k in range(GAMES) if flags[k])


def one_bit(k: Any) -> Any:
    """Numbers of which bit k modulo 16 alone is set."""
    return (1 << (k & 15).astype(np.uint16)).astype(np.uint16).view(np.int16)


def ones(words: Any) -> Any:
    """How many of the 16 bits of each number are set."""
    return np.bitwise_count(words.astype(np.uint16)).astype(np.int16)


def long(numbers: Any) -> Any:
    """Wide as Long."""
    return numbers.astype(np.int32)


class WideType(types.Type):  # type: ignore[misc]
    """The Numba type of Wide (16 bits an item), Long (32) and Flags (1)."""

    def __init__(self, name: str, bits: int) -> None:
        super().__init__(name=f"{name}({GAMES})")
        self.vector = ir.VectorType(ir.IntType(bits), GAMES)


_NUMBER, _INDEX = ir.IntType(16), ir.IntType(32)
_WIDE, _LONG, _FLAGS = WideType("Wide", 16), WideType("Long", 32), WideType("Flags", 1)
_VECTOR = _WIDE.vector
_ALIGN = 2  # what NumPy promises; unaligned loads of aligned data cost nothing


@register_model(WideType)
class _WideModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, numba_type.vector)


def _place(context: Any, builder: Any, of: Any, args: Any) -> Any:
    """The address of a row of an array, as one of a vector."""
    data = context.make_array(of[0])(context, builder, args[0]).data
    row = context.cast(builder, args[1], of[1], types.int64)
    start = builder.gep(data, [builder.mul(row, ir.IntType(64)(GAMES))], inbounds=True)
    return builder.bitcast(start, _VECTOR.as_pointer())


def _spread(context: Any, builder: Any, number: Any, of: Any, wide: Any) -> Any:
    """The same number for every game."""
    word = context.cast(builder, number, of, types.int64)
    unset = ir.Constant(wide.vector, ir.Undefined)
    first = builder.insert_element(unset, builder.trunc(word, wide.vector.element), _INDEX(0))
    zeros = ir.Constant(ir.VectorType(_INDEX, GAMES), [0] * GAMES)
    return builder.shuffle_vector(first, unset, zeros)


def _constant(number: int) -> Any:
    return ir.Constant(_VECTOR, [number] * GAMES)


def _llvm(name: str) -> Callable[..., Any]:
    """One of LLVM's own functions on vectors of numbers."""

    def emit(builder: Any, *args: Any) -> Any:
        kind = ir.FunctionType(_VECTOR, [_VECTOR] * len(args))
        named = f"llvm.{name}.v{GAMES}i16"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, named), args)

    return emit


def _compiles_to(
    function: Callable[..., Any], result: Any, takes: tuple[Any, ...], emit: Callable[..., Any]
) -> None:
    """In compiled code, a function (or an operator) of such arguments is these instructions.

    ``takes`` are types, or classes of them.  ``emit`` is called with the compiler's context, the
    builder, the types and the values of the arguments.  (Numba's ``overload`` says the same in
    fewer words, but compiles each use anew: twice the time.)
    """

    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            fits = len(args) == len(takes) and all(map(_is, args, takes))
            return signature(result, *args) if fits else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(context, builder, sig.args, args)

    infer_global(function)(Template)
    lower_builtin(function, *takes)(lower)


def _is(given: Any, wanted: Any) -> bool:
    if isinstance(given, types.Array) and wanted is types.Array:
        return bool(given.dtype == types.int16 and given.ndim == 2 and given.layout == "C")
    return isinstance(given, wanted) if isinstance(wanted, type) else given == wanted


def _simply(
    function: Callable[..., Any], result: Any, takes: tuple[Any, ...], emit: Callable[..., Any]
) -> None:
    """The same for instructions that need the builder and the values alone."""
    _compiles_to(function, result, takes, lambda context, builder, of, args: emit(builder, *args))


def _on_numbers(
    function: Callable[..., Any], result: Any, emit: Callable[..., Any], wide: Any = _WIDE
) -> None:
    """The same for two Wide (or two Long), one of which may be an int."""

    def spread(context: Any, builder: Any, of: Any, args: Any) -> Any:
        pairs = zip(of, args, strict=True)
        values = [
            arg if given == wide else _spread(context, builder, arg, given, wide)
            for given, arg in pairs
        ]
        return emit(builder, *values)

    for takes in ((wide, wide), (wide, types.Integer), (types.Integer, wide)):
        _compiles_to(function, result, takes, spread)


def _emit_load(context: Any, builder: Any, of: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, of, args), align=_ALIGN)


def _emit_store(context: Any, builder: Any, of: Any, args: Any) -> Any:
    builder.store(args[2], _place(context, builder, of, args), align=_ALIGN)
    return context.get_dummy_value()


def _emit_any(builder: Any, flags: Any) -> Any:
    bits = builder.bitcast(flags, ir.IntType(GAMES))
    return builder.icmp_unsigned("!=", bits, bits.type(0))


def _emit_bits(builder: Any, flags: Any) -> Any:
    return builder.zext(builder.bitcast(flags, ir.IntType(GAMES)), ir.IntType(64))


def _emit_one_bit(builder: Any, k: Any) -> Any:
    return builder.shl(_constant(1), builder.and_(k, _constant(15)))


_compiles_to(load, _WIDE, (types.Array, types.Integer), _emit_load)
_compiles_to(store, types.void, (types.Array, types.Integer, _WIDE), _emit_store)
_compiles_to(
    splat,
    _WIDE,
    (types.Integer,),
    lambda context, builder, of, args: _spread(context, builder, args[0], of[0], _WIDE),
)
for _wide in (_WIDE, _LONG):
    _simply(where, _wide, (_FLAGS, _wide, _wide), lambda builder, *args: builder.select(*args))
_simply(no_flags, _FLAGS, (), lambda builder: ir.Constant(_FLAGS.vector, [0] * GAMES))
_simply(as_ones, _WIDE, (_FLAGS,), lambda builder, a: builder.zext(a, _VECTOR))
_simply(any_of, types.boolean, (_FLAGS,), _emit_any)
_simply(bits_of, types.int64, (_FLAGS,), _emit_bits)
_simply(one_bit, _WIDE, (_WIDE,), _emit_one_bit)
_simply(ones, _WIDE, (_WIDE,), _llvm("ctpop"))
_simply(long, _LONG, (_WIDE,), lambda builder, a: builder.sext(a, _LONG.vector))
_simply(
    absolute,
    _WIDE,
    (_WIDE,),
    lambda builder, a: builder.select(
        builder.icmp_signed("<", a, _constant(0)), builder.sub(_constant(0), a), a
    ),
)
for _wide in (_FLAGS, _WIDE):
    _simply(operator.invert, _wide, (_wide,), lambda builder, a: builder.not_(a))
    _simply(operator.and_, _wide, (_wide, _wide), lambda builder, a, b: builder.and_(a, b))
    _simply(operator.or_, _wide, (_wide, _wide), lambda builder, a, b: builder.or_(a, b))
_on_numbers(least, _WIDE, _llvm("smin"))
_on_numbers(most, _WIDE, _llvm("smax"))
_simply(least_word, _WIDE, (_WIDE, _WIDE), _llvm("umin"))
_on_numbers(operator.rshift, _WIDE, lambda builder, a, b: builder.ashr(a, b))
for _wide in (_WIDE, _LONG):
    _on_numbers(operator.add, _wide, lambda builder, a, b: builder.add(a, b), _wide)
    _on_numbers(operator.sub, _wide, lambda builder, a, b: builder.sub(a, b), _wide)
    _on_numbers(operator.mul, _wide, lambda builder, a, b: builder.mul(a, b), _wide)
    _on_numbers(operator.lt, _FLAGS, lambda builder, a, b: builder.icmp_signed("<", a, b), _wide)
    _on_numbers(operator.le, _FLAGS, lambda builder, a, b: builder.icmp_signed("<=", a, b), _wide)
    _on_numbers(operator.gt, _FLAGS, lambda builder, a, b: builder.icmp_signed(">", a, b), _wide)
    _on_numbers(operator.ge, _FLAGS, lambda builder, a, b: builder.icmp_signed(">=", a, b), _wide)
    _on_numbers(operator.eq, _FLAGS, lambda builder, a, b: builder.icmp_signed("==", a, b), _wide)
