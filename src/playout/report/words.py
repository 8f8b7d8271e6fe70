"""Numbers for people: with as many digits as their error allows, rounded in a sentence.

Tables show both ends of every interval (:func:`between`); sentences show one rounded number
(:func:`about`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from playout.engine.find.foreign_games import without_counters
from playout.engine.find.games import number_of_strategies
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import capitalised as capitalised
from playout.engine.words.spelling import joined
from playout.stats.intervals import Interval
from playout.stats.remaining import PART

PARTIAL = "Stopped early. "
MINUS = "\N{MINUS SIGN}"
NOTHING = "-"  # stands for an unknown number
ABOUT, BETWEEN = "about ", "between "
SOMEWHERE = f"somewhere {BETWEEN}"  # of a mean or a chance
POINTS = " percentage points"  # the unit of differences of rates
MOST_DECIMALS, MOST_PLACES = 9, 12  # of a number with its interval; of one in a sentence
MOST_CHANGE = 0.1  # part of a number that rounding it for a sentence may change
MOST_SHIFT = 0.25  # part of its half-width by which rounding may move a mean in a sentence
LONG = 10_000  # a number from which on its thousands are set apart in a table
TINY = 1e-12  # part of a number that is an error of rounding
EXACT_DIGITS = 4  # of a number without an error


@dataclass(frozen=True)
class Unit:
    """The unit in which people read a measure: rates and shares in per cent, others as they are.

    Differences of rates are read in percentage points, in tables "% points".
    """

    scale: float = 1.0  # what a value is multiplied by
    sign: str = ""  # after a value: " %"
    points: str = ""  # after a difference: " % points"
    percentage_points: str = ""  # after a difference in a sentence

    def head(self, name: str) -> str:
        """The head of a column, or the label of an axis, of values: ``win (%)``."""
        return head(name) + (" (%)" if self.sign else "")

    def difference_head(self, name: str) -> str:
        """The same of differences: ``cost (% points)``."""
        return name + (" (% points)" if self.sign else "")

    def short(self, value: float) -> str:
        """A value to three digits, without its sign."""
        return NOTHING if math.isnan(value) else short(self.scale * value)

    def amount(self, interval: Interval) -> str:
        """An estimate with as many digits as its interval allows, without its sign."""
        return number(self.scale * interval.estimate, self.scale * half_width(interval))

    def about(self, interval: Interval) -> str:
        """A difference for a sentence: ``about 3 percentage points``."""
        return about(interval, bool(self.sign), self.percentage_points)

    def spelled(self, size: str) -> str:
        """The number of a difference with its unit, for a sentence: ``3.1 percentage points``."""
        return spelled(size, self.percentage_points)

    def difference(self, interval: Interval, sign: int = 1) -> tuple[str, str]:
        """A difference with its unit, and its ends in brackets: ``3.1 % points``, ``(2.5 to 3.8)``.

        With the ``sign`` -1 it is the difference the other way round.
        """
        size, both = self.apart(interval, sign)
        return f"{size}{self.points}", both

    def apart(self, interval: Interval, sign: int = 1) -> tuple[str, str]:
        """The same without the unit: ``3.1``, ``(2.5 to 3.8)``."""
        size, low, high = self.each(interval, sign)
        return size, f"({low} to {high})"

    def each(self, interval: Interval, sign: int = 1) -> tuple[str, str, str]:
        """A difference, its lower and its upper end, without the unit."""
        reach = half_width(interval)
        if interval.is_clear:
            # An end that is not 0 should not look so.
            reach = min(reach, 10 * min(abs(interval.low), abs(interval.high)))
        values = sign * interval.estimate, *sorted(sign * end for end in interval[1:])
        size, low, high = (number(self.scale * value, self.scale * reach) for value in values)
        return size, low, high


PER_CENT = Unit(100.0, " %", " % points", POINTS)


def spelled(size: str, unit: str) -> str:
    """A number with a unit of which there is one or several: ``1 percentage point``."""
    return f"{size}{unit.removesuffix('s') if size == '1' else unit}"


def is_zero(text: str) -> bool:
    """Whether a number with its unit reads as 0: ``0.0 points``, ``-0``."""
    return float(text.split()[0].replace(",", "")) == 0.0


def unit_of(measure: Measure) -> Unit:
    """The unit in which people read a measure."""
    return PER_CENT if measure.is_rate else Unit()


def percent(value: float, reach: float) -> str:
    """A rate in per cent, with as many digits as its half-width `reach` allows: ``8.83``."""
    return NOTHING if math.isnan(value) else _in_thousands(100 * value, f".{digits(100 * reach)}f")


def number(value: float, reach: float) -> str:
    """A mean with as many digits as its half-width allows; a long one of which none is known has
    no decimals."""
    if not math.isfinite(value):
        return NOTHING
    places = 0 if math.isinf(reach) and abs(value) >= LONG else digits(reach)
    return _in_thousands(value, f".{places}f")


def _in_thousands(value: float, spec: str) -> str:
    """A number in this format, from 10,000 on with thousands separators; a zero has no sign."""
    return f"{value:z{',' if abs(value) >= LONG else ''}{spec}}"


def short(value: float, digits: int = 3) -> str:
    """A number to so many digits, and all digits of a longer one: ``43.1``, ``12,345``."""
    return f"{value:.{digits}g}" if abs(value) < 10**digits - 0.5 else f"{value:,.0f}"


def digits(reach: float) -> int:
    """Decimals so that the last shown is about a tenth of the half-width: between 0 and 9."""
    if not reach > 0 or math.isinf(reach):
        return 1
    return min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(reach))))


def half_width(interval: Interval) -> float:
    """Half the distance between the two ends."""
    return (interval.high - interval.low) / 2


def between(interval: Interval, rate: bool, unit: str | None = None) -> str:
    """An interval for people: ``8.83 % (8.65 to 9.01)`` or ``21.41 (21.35 to 21.47)``.

    If it has one end alone: ``1912 (1816 or more)``; without any the estimate stands alone.  A
    ``rate`` is written in per cent; ``unit`` takes the place of the sign " %".
    """
    estimate, low, high = interval
    if math.isnan(estimate):
        return NOTHING  # of no games
    write = percent if rate else number
    sign = (" %" if rate else "") if unit is None else unit
    if math.isinf(low) and math.isinf(high):
        return f"{write(estimate, math.inf)}{sign}"
    if math.isinf(half_width(interval)):
        reach = min(high - estimate, estimate - low)
        ends = (
            f"{write(low, reach)} or more" if math.isinf(high) else f"{write(high, reach)} or less"
        )
    else:
        reach = half_width(interval)
        ends = f"{write(low, reach)} to {write(high, reach)}"
    return f"{write(estimate, reach)}{sign} ({ends})"


def between_values(interval: Interval) -> str:
    """An interval whose three numbers are values that were seen, as they are: ``9 (8 to 10)``."""
    estimate, low, high = (_in_thousands(value, ".15g") for value in interval)
    if math.isnan(interval.estimate):
        return NOTHING
    ends = f"{low} or more" if math.isinf(interval.high) else f"{low} to {high}"
    return f"{estimate} ({ends})"


def about(interval: Interval, rate: bool, unit: str | None = None) -> str:
    """An estimate for a sentence, rounded to what its interval supports: ``about 64 %``.

    The unit of the last digit is not larger than the width of the interval, both to one digit, nor
    does rounding change the number by more than a tenth, or move a mean by more than a quarter of
    its half-width.  An exact number stands without "about"; a chance that was never seen is ``less
    than 0.037 %``, and one that was always seen is ``more than`` its lower end, as :func:`between`
    writes it.  A ``rate`` is written in per cent; ``unit`` takes the place of the sign " %" where
    it is a difference.
    """
    estimate, low, high = interval
    if math.isnan(estimate):
        return NOTHING  # of no games
    sign = (" %" if rate else "") if unit is None else unit
    if rate and unit is None and estimate == 0 <= low < high:
        return f"less than {percent(high, half_width(interval))}{sign}"
    if rate and unit is None and low < high <= estimate == 1:
        return f"more than {percent(low, half_width(interval))}{sign}"
    scale = 100.0 if rate else 1.0
    value, width = round(scale * estimate, MOST_PLACES), scale * (high - low)
    if not width > 0:
        return f"{exactly(value)}{sign}"
    value *= 1 + TINY  # what stands half-way is rounded up, as readers of 1.65 do
    places = _place(value)
    if rate and abs(value) < 100:
        # Per cents are never tens, and 96 % is not 100 %.
        places = max(places, _place(100 - abs(value)), 0 if math.isfinite(width) else places)
    if math.isfinite(width):
        places = max(places, _place(width))
    # It stays in its interval, and near the number in a table.
    most = min(MOST_CHANGE * abs(value), math.inf if rate else MOST_SHIFT * width / 2)
    while places < MOST_PLACES and not (
        scale * low <= round(value, places) <= scale * high
        and abs(round(value, places) - value) <= most
    ):
        places += 1
    whole, _, decimals = (number := _rounded(value, places)).partition(".")
    return f"{ABOUT}{spelled(number if decimals.strip('0') else whole, sign)}"


def exactly(value: float) -> str:
    """A number without an error: ``32.03``, ``50``, ``1,234``; 39.598 is ``39.60``, not 39.6."""
    places = max(0, _place(value) + EXACT_DIGITS - 1)
    if value < 100:
        places = max(places, _place(100 - value))  # 99.999 % is not 100 %
    text = _rounded(value, places := min(places, MOST_PLACES))
    is_exact = "." in text and math.isclose(round(value, places), value, rel_tol=TINY)
    return text.rstrip("0").rstrip(".") if is_exact else text


def _place(value: float) -> int:
    """The decimal place of the first digit of a number, rounded to that: 2 of 0.0098, -1 of 30."""
    return -int(f"{abs(value):.0e}".partition("e")[2]) if value else 0


def _rounded(value: float, places: int) -> str:
    return f"{round(value, places):z,.{max(0, places)}f}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``; what all have, "about" and " %", is said once: ``about 70, 47 and 32 %``."""
    if len(parts) > 1 and all(part.startswith(ABOUT) for part in parts):
        return ABOUT + listed([part.removeprefix(ABOUT) for part in parts], last)
    if len(parts) > 1 and all(part.endswith(" %") for part in parts):
        return listed([part.removesuffix(" %") for part in parts], last) + " %"
    return joined(parts, last)


