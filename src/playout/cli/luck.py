"""The command that tells skill from luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playout.cli.saved import played_job
from playout.cli.shared import (
    ANY_OPTION,
    Cluster,
    Json,
    Keep,
    Processes,
    Seed,
    Threads,
    leave,
    prepare_files,
    print_json,
    print_table,
    read_factors,
    save,
    single,
)

app = typer.Typer()


@app.command(context_settings=ANY_OPTION)
def luck(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game: the-game, mexican-train.")],
    strategies: Annotated[str, typer.Option(help="Whose skill: a,b,c; or all there are.")],
    games: Annotated[
        str, typer.Option(help="Deals, as 5000 or 10k; every strategy plays each of them.")
    ] = "10k",
    repeats: Annotated[int, typer.Option(help="How often each strategy plays each deal.")] = 2,
    measure: Annotated[
        str | None, typer.Option(help="What is divided; default: the game's first measure, win.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Who has all other seats where players are rivals; see: playout games."),
    ] = None,
    seed: Seed = 1,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    keep: Keep = None,
    csv: Annotated[Path | None, typer.Option(help="Write the parts to this file too.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .png, .svg or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Say how much of an outcome is the deal, the strategy, both together, and the rest.

    Every strategy plays the same deals, and plays each of them several times, with random streams
    of its own.  Every rule option of the game is an option here: --players 2 --min-cards 3.
    """
    from playout.engine.errors import PlayoutError
    from playout.questions import make_luck
    from playout.report import plots
    from playout.report.luck import Luck
    from playout.study.luck import LuckRun

    factors = read_factors(context.args)
    for name in ("seats", "strategy"):
        if name in factors:
            raise PlayoutError(f"--{name}: luck has --strategies a,b,c, and seats them itself")
    asked = make_luck(
        game,
        strategies=strategies,
        games=games,
        repeats=repeats,
        measure=measure,
        against=against,
        seed=seed,
        **single(factors),
    )
    prepare_files(csv, plot)

    who = (threads, processes, cluster)
    found, error = played_job(LuckRun(asked), who, keep, unit="deals")
    told = Luck(found)
    if json:
        print_json(told.to_dict())
    else:
        for table in told.terminal():
            print_table(table)
        print(told.sentence())
        print(told.caption())
    save(csv, lambda path: told.to_pandas().to_csv(path, index=False))
    save(plot, lambda path: plots.save(told.plot(), path))
    leave(error, found.complete)
