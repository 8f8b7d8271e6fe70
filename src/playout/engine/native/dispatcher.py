"""Playout's own kind of compiled function: the functions that it calls are compiled as its parts.

Numba compiles a function that others call as fully as one that Python calls: with wrappers,
optimised machine code and a file of the cache.  Then it optimises the caller with a copy of the
function in it, and so on, from the innermost function to the outermost.  In a tree of calls six
deep a leaf is optimised six times, and the code made on the way is never run.

Here a function that a function of Playout calls is a *part*: it is translated for LLVM, and no
more.  A *whole* function, which Python calls, is optimised together with all its parts.  If Python
calls a part too, it is compiled as a whole on the first call.  This halves the first use of a game:
`greedy` of The Game takes 4.6 s of processor time instead of 7.2, `careful` 8.4 instead of 14.1,
`careful` of Mexican Train 10.4 instead of 19.1.

What Numba itself has written in Python, as `min` and `np.zeros`, becomes a part, too, and one for
all callers: Numba compiles it anew for each kind of caller, with wrappers and machine code.

Functions of other packages are compiled as Numba always does.
"""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core import compiler, errors
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.target_extension import CPU, dispatcher_registry, target_registry
from numba.core.types.misc import unliteral

from playout.engine.native.code_cache import CodeCache
from playout.engine.native.pipelines import (
    KNOWN,
    LATER,
    CompilePart,
    CompileWhole,
    LaterError,
    calls_a_part,
    compile_parts,
    is_later,
    rebuild_part,
)
from playout.engine.native.twin import claimed, is_twin, share

MUCH = 3_000  # bytes of Python's code, which take about a second: then a twin is worth its while


def _size(function: Any) -> int:
    """Return the bytes of Python's code of a function and of all that it calls by name."""
    waiting, known, size = [function], set[int](), 0
    while waiting:
        one = waiting.pop()
        one = getattr(one, "py_func", one)
        if isinstance(one, FunctionType) and id(one) not in known:
            known.add(id(one))
            size += len(one.__code__.co_code)
            waiting += [cell.cell_contents for cell in one.__closure__ or ()]
            waiting += [one.__globals__.get(name) for name in one.__code__.co_names]
    return size


class TakenError(errors.NumbaError):
    """This process is a twin, and does not wait for what the other compiles."""


class _Part(CPUDispatcher):  # type: ignore[misc]
    """A function that compiled functions call."""

    def compile(self, sig: Any) -> Any:
        """Compile it for the types of its arguments, or load it, if a twin has compiled it."""
        types = tuple(normalize_signature(sig)[0])
        if types in self.overloads or self._compiling_counter:
            return super().compile(sig)
        if is_later():
            LATER[self, types] = None
            raise LaterError("")
        if not isinstance(self._cache, CodeCache):
            return super().compile(sig)
        with claimed(self._cache.path(sig), partial(compile_parts, self, types)):
            return super().compile(sig)


class Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function of Playout: Python calls it, compiled functions call its `part`."""

    def __init__(
        self,
        py_func: Any,
        locals: Any = None,
        targetoptions: Any = None,
        pipeline_class: Any = CompileWhole if KNOWN else compiler.Compiler,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)

    def enable_caching(self) -> None:
        """Use our own cache, if the function is in a file."""
        if Path(self.py_func.__code__.co_filename).is_file():
            self._cache = CodeCache(self.py_func, compiler.CompileResult._rebuild)

    def compile(self, sig: Any) -> Any:
        """Compile it for the types of its arguments, together with a twin (twin.py)."""
        types = tuple(normalize_signature(sig)[0])
        if not KNOWN or types in self.overloads or not isinstance(self._cache, CodeCache):
            return super().compile(sig)
        path, parts = self._cache.path(sig), partial(compile_parts, self, types)
        with global_compiler_lock, claimed(path, parts, waits=not is_twin()) as ours:
            if not ours:
                raise TakenError(self.py_func.__qualname__)
            if not path.exists() and _size(self.py_func) > MUCH:
                share(parts)
            return super().compile(sig)

    @cached_property
    def part(self) -> Any:
        """Return the same function as a part.

        To cache parts as well saves 3.4 s where a second strategy calls many functions of the first
        (`sequence` of Mexican Train after `careful`: 2.3 s instead of 5.7), mostly less than 1.
        """
        part = _Part(self.py_func, self.locals, self.targetoptions, CompilePart)
        part._compiling_counter = self._compiling_counter  # Numba finds recursion by it
        if isinstance(self._cache, CodeCache):
            part._cache = CodeCache(self.py_func, rebuild_part, "part")
        return part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template by which Numba infers the types of a call."""
        if self._can_compile and calls_a_part():
            # Not once more for every constant that it is called with, if its code allows that.
            plain = tuple(map(unliteral, args)), {k: unliteral(kws[k]) for k in kws}
            try:
                return self.part.get_call_template(*plain)
            except errors.TypingError:
                if is_later() or plain == (tuple(args), kws):
                    raise
            return self.part.get_call_template(args, kws)
        return super().get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the compiled function of a call whose types are known."""
        if self._can_compile and calls_a_part():
            return self.part.get_overload(sig)
        return super().get_overload(sig)


class _Target(CPU):  # type: ignore[misc]
    """The target under which Numba knows these functions."""


TARGET = "playout"
target_registry[TARGET] = _Target
dispatcher_registry[_Target] = Dispatcher
