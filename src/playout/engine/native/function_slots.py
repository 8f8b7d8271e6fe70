"""What compiled code is not given anew at every call: functions kept in memory, arrays lent.

To hand over the strategies of a table takes as long as thousands of moves: Python looks up an
address for each of them.  So :func:`hold` is given them once, and :func:`held` takes them out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from playout.engine.native.jit import jit

WORDS = 256  # of 64 bits: room for what is held


@intrinsic
def _hold(typingctx: Any, items: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.args[0])
        assert context.get_abi_sizeof(kind) <= 8 * WORDS
        builder.store(args[0], builder.inttoptr(args[1], kind.as_pointer()))
        return context.get_dummy_value()

    return types.void(items, types.intp), codegen


@intrinsic
def held(typingctx: Any, address: Any, kind: Any) -> Any:
    """What :func:`hold` has kept at an address: a value of this type.  Only in compiled code."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.get_value_type(signature.return_type)
        return builder.load(builder.inttoptr(args[0], value.as_pointer()))

    return kind.instance_type(types.int64, kind), codegen


def lent(array: Any) -> Any:
    """The same array, which compiled code does not count the users of.

    Each row, and each tuple with the array in it, would count itself in and out: between two
    threads that share an array that takes half of the time of their steps.  Whoever lends it must
    keep it.
    """
    return array


@intrinsic
def _lent(typingctx: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = context.make_array(signature.return_type)(context, builder, args[0])
        found.meminfo, found.parent = (
            cgutils.get_null_value(one.type) for one in (found.meminfo, found.parent)
        )
        return found._getvalue()

    return array(array), codegen


overload(lent, inline="always")(lambda array: lambda array: _lent(array))


def _keep(items: Any, memory: Any) -> None:
    _hold(items, memory.ctypes.data)


def hold(items: Any, kind: Any, memory: Any) -> None:
    """Keep a tuple of functions, of a compiled type, in memory: int64[WORDS].

    Both must outlive whatever takes them out.
    """
    compiled: Callable[..., None] = jit(signature=types.void(kind, types.int64[::1]))(_keep)
    compiled(items, memory)
