"""Targets as people write them: ``win(careful)=50%±2``, ``seats=equal±1``, ``turns=20..30``.

A target is a number of a game, and the values that it may have.  In brackets stands what is meant:
who plays, a quantile, one seat.  ``win(careful)-win(random)>=20%`` is the difference of two numbers
of the same games.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction

from playout.engine.game.game import Game, Measure, Rules
from playout.engine.who.opponents import strategies_named
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief
from playout.engine.words.spelling import as_typed
from playout.report.estimates import QUANTILES
from playout.stats.intervals import Interval

SEATS, EQUAL, CHANCE, AGAINST = "seats", "equal", "chance", " against "
USUAL = 0.02  # how far a rate may be from what is wanted, if nothing else is said
USUAL_SEATS = 0.01  # the same for the shares of the seats
EXAMPLES = "win=50%±2, seats=equal±1 or turns(median)=20..30"
RELATION = re.compile(r"<=|>=|=")
NUMBER = r"([-+]?\d+(?:\.\d+)?)\s*(%?)"
NEAR = re.compile(rf"{NUMBER}\s*(?:(?:±|\+-|\+/-)\s*(\d+(?:\.\d+)?)\s*(%?))?")
BAND = re.compile(rf"{NUMBER}\s*\.\.\s*{NUMBER}")
EVEN = re.compile(r"equal\s*(?:(?:±|\+-|\+/-)\s*(\d+(?:\.\d+)?)\s*%?)?")
WEIGHT = re.compile(r"\s+weight\s+(\d+(?:\.\d+)?)$")
TERM = re.compile(r"\s*([^()]*?)\s*(?:\((.*)\))?\s*")
SEAT = re.compile(r"(?:seat|player)\s+(\d+)")


@dataclass(frozen=True)
class Term:
    """A number of a game that targets are about."""

    measure: Measure
    strategy: str = ""  # who plays; "": the strategy of the question
    against: str = ""  # who has all other seats; "": see target_tables.py
    seat: int | None = None  # whose value it is; None: of who plays, or of the whole game
    part: Fraction | None = None  # the quantile; None: the mean
    equal: bool = False  # how far each seat is from the mean of all

    def __str__(self) -> str:
        """The term as people write it."""
        who = self.strategy
        if self.against:
            who = f"{who}{AGAINST}{self.against}".strip()
        seat = "" if self.seat is None else f"seat {self.seat + 1}"
        inside = ", ".join(filter(None, [who, seat, part_name(self.part)]))
        if self.equal:
            return f"{SEATS}({', '.join(filter(None, [self.measure.name, inside]))})"
        name = self.measure.name
        if self.measure.condition is not None and RELATION.search(name):
            return f"{CHANCE}({', '.join(filter(None, [name, inside]))})"
        return f"{name}({inside})" if inside else name


@dataclass(frozen=True)
class Goal:
    """A number of a game, or the difference of two, and its text."""

    terms: tuple[Term, ...]  # one, or two: the first minus the second

    @property
    def measure(self) -> Measure:
        """The measure that it is of."""
        return self.terms[0].measure

    @property
    def is_difference(self) -> bool:
        """Whether 0 is in the middle of its values: a difference, of terms or of seats."""
        return len(self.terms) > 1 or self.terms[0].equal

    def __str__(self) -> str:
        return "-".join(map(str, self.terms))


@dataclass(frozen=True)
class Target:
    """The values that a number of a game may have."""

    text: str  # as it was given, with the names of strategies
    goal: Goal
    low: float
    high: float
    weight: float = 1.0  # how much a miss counts beside those of other targets

    @property
    def middle(self) -> float:
        """The value that is wanted most, if it has one; else the end that it has."""
        if math.isinf(self.low):
            return self.high
        return self.low if math.isinf(self.high) else (self.low + self.high) / 2

    def placed(self, found: Sequence[Interval]) -> bool | None:
        """Whether all of these surely are inside; None if that is not clear."""
        if any(one.high < self.low or one.low > self.high for one in found):
            return False
        inside = (self.low <= one.low and one.high <= self.high for one in found)
        return True if all(inside) else None

    def miss(self, value: float) -> float:
        """How far a value is outside; 0 inside."""
        return max(self.low - value, value - self.high, 0.0)


def farthest_seat(found: Sequence[Interval]) -> int:
    """The seat, from 0, whose estimate is farthest from 0; of two that are as far, the first."""
    return max(range(len(found)), key=lambda seat: round(abs(found[seat].estimate), 12))


def farthest(found: Sequence[Interval]) -> Interval:
    """The interval whose estimate is farthest from 0."""
    return found[farthest_seat(found)]


def read_target(rules: Rules, text: object, name: str = "targets") -> Target:
    """Read a target; PlayoutError, in one sentence, if it is none of this game.

    "easy", "good" and "best" in brackets become the strategies that they mean with these rules.
    """
    with _quoting(name, text):
        if not isinstance(text, str) or not text.strip():
            raise PlayoutError(f"must be a text such as {EXAMPLES}")
        return _target(rules, on_one_line(text).strip())


def read_goal(rules: Rules, text: str, name: str = "targets") -> Goal:
    """Read a number of a game, or the difference of two."""
    with _quoting(name, text):
        return _named(rules, _goal(rules.game, text))


def on_one_line(text: str) -> str:
    """A text for tables and run files: with spaces in place of tabs and ends of lines."""
    return re.sub(r"\s", " ", text)


@contextmanager
def _quoting(name: str, text: object) -> Iterator[None]:
    """Within this context a sentence about a mistake begins with what was typed.

    Without a name it is a text that stands for what was typed.
    """
    try:
        yield
    except PlayoutError as mistake:
        typed = as_typed(name, text) if name else f"'{brief(text)}'"
        raise PlayoutError(f"{typed}: {mistake}") from None


def _target(rules: Rules, text: str) -> Target:
    rest, weight = text, 1.0
    if found := WEIGHT.search(rest):
        rest, weight = rest[: found.start()], float(found[1])
        if not weight > 0:
            raise PlayoutError("a weight must be above 0")
    relation = next(_outside(RELATION, rest), None)
    if relation is None:
        raise PlayoutError(f"must say which values are wanted, such as {EXAMPLES}")
    given = _goal(rules.game, rest[: relation.start()])
    low, high = _band(given, relation[0], rest[relation.end() :].strip())
    _check_room(given, low, high)
    goal = _named(rules, given)
    if goal != given:
        text = f"{goal}{text[relation.start() :]}"
    return Target(text, goal, low, high, weight)


def _check_room(goal: Goal, low: float, high: float) -> None:
    """PlayoutError for a rate that cannot be there, or of which no interval can be inside."""
    if not goal.measure.is_rate:
        return
    what, least = ("difference of rates", -1) if goal.is_difference else ("rate", 0)
    if low > 1 or high < least:
        raise PlayoutError(f"a {what} is between {100 * least} and 100%")
    if low == high:
        raise PlayoutError("must leave some room, such as ±1")


def _named(rules: Rules, goal: Goal) -> Goal:
    """The same with the names of strategies in place of "easy", "good" and "best"."""
    return Goal(
        tuple(
            replace(
                one,
                strategy=strategies_named(rules, one.strategy),
                against=strategies_named(rules, one.against),
            )
            for one in goal.terms
        )
    )


def _goal(game: Game, given: str) -> Goal:
    minus = next(
        (one for one in _outside(re.compile("-"), given) if _divides(game, given, one)), None
    )
    parts = [given] if minus is None else [given[: minus.start()], given[minus.end() :]]
    terms = tuple(_term(game, part) for part in parts)
    if len(terms) > 1:
        first, second = terms
        if first.measure != second.measure:
            raise PlayoutError("the two numbers of a difference must be of the same measure")
        if first.part is not None or second.part is not None or first.equal or second.equal:
            raise PlayoutError("a difference must be of two means or two rates")
    return Goal(terms)


def _divides(game: Game, given: str, minus: re.Match[str]) -> bool:
    """Whether a minus stands between two numbers, and not inside a name such as the-game."""
    before = given[: minus.start()].strip()
    return before.endswith(")") or before in {one.name for one in game.measures}


def _term(game: Game, given: str) -> Term:
    found = TERM.fullmatch(given)
    if found is None or not found[1]:
        raise PlayoutError(f"must begin with a measure, as in {EXAMPLES}")
    said, inside = found[1], [part for part in _split(found[2] or "") if part]
    equal = said == SEATS
    if equal:
        measure = _seat_measure(game, inside)
    elif said == CHANCE:
        if not inside:
            raise PlayoutError("write the condition in brackets: chance(points>=100)")
        measure = game.chance(inside.pop(0))
    else:
        measure = game.measure_or_rate(said)
    if measure.kind == "category":
        words = " or ".join(one.name for one in measure.rates[:3])
        raise PlayoutError(f"the values of {measure.name} are words; use {words}")
    seat: int | None = None
    part: Fraction | None = None
    who = ""
    for one in inside:
        if (quantile := read_quantile(one)) is not None and part is None:
            part = quantile
        elif (at := SEAT.fullmatch(one)) and seat is None:
            seat = int(at[1]) - 1
        elif not who:
            who = one
        else:
            raise PlayoutError(
                f"'{brief(one)}' in brackets: only one strategy can play in all of them"
            )
    if re.search(r"\svs\.?\s", who):
        raise PlayoutError(f"'{brief(who)}' in brackets: write{AGAINST}in place of vs")
    strategy, _, against = (f" {who} " if who else "").partition(AGAINST)
    term = Term(measure, strategy.strip(), against.strip(), seat, part, equal)
    _check(term)
    return term


def _check(term: Term) -> None:
    """Whether what stands in brackets goes together."""
    measure = term.measure
    if term.part is not None and (measure.is_rate or term.equal):
        raise PlayoutError(f"a quantile of {measure.name} says nothing; leave it out")
    if term.seat is not None and not measure.per_seat:
        raise PlayoutError(f"{measure.name} is not counted for each seat")
    if term.seat is not None and (term.equal or term.against):
        why = "all seats are compared"
        if term.against:
            why = "a strategy that plays against others has every seat in turn"
        raise PlayoutError(f"{why}; leave out seat {term.seat + 1}")
    if term.against and not (measure.per_seat or measure.seat is not None):
        raise PlayoutError(
            f"{measure.name} is counted once for all players, so no strategy can play against "
            "others; leave out against"
        )


def _seat_measure(game: Game, inside: list[str]) -> Measure:
    """The measure of which seats should have equal parts: the one named, or the first."""
    every = [one for one in game.measures if one.per_seat]
    if not every:
        raise PlayoutError(f"{game.name} counts nothing for each seat")
    named = {one.name: one for one in every}
    return named[inside.pop(0)] if inside and inside[0] in named else every[0]


def read_quantile(given: str) -> Fraction | None:
    """The quantile of a word such as ``median`` or ``p95``; None if it is none."""
    if given in QUANTILES:
        return QUANTILES[given]
    found = re.fullmatch(r"p(\d{1,2}(?:\.\d{1,6})?)", given)
    part = Fraction(found[1]) / 100 if found else Fraction(0)
    return part if part else None


def part_name(part: Fraction | None) -> str:
    """A quantile as people write it: ``median``, ``p95``; "" of a mean."""
    if part is None:
        return ""
    usual = {value: name for name, value in QUANTILES.items()}
    return usual.get(part, f"p{float(100 * part):.12g}")


def _band(goal: Goal, relation: str, given: str) -> tuple[float, float]:
    """The least and the largest value that is allowed."""
    rate = goal.measure.is_rate
    if goal.terms[0].equal:
        return _even(goal, relation, given)
    if band := BAND.fullmatch(given):
        if relation != "=":
            raise PlayoutError("a range goes with =, such as turns=20..30")
        sign = band[2] or band[4]
        low, high = (_value(rate, band[k], sign) for k in (1, 3))
        if low > high:
            raise PlayoutError("the range must go up, such as 20..30")
    else:
        near = NEAR.fullmatch(given)
        if near is None:
            raise PlayoutError(f"'{brief(given)}' must be a number, such as in {EXAMPLES}")
        value = _value(rate, near[1], near[2])
        if relation != "=":
            if near[3]:
                raise PlayoutError(f"± goes with =, not with {relation}")
            return (-math.inf, value) if relation == "<=" else (value, math.inf)
        if near[3]:
            away = float(near[3]) / (100 if near[2] or near[4] else 1)
        elif rate:
            away = USUAL
        else:
            raise PlayoutError(
                f"say how close is close enough, such as {goal}={near[1]}±1, or give a range"
            )
        low, high = value - away, value + away
    return low, high


def _even(goal: Goal, relation: str, given: str) -> tuple[float, float]:
    found = EVEN.fullmatch(given)
    if found is None or relation != "=":
        raise PlayoutError("write how equal the seats should be, such as seats=equal±1")
    rate = goal.measure.is_rate
    if not found[1] and not rate:
        raise PlayoutError(f"say how close is close enough, such as {goal}=equal±1")
    away = float(found[1]) / (100 if rate else 1) if found[1] else USUAL_SEATS
    return -away, away


def _value(rate: bool, digits: str, sign: str) -> float:
    number = float(digits)
    if sign and not rate:
        raise PlayoutError("only rates have a %")
    if rate and not sign and abs(number) > 1:
        raise PlayoutError(f"a rate is written as {digits}%, or as a number between 0 and 1")
    return number / 100 if sign else number


def _outside(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Where a pattern matches outside of all brackets."""
    for found in pattern.finditer(text):
        before = text[: found.start()]
        if before.count("(") == before.count(")"):
            yield found


def _split(inside: str) -> list[str]:
    """What stands between commas, in brackets that may have others in them."""
    cuts = [found.start() for found in _outside(re.compile(","), inside)]
    ends = [*cuts, len(inside)]
    starts = [0, *(cut + 1 for cut in cuts)]
    return [inside[a:b].strip() for a, b in zip(starts, ends, strict=True)]
