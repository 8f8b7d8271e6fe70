"""How every command plays its games: it shows the progress, and then prints the answer.

If it is stopped, by Ctrl-C or by an error, the answer so far is printed first; then the command
ends with the exit code or the error that belongs to that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from playout.cli.options import check_different, save

if TYPE_CHECKING:
    from playout.engine.errors import PlayoutError
    from playout.report.answer import Answer
    from playout.runner.jobs import Job, Progress

STOPPED = 130  # the exit code of a program that was stopped with Ctrl-C


def play_and_tell(
    job: Job[Any],
    workers: str | None,
    keep: Path | None,
    out: Out,
    answer_of: Callable[[Any], Answer] | None = None,
) -> None:
    """Play a job on these workers, and print its answer."""
    from playout.questions import answer_type, answered

    def play() -> Answer:
        with watched(job) as (progress, watch):
            make = answer_of or answer_type(job)
            return answered(job, make, workers, keep, progress, watch)

    tell_played(play, keep, out)


@dataclass(frozen=True)
class Out:
    """Where an answer goes."""

    json: bool = False
    csv: Path | None = None
    plot: Path | None = None
    also: Callable[[Any], None] | None = None  # writes more of the answer,
    more: Mapping[str, Path | None] = field(default_factory=dict)  # to these files: option -> file


def tell_played(play: Callable[[], Answer], keep: Path | None, out: Out) -> None:
    """Call ``play``, print the answer that it gives, and end the command as ``play`` ended."""
    from playout.engine.errors import PlayoutError

    check_different({"--save": keep, "--csv": out.csv, "--plot": out.plot, **out.more})
    failure: PlayoutError | None = None
    try:
        answer = play()
    except PlayoutError as error:
        if error.partial is None or not error.partial.games:
            raise
        failure, answer = error, error.partial
    if not answer.games and not answer.complete:
        print("playout: stopped before anything was counted", file=sys.stderr)
        raise typer.Exit(STOPPED)
    tell(answer, out.json)
    if keep is not None and not answer.complete and not out.json:
        print(f"go on: playout resume {keep}")
    save(out.csv, lambda path: answer.to_pandas().to_csv(path, index=False))
    save(out.plot, lambda path: answer.figures()[0].save(path))
    if out.also is not None:
        out.also(answer)
    leave(answer, failure)


def tell(answer: Answer, json: bool = False) -> None:
    """Print an answer."""
    if json:
        from json import dumps

        print(dumps(answer.data(), ensure_ascii=False))
        return
    for figure in answer.figures():
        if figure.text is not None:
            print_wide(figure.text())
    print(answer.sentence())
    own, titled = answer.shown()
    for table in own:
        print_wide(table.rich())
    print(answer.note)
    for table in titled:
        print(f"\n{table.title}")
        print_wide(table.rich())
        if table.caption:
            print(table.caption)
        for sentence in table.sentences:
            print(f"- {sentence}")


def leave(answer: Answer, failure: PlayoutError | None) -> None:
    """End a command whose answer is printed: with its error, if any, or as one that was stopped."""
    from playout.engine.errors import PlayoutError

    if failure is not None:
        raise failure
    if answer.shortfall():
        raise PlayoutError(answer.shortfall())
    if not answer.complete:
        raise typer.Exit(STOPPED)


def print_wide(shown: Any) -> None:
    """Print a table or a drawing of rich."""
    from rich.console import Console

    # In a file or a pipe it is as wide as it needs to be, so that nothing is cut off.
    Console(width=None if sys.stdout.isatty() else 10_000).print(shown)


def watched(job: Any) -> Any:
    """What is shown while a job plays: its rows, if it is a run, else a bar."""
    if job.kind == "run":
        from playout.cli.live import Live

        return Live(job)
    return Bar(unit=job.unit)


class Bar:
    """A progress bar on the error stream; silent when that is not a terminal."""

    def __init__(self, name: str = "", unit: str = "games") -> None:
        self._name, self._unit = name, unit
        self._bar: Any = None

    def __enter__(self) -> tuple[Progress | None, None]:
        if not sys.stderr.isatty():
            return None, None
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[counted]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        # Until the first batch is finished, there is no number to show: the bar only pulses.
        task = self._bar.add_task(self._name, total=None, counted=f"{self._unit} begin")

        def show(done: int, total: int) -> None:
            counted = f"{done:,} of {total:,} {self._unit}"
            self._bar.update(task, completed=done, total=total, counted=counted)

        return show, None

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
