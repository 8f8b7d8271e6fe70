"""The command that says which decisions lose a strategy's games."""

from __future__ import annotations

from typing import Annotated

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
    Strategy,
    Workers,
    prepare_files,
    read_options,
    strategy_names,
)
from playout.cli.playing import Out, play_and_tell

app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def mistakes(
    context: typer.Context,
    game: GameName,
    strategy: Strategy = None,
    reviewer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who plays on in the worlds (default: what search would play as).",
            autocompletion=strategy_names,
        ),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="Judge the decisions of this seat alone.")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="MEASURE", help="What moves are worth (default: the game's first measure)."
        ),
    ] = None,
    games: Annotated[
        str | None, typer.Option(metavar="N", help="Games to judge (default: 200).")
    ] = None,
    worlds: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Worlds for each decision; each move is played in each of them (default: 100).",
        ),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    checked: Checked = False,
    keep: Keep = None,
    csv: Csv = None,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Say which decisions lose a strategy's games.

    Games are played, and every decision is judged as playout review does: by how much the move that
    was made is behind the best one found, by phase of the game and by kind of move.
    Every rule option of the game is an option here: --players 2 --min-cards 3.
    """
    from playout.questions.mistakes import Job, ask
    from playout.questions.mistakes.asked import GAMES, WORLDS

    asked = ask(
        game,
        reviewer=reviewer,
        seat=seat,
        measure=measure,
        games=GAMES if games is None else games,
        worlds=WORLDS if worlds is None else worlds,
        seed=seed,
        **read_options(context, strategy),
    )
    prepare_files(csv, plot)
    play_and_tell(Job(asked), workers, keep, Out(json, csv, plot))
