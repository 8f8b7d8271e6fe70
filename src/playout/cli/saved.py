"""Commands for runs that are files: resume, extend, merge, status, export, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.commands import KEEP, Command
from playout.cli.options import (
    OUTPUT,
    Chance,
    Checked,
    EffectsOf,
    Histogram,
    Json,
    Measures,
    Quantiles,
    ShowEffects,
    Trust,
    Workers,
    Xlsx,
    check_different,
    prepare,
    prepare_workbook,
    read_measures,
    read_views,
    save,
)
from playout.cli.output import name_of, print_json, print_text, write_line
from playout.cli.playing import Out, print_answer, print_next, print_played
from playout.engine.words.errors import PlayoutError, printable

app = typer.Typer()

File = Annotated[Path, typer.Argument(metavar="RUN", help="File of the saved run.")]


def _views(
    histogram: list[str] | None,
    quantiles: str | None,
    chance: list[str] | None,
    effects: bool,
    effects_of: str | None,
) -> dict[str, Any]:
    """Return the chosen views of the counts, by the names of the options."""
    chosen = {"histogram": histogram, "quantiles": quantiles, "chance": chance}
    return chosen | {"effects": effects, "effects_of": effects_of}


def _go_on(
    path: Path,
    workers: str | None,
    games: str | None,
    json: bool,
    measures: str | None,
    trust: list[str] | None,
    views: dict[str, Any],
) -> None:
    """Play the rest of a run, or more games than it has, and print its answer."""
    from playout.cli.live import Live
    from playout.engine.words.reading import read_count, read_path
    from playout.questions.answers import continued, job_to_view
    from playout.runner.ledger import Ledger

    path = read_path(path)
    number = None if games is None else read_count(games)
    with Ledger.open(path, write=True) as ledger:
        asked = job_to_view(ledger).asked
        shown = read_measures(measures, asked.game)
        out = Out(json, measures=shown, view=read_views(views, ledger.kind, asked))
        print_played(
            lambda: continued(ledger, number, workers, Live(shown), trust or ()), path, out
        )


@app.command(cls=Command, rich_help_panel=KEEP)
def resume(
    path: File,
    workers: Workers = None,
    checked: Checked = False,
    json: Json = False,
    measures: Measures = None,
    histogram: Histogram = None,
    quantiles: Quantiles = None,
    chance: Chance = None,
    effects: ShowEffects = False,
    effects_of: EffectsOf = None,
    trust: Trust = None,
) -> None:
    """Resume a run that was stopped.

    Whatever stopped the run, its answer is the same as if it had never stopped.
    """
    views = _views(histogram, quantiles, chance, effects, effects_of)
    _go_on(path, workers, None, json, measures, trust, views)


@app.command(cls=Command, rich_help_panel=KEEP)
def extend(
    path: File,
    games: Annotated[
        str,
        typer.Option(
            "--games",
            "--repeats",
            metavar="N",
            help="Total number of games per row, e.g. 10M, including those already played. For "
            "a run with --precision, the maximum.",
        ),
    ],
    workers: Workers = None,
    checked: Checked = False,
    json: Json = False,
    measures: Measures = None,
    histogram: Histogram = None,
    quantiles: Quantiles = None,
    chance: Chance = None,
    effects: ShowEffects = False,
    effects_of: EffectsOf = None,
    trust: Trust = None,
) -> None:
    """Add more games to a saved run.

    From then on its intervals are anytime-valid, because you may have seen its results before you
    asked for more games. A run that stops by itself, as with --precision, plays on until it
    reaches its goal; --games then replaces its --max-games.
    """
    views = _views(histogram, quantiles, chance, effects, effects_of)
    _go_on(path, workers, games, json, measures, trust, views)


@app.command(cls=Command, rich_help_panel=KEEP)
def merge(
    parts: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Files with the parts of one run.")
    ],
    into: Annotated[
        Path,
        typer.Option("--into", "--save", metavar="FILE", help="New file for the combined run."),
    ],
    json: Json = False,
    trust: Trust = None,
) -> None:
    """Combine the parts of one run (playout run --part 1/4)."""
    from playout.saved_runs import merge as put_together

    check_different({"--into": into})

    put_together(into, parts, trust=trust or ())
    if json:
        print_json({"file": str(into), "parts": [str(part) for part in parts]})
    else:
        write_line(f"{name_of(into)}: {len(parts)} runs merged")


@app.command(cls=Command, rich_help_panel=KEEP)
def status(
    path: File,
    json: Json = False,
    measures: Measures = None,
    histogram: Histogram = None,
    quantiles: Quantiles = None,
    chance: Chance = None,
    effects: ShowEffects = False,
    effects_of: EffectsOf = None,
) -> None:
    """Show a saved run: its question, its progress and its results so far.

    Another process may still be playing the run.
    """
    from playout.engine.words.reading import read_path
    from playout.questions.answers import answer_in, job_to_view
    from playout.runner.ledger import Ledger
    from playout.runner.saved_runs import facts

    with Ledger.open(read_path(path)) as ledger:
        fields = facts(ledger, job_to_view(ledger))
        answer = answer_in(ledger)
        planned = f"{ledger.end:,} per row"
        if ledger.begin:
            planned = f"{ledger.begin + 1:,} to {ledger.end:,} of each row"
        planned += "" if ledger.fixed else ", after an extension"
    views = _views(histogram, quantiles, chance, effects, effects_of)
    answer = read_views(views, answer.kind, answer.found.asked)(answer)
    shown = read_measures(measures, answer.game)
    in_words = fields.pop("in_words")
    if json:
        print_json(fields | {"answer": answer.to_dict()})
        return
    unit = fields.pop("unit")
    for name in ("finished", "beyond"):
        fields[name] = f"{fields[name]:,} {unit}"
    if fields["beyond"].startswith("0 "):
        fields.pop("beyond")
    else:
        fields["beyond"] += " also played, but not counted (not needed, or after a gap)"
    fields |= {"games": planned, "complete": "yes" if fields["complete"] else "no"}
    fields["asked"] = in_words or fields["asked"]
    for name, value in fields.items():
        if name not in ("rows", "hash", "asked" if fields["command"] else "command"):
            for item in value if isinstance(value, list) else [value]:
                print_text(printable(f"{name + ':':<10} {item}"), hang=11)
    print_answer(answer, measures=shown)
    if answer.complete:
        print_next(answer, path)


@app.command(cls=Command, rich_help_panel=KEEP)
def export(
    path: File,
    csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the table as CSV to this file; use - to print it."
        ),
    ] = None,
    tsv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the table as TSV to this file; use - to print it."
        ),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table as Parquet to this file.")
    ] = None,
    xlsx: Xlsx = None,
    histogram: Histogram = None,
    quantiles: Quantiles = None,
    chance: Chance = None,
    effects: ShowEffects = False,
    effects_of: EffectsOf = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the whole answer as one JSON object.")
    ] = False,
) -> None:
    """Write the table of a saved run to a file, finished or not."""
    from importlib.util import find_spec

    from playout.report.csv import write_csv
    from playout.report.page import write_parquet
    from playout.report.words import listed, several
    from playout.saved_runs import load_run

    files = {"--csv": csv, "--tsv": tsv, "--parquet": parquet, "--xlsx": xlsx}
    if not any(files.values()) and not json:
        raise PlayoutError(
            f"export: name what to write: {', '.join(f'{name} FILE' for name in files)} or --json"
        )
    if parquet is not None and find_spec("pyarrow") is None:
        raise PlayoutError(
            f'--parquet {parquet} needs pyarrow; install it with: pip install "playout[parquet]"'
        )
    printed = OUTPUT if json else None
    check_different({"RUN": path, "--json": printed, **files})
    prepare_workbook(xlsx)
    for file in (csv, tsv, parquet):
        prepare(file)
    answer = load_run(path)
    views = _views(histogram, quantiles, chance, effects, effects_of)
    answer = read_views(views, answer.kind, answer.found.asked)(answer)
    table = answer.table(answer.csv_table)
    if json:
        print_json(answer.to_dict())
    save(csv, lambda file: write_csv(table, file), tell=False)
    save(tsv, lambda file: write_csv(table, file, "\t"), tell=False)
    save(parquet, lambda file: write_parquet(table, file), tell=False)
    save(xlsx, answer.to_excel, tell=False)
    written = [name_of(file) for file in files.values() if file not in (None, OUTPUT)]
    if written and not json and OUTPUT not in files.values():
        write_line(f"{listed(written)}: {several(len(table), 'row')} written")


@app.command(cls=Command, rich_help_panel=KEEP)
def verify(
    path: File,
    sample: Annotated[
        str, typer.Option(metavar="N", help="Number of batches to play again.")
    ] = "20",
    checked: Checked = False,
    json: Json = False,
    trust: Trust = None,
) -> None:
    """Play some batches of a saved run again and compare them bit for bit.

    The batches are chosen at random.
    """
    from dataclasses import asdict

    from playout.saved_runs import verify as play_again

    played = play_again(path, sample, trust=trust or ())
    unit, number = played.unit, len(played.batches)
    if json:
        print_json(
            {
                "file": str(path),
                "batches": number,
                "unit": unit,
                unit: played.games,
                "different": [asdict(batch) for batch in played.different],
            }
        )
    if played.different:
        batch = played.different[0]
        raise PlayoutError(
            f"{path}: this program plays {len(played.different)} of {number} batches differently, "
            f"such as games {batch.first + 1:,} to {batch.end:,} of row {batch.arm + 1}"
        )
    if not number and not json:
        write_line(f"{name_of(path)}: this run has no finished games yet, so nothing was checked")
    elif not json:
        again = f"played {number} batches with {played.games:,} {unit} again; all are equal"
        write_line(f"{name_of(path)}: {again}")
