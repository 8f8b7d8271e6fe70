"""Many tests at once: p-values that allow for how many there are.

S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
Statistics 6 (1979): whatever the tests have to do with each other, the chance that any true
hypothesis is rejected is at most the level.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def rate_p_value(successes: float, n: int, rate: float = 0.5) -> float:
    """The two-sided p-value of a rate: the test that Clopper and Pearson's interval inverts.

    It is at most 1 - level exactly where ``rate_interval`` of that level leaves the rate out, and 1
    if there are no games.  Successes may be shares of a whole one, as in stats/intervals.py.
    """
    from scipy.special import betainc

    if n == 0:
        return 1.0
    above = 1.0 if successes == 0 else float(betainc(successes, n - successes + 1, rate))
    below = 1.0 if successes == n else float(betainc(n - successes, successes + 1, 1.0 - rate))
    return min(1.0, 2.0 * min(above, below))


def holm(p_values: npt.ArrayLike) -> list[float]:
    """Holm's adjusted p-values, in the same order: reject where they are at most the level."""
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    steps = p[order] * np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return [float(p_value) for p_value in adjusted]
