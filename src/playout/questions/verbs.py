"""What players do in games: ``wins about 64 % of the games``, ``takes about 12 turns``."""

from __future__ import annotations

import re

from playout.engine.game.game import Measure
from playout.report.words import ABOUT, SOMEWHERE, head, is_plural

COUNTED = re.compile(r"([a-z]{3,}s) (?:of|in|on|at|per|left|[a-z]+ed)\b")  # "stones placed"
PLAYED = ("turns", "throws", "rounds", "moves")  # measures of how long a player takes


def on_average(measure: Measure, amount: str, who: str = "") -> str:
    """A measure of a row in words: ``wins about 64 % of the games``, ``about 5 points on average``.

    A rate begins with ``who``, or, if it is that of one seat, with ``player 1``.
    """
    name = head(measure.name)
    if measure.is_rate:
        return f"{measure.player or who} {verb(measure)} {amount} of the games".lstrip()
    if is_plural(measure):
        return f"{amount} {name} on average"
    return f"an average {name} {'' if amount.startswith(('from ', SOMEWHERE)) else 'of '}{amount}"


def verb(measure: Measure, are_several: bool = False) -> str:
    """Return the verb for a measure: ``wins``, ``reaches the result 'X' in``, ``takes``, ``has``.

    With ``are_several`` the one for several players: ``win``, ``reach``, ``take``, ``have``.
    """
    return _verbs(measure)[are_several]


def past(measure: Measure) -> str:
    """Return the same verb in the past: ``won``, ``reached the result 'X' in``, ``had``."""
    return _verbs(measure)[2]


def counted(measure: Measure, amount: str) -> str:
    """What a measure counts, after an amount, if its own name does not say it: `` stones``.

    The first word of its help names it, as in "stones placed", or "points of the seat".
    """
    if measure.is_rate or is_plural(measure) or not (named := COUNTED.match(measure.help)):
        return ""
    noun = named[1]
    return f" {noun.removesuffix('s') if amount.removeprefix(ABOUT) == '1' else noun}"


def outcome(measure: Measure) -> str:
    """What a rate counts, with its meaning: ``'conquered' (no defender is left)``."""
    meaning = f" ({measure.help})" if measure.help and not measure.condition else ""
    return f"'{head(measure.name)}'{meaning}"


def _verbs(measure: Measure) -> tuple[str, ...]:
    """The verbs for a measure: of one player, of several, and in the past."""
    if not measure.is_rate:
        has = ("takes", "take", "took") if measure.name in PLAYED else ("has", "have", "had")
        return measure.verbs or has
    if measure.name == "win":
        return "wins", "win", "won"
    if measure.verbs:
        return tuple(f"{does} ({measure.help}) in" for does in measure.verbs)
    verbs = ("reaches", "reach", "reached")
    return tuple(f"{does} the result {outcome(measure)} in" for does in verbs)
