"""The command that checks expectations, for continuous integration."""

from __future__ import annotations

from os import environ
from os.path import realpath
from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, Command
from playout.cli.options import (
    Checked,
    Json,
    Workers,
    game_names,
    option,
    prepare,
    prepare_workbook,
    read_seed_word,
    save,
)
from playout.cli.output import say
from playout.cli.playing import Out, play_and_print, print_forecast, print_played
from playout.engine.words.errors import PlayoutError, pasted
from playout.engine.words.spelling import joined
from playout.questions.design_tables import GATE

app = typer.Typer()


def gate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .toml file with [[expect]].")],
    max_games: Annotated[str | None, option(GATE["max_games"])] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=read_seed_word, help="Seed, instead of the one in the file."
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Play this game instead of the one in the file, e.g. an older version of it.",
            autocompletion=game_names,
        ),
    ] = None,
    workers: Workers = None,
    checked: Checked = False,
    dry_run: Annotated[bool, option(GATE["dry_run"])] = False,
    keep: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help=GATE["save"].help)
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Instead of checking anything, record the games of this version in FILE (.run), "
            "so that later versions can be checked against them.",
        ),
    ] = None,
    junit: Annotated[Path | None, option(GATE["junit"])] = None,
    markdown: Annotated[Path | None, option(GATE["markdown"])] = None,
    csv: Annotated[Path | None, option(GATE["csv"])] = None,
    xlsx: Annotated[Path | None, option(GATE["xlsx"])] = None,
    html: Annotated[Path | None, option(GATE["html"])] = None,
    json: Json = False,
) -> None:
    """Play what the file expects, and end with the exit code of the result."""
    from playout.cli.live import Live
    from playout.engine.words.reading import read_count
    from playout.questions.gate import Job, load
    from playout.questions.gate import record as record_games
    from playout.report.page import write_answer
    from playout.runner.atomic_file import write_text

    if record is not None and keep is not None:
        raise PlayoutError("--record and --save exclude each other: --record saves the games")
    for name, path in {"--junit": junit, "--markdown": markdown}.items():
        if record is not None and path is not None:
            raise PlayoutError(f"{name} {path}: not possible with --record, which checks nothing")
    if record is not None and record.suffix != ".run":
        raise PlayoutError(f"--record {record}: its name must end in .run")
    study = load(file)
    games = None if max_games is None else read_count(max_games, "max_games")
    study = study.changed(games, seed)
    if game is not None:
        study = study.model_copy(update={"game": game})
    try:
        job = Job(study.asked(record is not None))
    except PlayoutError as error:
        sentence = str(error).replace("gate FILE", f"gate {pasted(file)}")
        raise PlayoutError(f"{file}: {sentence}") from None
    if dry_run:
        print_forecast(job, workers, json)
        return
    prepare(junit, ".xml")
    for path in (markdown, csv):
        prepare(path)
    title = study.title or f"{job.game.title} ({file.name})"
    prepare(html, ".html")
    prepare_workbook(xlsx)

    def also(answer: Any) -> None:
        save(junit, lambda path: write_text(path, answer.junit(title)))
        save(markdown, lambda place: _write_markdown(place, answer.markdown(title)))
        save(html, lambda path: write_answer(answer, path))

    files = {"--junit": junit, "--markdown": markdown, "--html": html, "--record": record}
    out = Out(json, csv, None, xlsx, also=also, more=files)
    if record is None:
        play_and_print(job, workers, keep, out)
    else:
        names = sorted({one.file for one in job.asked.expectations})
        if not any(realpath(name) == realpath(record) for name in names):
            say(f"{file} compares with {joined(names)}, not with {record}, which is written now")
        print_played(lambda: record_games(job, record, workers, Live()), None, out)


def _write_markdown(place: Any, text: str) -> None:
    """Print it, write it to a file, or add it to the summary of a job of GitHub Actions.

    Several gates of a step, and other commands of it, share that summary.
    """
    from playout.runner.atomic_file import write_text

    if not isinstance(place, Path):
        print(text, file=place)
    elif realpath(place) == realpath(environ.get("GITHUB_STEP_SUMMARY", "")):
        with place.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")
    else:
        write_text(place, text)


gate.__doc__ = GATE.about
app.command(cls=Command, rich_help_panel=ASK)(gate)
