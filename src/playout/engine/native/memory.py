"""Memory that compiled code reaches by its address, without what Numba usually adds.

Records and tables on the stack, where an array would be allocated and freed by calls; functions
that stay in memory from one call to the next; arrays without reference counts.  Unless it says
otherwise, each function works in plain Python too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from playout.engine.native.instructions import instruction
from playout.engine.native.jit import jit

FUNCTION_WORDS = 256  # of 64 bits: room for the functions that are stored
_ALIGNED = 64  # bytes: a line of the processor's memory, and its widest register


# --- On the stack: memory that a function may pass on to others, but not return. ------------------


def scratch(dtype: Any) -> Any:
    """A record of a type, with arbitrary contents.

    Instead of ``np.empty(1, dtype)[0]``, whose memory compiled code would free at once.
    """
    return np.empty(1, dtype)[0]


def jump_table(items: Any) -> Any:
    """A tuple of values of one type, from which :func:`entry` takes one."""
    return items


def entry(table: Any, k: Any, items: Any) -> Any:
    """``items[k]``, with ``table = jump_table(items)``; k must be a place of the tuple.

    Compiled it is one load.  Numba branches to other code for each place of a tuple, and a
    processor cannot predict which: that costs 7 % of a fast game, where strategies are chosen.
    """
    return table[k]


@instruction(scratch)
def _scratch(typingctx: Any, dtype: Any) -> Any:
    record = dtype.dtype

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():  # not `alloca_once`, which fills it with zeros
            memory = builder.alloca(ir.ArrayType(ir.IntType(8), record.size))
        memory.align = _ALIGNED
        return builder.bitcast(memory, context.get_value_type(record))

    return record(dtype), codegen


@instruction(jump_table)
def _jump_table(typingctx: Any, items: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(cgutils.alloca_once_value(builder, args[0]), cgutils.voidptr_t)

    return types.voidptr(items), codegen


@instruction(entry)
def _entry(typingctx: Any, table: Any, k: Any, items: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start = builder.bitcast(args[0], args[2].type.as_pointer())
        zero = ir.IntType(64)(0)
        return builder.load(builder.gep(start, [zero, args[1]], inbounds=True))

    return items.dtype(types.voidptr, types.int64, items), codegen


# --- Arrays without reference counts. -------------------------------------------------------------


def without_refcount(array: Any) -> Any:
    """Return the same array without a reference count.  The caller must keep the array.

    Compiled code would count each row, and each tuple with the array, in and out: for two threads
    that share an array this takes half of the time of their steps.
    """
    return array


@instruction(without_refcount)
def _without_refcount(typingctx: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        result = context.make_array(signature.return_type)(context, builder, args[0])
        result.meminfo, result.parent = (
            cgutils.get_null_value(field.type) for field in (result.meminfo, result.parent)
        )
        return result._getvalue()

    return array(array), codegen


# --- Functions that stay in memory. ---------------------------------------------------------------
#
# Passing the strategies of a table to compiled code takes as long as thousands of moves, because
# Python looks up an address for each of them.  So they are stored once, and loaded at every call.


@intrinsic
def _store(typingctx: Any, functions: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.args[0])
        assert context.get_abi_sizeof(kind) <= 8 * FUNCTION_WORDS
        builder.store(args[0], builder.inttoptr(args[1], kind.as_pointer()))
        return context.get_dummy_value()

    return types.void(functions, types.intp), codegen


def _store_at(functions: Any, memory: Any) -> None:
    _store(functions, memory.ctypes.data)


def store_functions(functions: Any, kind: Any, memory: Any) -> None:
    """Write a tuple of functions, of a compiled type, to memory: int64[FUNCTION_WORDS].

    Both must stay in memory as long as other code loads them.
    """
    store: Callable[..., None] = jit(signature=types.void(kind, types.int64[::1]))(_store_at)
    store(functions, memory)


@intrinsic
def load_functions(typingctx: Any, address: Any, kind: Any) -> Any:
    """The tuple of this type that :func:`store_functions` wrote.  Only in compiled code."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.get_value_type(signature.return_type)
        return builder.load(builder.inttoptr(args[0], value.as_pointer()))

    return kind.instance_type(types.int64, kind), codegen
