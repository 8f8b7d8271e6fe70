"""Expectations as people write them: a target, or a measure and the values that it may have.

The long form is read as the short one that says the same: ``measure = "win"``, ``of = "careful"``
and ``between = [0.4, 0.6]`` are ``win(careful)=0.4..0.6``.  That a strategy is not worse than
another one is a target of the difference of two numbers of the same games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from playout.engine.game.game import Game, Measure, Rules
from playout.engine.who.opponents import strategies_named
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, real_or_nan
from playout.engine.words.spelling import as_typed
from playout.questions.asked import read_error
from playout.questions.gate.recorded import ENDING, Recorded, recorded_in
from playout.questions.targets.tables import (
    NOTHING,
    Part,
    Played,
    Setting,
    check_shares,
    difference,
)
from playout.questions.targets.targets import (
    Target,
    on_one_line,
    read_goal,
    read_quantile,
    read_target,
)
from playout.questions.targets.words import wanted
from playout.stats.sequential import Aim
from playout.stats.tally import Histogram, Tally, group_sums

MEASURED = ("measure", "of", "against", "seat", "quantile")  # which number is meant
LIMITS = ("between", "at_least", "at_most")
REFERENCES = {  # a strategy, or a recorded run, and what is expected beside it
    "same_as": "the same as",
    "not_worse_than": "not worse than",
    "better_than": "better than",
}
KEYS = ("name", "target", *MEASURED, *LIMITS, *REFERENCES, "margin", "rules", "error")
MARGIN = 0.01  # of a rate, if none is given


@dataclass(frozen=True, eq=False)
class Expectation:
    """A number of a game, and the values that it may have."""

    name: str
    given: Mapping[str, Any]  # as it was written, for files
    target: Target
    beside: str  # "not worse than old.py:mine"; "" of a target
    error: float  # the chance of a wrong "passed" or "failed", at most
    setting: Setting
    recorded: Recorded | None  # the values of the games beside which it is judged

    @property
    def file(self) -> str:
        """The file of recorded games beside which it is judged; "" without any."""
        others = (str(self.given[key]) for key in REFERENCES if key in self.given)
        return next((other for other in others if other.endswith(ENDING)), "")

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What is judged: one number, or one of each seat."""
        (parts,) = self.setting.parts
        return parts if self.recorded is None else (self.recorded.difference_from(parts[0]),)

    @property
    def level(self) -> float:
        """The level of each interval, so that all hold at once."""
        return 1.0 - self.error / len(self.parts)

    @property
    def is_difference(self) -> bool:
        """Whether 0 is in the middle of its values."""
        return self.recorded is not None or self.target.goal.is_difference

    @property
    def aim(self) -> Aim | None:
        """The half-width at which an interval surely is clear if it is well inside."""
        low, high = self.target.low, self.target.high
        if math.isfinite(low) and math.isfinite(high):
            return Aim((high - low) / 2) if high > low else None
        end = abs(low if math.isfinite(low) else high)
        return Aim(end) if self.is_difference and end > 0 else None

    @property
    def wanted(self) -> str:
        """The values that are expected, for people."""
        return wanted(self.target, self.is_difference or bool(self.file))

    def nothing(self) -> Played:
        """The counts of no games."""
        return self.setting.nothing() if self.recorded is None else self._beside(0, 0)

    def play(self, seed: int, first: int, count: int) -> Played:
        """Play some games and count them."""
        if self.recorded is None:
            return self.setting.play(seed, first, count)
        return self._beside(first, count, self.setting.play(seed, first, count).values)

    def _beside(self, first: int, count: int, values: Any = None) -> Played:
        """The differences from the games that were recorded."""
        assert self.recorded is not None
        part, none = self.setting.columns[-1], self.setting.nothing().values
        there = self.recorded.values[first : first + count] if count else none
        new = none if values is None else values
        apart = difference(part, new, self.recorded.part_of(part), there)
        histogram = Histogram.of(apart, self.parts[0].unit)
        groups = group_sums(np.stack([np.ones_like(apart), apart], axis=1), first)
        return Played(Tally((histogram,), groups), NOTHING)


def names_recorded(given: object) -> bool:
    """Whether an expectation, as it is written, names a file of recorded games."""
    words = given if isinstance(given, Mapping) else {}
    return any(str(words.get(key, "")).endswith(ENDING) for key in REFERENCES)


