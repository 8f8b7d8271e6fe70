"""Measures: the numbers that are counted in every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import NoneType
from typing import TYPE_CHECKING, Literal

from playout.engine.game.conditions import Condition
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief, check_declared
from playout.engine.words.spelling import as_typed
from playout.engine.words.user_code import user_code

if TYPE_CHECKING:
    from playout.engine.game.game import Rules


SHARE = 840  # parts of one win, which up to eight seats can share in whole numbers


class Stored:
    """A placeholder in a run file for a function of a game (stored.py)."""


@dataclass(frozen=True)
class Stake:
    """What a player begins with who bets in rounds: so a measure of money says what was won."""

    begins: Callable[[Rules], int]  # what the player has at first, as it is counted
    bet: int  # the lowest bet
    rounds: Callable[[Rules], int]  # of a game

    def of(self, rules: Rules) -> tuple[int, int]:
        """Return what the player has at first by these rules, and the rounds of a game."""
        with user_code(f"game '{rules.game.name}': the stake of a measure"):
            return int(self.begins(rules)), int(self.rounds(rules))


@dataclass(frozen=True)
class Measure:
    """A whole number that is counted in every game, or for each seat in every game.

    The kind ``category`` counts words instead, such as the reason why the game ended: value k means
    ``categories[k]``.  Each category has a rate, the share of the games that have it.
    """

    name: str  # the name in columns and commands
    kind: Literal["rate", "mean", "share", "category"]  # a rate is 0 or 1, a share 0 .. SHARE
    help: str  # the measure in one line
    per_seat: bool = False  # whether each seat has a value of its own
    first: Literal["", "lowest", "highest"] = ""  # if it ranks the seats: which value wins
    most: Callable[[Rules], int] | None = None  # the largest value of a mean, by the rules
    least: int = 0  # the least possible value
    better: Literal["", "lowest", "highest"] = ""  # if it ranks no seats: which value players want
    seat: int | None = None  # if not per_seat: the one seat that it counts for, if any
    role: str = ""  # what that seat does, where its number would only say who goes first; without
    # a seat, who the only player is: "the attacker"
    verbs: tuple[str, ...] = ()  # what players do in games that a rate counts, if they are not won:
    # "conquers", of several players "conquer", and in the past "conquered"
    is_told: bool = True  # False: shown only on request, as it follows from another measure
    categories: tuple[str, ...] = ()  # the values of a category: "stuck", "no_tile_left"
    condition: Condition | None = None  # the condition, if it is the rate of some values
    is_asked_for: bool = False  # whether it is a counter of the user, which tables always show
    stake: Stake | None = None  # if it is the money of a player who bets
    game: str = field(default="", compare=False)  # the name of the game, filled in by the game

    @property
    def player(self) -> str:
        """The one player that it counts for, if any: ``player 1 (joins top and bottom)``."""
        if self.seat is None:
            return self.role
        return f"player {nth(self.seat)}{f' ({self.role})' if self.role else ''}"

    @property
    def is_of_game(self) -> bool:
        """Whether a game has it, and not a player."""
        return not self.per_seat and self.stake is None

    @property
    def is_rate(self) -> bool:
        """Whether the mean is a rate or a share, 0..1, shown in per cent."""
        return self.kind in ("rate", "share")

    @property
    def unit(self) -> int:
        """How many counted parts make one: SHARE for a share, else 1."""
        return SHARE if self.kind == "share" else 1

    @property
    def rates(self) -> tuple[Measure, ...]:
        """The rate of each value of a category, such as ending_stuck; empty for other kinds."""
        return tuple(
            Measure(
                f"{self.name}_{word}",
                "rate",
                f"{self.help}: {word.replace('_', ' ')}",
                is_told=self.is_told,
                condition=Condition(self.name, Fraction(k), Fraction(k)),
                game=self.game,
            )
            for k, word in enumerate(self.categories)
        )

    def chance(self, condition: Condition, text: str) -> Measure:
        """Return a rate of this name: the games whose value meets a condition."""
        return Measure(
            text,
            "rate",
            f"{self.help}: {text}",
            per_seat=self.per_seat,
            seat=self.seat,
            condition=condition,
            game=self.game,
        )

    def word(self, value: int) -> str:
        """Return the word for a value of a category; PlayoutError if there is none."""
        if not 0 <= value < len(self.categories):
            raise PlayoutError(
                f"the 'score' of {self.game} wrote {value} for its measure '{self.name}', whose "
                f"values are 0 to {len(self.categories) - 1} ({', '.join(self.categories)})"
            )
        return self.categories[value]

    @property
    def description(self) -> str:
        """The help text, with the values of a category."""
        return f"{self.help} ({' | '.join(self.categories)})" if self.categories else self.help

    @property
    def is_of_sides(self) -> bool:
        """Whether partners have the same value: a share of the win, or what ranks the seats."""
        return self.per_seat and (self.kind == "share" or bool(self.first))

    @property
    def wanted(self) -> Literal["", "lowest", "highest"]:
        """Which values players want: "lowest", "highest" or "" for none."""
        return self.first or self.better

    def sign_for(self, seat: int) -> int:
        """Return -1 if a seat wants a low value, else 1."""
        wants_most = self.wanted != "lowest"
        return 1 if wants_most == (self.seat in (None, seat)) else -1

    def ends(self, rules: Rules) -> tuple[float, float]:
        """Return the least and the largest possible value; PlayoutError if unknown."""
        top = self.top(rules)
        if top is None:
            known = [one for one in rules.game.measures if one.kind != "category"]
            others = [one.name for one in known if one.top(rules) is not None]
            use = f"; use {' or '.join(others)} instead" if others else ""
            raise PlayoutError(
                f"{as_typed('measure', self.name)}: cannot be judged, because {rules.game.name} "
                f"sets no largest value for it{use}"
            )
        return 0.0, top

    def top(self, rules: Rules) -> float | None:
        """Return the largest possible value in the unit of the measure; None if unknown."""
        if self.is_rate:
            return 1.0
        if self.categories:
            return len(self.categories) - 1.0
        if self.most is None:
            return None
        what = f'the most of its measure {self.name}, a function of the rules as rules["players"],'
        with user_code(f"game '{self.game}': {what}"):
            top = self.most(rules)
            return None if top is None and isinstance(self.most, Stored) else float(top)


def main_measure(measures: Sequence[Measure], players: int) -> Measure:
    """Return the measure that a game of so many players is about: the first.

    A player alone always wins, so if the first is a share it is another: one of the whole game of
    which players want high or low values, if there is one.
    """
    if players != 1 or measures[0].kind != "share":
        return measures[0]
    others = [measure for measure in measures if measure.kind not in ("share", "category")]
    others.sort(key=lambda measure: measure.per_seat or not measure.wanted)
    return next(iter(others), measures[0])


KINDS = ("rate", "mean", "share", "category")
ORDERS = ("", "lowest", "highest")
# Columns of the table of a run besides options and measures, and endings of further columns of a
# measure: of its interval, of quantiles, and how many games had a category.
COLUMNS = frozenset(("count", "games", "interval", "seat", "seats", "strategy"))
ENDINGS = frozenset(("low", "high", "median", "p95", "games"))
QUANTILE = re.compile(r"p[0-9]+")  # further columns, if other quantiles are asked for


def column_of(name: str, measures: Sequence[Measure]) -> str:
    """Return what a table has a column of that name for already; "" if it has none."""
    if name in COLUMNS:
        return "itself"
    for measure in measures:
        # Beside an option of its name a measure is called mean_...
        before, named, rest = name.partition(measure.name)
        ends = {end for end in rest.split("_")[1:] if not QUANTILE.fullmatch(end)}
        is_of_it = before in ("", "mean_") and rest[:1] in ("", "_") and ends <= ENDINGS
        if named and is_of_it and name != measure.name:
            return f"'{measure.name}'"
    return ""


def check_measures(game: str, measures: Sequence[Measure]) -> None:
    """Raise PlayoutError if measures of a game cannot be counted or shown."""
    for measure in measures:
        where = f"game '{game}', measure {brief(ascii(getattr(measure, 'name', measure)))}"
        most = (Callable, NoneType), "a function of the rules"
        check_declared(where, measure, Measure, most=most)
        if not measure.name or measure.name != measure.name.strip():
            raise PlayoutError(f"{where}: must be a name without blanks at its ends")
        for part, allowed in (("kind", KINDS), ("first", ORDERS), ("better", ORDERS)):
            if (value := getattr(measure, part)) not in allowed:
                known = suggest(value, filter(None, allowed))
                raise PlayoutError(f"{where}: {part} = {brief(repr(value))}: {known}")
        words, mistake = measure.categories, ""
        ranks = measure.per_seat or measure.first or measure.better or measure is measures[0]
        if (measure.kind == "category") != bool(words):
            mistake = "categories, the words that are its values, go with the kind 'category'"
        elif not all(re.fullmatch("[a-z][a-z0-9_]*", word) for word in words):
            mistake = f"categories = {words}: must be lower-case words, such as 'no_tile_left'"
        elif words and ranks:
            mistake = (
                "a category is counted once in a game, ranks nobody, and is not the first measure, "
                "which all questions look at by default"
            )
        if mistake:
            raise PlayoutError(f"game '{game}', measure '{measure.name}': {mistake}")
