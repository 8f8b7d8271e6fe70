"""The lines of a picture of a run: which rows make one, and what is written of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from playout.engine.game.game import Measure, Value
from playout.engine.words.numbering import nth
from playout.questions.runs.found import Found
from playout.report.estimates import LEVEL
from playout.report.figures import readable_name
from playout.report.words import head, measured, several, unit_of
from playout.stats.intervals import Interval

OWN = ("strategy", "seats", "case")  # factors whose values say what they are
INTERVALS = f"{100 * LEVEL:g} % intervals"


@dataclass(frozen=True)
class Lines:
    """The rows that are drawn of a measure, over the factor ``x``."""

    found: Found
    measure: Measure
    x: str
    keys: tuple[str, ...]  # the factors that tell lines apart

    @classmethod
    def of(cls, found: Found, measure: Measure, x: str, first: str) -> Lines:
        """Lines are told apart by the factor ``first``, and every other one that varies."""
        keys = sorted(_keys(found, x), key=lambda name: name != first)
        return cls(found, measure, x, tuple(keys))

    @property
    def factors(self) -> tuple[str, ...]:
        """The factors that the axis and the lines show."""
        return (self.x, *self.keys)

    @cached_property
    def places(self) -> list[Value]:
        """The values of x."""
        return self.found.values(self.x)

    @cached_property
    def rows(self) -> dict[str, list[int]]:
        """The rows of each line, by its label."""
        rows: dict[str, list[int]] = {}
        for k, row in enumerate(self.found.rows):
            if self.found.tallies[k].games:
                rows.setdefault(self.label(row.factors, self.keys), []).append(k)
        return rows

    @property
    def every_row(self) -> list[tuple[int, str]]:
        """All rows in their order, with the labels of their lines."""
        return sorted((row, label) for label, rows in self.rows.items() for row in rows)

    def place(self, row: int) -> Value:
        """The value of x of a row."""
        return self.found.rows[row].factors[self.x]

    def interval(self, row: int) -> Interval:
        """The estimate of a row, rates in per cent."""
        return self.found.interval(row, self.measure).times(unit_of(self.measure).scale)

    @property
    def who_shares(self) -> str:
        """Between whom a win is shared equally: ``players``, or sides of partners."""
        are_teams = any(row.sides < len(row.players) for row in self.found.rows)
        return "sides" if are_teams else "players"

    def equal(self, row: int) -> float:
        """The share of equal players in per cent; NaN if the measure is no share."""
        sides = self.found.rows[row].sides
        return 100.0 / sides if self.measure.kind == "share" else math.nan

    @cached_property
    def _spoken(self) -> dict[str, str]:
        """The label of each strategy: its parameters only if others share its name."""
        setups = {id(row.setup): row.setup for row in self.found.rows}.values()
        players = {player.reference: player for setup in setups for player in setup.players}
        bare = {
            label: player.strategy.name if ".py:" in label else label.split(":")[0]
            for label, player in players.items()
        }
        often = Counter(bare.values())
        return {
            label: name if often[name] == 1 else readable_name(label)
            for label, name in bare.items()
        }

    def factor(self, name: str, value: Value) -> str:
        """A value of a factor for people: ``hand 6``, ``2 players``, ``careful, 3 sequence``."""
        if name == "strategy":
            return " + ".join(self._spoken.get(one, one) for one in str(value).split("+"))
        if name == "seats":
            alike = [(len(list(same)), one) for one, same in groupby(str(value).split(","))]
            spoken = [(n, self._spoken.get(one, one)) for n, one in alike]
            return ", ".join(one if n == 1 else f"{n} {one}" for n, one in spoken)
        if name == "players":
            return several(int(value), "player")
        if name == "seat":
            return f"seat {nth(int(value))}"
        return str(value) if name in OWN else f"{head(name)} {value}"

    def tick(self, place: float) -> str:
        """A value of x at the axis."""
        return f"{nth(int(place)) if self.x == 'seat' else place:g}"

    def label(self, factors: Mapping[str, Value], names: Sequence[str]) -> str:
        """The factors of a row that tell it from others."""
        return ", ".join(self.factor(name, factors[name]) for name in names)

    @property
    def title(self) -> str:
        """The title of a picture of estimates."""
        return title(self.found, measured(self.measure), self.factors)

    @property
    def axis(self) -> str:
        """The measure beside its axis, with its unit."""
        return unit_of(self.measure).head(self.measure.name)

    def note(self, factors: Sequence[str], drawn: str = INTERVALS) -> str:
        """The subtitle: measure, common settings, number of games, and what is drawn."""
        rest = self.games_note(factors)
        return f"{head(self.measure.name)}: {self.measure.help}. {rest}, {drawn}"

    def games_note(self, factors: Sequence[str]) -> str:
        """The settings that all rows share, and the number of games."""
        counts = [tally.games for tally in self.found.tallies if tally.games]
        few, many = min(counts, default=0), max(counts, default=0)
        games = several(many, "game") if few == many else f"{few:,} to {many:,} games"
        common = _common(self.found, factors).items()
        every = ", ".join(self.factor(name, value) for name, value in common)
        return f"{every}. {games} each" if every else f"{games} each"


def _keys(found: Found, x: str) -> list[str]:
    """The factors beside x that tell rows apart, without a line-up that follows from others."""
    names = [name for name in found.varying() if name != x]
    # Rows that stand for their setups are told by line-ups rather than by one of their strategies.
    alone = "seats" in names and len({id(row.setup) for row in found.rows}) == len(found.rows)
    for name in (*(["strategy"] if alone else []), "seats", "players"):
        fewer = [other for other in names if other != name]
        keys = [tuple(row.factors[other] for other in (x, *fewer)) for row in found.rows]
        if name in names and len(set(keys)) == len(keys):
            names = fewer
    return names


def _common(found: Found, factors: Sequence[str]) -> dict[str, Value]:
    """Return the settings that all rows share beside these factors, if they need an option."""
    first, *rest = found.rows
    common = {
        name: value
        for name, value in first.factors.items()
        if name in ("players", "strategy", "seats")
        and name not in factors
        and all(row.factors[name] == value for row in rest)
    }
    if "seats" in common:  # it says how many players there are
        common.pop("players", None)
    rules = {
        name: value
        for name, value in first.rules.changed_options().items()
        if name not in factors and all(row.rules[name] == value for row in rest)
    }
    return common | rules


def title(found: Found, what: str, by: Sequence[str]) -> str:
    """The game, what is drawn and the factors shown: ``The Game: win rate by players``."""
    names = [head(name) for name in by if not (name == "strategy" and "seats" in by)]
    names = ["line-up" if name == "seats" else name for name in names]
    listed = " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
    return f"{found.game.title}: {what}" + (f" by {listed}" if listed else "")
