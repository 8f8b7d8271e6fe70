"""The command that divides an outcome into skill and luck."""

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
    strategy_names,
)
from playout.cli.playing import Out, play_and_tell

SEATED = "luck has --strategies a,b,c, and seats them itself"
app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def luck(
    context: typer.Context,
    game: GameName,
    strategies: Annotated[
        str, strategies_option("Two strategies or more: a,b,c; or all.", first="--strategies")
    ],
    games: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Deals, as 5000; every strategy plays each of them (default: 10k)."
        ),
    ] = None,
    repeats: Annotated[
        str | None,
        typer.Option(metavar="N", help="How often each strategy plays each deal (default: 2)."),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="MEASURE",
            help="The measure whose variance is divided (default: the game's first).",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=strategy_names,
            help="The strategy on all other seats, if players are rivals (default: the game's "
            "default).",
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
    """Say how much of an outcome is luck, and how much is skill.

    The variance of a measure is divided into four parts: the deal, the strategy, both together,
    and the rest; where dice are thrown, their chance is a fifth.  Every strategy plays the same
    deals, and plays each of them several times, with random streams of its own.  Every rule option
    of the game is an option here: --players 2 --min-cards 3.
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
        **read_options(context, refused={"seats": SEATED}),
    )
    prepare_files(csv, plot)
    play_and_tell(Job(asked), workers, keep, Out(json, csv, plot))
