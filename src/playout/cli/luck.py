"""The command that divides an outcome into skill and luck."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.options import (
    ANY_OPTION,
    Csv,
    Json,
    Keep,
    Plot,
    Seed,
    Workers,
    prepare_files,
    read_options,
)
from playout.cli.playing import Out, play_and_tell

SEATED = "luck has --strategies a,b,c, and seats them itself"
app = typer.Typer()


@app.command(context_settings=ANY_OPTION)
def luck(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game; see: playout games.")],
    strategies: Annotated[str, typer.Option(help="The strategies: a,b,c; or all.")],
    games: Annotated[
        str | None,
        typer.Option(help="Deals, as 5000; every strategy plays each of them (default: 10k)."),
    ] = None,
    repeats: Annotated[
        str | None, typer.Option(help="How often each strategy plays each deal (default: 2).")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(help="The measure whose variance is divided (default: the game's first)."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="The strategy on all other seats, if players are rivals (default: the game's "
            "default)."
        ),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    keep: Keep = None,
    csv: Csv = None,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Say how much of an outcome is luck, and how much is skill.

    The variance of a measure is divided into four parts: the deal, the strategy, both together,
    and the rest.  Every strategy plays the same deals, and plays each of them several times, with
    random streams of its own.  Every rule option of the game is an option here: --players 2
    --min-cards 3.
    """
    from playout.questions.luck import Job, ask
    from playout.questions.luck.asked import DEALS, REPEATS

    asked = ask(
        game,
        strategies=strategies,
        games=DEALS if games is None else games,
        repeats=REPEATS if repeats is None else repeats,
        measure=measure,
        against=against,
        seed=seed,
        **read_options(context.args, refused={"seats": SEATED, "strategy": SEATED}),
    )
    prepare_files(csv, plot)
    play_and_tell(Job(asked), workers, keep, Out(json, csv, plot))
