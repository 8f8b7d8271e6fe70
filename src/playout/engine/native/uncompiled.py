"""Compiled functions as the plain Python that they are, with all that they call.

Called once or twice, they are faster so: to compile one takes seconds.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from playout.engine.native.dispatcher import Dispatcher

F = TypeVar("F", bound=Callable[..., Any])


def uncompiled(function: F) -> F:
    """Return a function that is not compiled, and compiles nothing that it calls by name."""
    plain: F = _uncompiled(function)
    return plain


@cache
def _uncompiled(function: Any) -> Any:
    plain: Any = getattr(function, "py_func", function)
    if not isinstance(plain, types.FunctionType):
        return function
    known = plain.__globals__
    names = {
        name: _uncompiled(known[name])
        for name in plain.__code__.co_names
        if isinstance(known.get(name), Dispatcher)
    }
    if not names and plain is function:
        return function
    copy: Any = types.FunctionType(
        plain.__code__, {**known, **names}, closure=plain.__closure__, argdefs=plain.__defaults__
    )
    copy.__qualname__, copy.__kwdefaults__ = plain.__qualname__, plain.__kwdefaults__
    return copy
