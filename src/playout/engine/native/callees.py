"""Compile what a compiled function calls as a part of it: half of the time of a first use.

Numba makes of every function that another one calls what it makes of one that Python calls:
wrappers, optimised machine code, a file of the cache.  Then it optimises the caller with a copy of
the function in it, and so on, from the innermost function to the outermost.  In a tree of calls six
deep a leaf is optimised six times, and the code that is made of it on the way is never run.

Here a function that is called is translated for LLVM, and no more.  What Python calls is optimised
together with all that it calls, and twice: what has become small by then is copied into its
callers, as it was before.  So games are as fast (benchmarks/README.md).  If Python calls a part as
well, it is compiled for itself on the first call from there.

Numba has no other way to ask for this than to put other methods into its classes.  It is done for
the versions of Numba that the tests have seen (`KNOWN`); others compile as they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba.core import caching, codegen, compiler, dispatcher
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.targetconfig import ConfigStack

# Add a new one once all tests pass with it in here, and games are as fast.
KNOWN = {(0, minor) for minor in range(61, 69)}

_Dispatcher: Any = dispatcher.Dispatcher
_Compiler: Any = vars(dispatcher)["_FunctionCompiler"]
_Cache: Any = caching.FunctionCache
_Codegen: Any = codegen.JITCPUCodegen
_call, _result = _Dispatcher._compile_for_args, _Dispatcher.get_compile_result
_add, _customize, _key = _Dispatcher.add_overload, _Compiler._customize_flags, _Cache._index_key
_set_env = _Codegen.set_env


class _Whole(compiler.Flags):  # type: ignore[misc]
    """What is compiled below these flags is no part of what was being compiled before."""


def _is_called() -> bool:
    """Whether what is compiled now, or loaded, is called by what is being compiled."""
    caller = ConfigStack.top_or_none()
    return caller is not None and not isinstance(caller, _Whole)


@contextmanager
def as_it_is_called() -> Iterator[None]:
    """Load a part within this context, if what is compiled now calls it, or else a whole."""
    if not _is_called():
        with whole():
            yield
        return
    flags = ConfigStack.top_or_none().copy()
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    with ConfigStack().enter(flags):
        yield


@contextmanager
def whole() -> Iterator[None]:
    """Compile, or load, for Python within this context, also while something is compiled."""
    flags = ConfigStack.top_or_none()
    if flags is None:
        yield
        return
    with ConfigStack().enter(_Whole(flags)):
        yield


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a function: a part of what calls it, if it has no wrapper by which to call it."""

    _linking_libraries: list[Any]

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        flags = ConfigStack.top_or_none()
        self.is_part = _is_called() and flags.no_cpython_wrapper and flags.no_cfunc_wrapper

    def finalize(self) -> None:
        """Make machine code of it, with all its parts; a part waits for what it is a part of."""
        if self.is_part:
            for library in dict.fromkeys(self._linking_libraries):
                if hasattr(library, "_reload_init"):  # since Numba 0.63
                    self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_final_module()
            return
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _finalize_final_module(self) -> None:
        if self.is_part:
            self._finalize_dynamic_globals()
            self._finalized = True
        else:
            super()._finalize_final_module()

    def _optimize_final_module(self) -> None:
        for _ in range(2):
            super()._optimize_final_module()

    def serialize_using_object_code(self) -> Any:
        """What the cache keeps of it: of a part, what LLVM reads."""
        if self.is_part:
            return self.serialize_using_bitcode()
        return super().serialize_using_object_code()


def _is_part(library: Any) -> bool:
    return getattr(library, "is_part", False)


def _customize_flags(self: Any, flags: Any) -> Any:
    """Without wrappers if compiled code calls it: then it is a part."""
    flags = _customize(self, flags)
    if _is_called():
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    return flags


def _add_overload(self: Any, result: Any) -> None:
    """Python finds no part, so that it asks for a whole function on its first call."""
    if _is_part(result.library):
        self.overloads[tuple(result.signature.args)] = result
    else:
        _add(self, result)


def _forget_parts(self: Any) -> None:
    for types in [types for types, made in self.overloads.items() if _is_part(made.library)]:
        del self.overloads[types]


def _compile_for_args(self: Any, *args: Any, **keywords: Any) -> Any:
    """Python calls it, with arguments for which it is not compiled, or as a part alone."""
    # Locked from here on, or another thread may make a part of it just now, which none can call.
    with global_compiler_lock:
        _forget_parts(self)
        with whole():
            return _call(self, *args, **keywords)


def _get_compile_result(self: Any, signature: Any) -> Any:
    """It is to be called by its address."""
    with global_compiler_lock:
        _forget_parts(self)
        with whole():
            return _result(self, signature)


def _set_known_env(self: Any, name: str, environment: Any) -> None:
    """That of a part has no place before what it is a part of is there."""
    if self._engine.is_symbol_defined(name):
        _set_env(self, name, environment)


def _index_key(self: Any, signature: Any, codegen: Any) -> Any:
    """The cache keeps a part beside the whole function of the same types."""
    key = _key(self, signature, codegen)
    return (*key, "part") if _is_called() else key


def compile_together() -> None:
    """Compile so from now on."""
    if numba.version_info.short not in KNOWN:
        return
    _Codegen._library_class = _Library
    _Codegen.set_env = _set_known_env
    _Compiler._customize_flags = _customize_flags
    _Dispatcher.add_overload = _add_overload
    _Dispatcher._compile_for_args = _compile_for_args
    _Dispatcher.get_compile_result = _get_compile_result
    _Cache._index_key = _index_key
