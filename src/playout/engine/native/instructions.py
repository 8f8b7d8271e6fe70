"""Plain functions in whose place compiled code has a few machine instructions.

Numba's ``overload`` could do that with a function around an ``intrinsic``, which it compiles three
times over for every function that calls it: for Pig an eighth of all that is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import types
from numba.core.typing.templates import infer, infer_global, make_intrinsic_template

F = TypeVar("F", bound=Callable[..., Any])


def instruction(function: Callable[..., Any], *, prefer_literal: bool = False) -> Callable[[F], F]:
    """Define a function in compiled code, as Numba's ``intrinsic`` does.

    The definition gets the typing context and the types of the arguments.  It returns the signature
    and what generates the code, or None if the function cannot be called with these types.
    """

    def decorate(definition: F) -> F:
        template = make_intrinsic_template(
            function, definition, function.__name__, prefer_literal=prefer_literal
        )
        infer(template)
        infer_global(function, types.Function(template))
        return definition

    return decorate