def read_expectation(
    game: Game,
    options: Mapping[str, object],
    strategy: str,
    given: object,
    number: int,
    error: float,
    record: bool,
    there: Mapping[str, Any] | None,
) -> Expectation:
    """Read an expectation; PlayoutError, in one sentence, if it is none of this game."""
    words = {"target": given} if isinstance(given, str) else given
    if not isinstance(words, Mapping):
        raise PlayoutError(
            f"{as_typed('expect', given)}: must be a text such as win=50%±2, or keys and values"
        )
    try:
        return _read(game, options, strategy, words, error, record, there)
    except PlayoutError as mistake:
        called = words.get("name")
        which = f" ({brief(called)})" if isinstance(called, str) and called else ""
        raise PlayoutError(f"expectation {number}{which}: {mistake}") from None


def _read(
    game: Game,
    options: Mapping[str, object],
    strategy: str,
    given: Mapping[str, Any],
    usual_error: float,
    record: bool,
    there: Mapping[str, Any] | None,  # the recorded games, if a file says which they were
) -> Expectation:
    for key in given:
        if key not in KEYS:
            raise PlayoutError(f"unknown key '{brief(key)}': {suggest(key, KEYS)}")
    words = {
        key: on_one_line(value) if isinstance(value, str) else value
        for key, value in given.items()
        if value is not None
    }
    _check_together(words)
    own = words.get("rules", {})
    if not isinstance(own, Mapping):
        raise PlayoutError(f"{as_typed('rules', own)}: must be rule options and their values")
    rules = game.with_options({**options, **own})
    for key in ("of", "against", *REFERENCES):
        if key in words:
            words[key] = strategies_named(rules, words[key])
    kind = next((key for key in REFERENCES if key in words), "")
    other = str(words[kind]) if kind else ""
    if "target" in words:
        target = read_target(rules, words["target"], "target")
        words["target"] = target.text
    elif kind:
        target = _beside(rules, words, kind, other)
    else:
        target = _limited(rules, words)
    recorded = names_recorded(words)
    setting = Setting(
        rules,
        {},
        strategy,
        game.default_strategy,
        [target.goal],
        recorded,
    )
    check_shares([setting], 0)
    beside = f"{REFERENCES[kind]} {other}" if kind else ""
    text = f"{target.goal.terms[0]}: {beside}" if kind else target.text
    name = str(words.get("name", text))
    games = None if there is None else Recorded(**there)
    if recorded and not record and games is None:
        games = recorded_in(other, name, target.goal.terms[0])
    return Expectation(
        name,
        {key: _plain(value) for key, value in words.items()},
        target,
        beside,
        read_error(words["error"]) if "error" in words else usual_error,
        setting,
        games,
    )


def _limited(rules: Rules, words: Mapping[str, Any]) -> Target:
    """A number between two limits, or with one."""
    both = words.get("between", [None, None])
    if not isinstance(both, list | tuple) or len(both) != 2:
        raise PlayoutError(f"{as_typed('between', both)}: must be two values, such as [0.4, 0.6]")
    low, high = words.get("at_least", both[0]), words.get("at_most", both[1])
    written = _amounts({"at_least": low, "at_most": high})
    if len(written) > 1 and real_or_nan(written[0].strip("%")) > real_or_nan(written[1].strip("%")):
        raise PlayoutError(f"the least value {written[0]} is more than the most, {written[1]}")
    relation = "=" if len(written) > 1 else "<=" if low is None else ">="
    text = _head(words, words.get("of")) + relation + "..".join(written)
    return read_target(rules, text, "")


def _check_together(words: Mapping[str, Any]) -> None:
    """Whether what is given goes together, and says what is expected."""
    for key in ("name", "target", "measure", "of", "against", *REFERENCES):
        if key in words and (not isinstance(words[key], str) or not words[key].strip()):
            raise PlayoutError(f"{as_typed(key, words[key])}: must be a text")
    if "target" in words:
        others = [key for key in (*MEASURED, *LIMITS, *REFERENCES, "margin") if key in words]
        if others:
            raise PlayoutError(f"target says everything; leave {others[0]} out")
        return
    if "measure" not in words:
        raise PlayoutError(
            "the key 'measure' is missing: name one, such as win, or write a target, such as "
            "win=50%±2"
        )
    limits = [key for key in LIMITS if key in words]
    references = [key for key in REFERENCES if key in words]
    if len(references) + bool(limits) != 1 or ("between" in limits and len(limits) > 1):
        what = "use only one of" if limits or references else "add what you expect of it, one of"
        raise PlayoutError(
            f"{brief(words['measure'])}: {what} between, at_least and at_most, same_as, "
            "not_worse_than and better_than"
        )
    if "margin" in words and not references:
        raise PlayoutError("margin goes with same_as, not_worse_than or better_than")


