"""The command that compares two sides."""

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
    print_table,
    read_factors,
    save,
    single,
)

app = typer.Typer()


@app.command(context_settings=ANY_OPTION)
def compare(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game; see: playout games.")],
    a: Annotated[str | None, typer.Option("--a", help="Strategy of side A.")] = None,
    b: Annotated[str | None, typer.Option("--b", help="Strategy of side B.")] = None,
    a_rules: Annotated[
        str | None, typer.Option(help="Rule options of side A alone: min_cards=1,hints=marks.")
    ] = None,
    b_rules: Annotated[str | None, typer.Option(help="Rule options of side B alone.")] = None,
    measure: Annotated[str, typer.Option(help="What is compared; default: the game's first.")] = "",
    margin: Annotated[
        str | None,
        typer.Option(help="A difference that does not matter (rates: 0.005; means: none)."),
    ] = None,
    error: Annotated[str, typer.Option(help="Chance of a wrong verdict, at most.")] = "0.05",
    max_games: Annotated[
        str, typer.Option(help="Deals, at most, as 5000, 100k or 2M; each is played twice.")
    ] = "1M",
    seed: Seed = 1,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    keep: Keep = None,
    csv: Annotated[Path | None, typer.Option(help="Write what was found to this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .png, .svg or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Say which of two sides is better, with a bound on the chance of being wrong.

    Both play the same deals, until a sequential test knows: A better, B better, or equal within
    the margin.  --strategy is that of both sides if they differ in their rules; every rule option
    of the game is an option here, and holds for both.
    """
    from playout.questions import make_comparison
    from playout.report import plots
    from playout.report.compared import ComparisonResult
    from playout.study.compare import ComparisonRun

    asked = make_comparison(
        game,
        a=a,
        b=b,
        a_rules=a_rules,
        b_rules=b_rules,
        measure=measure,
        margin=margin,
        error=error,
        max_games=max_games,
        seed=seed,
        **single(read_factors(context.args)),
    )
    prepare_files(csv, plot)

    who = (threads, processes, cluster)
    found, failure = played_job(ComparisonRun(asked), who, keep, unit="deals")
    result = ComparisonResult(found)
    if json:
        print(result.json())
    else:
        print(result.sentence())
        print_table(result.terminal())
        print(result.caption())
    save(csv, lambda path: result.to_pandas().to_csv(path, index=False))
    save(plot, lambda path: plots.save(result.plot(), path))
    leave(failure, found.complete)
