"""How a function of Playout is compiled: with all its parts, as a part, or only its parts.

These classes rely on details of Numba, so they are used only with the versions that the tests have
run with.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache, partial
from inspect import signature
from typing import Any

import numba
from numba.core import codegen, compiler, errors
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.targetconfig import ConfigStack
from numba.core.typeinfer import TypeInferer
from numba.core.typing.templates import _OverloadFunctionTemplate as _Template

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


class Flags(compiler.Flags):  # type: ignore[misc]
    """The flags of a function of Playout, by which the functions that it calls recognise it."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        # By its flags Numba finds what it has compiled for other packages, which has no parts.
        return isinstance(other, Flags) and bool(super().__eq__(other))

    __hash__ = compiler.Flags.__hash__


class LaterFlags(Flags):
    """The flags of a function whose parts are compiled later."""

    __slots__ = ()


def calls_a_part() -> bool:
    """Return whether the function that is wanted now is called by a function of Playout."""
    return KNOWN and isinstance(ConfigStack.top_or_none(), Flags)


def is_later() -> bool:
    """Return whether the part that is wanted now is compiled later."""
    return isinstance(ConfigStack.top_or_none(), LaterFlags)


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
    if not isinstance(flags, Flags):
        return _get_impl(template, args, kws)
    flags = Flags(flags)
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.forceinline = False
    with ConfigStack().enter(flags):
        return _get_impl(template, args, kws)


def _part_decorator(template: Any) -> Any:
    """Return what compiles an implementation of Numba's: as a part, for functions of Playout."""
    decorator = _get_jit_decorator(template)
    is_ours = isinstance(ConfigStack.top_or_none(), Flags)
    return partial(decorator, pipeline_class=CompilePart) if is_ours else decorator


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


class CompileWhole(compiler.Compiler):  # type: ignore[misc]
    library, flags = _WholeLibrary, Flags

    def __init__(self, *arguments: Any) -> None:
        _load_compiler()
        super().__init__(*arguments)

    def compile_extra(self, function: Any) -> Any:
        """Compile a function with its parts."""
        state = self.state
        state.flags = self.flags(state.flags)
        state.library = self.library(state.targetctx.codegen(), function.__qualname__)
        state.library.enable_object_caching()
        with _numba_in_parts():
            return super().compile_extra(function)


class CompilePart(CompileWhole):
    library = _PartLibrary

    def compile_extra(self, function: Any) -> Any:
        """Translate a function for LLVM, without wrappers by which Python could call it."""
        self.state.flags.no_cpython_wrapper = self.state.flags.no_cfunc_wrapper = True
        return super().compile_extra(function)


class LaterError(errors.TypingError):
    """A part is not compiled now, so that the types of other calls are found first."""


LATER = dict[tuple[Any, Any], None]()  # parts and types that this was raised for, in order


@register_pass(mutates_CFG=False, analysis_only=True)
class _PartsPass(FunctionPass):  # type: ignore[misc]
    """Compiles the parts of a function from the last, in place of Numba's inference of types."""

    _name = "parts"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Find calls whose types are known, compile what they call, and go on, until all are."""
        calls = state.typingctx.callstack
        inference = TypeInferer(
            state.typingctx,
            state.func_ir,
            errors.WarningsFixer(Warning),  # type: ignore[attr-defined]
        )
        with calls.register(state.targetctx.target, inference, state.func_id, state.args):
            for index, (name, kind) in enumerate(
                zip(state.func_ir.arg_names, state.args, strict=True)
            ):
                inference.seed_argument(name, index, kind)
            inference.build_constraint()
            tried = set[Any]()
            while found := [one for one in self._find(inference) if one not in tried]:
                # Newer versions of Numba remember what has failed.
                getattr(calls, "_fail_cache", {}).clear()
                with ConfigStack().enter(Flags(state.flags)):
                    for part, types in reversed(found):
                        with suppress(errors.NumbaError):
                            part.compile(types)
                tried.update(found)
        raise LaterError("")

    @staticmethod
    def _find(inference: Any) -> list[tuple[Any, Any]]:
        """Infer types as far as that is possible without the parts that are not compiled."""
        LATER.clear()
        known = None
        while known != (known := inference.get_state_token()):
            for constraint in inference.constraints.constraints:
                with suppress(errors.NumbaError):
                    constraint(inference)
        return list(LATER)


class CompileParts(CompileWhole):
    flags = LaterFlags

    def define_pipelines(self) -> Any:
        """Return the passes up to the inference of types."""
        passes = PassManager("parts")
        untyped = compiler.DefaultPassBuilder.define_untyped_pipeline(self.state)
        passes.passes.extend(untyped.passes)
        passes.add_pass(_PartsPass, "parts")
        passes.finalize()
        return [passes]


def compile_parts(function: Any, types: Any) -> None:
    """Compile the parts of a function, but not the function."""
    only_parts = copy(function._compiler)
    only_parts.pipeline_class = CompileParts
    with suppress(Exception):  # if it is a mistake, it is raised when the function is compiled
        only_parts._compile_core(types, None)


def rebuild_part(context: Any, *saved: Any) -> Any:
    """Return a part from what the cache has saved of it."""
    codegen = copy(context.codegen())
    codegen._library_class = _PartLibrary
    context = context.subtarget(_internal_codegen=codegen)
    return compiler.CompileResult._rebuild(context, *saved)
