"""The effects of a run's factors, for people and programs: table, picture, sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game.game import Value
from playout.engine.words.errors import PlayoutError
from playout.questions.runs.effects import grid
from playout.questions.runs.effects.words import Words
from playout.questions.runs.found import Found
from playout.report.answer import finite
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL, fixed_intervals
from playout.report.figures import COLOURS, INK, PAGE
from playout.report.html_tables import for_notebook
from playout.report.tables import Column, Fields, Figure, Table
from playout.report.text_tables import ALWAYS, Role
from playout.report.words import NOTHING, half_width, number, quantity, several
from playout.stats.effects import Effect, Sample, effects, knock_outs
from playout.stats.tally import GROUPS

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture

MOST_ROWS = 60  # lines in one picture
HEADS = {
    "main": "on average",
    "step": "step by step",
    "interaction": "interactions",
    "knock-out": "each alone",
}
# The mark and the colour of each.
MARKS = {"main": ("o", 0), "step": ("^", 5), "interaction": ("s", 1), "knock-out": ("o", 0)}


class Effects:
    """Main effects, steps and two-way interactions of one measure, or what each knock-out does.

    A notebook shows the table.
    """

    def __init__(
        self, found: Found, measure: str | None = None, where: Mapping[str, Value] | None = None
    ) -> None:
        """PlayoutError if the rows ``where`` factors have these values have no effects.

        They have if they are a full grid, or a baseline with its knock-outs.
        """
        self.found, self.measure = found, found.game.quantity(measure)
        self.where = dict(where or {})
        design = grid.design(found.asked, self.measure, where)
        place = found.game.place(self.measure)
        tallies = [found.tallies[row] for row in design.rows]
        if not all(tally.games for tally in tallies):
            raise PlayoutError("no effects yet: some rows have no games; extend the run")
        units = np.array([[tally.histograms[place].unit] for tally in tallies])
        groups = np.stack([tally.groups for tally in tallies])
        self.sample = Sample.of(groups[:, 1 + place] / units, groups[:, 0])
        estimated = knock_outs if found.asked.knock_outs else effects
        self.effects = estimated(design.factors, self.sample)
        self.words = Words(found.game, self.measure, self.sample.fewest)

    def to_pandas(self) -> pd.DataFrame:
        """A row per effect, on the measure's own scale: rates in 0..1.

        ``effect`` is main, step, interaction or knock-out; ``factor`` goes from ``base`` to
        ``level``, or by ``per`` if it is a slope; so do ``other``, ``other_base``, ``other_level``,
        ``other_per`` of an interaction.  ``low`` and ``high`` are the ends of the 95 % interval,
        ``p`` is that of no effect, ``holm`` the same corrected for all rows.
        """
        import pandas as pd

        return pd.DataFrame([_row(effect) for effect in self.effects])

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: every effect with its interval, a line each.

        From top to bottom main effects, steps, interactions; or knock-outs.  Of more than can be
        read, the main effects and the clearest others.
        """
        words, clearest = self.words, _clearest(self.effects)
        kinds = [kind for kind in MARKS if any(effect.kind == kind for effect in clearest)]
        halves = (half_width(effect.interval) for effect in clearest)
        reach = words.unit.scale * max(halves, default=math.inf)
        groups = [
            Group(
                HEADS[kind] if len(kinds) > 1 else "",
                [_bar(effect, words, reach) for effect in clearest if effect.kind == kind],
            )
            for kind in kinds
        ]
        left = len(self.effects) - len(clearest)
        note = f"{100 * LEVEL:g} % intervals; at least {words.games:,} games per row"
        note += f"; {left} less clear ones left out" if left else ""
        changed = "knock-out" if "knock-out" in kinds else "factor"
        title = f"{words.game.title}: what each {changed} changes in {words.name}"
        label = words.unit.difference_head(f"effect on {words.name}")
        figure = draw_rows(groups, title, note, label, width, points=True, zero=False)
        figure.axes[0].axvline(0.0, color=INK, alpha=0.5, linewidth=0.9, zorder=0)
        return figure

    def sentences(self) -> list[str]:
        """Main effects and interactions in words; the steps of a number if they are uneven."""
        return self.words.sentences(self.effects)

    def largest(self) -> str:
        """The sentence on the knock-out, or main effect, that changes most."""
        if not self.sample.enough:
            return f"Effects on {quantity(self.measure)} need at least {GROUPS} games per row."
        single = [one for one in self.effects if one.kind in ("main", "knock-out")]
        if len(single) < 2:
            return "".join(self.words.sentences(single))
        clear = [e for e in single if e.interval.is_clear]
        if not clear:
            changed = f"a clear difference to {quantity(self.measure)}"
            return f"No change makes {changed} in {self.sample.fewest:,} games per row."
        most = max(clear, key=lambda effect: abs(effect.interval.estimate))
        least = min(map(abs, most.interval[1:]))
        others = [e.interval for e in single if e is not most]
        is_clear = all(max(-other.low, other.high) < least for other in others)
        what = "The largest effect" if is_clear else "One of the largest effects"
        return f"{what}: {self.words.of_one(most, self.effects, begins=False)}."

    def __len__(self) -> int:
        return len(self.effects)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Effects):
            return NotImplemented
        return bool(self._compared() == other._compared())

    def __hash__(self) -> int:
        return hash((self.measure.name, len(self)))

    def _compared(self) -> Any:
        """The values that are the same in two equal tables of effects."""
        return finite([self.found.game.name, self.measure.name, [_row(e) for e in self.effects]])

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the counts that they follow from."""
        return Effects, (self.found, self.measure.name, self.where)

    def phrase(self, factor: str, level: Value | None = None) -> str:
        """The main effect of a factor: ``lowers the win rate by about 2.1 percentage points``.

        Of words ``level`` is the one that is compared with the first; it may be left out of two.
        Of knock-outs it is what the factor is changed to.
        """
        main = [e for e in self.effects if e.kind in ("main", "knock-out")]
        mine = [e for e in main if e.first.factor.name == factor]
        chosen = [e for e in mine if level is None or str(e.first.level) == str(level)]
        if len(chosen) != 1:
            known = ", ".join(dict.fromkeys(e.first.factor.name for e in main))
            allowed = ", ".join(str(e.first.level) for e in mine)
            what = f"its level can be {allowed}" if mine else f"known: {known}"
            raise PlayoutError(
                f"effects: there is no one effect of '{factor}'"
                + (f" for {level}" if level is not None else "")
                + f"; {what}"
            )
        return self.words.does(chosen[0])

    def __repr__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return for_notebook(self.table().html())

    def table(self, title: str = "") -> Table:
        """A row per effect; with a ``title``, as a section of a report."""

        rows = [_row(effect) for effect in self.effects]
        # What people read is made from the effect itself, not from the fields of its row.
        effect_of = dict(zip(map(id, rows), self.effects, strict=True))

        def column(
            name: str, write: Callable[[Effect], str], role: Role = "key", head: str = ""
        ) -> Column:
            def written(row: Fields) -> str:
                return write(effect_of[id(row)])

            return Column(name, head or name, written, role == "key", role, ALWAYS)

        # Every knock-out is one, and alone: the other two columns would say nothing.
        alone = self.effects[0].kind == "knock-out"
        columns = [
            column("effect", lambda effect: effect.kind),
            column("knock-out" if alone else "of", lambda e: self.words.change(e.first)),
            column("with", lambda e: self.words.change(e.second) if e.second else ""),
            column(
                "change",
                lambda effect: self.words.amount(effect.interval),
                "estimate",
                self.words.unit.difference_head("change"),
            ),
            column("p (Holm)", _p, "plain"),
        ]
        if alone:
            columns = [one for one in columns if one.name not in ("effect", "with")]
        return Table(
            rows,
            columns,
            name="effects",
            title=title,
            sentences=self.sentences() if title else (),
            caption=self.caption(),
            figure=Figure(self.plot, name="effects") if title else None,
        )

    def caption(self) -> str:
        """Caption of the table, in a line."""
        number = several(len(self.effects), "effect") if len(self.effects) > 1 else "one effect"
        few = "" if self.sample.enough else f", which need at least {GROUPS} games per row"
        of_several = len([one for one in self.effects if one.kind == "main"]) > 1
        mean = " Each change of one factor is an average over the values of the others."
        how = fixed_intervals(self.found.how == "fixed")
        return (
            f"Changes in {quantity(self.measure)}{self._whose()}. In brackets: {how}{few}; about "
            "one interval in twenty misses the true change. p (Holm): how often chance "
            f"alone gives a change this large, corrected for {number}.{mean if of_several else ''}"
        )

    def _whose(self) -> str:
        """Return whose result it is, of several strategies at a table with knock-outs."""
        counted = [row for row in self.found.rows if row.setup is self.found.rows[0].setup]
        several = self.measure.per_seat and bool(self.found.asked.knock_outs) and len(counted) > 1
        return " of the strategy named first" if several and not self.where else ""


def _p(effect: Effect) -> str:
    if math.isinf(effect.interval.high):
        return NOTHING
    return "<0.0001" if effect.holm < 0.0001 else f"{effect.holm:.4f}"


def _row(effect: Effect) -> dict[str, object]:
    one, other = effect.first, effect.second
    return {
        "effect": effect.kind,
        "factor": one.factor.name,
        "level": one.level,
        "base": one.base,
        "per": one.factor.per if one.level is None else None,
        "other": other.factor.name if other else None,
        "other_level": other.level if other else None,
        "other_base": other.base if other else None,
        "other_per": other.factor.per if other and other.level is None else None,
        "estimate": effect.interval.estimate,
        "low": effect.interval.low,
        "high": effect.interval.high,
        "p": effect.p,
        "holm": effect.holm,
    }


def _bar(effect: Effect, words: Words, reach: float) -> Bar:
    """The point of an effect; its number has the digits that all can have."""
    mark, colour = MARKS[effect.kind]
    interval = effect.interval.times(words.unit.scale)
    value = number(interval.estimate, reach)
    signed = value if value.startswith("-") else f"+{value}"
    label = words.change(effect.first)
    if effect.second is not None:
        label += f" \N{MULTIPLICATION SIGN} {words.change(effect.second)}"
    return Bar(label, interval, signed, COLOURS[colour], mark=mark)


def _clearest(effects: Sequence[Effect]) -> list[Effect]:
    """At most so many as can be read, in their order; those whose p is smallest."""

    def order(k: int) -> tuple[bool, float, float]:
        error = effects[k].interval.high - effects[k].interval.estimate
        size = abs(effects[k].interval.estimate)
        ratio = size / error if error > 0 and math.isfinite(error) else size
        return effects[k].kind != "main", -ratio, k

    kept = sorted(sorted(range(len(effects)), key=order)[:MOST_ROWS])
    return [effects[k] for k in kept]
