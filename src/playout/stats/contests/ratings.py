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
  everything.  The same goes for the best few together, if they have hardly ever lost to the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval, rate_interval
from playout.stats.jackknife import jackknifed

MEAN = 1500.0
SCALE = 400.0 / math.log(10.0)
BEFORE = 0.5  # wins added to every pair, each way, so that ratings stay finite

Matrix = npt.NDArray[np.float64]
Side = npt.NDArray[np.bool_]

FEW = 10  # losses of several together, below which they may be too few for a jackknife


def ratings(ahead: Matrix) -> Matrix:
    """The ratings of ``ahead[i, j]``, how often i came before j; a tie counts half."""
    return _most_likely(_finite(ahead))


def rating_intervals(
    groups: Matrix, games: Sequence[int], level: float = 0.95, sums: Matrix | None = None
) -> list[Interval]:
    """The ratings of ``groups[group, i, j]`` and their intervals; groups are of whole games.

    ``games[i]`` is how many games player i has played.  With ``sums[k, i]`` they are of the sum of
    the ratings with these weights, which are 0 together: a difference, or a slope.  Groups without
    games are left out; of one group the ends are infinite.  So they are where a player has won or
    lost all: then its rating has no end on that side, and those of all others, which are relative
    to the mean, none on the other.
    """
    together, played = groups.sum(axis=0), groups[groups.any(axis=(1, 2))]
    weights = np.eye(len(together)) if sums is None else sums
    whole = ratings(together)
    estimates = [float(value) for value in weights @ whole]
    if len(played) < 2:
        return [Interval.unbounded(value) for value in estimates]
    without = np.array([weights @ ratings(together - group) for group in played])
    shifted = np.array(
        [
            _summed(weights, _with_share(together, side, share), whole, sums is None)
            for side, count in _sides(together, games, whole)
            for share in _share(together, side, count, level)
        ]
    )
    return [
        Interval(one.estimate, min(one.low, low), max(one.high, high))
        for one, low, high in zip(
            jackknifed(estimates, without, level),
            shifted.min(axis=0),
            shifted.max(axis=0),
            strict=True,
        )
    ]


def _most_likely(odds: Matrix) -> Matrix:
    import choix

    strengths = choix.ilsr_pairwise_dense(odds, max_iter=10_000)
    return np.asarray(MEAN + SCALE * (strengths - strengths.mean()))


def _finite(ahead: Matrix) -> Matrix:
    """The results with half a win more of each against each."""
    return (ahead + BEFORE) * (1.0 - np.eye(len(ahead)))


def _sides(ahead: Matrix, games: Sequence[int], whole: Matrix) -> Iterator[tuple[Side, int]]:
    """Each player, and the best ones if they hardly ever lost to the others; and their games."""
    count = len(ahead)
    for k in range(count):
        yield np.arange(count) == k, games[k]
    order = np.argsort(-whole, kind="stable")
    for best in range(2, count - 1):
        side = np.isin(np.arange(count), order[:best])
        if ahead[~side][:, side].sum() < FEW:
            yield side, min(games[k] for k in range(count) if side[k])


def _share(ahead: Matrix, side: Side, games: int, level: float) -> Sequence[float]:
    """The ends of the interval of a side's share of its results; each game counts once."""
    won, lost = float(ahead[side][:, ~side].sum()), float(ahead[~side][:, side].sum())
    return rate_interval(games * won / (won + lost), games, level)[1:] if games else (0.0, 1.0)


def _with_share(ahead: Matrix, side: Side, share: float) -> Matrix:
    """The ratings if a side had this share of its results, its losses or wins being fewer."""
    if share in (0.0, 1.0):
        return np.where(side == bool(share), np.inf, -np.inf)
    odds = _finite(ahead)
    here = np.ix_(side, ~side)
    won, lost = odds[here].copy(), odds.T[here].copy()
    now = won.sum() / (won.sum() + lost.sum())
    turned = lost * (share - now) / (1.0 - now) if share > now else won * (share - now) / now
    odds[here], odds.T[here] = won + turned, lost - turned
    return _most_likely(odds)


def _summed(weights: Matrix, shifted: Matrix, whole: Matrix, is_each: bool) -> Matrix:
    """The sums of these ratings, of which some may be infinitely far from the others."""
    if np.isfinite(shifted).all():
        return np.asarray(weights @ shifted)
    if is_each:
        return shifted
    lead = weights[:, shifted > 0].sum(axis=1)
    far = np.where(lead > 0, np.inf, -np.inf)
    return np.where(np.abs(lead) > 1e-9, far, weights @ whole)
