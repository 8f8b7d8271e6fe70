"""One small number for each of 32 games at once: int16 arithmetic in vector registers.

``Wide`` are 32 numbers of 16 bits, one for each of 32 games, and ``Flags`` are 32 truth values.
Both are kept by compiled code in vector registers, as the Lanes of ``lanes.py`` are (Wide are one
register of AVX-512, two of AVX2, four of NEON).  A rule or a strategy written on them decides 32
games with the instructions of one, provided that it goes the same way in all of them: instead of
``if`` it says ``where``.  An array ``int16[rows, GAMES]`` holds Wide in each row.

``+ - *`` work number by number and wrap around at 2**15, ``< <= > >= ==`` compare number by number,
``& | ~`` combine Flags.  One of two operands may be one int for all.  Each function is plain Python
on NumPy arrays of GAMES items, with the instruction that compiled code uses instead.
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

GAMES = 32


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


def most(a: Any, b: Any) -> Any:
    """The larger of two numbers, for each game."""
    return np.maximum(a, b)


def any_of(flags: Any) -> bool:
    """Whether any flag is set."""
    return bool(flags.any())


class WideType(types.Type):  # type: ignore[misc]
    """The Numba type of Wide (16 bits an item) and Flags (1 bit)."""

    def __init__(self, name: str, bits: int) -> None:
        super().__init__(name=f"{name}({GAMES})")
        self.vector = ir.VectorType(ir.IntType(bits), GAMES)


_NUMBER, _INDEX = ir.IntType(16), ir.IntType(32)
_WIDE, _FLAGS = WideType("Wide", 16), WideType("Flags", 1)
_VECTOR = _WIDE.vector
_ROWS = types.Array(types.int16, 2, "C")
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


def _spread(context: Any, builder: Any, number: Any, of: Any) -> Any:
    """Wide of one number for every game."""
    unset = ir.Constant(_VECTOR, ir.Undefined)
    word = builder.trunc(context.cast(builder, number, of, types.int64), _NUMBER)
    first = builder.insert_element(unset, word, _INDEX(0))
    zeros = ir.Constant(ir.VectorType(_INDEX, GAMES), [0] * GAMES)
    return builder.shuffle_vector(first, unset, zeros)


def _compiles_to(
    function: Callable[..., Any], result: Any, takes: tuple[Any, ...], emit: Callable[..., Any]
) -> None:
    """In compiled code, a function (or an operator) of such arguments is these instructions.

    ``takes`` are types, or classes of them; an int among numbers is spread over all games.
    ``emit`` is called with the compiler's context, the builder, the types and the arguments.
    (Numba's ``overload`` says the same in fewer words, but compiles each use anew.)
    """

    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) != len(takes) or kws:
                return None
            for given, wanted in zip(args, takes, strict=True):
                if not (
                    given == wanted or (isinstance(wanted, type) and isinstance(given, wanted))
                ):
                    return None
            return signature(result, *args)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(context, builder, sig.args, args)

    infer_global(function)(Template)
    lower_builtin(function, *takes)(lower)


def _numbers(function: Callable[..., Any], result: Any, emit: Callable[..., Any]) -> None:
    """A function of two Wide, one of which may be an int."""

    def spread(context: Any, builder: Any, of: Any, args: Any) -> Any:
        wide = [
            arg if given == _WIDE else _spread(context, builder, arg, given)
            for given, arg in zip(of, args, strict=True)
        ]
        return emit(builder, *wide)

    for takes in ((_WIDE, _WIDE), (_WIDE, types.Integer), (types.Integer, _WIDE)):
        _compiles_to(function, result, takes, spread)


def _own(name: str) -> Callable[..., Any]:
    """One of LLVM's own functions on two vectors of numbers."""

    def emit(builder: Any, a: Any, b: Any) -> Any:
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(_VECTOR, [_VECTOR, _VECTOR]),
            f"llvm.{name}.v{GAMES}i16",
        )
        return builder.call(function, [a, b])

    return emit


def _emit_load(context: Any, builder: Any, of: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, of, args), align=_ALIGN)


def _emit_store(context: Any, builder: Any, of: Any, args: Any) -> Any:
    builder.store(args[2], _place(context, builder, of, args), align=_ALIGN)
    return context.get_dummy_value()


def _emit_any(context: Any, builder: Any, of: Any, args: Any) -> Any:
    bits = builder.bitcast(args[0], ir.IntType(GAMES))
    return builder.icmp_unsigned("!=", bits, bits.type(0))


_compiles_to(load, _WIDE, (_ROWS, types.Integer), _emit_load)
_compiles_to(store, types.void, (_ROWS, types.Integer, _WIDE), _emit_store)
_compiles_to(
    splat,
    _WIDE,
    (types.Integer,),
    lambda context, builder, of, args: _spread(context, builder, args[0], of[0]),
)
_compiles_to(
    where,
    _WIDE,
    (_FLAGS, _WIDE, _WIDE),
    lambda context, builder, of, args: builder.select(*args),
)
_compiles_to(any_of, types.boolean, (_FLAGS,), _emit_any)
_compiles_to(
    operator.invert, _FLAGS, (_FLAGS,), lambda context, builder, of, args: builder.not_(*args)
)
_compiles_to(
    operator.and_,
    _FLAGS,
    (_FLAGS, _FLAGS),
    lambda context, builder, of, args: builder.and_(*args),
)
_compiles_to(
    operator.or_, _FLAGS, (_FLAGS, _FLAGS), lambda context, builder, of, args: builder.or_(*args)
)
_numbers(least, _WIDE, _own("smin"))
_numbers(most, _WIDE, _own("smax"))
_numbers(operator.add, _WIDE, lambda builder, a, b: builder.add(a, b))
_numbers(operator.sub, _WIDE, lambda builder, a, b: builder.sub(a, b))
_numbers(operator.mul, _WIDE, lambda builder, a, b: builder.mul(a, b))
_numbers(operator.lt, _FLAGS, lambda builder, a, b: builder.icmp_signed("<", a, b))
_numbers(operator.le, _FLAGS, lambda builder, a, b: builder.icmp_signed("<=", a, b))
_numbers(operator.gt, _FLAGS, lambda builder, a, b: builder.icmp_signed(">", a, b))
_numbers(operator.ge, _FLAGS, lambda builder, a, b: builder.icmp_signed(">=", a, b))
_numbers(operator.eq, _FLAGS, lambda builder, a, b: builder.icmp_signed("==", a, b))
