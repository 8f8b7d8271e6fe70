"""The one compile decorator, and what a user reads while it compiles.

A function that a compiled function calls is compiled as a part of it (dispatcher.py).  Compiled
code is saved on disk (code_cache.py).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar, overload

import numba
from numba.core import event
from numba.extending import register_jitable

from playout.engine.native import code_cache, twin
from playout.engine.native.code_cache import CHECKED, CodeCache, locked
from playout.engine.native.dispatcher import TARGET, Dispatcher, TakenError

F = TypeVar("F", bound=Callable[..., Any])

COMPILING = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: every rule then runs as the plain Python that it is."""


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, signature: Any = None, cache: bool = True, inline: bool = False) -> Callable[[F], F]: ...
def jit(
    function: F | None = None, *, signature: Any = None, cache: bool = True, inline: bool = False
) -> F | Callable[[F], F]:
    """Compile a function with the settings that all of Playout uses.

    It runs without the GIL, so that threads scale, and with NumPy's error model: a division by
    zero raises no exception, so that loops vectorise.  With a ``signature`` it is compiled, or
    loaded from the cache, at once; without one, on its first call.  A function that is not in a
    file (typed into a console) is never cached, nor is one with ``cache=False``.
    With ``inline`` the compiler copies it into its callers: for rules of a few lines that run at
    every move, where a call costs as much as the rule (a sixth of a whole game).
    """
    options = {"nogil": True, "error_model": "numpy", "forceinline": inline, "boundscheck": CHECKED}

    def decorate(plain: F) -> F:
        with compiling_as(_name, cache):
            try:
                compiled: F = numba.njit(signature, _target=TARGET, cache=cache, **options)(plain)
            except TakenError:
                return _not_here  # type: ignore[return-value]
        return compiled

    return decorate if function is None else decorate(function)


def _not_here(*arguments: Any) -> Any:
    """Take the place of a function for which a twin does not wait: it may go on until a call."""
    raise TakenError("")


def in_both(function: F) -> F:
    """Compile a function as a part of the compiled functions that call it; it stays plain Python.

    So plain Python can call it with lists, too, and without waiting for the compiler.
    """
    options = {"nogil": True, "error_model": "numpy", "forceinline": True}
    both: F = register_jitable(**options)(function)
    return both


def specialised(template: F, names: Mapping[str, Any], tag: str) -> F:
    """Return a copy of a function with other values of its free names.

    The tag becomes a part of the copy's qualified name, by which the cache knows it: different
    copies need different tags.
    """
    copy: Any = types.FunctionType(template.__code__, {**template.__globals__, **names})
    copy.__qualname__ = f"{template.__name__}_{tag}"
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    bound: F = copy
    return bound


def is_cached(function: Callable[..., Any], signature: Any) -> bool:
    """Return whether the cache has a function compiled for a signature."""
    cache = getattr(jit(function), "_cache", None)
    return isinstance(cache, CodeCache) and cache.has(signature)


# --- What a user reads while the program compiles. ------------------------------------------------

_now = ""  # the text of `now_compiling`
_name, _cached = "", True  # of the function that is compiled next


def now_compiling() -> str:
    """Return what this process is waiting for, as text for people; "" if it is not compiling.

    "loading Hex", "compiling careful for The Game, once on this machine", or that another process
    is compiling.  Call it now and then from a thread of its own: the thread that compiles is busy.
    """
    return _now


@contextmanager
def announce(text: str) -> Iterator[None]:
    """Make this the text of :func:`now_compiling` within this context."""
    global _now
    _now = text
    try:
        yield
    finally:
        _now = ""


@contextmanager
def compiling_as(name: str, cached: bool = True) -> Iterator[None]:
    """Name whatever is compiled within this context, as "careful for The Game"."""
    global _name, _cached
    before = _name, _cached
    _name, _cached = name, cached
    try:
        yield
    finally:
        _name, _cached = before


def announce_compiling() -> None:
    """Within :func:`compiling`, announce that code is compiled, and not only loaded."""
    global _now
    if _now:
        _now = f"compiling {_name}".strip()
        if code_cache.WHY_TEMPORARY:
            _now += f", as at each start: {code_cache.WHY_TEMPORARY}"
        elif _cached:
            _now += ", once on this machine"


class _Listener(event.Listener):  # type: ignore[misc]
    """Numba calls it for every function that it compiles, other people's functions included."""

    def on_start(self, event: Any) -> None:
        if isinstance(event.data["dispatcher"], Dispatcher):
            announce_compiling()

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Listener())


def compile_beside() -> None:
    """From now on :func:`compiling` waits for no other process in this one, parts do.

    For processes that compile parts of the same game at the same time.
    """
    twin.without_twin()


@contextmanager
def compiling(name: str = "") -> Iterator[None]:
    """Compile or load something within this context, in one process at a time.

    If another process is compiling under the same name, wait for it, and then load its code.  Every
    process, also a worker that joins late, compiles its rules and strategies within this context.
    Do not nest it: the inner one would wait for the outer one.
    """
    global _now
    with (
        announce("waiting for another program that compiles"),
        nullcontext() if twin.is_alone() else locked(f".lock-{name}"),
        compiling_as(name),
    ):
        _now = f"loading {name}".strip()
        code_cache.forget_other_versions()
        yield


@contextmanager
def exclusive(name: str) -> Iterator[None]:
    """Compile one part within this context; if another process is compiling it, wait and load."""
    if twin.is_twin():  # the other process has the lock
        yield
        return
    with compiling_as(name), locked(f".part-{name}", waiting=announce_compiling):
        yield
