"""The command that says which moves of a game mattered."""

from __future__ import annotations

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
    one_each,
    prepare_files,
    read_factors,
    save,
    strategies_option,
    strategy_names,
)
from playout.cli.playing import Out, play_and_tell

app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def review(
    context: typer.Context,
    game: GameName,
    strategy: Annotated[
        str | None,
        strategies_option(
            "Who played: one for all seats, or one for each (default: what search would play as)."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="The --seats of the run: a,b,b; they move on a seat from game to game.",
        ),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A run that was saved: the game is one of its, in its"),
    ] = None,
    row: Annotated[
        str | None, typer.Option(metavar="N", help="row, 1, 2, ... (default: 1).")
    ] = None,
    number: Annotated[
        str, typer.Option("--game", metavar="N", help="Number of the game in its run.")
    ] = "0",
    moves: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The moves of somebody's game instead: one in each line, or what playout replay "
            "--json prints.",
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Where it began, as playout replay --json prints it, if not dealt."
        ),
    ] = None,
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
    worlds: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Worlds for each decision, as 5000 or 20k; each move is played in each of them "
            "(default: 2000).",
        ),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    checked: Checked = False,
    keep: Keep = None,
    csv: Csv = None,
    plot: Plot = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as a page to this file: .html.")
    ] = None,
    json: Json = False,
) -> None:
    """Say which moves of a game mattered, and what was luck.

    At each decision worlds are dealt as the seat to move may know them.  In each, every legal move
    is made, and the reviewer plays on to the end on every seat.  So it is seen what the move that
    was made cost; all else that changed the chance was luck.
    Every rule option of the game is an option here: --players 2 --min-cards 3.
    """
    from playout.api import game_of_run
    from playout.engine.words.errors import PlayoutError
    from playout.questions.review import Job, ask
    from playout.questions.review.asked import WORLDS
    from playout.report.page import prepare_file, write_answer

    if html is not None:
        prepare_file(html, ".html")
    factors = read_factors(context, strategy)
    factors |= {"strategy": ["+".join(factors["strategy"])]} if "strategy" in factors else {}
    words: dict[str, Any] = one_each(factors)
    words |= {"seats": seats, "moves": moves, "position": position}
    played: Any = game
    if run is not None:
        played, words = game_of_run(run, row, number, game, *words.values()), {}
    elif row is not None:
        raise PlayoutError("--row goes with --run, the file of a run")
    asked = ask(
        played,
        game_number=number,
        reviewer=reviewer,
        seat=seat,
        measure=measure,
        worlds=WORLDS if worlds is None else worlds,
        seed=seed,
        **words,
    )
    prepare_files(csv, plot)
    play_and_tell(
        Job(asked),
        workers,
        keep,
        Out(
            json,
            csv,
            plot,
            also=lambda answer: save(html, lambda path: write_answer(answer, path)),
            more={"--html": html},
        ),
    )
