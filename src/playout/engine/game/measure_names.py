"""From a name, or a condition as ``cards_left <= 5``, to the measure that is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from playout.engine.game.conditions import Condition
from playout.engine.game.measures import Measure, main_measure
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, real_or_nan, whole
from playout.engine.words.spelling import as_typed

SIGN = re.compile(r"<=|>=|==|=|<|>|≤|≥")
SAME = {"==": "=", "≤": "<=", "≥": ">="}
RANGE = re.compile(r"(.+?)\.\.(.+)")
HOW = "must be a measure, a sign and a value, such as"


def measure_of(measures: Sequence[Measure], name: object = None) -> Measure:
    """Return the measure of that name, ``cards_left`` or ``cards-left``; None: the first."""
    if isinstance(name, str | None) and not name:
        return measures[0]
    for measure in measures:
        if measure.name == str(name).strip().replace("-", "_"):
            return measure
    known = suggest(name, [measure.name for measure in measures])
    raise PlayoutError(f"there is no measure '{brief(name)}': {known}")


def quantity_of(measures: Sequence[Measure], name: object, players: int) -> Measure:
    """Return the measure of that name, or of so many players; PlayoutError for a category."""
    numbers = [measure.name for measure in measures if measure.kind != "category"]
    if is_condition(name):
        raise PlayoutError(
            f"{as_typed('measure', name)}: the chance of a condition works only with playout run; "
            f"use a measure: {suggest('', numbers)}"
        )
    measure = measure_of(measures, name or main_measure(measures, players).name)
    if measure.kind == "category":
        words = ", ".join(measure.categories)
        raise PlayoutError(
            f"{as_typed('measure', measure.name)}: its values are words ({words}), but this "
            f"question needs numbers; {suggest('', numbers)}"
        )
    return measure


def measure_or_rate_of(measures: Sequence[Measure], name: object = None) -> Measure:
    """Return the measure of that name, the rate of a category's value, or that of a condition."""
    if is_condition(name):
        return chance_of(measures, name)
    wanted = ("" if name is None else str(name)).strip().replace("-", "_")
    rates = (rate for measure in measures for rate in measure.rates)
    return next((rate for rate in rates if rate.name == wanted), None) or measure_of(measures, name)


def is_condition(text: object) -> bool:
    """Return whether a text is a condition rather than a name."""
    return isinstance(text, str) and SIGN.search(text) is not None


def chance_of(measures: Sequence[Measure], text: object) -> Measure:
    """Return the chance of a condition: ``cards_left <= 5``, ``points = 2..5``, ``ending = stuck``.

    PlayoutError if it is none, or no condition on these measures.
    """
    found = SIGN.search(text) if isinstance(text, str) else None
    if found is None or not isinstance(text, str):
        usual = next((one for one in measures if not one.categories), measures[0])
        raise PlayoutError(
            f"{as_typed('chance', text)}: {HOW} {usual.name}<=5 (<=, <, =, >, >=, or =2..5)"
        )
    measure = measure_of(measures, text[: found.start()].strip() or text)
    sign, value = SAME.get(found[0], found[0]), text[found.end() :].strip()
    if measure.categories:
        return _of_word(measure, sign, value, text)
    ends = RANGE.fullmatch(value) if sign == "=" else None
    low, high = (_number(measure, one, text) for one in (ends.groups() if ends else (value,) * 2))
    if low > high:
        raise PlayoutError(
            f"{as_typed('chance', text)}: a range begins with its lower end, as in 2..5"
        )
    condition = Condition(
        measure.name,
        None if sign in ("<", "<=") else low,
        None if sign in (">", ">=") else high,
        sign in ("<", ">"),
    )
    shown = f"{_text(low)}..{_text(high)}" if low < high else _text(low)
    return measure.chance(condition, f"{measure.name} {sign} {shown}")


def _of_word(measure: Measure, sign: str, value: str, text: str) -> Measure:
    """The rate of one value of a category."""
    word = value.replace("-", "_").replace(" ", "_")
    if sign != "=" or word not in measure.categories:
        raise PlayoutError(
            f"{as_typed('chance', text)}: the values of {measure.name} are words; write = and one "
            f"of {', '.join(measure.categories)}"
        )
    return measure.rates[measure.categories.index(word)]


def _number(measure: Measure, value: str, text: str) -> Fraction:
    """A value of a condition, exactly: a whole number but for shares."""
    number = real_or_nan(value)
    if measure.kind == "share":
        needed = "a number from 0 to 1"
        if 0 <= number <= 1:
            return Fraction(repr(number))
    else:
        needed = "a whole number"
        with suppress(ValueError):
            return Fraction(whole(value))
    raise PlayoutError(
        f"{as_typed('chance', text)}: {brief(value) or 'nothing'} is not a value of "
        f"{measure.name}, which is {needed}"
    )


def _text(number: Fraction) -> str:
    return f"{number.numerator}" if number.denominator == 1 else f"{float(number):.12g}"
