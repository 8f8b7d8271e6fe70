"""A rare event in words: its chance, and how that was estimated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from shlex import quote

from playout.engine.game.game import line_up
from playout.questions.rare.asked import LEAST_REPEATS, MOST_PARTICLES, Asked
from playout.questions.rare.found import Found, Numbers
from playout.questions.verbs import verb
from playout.report.estimates import about_or_between, fixed_intervals, fixed_n, somewhere
from playout.report.words import (
    MOST_SHIFT,
    SOMEWHERE,
    by_default,
    half_width,
    head,
    percent,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

LARGEST = 15  # the power of ten from which a number is not written in words
MOST_DIGITS = 3
OFTEN = 1 / 10  # a chance from which it is said in per cent
COMMON = 1 / 1000  # a chance from which games played one by one see enough of it sooner
ROUGH = 1.5  # times the lower end of an interval: from this upper end on a sentence has both
VAGUE = 15  # times the lower end of an interval: from this upper end on no number is said to be so
ALIKE = 1.4  # times the interval of ordinary games: a wider one is not called as precise as theirs
NORMAL = 1.96  # standard errors to each end of a 95 % interval
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
    larger = more_particles(asked)
    more = f"Use more games, such as {asked.repeats} repeats of {larger:,} (--particles {larger})."
    if asked.particles == MOST_PARTICLES:
        more = f"Use more repeats, such as --repeats {4 * asked.repeats}."
    if interval.estimate == 0:
        never = f"none of the {repeats * asked.particles:,} simulated games "
        never += "was won" if asked.measure.name == "win" else f"reached {event}"
        never += f" ({repeats} repeats of {asked.particles:,})"
        chance = "the win rate" if asked.measure.name == "win" else f"the chance of {event}"
        return f"{who}: {never}, so {chance} is not known. {more}"
    names = line_up(asked.players)
    if asked.game.cooperative and len({player.reference for player in asked.players}) > 1:
        names = f"the team {names}"
    answer = f"{setting(asked.rules)}: {names} {verb(asked.measure)}"
    if interval.estimate == 1 and min(found.estimates) == 1:
        did = "won" if asked.measure.name == "win" else f"reached {event} in"
        return (
            f"{setting(asked.rules)}: {names} {did} all {repeats * asked.particles:,} simulated "
            f"games. Of all games, it {verb(asked.measure)} {somewhere(interval, rate=True)}."
        )
    is_few = not found.complete and repeats < LEAST_REPEATS
    only = f"only {repeats} repeats are finished"
    if not trusted:
        can = f"{setting(asked.rules)}: {names} can {verb(asked.measure, are_several=True)}"
        can = f"{can.removesuffix(' in')}, but"
        if is_few:
            return f"{can} it is not clear how often; {only}."
        return f"{can} the repeats differ too much to say how often. {more}"
    amount = f"about {one_in(interval)}"
    if interval.estimate >= OFTEN:
        amount = f"{about_or_between(interval, rate=True)} of the"
    elif interval.high > ROUGH * interval.low:
        least, most = (large(1 / end, 1) for end in (interval.high, interval.low))
        amount = f"{SOMEWHERE}1 in {least} and 1 in {most}"
    chance = f"{answer} {_odds(amount, asked)} games{f' ({only})' if is_few else ''}."
    common = not_rare(asked, found.estimates) if interval.low >= COMMON else ""
    return f"{chance} {common}".rstrip()


def is_vague(interval: Interval) -> bool:
    """Whether an interval is too wide for a number: its upper end is many times the lower one."""
    return interval.high >= VAGUE * interval.low


def _odds(amount: str, asked: Asked) -> str:
    """``1 in 50``; ``1 of 50`` after a verb that ends in ``in``."""
    return amount.replace("1 in ", "1 of ") if verb(asked.measure).endswith(" in") else amount


def so_far(estimates: Sequence[float]) -> str:
    """``so far about 1 game in 50``, or ``so far about 31 % of the games``."""
    chance = sum(estimates) / len(estimates)
    if chance >= OFTEN:
        return f"so far about {100 * chance:.0f} % of the games"
    return f"so far about 1 game in {large(1 / chance, 1)}"


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
        f"That is common enough to count in ordinary games: playout run {asked.game.word} "
        f"{options} --strategy {quote(line_up(asked.players))} --games 1M"
    )


def caption(
    found: Found, interval: Interval, games_equivalent: float, scatter: float, trusted: bool
) -> str:
    """How it was found, and how sure it is."""
    asked, levels = found.asked, found.reached.shape[1]
    known = ""
    if interval.estimate > 0:
        how = fixed_intervals(found.complete and found.fixed, "repeats")
        how = how.replace("intervals", "interval").replace("hold only", "holds only")
        how += "" if trusted else ", not reliable here"
        known = f"{how}: 1 in {large(1 / interval.high)} to 1 in {large(1 / interval.low)}."
        if interval.estimate >= OFTEN:
            low, high = (percent(end, half_width(interval)) for end in interval[1:])
            known = f"{how}: {low} % to {high} %."
        if scatter == 0:
            known += " The games of a repeat are related, so only the repeats count."
        if trusted and _is_as_precise(interval, games_equivalent):
            known += f" As precise as {large(games_equivalent)} ordinary games."
        known += "\n"
    spread = ""
    if math.isfinite(scatter):
        off = f"{float(f'{100 * scatter:.2g}'):,g}"
        spread = f"; single repeats typically differ from their mean by {off} %"
    return (
        f"{known}Method: multilevel splitting, {several(len(found.replications), 'repeat')} "
        f"of {asked.particles:,} games with {several(levels, 'level')}{took(found.seconds)}"
        f"{spread}; seed {asked.seed}.{by_default(asked.players, asked.rules)}"
    )


def _is_as_precise(interval: Interval, games: float) -> bool:
    """Whether so many ordinary games have about such an interval: a skewed one is wider."""
    if not math.isfinite(games):
        return False
    usual = 2 * NORMAL * math.sqrt((1 - interval.estimate) / interval.estimate / games)
    return math.log(interval.high / interval.low) <= ALIKE * usual


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
