"""How every command plays its games: it shows the progress, and then prints the answer.

If it is stopped, by Ctrl-C or by an error, the answer so far is printed first; then the command
ends with the exit code or the error that belongs to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from playout.cli.commands import STOPPED
from playout.cli.options import OUTPUT, check_different, save
from playout.cli.output import output, print_json, print_text, say, screen_width, write_line
from playout.engine.words.errors import PlayoutError, pasted

if TYPE_CHECKING:
    from playout.report.answer import Answer
    from playout.runner.jobs import Job


def play_and_print(
    job: Job[Any],
    workers: str | None,
    keep: Path | None,
    out: Out,
    answer_of: Callable[[Any], Answer] | None = None,
) -> None:
    """Play a job on these workers, and print its answer."""
    from playout.cli.live import Live
    from playout.questions.answers import answer_type, answered

    make = answer_of or answer_type(job)
    print_played(lambda: answered(job, make, workers, keep, Live(out.measures)), keep, out)


@dataclass(frozen=True)
class Out:
    """The outputs of an answer."""

    json: bool = False
    csv: Path | None = None
    plot: Path | None = None
    xlsx: Path | None = None
    html: Path | None = None
    measures: Sequence[str] = ()  # that the tables show, or "all"
    view: Callable[[Any], Any] = lambda answer: answer  # has it show more of what was counted
    also: Callable[[Any], None] | None = None  # writes more of the answer,
    more: Mapping[str, Path | None] = field(default_factory=dict)  # to these files: option -> file


def print_played(play: Callable[[], Answer], keep: Path | None, out: Out) -> None:
    """Call ``play``, print the answer that it gives, and end the command as ``play`` ended."""
    from playout.report.csv import write_csv
    from playout.report.page import write_answer

    json = OUTPUT if out.json else None
    files = {"--json": json, "--save": keep, "--csv": out.csv, "--plot": out.plot}
    files |= {"--xlsx": out.xlsx, "--html": out.html, **out.more}
    check_different(files)
    failure: PlayoutError | None = None
    try:
        answer = play()
    except PlayoutError as error:
        if error.partial is None or error.partial.is_empty:
            raise
        failure, answer = error, error.partial
    if answer.is_empty:
        say("stopped before any game was finished")
        raise typer.Exit(STOPPED)
    answer = out.view(answer)
    prints_text = not out.json and OUTPUT not in files.values()
    try:
        if prints_text or out.json:
            print_answer(answer, out.json, out.measures)
            if prints_text and answer.complete and failure is None:
                print_next(answer, keep)
        elif not answer.complete:
            say("stopped early; the table has the games finished until then")
        if keep is not None and keep.exists() and not answer.complete and prints_text:
            write_line(f"To resume: playout resume {pasted(keep)}")
    finally:  # also if the output is full
        save(out.csv, lambda path: write_csv(answer.table(answer.csv_table), path))
        save(out.xlsx, lambda path: answer.to_excel(path))
        save(out.plot, lambda path: answer.figures()[0].save(path))
        save(out.html, lambda path: write_answer(answer, path))
        if out.also is not None:
            out.also(answer)
    leave(answer, failure)


def print_forecast(job: Any, workers: str | None, json: bool) -> None:
    """Say how many games a question takes, and how long."""
    from dataclasses import asdict

    from playout.questions.forecast import forecast
    from playout.report.progress import Terminal

    known = forecast(job, workers, Terminal())
    if json:
        print_json(asdict(known))
    else:
        print_text(str(known))


def print_next(answer: Answer, file: Path | None) -> None:
    """Print the command that may make clear what is not clear yet, if there is one."""
    from importlib import import_module

    from playout.questions import KINDS

    name = ""
    if answer.enough and file is not None and file.exists():
        name = pasted(file) if import_module(KINDS[answer.kind]).Job.extendable else ""
    if command := answer.clearer(name):
        write_line(f"For a clearer answer: {command}")


def print_answer(answer: Answer, json: bool = False, measures: Sequence[str] = ()) -> None:
    """Print an answer."""
    if json:
        print_json(answer.to_dict())
        return
    from rich.console import Console

    for figure in answer.figures():
        if figure.text is not None:
            # In a file or a pipe it is as wide as it needs to be, so that nothing is cut off.
            wide = None if output().isatty() else 10_000
            Console(file=output(), width=wide, highlight=False).print(figure.text(screen_width()))
    write_line(answer.to_text(screen_width(), measures))


def leave(answer: Answer, failure: PlayoutError | None) -> None:
    """End a command whose answer is printed: with its error or exit code, or as one stopped."""
    if failure is not None:
        raise failure
    if answer.shortfall():
        raise PlayoutError(answer.shortfall())
    if code := answer.exit_code if answer.complete else STOPPED:
        raise typer.Exit(code)
