"""Ratings from who came before whom.

The model of R. A. Bradley and M. E. Terry ("Rank analysis of incomplete block designs: the method
of paired comparisons", Biometrika 39, 1952): i comes before j with odds 10**((r_i - r_j) / 400),
the scale of A. Elo, with a mean of 1500.  The most likely ratings are found by choix (L. Maystre
and M. Grossglauser, "Fast and accurate inference of Plackett-Luce models", NIPS 2015).

Two players of one table are not the only ones at it, and the results of its pairs depend on each
other.  So the intervals do not come from the model.  They reach as far as both of these:

- a jackknife over groups of whole games (stats/jackknife.py);
- the ratings that follow if one player, whichever moves them furthest, truly comes before the
  others as often as an end of the exact interval of its own results says.  A jackknife knows
  nothing of losses that have not come up yet; this does, and is infinite for who has won, or lost,
  everything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval, rate_interval
from playout.stats.jackknife import jackknifed

MEAN = 1500.0
SCALE = 400.0 / math.log(10.0)
BEFORE = 0.5  # wins added to every pair, each way, so that ratings stay finite

Matrix = npt.NDArray[np.float64]


def ratings(ahead: Matrix) -> Matrix:
    """The ratings of ``ahead[i, j]``, how often i came before j; a tie counts half."""
    return _most_likely(_finite(ahead))


def rating_intervals(groups: Matrix, games: Sequence[int], level: float = 0.95) -> list[Interval]:
    """The ratings of ``groups[group, i, j]`` and their intervals; groups are of whole games.

    ``games[i]`` is how many games player i has played.  The ends are infinite if a group holds no
    game, and where a player has won or lost all: then its rating has no end on that side, and those
    of all others, which are relative to the mean, none on the other.
    """
    together = groups.sum(axis=0)
    whole = [float(rating) for rating in ratings(together)]
    if not groups.any(axis=(1, 2)).all():
        return [Interval.unbounded(rating) for rating in whole]
    without = np.array([ratings(together - group) for group in groups])
    shifted = np.array(
        [
            _with_share(together, k, share)
            for k, count in enumerate(games)
            for share in _share(together, k, count, level)
        ]
    )
    return [
        Interval(one.estimate, min(one.low, low), max(one.high, high))
        for one, low, high in zip(
            jackknifed(whole, without, level), shifted.min(axis=0), shifted.max(axis=0), strict=True
        )
    ]


def _most_likely(odds: Matrix) -> Matrix:
    import choix

    strengths = choix.ilsr_pairwise_dense(odds, max_iter=10_000)
    return np.asarray(MEAN + SCALE * (strengths - strengths.mean()))


def _finite(ahead: Matrix) -> Matrix:
    """The results with half a win more of each against each."""
    return (ahead + BEFORE) * (1.0 - np.eye(len(ahead)))


def _share(ahead: Matrix, k: int, games: int, level: float) -> Sequence[float]:
    """The ends of the interval of player k's share of its results; each game counts once."""
    won, lost = float(ahead[k].sum()), float(ahead[:, k].sum())
    return rate_interval(games * won / (won + lost), games, level)[1:] if games else (0.0, 1.0)


def _with_share(ahead: Matrix, k: int, share: float) -> Matrix:
    """The ratings if player k had this share of its results, its losses or wins being fewer."""
    if share in (0.0, 1.0):
        ends = np.full(len(ahead), -np.inf if share else np.inf)
        ends[k] = -ends[k]
        return ends
    odds = _finite(ahead)
    won, lost = odds[k].copy(), odds[:, k].copy()
    now = won.sum() / (won.sum() + lost.sum())
    turned = lost * (share - now) / (1.0 - now) if share > now else won * (share - now) / now
    odds[k], odds[:, k] = won + turned, lost - turned
    return _most_likely(odds)