def turned(interval: Interval) -> Interval:
    """A difference the other way round: B - A."""
    return Interval(-interval.estimate, -interval.high, -interval.low)


def quantity(measure: Measure) -> str:
    """A measure in the middle of a sentence: ``the win rate``, ``the number of cards left``."""
    if measure.is_rate and measure.name != "win":
        return f"the chance of '{head(measure.name)}'"
    plural = is_plural(measure) and not measure.is_rate
    return f"the {'number of ' if plural else ''}{measured(measure)}"


def is_plural(measure: Measure) -> bool:
    """Whether a measure is named by what it counts: "cards left", "points"."""
    return any(word.endswith("s") for word in head(measure.name).split())


def setting(rules: Rules, besides: Iterable[str] = (), who: str = "", is_full: bool = False) -> str:
    """A game, its players and what its rules change: ``The Game with 2 players (hand=6)``.

    The options ``besides`` are left out; they are told elsewhere.  ``who`` stands for the number of
    players.  ``is_full`` adds the options that are not changed.
    """
    left_out, title, option = set(besides), rules.game.title, rules.game.option("players")
    if not who and "players" not in left_out and option.low < option.high:
        who = several(int(rules["players"]), "player")
    shown = {*rules.values} - {"players"} if is_full else set()
    shown |= {*rules.changed_options(), *(one.name for one in rules.game.options if one.is_told)}
    told = {name: rules.label(name) for name in rules.values if name in shown - left_out}
    more = f" ({options_text(told)})" if told else ""
    return f"{title} with {who}{more}" if who else f"{title}{more}"


