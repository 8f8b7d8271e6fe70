"""Ratings from who came before whom.

The model of R. A. Bradley and M. E. Terry ("Rank analysis of incomplete block designs: the method
of paired comparisons", Biometrika 39, 1952): i comes before j with odds 10**((r_i - r_j) / 400),
the scale of A. Elo, with a mean of 1500.  The most likely ratings are found by choix (L. Maystre
and M. Grossglauser, "Fast and accurate inference of Plackett-Luce models", NIPS 2015).

Two players of one table are not the only ones at it, and the results of its pairs hang together.
So the intervals do not come from the model: they are a jackknife over groups of whole games (J.
Tukey's; see B. Efron and C. Stein, "The jackknife estimate of variance", Annals of Statistics 9,
1981), with Student's t.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval

MEAN = 1500.0
SCALE = 400.0 / math.log(10.0)
BEFORE = 0.5  # wins that every pair is given each way, so that ratings stay finite

Matrix = npt.NDArray[np.float64]


def ratings(ahead: Matrix) -> Matrix:
    """The ratings of ``ahead[i, j]``, how often i came before j; a tie counts half."""
    import choix

    off = 1.0 - np.eye(len(ahead))
    found = choix.ilsr_pairwise_dense((ahead + BEFORE) * off, max_iter=10_000)
    return np.asarray(MEAN + SCALE * (found - found.mean()))


def rating_intervals(groups: Matrix, level: float = 0.95) -> list[Interval]:
    """The ratings of ``groups[group, i, j]`` and their intervals; groups are of whole games.

    Infinite for groups that hold no game.
    """
    from scipy.special import stdtrit

    count, together = len(groups), groups.sum(axis=0)
    if not groups.any(axis=(1, 2)).all():
        return [Interval(float(one), -math.inf, math.inf) for one in ratings(together)]
    without = np.array([ratings(together - group) for group in groups])
    spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    error = np.sqrt(spread * (count - 1) / count)
    reach = float(stdtrit(count - 1, 0.5 + level / 2)) * error
    whole = ratings(together)
    return [
        Interval(float(r), float(r - d), float(r + d)) for r, d in zip(whole, reach, strict=True)
    ]
