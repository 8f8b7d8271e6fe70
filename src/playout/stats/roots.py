"""Zeros of functions, by Brent's method.

R. P. Brent, "Algorithms for minimization without derivatives", Prentice-Hall 1973, chapter 4, with
hyperbolic extrapolation where SciPy has it: the numbers are those of ``scipy.optimize.brentq``, bit
for bit.  To import that takes as long as all else that a short run does.
"""

from __future__ import annotations

import math
from collections.abc import Callable

MOST_ITERATIONS = 100
PRECISION = 4 * 2.0**-52  # relative to the root: as near as can be asked for


def root(
    function: Callable[[float], float],
    low: float,
    high: float,
    *,
    near: float,
    relative: float = PRECISION,
) -> float:
    """A place between two, at which the signs differ, where a function is zero.

    It is off by ``near`` + ``relative`` times itself, at most.  ValueError if the signs are the
    same, RuntimeError if it is not found in 100 steps.
    """
    before, at, other = low, high, 0.0  # the root is between `at`, the best one, and `other`
    value_before, value, value_other = function(before), function(at), 0.0
    if value_before == 0.0:
        return before
    if value == 0.0:
        return at
    if (value_before > 0.0) == (value > 0.0):
        raise ValueError("the function has the same sign at both ends")
    last = step = 0.0
    for _ in range(MOST_ITERATIONS):
        if value_before != 0.0 and value != 0.0 and (value_before > 0.0) != (value > 0.0):
            other, value_other = before, value_before
            last = step = at - before
        if abs(value_other) < abs(value):
            before, at, other = at, other, at
            value_before, value, value_other = value, value_other, value
        least = (near + relative * abs(at)) / 2.0
        half = (other - at) / 2.0
        if value == 0.0 or abs(half) < least:
            return at
        guess = math.inf
        if abs(last) > least and abs(value) < abs(value_before):
            if before == other:
                guess = -value * (at - before) / (value - value_before)
            else:
                slope = (value_before - value) / (before - at)
                other_slope = (value_other - value) / (other - at)
                turns = other_slope * slope * (value_other - value_before)
                if turns != 0.0:
                    guess = -value * (value_other * other_slope - value_before * slope) / turns
        if 2.0 * abs(guess) < min(abs(last), 3.0 * abs(half) - least):
            last, step = step, guess
        else:
            last = step = half
        before, value_before = at, value
        at += step if abs(step) > least else least if half > 0.0 else -least
        value = function(at)
    raise RuntimeError(f"the root was not found in {MOST_ITERATIONS} steps")