def _head(words: Mapping[str, Any], of: object) -> str:
    """The number that is meant, as targets write it: ``win(careful against random)``."""
    who = "" if of is None else str(of)
    if against := words.get("against"):
        who = f"{who} against {against}".strip()
    seat, quantile = words.get("seat"), words.get("quantile")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or seat < 1):
        raise PlayoutError(f"{as_typed('seat', seat)}: must be a whole number from 1")
    part = "" if quantile is None else str(quantile)
    if 0 < real_or_nan(quantile) < 1:
        part = f"p{100 * real_or_nan(quantile):.10g}"
    if part and read_quantile(part) is None:
        raise PlayoutError(
            f"{as_typed('quantile', quantile)}: must be median, p95 or another percentage, or a "
            "number between 0 and 1"
        )
    inside = [who, "" if seat is None else f"seat {seat}", part]
    measure, text = str(words["measure"]), ", ".join(filter(None, inside))
    if any(sign in measure for sign in "<=>"):
        return f"chance({', '.join(filter(None, [measure, text]))})"
    return f"{measure}({text})" if text else measure


def _beside(rules: Rules, words: Mapping[str, Any], kind: str, other: str) -> Target:
    """A number beside that of another strategy in the same games, or beside recorded games."""
    head = _head(words, words.get("of"))
    one = read_goal(rules, head, "")
    goal = one
    if not other.endswith(ENDING):
        both = f"{_bracketed(head)}-{_bracketed(_head(words, other))}"
        goal = read_goal(rules, both, "")
    term = one.terms[0]
    if len(one.terms) > 1 or term.equal or term.part is not None:
        raise PlayoutError(f"{kind}: only a mean or a rate can be compared, not {one}")
    margin = _margin(words, kind, term.measure)
    low, high = -margin, margin
    if kind != "same_as":
        wanted = term.measure.wanted
        if not wanted:
            raise PlayoutError(
                f"{kind}: {term.measure.name} is neither good nor bad; use same_as, or a target"
            )
        end = -margin if kind == "not_worse_than" else margin
        low, high = (end, math.inf) if wanted == "highest" else (-math.inf, -end)
    return Target(f"{goal}", goal, low, high)


def _bracketed(head: str) -> str:
    return head if head.endswith(")") else f"{head}()"


def _margin(words: Mapping[str, Any], kind: str, measure: Measure) -> float:
    """The difference that does not matter, or that is needed at least to be better."""
    if "margin" not in words:
        if kind == "better_than":
            return 0.0
        if not measure.is_rate:
            raise PlayoutError(
                f"the key 'margin' is missing: the difference of {measure.name} that does not "
                "matter"
            )
        return MARGIN
    text = str(words["margin"]).strip()
    in_parts = text.endswith("%") and measure.is_rate
    number = real_or_nan(text.removesuffix("%") if in_parts else text) / (100 if in_parts else 1)
    most = 1.0 if measure.is_rate else math.inf
    if not (0 < number < most or (number == 0 and kind == "better_than")):
        raise PlayoutError(
            f"{as_typed('margin', words['margin'])}: must be a difference of {measure.name} above "
            f"0{', such as 0.01 or 1%' if measure.is_rate else ''}"
        )
    return number


def _amounts(values: Mapping[str, Any]) -> list[str]:
    """Limits as targets write them: all with the sign %, or none."""
    given = {key: value for key, value in values.items() if value is not None}
    signs = any(str(value).strip().endswith("%") for value in given.values())
    written = []
    for key, value in given.items():
        text = str(value).strip()
        number = math.nan if isinstance(value, bool) else real_or_nan(text.removesuffix("%"))
        if not math.isfinite(number):
            raise PlayoutError(f"{as_typed(key, value)}: must be a number, such as 0.4")
        if signs and not text.endswith("%"):
            number *= 100
        written.append(f"{number:.12f}".rstrip("0").rstrip(".") + ("%" if signs else ""))
    return written


def _plain(value: Any) -> Any:
    """A value of a file for JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return float(value) if isinstance(value, float) else value