def played_by(name: str, game: Game) -> str:
    """The strategy behind a setting: ``, quick``; "" if the game has only this one.

    ``random`` is always named: players who choose at random are no usual players.
    """
    is_told = name == "random" or number_of_strategies(game) > 1
    return f", {name}" if name and is_told else ""


def options_text(options: Mapping[str, object]) -> str:
    """Rule options as they are typed: ``min_cards=1, hints=marks``."""
    return ", ".join(option_text(name, value) for name, value in options.items())


def option_text(name: str, value: object) -> str:
    """One of them; a value that names itself needs no other name: ``a board of 50 squares``."""
    return f"a {value}" if str(value).startswith(f"{head(name)} ") else f"{name}={value}"


def letters(game: Game, names: Iterable[str]) -> list[str]:
    """What options with a name of one letter mean: ``p: chance that player 1 gets the next turn``.

    The other names say it themselves.
    """
    told = [option for option in game.options if option.name in {*names} and len(option.name) == 1]
    return [f"{option.name}: {option.help.partition('; default')[0]}" for option in told]


def ends(name: str, interval: Interval | None) -> dict[str, float]:
    """An interval as fields of a row: m, m_low, m_high; NaN if there is none."""
    interval = interval or Interval(math.nan, math.nan, math.nan)
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}


