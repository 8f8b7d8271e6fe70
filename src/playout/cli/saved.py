"""Commands for runs that are files: resume, extend, merge, status, export, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playout.cli.options import Json, Workers, check_different, prepare_files, save
from playout.cli.playing import Out, tell_played, watched

app = typer.Typer()

File = Annotated[Path, typer.Argument(metavar="RUN", help="The file of the run.")]


def _go_on(path: Path, workers: str | None, games: str | None, json: bool) -> None:
    """Play the rest of a run, or more games than it has, and print its answer."""
    from playout.engine.reading import read_count
    from playout.questions import continued
    from playout.runner.ledger import Ledger

    number = None if games is None else read_count(games)
    with Ledger.open(path, write=True) as ledger:
        tell_played(lambda: continued(ledger, number, workers, watched), path, Out(json))


@app.command()
def resume(path: File, workers: Workers = None, json: Json = False) -> None:
    """Go on with a run that was stopped.

    Whatever stopped it, the answer is the same as without the stop.
    """
    _go_on(path, workers, None, json)


@app.command()
def extend(
    path: File,
    games: Annotated[
        str, typer.Option(help="Games per row, as 10M, including those played already.")
    ],
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Play more games than a run was asked for.

    From then on its intervals are anytime-valid, because its results so far may have been the
    reason for more games.
    """
    _go_on(path, workers, games, json)


@app.command()
def merge(
    parts: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Parts of one run.")],
    into: Annotated[Path, typer.Option(help="The new file, which gets all of them.")],
) -> None:
    """Put parts of one run together (playout run --part 1/4)."""
    from playout.api import merge as put_together

    put_together(into, parts)
    print(f"{into}: {len(parts)} runs merged")


@app.command()
def status(path: File, json: Json = False) -> None:
    """Say what a run is, how far it is, and what it has found.

    Another process may be playing it meanwhile.
    """
    from json import dumps

    from playout.questions import answer_in, job_in
    from playout.runner.durable import facts
    from playout.runner.ledger import Ledger

    with Ledger.open(path) as ledger:
        fields = facts(ledger, job_in(ledger))
        answer = answer_in(ledger)
    if json:
        print(dumps(fields, ensure_ascii=False))
        return
    for name, value in fields.items():
        if name not in ("rows", "hash", "asked" if fields["command"] else "command"):
            for item in value if isinstance(value, list) else [value]:
                print(f"{name + ':':<10} {item}")
    print(answer)


@app.command()
def export(
    path: File,
    csv: Annotated[Path | None, typer.Option(help="Write the table as CSV.")] = None,
    tsv: Annotated[Path | None, typer.Option(help="Write the table as TSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write the table as Parquet.")] = None,
) -> None:
    """Write the table of a run to a file, also of an unfinished one."""
    from importlib.util import find_spec

    from playout.api import load_run
    from playout.engine.errors import PlayoutError
    from playout.report.page import write_parquet

    if csv is None and tsv is None and parquet is None:
        raise PlayoutError("export: --csv FILE, --tsv FILE or --parquet FILE is needed")
    if parquet is not None and find_spec("pyarrow") is None:
        raise PlayoutError(
            f'--parquet {parquet}: pyarrow is needed for it: pip install "playout[parquet]"'
        )
    check_different({"RUN": path, "--csv": csv, "--tsv": tsv, "--parquet": parquet})
    for file in (csv, tsv, parquet):
        prepare_files(file)
    table = load_run(path).to_pandas()
    save(csv, lambda file: table.to_csv(file, index=False))
    save(tsv, lambda file: table.to_csv(file, index=False, sep="\t"))
    save(parquet, lambda file: write_parquet(table, file))


@app.command()
def verify(
    path: File,
    sample: Annotated[int, typer.Option(help="How many batches to play again.")] = 20,
) -> None:
    """Play some batches of a run again and compare bit for bit.

    The batches are chosen at random.
    """
    from playout.api import verify as play_again
    from playout.engine.errors import PlayoutError

    played = play_again(path, sample)
    if played.different:
        batch = played.different[0]
        raise PlayoutError(
            f"{path}: {len(played.different)} of {len(played.batches)} batches are not what this "
            f"program plays, as games {batch.first} to {batch.end - 1} of row {batch.arm + 1}"
        )
    print(
        f"{path}: {len(played.batches)} batches with {played.games:,} games played again, all equal"
    )
