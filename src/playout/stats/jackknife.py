"""The jackknife over groups: intervals of estimates that are not simple means.

The idea is J. Tukey's; see B. Efron and C. Stein, "The jackknife estimate of variance", Annals of
Statistics 9 (1981).  Each estimate is made again without each group of games; how much these differ
gives its error, and Student's t its interval.  That knows nothing of what no group has shown: the
most that this may change is given, and added as errors are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval

Hidden = Sequence[float] | npt.NDArray[np.float64] | float  # of each estimate, or of all


def jackknifed(
    whole: Sequence[float],
    without: npt.NDArray[np.float64],
    level: float = 0.95,
    hidden: tuple[Hidden, Hidden] = (0.0, 0.0),
) -> list[Interval]:
    """Intervals of several estimates from ``without[group, estimate]``, each without a group.

    ``hidden`` is by how much each may be too high, and too low, for what no group has shown.  The
    interval is infinite if the estimate is NaN without some group.
    """
    from scipy.special import stdtrit

    count = len(without)
    # One that is the same whichever group is left out has no such error, not that of rounding.
    spread = np.where(
        (without == without[0]).all(axis=0),
        0.0,
        ((without - without.mean(axis=0)) ** 2).sum(axis=0),
    )
    reach = float(stdtrit(count - 1, 0.5 + level / 2)) * np.sqrt(spread * (count - 1) / count)
    reach[np.isnan(reach)] = np.inf
    down, up = (np.hypot(reach, most) for most in hidden)
    return [
        Interval(value, value - float(low), value + float(high))
        for value, low, high in zip(whole, down, up, strict=True)
    ]
