"""Results as tidy tables: one row a cell, plain column names."""

from __future__ import annotations

import math
import shlex
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from playout.engine.game import Measure
from playout.stats.intervals import Interval
from playout.study.estimates import LEVEL, NAMES, How, interval_of
from playout.study.run import Run
from playout.study.spec import measured
from playout.study.tables import Cell

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table
KINDS: dict[How, str] = {
    "fixed": "fixed-n (for a number of games fixed in advance; rates: Clopper-Pearson, means: "
    "Student t)",
    "anytime": "anytime-valid (confidence sequences: the run may be stopped at any time)",
}


def intervals(run: Run, index: int) -> dict[str, Interval]:
    """The interval of every measure in a row."""
    found = {}
    rules, histograms = run.cells[index].rules, run.tallies[index].histograms
    for measure, histogram in zip(run.game.measures, histograms, strict=True):
        aimed = run.spec.precision is not None and measure == measured(run.spec, run.game)
        aim = run.spec.precision if aimed else None
        found[measure.name] = interval_of(measure, rules, histogram, run.how, aim=aim)
    return found


def rows(run: Run) -> list[dict[str, Any]]:
    """A dict per cell: its factors, ``games``, m, m_low, m_high for every measure m, ``interval``.

    The last is the kind of the intervals: fixed-n or anytime-valid.
    """
    table = []
    for index, (cell, tally) in enumerate(zip(run.cells, run.tallies, strict=True)):
        row: dict[str, Any] = {**cell.factors, "games": tally.games}
        for name, (estimate, low, high) in intervals(run, index).items():
            row |= {name: estimate, f"{name}_low": low, f"{name}_high": high}
        table.append(row | {"interval": NAMES[run.how]})
    return table


def frame(run: Run) -> pd.DataFrame:
    """The rows as a data frame."""
    import pandas as pd

    return pd.DataFrame(rows(run))


def percent(value: float, reach: float) -> str:
    """A rate in per cent, with the digits that its half-width `reach` earns: ``8.83``."""
    if math.isnan(value):
        return "-"
    return f"{100 * value:.{digits(100 * reach)}f}"


def number(value: float, reach: float) -> str:
    """A mean with the digits that its half-width earns."""
    if math.isnan(value) or math.isinf(value):
        return "-"
    return f"{value:.{digits(reach)}f}"


def digits(reach: float) -> int:
    """Decimals so that the last shown is about a tenth of the half-width: between 0 and 6."""
    if not reach > 0 or math.isinf(reach):
        return 1
    return min(6, max(0, 1 - math.floor(math.log10(reach))))


def shown(measure: Measure, interval: Interval) -> str:
    """An interval for people: ``8.83 % (8.65 to 9.01)`` or ``21.41 (21.35 to 21.47)``."""
    if math.isnan(interval.estimate):
        return "-"  # of no games
    reach = (interval.high - interval.low) / 2
    write = number if measure.kind == "mean" else percent
    low, high = write(interval.low, reach), write(interval.high, reach)
    unit = "" if measure.kind == "mean" else " %"
    return f"{write(interval.estimate, reach)}{unit} ({low} to {high})"


def head(name: str) -> str:
    """A column name for people."""
    return name.replace("_", " ")


