"""The slope of a power law, with its error."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import REACH, Numbers


class Slope(NamedTuple):
    """y = factor * x**exponent, fitted on logarithmic scales."""

    exponent: float
    error: float  # standard error of the exponent
    factor: float

    def __str__(self) -> str:
        """The exponent ± the half-width of its 95 % interval."""
        reach = REACH * self.error
        places = 2 if not reach > 0 else max(1, min(6, 1 - math.floor(math.log10(reach))))
        return f"{self.exponent:.{places}f} ± {reach:.{places}f}"


def log_log_slope(x: npt.ArrayLike, y: npt.ArrayLike, errors: npt.ArrayLike) -> Slope:
    """The weighted least-squares line of log y over log x, for at least two different x.

    ``errors`` are the standard errors of y; on the logarithmic scale they are errors / y, to
    first order.  Where the points lie farther from the line than their errors allow (more than
    chi-square = n - 2), the error of the exponent is larger in proportion, so that it also tells
    how far they are from a power law.
    """
    across, up = np.log(np.asarray(x, float)), np.log(np.asarray(y, float))
    weights = (np.asarray(y, float) / np.asarray(errors, float)) ** 2
    middle = float(np.average(across, weights=weights))
    spread = float((weights * (across - middle) ** 2).sum())
    exponent = float((weights * (across - middle) * up).sum()) / spread
    level = float(np.average(up, weights=weights)) - exponent * middle
    misfit = float((weights * (up - level - exponent * across) ** 2).sum())
    scale = max(1.0, misfit / (len(across) - 2)) if len(across) > 2 else 1.0
    return Slope(exponent, math.sqrt(scale / spread), math.exp(level))


def doubling_weights(x: npt.ArrayLike) -> Numbers:
    """The weights of values whose sum is what a doubling of x adds, by the line of least squares.

    ``x`` are above 0, and not all the same.
    """
    across = np.log2(np.asarray(x, float))
    across = across - across.mean()
    return np.asarray(across / (across**2).sum())


def bend_weights(x: npt.ArrayLike) -> Numbers:
    """weights[k, value], whose sums with y are all 0 just if every doubling of x adds the same.

    They are those of the curves that a line lacks, from the quadratic one on, each of length 1 and
    at right angles to all others, so n - 2 for n values of x, which are above 0 and different.
    """
    across = np.log2(np.asarray(x, float))
    across = (across - across.mean()) / np.ptp(across)
    curves, _ = np.linalg.qr(np.vander(across, increasing=True))
    return np.asarray(curves.T[2:])
