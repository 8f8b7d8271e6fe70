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

Functions of other packages are compiled as Numba always does.  These classes rely on details of
Numba, so they are used only with the versions that the tests have run with.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property, partial
from inspect import signature
from pathlib import Path
from typing import Any

import numba
from numba.core import codegen, compiler, errors
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.target_extension import CPU, dispatcher_registry, target_registry
from numba.core.targetconfig import ConfigStack
from numba.core.types.misc import unliteral
from numba.core.typing.templates import _OverloadFunctionTemplate as _Template

from playout.engine.native.code_cache import CodeCache

# Add a new one once all tests pass with it in here, and games are as fast.
KNOWN = numba.version_info.short in {(0, minor) for minor in range(61, 69)}


# The random numbers of Python and NumPy in compiled code: no seed of a run reaches them.
OUTSIDE = {
    "numba_get_py_random_state": "Python's random",
    "numba_get_np_random_state": "numpy.random",
}


class OutsideChance(errors.NumbaError):
    """A function draws random numbers that are not Playout's."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


class _Flags(compiler.Flags):  # type: ignore[misc]
    """The flags of a function of Playout, by which the functions that it calls recognise it."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        # By its flags Numba finds what it has compiled for other packages, which has no parts.
        return isinstance(other, _Flags) and bool(super().__eq__(other))

    __hash__ = compiler.Flags.__hash__


def _calls_a_part() -> bool:
    """Return whether the function that is wanted now is called by a function of Playout."""
    return KNOWN and isinstance(ConfigStack.top_or_none(), _Flags)


NEW_PASSES = "llvm_module" not in signature(codegen.CPUCodegen._function_pass_manager).parameters
"""Whether Numba has the passes of LLVM that need no module before they run: since 0.62."""


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a function of Playout."""

    def _optimize_functions(self, module: Any) -> None:
        if not NEW_PASSES:
            super()._optimize_functions(module)
            return
        # Numba also makes a pass for each function that is only declared.
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)


class _WholeLibrary(_Library):
    """The code of a function with all its parts."""

    def finalize(self) -> None:
        """Make machine code, with the environments of its parts; no chance but Playout's."""
        super().finalize()
        for function in self._final_module.functions:
            if source := OUTSIDE.get(function.name):
                raise OutsideChance(source)
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _optimize_final_module(self) -> None:
        # Twice, so that a function that has become small is copied into its callers, as happens
        # when every function is optimised by itself.  Once makes long strategies a tenth slower.
        for _ in range(2):
            super()._optimize_final_module()


class _PartLibrary(_Library):
    """The code of a part and of its own parts, without machine code."""

    def finalize(self) -> None:
        """Link its own parts into it."""
        for library in dict.fromkeys(self._linking_libraries):
            if hasattr(library, "_reload_init"):  # since Numba 0.63
                self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """The object whose `set_env` Numba calls with the environment of a function: this one."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the whole function sets the environments of its parts."""

    def serialize_using_object_code(self) -> Any:
        """Return what the cache saves: bitcode, because there is no machine code."""
        return self.serialize_using_bitcode()


_get_impl, _get_jit_decorator = _Template._get_impl, _Template._get_jit_decorator


def _shared_impl(template: Any, args: Any, kws: Any) -> Any:
    """Return Numba's implementation for these types: one for all functions of Playout."""
    flags = ConfigStack.top_or_none()
    if not isinstance(flags, _Flags):
        return _get_impl(template, args, kws)
    flags = _Flags(flags)
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.forceinline = False
    with ConfigStack().enter(flags):
        return _get_impl(template, args, kws)


def _part_decorator(template: Any) -> Any:
    """Return what compiles an implementation of Numba's: as a part, for functions of Playout."""
    decorator = _get_jit_decorator(template)
    is_ours = isinstance(ConfigStack.top_or_none(), _Flags)
    return partial(decorator, pipeline_class=_CompilePart) if is_ours else decorator


