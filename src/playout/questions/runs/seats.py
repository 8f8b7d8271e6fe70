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
from playout.stats.tally import Counts, Histogram, Tallies, Tally, group_sums

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


def lay(game: Game, chosen: Mapping[str, Value], case: Mapping[str, Value], rotate: bool) -> Table:
    """The table of some chosen values: rule options, and who plays.

    That is ``strategy``, one for all or "a+b", one per seat, who stay; or ``seats``, a line-up
    "a,b,b", who move on from game to game if they ``rotate``.  The options of a ``case`` are as
    good as chosen, but no factors.
    """
    options = {name: value for name, value in chosen.items() if name not in ("strategy", "seats")}
    given = {**options, **case}
    if "seats" in chosen:
        names = split_seats(str(chosen["seats"]))
        rules = game.rules({"players": len(names), **given})
        players = find_players(rules, names)
        who, label = "seats", ",".join(player.label for player in players)
    else:
        rules = game.rules(given)
        players = find_players(rules, str(chosen["strategy"]))
        labels = list(dict.fromkeys(player.label for player in players))
        who, label = "strategy", labels[0]
        if len(labels) > 1:
            label = "+".join(player.label for player in players)
    shown: dict[str, Value] = {"players": rules["players"], who: label}
    shown |= {name: rules[name] for name in options}
    seating = rotating if rotate and who == "seats" else fixed
    return Table(shown, rules, players, seating(len(players)))


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
    return Tallies(len(outcomes), tuple(_tally(table, cell, outcomes, first) for cell in cells))


def _tally(table: Table, cell: Cell, outcomes: Counts, first: int) -> Tally:
    game, players = table.rules.game, len(table.players)
    if cell.counted is None:
        return Tally.of(outcomes, first)
    here = cell.counted[(first + np.arange(len(outcomes))) % len(table.seating)]
    present = here.any(axis=1)
    seats = int(cell.counted.sum(axis=1).max())  # the same in every game in which it has any
    columns, histograms = [present.astype(np.int64)], []
    for measure, column in zip(game.measures, game.columns, strict=True):
        if measure.per_seat:
            values = (outcomes[:, column : column + players] * here).sum(axis=1)
            unit = seats * (SHARE if measure.kind == "share" else 1)
        else:
            values, unit = outcomes[:, column] * present, 1
        columns.append(values)
        histograms.append(Histogram.of(values[present], unit))
    return Tally(tuple(histograms), group_sums(np.stack(columns, axis=1), first))
