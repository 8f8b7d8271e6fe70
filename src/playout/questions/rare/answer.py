"""Rare events as a sentence, a table and a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from playout.engine.errors import PlayoutError
from playout.stats.replications import MOST_SCATTER, replication_interval, scatter
from playout.study.estimates import LEVEL, fixed_n
from playout.study.splitting import Split

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_VERBS = {"win": "wins"}  # of measures that have one


class Stage(NamedTuple):
    """One level of progress: how often games come so far without being over."""

    level: int
    chance: float
    low: float  # ends of its interval
    high: float
    survivors: float  # particles that did, on average
    fewest: int  # in one replication


class Rare:
    """The chance of a rare event; a notebook shows its sentence and picture.

    ``estimate``, ``low`` and ``high`` are the chance and the ends of its interval, at ``level``.
    """

    level = LEVEL

    def __init__(self, split: Split) -> None:
        if len(split.found) < 2:
            raise PlayoutError("it was stopped before there were two replications to compare")
        self.split = split
        self.estimate, self.low, self.high = replication_interval(split.estimates, LEVEL)

    @property
    def complete(self) -> bool:
        """False if it was stopped before all replications were done."""
        return self.split.complete

    @property
    def repeats(self) -> int:
        """Replications."""
        return len(self.split.found)

    @property
    def seconds(self) -> float:
        """From start to end."""
        return self.split.seconds

    @property
    def scatter(self) -> float:
        """Standard deviation of single replications over their mean; infinite if none got there."""
        return scatter(self.split.estimates)

    @property
    def trusted(self) -> bool:
        """Whether the replications agree well enough for the interval to be what it says."""
        return self.scatter <= MOST_SCATTER

    @property
    def games_equivalent(self) -> float:
        """How many games played one by one would have the same standard error."""
        if self.scatter in (0.0, math.inf):
            return math.nan
        return (1.0 - self.estimate) / self.estimate * self.repeats / self.scatter**2

    @property
    def stages(self) -> list[Stage]:
        """One entry for each level of progress, from 1 on."""
        return list(self._stages())

    def _stages(self) -> Iterator[Stage]:
        survivors = self.split.survivors
        for place, column in enumerate(self.split.reached.T):
            mean, fewest = float(survivors[:, place].mean()), int(survivors[:, place].min())
            yield Stage(place + 1, *replication_interval(column, LEVEL), mean, fewest)

    def to_pandas(self) -> pd.DataFrame:
        """A row for each level: ``level``, ``chance`` to come so far and not be over, ``low`` and
        ``high`` of its 95 % interval, ``survivors`` (particles, on average) and the ``fewest``."""
        import pandas as pd

        return pd.DataFrame(self.stages, columns=list(Stage._fields))

    def plot(self) -> Figure:
        """The chance to come so far, on a logarithmic scale, with its intervals."""
        from matplotlib.figure import Figure

        from playout.report.plots import COLOURS, WIDTH

        figure = Figure(figsize=(WIDTH, 3.9), layout="constrained")
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#ddd", linewidth=0.7)
        shown = [stage for stage in self.stages if stage.chance > 0]
        levels = [stage.level for stage in shown]
        axes.plot(levels, [stage.chance for stage in shown], color=COLOURS[0])
        floor = min([stage.chance for stage in shown], default=1.0) / 10  # an end may be at 0
        axes.fill_between(
            levels,
            [max(stage.low, floor) for stage in shown],
            [stage.high for stage in shown],
            color=COLOURS[0],
            alpha=0.25,
            linewidth=0,
        )
        if self.estimate > 0:
            last = max(levels, default=0) + 1
            ends = [[self.estimate - max(self.low, floor)], [self.high - self.estimate]]
            axes.errorbar([last], [self.estimate], yerr=ends, fmt="o", color=COLOURS[1], capsize=3)
            axes.annotate(
                self.split.asked.measure.name,
                (last, self.estimate),
                (-8, -3),
                textcoords="offset points",
                ha="right",
            )
        axes.set_yscale("log")
        axes.set_xlabel("progress")
        axes.set_ylabel("chance to come so far")
        return figure

    def answer(self) -> str:
        """The answer in a sentence."""
        who, event = _who(self.split), self.split.asked.measure
        partial = "" if self.complete else "PARTIAL RESULT (stopped): "
        if self.estimate == 0:
            return (
                f"{partial}{who}: no replication came to '{event.name}', so nothing is known of "
                "its chance; more particles may find it."
            )
        verb = _VERBS.get(event.name, f"comes to '{event.name}' in")
        said = (
            f"{partial}{who} {verb} about {_one_in(self.estimate)} games "
            f"({100 * LEVEL:.0f} % interval {_one_in(self.high)} to {_one_in(self.low)})"
        )
        if self.trusted:
            return f"{said}."
        return (
            f"{said}, but single replications scatter by {self.scatter:.1f} times their mean: "
            "the interval may be too narrow, more particles are needed."
        )

    def caption(self) -> str:
        """How it was found, in a line."""
        asked = self.split.asked
        games = self.games_equivalent
        plain = "" if math.isnan(games) else f"; worth {_short(games)} games one by one"
        return (
            f"multilevel splitting: {self.repeats} replications of {asked.particles:,} games, "
            f"{len(self.split.reached.T)} levels; interval {fixed_n(self.complete)}; "
            f"seed {asked.seed}; {self.seconds:.1f} s{plain}"
        )

    def to_dict(self) -> dict[str, Any]:
        """All numbers with their names, for machines; what is not known is None."""
        asked = self.split.asked
        numbers = {
            "estimate": self.estimate,
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "scatter": self.scatter,
            "games_equivalent": self.games_equivalent,
        }
        return {
            "game": asked.game.name,
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "measure": asked.measure.name,
            **{name: _finite(number) for name, number in numbers.items()},
            "trusted": self.trusted,
            "complete": self.complete,
            "particles": asked.particles,
            "repeats": self.repeats,
            "seed": asked.seed,
            "seconds": self.seconds,
            "stages": [
                {name: _finite(value) for name, value in stage._asdict().items()}
                for stage in self.stages
            ],
        }

    def __repr__(self) -> str:
        return f"{self.answer()}\n{self.caption()}"

    def _repr_html_(self) -> str:
        from playout.report.plots import svg

        return (
            f"<p>{escape(self.answer())}</p>{svg(self.plot())}"
            f"<p><small>{escape(self.caption())}</small></p>"
        )


def _who(split: Split) -> str:
    """The strategies at the table."""
    names = [player.label for player in split.asked.players]
    return names[0] if len(set(names)) == 1 else "+".join(names)


def _one_in(chance: float) -> str:
    """A chance as people say it: ``1 in 3.2e+19``."""
    if chance <= 0:
        return "1 in infinitely many"
    return f"1 in {_short(1.0 / chance)}"


def _short(number: float) -> str:
    """Two digits: ``71``, ``3,100``, ``3.2e19``."""
    if number < 1e6:
        return f"{float(f'{number:.3g}'):,g}" if number >= 1000 else f"{number:.3g}"
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}e{int(power)}"


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
