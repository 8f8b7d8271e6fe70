"""A mean with less noise: a *control* is a second value of every game, whose mean is known.

The estimate is that of the line through (control, value) at the mean of the control, so what the
control explains of the value is taken out.  Even a control that explains nothing does no harm
beyond one degree of freedom.  Source: S. Lavenberg and P. Welch, "A perspective on the use of
control variables to increase the efficiency of Monte Carlo simulations", Management Science 27
(1981).

Few games do not tell the slope well: of ten lopsided ones the interval would hold in 80 % of the
cases.  So below MANY games the control is subtracted as it is.
"""

from __future__ import annotations

import math

from playout.stats.intervals import Interval, unseen
from playout.stats.products import alike, summed
from playout.stats.sequential import Moments

MANY = 100  # games


def adjusted(
    value: Moments,
    control: Moments,
    rest: Moments,
    expected: float,
    one: float,
    level: float = 0.95,
) -> Interval:
    """The mean of a value by a control whose mean is ``expected``, and its interval.

    ``rest`` are the moments of the value less the control.  The interval has two parts, which are
    added as errors are: Student's t of the line, and what no game may have shown of a rest that is
    seldom another one, by ``one`` at least.
    """
    from scipy.special import stdtrit

    n = value.n
    if n < MANY:
        return Interval(*(expected + end for end in summed([rest], 1.0, one, level=level)))
    slope, noise = _line(value, control, rest)
    off, spread = control.mean - expected, _squares(control)
    far = off**2 / spread if spread > 0.0 else 0.0
    t = float(stdtrit(n - 2, (1.0 + level) / 2.0))
    reach = t * math.sqrt(noise / (n - 2) * (1.0 / n + far))
    reach = math.hypot(reach, unseen(n, level) * _seldom(rest, one))
    estimate = value.mean - slope * off
    return Interval(estimate, estimate - reach, estimate + reach)


def times_fewer(value: Moments, control: Moments, rest: Moments) -> float:
    """By what the number of games can be divided, for an interval of the same width.

    NaN of fewer than two games, and if nothing varies but what the control explains: how seldom
    something else does is not known.
    """
    n = value.n
    if n < 2:
        return math.nan
    noise, freedom = _squares(rest), n - 1
    if n >= MANY:
        noise, freedom = _line(value, control, rest)[1], n - 2
    return _squares(value) / (n - 1) / (noise / freedom) if noise > 0.0 else math.nan


def _line(value: Moments, control: Moments, rest: Moments) -> tuple[float, float]:
    """The slope of the value on the control, and the sum of the squares that are left."""
    own, spread = _squares(value), _squares(control)
    if spread == 0.0:
        return 0.0, own
    both = (own + spread - _squares(rest)) / 2.0
    return both / spread, max(0.0, own - both**2 / spread)


def _squares(moments: Moments) -> float:
    """The sum of the squares of what values differ from their mean."""
    return float(moments.squares - moments.total**2 / moments.n)


def _seldom(rest: Moments, one: float) -> float:
    """How large a rest is that seldom differs from the usual one."""
    if rest.mean == 0.0 or _squares(rest) == 0.0:
        return alike(rest, 1.0, one)
    return min(alike(rest, 1.0, one), _squares(rest) / rest.n / abs(rest.mean))
