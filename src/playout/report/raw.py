"""Every single game of a run in a table, in the format of the blog's ``simulation.tsv``."""

from __future__ import annotations

from pathlib import Path

from playout.engine.batch import play_batch
from playout.stats.tally import Counts
from playout.study.run import Run
from playout.study.tables import Table

CHUNK = 10_000  # games of a cell in memory at a time


def write(run: Run, path: Path) -> None:
    """Write a line a game: players, strategy and value.

    Games are played again, which gives the same games, because a run keeps only counts.  Lines
    go round the tables, game after game, as in the blog.
    """
    names = [measure.name for measure in run.game.measures]
    place = run.game.columns[names.index(run.spec.raw)]
    games = min(run.played.values())
    heads = [_head(table) for table in run.played]
    with path.open("w", encoding="utf-8") as file:
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            columns = [
                _played(table, run.spec.seed, first, count)[:, place] for table in run.played
            ]
            for values in zip(*columns, strict=True):
                file.writelines(f"{head}\t{v}\n" for head, v in zip(heads, values, strict=True))


def _head(table: Table) -> str:
    who = table.factors.get("strategy", table.factors.get("seats"))
    return f"{table.factors['players']}\t{who}"


def _played(table: Table, seed: int, first: int, count: int) -> Counts:
    return play_batch(table.rules, table.players, seed, first, count, table.seating)
