"""Lookup tables of strategies: computed once on a machine, saved on disk, and read in play.

For a strategy declared with ``lookup=function``, ``function(rules)`` returns an array of float64
before the first game, and the strategy reads it with :func:`looked_up`, compiled or not.  A
compiled strategy reaches it through an address in its view.  So the array is not a part of compiled
code, threads share it, and every process loads its own.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic, overload

from playout.engine.game.game import Rules, Strategy
from playout.engine.game.protocols import plain
from playout.engine.native import code_cache, jit
from playout.engine.native.twin import is_twin
from playout.engine.words.errors import PlayoutError
from playout.engine.words.user_code import user_code

Table = npt.NDArray[np.float64]

_EMPTY: Table = np.zeros(0)
_tables: dict[int, Table] = {}  # by address; none is ever removed, so addresses stay valid
_computing = threading.Lock()


def looked_up(view: Any) -> Table:
    """Return the lookup table of the strategy whose view this is: float64[size], maybe empty."""
    return _tables.get(int(view.lookup[0]), _EMPTY)


@intrinsic
def _pointer(typingctx: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float64)(types.int64), codegen


@overload(looked_up)
def _looked_up(view: Any) -> Any:
    def compiled(view: Any) -> Any:
        return numba.carray(_pointer(view.lookup[0]), (view.lookup[1],))

    return compiled


@cache
def address_of(strategy: Strategy, rules: Rules) -> tuple[int, int]:
    """Return the address and the size of a strategy's table, as its view has them.

    0, 0 if it has none.  PlayoutError if the strategy's function fails.
    """
    if strategy.lookup is None:
        return 0, 0
    table = _loaded(strategy, rules)
    _tables[table.ctypes.data] = table
    return table.ctypes.data, table.size


def _loaded(strategy: Strategy, rules: Rules) -> Table:
    assert strategy.lookup is not None
    where = f"the lookup table of strategy '{strategy.name}'"
    with user_code(where):
        table = strategy.lookup(rules)
        if table is None:
            raise PlayoutError(f"{where}: returned None; it must return an array of numbers")
        if np.iscomplexobj(table):
            raise PlayoutError(
                f"{where}: returned complex numbers; it must return an array of real numbers"
            )
        return np.ascontiguousarray(table, np.float64).reshape(-1)


def kept(name: str, size: int, compute: Callable[[], Table]) -> Table:
    """Return a table of this size, from disk if possible; otherwise it is computed and saved.

    The file lies beside the compiled code.  It is computed again after any change of the rules, of
    the engine, or of the user's file with ``compute``.  The file has the SHA-256 of the numbers,
    and then the numbers; a damaged file is replaced.  One thread of one process computes, and the
    others wait. If the file cannot be written, the table is still returned.
    """
    name = re.sub(r"[^A-Za-z0-9.]+", "-", name) + _mark(compute)
    path = code_cache.CACHE_FOLDER / f"{name}.table"
    if is_twin() and not path.exists():
        raise PlayoutError(f"{name}: the other process computes it")
    with _computing, code_cache.locked(f".lock-{name}"):
        table = _read(path, size)
        if table is None:
            with jit.announce(f"computing {name}, once on this machine"):
                table = compute() if jit.COMPILING else _in_compiling_process(compute)
            _write(path, table)
    table.flags.writeable = False
    return table


def _mark(compute: Callable[[], Table]) -> str:
    """Return a digest of the file of a function, to name its table; "" if it is Playout's."""
    code = getattr(plain(getattr(compute, "func", compute)), "__code__", None)
    path = Path(code.co_filename if code else "")
    if not path.is_file() or path.is_relative_to(code_cache.PACKAGE):
        return ""
    return f"-{code_cache.source_digest(path)}"


def _in_compiling_process(compute: Callable[[], Table]) -> Table:
    """Return the result of a function in another process, which compiles."""
    program = "import pickle, sys; data = pickle.load(sys.stdin.buffer)().tobytes()"
    result = subprocess.run(
        [sys.executable, "-c", f"{program}; sys.stdout.buffer.write(data)"],
        input=pickle.dumps(compute),
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return np.frombuffer(result.stdout, np.float64).copy()


def _read(path: Path, size: int) -> Table | None:
    """Return the table of a file; None if it has no undamaged table of that size."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if len(data) != 32 + 8 * size or hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    return np.frombuffer(data, "<f8", offset=32).astype(np.float64)


def _write(path: Path, table: Table) -> None:
    """Write a table whole or not at all; its lock is held."""
    data, draft = table.astype("<f8").tobytes(), path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        draft.write_bytes(hashlib.sha256(data).digest() + data)
        draft.replace(path)
    with suppress(OSError):
        draft.unlink(missing_ok=True)
