"""The command that compiles games ahead."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.commands import LOOK, Command
from playout.cli.options import game_names
from playout.cli.output import print_text

app = typer.Typer()


@app.command(cls=Command, rich_help_panel=LOOK)
def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME ...",
            help="Games to compile (default: all games of Playout).",
            autocompletion=game_names,
            show_default=False,
        ),
    ] = None,
) -> None:
    """Compile games ahead, so that first answers come at once.

    Compiles what people commonly ask of a game: runs with each strategy, comparisons, luck, odds,
    reviews and tables in the browser. All cores compile. If you stop it, what it has compiled is
    kept.
    """
    from playout.preparation.warm import warm
    from playout.report.progress import Terminal

    print_text(str(warm(*games or (), progress=Terminal())))
