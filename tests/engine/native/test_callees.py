"""What compiled functions call is compiled as a part of them, and can be called for itself too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.compiler_lock import global_compiler_lock

from playout.engine.native import callees
from playout.engine.native.jit import jit

pytestmark = pytest.mark.skipif(
    numba.version_info.short not in callees.KNOWN or numba.config.DISABLE_JIT,
    reason="a Numba that is not known compiles as it does",
)


@jit(cache=False)
def _third(numbers: object, k: int) -> int:
    if k > 5:
        raise ValueError("k is too large:", k)
    return len(numbers) // 3  # type: ignore[arg-type]


@jit(cache=False)
def _twice(numbers: object, k: int) -> int:
    total = np.zeros(3).sum()
    return 2 * _third(numbers, k) + int(total)


@jit(cache=False)
def _outer(numbers: object, k: int) -> int:
    return _twice(numbers, k) + _third(numbers, k)


def test_a_part_is_compiled_for_itself_once_python_calls_it() -> None:
    numbers = np.arange(30)
    assert _outer(numbers, 1) == 30
    (part,) = _third.overloads.values()  # type: ignore[attr-defined]
    assert part.library.is_part
    assert _third(numbers, 1) == 10
    assert _twice(numbers, 1) == 20
    (whole,) = _third.overloads.values()  # type: ignore[attr-defined]
    assert not whole.library.is_part


def test_an_error_of_a_part_is_raised_with_its_values() -> None:
    for function in (_outer, _twice, _third):
        with pytest.raises(ValueError, match="too large") as raised:
            function(np.arange(3), 7)
        assert raised.value.args == ("k is too large:", 7)


@jit(cache=False)
def _factorial(n: int) -> int:
    return 1 if n < 2 else n * _factorial(n - 1)


@jit(cache=False)
def _binomial(n: int, k: int) -> int:
    return _factorial(n) // _factorial(k) // _factorial(n - k)


def test_a_part_may_call_itself() -> None:
    assert _binomial(10, 4) == 210
    assert _factorial(5) == 120


@jit(cache=False)
def _add(a: int, b: int) -> int:
    return a + b


_OF_TWO = numba.types.FunctionType(numba.int64(numba.int64, numba.int64))


@jit(signature=numba.int64(_OF_TWO, numba.int64), cache=False)
def _applied(function: Callable[[int, int], int], k: int) -> int:
    return function(5, k)


@jit(cache=False)
def _both(k: int) -> int:
    return _add(k, k) + _applied(_add, k)


@pytest.mark.filterwarnings("ignore:First-class function type feature is experimental")
def test_a_part_is_found_by_its_address_too() -> None:
    assert _both(2) == 11
    assert _applied(_add, 2) == 7


@jit(cache=False)
def _told(k: int) -> int:
    with numba.objmode(said="int64"):
        said = len(str(k))
    return said + 1


@jit(cache=False)
def _told_twice(k: int) -> int:
    return 2 * _told(k)


@pytest.mark.filterwarnings("ignore:Code running in object mode")
def test_a_part_may_ask_python() -> None:
    assert _told_twice(12345) == 12


LIBRARY = """
from playout.engine.native.jit import jit

@jit
def inner(k):
    return 3 * k

@jit
def outer(k):
    return inner(k) + 1

@jit
def other(k):
    return inner(k) + 2

@jit
def third(k):
    return inner(k) + 3
"""


@pytest.mark.slow
def test_the_cache_keeps_a_part_beside_the_whole_function(tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text(LIBRARY)
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}

    def said(program: str) -> str:
        program = f"import library; print({program})"
        return subprocess.run(
            [sys.executable, "-c", program], env=environ, check=True, capture_output=True, text=True
        ).stdout

    hits = "list(library.{}.stats.cache_hits.values())".format
    assert said(f"library.outer(2), {hits('outer')}, {hits('inner')}") == "7 [] []\n"
    assert said(f"library.outer(2), {hits('outer')}, {hits('inner')}") == "7 [1] []\n"
    assert said(f"library.other(2), {hits('other')}, {hits('inner')}") == "8 [] [1]\n"
    assert said(f"library.inner(2), {hits('inner')}") == "6 []\n"  # whole, for the first time
    assert said(f"library.inner(2), {hits('inner')}") == "6 [1]\n"
    assert said(f"library.third(2), {hits('inner')}") == "9 [1]\n"


def test_no_other_thread_makes_a_part_of_what_python_is_to_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A part that is made between forgetting parts and compiling would be called, and crash."""
    forget, locked = callees._forget_parts, list[bool]()

    def forgets(self: object) -> None:
        locked.append(global_compiler_lock.is_locked())
        forget(self)

    monkeypatch.setattr(callees, "_forget_parts", forgets)

    @jit(cache=False)
    def fresh(k: int) -> int:
        return k + 1

    assert fresh(1) == 2
    assert locked
    assert all(locked)
