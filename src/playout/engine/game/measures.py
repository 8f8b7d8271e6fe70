"""Measures: what is counted of every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import NoneType
from typing import TYPE_CHECKING, Literal

import numpy as np

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import FLAG, NUMBER, brief, check_declared, check_words
from playout.engine.words.user_code import user_code

if TYPE_CHECKING:
    from playout.engine.game.game import Rules


SHARE = 840  # parts of a win: so that each of up to eight seats that share one has whole parts


@dataclass(frozen=True)
class Measure:
    """One bounded whole number that is counted for every game, or in every game for each seat.

    Or one of several words, as why the game ended: of the kind ``category`` value k stands for
    ``categories[k]``, and each of them has a rate, the share of the games that have it.
    """

    name: str
    kind: Literal["rate", "mean", "share", "category"]  # a rate is 0 or 1, a share 0 .. SHARE
    help: str
    per_seat: bool = False
    first: Literal["", "lowest", "highest"] = ""  # if it ranks the seats: which value comes first
    most: Callable[[Rules], int] | None = None  # of a mean: the most a game can give
    least: int = 0  # the least a game can give
    better: Literal["", "lowest", "highest"] = ""  # if it ranks nobody: what players want
    seat: int | None = None  # if not per_seat: the one seat that it is about, if any
    is_told: bool = True  # False: people see it only if they ask, as what follows from another
    categories: tuple[str, ...] = ()  # of a category: its values, as "stuck", "no_tile_left"
    category: int | None = None  # of the rate of a category: which value it counts
    game: str = field(default="", compare=False)  # the name of its game, which fills it in

    @property
    def is_rate(self) -> bool:
        """Whether its mean is a rate or a share, 0..1, which people read in per cent."""
        return self.kind in ("rate", "share")

    @property
    def unit(self) -> int:
        """Outcomes have it as whole numbers of a part, of which so many make one."""
        return SHARE if self.kind == "share" else 1

    @property
    def rates(self) -> tuple[Measure, ...]:
        """Of a category the rate of each of its values, ``ending_stuck``; of any other none."""
        return tuple(
            Measure(
                f"{self.name}_{word}",
                "rate",
                f"{self.help}: {word.replace('_', ' ')}",
                is_told=self.is_told,
                category=k,
                game=self.game,
            )
            for k, word in enumerate(self.categories)
        )

    def word(self, value: int) -> str:
        """What a value of a category stands for; PlayoutError if it stands for none."""
        if not 0 <= value < len(self.categories):
            raise PlayoutError(
                f"the 'score' of {self.game} wrote {value} for its measure '{self.name}', whose "
                f"values are 0 to {len(self.categories) - 1} ({', '.join(self.categories)})"
            )
        return self.categories[value]

    @property
    def description(self) -> str:
        """What it is, and the values of a category."""
        return f"{self.help} ({' | '.join(self.categories)})" if self.categories else self.help

    @property
    def wanted(self) -> Literal["", "lowest", "highest"]:
        """Which values players want; empty if none are better than others."""
        return self.first or self.better

    def sign_for(self, seat: int) -> int:
        """1 if a seat wants much of it, or nobody wants anything; else -1."""
        wants_most = self.wanted != "lowest"
        return 1 if wants_most == (self.seat in (None, seat)) else -1

    def ends(self, rules: Rules) -> tuple[float, float]:
        """The least and the most that it can be; PlayoutError if they are not known."""
        top = self.top(rules)
        if top is None:
            raise PlayoutError(
                f"measure = {self.name}: it has no odds, because {rules.game.name} does not say "
                "how large it can be"
            )
        return 0.0, top

    def top(self, rules: Rules) -> float | None:
        """The largest value, in the measure's unit, that a game can give; None if not known."""
        if self.is_rate:
            return 1.0
        if self.categories:
            return len(self.categories) - 1.0
        if self.most is None:
            return None
        what = f'the most of its measure {self.name}, a function of the rules as rules["players"],'
        with user_code(f"game '{self.game}': {what}"):
            return float(self.most(rules))


KINDS = ("rate", "mean", "share", "category")
ORDERS = ("", "lowest", "highest")
_PARTS = {
    "per_seat": FLAG,
    "most": ((Callable, NoneType), "a function of the rules"),
    "least": NUMBER,
    "seat": ((int, np.integer, NoneType), "the number of a seat"),
    "is_told": FLAG,
}


# Columns that the table of a run has besides options and measures, and endings of further columns
# of a measure: of its interval, of quantiles, and how many games had a category.
COLUMNS = frozenset(("count", "games", "interval", "seat", "seats", "strategy"))
ENDINGS = frozenset(("low", "high", "median", "p95", "games"))


def column_of(name: str, measures: Sequence[Measure]) -> str:
    """For what a table has a column of that name already; empty if it has none."""
    if name in COLUMNS:
        return "itself"
    for measure in measures:
        # Beside an option of its name a measure is called mean_...
        before, found, rest = name.partition(measure.name)
        ends = {*rest.split("_")[1:]}
        is_of_it = before in ("", "mean_") and rest[:1] in ("", "_") and ends <= ENDINGS
        if found and is_of_it and name != measure.name:
            return f"'{measure.name}'"
    return ""


def check_measures(game: str, measures: Sequence[Measure]) -> None:
    """Raise PlayoutError if measures of a game cannot be counted or told."""
    for measure in measures:
        where = check_declared(game, measure, Measure, ("name", "help"), _PARTS)
        if not measure.name or measure.name != measure.name.strip():
            raise PlayoutError(f"{where}: a name without blanks at its ends is needed")
        for part, allowed in (("kind", KINDS), ("first", ORDERS), ("better", ORDERS)):
            if (value := getattr(measure, part)) not in allowed:
                known = suggest(value, filter(None, allowed))
                raise PlayoutError(f"{where}: {part} = {brief(repr(value))}: {known}")
        check_words(f"{where}: categories", measure.categories)
        words, mistake = measure.categories, ""
        ranks = measure.per_seat or measure.first or measure.better or measure is measures[0]
        if (measure.kind == "category") != bool(words):
            mistake = "categories, the words that are its values, go with the kind 'category'"
        elif not all(re.fullmatch("[a-z][a-z0-9_]*", word) for word in words):
            mistake = f"categories = {words}: lower-case words are needed, as 'no_tile_left'"
        elif words and ranks:
            mistake = (
                "a category is counted once in a game, ranks nobody, and is not the first measure, "
                "which all questions look at by default"
            )
        if mistake:
            raise PlayoutError(f"game '{game}', measure '{measure.name}': {mistake}")
