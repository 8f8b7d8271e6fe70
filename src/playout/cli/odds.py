"""The command that weighs the moves of a position."""

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
    Workers,
    prepare_files,
    read_options,
    strategies_option,
)
from playout.cli.playing import Out, play_and_tell

SEATED = "different strategies on the seats are --strategy x+y"
app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def odds(
    context: typer.Context,
    game: GameName,
    strategy: Annotated[
        str | None,
        strategies_option("Who plays before and after (default: what search would play as)."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The position, as playout replay --json prints it."),
    ] = None,
    number: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="N", help="Or the game of that number in a run (default: 0),"
        ),
    ] = None,
    turn: Annotated[
        str | None,
        typer.Option(metavar="N", help="when so many of its moves have been made (default: 0)."),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="MEASURE", help="What a move is worth (default: the game's first measure)."
        ),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Most worlds, as 5000 or 20k; each move is played in each of them (default: 10k).",
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
    """Say what the chance is from a position, move by move.

    Worlds are dealt as the seat to move may know them.  In each, every legal move is made, and the
    strategy plays on to the end on every seat.  It stops early once one move is clearly best.
    Every rule option of the game is an option here: --players 2 --min-cards 3.
    """
    from playout.questions.odds import Job, ask
    from playout.questions.odds.asked import WORLDS

    asked = ask(
        game,
        position=position,
        game_number=number,
        turn=turn,
        measure=measure,
        games=WORLDS if games is None else games,
        seed=seed,
        **read_options(context, strategy, refused={"seats": SEATED}),
    )
    prepare_files(csv, plot)
    play_and_tell(Job(asked), workers, keep, Out(json, csv, plot))
