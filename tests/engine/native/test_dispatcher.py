"""What compiled functions call is compiled as a part of them, and nobody else's functions are."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
import pytest
from numba.core import caching, codegen

from playout.engine.native import code_cache
from playout.engine.native.dispatcher import Dispatcher
from playout.engine.native.jit import jit
from playout.engine.native.pipelines import KNOWN

pytestmark = pytest.mark.skipif(
    not KNOWN or numba.config.DISABLE_JIT,
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
    numbers, third = np.arange(30), cast(Any, _third)
    assert _outer(numbers, 1) == 30
    assert (len(third.part.overloads), len(third.overloads)) == (1, 0)
    assert _third(numbers, 1) == 10
    assert _twice(numbers, 1) == 20
    assert (len(third.part.overloads), len(third.overloads)) == (1, 1)


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


def test_a_part_is_compiled_once_for_all_constants_unless_it_needs_to_know_them() -> None:
    @jit(cache=False)
    def scaled(number: float, by: int) -> float:
        return number * by

    @jit(cache=False)
    def chosen(mixed: Any, which: int) -> Any:
        return mixed[which]

    @jit(cache=False)
    def outer(number: int) -> float:
        mixed = (number, 0.5)
        return float(scaled(mixed[0], 2) + scaled(number, 3) + chosen(mixed, 1) + chosen(mixed, 0))

    assert outer(10) == 60.5
    assert len(cast(Any, scaled).part.overloads) == 1
    assert len(cast(Any, chosen).part.overloads) == 2


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
    with numba.objmode(message="int64"):
        message = len(str(k))
    return message + 1


@jit(cache=False)
def _told_twice(k: int) -> int:
    return 2 * _told(k)


def test_what_numba_has_written_in_python_is_one_part_for_all_callers() -> None:
    @jit(cache=False, inline=True)
    def inner(n: int) -> float:
        return float(np.zeros(n).sum())

    @jit(cache=False)
    def outer(n: int) -> float:
        return float(np.zeros(n).sum()) + inner(n)

    compiled: list[tuple[str, str]] = []

    class Listener(numba.core.event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            dispatcher = event.data["dispatcher"]
            library = dispatcher._compiler.pipeline_class.__name__
            compiled.append((dispatcher.py_func.__qualname__, library))

        def on_end(self, event: Any) -> None:
            pass

    template = numba.core.typing.templates._OverloadFunctionTemplate
    before = template._get_impl
    with numba.core.event.install_listener("numba:compile", Listener()):
        assert outer(3) == 0.0
    zeros = [one for one in compiled if one[0].startswith("ol_np_zeros")]
    assert len(zeros) < 2
    assert all(library == "_CompilePart" for _, library in zeros)
    assert template._get_impl is before


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
def test_the_cache_keeps_a_part_beside_the_whole_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "library.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path)

    def called(*names: str) -> list[Any]:
        """What functions return, and what was found of each in the cache, in a new program."""
        sys.modules.pop("library", None)
        library: Any = importlib.import_module("library")
        part, told = library.inner.part.stats.cache_hits, list[Any]()
        for function in (getattr(library, name) for name in names):
            told += [function(2), [*function.stats.cache_hits.values()], [*part.values()]]
        return told

    assert called("outer") == [7, [], []]
    # The last one is whole, for the first time.
    assert called("outer", "other", "inner") == [7, [1], [], 8, [], [1], 6, [], [1]]
    assert called("third", "inner") == [9, [], [1], 6, [1], [1]]


def _calls_ours(k: int) -> int:
    return 2 * _add(k, 1)


def test_a_function_of_others_is_as_it_is_without_playout() -> None:
    """Dispatcher, cache and code are Numba's; it may call ours, and ours may call it."""
    theirs: Any = numba.njit(cache=True)(_calls_ours)
    ours: Any = jit(cache=False)(lambda k: theirs(k) + 1)
    assert (theirs(4), ours(4)) == (10, 11)
    assert type(theirs) is numba.core.registry.CPUDispatcher is not Dispatcher
    assert type(theirs._cache) is caching.FunctionCache
    (result,) = theirs.overloads.values()
    assert type(result.library) is codegen.JITCodeLibrary


PATCHED = """
import sys
import numba
from numba.core import caching, codegen, compiler, dispatcher, registry
parts = [caching, codegen, dispatcher, caching.FunctionCache, caching.IndexDataCacheFile]
parts += [caching.CacheImpl, *caching.CacheImpl._locator_classes]
parts += [caching._SourceFileBackedLocatorMixin, codegen.JITCPUCodegen, codegen.JITCodeLibrary]
parts += [dispatcher.Dispatcher, dispatcher._FunctionCompiler, registry.CPUDispatcher]
parts += [compiler.Compiler, compiler.CompileResult, compiler.Flags]
def state():
    settings = {name: value for name, value in vars(numba.config).items() if name.isupper()}
    return settings, [dict(vars(one)) for one in parts]
before = state()
import playout.engine.native.jit
import os
assert state() == before
print("NUMBA_CACHE_DIR" in os.environ)
"""


@pytest.mark.slow
def test_numba_is_the_same_after_playout_is_imported() -> None:
    environ = {name: text for name, text in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    message = subprocess.run(
        [sys.executable, "-c", PATCHED], env=environ, check=True, capture_output=True, text=True
    )
    assert message.stdout == "False\n"
