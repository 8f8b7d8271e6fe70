"""The command that runs studies and writes a report."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from playout.cli.options import Workers
from playout.cli.playing import STOPPED, Bar

app = typer.Typer()


@app.command()
def study(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names or .toml files; default: all.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the report (default: playout-report).")
    ] = None,
    games: Annotated[
        str | None, typer.Option(help="Games per row, in place of those in the file.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed, in place of the one in the file.")] = None,
    workers: Workers = None,
    keep: Annotated[
        Path | None,
        typer.Option("--save", help="Save the runs in this folder; go on with those that it has."),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List all studies.")] = False,
) -> None:
    """Run studies and write a report.

    A study is a question in a TOML file; the report has its answer, pictures and tables.  Without
    names, all studies that ship with Playout are run.
    """
    from playout.api import find_study, study_files
    from playout.engine.errors import PlayoutError
    from playout.engine.reading import read_count, read_seed
    from playout.questions import load_study
    from playout.report.page import Section, prepare, write
    from playout.report.study import play_study
    from playout.runner.executors import workers_of

    playing = {"--games": games, "--seed": seed, "--workers": workers, "--save": keep, "--out": out}
    for option, value in playing.items():
        if show and value is not None:
            raise PlayoutError(f"{option} {value}: --list only lists the studies, it plays none")
    chosen = list(dict.fromkeys(names or study_files()))
    studies = {word: load_study(find_study(word), rehearsed=not show) for word in chosen}
    if not names:
        studies = dict(sorted(studies.items(), key=lambda item: item[1].order))
    if show:
        for word, current in studies.items():
            print(f"{Path(word).stem:<27} {current.question}")
        return
    if len({Path(word).stem for word in chosen}) < len(chosen):
        raise PlayoutError("two studies have the same name; their files would be the same")
    new_games = None if games is None else read_count(games)
    new_seed = None if seed is None else read_seed(seed)
    folder = prepare(Path("playout-report") if out is None else out)
    if keep is not None:
        prepare(keep)
    sections: list[Section] = []
    failure: PlayoutError | None = None
    for word, current in studies.items():
        name = Path(word).stem
        path = None if keep is None else keep / f"{name}.run"
        try:
            with workers_of(workers) as pool, Bar(name) as (progress, _):
                answer = play_study(current.changed(new_games, new_seed), pool, path, progress)
        except PlayoutError as error:
            failure = error  # raised below, after what was counted is printed
            if error.partial is None:
                break
            answer = error.partial
        if not answer.games:
            print(f"playout: {name}: stopped before anything was counted", file=sys.stderr)
            break
        again = "" if games is None else f" --games {games}"
        command = f"playout study {shlex.quote(word)}{again} --seed {answer.seed}"
        sections.append(Section(name, current, answer, command))
        sentence = ""
        try:
            sentence = answer.sentence()
        except PlayoutError as error:
            failure = failure or error
        if answer.shortfall():
            failure = failure or PlayoutError(answer.shortfall())
        title = current.title or name
        print(f"{title}: {current.question}\n  {answer.partial}{sentence}\n", flush=True)
        if not answer.complete:
            break
    if sections:
        print(f"report: {write(sections, folder)}")
    stopped = len(sections) < len(studies) or not sections[-1].answer.complete
    if stopped and keep is not None:
        print("go on: the same command again")
    if failure is not None:
        raise failure
    if stopped:
        raise typer.Exit(STOPPED)