def formatted(run: Run) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of text, an interval per measure."""
    factors = list(run.cells[0].factors) if run.cells else []
    heads = [*map(head, factors), "games", *(head(m.name) for m in run.game.measures)]
    body = []
    for index, (cell, tally) in enumerate(zip(run.cells, run.tallies, strict=True)):
        found = intervals(run, index)
        measures = [shown(m, found[m.name]) for m in run.game.measures]
        body.append([*map(str, cell.factors.values()), f"{tally.games:,}", *measures])
    return heads, body


def terminal(run: Run) -> Table:
    """The table for a terminal."""
    from rich import box
    from rich.table import Table

    heads, body = formatted(run)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    words = [isinstance(value, str) for value in run.cells[0].factors.values()]
    for place, name in enumerate(heads):
        table.add_column(name, justify="left" if any(words[place : place + 1]) else "right")
    for row in body:
        table.add_row(*row)
    return table


def caption(run: Run) -> str:
    """What the numbers are, in a line."""
    partial = "" if run.complete else "PARTIAL RESULT (stopped): "
    return (
        f"{partial}95 % intervals, {KINDS[run.how]}; same deals at every "
        f"table; seed {run.spec.seed}; {run.games:,} games in {run.seconds:.1f} s{_of_seats(run)}"
    )


def as_data(run: Run) -> dict[str, Any]:
    """All of it for machines: what was played, and the rows."""
    return {
        "game": run.game.name,
        "game_version": run.game.version,
        "playout": version("playout"),
        "seed": run.spec.seed,
        "interval": NAMES[run.how],
        "level": LEVEL,
        "complete": run.complete,
        "precision": None if run.spec.precision is None else str(run.spec.precision),
        "reached": not run.missed,
        "games": run.games,
        "seconds": run.seconds,
        "rows": rows(run),
    }


def command(run: Run, index: int) -> str:
    """The command that counts the games of one row again, and prints the same estimates."""
    cell = run.cells[index]
    words = ["playout run", run.game.name, *_who(cell), *_rules(cell)]
    words += [] if run.spec.by == "strategy" else [f"--by {run.spec.by}"]
    games = run.played[cell.table] if run.game.counts_seats else run.tallies[index].games
    return " ".join([*words, f"--games {games}", f"--seed {run.spec.seed}"])


def replay(run: Run, index: int) -> str:
    """The command that prints the first game of one row, move by move."""
    cell = run.cells[index]
    words = ["playout replay", run.game.name, *_who(cell, replayed=True), *_rules(cell)]
    return " ".join([*words, f"--seed {run.spec.seed}", "--game 0"])


def _who(cell: Cell, replayed: bool = False) -> list[str]:
    table = cell.table
    names = [player.reference for player in table.players]
    if "seats" in table.factors and (len(table.seating) > 1 or not replayed):
        moving = [] if len(table.seating) > 1 else ["--no-rotate"]
        return [f"--seats {shlex.quote(','.join(names))}", *moving]
    one = names[0] if len(set(names)) == 1 else "+".join(names)
    return [f"--players {len(names)}", f"--strategy {shlex.quote(one)}"]


def _rules(cell: Cell) -> list[str]:
    changed = cell.rules.changed().items()
    return [f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for name, value in changed]


def missed(run: Run) -> str:
    """The sentence on the rows that have not reached the precision asked for; "" if all have."""
    if not run.missed or not run.complete:
        return ""
    measure = measured(run.spec, run.game)
    reached = []
    for index in run.missed:
        found = intervals(run, index)[measure.name]
        half = (found.high - found.low) / 2
        part = half / abs(found.estimate) if found.estimate else math.inf
        aim = run.spec.precision
        reached.append(100 * part if aim is not None and aim.relative else half)
    unit = "%" if run.spec.precision is not None and run.spec.precision.relative else ""
    return (
        f"precision {run.spec.precision} of {measure.name} was not reached in {len(reached)} of "
        f"{len(run.cells)} rows with {run.spec.max_games:,} games each (at worst "
        f"{max(reached):.3g}{unit}); raise --max-games or ask for less"
    )


def _of_seats(run: Run) -> str:
    """What the numbers of a seat are, if there are any."""
    named = [head(measure.name) for measure in run.game.measures if measure.per_seat]
    if not named:
        return ""
    what = ", ".join(named)
    if run.spec.by == "seat":
        return f"\n{what}: of the seat"
    fair = {f"{100 / len(cell.players):.4g}" for cell in run.cells}
    equal = f"; equal players win {fair.pop()} %" if len(fair) == 1 else ""
    return f"\n{what}: of one seat of the strategy{equal}"