@contextmanager
def _numba_in_parts() -> Iterator[None]:
    """Within this context, which holds the compiler's lock, Numba's implementations are parts."""
    before, collects = (_Template._get_impl, _Template._get_jit_decorator), gc.isenabled()
    _Template._get_impl, _Template._get_jit_decorator = _shared_impl, _part_decorator
    gc.disable()  # it would look through all that is compiled again and again
    try:
        yield
    finally:
        _Template._get_impl, _Template._get_jit_decorator = before
        if collects:
            gc.enable()


@cache
def _load_compiler() -> None:
    """Load what Numba needs to compile, but SciPy's linear algebra only for functions that use it.

    Numba looks whether it is there, which takes 0.15 s; Playout requires SciPy.
    """
    from numba.np import linalg

    ensure_blas, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ensure_blas


class _CompileWhole(compiler.Compiler):  # type: ignore[misc]
    library = _WholeLibrary

    def __init__(self, *arguments: Any) -> None:
        _load_compiler()
        super().__init__(*arguments)

    def compile_extra(self, function: Any) -> Any:
        """Compile a function with its parts."""
        state = self.state
        state.flags = _Flags(state.flags)
        state.library = self.library(state.targetctx.codegen(), function.__qualname__)
        state.library.enable_object_caching()
        with _numba_in_parts():
            return super().compile_extra(function)


class _CompilePart(_CompileWhole):
    library = _PartLibrary

    def compile_extra(self, function: Any) -> Any:
        """Translate a function for LLVM, without wrappers by which Python could call it."""
        self.state.flags.no_cpython_wrapper = self.state.flags.no_cfunc_wrapper = True
        return super().compile_extra(function)


def _rebuild_part(context: Any, *saved: Any) -> Any:
    """Return a part from what the cache has saved of it."""
    codegen = copy(context.codegen())
    codegen._library_class = _PartLibrary
    context = context.subtarget(_internal_codegen=codegen)
    return compiler.CompileResult._rebuild(context, *saved)


class Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function of Playout: Python calls it, compiled functions call its `part`."""

    def __init__(
        self,
        py_func: Any,
        locals: Any = None,
        targetoptions: Any = None,
        pipeline_class: Any = _CompileWhole if KNOWN else compiler.Compiler,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)

    def enable_caching(self) -> None:
        """Use our own cache, if the function is in a file."""
        if Path(self.py_func.__code__.co_filename).is_file():
            self._cache = CodeCache(self.py_func, compiler.CompileResult._rebuild)

    @cached_property
    def part(self) -> Any:
        """Return the same function as a part.

        To cache parts as well saves 3.4 s where a second strategy calls many functions of the first
        (`sequence` of Mexican Train after `careful`: 2.3 s instead of 5.7), mostly less than 1.
        """
        part = CPUDispatcher(self.py_func, self.locals, self.targetoptions, _CompilePart)
        part._compiling_counter = self._compiling_counter  # Numba finds recursion by it
        if isinstance(self._cache, CodeCache):
            part._cache = CodeCache(self.py_func, _rebuild_part, "part")
        return part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template by which Numba infers the types of a call."""
        if self._can_compile and _calls_a_part():
            # Not once more for every constant that it is called with, if its code allows that.
            plain = tuple(map(unliteral, args)), {k: unliteral(kws[k]) for k in kws}
            try:
                return self.part.get_call_template(*plain)
            except errors.TypingError:
                if plain == (tuple(args), kws):
                    raise
            return self.part.get_call_template(args, kws)
        return super().get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the compiled function of a call whose types are known."""
        if self._can_compile and _calls_a_part():
            return self.part.get_overload(sig)
        return super().get_overload(sig)


class _Target(CPU):  # type: ignore[misc]
    """The target under which Numba knows these functions."""


TARGET = "playout"
target_registry[TARGET] = _Target
dispatcher_registry[_Target] = Dispatcher
