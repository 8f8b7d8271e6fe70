"""The command that runs studies and writes a report."""

from __future__ import annotations

import shlex
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
    games: Annotated[str | None, typer.Option(help="Games per row instead of the file's.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed instead of the file's.")] = None,
    workers: Workers = None,
    keep: Annotated[
        Path | None,
        typer.Option("--save", help="Keep the runs in this folder, and go on with them."),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List the studies there are.")] = False,
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
    for option, given in playing.items():
        if show and given is not None:
            raise PlayoutError(f"{option} {given}: --list only lists the studies, it plays none")
    chosen = list(dict.fromkeys(names or study_files()))
    studies = {asked: load_study(find_study(asked), rehearsed=not show) for asked in chosen}
    if not names:
        studies = dict(sorted(studies.items(), key=lambda item: item[1].order))
    if show:
        for asked, one in studies.items():
            print(f"{Path(asked).stem:<27} {one.question}")
        return
    if len({Path(asked).stem for asked in chosen}) < len(chosen):
        raise PlayoutError("two studies have the same name; their files would be the same")
    number = None if games is None else read_count(games)
    start = None if seed is None else read_seed(seed)
    folder = prepare(Path("playout-report") if out is None else out)
    if keep is not None:
        prepare(keep)
    done: list[Section] = []
    failure: PlayoutError | None = None
    for asked, one in studies.items():
        name = Path(asked).stem
        path = None if keep is None else keep / f"{name}.run"
        try:
            with workers_of(workers) as made, Bar(name) as (progress, _):
                answer = play_study(one.changed(number, start), made, path, progress)
        except PlayoutError as error:
            failure = error  # raised below, when what was counted is told
            if error.partial is None:
                break
            answer = error.partial
        if not answer.games:
            break
        again = "" if games is None else f" --games {games}"
        command = f"playout study {shlex.quote(asked)}{again} --seed {answer.seed}"
        done.append(Section(name, one, answer, command))
        sentence = ""
        try:
            sentence = answer.sentence()
        except PlayoutError as error:
            failure = failure or error
        if answer.shortfall():
            failure = failure or PlayoutError(answer.shortfall())
        title = one.title or name
        print(f"{title}: {one.question}\n  {answer.partial}{sentence}\n", flush=True)
        if not answer.complete:
            break
    if done:
        print(f"report: {write(done, folder)}")
    if failure is not None:
        raise failure
    if len(done) < len(studies) or not done[-1].answer.complete:
        raise typer.Exit(STOPPED)
