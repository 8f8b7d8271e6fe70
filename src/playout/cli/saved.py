"""Commands for runs that are files: resume, extend, merge, status, export, verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.shared import (
    Bar,
    Cluster,
    Json,
    Processes,
    Threads,
    leave,
    played,
    prepare_files,
    print_json,
    print_table,
    save,
)

if TYPE_CHECKING:
    from playout.engine.errors import PlayoutError
    from playout.study.run import Run

app = typer.Typer()

Who = tuple[int | None, int | None, str | None]  # threads, processes, cluster
File = Annotated[Path, typer.Argument(metavar="RUN", help="The file of the run.")]


def counted_something(found: Any) -> bool:
    """Whether a result, of any kind, holds a game."""
    from playout.saved import shown_as

    return bool(shown_as(found).games)


def played_job(job: Any, who: Who, keep: Path | None, unit: str = "games") -> tuple[Any, Any]:
    """Play a job, with a bar, on whoever is asked for: its result, and what ended it early."""
    from playout.study.durable import play_saved
    from playout.study.executors import workers_of

    def play() -> Any:
        with workers_of(*who) as workers, Bar(unit=unit) as progress:
            return play_saved(job, workers, keep, progress=progress)

    return played(play, counted_something)


def tell_run(
    found: Run,
    csv: Path | None,
    plot: Path | None,
    json: bool,
    keep: Path | None,
    also: dict[str, Any] | None = None,
) -> None:
    """Print the result of a run, in JSON with what else there is to say, and write its files."""
    from playout.report import plots, tables
    from playout.report.result import Result

    if json:
        print_json(tables.as_data(found) | (also or {}))
    else:
        print_table(tables.terminal(found))
        print(tables.caption(found))
        if keep is not None and not found.complete:
            print(f"go on: playout resume {keep}")
    result = Result(found)
    save(csv, lambda path: result.to_pandas().to_csv(path, index=False))
    save(plot, lambda path: plots.save(result.plot(), path))


def imprecise(found: Run) -> PlayoutError | None:
    """What to say, at the end, of a run that is not as precise as was asked."""
    from playout.engine.errors import PlayoutError
    from playout.report import tables

    said = tables.missed(found)
    return PlayoutError(said) if said else None


def _go_on(
    path: Path,
    who: Who,
    games: str | None,
    json: bool,
) -> None:
    """Play the rest of a run, or more games than it has, and print its result."""
    from playout.cli.live import Live
    from playout.saved import shown_as
    from playout.study.durable import to_go_on
    from playout.study.executors import workers_of
    from playout.study.jobs import play_job
    from playout.study.ledger import Ledger
    from playout.study.run import GameRun, Run
    from playout.study.spec import read_count

    number = None if games is None else read_count(games)

    def play() -> Any:
        with Ledger.open(path, write=True) as ledger:
            job = to_go_on(ledger, number)
            with workers_of(*who) as workers:
                if isinstance(job, GameRun):
                    with Live(job) as live:
                        return play_job(job, workers, keeper=ledger, watch=live.watch)
                with Bar() as progress:
                    return play_job(job, workers, keeper=ledger, progress=progress)

    found, error = played(play, counted_something)
    if isinstance(found, Run):
        tell_run(found, None, None, json, path)
        error = error or imprecise(found)
    else:
        _tell_other(shown_as(found), json)
    leave(error, found.complete)


def _tell_other(result: Any, json: bool) -> None:
    if json:
        print_json({"rows": result.to_pandas().to_dict("records")})
    else:
        print(result)


@app.command()
def resume(
    path: File,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Go on with a run that was stopped, or killed: the result is that of one never stopped."""
    _go_on(path, (threads, processes, cluster), None, json)


@app.command()
def extend(
    path: File,
    games: Annotated[str, typer.Option(help="Games per row, in all, as 10M.")],
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Play more games of each row; from then on its intervals are anytime-valid ones."""
    _go_on(path, (threads, processes, cluster), games, json)


@app.command()
def merge(
    parts: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Parts of one run.")],
    into: Annotated[Path, typer.Option(help="The new file that has all of them.")],
) -> None:
    """Put parts of one run together that were played apart (playout run ... --part 1/4)."""
    from playout.study.durable import merge as put_together

    put_together(into, parts)
    print(f"{into}: {len(parts)} runs merged")


@app.command()
def status(path: File, json: Json = False) -> None:
    """Say what a run is, how far it is, and what it has found so far; also while it is played."""
    from playout.saved import shown_as
    from playout.study.durable import counted, facts
    from playout.study.ledger import Ledger

    with Ledger.open(path) as ledger:
        told = facts(ledger)
        result = shown_as(counted(ledger))
    if json:
        print_json(told)
        return
    for name, value in told.items():
        if name not in ("rows", "hash", "asked" if told["command"] else "command"):
            several = value if isinstance(value, list) else [value]
            for one in several:
                print(f"{name + ':':<10} {one}")
    print(result)


@app.command()
def export(
    path: File,
    csv: Annotated[Path | None, typer.Option(help="Write the table as CSV.")] = None,
    tsv: Annotated[Path | None, typer.Option(help="Write the table as TSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write the table as Parquet.")] = None,
) -> None:
    """Write the table of a run, as far as it is, to a file."""
    from playout.engine.errors import PlayoutError
    from playout.saved import shown_as
    from playout.study.durable import counted
    from playout.study.ledger import Ledger

    if csv is None and tsv is None and parquet is None:
        raise PlayoutError("export: --csv FILE, --tsv FILE or --parquet FILE is needed")
    for file in (csv, tsv, parquet):
        prepare_files(file, None)
    with Ledger.open(path) as ledger:
        table = shown_as(counted(ledger)).to_pandas()
    save(csv, lambda file: table.to_csv(file, index=False))
    save(tsv, lambda file: table.to_csv(file, index=False, sep="\t"))
    save(parquet, lambda file: table.to_parquet(file, index=False))


@app.command()
def verify(
    path: File,
    sample: Annotated[int, typer.Option(help="How many batches to play again.")] = 20,
) -> None:
    """Play some batches of a run again, chosen by chance, and compare bit for bit."""
    from playout.engine.errors import PlayoutError
    from playout.study.durable import verify as play_again
    from playout.study.ledger import Ledger

    with Ledger.open(path) as ledger:
        found = play_again(ledger, sample)
    if found.different:
        one = found.different[0]
        raise PlayoutError(
            f"{path}: {len(found.different)} of {len(found.batches)} batches are not what this "
            f"program plays, as games {one.first} to {one.end - 1} of row {one.cell + 1}"
        )
    print(
        f"{path}: {len(found.batches)} batches with {found.games:,} games played again, all equal"
    )
