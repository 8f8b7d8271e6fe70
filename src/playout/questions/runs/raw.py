"""Every single game of a run in a table: a line a game with players, strategy and value."""

from __future__ import annotations

from pathlib import Path

from playout.engine.play.batch import play_batch
from playout.questions.runs.found import Found
from playout.questions.runs.seats import Setup
from playout.runner.atomic_file import written

CHUNK = 10_000  # games of a setup in memory at a time


def write(found: Found, name: str, path: Path) -> None:
    """Write the value of a measure in every game.

    Games are played again, which gives the same games, because a run keeps only counts.  Lines
    go round the setups, game after game.
    """
    measure = found.measure(name)
    column = found.game.column(measure)
    games = min(found.played.values())
    heads = [_head(setup) for setup in found.played]
    with written(path) as draft, draft.open("w", encoding="utf-8") as file:
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            columns = []
            for one in found.played:
                here = one.rules, one.players, found.asked.seed, first, count, one.seating
                columns.append(play_batch(*here)[:, column])
            for values in zip(*columns, strict=True):
                pairs = zip(heads, values, strict=True)
                file.writelines(
                    f"{head}\t{measure.word(v) if measure.categories else v}\n" for head, v in pairs
                )


def _head(setup: Setup) -> str:
    who = setup.factors.get("strategy", setup.factors.get("seats"))
    return f"{setup.factors['players']}\t{who}"
