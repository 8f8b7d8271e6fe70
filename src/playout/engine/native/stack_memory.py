"""Memory on the stack of compiled code, where an array would be asked for and freed by calls.

Each is a plain Python function, and in compiled code memory of the function that calls it, which
may pass it on to others, but not return it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

_ALIGNED = 64  # bytes: a line of the processor's memory, and its widest register


def scratch(dtype: Any) -> Any:
    """A record of a type, with anything in it.

    In the place of ``np.empty(1, dtype)[0]``, whose memory compiled code would free at once.
    """
    return np.empty(1, dtype)[0]


def laid_out(items: Any) -> Any:
    """A tuple of values of one type, from which :func:`picked` takes one."""
    return items


def picked(place: Any, k: Any, items: Any) -> Any:
    """``items[k]``, with ``place = laid_out(items)``; k must be a place of the tuple.

    Compiled it is one load.  Numba jumps to other code for each place of a tuple, and a processor
    cannot foresee where to: that costs 7 % of a fast game, where strategies are picked.
    """
    return place[k]


@intrinsic
def _scratch(typingctx: Any, dtype: Any) -> Any:
    record = dtype.dtype

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():  # not `alloca_once`, which fills it with zeros
            memory = builder.alloca(ir.ArrayType(ir.IntType(8), record.size))
        memory.align = _ALIGNED
        return builder.bitcast(memory, context.get_value_type(record))

    return record(dtype), codegen


@intrinsic
def _laid_out(typingctx: Any, items: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(cgutils.alloca_once_value(builder, args[0]), cgutils.voidptr_t)

    return types.voidptr(items), codegen


@intrinsic
def _picked(typingctx: Any, place: Any, k: Any, items: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start = builder.bitcast(args[0], args[2].type.as_pointer())
        zero = ir.IntType(64)(0)
        return builder.load(builder.gep(start, [zero, args[1]], inbounds=True))

    return items.dtype(types.voidptr, types.int64, items), codegen


# Lambdas, because Numba requires both levels to have exactly the same arguments.
_inline = {"jit_options": {"nogil": True, "error_model": "numpy"}, "inline": "always"}
overload(scratch, **_inline)(lambda dtype: lambda dtype: _scratch(dtype))
overload(laid_out, **_inline)(lambda items: lambda items: _laid_out(items))
overload(picked, **_inline)(
    lambda place, k, items: lambda place, k, items: _picked(place, k, items)
)
