"""The jackknife over groups: intervals of estimates that are no simple means.

J. Tukey's; see B. Efron and C. Stein, "The jackknife estimate of variance", Annals of Statistics 9
(1981).  Each estimate is made again without each group of games; how far these differ says how far
it is to be trusted, by Student's t.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval


def jackknifed(
    whole: Sequence[float], without: npt.NDArray[np.float64], level: float = 0.95
) -> list[Interval]:
    """Intervals of several estimates from ``without[group, estimate]``, each without a group.

    Infinite for what has no estimate without some group.
    """
    from scipy.special import stdtrit

    count = len(without)
    # A number that is the same without any group has no error, not one of rounding its mean.
    spread = np.where(
        (without == without[0]).all(axis=0),
        0.0,
        ((without - without.mean(axis=0)) ** 2).sum(axis=0),
    )
    reach = float(stdtrit(count - 1, 0.5 + level / 2)) * np.sqrt(spread * (count - 1) / count)
    reach[np.isnan(reach)] = np.inf
    return [
        Interval(value, value - float(d), value + float(d))
        for value, d in zip(whole, reach, strict=True)
    ]
