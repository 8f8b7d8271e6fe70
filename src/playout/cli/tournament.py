"""The command for tournaments."""

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
def tournament(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game: mexican-train.")],
    strategies: Annotated[str, typer.Option(help="Who plays: a,b,c; or all there are.")] = "all",
    games: Annotated[str, typer.Option(help="Games in all, as 5000, 100k or 2M.")] = "10k",
    seed: Seed = 1,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    keep: Keep = None,
    csv: Annotated[Path | None, typer.Option(help="Write the standings to this file too.")] = None,
    cross: Annotated[Path | None, typer.Option(help="Write the cross table to this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .png, .svg or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Let strategies play each other at mixed tables: standings, ratings, cross table.

    Every rule option of the game is an option here: --players 4 --set 12.  The design is balanced:
    all sets of different strategies sit together equally often, everybody on every seat.
    """
    from playout.engine.errors import PlayoutError
    from playout.questions import make_tournament
    from playout.report import plots
    from playout.report.standings import Standings
    from playout.study.tournament import TournamentRun

    factors = read_factors(context.args)
    for name in ("seats", "strategy"):
        if name in factors:
            raise PlayoutError(
                f"--{name}: a tournament has --strategies a,b,c, and seats them itself"
            )
    options = single(factors)
    if csv is not None and csv == cross:
        raise PlayoutError(f"--csv {csv}, --cross {cross}: two files are needed")
    asked = make_tournament(game, strategies=strategies, games=games, seed=seed, **options)
    prepare_files(csv, plot)
    prepare_files(cross, None)

    who = (threads, processes, cluster)
    found, error = played_job(TournamentRun(asked), who, keep)
    standings = Standings(found)
    if json:
        print_json({"complete": found.complete, "rows": standings.to_pandas().to_dict("records")})
    else:
        for table in standings.terminal():
            print_table(table)
        print(standings.caption())
    save(csv, lambda path: standings.to_pandas().to_csv(path, index=False))
    save(cross, lambda path: standings.cross().to_csv(path, index=False))
    save(plot, lambda path: plots.save(standings.plot(), path))
    leave(error, found.complete)
