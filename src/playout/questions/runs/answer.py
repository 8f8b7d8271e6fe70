"""The answer of a run: the table, the picture, the numbers behind it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from playout.engine.game.game import Measure, Value
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief
from playout.engine.words.spelling import as_typed
from playout.questions.runs import money, raw
from playout.questions.runs.distributions.histograms import Histograms
from playout.questions.runs.distributions.views import USUAL, Views, read_views
from playout.questions.runs.effects.effects import Effects
from playout.questions.runs.effects.grid import design
from playout.questions.runs.found import Found
from playout.questions.runs.known_values import Published, exact, published
from playout.questions.runs.plots import plots
from playout.questions.runs.plots.plots import Kind, Plot
from playout.questions.runs.wording import captions
from playout.questions.runs.wording.sentence import all_or_nothing, sentence, unchanged
from playout.questions.runs.wording.template import Shown, template_words, uncertainty
from playout.report import answer
from playout.report.answer import MAIN, common_items
from playout.report.estimates import LEVEL, NAMES, quantile_name
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    count_column,
    factor_column,
    interval_column,
)
from playout.report.text_tables import ALWAYS, IF_ASKED, WITH_ROOM
from playout.report.words import between_values, ends, half_width, interval_in, more_games

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture


@dataclass(frozen=True)
class Report:
    """The parts of a run that the report of a study shows."""

    template: str = ""  # of its sentence
    effects: str = ""  # the measure whose effects are shown
    plots: Sequence[Plot] = ()
    published: Published = ()  # numbers that others have published, row by row
    raw: str = ""  # the measure whose value in every game has a file


class Answer(answer.Answer):
    """The result of `run`: a table with one row for each combination, and a picture."""

    kind = "run"
    found: Found

    def __init__(
        self,
        found: Found,
        report: Report | None = None,
        effects_of: Sequence[str | None] = (),
        views: Views = USUAL,
    ) -> None:
        super().__init__(found)
        self._report, self.views = report, views
        if report is not None and report.effects:
            effects_of = [report.effects]
        if found.asked.knock_outs and not effects_of:
            effects_of = [(found.asked.measure if found.asked.named else found.informative).name]
        self._effects_of = effects_of if found.in_every_row else ()

    def sentence(self) -> str:
        """The study's template, filled in; without one, the row that does best.

        Of knock-outs the baseline, and the one that changes most; of the effects of a study the
        largest.
        """
        if self._report is None or not self._report.template:
            if self.found.asked.knock_outs and self._effects_of:
                effects = self.effects(self._effects_of[0])
                baseline = sentence(self.found.baseline, when=unchanged(self.found))
                extreme = all_or_nothing(self.found)
                is_all = len(extreme) == len(self.found.asked.knock_outs)
                largest = [] if is_all else [effects.largest()]
                return " ".join([baseline, *largest, *extreme.values()])
            text = sentence(self.found, self.views.chances)
            if self._report is None or not self._report.effects or not self._effects_of:
                return text
            return f"{text} {self.effects(self._report.effects).largest()}"
        from playout.report.templates import filled_in

        shown: list[Shown] = []
        words = template_words(self.found, self._report.effects, shown)
        text = filled_in(self._report.template, words, self.complete)
        return f"{uncertainty(shown, self.found)}{text}"

    @property
    def enough(self) -> int:
        found, asked = self.found, self.found.asked
        if asked.precision is not None:
            return more_games(asked.max_games, self._missing) if found.missed else 0
        unclear = (
            not effect.interval.is_clear
            for measure in self._effects_of
            for effect in self.effects(measure).effects
            if effect.kind in ("main", "knock-out")
        )
        return more_games(asked.games) if any(unclear) else 0

    @property
    def _missing(self) -> float:
        """Half of about how many more games the precision takes: widths shrink like 1 / sqrt(n).

        0 if that cannot be said.
        """
        asked, most = self.found.asked, 0.0
        for row in self.found.missed:
            interval = self.found.interval(row, asked.measure)
            aim = 0.0 if asked.precision is None else asked.precision.at(interval.estimate)
            ratio = half_width(interval) / aim if aim > 0 else math.inf
            most = max(most, ratio**2 - 1)
        return asked.max_games * most / 2 if math.isfinite(most) else 0.0

    def clearer(self, file: str = "") -> str:
        """The command for more games, which shows the same effects."""
        asked, enough = self.found.asked, self.enough
        if not enough:
            return ""
        shown = "".join(f" --effects-of {one}" for one in self._effects_of if not asked.knock_outs)
        if file:
            return f"{super().clearer(file)}{shown}"
        more = asked if asked.precision is not None else replace(asked, games=enough)
        command = more.command(enough)
        return f"{command}{shown}" if command else ""

    def caption(self) -> str:
        notes = [*captions.notes(self.found), *self.views.notes(self.found.rows, self.game)]
        return "\n".join([captions.caption(self.found), *notes])

    @property
    def csv_table(self) -> str:  # type: ignore[override]
        """The histograms, if any are asked for."""
        return "histogram" if self.views.histograms else MAIN

    def facts(self) -> dict[str, Any]:
        aim = self.found.asked.precision
        return {
            "interval": NAMES[self.found.how],
            "level": LEVEL,
            "precision": None if aim is None else str(aim),
            "reached": self.complete and not self.found.missed,
            **ends("remaining", self.found.remaining),
            "notes": captions.notes(self.found),
        }

    def common_settings(self) -> dict[str, Any]:
        rows = self.found.rows
        return common_items({**row.rules.values, **row.factors} for row in rows)

    def shortfall(self) -> str:
        return captions.shortfall(self.found)

    def commands(self) -> list[str]:
        """The commands that count a row again; rows of one setup have one command."""
        found = self.found
        return list(dict.fromkeys(captions.command(found, k) for k in range(len(found.rows))))

    def replay(self) -> str:
        """The command that prints the first game of the first row, move by move."""
        return captions.replay(self.found, 0)

    def tables(self) -> list[Table]:
        """The rows; effects of the factors; exact and published numbers beside ours."""
        title = f"What each {'knock-out' if self.found.asked.knock_outs else 'factor'} changes"
        effects = [self.effects(measure).table(title) for measure in self._effects_of]
        theirs = () if self._report is None else self._report.published
        known = exact(self.found)
        beside = [*([known] if known else []), *([published(self.found, theirs)] if theirs else [])]
        shown = self.views.histograms
        histograms = [Histograms(self.found, shown).table()] if shown else []
        bets = [self._bets] if self._bets else []
        return [self._rows(), *histograms, *effects, *beside, *bets]

    @cached_property
    def _bets(self) -> Table | None:
        return money.table(self.found)  # it takes 0.2 s a row

    def _rows(self) -> Table:
        found = self.found
        rows = []
        for k, (row, tally) in enumerate(zip(found.rows, found.tallies, strict=True)):
            fields: dict[str, Any] = {**row.factors, "games": tally.games}
            for measure in (*found.estimated, *self._chances):
                fields |= ends(self._field(measure), found.interval(k, measure))
                if measure.kind == "mean":
                    for part in self.views.quantiles:
                        interval = found.quantile(k, measure, part)
                        fields |= ends(f"{self._field(measure)}_{quantile_name(part)}", interval)
                if found.game.counted(measure).categories:
                    counts = found.histogram(k, measure).counts
                    fields[f"{self._field(measure)}_games"] = int(counts[1])
            rows.append(fields | {"interval": NAMES[found.how]})
        columns = [factor_column(name, value) for name, value in found.rows[0].factors.items()]
        differ = len({tally.games for tally in found.tallies}) > 1
        columns.append(count_column("games", rank=ALWAYS if differ else WITH_ROOM))
        for measure in (*found.estimated, *self._chances):
            columns += [self._column(measure), *self._quantiles(measure)]
        return Table(rows, columns)

    @property
    def _chances(self) -> list[Measure]:
        """The chances that are asked for, but for those that every run has: of categories."""
        return [one for one in self.views.chances if one not in self.found.estimated]

    def _column(self, measure: Measure) -> Column:
        is_known = measure.kind == "share" and self.found.alone
        wanted = (self.found.main, self.found.asked.measure, *self.views.chances)
        main = (measure in wanted or measure.is_asked_for) and not is_known
        is_told = measure.is_told and not is_known
        rank = ALWAYS if main else WITH_ROOM if is_told else IF_ASKED
        field = self._field(measure)
        name = self.found.game.counted(measure).name
        column = interval_column(field, measure.is_rate, rank=rank, measure=name)
        if measure.kind != "share":
            return column

        def write(row: Fields) -> str:
            share = interval_in(row, field)
            if share.low == share.high:
                return f"{100 * share.estimate:.4g} % (all seats)"
            return column.text(row)

        return replace(column, write=write)

    def _quantiles(self, measure: Measure) -> list[Column]:
        """The columns of the quantiles of what has a mean: seen if they are not the usual ones."""
        if measure.kind != "mean":
            return []

        def column(field: str) -> Column:
            def write(row: Fields) -> str:
                return between_values(interval_in(row, field))

            return Column(field, write=write, rank=rank, measure=measure.name)

        is_seen = self.views.quantiles_chosen and (measure.is_told or measure == self.found.main)
        is_seen &= not (measure.per_seat and any(row.seats > 1 for row in self.found.rows))
        rank = ALWAYS if is_seen else IF_ASKED
        parts = self.views.quantiles
        return [column(f"{self._field(measure)}_{quantile_name(part)}") for part in parts]

    def _field(self, measure: Measure) -> str:
        """Its field in the rows: an option may have the same name, as the rounds of a match."""
        return (
            f"mean_{measure.name}" if measure.name in self.found.rows[0].factors else measure.name
        )

    def distribution(self, measure: str) -> pd.DataFrame:
        """Return the exact counts of a measure as a data frame.

        It has one row for each row of the table and each value, with the factors, the measure and
        ``count``.  The values of a category are words.  PlayoutError if only sums were counted (see
        `playout.stats.tally.Histogram`).
        """
        import pandas as pd

        chosen = self.found.measure(measure)
        field, rows = self._field(chosen), []
        for k, row in enumerate(self.found.rows):
            histogram = self.found.histogram(k, chosen)
            if not histogram.is_whole:
                raise PlayoutError(f"{as_typed('measure', chosen.name)}: {captions.TOO_MANY}")
            for place, count in zip(*histogram.seen, strict=True):
                value = chosen.word(place) if chosen.categories else histogram.value(int(place))
                rows.append({**row.factors, field: value, "count": int(count)})
        return pd.DataFrame(rows)

    def histogram(self, measure: str) -> Histograms:
        """Return how often each value of a measure occurred in each row.

        ``print`` shows bars, a notebook shows a picture; ``plot()`` and ``to_pandas()`` return
        both.
        """
        return Histograms(self.found, read_views(self.game, histogram=[measure]).histograms)

    def money(
        self, bet: float = 10, rounds_an_hour: float = 80, bankroll: float | None = None
    ) -> pd.DataFrame:
        """Return what a game with bets, such as blackjack, means in money, a row for each row.

        Args:
            bet: The lowest bet, in money.
            rounds_an_hour: How fast rounds are played.
            bankroll: The money that the player can lose; adds ``ruin``, the chance to lose it ever.

        It has the factors, ``hourly``, the mean won in an hour, ``deviation``, its standard
        deviation, and ``n0_hours``, after which both are equal, with the ends of 95 % intervals,
        as ``hourly_low``.  They are infinite where they are unknown.  Rows of fewer than two games
        are left out; those of a precision also if the game does not declare the most that a player
        can have at the end.  PlayoutError for a game without bets.
        """
        return money.frame(self.found, bet, rounds_an_hour, bankroll)

    def showing(
        self,
        *,
        histogram: str | Sequence[str] | None = None,
        quantiles: float | str | Sequence[float | str] | None = None,
        chance: str | Sequence[str] | None = None,
        effects: bool | str | None = None,
    ) -> Answer:
        """Return the same result with more views of its counts; nothing is played again.

        Args:
            histogram: Measures whose values are counted.
            quantiles: Such as [0.1, 0.5, 0.9], instead of the median and the 95th percentile.
            chance: One or more conditions, such as "cards_left <= 5", "points = 2..5" or "ending =
                stuck". Each adds a rate.
            effects: The measure whose `effects` are shown, or True for the first.
        """
        views = read_views(self.game, histogram, quantiles, chance)
        if effects is None or effects is False:
            return Answer(self.found, self._report, self._effects_of, views)
        of = None if effects is True else effects
        design(self.found.asked, self.game.quantity(of))
        return Answer(self.found, self._report, [of], views)

    def effects(self, measure: str | None = None, **where: Value) -> Effects:
        """Return the main effects and two-way interactions of the factors on a measure.

        Args:
            measure: The measure (default: the first).
            **where: Keep only the rows with these values, as in ``effects("win", players=2)``.

        The rows must be a full grid: each combination of the factors' values once.  For a run with
        ``knock_out`` it returns what each change does.
        """
        return Effects(self.found, measure, where)

    def figures(self) -> list[Figure]:
        """The histograms; the plots of the study, or the usual one; of knock-outs the changes."""
        if self.views.histograms:
            return [Histograms(self.found, self.views.histograms).figure()]
        if self._report is not None:
            return [
                Figure(partial(plots.plot, self.found, how), name=f"{k}" if k > 1 else "")
                for k, how in enumerate(self._report.plots, 1)
            ]
        if self.found.asked.knock_outs and self._effects_of:
            return [Figure(self.effects(self._effects_of[0]).plot)]
        return [Figure(lambda width: self.plot(width=width))]

    def plot(
        self,
        measure: str | None = None,
        x: str | None = None,
        kind: Kind = "lines",
        width: float = PAGE,
    ) -> Picture:
        """Return a picture of a measure as a matplotlib figure, ``width`` inches wide.

        Args:
            measure: The measure (default: the first that is not the same for all).  A category is
                drawn as a distribution; one of its values, such as "ending_stuck", as a rate.
            x: The factor on the horizontal axis.
            kind: "lines", "bars" or "distribution".
            width: Width in inches.
        """
        if not isinstance(kind, str) or kind not in get_args(Kind):
            raise PlayoutError(f"there is no plot '{brief(kind)}': {suggest(kind, get_args(Kind))}")
        names = self.found.varying()
        numeric = [name for name in names if name != "strategy"]
        chosen = self.found.informative
        if not isinstance(measure, str | None) or measure:
            chosen = self.found.measure(measure)
        usual = (numeric or names or ["players"])[0]
        along = usual if isinstance(x, str | None) and not x else brief(x)
        return plots.plot(self.found, Plot(kind=kind, measure=chosen.name, x=along), width)

    def extra_files(self) -> dict[str, Callable[[Path], None]]:
        """The value of every single game, if the study asks for that."""
        if self._report is None or not self._report.raw:
            return {}
        name = self._report.raw
        return {"simulation.tsv": lambda path: raw.write(self.found, name, path)}
