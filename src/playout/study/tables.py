"""Who plays together, under which rules, and whose results make a row.

A table is what is played: rules, players, and where they sit in each game.  A cell is a row of
the results: a table, or, where every seat has a result of its own, one strategy at it, or one seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from playout.engine.errors import PlayoutError
from playout.engine.game import SHARE, Game, Player, Rules, Value
from playout.engine.registry import find_players, split_seats
from playout.engine.seating import Seating, fixed, rotating
from playout.stats.tally import Counts, Histogram, Tallies, Tally

By = Literal["strategy", "seat"]


@dataclass(frozen=True, eq=False)
class Table:
    """Complete rules, who plays, and where they sit."""

    factors: dict[str, Value]  # as a row shows them
    rules: Rules
    players: tuple[Player, ...]
    seating: Seating


@dataclass(frozen=True, eq=False)
class Cell:
    """A row of the results."""

    factors: dict[str, Value]  # players, strategy, then what varies
    table: Table
    counted: npt.NDArray[np.bool_] | None = None  # counted[row of the seating, seat]; None: all

    @property
    def rules(self) -> Rules:
        """The rules of its table."""
        return self.table.rules

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of its table, in the order of their line-up."""
        return self.table.players


def check_by(game: Game, by: str) -> None:
    """Whether a game can be counted so."""
    if by == "seat" and not game.counts_seats:
        raise PlayoutError(f"by = seat: {game.name} counts nothing for each seat")


def seat(game: Game, strategy: str, options: Mapping[str, Value]) -> Table:
    """A table where everybody stays: one strategy for all, or "a+b", one per seat."""
    rules = game.rules(options)
    players = find_players(rules, strategy)
    labels = list(dict.fromkeys(player.label for player in players))
    label = labels[0] if len(labels) == 1 else "+".join(player.label for player in players)
    shown = _shown(rules, {"players": rules["players"], "strategy": label, **options})
    return Table(shown, rules, players, fixed(len(players)))


def seats_of(game: Game, line_up: str, options: Mapping[str, Value], rotate: bool) -> Table:
    """A table with a line-up "a,b,b": one strategy per seat, who move on from game to game."""
    names = split_seats(line_up)
    rules = game.rules({"players": len(names), **options})
    players = find_players(rules, names)
    label = ",".join(player.label for player in players)
    shown = _shown(rules, {"players": rules["players"], "seats": label, **options})
    return Table(shown, rules, players, (rotating if rotate else fixed)(len(players)))


def _shown(rules: Rules, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The factors of a row: rules as they were understood, anything else as it was written."""
    return {n: rules[n] if n in rules.values else value for n, value in chosen.items()}


def rows_of(game: Game, tables: Sequence[Table], by: By) -> list[Cell]:
    """The rows of tables, in their order."""
    rows = []
    mixed = any(len(_names(table)) > 1 or "seats" in table.factors for table in tables)
    for table in tables:
        line_up = ",".join(player.label for player in table.players)
        rest = {n: v for n, v in table.factors.items() if n not in ("strategy", "seats")}
        first: dict[str, Value] = {"players": rest.pop("players")}
        if not game.counts_seats:
            strategy = table.factors.get("strategy", line_up)
            rows.append(Cell({**first, "strategy": strategy, **rest}, table))
            continue
        if mixed:
            first["seats"] = line_up
        names = np.array([player.label for player in table.players])[table.seating]
        for name in _names(table):
            label: dict[str, Value] = {**first, "strategy": name}
            if by == "strategy":
                rows.append(Cell({**label, **rest}, table, names == name))
                continue
            for k in range(len(table.players)):
                here = (names == name) & (np.arange(len(table.players)) == k)
                if here.any():
                    rows.append(Cell({**label, "seat": k, **rest}, table, here))
    return rows


def _names(table: Table) -> list[str]:
    """The strategies at a table, each once."""
    return list(dict.fromkeys(player.label for player in table.players))


def count(cells: Sequence[Cell], outcomes: Counts, first: int) -> Tallies:
    """The tallies of the cells of one table, from ``outcomes[game, column]``.

    The value of a cell in a game is the mean over its seats; games in which it has none do not
    count for it.
    """
    table = cells[0].table
    rows = (first + np.arange(len(outcomes))) % len(table.seating)
    return Tallies(len(outcomes), tuple(_tally(table, cell, outcomes, rows) for cell in cells))


def _tally(table: Table, cell: Cell, outcomes: Counts, rows: Counts) -> Tally:
    game, players = table.rules.game, len(table.players)
    if cell.counted is None:
        return Tally.of(outcomes)
    here = cell.counted[rows]
    present = here.any(axis=1)
    outcomes, here = outcomes[present], here[present]
    seats = int(cell.counted.sum(axis=1).max())  # the same in every game in which it has any
    histograms = []
    for measure, column in zip(game.measures, game.columns, strict=True):
        if measure.per_seat:
            values = (outcomes[:, column : column + players] * here).sum(axis=1)
            unit = seats * (SHARE if measure.kind == "share" else 1)
            histograms.append(Histogram.of(values, unit))
        else:
            histograms.append(Histogram.of(outcomes[:, column]))
    return Tally(tuple(histograms))
