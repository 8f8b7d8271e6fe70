"""Which settings to try, where there are too many to play them all.

The first ones are spread evenly.  After each look some more begin: a surface of radial basis
functions through what is known says how good each setting may be, and those are tried that promise
most, or are far from all that were tried; what counts more changes from one to the next.  After
R. G. Regis and C. A. Shoemaker, "A stochastic radial basis function method for the global
optimization of expensive functions", INFORMS Journal on Computing 19 (2007).  Nothing is drawn but
the first spread, so the same counts lead to the same settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.interpolate import RBFInterpolator
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist
from scipy.stats import qmc, rankdata

PROMISE = (
    0.95,
    0.8,
    0.5,
    0.3,
)  # how much the surface counts, one after another; the rest: to be far
NOISE = 0.1  # of the surface: it need not pass through every estimate

Points = npt.NDArray[np.float64]


def spread(axes: Points, count: int, seed: int) -> list[int]:
    """The places of ``count`` points or fewer, evenly spread; ``axes`` is float64[points, axes]."""
    unit = _scaled(axes)
    wanted = qmc.Halton(unit.shape[1], seed=seed).random(count)
    nearest = np.asarray(KDTree(unit).query(wanted)[1])
    return list(dict.fromkeys(nearest.tolist()))


def promising(axes: Points, tried: Mapping[int, Sequence[float]], count: int) -> list[int]:
    """The places of ``count`` points, or all that are left, that promise most.

    ``tried`` has for each point that was tried how bad it is: numbers of which the first that
    differs decides.
    """
    unit, known = _scaled(axes), np.array(list(tried))
    left = np.setdiff1d(np.arange(len(unit)), known)
    order = sorted(set(map(tuple, tried.values())))
    bad = rankdata([order.index(tuple(one)) for one in tried.values()])
    surface = RBFInterpolator(unit[known], bad, kernel="linear", smoothing=NOISE, degree=0)
    promise = _ranks(-surface(unit[left]).round(6))
    apart = cdist(unit[left], unit[known]).min(axis=1)
    chosen = list[int]()
    for number in range(min(count, len(left))):
        weight = PROMISE[number % len(PROMISE)]
        score = weight * promise + (1 - weight) * apart / max(apart.max(), 1e-9)
        score[[np.searchsorted(left, k) for k in chosen]] = -1.0
        best = int(np.argmax(score.round(9)))
        chosen.append(int(left[best]))
        apart = np.minimum(apart, np.linalg.norm(unit[left] - unit[left[best]], axis=1))
    return chosen


def _scaled(axes: Points) -> Points:
    """The same points, each axis from 0 to 1."""
    low, width = axes.min(axis=0), np.ptp(axes, axis=0)
    scaled: Points = (axes - low) / np.where(width > 0, width, 1.0)
    return scaled


def _ranks(values: Points) -> Points:
    """The ranks of numbers, from 0 to 1, the largest last."""
    ranks: Points = (rankdata(values) - 1) / max(len(values) - 1, 1)
    return ranks
