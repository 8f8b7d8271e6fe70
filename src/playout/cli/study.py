"""The command that runs studies and writes a report."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.commands import ASK, STOPPED, Command
from playout.cli.options import Checked, Json, Workers, read_seed_word
from playout.cli.output import name_of, output, print_json, print_rows, print_text, say, write_line
from playout.engine.words.errors import PlayoutError

if TYPE_CHECKING:
    from playout.report.answer import Answer
    from playout.report.page import Section
    from playout.report.study import Study
    from playout.runner.jobs import Job

app = typer.Typer()

FIRST_SECONDS, SECONDS = 60, 20  # that the main studies take on two processors, about


def study_names(incomplete: str) -> list[str]:
    """The names of studies, for completion."""
    from playout.lists import study_files

    return [name for name in study_files() if name.startswith(incomplete)]


@app.command(cls=Command, rich_help_panel=ASK)
def study(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME...",
            help="Names of studies, or .toml files (default: the main studies).",
            autocompletion=study_names,
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Run every study that ships with Playout, with all its games."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder for the report (default: playout-report)."),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Games per row, instead of the number in the file. A map of Hex plays no games: "
            "for it, N is the number of random boards.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=read_seed_word, help="Seed, instead of the one in the file."
        ),
    ] = None,
    workers: Workers = None,
    checked: Checked = False,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FOLDER",
            help="Save the runs in this folder, and resume those already there.",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List all studies.")] = False,
    json: Json = False,
) -> None:
    """Run studies and write a report.

    A study is a question in a TOML file; its report has the answer, pictures and tables. Without
    names, the main studies that ship with Playout run, with fewer games than if you name them.
    """
    from playout.lists import study_files
    from playout.report.page import prepare, write

    playing = {"--games": games, "--seed": seed, "--workers": workers, "--save": keep, "--out": out}
    for option, value in playing.items():
        if show and value is not None:
            raise PlayoutError(f"{option} {value}: not possible with --list, which plays nothing")
    if every and names:
        raise PlayoutError(f"--all runs every study; use it without names ({', '.join(names)})")
    chosen = list(dict.fromkeys(names or study_files()))
    if show:
        _list(_load(chosen), json)
        return
    if len({Path(word).stem for word in chosen}) < len(chosen):
        raise PlayoutError(
            "two studies have the same name, so their files would overwrite each other; rename one"
        )
    planned = _planned(chosen, not names and not every, games, seed)
    folder = prepare(Path("playout-report") if out is None else out)
    if keep is not None:
        prepare(keep)
    sections, failure = _play(planned, workers, keep, json)
    page = write(sections, folder) if sections else None
    if json:
        print_json({"report": page and str(page), "studies": [_data(one) for one in sections]})
    elif page:
        write_line(f"report: {name_of(page)}")
    stopped = len(sections) < len(planned.studies) or not sections[-1].answer.complete
    if stopped and keep is not None and not json:
        write_line("to continue, run the same command again")
    if failure is not None:
        raise failure
    if stopped:
        raise typer.Exit(STOPPED)


@dataclass(frozen=True)
class _Planned:
    """The studies that are run, by the words that name them."""

    studies: Mapping[str, Study]
    choice: int  # how many studies they were chosen from
    is_short: bool  # none was named: the main ones are run, with fewer games
    games: str | None  # what --games says

    @cached_property
    def jobs(self) -> dict[str, Job[Any]]:
        """The first job of each."""
        return {word: next(one.steps())[1] for word, one in self.studies.items()}

    def command(self, word: str, seed: int) -> str:
        """The command that runs one of them again."""
        games = self.games or (self.studies[word].main if self.is_short else "")
        option = f" --games {games}" if games else ""
        return f"playout study {shlex.quote(word)}{option} --seed {seed}"


def _planned(
    chosen: Sequence[str], is_short: bool, games: str | None, seed: int | None
) -> _Planned:
    """The studies of these words; if it is short only the main ones, with fewer games."""
    from playout.engine.words.reading import read_count
    from playout.report.progress import Terminal

    number = None if games is None else read_count(games)
    with Terminal()():
        studies = _load(chosen)
    if is_short:
        studies = {word: one for word, one in studies.items() if one.main is not None}
    changed = {
        word: one.changed(number or (one.main if is_short else None), seed)
        for word, one in studies.items()
    }
    return _Planned(changed, len(chosen), is_short, games)


def _play(
    planned: _Planned, workers: str | None, keep: Path | None, json: bool
) -> tuple[list[Section], PlayoutError | None]:
    """Run study after study; returns what the report has of them, and the error to end with."""
    from playout.report.page import Section
    from playout.report.progress import Terminal
    from playout.report.study import play_study, short_title
    from playout.runner.precompile import Precompiler
    from playout.runner.workers import workers_of

    shown, sections = Terminal(), list[Section]()
    failures: list[PlayoutError] = []  # the first is raised, after what was counted is printed
    with workers_of(workers) as pool, Precompiler(planned.jobs) as ahead:
        if not json:
            _announce(planned)
        for word, current in planned.studies.items():
            name = Path(word).stem
            path = None if keep is None else keep / f"{name}.run"
            if not json:
                title = planned.jobs[word].game.title
                print_text(f"{title}: {current.question or short_title(current, name, title)}")
                output().flush()
            answer: Answer | None = None
            try:
                with shown():
                    ahead.take(word)
                answer = play_study(current, pool, path, shown)
            except KeyboardInterrupt:
                pass
            except PlayoutError as error:
                failures.insert(0, error)
                if error.partial is None:
                    break
                answer = error.partial
            if answer is None or not answer.games:
                say(f"{name}: stopped before anything was counted")
                break
            sections.append(Section(name, current, answer, planned.command(word, answer.seed)))
            sentence = _sentence(word, answer, failures)
            if not json:
                print_text(f"  {answer.partial}{sentence}", hang=2)
                write_line(flush=True)
            if not answer.complete:
                break
    return sections, failures[0] if failures else None


def _sentence(word: str, answer: Answer, failures: list[PlayoutError]) -> str:
    """The sentence of an answer; what is wrong with it is added to the failures."""
    sentence = ""
    try:
        sentence = answer.sentence()
    except PlayoutError as error:
        failures.append(PlayoutError(f"{word}: {error}"))
    if answer.shortfall():
        failures.append(PlayoutError(answer.shortfall()))
    return sentence


def _load(names: Sequence[str]) -> dict[str, Study]:
    """The studies of these names or files, in the order in which they are run.

    Files of users are tried out, so that a mistake in one is found before anything is played.
    """
    from playout.lists import find_study, study_files
    from playout.questions.answers import load_study

    ours = study_files()
    studies = {word: load_study(find_study(word), rehearsed=word not in ours) for word in names}
    if set(names) == set(ours):
        return dict(sorted(studies.items(), key=lambda item: item[1].order))
    return studies


def _announce(planned: _Planned) -> None:
    """Say which studies are run if none was named, and how long that takes."""
    from playout.engine.native.code_cache import has_code_of

    if not planned.is_short:
        return
    of = f"{len(planned.studies)} of {planned.choice} studies"
    write_line(f"{of}, with fewer games than playout study --all:")
    for word, one in planned.studies.items():
        write_line(f"  {word:<25} {one.title}")
    compiled = all(has_code_of(job.game.source) for job in planned.jobs.values())
    if not compiled:
        write_line("The first time, most of it is spent compiling these games.")
    if not planned.games:
        write_line(f"This takes about {SECONDS if compiled else FIRST_SECONDS} seconds.")
    write_line(flush=True)


def _list(studies: Mapping[str, Study], json: bool) -> None:
    if json:
        print_json(
            [
                {"name": Path(word).stem, "question": one.question, "main": one.main is not None}
                for word, one in studies.items()
            ]
        )
    else:
        main = {word: "" if one.main is None else " (main)" for word, one in studies.items()}
        print_rows([(Path(w).stem, one.question + main[w]) for w, one in studies.items()])


def _data(section: Section) -> dict[str, Any]:
    """A study, its answer and its files as plain values."""
    study = section.study
    head = {"name": section.name, "title": study.title or section.name, "question": study.question}
    try:
        data = section.answer.to_dict()
    except PlayoutError as error:  # its answer cannot be written; the command ends with that error
        data = {"error": str(error)}
    return {**head, "files": section.files, **data}
