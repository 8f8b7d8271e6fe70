"""The effects of factors, for the commands that print them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout.cli.shared import print_table, save

if TYPE_CHECKING:
    from playout.report.result import Result
    from playout.study.spec import Spec


def prepare_effects(spec: Spec, measure: str | None, plot: Path | None) -> None:
    """See that there can be effects, and their picture, before anything is played for them."""
    from playout.engine.registry import find_game
    from playout.report.page import prepare_file
    from playout.study.grid import find_measure, grid
    from playout.study.spec import cells

    game = find_game(spec.game)
    grid(game, cells(spec), find_measure(game, measure))
    if plot is not None:
        prepare_file(plot, ".png", ".svg", ".pdf")


def effects_as_data(result: Result, measure: str | None) -> dict[str, Any]:
    """What a run's JSON says of them too; null if a row has no game."""
    if not _everywhere(result):
        return {"effects": None}
    return {"effects": result.effects(measure).to_pandas().to_dict("records")}


def _everywhere(result: Result) -> bool:
    return all(tally.games for tally in result.run.tallies)


def tell_effects(result: Result, measure: str | None, plot: Path | None, json: bool) -> None:
    """Print sentences and table, if no JSON does, and draw the picture if a file is given."""
    from playout.report import plots

    if not _everywhere(result):
        if not json:
            print("No effects: it was stopped before there was a game in every row.")
        return
    found = result.effects(measure)
    if not json:
        print_table(found.terminal())
        print(found.caption())
        print()
        for told in found.sentences():
            print(f"- {told}")
    save(plot, lambda path: plots.save(found.plot(), path))
