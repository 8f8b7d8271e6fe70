"""Quantiles that a user asks for: parts of all games, and the names of their columns."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_each, read_values, real_or_nan
from playout.report.estimates import QUANTILES

MOST = 20  # in one answer


def read_quantiles(given: object, usual: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Some parts in rising order: "0.1,0.9", or a list of numbers or texts; None: the ``usual``."""
    each = [] if given is None else read_each("quantiles", given)
    texts = [part for one in each for part in (read_values(one) if isinstance(one, str) else [one])]
    parts = sorted({_part(one) for one in texts})
    if len(parts) > MOST:
        raise PlayoutError(f"quantiles: at most {MOST} can be shown at once")
    return tuple(parts) or tuple(usual)


def _part(given: object) -> Fraction:
    """A part of all games between 0 and 1, exactly: 0.1, "10%"."""
    text = str(given).strip()
    number = real_or_nan(text.removesuffix("%"))
    part = Fraction(repr(number)) if 0 < number < 100 else Fraction(0)
    part = part / 100 if text.endswith("%") else part
    if isinstance(given, bool) or not 0 < part < 1:
        raise PlayoutError(
            f"quantiles = {brief(given)}: parts of the games between 0 and 1 are needed, as "
            "0.1,0.5,0.9"
        )
    return part


def quantile_name(part: Fraction) -> str:
    """The end of the name of a quantile's column: ``median``, ``p95``, ``p2.5``."""
    usual = {value: name for name, value in QUANTILES.items()}
    return usual.get(part, f"p{float(100 * part):.12g}")
