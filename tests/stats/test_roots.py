"""The root finder is that of SciPy, bit for bit."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.optimize import brentq

from playout.stats.roots import root


def result_of(find: Callable[[], float]) -> float | type[Exception]:
    """What a root finder returns, or the kind of error that it raises."""
    try:
        return float(find())
    except (ValueError, RuntimeError) as error:
        return type(error)


def test_roots_are_those_of_scipy_bit_for_bit() -> None:
    random = np.random.default_rng(1)
    for _ in range(300):
        a, b, c = (float(x) for x in random.normal(size=3))
        low, high = sorted(float(x) for x in random.normal(0, 4, size=2))
        functions: list[Callable[[float], float]] = [
            partial(lambda a, b, x: x**3 + a * x + b, a, b),
            partial(lambda a, b, c, x: math.tanh(30 * a * (x - b)) + c / 4, a, b, c),
            partial(lambda a, b, x: math.exp(min(a * x, 100)) - abs(b) - 0.01, a, b),
            partial(lambda a, x: math.copysign(1.0, x - a), a),
            partial(lambda a, x: math.copysign(abs(x - a) ** 9, x - a), a),
        ]
        for f in functions:
            for near, rel in ((1e-9, 2.0**-50), (1e-15, 1e-12), (1e-3, 1e-3)):
                theirs = result_of(partial(brentq, f, low, high, xtol=near, rtol=rel))
                assert result_of(partial(root, f, low, high, near=near, relative=rel)) == theirs


def test_an_end_may_be_the_root() -> None:
    assert root(lambda x: x, 0.0, 1.0, near=1e-9) == 0.0
    assert root(lambda x: x - 1, 0.0, 1.0, near=1e-9) == 1.0
