"""What the commands share: their options, the progress bar, files, and how words are read."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from playout.study.jobs import Progress

STOPPED = 130  # the exit code of a program that was stopped with Ctrl-C
ANY_OPTION = {"allow_extra_args": True, "ignore_unknown_options": True}

Seed = Annotated[int, typer.Option(help="Seed of the run; the same seed gives the same numbers.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines, and no table.")]
Threads = Annotated[int | None, typer.Option(help="Threads (default: all processors).")]
Keep = Annotated[
    Path | None,
    typer.Option("--save", help="Keep it in this file; go on with it if it is there."),
]
Processes = Annotated[int | None, typer.Option(help="Processes instead of threads.")]
Cluster = Annotated[
    str | None, typer.Option(help="A Dask cluster instead: tcp://host:8786, or local:4.")
]


def prepare_files(csv: Path | None, plot: Path | None) -> None:
    """See that the files of a command can be written before anything is counted for them."""
    from playout.report.page import prepare_file

    if csv is not None:
        prepare_file(csv)
    if plot is not None:
        prepare_file(plot, ".png", ".svg", ".pdf")


def read_factors(arguments: list[str]) -> dict[str, list[str]]:
    """``--min-cards 1..3 --deck=double`` as {"min_cards": ["1", "2", "3"], "deck": ["double"]}."""
    from playout.engine.errors import PlayoutError
    from playout.study.spec import read_values

    found: dict[str, list[str]] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise PlayoutError(f"'{word}' is not understood: options look like --players 2")
        if not equals:
            if not rest or rest[0].startswith("--"):
                raise PlayoutError(f"--{name} needs a value, as in --{name} 2")
            value = rest.pop(0)
        key = name.replace("-", "_")
        if key in found:
            raise PlayoutError(f"--{name} is given twice; write --{name} 1,2 for several values")
        found[key] = read_values(value)
        if not found[key]:
            raise PlayoutError(f"--{name} needs a value, as in --{name} 2")
    return found


def single(factors: dict[str, list[str]]) -> dict[str, Any]:
    """Options that have one value each, for a command that looks at one setting."""
    from playout.engine.errors import PlayoutError

    for name, values in factors.items():
        if len(values) > 1:
            raise PlayoutError(f"--{name.replace('_', '-')}: one value is needed here")
    return {name: values[0] for name, values in factors.items()}


def whole_number(number: int, option: str) -> int:
    from playout.engine.errors import PlayoutError

    if not 0 <= number < 2**63:
        raise PlayoutError(f"{option} {number}: a whole number from 0 to 2**63 - 1 is needed")
    return number


def played(play: Callable[[], Any], anything: Callable[[Any], bool]) -> tuple[Any, Any]:
    """The result of playing, and the error that ended it early, if one did.

    Raises that error if nothing had been counted until then.
    """
    from playout.engine.errors import PlayoutError

    try:
        return play(), None
    except PlayoutError as error:
        if error.partial is None or not anything(error.partial):
            raise
        return error.partial, error


def leave(error: Any, complete: bool) -> None:
    """End a command, after all that was counted is told, as it has to end."""
    if error is not None:
        raise error
    if not complete:
        raise typer.Exit(STOPPED)


def print_json(data: Any) -> None:
    """Print data for machines; numbers that JSON has not are null."""
    import json

    print(json.dumps(_plain(data), ensure_ascii=False))


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    return data.item() if hasattr(data, "item") else data


def save(path: Path | None, write: Any) -> None:
    """Write a file, if one was asked for."""
    from playout.engine.errors import PlayoutError

    if path is not None:
        try:
            write(path)
        except (OSError, ValueError) as error:
            raise PlayoutError(f"{path}: cannot be written ({error})") from None


def print_table(table: Any) -> None:
    from rich.console import Console

    # Not a terminal: as wide as the table needs, so that nothing is cut in a file or a pipe.
    Console(width=None if sys.stdout.isatty() else 10_000).print(table)


class Bar:
    """A progress bar on the error stream; silent when that is not a terminal."""

    def __init__(self, name: str = "", unit: str = "games") -> None:
        self._name, self._unit = name, unit

    def __enter__(self) -> Progress | None:
        if not sys.stderr.isatty():
            self._bar: Any = None
            return None
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
        # Until the first batch is finished, nothing is known to tell: the bar only pulses.
        task = self._bar.add_task(self._name, total=None, counted=f"{self._unit} begin")

        def told(done: int, total: int) -> None:
            counted = f"{done:,} of {total:,} {self._unit}"
            self._bar.update(task, completed=done, total=total, counted=counted)

        return told

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