def interval_in(row: Mapping[str, Any], name: str) -> Interval:
    """The interval in the fields m, m_low, m_high of a row."""
    return Interval(row[name], row[f"{name}_low"], row[f"{name}_high"])


def head(name: str) -> str:
    """A column's name for people."""
    return name.replace("_", " ")


def measured(measure: Measure) -> str:
    """A measure in a title or a sentence: ``win rate``, ``cards left``."""
    return head(measure.name) + (" rate" if measure.is_rate else "")


def by_default(players: Iterable[Player], rules: Rules, what: str = "played") -> str:
    """Return a note that the default strategy played, and others give other numbers.

    A line of a caption, or "" if another strategy played too, or if there is no other.
    """
    game = rules.game
    usual = game.default_strategy
    if {player.reference for player in players} != {usual} or number_of_strategies(game) < 2:
        return ""
    return (
        f"\n{capitalised(what)} by {usual}, the default strategy. Other strategies give "
        f"other numbers: playout strategies {quote(without_counters(game.name))}"
    )


def side_of(seat: int, rules: Rules, noun: str = "seat") -> str:
    """A seat with its partners, who win or lose together: ``seat 1``, ``seats 1 and 3``."""
    each = [
        str(nth(one)) for one in range(seat % rules.sides, rules.number("players"), rules.sides)
    ]
    return f"{noun}{'s' * (len(each) > 1)} {listed(each)}"


def several(number: int, noun: str) -> str:
    """``1 deal``, ``1,000 deals``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def expected(more: Interval, unit: str, until: str) -> str:
    """How many games are still expected: ``About 12,000 more deals are expected until a verdict
    (80 % chance: 5,000 to 40,000).``"""
    if not math.isfinite(more.low):
        return f"It is too early to say how many more {unit} it will take {until}."
    chance, low = f"{100 * PART:g} % chance", rounded(more.low)
    if not math.isfinite(more.estimate):
        return f"At least {low} more {unit} are expected {until} ({chance})."
    between = f"{low} or more" if math.isinf(more.high) else f"{low} to {rounded(more.high)}"
    text = f"About {rounded(more.estimate)} more {unit} are expected {until}"
    return f"{text}." if rounded(more.high) == low else f"{text} ({chance}: {between})."


def rounded(games: float) -> str:
    """A large number rounded to two digits: 38,421 to ``38,000``."""
    return f"{float(f'{games:.2g}'):,.0f}"


def took(seconds: float, before: str = " in ") -> str:
    """How long something took: `` in 2.1 s``; "" if unknown."""
    return "" if math.isnan(seconds) else f"{before}{seconds:.1f} s"


def more_games(games: int, remaining: float = 0.0) -> int:
    """How many games to play in all where so many were too few, in one digit and zeros.

    That is twice as many more as are expected to remain, or four times as many for intervals half
    as wide.
    """
    wanted = games + 2 * remaining if remaining else 4 * games
    power = 10 ** (len(str(math.ceil(wanted))) - 1)
    return int(min(-(-math.ceil(wanted) // power) * power, 10**18))
