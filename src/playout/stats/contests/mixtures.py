"""Which mixture of strategies cannot be beaten, and where evolution among them would stay.

``ahead[i, j]`` is the share of their games that i wins against j, a tie being half; so it is
1 - ``ahead[j, i]``, and the game of choosing a strategy is a symmetric one that has the value 1/2.

A mixture that no strategy beats is a Nash equilibrium of that game.  Where there are several, as
where two strategies are the same, the one with the least sum of squares is taken: it is unique and
treats equals alike.  It is a problem of least distance, which C. L. Lawson and R. J. Hanson,
"Solving Least Squares Problems" (1974), chapter 23, turn into one of least squares without
negative numbers.

The other is the alpha-rank of S. Omidshafiei et al., "alpha-Rank: Multi-Agent Evaluation by
Evolution", Scientific Reports 9 (2019), in the limit of strong selection: all play one strategy
until a mutant, any other one with the same chance, takes over.  It always does if it beats them,
never if they beat it, and every second time if they are equal.  The share of time for which each
strategy rules in the long run ranks the strategies.  As every two were compared, there is only one
such distribution.

Whether there are several follows from linear programs: the least and the most weight of each
strategy over all mixtures that no strategy beats.

Intervals come from a thousand draws of what the shares may be, each from the beta distribution of
its wins and losses with half of one more (Jeffreys' prior), so that also a pair of which one has
always won varies; the part of ties stays, so that a pair that always ties does not.  They are those
of the shares alone: every pair has games of its own.  Shares that chance moves a little have one
mixture alone, even where the true ones have several; but then other strategies are in it from draw
to draw.  So it is the only one if nearly all draws have the same members.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval

Matrix = npt.NDArray[np.float64]

DRAWS = 1_000
MOST_STRATEGIES = 40  # with more, the draws take many seconds
HALF = 0.5
_SMALL = 1e-9  # of a share, what is no more than rounding
_ROUNDED = 1e-5  # of a weight
_EXACT: Any = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def unbeaten(ahead: Matrix) -> Matrix:
    """The weights of the mixture that no strategy beats, the most even one."""
    from scipy.optimize import nnls

    edge = _edges(ahead)
    n = len(edge)
    # The nearest point to 0 with weights of at least 0, a sum of at least 1, and no strategy ahead.
    above = np.vstack([np.eye(n), edge.T, np.ones(n)])
    # What is no more than rounding does not count as being ahead.
    limits = np.array([*[0.0] * n, *[-_SMALL] * n, 1.0])
    aim = np.zeros(n + 1)
    aim[-1] = 1.0
    parts, _ = nnls(np.vstack([above.T, limits]), aim, maxiter=1_000 * n)
    left = np.vstack([above.T, limits]) @ parts - aim
    weights = np.where(-left[:n] / left[n] > _ROUNDED, -left[:n] / left[n], 0.0)
    return np.asarray(weights / weights.sum())


def _edges(ahead: Matrix) -> Matrix:
    """[i, j]: what i wins of j beyond a half, the largest being 1."""
    edge = np.where(np.eye(len(ahead), dtype=bool), 0.0, ahead - HALF)
    return np.asarray(edge / max(np.abs(edge).max(), _SMALL))


def alpha_rank(ahead: Matrix) -> Matrix:
    """The share of time for which each strategy rules, if only the fittest survive."""
    n = len(ahead)
    takes_over = np.where(np.abs(ahead - HALF) < _SMALL, HALF, ahead > HALF).T
    steps = takes_over * (1.0 - np.eye(n)) / (n - 1)  # steps[i, j]: j takes over from i
    steps += np.diag(1.0 - steps.sum(axis=1))
    balance = np.vstack([steps.T - np.eye(n), np.ones(n)])
    aim = np.zeros(n + 1)
    aim[-1] = 1.0
    share = np.linalg.lstsq(balance, aim, rcond=None)[0]
    return np.where(share > _ROUNDED, share, 0.0)


def share_ranges(ahead: Matrix) -> Matrix:
    """[strategy, 0 and 1]: its least and its most weight in any mixture that no strategy beats.

    Where both are the same of each strategy, there is only one such mixture.
    """
    from scipy.optimize import linprog

    edge = _edges(ahead)
    n = len(edge)

    def end(aim: Matrix) -> float:
        found: Any = linprog(aim, -edge.T, np.zeros(n), np.ones((1, n)), [1.0], options=_EXACT)
        return round(abs(float(found.fun)), 8)

    return np.array([[end(sign * one) for sign in (1.0, -1.0)] for one in np.eye(n)])


class Mixture(NamedTuple):
    """The weights of a mixture, and those that other shares would give that may be true."""

    weights: Matrix
    draws: Matrix  # [draw, strategy]

    def intervals(self, level: float) -> list[Interval]:
        """The weights with their intervals."""
        tail = (1.0 - level) / 2.0
        lows, highs = np.quantile(self.draws, [tail, 1.0 - tail], axis=0)
        return [
            Interval(float(value), min(float(value), float(low)), max(float(value), float(high)))
            for value, low, high in zip(self.weights, lows, highs, strict=True)
        ]

    def has_clear_members(self, level: float) -> bool:
        """Whether so much of the draws have the same members."""
        same = ((self.draws > 0) == (self.weights > 0)).all(axis=1)
        return float(same.mean()) >= level


def mixture(won: Matrix, tied: Matrix, of: Callable[[Matrix], Matrix], seed: int = 1) -> Mixture:
    """The mixture ``of`` the games that ``won[i, j]``, i won of j, and ``tied[i, j]``.

    Every two must have played.
    """
    n, played = len(won), np.maximum(won + won.T + tied, 1.0)
    upper, level = np.triu_indices(n, 1), HALF * tied / played
    decided = 1.0 - tied / played
    whole = of(np.where(np.eye(n, dtype=bool), HALF, won / played + level))
    draw, weights = np.random.default_rng(seed), np.empty((DRAWS, n))
    for k in range(DRAWS):
        ahead = np.full((n, n), HALF)
        wins = draw.beta(won[upper] + HALF, won.T[upper] + HALF)
        ahead[upper] = level[upper] + decided[upper] * wins
        ahead.T[upper] = 1.0 - ahead[upper]
        weights[k] = of(ahead)
    return Mixture(whole, weights)
