"""What is written in the pictures of a run: titles, notes, and the names of its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from playout.engine.game.game import Measure, Player, Value
from playout.questions.runs.found import Found
from playout.report.estimates import LEVEL
from playout.report.figures import said
from playout.report.words import Unit, head, several

OWN = ("strategy", "seats", "case")  # factors whose values say what they are


class Names:
    """What people read for the factors of a run: ``careful, 3 sequence`` for a line-up."""

    def __init__(self, found: Found) -> None:
        setups = {id(row.setup): row.setup for row in found.rows}.values()
        players = {player.reference: player for setup in setups for player in setup.players}
        self._spoken = _spoken(players)

    def value(self, name: str, value: Value) -> str:
        """The bare value of a factor, as it stands below an axis that says of what it is."""
        if name == "strategy":
            return " + ".join(self._spoken.get(one, one) for one in str(value).split("+"))
        if name != "seats":
            return str(value)
        alike = [(len(list(same)), one) for one, same in groupby(str(value).split(","))]
        told = [(n, self._spoken.get(one, one)) for n, one in alike]
        return ", ".join(one if n == 1 else f"{n} {one}" for n, one in told)

    def factor(self, name: str, value: Value) -> str:
        """A value that says of what it is: ``hand 6``, ``2 players``, ``careful``."""
        if name in OWN:
            return self.value(name, value)
        if name == "players":
            return several(int(value), "player")
        return f"{head(name)} {value}"

    def label(self, factors: Mapping[str, Value], names: Sequence[str]) -> str:
        """What tells a row from others, in words."""
        return ", ".join(self.factor(name, factors[name]) for name in names)


def _spoken(players: Mapping[str, Player]) -> dict[str, str]:
    """What people read for each strategy, its parameters only where others have its name too."""
    bare = {
        label: player.strategy.name if ".py:" in label else label.split(":")[0]
        for label, player in players.items()
    }
    often = Counter(bare.values())
    return {label: name if often[name] == 1 else said(label) for label, name in bare.items()}


def of(measure: Measure) -> str:
    """The measure in a title: ``win rate``, ``cards left``."""
    return head(measure.name) + (" rate" if measure.is_rate else "")


def axis(measure: Measure) -> str:
    """The measure beside its axis, with its unit."""
    return Unit(measure.is_rate).head(measure.name)


def title(found: Found, measure: Measure, by: Sequence[str]) -> str:
    """The game, the measure, and by what it is shown: ``The Game: win rate by players``."""
    names = [head(name) for name in by if not (name == "strategy" and "seats" in by)]
    names = ["line-up" if name == "seats" else name for name in names]
    told = " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
    return f"{found.game.title}: {of(measure)}" + (f" by {told}" if told else "")


INTERVALS = f"{100 * LEVEL:g} % intervals"


def note(
    found: Found, measure: Measure, names: Names, shown: Sequence[str], drawn: str = INTERVALS
) -> str:
    """What the measure is, what is the same in all rows, how much was played, what is drawn."""
    counts = [tally.games for tally in found.tallies if tally.games]
    few, many = min(counts, default=0), max(counts, default=0)
    games = several(many, "game") if few == many else f"{few:,} to {many:,} games"
    fixed = [names.factor(name, value) for name, value in _fixed(found, shown).items()]
    parts = [
        f"{head(measure.name)}: {measure.help}",
        ", ".join(fixed),
        f"{games} each, {drawn}",
    ]
    return ". ".join(part for part in parts if part)


def _fixed(found: Found, shown: Sequence[str]) -> dict[str, Value]:
    """What is the same in all rows, if a user has to say it to get them again."""
    first, *rest = found.rows
    factors = {
        name: value
        for name, value in first.factors.items()
        if name in ("players", "strategy", "seats")
        and name not in shown
        and all(row.factors[name] == value for row in rest)
    }
    if "seats" in factors:  # it says how many players there are
        factors.pop("players", None)
    rules = {
        name: value
        for name, value in first.rules.changed().items()
        if name not in shown and all(row.rules[name] == value for row in rest)
    }
    return factors | rules
