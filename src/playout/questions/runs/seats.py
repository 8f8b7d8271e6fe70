"""The line-ups of a run, their rules, and the results that make a row.

A setup is what is played at one table: rules, players, and where they sit in each game.  A row of
the results is a setup, or, where every seat has a result of its own, one strategy in it, or one
seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from playout.engine.chance.seating import Seating, fixed, rotating
from playout.engine.game.game import Game, Measure, Player, Rules, Value
from playout.engine.who.references import find_players, split_line_up
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, read_each
from playout.engine.words.spelling import as_typed
from playout.stats.tally import Counts, Histogram, Tallies, Tally, group_sums

By = Literal["strategy", "seat"]


@dataclass(frozen=True, eq=False)
class Setup:
    """Complete rules, who plays, and where they sit."""

    factors: dict[str, Value]  # as a row shows them
    rules: Rules
    players: tuple[Player, ...]
    seating: Seating


@dataclass(frozen=True, eq=False)
class Row:
    """A row of the results."""

    factors: dict[str, Value]  # players, strategy, then what varies
    setup: Setup
    counted: npt.NDArray[np.bool_] | None = None  # counted[row of the seating, seat]; None: all

    @property
    def rules(self) -> Rules:
        return self.setup.rules

    @property
    def players(self) -> tuple[Player, ...]:
        """The players of its setup, in the order of their line-up."""
        return self.setup.players

    @property
    def sides(self) -> int:
        """How many sides play against each other at its table."""
        return self.rules.sides

    @property
    def each_side(self) -> Counts:
        """How many seats of each side it counts: ``[row of the seating, side]``."""
        every = np.ones((1, len(self.players)), bool) if self.counted is None else self.counted
        each: Counts = every.reshape(len(every), -1, self.sides).sum(axis=1)
        return each

    @property
    def of_equals(self) -> bool:
        """Whether it counts as many seats of every side, as where all play the same strategy."""
        each = self.each_side
        return self.counted is not None and bool((each == each[:, :1]).all())

    @property
    def seats(self) -> int:
        """How many seats it counts in each game in which it has any; 1 of a whole game."""
        return 1 if self.counted is None else int(self.counted.sum(axis=1).max())


def line_ups(given: object) -> list[str]:
    """Line-ups "a,b,b" from one or several, each a list or a text with commas."""
    if isinstance(given, str):
        return [given]
    each = read_each("seats", given)
    if all(isinstance(name, str) and "," not in name for name in each):
        each = [each]  # one line-up, a name for each seat
    joined = [one if isinstance(one, str) else _joined(one) for one in each]
    if not joined or not all(joined):
        raise PlayoutError(
            f"{as_typed('seats', given)}: name one strategy for each seat, such as a,b,b"
        )
    return joined


def _joined(names: object) -> str:
    """A list of names as "a,b,b"; "" if it is none."""
    here = read_each("seats", names)
    texts = [name for name in here if isinstance(name, str)]
    return ",".join(texts) if len(texts) == len(here) else ""


def read_by(game: Game, given: object) -> By:
    """Read what has a row of its own; PlayoutError if the game cannot be counted like that."""
    known: dict[object, By] = {by: by for by in get_args(By)}
    if not isinstance(given, str) or given not in known:
        raise PlayoutError(f"{as_typed('by', given)}: {suggest(given, get_args(By))}")
    if given == "seat" and not game.counts_seats:
        raise PlayoutError(
            f"{as_typed('by', 'seat')}: {game.name} has no measure that is counted for each seat"
        )
    return known[given]


def lay(game: Game, chosen: Mapping[str, Value], case: Mapping[str, Value], rotate: bool) -> Setup:
    """The setup of some chosen values: rule options, and who plays.

    That is ``strategy``, one for all or "a+b", one per seat, who stay; or ``seats``, a line-up
    "a,b,b", who move on from game to game if they ``rotate``.  The options of a ``case``
    hold too, but are not shown as factors.
    """
    options = {name: value for name, value in chosen.items() if name not in ("strategy", "seats")}
    given = {**options, **case}
    if "seats" in chosen:
        names = split_line_up(str(chosen["seats"]))
        most = game.option("players")
        if "players" not in given and not most.low <= len(names) <= most.high:
            known = brief(str(chosen["seats"]))
            range_ = f"{most.low} to {most.high}" if most.low < most.high else f"{most.high}"
            raise PlayoutError(
                f"{as_typed('seats', known)}: names {len(names)}, but "
                f"{game.name} is for {range_}: name one for each seat"
            )
        rules = game.with_options({"players": len(names), **given})
        players = find_players(rules, names)
        who, label = "seats", ",".join(player.reference for player in players)
    else:
        rules = game.with_options(given)
        players = find_players(rules, str(chosen["strategy"]))
        labels = list(dict.fromkeys(player.reference for player in players))
        who, label = "strategy", labels[0]
        if len(labels) > 1:
            label = "+".join(player.reference for player in players)
    factors: dict[str, Value] = {"players": rules["players"], who: label}
    factors |= {name: rules.label(name) for name in options}
    seating = rotating if rotate and who == "seats" else fixed
    return Setup(factors, rules, players, seating(len(players)))


def rows_of(game: Game, setups: Sequence[Setup], by: By) -> list[Row]:
    """The rows of setups, in their order."""
    rows = []
    mixed = any(len(_names(setup)) > 1 or "seats" in setup.factors for setup in setups)
    for setup in setups:
        line_up = ",".join(player.reference for player in setup.players)
        rest = {n: v for n, v in setup.factors.items() if n not in ("strategy", "seats")}
        first: dict[str, Value] = {"players": rest.pop("players")}
        if not game.counts_seats:
            strategy = setup.factors.get("strategy", line_up)
            rows.append(Row({**first, "strategy": strategy, **rest}, setup))
            continue
        if mixed:
            first["seats"] = line_up
        names = np.array([player.reference for player in setup.players])[setup.seating]
        for name in _names(setup):
            label: dict[str, Value] = {**first, "strategy": name}
            if by == "strategy":
                rows.append(Row({**label, **rest}, setup, names == name))
                continue
            for k in range(len(setup.players)):
                here = (names == name) & (np.arange(len(setup.players)) == k)
                if here.any():
                    rows.append(Row({**label, "seat": k, **rest}, setup, here))
    return rows


def _names(setup: Setup) -> list[str]:
    """The strategies of a setup, each once."""
    return list(dict.fromkeys(player.reference for player in setup.players))


def aimed_at(game: Game, measure: str | None, players: int, rows: Sequence[Row]) -> Measure:
    """The measure whose precision is meant: also the chance of some of its values."""
    named = None if measure is None else game.measure_or_rate(measure)
    if named is None or named.condition is None:
        return game.quantity(measure, players)
    if named.per_seat and any(row.seats > 1 for row in rows):
        raise PlayoutError(
            f"{as_typed('measure', named.name)}: if a strategy has several seats, the chance of "
            "such a value in one seat is not known; with --by seat every seat has a row"
        )
    return named


def count(rows: Sequence[Row], outcomes: Counts, first: int) -> Tallies:
    """The tallies of the rows of one setup, from ``outcomes[game, column]``.

    The value of a row in a game is the mean over its seats; games in which it has none do not count
    for it.
    """
    tallies = (_tally(row, outcomes, first) for row in rows)
    return Tallies(len(outcomes), tuple(tallies))


def _tally(row: Row, outcomes: Counts, first: int) -> Tally:
    setup, game, players = row.setup, row.rules.game, len(row.players)
    if row.counted is None:
        return Tally.of(outcomes, first)
    here = row.counted[(first + np.arange(len(outcomes))) % len(setup.seating)]
    present = here.any(axis=1)
    columns, histograms = [present.astype(np.int64)], []
    for measure, column in zip(game.measures, game.columns, strict=True):
        if measure.per_seat:
            values = (outcomes[:, column : column + players] * here).sum(axis=1)
            unit = row.seats * measure.unit
        else:
            values, unit = outcomes[:, column] * present, 1
        columns.append(values)
        histograms.append(Histogram.of(values[present], unit))
    return Tally(tuple(histograms), group_sums(np.stack(columns, axis=1), first))
