"""Ratings from who came before whom.

The model of R. A. Bradley and M. E. Terry ("Rank analysis of incomplete block designs: the method
of paired comparisons", Biometrika 39, 1952): i comes before j with odds 10**((r_i - r_j) / 400),
the scale of A. Elo, with a mean of 1500.  The most likely ratings are found by choix (L. Maystre
and M. Grossglauser, "Fast and accurate inference of Plackett-Luce models", NIPS 2015).

Two players of one table are not the only ones at it, and the results of its pairs depend on each
other.  So the intervals do not come from the model: they are a jackknife over groups of whole games
(stats/jackknife.py).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval
from playout.stats.jackknife import jackknifed

MEAN = 1500.0
SCALE = 400.0 / math.log(10.0)
BEFORE = 0.5  # wins added to every pair, each way, so that ratings stay finite

Matrix = npt.NDArray[np.float64]


def ratings(ahead: Matrix) -> Matrix:
    """The ratings of ``ahead[i, j]``, how often i came before j; a tie counts half."""
    import choix

    off = 1.0 - np.eye(len(ahead))
    strengths = choix.ilsr_pairwise_dense((ahead + BEFORE) * off, max_iter=10_000)
    return np.asarray(MEAN + SCALE * (strengths - strengths.mean()))


def rating_intervals(groups: Matrix, level: float = 0.95) -> list[Interval]:
    """The ratings of ``groups[group, i, j]`` and their intervals; groups are of whole games.

    The intervals are infinite if a group holds no game.
    """
    together = groups.sum(axis=0)
    whole = [float(rating) for rating in ratings(together)]
    if not groups.any(axis=(1, 2)).all():
        return [Interval.unbounded(rating) for rating in whole]
    without = np.array([ratings(together - group) for group in groups])
    return jackknifed(whole, without, level)
