"""The command that holds a tournament."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, GameCommand
from playout.cli.options import (
    Checked,
    Csv,
    GameName,
    Json,
    Keep,
    Plot,
    Seed,
    Workers,
    option,
    prepare_files,
    read_options,
    save,
)
from playout.cli.playing import Out, play_and_tell
from playout.questions.parameters import STRATEGIES

SEATED = "a tournament has --strategies a,b,c, and seats them itself"
app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def tournament(
    context: typer.Context,
    game: GameName,
    strategies: Annotated[
        str, option(replace(STRATEGIES, help="The strategies: a,b,c; or all."))
    ] = "all",
    games: Annotated[
        str | None,
        typer.Option(metavar="N", help="Games in all, as 5000, 100k or 2M (default: 10k)."),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    checked: Checked = False,
    keep: Keep = None,
    csv: Csv = None,
    cross: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the cross table to this file.")
    ] = None,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Let strategies play each other at mixed tables.

    Prints standings, ratings and a cross table, which says who came before whom.  The design is
    balanced: all sets of different strategies sit together equally often, on all seats in turn.
    Every rule option of the game is an option here: --players 4 --set 12.
    """
    from playout.questions.tournament import Job, ask
    from playout.questions.tournament.asked import GAMES
    from playout.report.csv import write_csv

    asked = ask(
        game,
        strategies=strategies,
        games=GAMES if games is None else games,
        seed=seed,
        **read_options(context, refused={"seats": SEATED}),
    )
    prepare_files(csv, plot)
    prepare_files(cross)

    def write_cross(answer: Any) -> None:
        save(cross, lambda path: write_csv(answer.table("cross"), path))

    play_and_tell(
        Job(asked), workers, keep, Out(json, csv, plot, also=write_cross, more={"--cross": cross})
    )
