"""The effect of each factor of a full grid, and its interactions with other factors.

Every effect is a contrast: a weighted sum of the means of the cells, whose weights add up to 0
(H. Scheffe, "The Analysis of Variance", 1959, chapters 3 and 4).  The weights of an interaction
are the products of those of its two factors.  Its error comes from the groups of games: all cells
play the same deals, so the contrast within one group of games is a whole replicate of it, with all
that cells have in common already in it, and groups are independent.  This needs no model of the
measure, nor of how the cells depend on each other.  The difference of one cell from a baseline is a
contrast, too, so knock-outs are estimated in the same way.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval, unseen
from playout.stats.multiple import holm

Numbers = npt.NDArray[np.float64]
Kind = Literal["main", "step", "interaction", "knock-out"]
LEVEL = 0.95


@dataclass(frozen=True)
class Factor:
    """A factor and its levels in order: numbers, which have a slope, or words."""

    name: str
    levels: tuple[int | float | str, ...]
    per: float = 1.0  # of numbers: the slope is the change for so much more

    @property
    def numeric(self) -> bool:
        """Whether its levels are numbers."""
        return not any(isinstance(level, str) for level in self.levels)


@dataclass(frozen=True, eq=False)
class Contrast:
    """A comparison within one factor: ``level`` with ``base``, or, if these are None, a slope."""

    factor: Factor
    weights: Numbers  # weights[level]; they add up to 0
    level: int | float | str | None = None
    base: int | float | str | None = None


@dataclass(frozen=True, eq=False)
class Effect:
    """An estimated contrast, on the scale of the measure."""

    kind: Kind
    first: Contrast
    second: Contrast | None  # of an interaction
    interval: Interval
    p: float  # two-sided p-value of no effect
    holm: float  # the same, corrected for all effects of one call
    bend: float = math.nan  # of a slope over three levels or more: p-value of a straight line


@dataclass(frozen=True, eq=False)
class Sample:
    """The means of cells, and what each group of games adds to their errors."""

    means: Numbers  # means[cell]
    scores: Numbers  # scores[cell, group]: how far a group moves its cell's mean
    fewest: int  # games of the cell that has the fewest
    enough: bool  # whether every group of every cell has a game

    @staticmethod
    def of(sums: npt.ArrayLike, games: npt.ArrayLike) -> Sample:
        """From ``sums[cell, group]`` of the measure and ``games[cell, group]``, as in a tally.

        Cells may differ in their number of games; each needs one at least.
        """
        values, counts = np.asarray(sums, float), np.asarray(games, float)
        played = counts.sum(axis=1, keepdims=True)
        means = values.sum(axis=1, keepdims=True) / played
        scores = (values - means * counts) / played
        return Sample(means[:, 0], scores, int(played.min()), bool(counts.all()))


def estimate(sample: Sample, weights: Numbers) -> tuple[Numbers, Numbers]:
    """Estimates and standard errors of contrasts, from their ``weights[contrast, cell]``.

    With G groups of equal size the error is the standard deviation of the G contrasts, divided by
    the root of G.  Otherwise it is that of a sum of ratios, linearised (W. G. Cochran, "Sampling
    Techniques", 3rd edition, 1977, section 6.3).  Infinite if a group of a cell has no game.

    To that is added, as errors are, what a difference of one may change that no game has shown:
    after n games without one it happens in fewer than 3.7 / n of all games.
    """
    groups = sample.scores.shape[1]
    estimates = weights @ sample.means
    if not sample.enough:
        return estimates, np.full(len(estimates), math.inf)
    errors = np.sqrt(groups / (groups - 1) * ((weights @ sample.scores) ** 2).sum(axis=1))
    most = np.maximum(weights, 0.0).sum(axis=1)  # that one difference can change the contrast
    return estimates, np.hypot(errors, most * unseen(sample.fewest, LEVEL) / _reach(groups))


def effects(factors: Sequence[Factor], sample: Sample) -> list[Effect]:
    """All main effects, the steps of numbers, and all two-way interactions.

    Cells are in the order of the product of the levels, the last factor varying fastest.  An effect
    is the mean over all levels of the factors that it does not name.

    A main effect is the least-squares slope of the marginal means of a number, or the difference
    of a word from the first one.  Steps are the differences of neighbouring numbers, where there
    are three at least.  An interaction is what a step of the second factor changes in the effect of
    the first: difference of differences, of slopes, or slope of the slope.
    """
    comparisons: list[tuple[Kind, tuple[Contrast, ...]]] = []
    for factor in factors:
        comparisons += [("main", (contrast,)) for contrast in main(factor)]
        comparisons += [("step", (contrast,)) for contrast in steps(factor)]
    for first, second in itertools.combinations(factors, 2):
        pairs = itertools.product(main(first), main(second))
        comparisons += [("interaction", pair) for pair in pairs]
    weights = np.stack([over_cells(factors, contrasts) for _, contrasts in comparisons])
    found = _effects(comparisons, weights, sample)
    return [
        replace(effect, bend=_bend(factors, effect.first.factor, sample))
        if effect.kind == "main"
        else effect
        for effect in found
    ]


def knock_outs(changes: Sequence[Factor], sample: Sample) -> list[Effect]:
    """The effect of each of several changes alone: the difference of its cell from the baseline.

    Cell 0 is the baseline, cell k + 1 has change k: a factor with two levels, before and after.
    """
    cells, step = np.eye(len(changes) + 1), np.array([-1.0, 1.0])
    comparisons: list[tuple[Kind, tuple[Contrast, ...]]] = [
        ("knock-out", (Contrast(change, step, change.levels[1], change.levels[0]),))
        for change in changes
    ]
    return _effects(comparisons, cells[1:] - cells[0], sample)


def _effects(
    comparisons: Sequence[tuple[Kind, tuple[Contrast, ...]]],
    weights: Numbers,
    sample: Sample,
) -> list[Effect]:
    """The effects of all ``weights[comparison, cell]``, corrected for each other."""
    estimates, errors = estimate(sample, weights)
    groups = sample.scores.shape[1]
    p = _p(estimates, errors, groups)
    reach = _reach(groups) * errors
    table = zip(comparisons, estimates, reach, p, holm(p), strict=True)
    return [
        Effect(
            kind,
            contrasts[0],
            contrasts[1] if len(contrasts) > 1 else None,
            Interval.around(float(value), float(half)),
            float(alone),
            float(corrected),
        )
        for (kind, contrasts), value, half, alone, corrected in table
    ]


def main(factor: Factor) -> list[Contrast]:
    """The comparisons that a factor's effect is made of: a slope, or each word with the first."""
    if factor.numeric:
        x = np.array(factor.levels, float)
        return [Contrast(factor, factor.per * (x - x.mean()) / ((x - x.mean()) ** 2).sum())]
    return _differences(factor, [(0, k) for k in range(1, len(factor.levels))])


def steps(factor: Factor) -> list[Contrast]:
    """From each number to the next larger one; none of words, or of two numbers."""
    if not factor.numeric or len(factor.levels) < 3:
        return []
    order = np.argsort(np.array(factor.levels, float))
    return _differences(factor, itertools.pairwise(order))


def _differences(factor: Factor, pairs: Iterable[tuple[int, int]]) -> list[Contrast]:
    cells, levels = np.eye(len(factor.levels)), factor.levels
    return [Contrast(factor, cells[k] - cells[base], levels[k], levels[base]) for base, k in pairs]


def over_cells(factors: Sequence[Factor], contrasts: Sequence[Contrast]) -> Numbers:
    """The weights of all cells: products of contrasts, and means over the other factors."""
    by_factor = {contrast.factor.name: contrast.weights for contrast in contrasts}
    weights: Numbers = np.ones(1)
    for factor in factors:
        mean = np.full(len(factor.levels), 1.0 / len(factor.levels))
        weights = np.asarray(np.kron(weights, by_factor.get(factor.name, mean)), np.float64)
    return weights


def _bend(factors: Sequence[Factor], factor: Factor, sample: Sample) -> float:
    """The p-value of all marginal means lying on a line: that of the farthest, by Bonferroni."""
    if not factor.numeric or len(factor.levels) < 3:
        return math.nan
    x = np.array(factor.levels, float)
    line = np.vander(x - x.mean(), 2)
    off = np.eye(len(x)) - line @ np.linalg.pinv(line)
    weights = np.stack([over_cells(factors, [Contrast(factor, row)]) for row in off])
    p = _p(*estimate(sample, weights), sample.scores.shape[1])
    return min(1.0, len(x) * float(p.min()))


def _reach(groups: int) -> float:
    """Standard errors from an estimate to the ends of its interval."""
    from scipy.special import stdtrit

    return float(stdtrit(groups - 1, 0.5 + LEVEL / 2.0))


def _p(estimates: Numbers, errors: Numbers, groups: int) -> Numbers:
    """Two-sided p-values of Student's t."""
    from scipy.special import stdtr

    # Where the error is 0, a difference above rounding is certain.
    tiny = 1e-12 * (1.0 + np.abs(estimates))
    ratio = np.abs(estimates) / np.maximum(errors, tiny)
    return np.asarray(2.0 * stdtr(groups - 1, -ratio))
