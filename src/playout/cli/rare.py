"""The command for rare events."""

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
)
from playout.cli.playing import Out, play_and_tell

SEATED = "different strategies on the seats are --strategy x+y"
app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def rare(
    context: typer.Context,
    game: GameName,
    strategy: Strategy = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="MEASURE", help="The rare event: a rate of the game (default: the first)."
        ),
    ] = None,
    particles: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Games side by side in a replication, as 500 or 20k (default: 10k).",
        ),
    ] = None,
    repeats: Annotated[
        str | None, typer.Option(metavar="N", help="Independent replications (default: 30).")
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    checked: Checked = False,
    keep: Keep = None,
    csv: Csv = None,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Estimate a chance that is too small to be seen by playing.

    Many games are played side by side, and those that come far are copied again and again; the
    estimate takes into account how often that was done, so it is unbiased (multilevel splitting).
    Its interval comes from independent replications of the whole.  Every rule option of the game
    is an option here: --strategy random --players 1.
    """
    from playout.questions.rare import Job, ask
    from playout.questions.rare.asked import PARTICLES, REPEATS

    asked = ask(
        game,
        measure=measure,
        particles=PARTICLES if particles is None else particles,
        repeats=REPEATS if repeats is None else repeats,
        seed=seed,
        **read_options(context, strategy, refused={"seats": SEATED}),
    )
    prepare_files(csv, plot)
    play_and_tell(Job(asked), workers, keep, Out(json, csv, plot))
