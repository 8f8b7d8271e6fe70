"""The command that compares two sides."""

from __future__ import annotations

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
    prepare_files,
    read_options,
    strategies_option,
    strategy_names,
)
from playout.cli.playing import Out, play_and_tell

SEATED = "different strategies on the seats of a side are --a x+y or --b x+y"
app = typer.Typer()


def _side(letter: str) -> Any:
    help = f"Strategy of side {letter.upper()}."
    return typer.Option(f"--{letter}", metavar="NAME", help=help, autocompletion=strategy_names)


SideA = Annotated[str | None, _side("a")]
SideB = Annotated[str | None, _side("b")]


@app.command(cls=GameCommand, rich_help_panel=ASK)
def compare(
    context: typer.Context,
    game: GameName,
    a: SideA = None,
    b: SideB = None,
    strategy: Annotated[
        str | None, strategies_option("Strategy of both sides, which then differ in their rules.")
    ] = None,
    a_rules: Annotated[
        str | None,
        typer.Option(
            metavar="RULE=X,...", help="Rule options of side A alone: min_cards=1,hints=marks."
        ),
    ] = None,
    b_rules: Annotated[
        str | None, typer.Option(metavar="RULE=X,...", help="Rule options of side B alone.")
    ] = None,
    measure: Annotated[
        str,
        typer.Option(metavar="MEASURE", help="The measure to compare (default: the game's first)."),
    ] = "",
    margin: Annotated[
        str | None,
        typer.Option(
            metavar="X",
            help="A difference too small to matter (default: 0.005 for rates and shares, none for "
            "means).",
        ),
    ] = None,
    error: Annotated[
        str | None,
        typer.Option(metavar="P", help="Highest chance of a wrong verdict (default: 0.05)."),
    ] = None,
    max_games: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Most deals, as 5000, 100k or 2M; each is played twice (default: 1M)."
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
    """Say which of two sides is better.

    Both play the same deals, until a sequential test decides: A is better, B is better, or they
    are equal within the margin.  The chance of a wrong verdict is at most --error.  Sides that
    differ only in their rules share one --strategy.  Every rule option of the game is an option
    here, and holds for both sides.
    """
    from playout.questions.compare import Job, ask
    from playout.questions.compare.asked import ERROR, MOST_DEALS

    asked = ask(
        game,
        a=a,
        b=b,
        a_rules=a_rules,
        b_rules=b_rules,
        measure=measure,
        margin=margin,
        error=ERROR if error is None else error,
        max_games=MOST_DEALS if max_games is None else max_games,
        seed=seed,
        **read_options(context, strategy, refused={"seats": SEATED}),
    )
    prepare_files(csv, plot)
    play_and_tell(Job(asked), workers, keep, Out(json, csv, plot))
