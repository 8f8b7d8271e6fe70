"""How often each value of a measure was seen in each row of a run: rows, bars, pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import Measure
from playout.engine.words.signs import for_print
from playout.questions.runs.distributions.bins import Bin, bins_of
from playout.questions.runs.effects.grid import common
from playout.questions.runs.found import Found
from playout.questions.runs.plots.lines import Lines
from playout.questions.runs.plots.plots import draw_histograms
from playout.questions.runs.wording.captions import TOO_MANY
from playout.report.estimates import LEVEL, STAY_VALID, chance_interval
from playout.report.figures import PAGE
from playout.report.html_tables import for_notebook
from playout.report.tables import Fields, Figure, Table
from playout.report.text_tables import screen_width, wrapped
from playout.report.words import between, ends, head, several

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture

MOST_BARS = 4  # rows that have bars below each other; more have a line each
MOST_LINES = 40  # rows that are drawn
FEW_BARS = 40  # bars that are drawn whatever number of rows they are of
BAR, LEAST_BAR = 40, 8  # characters: the usual and the least length of the longest bar
EIGHTHS = " ▏▎▍▌▋▊▉█"
STEPS = " ▁▂▃▄▅▆▇█"


class Histograms:
    """How often each value was seen; ``print`` shows bars, a notebook a picture."""

    def __init__(self, found: Found, measures: Sequence[Measure]) -> None:
        self.found, self.measures = found, tuple(measures)

    def rows(self) -> list[Fields]:
        """A row for each value that was seen: how many games have it, and which share of them."""
        rows: list[Fields] = []
        for measure in self.measures:
            for k, row in enumerate(self.found.rows):
                histogram = self.found.histogram(k, measure)
                for place, count in zip(*histogram.seen, strict=True) if histogram.is_whole else ():
                    value = (
                        measure.word(place) if measure.categories else histogram.value(int(place))
                    )
                    fields = {**row.factors, "measure": measure.name, "value": value}
                    share = chance_interval(int(count), histogram.n, self.found.how)
                    rows.append(fields | {"count": int(count)} | ends("share", share))
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """A row for each value that was seen: the factors, ``measure``, ``value``, ``count``,
        ``share`` of the games, and the ends of its 95 % interval, ``share_low``, ``share_high``."""
        import pandas as pd

        names = [*self.found.rows[0].factors, "measure", "value", "count"]
        return pd.DataFrame(self.rows(), columns=[*names, "share", "share_low", "share_high"])

    def table(self) -> Table:
        """A table whose rows are for programs; people see the bars or the picture."""
        names = " and of ".join(head(measure.name) for measure in self.measures)
        return Table(
            self.rows(),
            [],
            "histogram",
            f"How often each value of {names} occurred",
            caption=self.caption(),
            figure=self.figure(),
            drawing=self.text,
        )

    def caption(self) -> str:
        """The meaning of a value if a strategy has several seats."""
        rows = [(row, one) for row in self.found.rows for one in self.measures]
        means = [head(one.name) for row, one in rows if one.per_seat and row.seats > 1]
        names = ", ".join(dict.fromkeys(means))
        mean = f"{names}: mean of the seats of a strategy; --by seat shows each seat"
        return mean if means else ""

    def figure(self) -> Figure:
        """The picture of all of them."""
        return Figure(partial(draw_histograms, self.found, self.measures), name="histogram")

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: a stepped line for each row."""
        return draw_histograms(self.found, self.measures, width)

    # ---------------------------------------------- as text

    def text(self, width: int | None = None) -> str:
        """Bars in lines of so many characters; of more rows than four a line for each."""
        return "\n\n".join(self._bars_of(measure, width) for measure in self.measures)

    def _bars_of(self, measure: Measure, width: int | None) -> str:
        title = head(measure.name) if len(self.measures) > 1 else ""
        every = range(len(self.found.rows)) if measure.per_seat else common(self.found.rows)
        seen = {k: self.found.histogram(k, measure) for k in every}
        if not all(one.is_whole for one in seen.values()):
            return wrapped(f"{head(measure.name).capitalize()}: {TOO_MANY}.", width)
        played = [k for k, one in seen.items() if one.n]
        bins = bins_of(measure, [seen[k] for k in played])
        counts = {k: [one.count(seen[k]) for one in bins] for k in played[:MOST_LINES]}
        left = len(played) - len(counts)
        more = (
            f"{several(left, 'more row')} not drawn; --csv and --json have all rows" if left else ""
        )
        few = len(played) <= MOST_BARS or len(played) * len(bins) <= FEW_BARS
        draw = self._bars if few else self._lines
        parts = [title, draw(measure, bins, counts, width), wrapped(more, width)]
        return "\n".join(part for part in parts if part)

    def _names(self, measure: Measure) -> list[str]:
        """A name for each row: the factors that vary."""
        varying = self.found.varying()
        lines = Lines.of(self.found, measure, "players", "strategy")
        return [lines.label(row.factors, varying) for row in self.found.rows]

    def _bars(
        self, measure: Measure, bins: list[Bin], counts: dict[int, list[int]], width: int | None
    ) -> str:
        """A block of bars for each row, all on one scale."""
        names, how = self._names(measure), self.found.how
        games = {k: sum(each) for k, each in counts.items()}
        values = {
            k: [between(chance_interval(n, games[k], how), True) for n in each]
            for k, each in counts.items()
        }
        wide = max((len(one.label) for one in bins), default=0)
        last = max((len(text) for each in values.values() for text in each), default=0)
        room = BAR if width is None else max(LEAST_BAR, min(BAR, width - wide - last - 4))
        top = max((n / games[k] for k, each in counts.items() for n in each), default=1.0) or 1.0
        blocks = []
        for k, each in counts.items():
            lines = [names[k]] if names[k] else []
            for one, n, text in zip(bins, each, values[k], strict=True):
                bar = _bar(n / games[k] / top * room)
                lines.append(f"{one.label:>{wide}}  {bar:<{room}}  {text:>{last}}".rstrip())
            blocks.append("\n".join(lines))
        anytime = f" {STAY_VALID}" if how == "anytime" else ""
        note = f"Each bar: its share of the games, with a {100 * LEVEL:g} % interval{anytime}."
        return "\n".join(["\n\n".join(blocks), wrapped(note, width)])

    def _lines(
        self, measure: Measure, bins: list[Bin], counts: dict[int, list[int]], width: int | None
    ) -> str:
        """A line for each row: a step for each bin, as high as its share of the row's largest."""
        names = self._names(measure)
        wide = max(len(names[k]) for k in counts)
        room = (80 if width is None else width) - wide - 2
        above = room < len(bins)  # no room beside long names
        size = max(1, min(3, (80 if width is None else width) if above else room // len(bins)))
        size = 1 if above else size
        lines = []
        for k, each in counts.items():
            top = max(each)
            steps = "".join(STEPS[math.ceil(8 * n / top)] * size for n in each).rstrip()
            lines += [names[k], steps] if above else [f"{names[k]:<{wide}}  {steps}".rstrip()]
        places = [f"{bins[0].label} at the left", *(f"then {one.label}" for one in bins[1:2])]
        places += [f"up to {one.label} at the right" for one in bins[2:][-1:]]
        note = (
            f"{head(measure.name).capitalize()}: {', '.join(places)}. Every line is scaled to its "
            "own largest share; --csv and --json have all shares with their intervals."
        )
        return "\n".join([*lines, wrapped(note, width)])

    def __str__(self) -> str:
        return for_print(self.table().text(screen_width()))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return for_notebook(self.table().html())

    def __len__(self) -> int:
        return len(self.rows())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histograms):
            return NotImplemented
        return bool(self._compared() == other._compared())

    def __hash__(self) -> int:
        return hash(self.measures)

    def _compared(self) -> Any:
        return self.found.game.name, self.rows()


def _bar(length: float) -> str:
    """A bar of so many characters, to an eighth; what was seen at all has a sign."""
    eighths = max(1, round(8 * length)) if length > 0 else 0
    full, rest = divmod(eighths, 8)
    return EIGHTHS[8] * full + (EIGHTHS[rest] if rest else "")
