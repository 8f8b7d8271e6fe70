"""The answer about skill and luck: the parts of the variance, the strategies, a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from playout.questions.luck import words
from playout.questions.luck.found import Found
from playout.questions.skill_words import RANDOM
from playout.report import answer, figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    difference_column,
    interval_column,
    text_column,
)
from playout.report.text_tables import ALWAYS, WITH_ROOM
from playout.report.words import (
    NOTHING,
    between,
    ends,
    head,
    interval_in,
    more_games,
    several,
    unit_of,
)
from playout.stats.components import components
from playout.stats.intervals import Interval, rate_interval

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture


class Answer(answer.Answer):
    """The result of `luck`: the parts of deal, strategy and the rest in a measure's variance."""

    kind = "luck"
    keys = ("part",)
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        asked, measure = found.asked, found.asked.measure
        self.components = components(found.counted, asked.unit, LEVEL, asked.steady)
        self._is_rate = measure.is_rate
        top = measure.top(asked.rules)
        most = math.inf if top is None else top
        self._means = tuple(one.within(measure.least, most) for one in self.components.means)
        if self._is_rate:
            # The mean share of a deal varies no more than a rate, which has a safe interval.
            each = found.counted.draws * found.counted.repeats  # games of a deal
            scale, totals = found.asked.unit * each, found.counted.totals.sum(axis=1)
            self._means = tuple(rate_interval(int(t) / scale, found.deals) for t in totals)

    @property
    def names(self) -> list[str]:
        """The strategies, in the order in which they were given."""
        return self.found.names

    def means(self) -> pd.DataFrame:
        """Return the mean of each strategy as a data frame.

        Columns: ``mean`` and ``rest_sd``, the standard deviation of repeats of one deal, each with
        the ends ``_low`` and ``_high``.  If ``random`` is among the strategies, also
        ``minus_random``: the difference from ``random`` on the same deals.
        """
        return self.table("strategies")

    @property
    def skill(self) -> Interval:
        """The share of the strategy in the variance; NaN if nothing varies."""
        return self.components.shares[self.components.parts.index("strategy")]

    @property
    def luck(self) -> Interval:
        """The rest of the variance, which is not skill.

        It comes from the deal, chance during play, how well the deal suits the strategy, and the
        strategies' own random choices.
        """
        skill = self.skill
        return Interval(1 - skill.estimate, 1 - skill.high, 1 - skill.low)

    @property
    def best(self) -> str | None:
        """The best strategy, except ``random``; None where `best_minus_random` is None."""
        best = self.found.best_but(RANDOM)
        return None if best is None else self.names[best]

    @property
    def best_minus_random(self) -> Interval | None:
        """The difference between the best strategy and ``random``, with its interval.

        Both play the same deals, and the interval allows for choosing the best after seeing the
        means. None if ``random`` is not among the strategies, or if high values are neither good
        nor bad.
        """
        return self._lead(RANDOM)

    @property
    def best_minus_default(self) -> Interval | None:
        """The difference between the best other strategy and the game's default strategy.

        None if the default is not among the strategies, or if it plays at random.
        """
        return self._lead(self.found.default)

    def _lead(self, base: str) -> Interval | None:
        best = self.found.best_but(base)
        return None if best is None else self.found.leads[base][best]

    @property
    def enough(self) -> int:
        unclear = all(not share.low > 0 for share in self.components.shares)
        return more_games(self.found.deals) if unclear and not self._is_constant else 0

    @property
    def _is_constant(self) -> bool:
        return self.components.total.estimate == 0

    def sentence(self) -> str:
        return words.sentence(self.found, self.components, self._means, self.skill)

    def caption(self) -> str:
        return words.caption(self.found, self.components)

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "measure": asked.measure.name,
            "against": None if asked.against is None else asked.against.reference,
            "deals": self.found.deals,
            "repeats": asked.repeats,
            **({"draws": asked.draws} if asked.draws > 1 else {}),
            **ends("skill", self.skill),
            **ends("luck", self.luck),
            "interval": words.interval(self.found, self.components),
            "best": self.best,
            **ends("best_minus_random", self.best_minus_random),
            **ends("best_minus_default", self.best_minus_default),
            **ends("reach", None if self.found.reach is None else self.found.reach.difference),
        }

    def common_settings(self) -> dict[str, Any]:
        facts = self.facts()
        others = {name: facts[name] for name in ("measure", "against", "repeats")}
        return {**facts["rules"], **others}

    def tables(self) -> list[Table]:
        """A row for each part, and one for each strategy.

        The parts: ``part`` (strategy, deal, interaction, rest, total; dice after deal in games with
        chance in play), with ``share`` of the total
        variance, ``variance`` and ``sd``, its root, in units of the measure (1 for a win), and the
        ends ``_low`` and ``_high`` of their 95 % intervals.  Variances and shares are unbiased
        estimates, which may fall a little below 0; of these the root is given as 0.  See
        :meth:`means` for the strategies.
        """
        # The sign stands once above the column, as it does for the measure itself.
        measure = self.found.asked.measure
        title = unit_of(measure).head(measure.name)
        parts = [
            text_column("part", write=lambda row: words.part_name(self.found, row["part"])),
            Column("share", "share of variance", _share, rank=ALWAYS),
            interval_column("sd", self._is_rate, f"standard deviation of {title}", "", rank=ALWAYS),
        ]
        strategies = [
            text_column("strategy"),
            interval_column("mean", self._is_rate, title, ""),
            interval_column("rest_sd", self._is_rate, "standard deviation between repeats", ""),
        ]
        if RANDOM in self.found.leads:
            # Random minus random is certainly 0.
            above = difference_column("minus_random", measure, "minus random", NOTHING, WITH_ROOM)
            strategies.insert(2, above)
        return [
            Table(self._part_rows(), parts),
            Table(self._strategy_rows(), strategies, name="strategies"),
        ]

    def _part_rows(self) -> list[dict[str, Any]]:
        parts = self.components
        # The whole is its own share; of nothing there is none.
        whole = 1.0 if parts.total.estimate > 0 else math.nan
        names = (*parts.parts, "total")
        shares = (*parts.shares, Interval(whole, whole, whole))
        variances = (*parts.variances, parts.total)
        return [
            {
                "part": name,
                **ends("share", share),
                **ends("variance", variance),
                **ends("sd", _root(variance)),
            }
            for name, share, variance in zip(names, shares, variances, strict=True)
            if name in self._varying
        ]

    @property
    def _varying(self) -> list[str]:
        """The parts that can be more than 0, and the total."""
        asked = self.found.asked
        fixed = {"rest": all(asked.steady), "deal": not asked.has_deals}
        return [name for name in (*self.components.parts, "total") if not fixed.get(name)]

    def _strategy_rows(self) -> list[dict[str, Any]]:
        rests = map(_root, self.components.own_rest)
        rows = [
            {"strategy": name, **ends("mean", mean), **ends("rest_sd", rest)}
            for name, mean, rest in zip(self.names, self._means, rests, strict=True)
        ]
        for row, interval in zip(rows, self.found.leads.get(RANDOM, ()), strict=False):
            row |= ends("minus_random", interval)
        return rows

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the share of each part as a matplotlib figure, ``width`` inches wide."""
        asked = self.found.asked
        parts, colours = self.components, figures.COLOURS
        bars = [
            Bar(
                words.part_name(self.found, name),
                share.times(100),
                f"{100 * share.estimate:.0f} %",
                colour,
            )
            for name, share, colour in zip(parts.parts, parts.shares, colours, strict=False)
            if name in self._varying
        ]
        measure, players = head(asked.measure.name), int(asked.rules["players"])
        noun = words.deal_or_game(self.found)
        return draw_rows(
            [Group("", bars)],
            f"{asked.game.title}: what part of {measure} is skill, what part luck?",
            f"{', '.join(map(figures.readable_name, self.names))}; {several(players, 'player')}; "
            f"{several(self.found.deals, noun)}; {100 * LEVEL:g} % intervals",
            f"share of the variance of {measure} (%)",
            width,
        )


def _share(row: Fields) -> str:
    """The share of a part; the total has no interval, and of too few deals nothing is known."""
    if row["part"] == "total":
        return "100 %"
    share = interval_in(row, "share")
    return NOTHING if math.isinf(share.high) else between(share, True)


def _root(variance: Interval) -> Interval:
    """The root of a variance and of its ends; of what is below 0 it is 0."""
    return Interval(*(math.nan if math.isnan(v) else math.sqrt(max(0.0, v)) for v in variance))
