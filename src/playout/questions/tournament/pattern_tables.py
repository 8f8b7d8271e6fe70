"""The tables of the patterns of a tournament: cycles, mixtures and ladders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playout.questions.tournament import words
from playout.questions.tournament.ladders import Climb
from playout.questions.tournament.pattern_words import range_text, rating_text
from playout.questions.tournament.patterns import Patterns
from playout.report.tables import Column, Fields, Table, interval_column, text_column, value_column
from playout.report.text_tables import ALWAYS, TextColumn
from playout.report.words import ends, interval_in, short

MOST_CYCLES = 5  # that people see
LEAST_SEEN = 0.005  # of a mixture; people do not see smaller parts


@dataclass(frozen=True)
class First(Table):
    """All rows for programs; for people the first ones."""

    shown: int = 0

    @property
    def grid(self) -> list[TextColumn]:
        """The columns of the rows that people see."""
        return Table(self.rows[: self.shown], self.columns).grid


def tables(patterns: Patterns) -> list[Table]:
    """The cycles, the mixtures, and the ladders with their steps."""
    return [_cycles(patterns), _mixtures(patterns), *ladders(patterns.climbs)]


def _cycles(patterns: Patterns) -> Table:
    name, rows = patterns.ranking.name, list[dict[str, Any]]()
    for cycle in patterns.cycles:
        weakest = min(patterns.links(cycle), key=lambda one: one.estimate)
        rows.append(
            {
                "cycle": " > ".join(name(k) for k in (*cycle, cycle[0])),
                **ends("weakest", weakest),
            }
        )
    columns = [
        text_column("cycle"),
        interval_column("weakest", True, "weakest link", rank=ALWAYS),
    ]
    return First(
        rows, columns, "cycles", "Cycles", shown=MOST_CYCLES, is_shown=bool(patterns.cycles)
    )


def _mixtures(patterns: Patterns) -> Table:
    every = patterns.mixtures
    order = patterns.ranking.order if every else []
    seen = [k for k in order if max(one[k].high for one in every.values()) > LEAST_SEEN]
    rows = [
        {
            "strategy": patterns.ranking.name(k),
            **ends("mixture", every["mixture"][k]),
            **ends("alpha_rank", every["alpha_rank"][k]),
            "least": float(patterns.ranges[k, 0]),
            "most": float(patterns.ranges[k, 1]),
        }
        for k in (*seen, *(k for k in order if k not in seen))
    ]
    only = patterns.only_mixture
    columns = [
        text_column("strategy"),
        interval_column("mixture", True, "in the mixture", rank=ALWAYS),
        *([_RANGE] if only is False else []),
        interval_column("alpha_rank", True, "alpha-rank", rank=ALWAYS),
    ]
    return First(
        rows,
        columns,
        "mixtures",
        f"{'The' if only else 'A'} mixture that no strategy beats",
        caption=words.mixtures(only, len(seen) < len(order)),
        shown=len(seen),
        is_shown=bool(rows) and patterns.best is None,
    )


_RANGE = value_column(
    "most",
    "in any such mixture",
    lambda row: range_text(row["least"], row["most"]),
    rank=ALWAYS,
)


def ladders(climbs: Sequence[Climb]) -> list[Table]:
    """Where the rating rises and falls, a row for each ladder, and each of its steps."""
    slopes = [
        {
            **one.about,
            **one.ends,
            "shape": one.shape,
            **ends("highest", one.highest),
            **ends("doubling", one.slope if one.is_line else None),
        }
        for one in climbs
    ]
    steps = [
        {**climb.about, **values, **ends("gain", one)}
        for climb in climbs
        for values, one in climb.rows()
    ]
    of = [text_column("strategy"), text_column("parameter"), _value("from"), _value("to")]
    return [
        Table(
            slopes,
            [
                *of,
                value_column("shape", rank=ALWAYS),
                Column("highest", "highest at", _highest, rank=ALWAYS),
                rating_column("doubling", "each doubling"),
            ],
            "ladders",
            "More of a parameter",
            caption=words.LADDERS,
            is_shown=bool(slopes),
        ),
        Table(
            steps,
            [*of, rating_column("gain", "rating gain")],
            "steps",
            "Step by step",
            caption=words.STEPS,
            is_shown=bool(steps),
        ),
    ]


def _value(name: str) -> Column:
    return value_column(name, write=lambda row: short(row[name]))


def _highest(row: Fields) -> str:
    """The value with the highest rating, and between which values it may lie."""
    value, low, high = (short(end) for end in interval_in(row, "highest"))
    return value if low == high else f"{value} ({low} to {high})"


def rating_column(name: str, head: str) -> Column:
    """A column of ratings, or of their differences."""

    def write(row: Fields) -> str:
        return rating_text(interval_in(row, name))

    return Column(name, head, write, rank=ALWAYS)
