"""The command for rare events."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playout.cli.shared import (
    ANY_OPTION,
    STOPPED,
    Bar,
    Seed,
    Threads,
    prepare_files,
    read_factors,
    save,
    single,
)

app = typer.Typer()


@app.command(context_settings=ANY_OPTION)
def rare(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game: the-game.")],
    measure: Annotated[str, typer.Option(help="What is rare: a rate of the game.")] = "win",
    particles: Annotated[
        str, typer.Option(help="Games at once in a replication, as 500 or 10k.")
    ] = "10k",
    repeats: Annotated[str, typer.Option(help="Independent replications.")] = "30",
    seed: Seed = 1,
    threads: Threads = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write a row for each level to this file too.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .png, .svg or .pdf.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print all numbers for machines.")] = False,
) -> None:
    """Find a chance that is too small to be seen in the games one can play.

    Every rule option of the game is an option here, and so is --strategy: --strategy random
    --players 1.  By multilevel splitting: games that come far are copied, and what copying has
    changed is taken back, so the estimate is unbiased; its interval is that of the replications.
    """
    from json import dumps

    from playout.questions import make_question
    from playout.report import plots
    from playout.report.rare import Rare
    from playout.study.splitting import split

    options = single(read_factors(context.args))
    asked = make_question(
        game, measure=measure, particles=particles, repeats=repeats, seed=seed, **options
    )
    prepare_files(csv, plot)
    with Bar(unit="replications") as progress:
        found = Rare(split(asked, threads=threads, progress=progress))
    print(dumps(found.to_dict(), indent=2) if json else found)
    save(csv, lambda path: found.to_pandas().to_csv(path, index=False))
    save(plot, lambda path: plots.save(found.plot(), path))
    if not found.complete:
        raise typer.Exit(STOPPED)
