"""A rare event in words: its chance, and how that was estimated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from shlex import quote

from playout.engine.game.game import line_up
from playout.questions.rare.asked import MOST_PARTICLES, Asked
from playout.questions.rare.found import Found, Numbers
from playout.questions.verbs import verb
from playout.report.estimates import fixed_intervals, fixed_n
from playout.report.words import (
    MOST_SHIFT,
    by_default,
    head,
    listed,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

LARGEST = 15  # the power of ten from which a number is not written in words
MOST_DIGITS = 3
COMMON = 1 / 1000  # a chance from which games played one by one see enough of it sooner
ROUGH = 1.5  # times the lower end of an interval: from this upper end on a sentence has both
EXACT = 12  # digits after the first one that are shown at most


def sentence(found: Found, interval: Interval, trusted: bool) -> str:
    """The chance, and whether it is to be trusted."""
    asked = found.asked
    who = f"{setting(asked.rules)}, {line_up(asked.players)}"
    event = f"'{head(asked.measure.name)}'"
    repeats = len(found.replications)
    if repeats < 2:
        finished = "only one is" if repeats else "none is"
        what = "winning" if asked.measure.name == "win" else event
        return (
            f"{who}: the chance of {what} is not known yet; at least two repeats are needed, and "
            f"{finished} finished."
        )
    more = f"Use more games, such as --particles {more_particles(asked)}."
    if interval.estimate == 0:
        never = f"none of the {repeats * asked.particles:,} simulated games "
        never += "was won" if asked.measure.name == "win" else f"reached {event}"
        chance = "the win rate" if asked.measure.name == "win" else f"the chance of {event}"
        return f"{who}: {never}, so {chance} is not known. {more}"
    names = list(dict.fromkeys(player.reference for player in asked.players))
    doing = f"{listed(names)} {verb(asked.measure, are_several=len(names) > 1)}"
    answer = f"{setting(asked.rules)}: {doing}"
    if not trusted:
        return (
            f"{answer} very roughly {one_in(interval)} games, but the repeats differ too much to "
            f"rely on this number. {more}"
        )
    amount = f"about {one_in(interval)}"
    if interval.high > ROUGH * interval.low:
        least, most = (large(1 / end, 1) for end in (interval.high, interval.low))
        amount = f"somewhere between 1 in {least} and 1 in {most}"
    return " ".join([f"{answer} {amount} games.", *not_rare(asked, found.estimates).splitlines()])


def more_particles(asked: Asked) -> int:
    """How many games at each level may be enough, where so many were too few."""
    return min(MOST_PARTICLES, 4 * asked.particles)


def not_rare(asked: Asked, estimates: Sequence[float] | Numbers) -> str:
    """Return the command for a chance that is not rare, after two replications; else ""."""
    chance = sum(estimates) / len(estimates) if len(estimates) > 1 else 0.0
    if chance < COMMON:
        return ""
    options = " ".join(asked.rules.command_options())
    return (
        f"That is not rare, and ordinary games find it faster: playout run {asked.game.word} "
        f"{options} --strategy {quote(line_up(asked.players))} --games 1M"
    )


def caption(found: Found, interval: Interval, games_equivalent: float, scatter: float) -> str:
    """How it was found, and how sure it is."""
    asked, levels = found.asked, found.reached.shape[1]
    known = ""
    if interval.estimate > 0:
        how = fixed_intervals(found.complete and found.fixed, "repeats")
        how = how.replace("intervals", "interval").replace("hold only", "holds only")
        known = f"{how}: 1 in {large(1 / interval.high)} to 1 in {large(1 / interval.low)}."
        if math.isfinite(games_equivalent):
            known += f" As precise as {large(games_equivalent)} ordinary games."
        known += "\n"
    spread = ""
    if math.isfinite(scatter):
        spread = f"; the repeats differ by about {scatter:.2g} times their mean"
    return (
        f"{known}Method: multilevel splitting, {several(len(found.replications), 'repeat')} "
        f"of {asked.particles:,} games with {several(levels, 'level')}{took(found.seconds)}"
        f"{spread}; seed {asked.seed}.{by_default(asked.players, asked.rules)}"
    )


def kind(found: Found) -> str:
    """The kind of its intervals."""
    return fixed_n(found.complete and found.fixed, "replications")


def one_in(chance: Interval) -> str:
    """A chance as people say it, rounded to what its interval supports: ``1 in 39 billion``."""
    number, least, most = (1 / one for one in (chance.estimate, chance.high, chance.low))
    more, shift = supported(number, most - least), MOST_SHIFT * (most - least) / 2
    while more < EXACT:
        told = float(f"{number:.{more}e}")
        is_near = more >= MOST_DIGITS - 1 or abs(told - number) <= shift
        if least <= told <= most and is_near:
            break
        more += 1  # rounded, it would lie outside of its own interval, or too far away
    return f"1 in {large(number, more)}"


def supported(number: float, width: float) -> int:
    """How many digits after its first one the ``width`` of an interval supports."""
    most = MOST_DIGITS - 1
    if not width > 0:
        return most
    return min(most, max(0, math.floor(math.log10(number)) - math.floor(math.log10(width))))


def large(number: float, more: int = MOST_DIGITS - 1) -> str:
    """A number from 1 on in words: ``71``, ``3,100``, ``3.2 million``, ``32 billion``.

    With so many digits ``more`` than the first one; from 10^LARGEST on as ``3.2 x 10^19``.
    """
    mantissa, power = f"{number:.{more}e}".split("e")
    first = int(power)
    if first >= LARGEST:
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{mantissa} x 10^{first}"
    billions, rest = divmod(first, 9)
    millions = rest // 6
    value = float(f"{mantissa}e{rest - 6 * millions}")
    text = f"{value:,.{max(0, more - rest + 6 * millions)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return " ".join([text, *["million"] * millions, *["billion"] * billions])
