"""The command that plays many games and counts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, GameCommand
from playout.cli.lists import say
from playout.cli.options import (
    Checked,
    Csv,
    GameName,
    Json,
    Keep,
    Measures,
    Plot,
    Seed,
    Workers,
    prepare_files,
    read_factors,
    read_measures,
    save,
    strategies_option,
)
from playout.cli.playing import Out, play_and_tell

app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def run(
    context: typer.Context,
    game: GameName,
    strategy: Annotated[
        str | None,
        strategies_option("Who plays, each in a row (default: the game's default strategy)."),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(metavar="N", help="Games per row, as 5000, 100k or 2M (default: 10k)."),
    ] = None,
    precision: Annotated[
        str | None,
        typer.Option(
            metavar="X",
            help="Play until the interval is this narrow: a half-width, as 0.002, or 5% of the "
            "estimate.",
        ),
    ] = None,
    max_games: Annotated[
        str | None,
        typer.Option(metavar="N", help="Games per row at most, with --precision (default: 100M)."),
    ] = None,
    measure: Annotated[
        str,
        typer.Option(
            metavar="MEASURE",
            help="The measure that --precision is about (default: the game's first).",
        ),
    ] = "",
    seed: Seed = 1,
    workers: Workers = None,
    checked: Checked = False,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="A strategy for each seat, as a,b,b; give it again for more rows.",
        ),
    ] = None,
    rotate: Annotated[
        bool, typer.Option(help="Move the strategies of --seats on by a seat from game to game.")
    ] = True,
    by: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="strategy or seat: which of them has a row, where every seat has a result.",
        ),
    ] = "strategy",
    knock_out: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CHANGE",
            help="A row more with this one change, as jump=0 or greedy or quick:memory=0, and what "
            "it changes; give it again for more.",
        ),
    ] = None,
    measures: Measures = None,
    keep: Keep = None,
    part: Annotated[
        str | None,
        typer.Option(metavar="I/N", help="Play a part of the games, as 1/4; see: playout merge."),
    ] = None,
    csv: Csv = None,
    plot: Plot = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Show what each factor changes in the first measure.")
    ] = False,
    effects_of: Annotated[
        str | None,
        typer.Option(metavar="MEASURE", help="Show what each factor changes in this measure."),
    ] = None,
    effects_plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the effects to this file: .png, .svg or .pdf."),
    ] = None,
    json: Json = False,
) -> None:
    """Play many games and count.

    Every rule option of the game is an option here: --players 1..5 --strategy greedy,combo
    --min-cards 1,2.  A list or a range makes a row for every value.  --seats greedy,random,random
    seats different strategies at one table; where every seat has a result of its own, each of them
    has a row.  --knock-out jump=0 --knock-out hand=5 tells what each of these changes does alone.
    """
    from playout.questions.runs import Answer, ask
    from playout.questions.runs.effects.grid import design, with_effects
    from playout.questions.runs.job import part_of
    from playout.report.tables import Figure

    asked = ask(
        game,
        games=games,
        precision=precision,
        max_games=max_games,
        measure=measure,
        seed=seed,
        rotate=rotate,
        by=by,
        seats=seats or None,
        knock_out=knock_out or None,
        **read_factors(context, strategy),
    )
    shown = read_measures(measures, asked.game)
    prepare_files(csv, plot)
    shows_effects = effects or effects_of is not None or effects_plot is not None
    if shows_effects:
        design(asked, asked.game.quantity(effects_of))
        prepare_files(None, effects_plot)

    def answer_of(found: Any) -> Answer:
        of = with_effects(asked, shown) if asked.knock_outs else []
        return Answer(found, effects_of=[effects_of] if shows_effects else of)

    def draw_effects(answer: Any) -> None:
        if answer.found.in_every_row:
            save(effects_plot, lambda path: Figure(answer.effects(effects_of).plot).save(path))
        elif shows_effects:
            say("no effects: the run was stopped before every row had a game")

    out = Out(json, csv, plot, shown, draw_effects, {"--effects-plot": effects_plot})
    play_and_tell(part_of(asked, part), workers, keep, out, answer_of)
