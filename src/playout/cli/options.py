"""The options that several commands have, and how their words are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

NONE: Mapping[str, str] = {}
ANY_OPTION = {"allow_extra_args": True, "ignore_unknown_options": True}

Seed = Annotated[int, typer.Option(help="Seed of the run; the same seed gives the same numbers.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object instead of sentences and tables.")
]
Workers = Annotated[
    str | None,
    typer.Option(
        help="What plays the games: a number of threads (default: one for each processor), "
        "processes:8, or a Dask cluster: tcp://host:8786, or local:8 on this machine."
    ),
]
Keep = Annotated[
    Path | None,
    typer.Option("--save", help="Save the games in this file; if it exists, go on with it."),
]
Csv = Annotated[Path | None, typer.Option(help="Write the table to this CSV file too.")]
Plot = Annotated[Path | None, typer.Option(help="Draw a picture to this file: .png, .svg or .pdf.")]

RENAMED = {
    "--threads": "--workers {}",
    "--processes": "--workers processes:{}",
    "--cluster": "--workers {}",
}
"""Old options, and what replaces each of them."""


def in_todays_words(words: list[str]) -> list[str]:
    """The words of a command with old options replaced; the error stream says by what."""
    from playout.engine.errors import PlayoutError

    new: list[str] = []
    rest = list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in RENAMED or not (equals or rest):
            new.append(f"{name}{equals}{value}")
            continue
        value = value if equals else rest.pop(0)
        now = RENAMED[name].format(value)
        print(f"playout: {name} {value} is now {now}", file=sys.stderr)
        new += now.split(" ", 1)
    if sum(word.partition("=")[0] == "--workers" for word in new) > 1:
        raise PlayoutError("--workers is given twice; one is needed, as --workers 8")
    return new


def read_factors(arguments: list[str]) -> dict[str, list[str]]:
    """``--min-cards 1..3 --deck=double`` as {"min_cards": ["1", "2", "3"], "deck": ["double"]}."""
    from playout.engine.errors import PlayoutError
    from playout.engine.reading import read_values

    factors: dict[str, list[str]] = {}
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
        if key in factors:
            raise PlayoutError(f"--{name} is given twice; write --{name} 1,2 for several values")
        factors[key] = read_values(value)
        if not factors[key]:
            raise PlayoutError(f"--{name} needs a value, as in --{name} 2")
    return factors


def read_options(arguments: list[str], refused: Mapping[str, str] = NONE) -> dict[str, Any]:
    """Read options with one value each, for a command that looks at a single setting.

    ``refused`` are options that it does not take, each with the sentence that says why.
    """
    from playout.engine.errors import PlayoutError

    factors = read_factors(arguments)
    for name in refused:
        if name in factors:
            raise PlayoutError(f"--{name}: {refused[name]}")
    return one_each(factors)


def one_each(factors: dict[str, list[str]]) -> dict[str, Any]:
    """The one value of each option; PlayoutError if one has several."""
    from playout.engine.errors import PlayoutError

    for name, values in factors.items():
        if len(values) > 1:
            raise PlayoutError(f"--{name.replace('_', '-')}: one value is needed here")
    return {name: values[0] for name, values in factors.items()}


def prepare_files(csv: Path | None = None, plot: Path | None = None) -> None:
    """Check that the files of a command can be written, before any game is played."""
    from playout.report.page import prepare_file

    if csv is not None:
        prepare_file(csv)
    if plot is not None:
        prepare_file(plot, ".png", ".svg", ".pdf")


def check_different(files: Mapping[str, Path | None]) -> None:
    """Refuse two options that name the same file, which would hold only the last of them."""
    from playout.engine.errors import PlayoutError

    named = {option: path for option, path in files.items() if path is not None}
    for (first, path), (second, other_path) in combinations(named.items(), 2):
        if path.resolve() == other_path.resolve():
            raise PlayoutError(f"{first} {path}, {second} {other_path}: two files are needed")


def save(path: Path | None, write: Callable[[Path], Any]) -> None:
    """Write a file, if its option is given."""
    from playout.engine.errors import PlayoutError

    if path is not None:
        try:
            write(path)
        except (OSError, ValueError) as error:
            raise PlayoutError(f"{path}: cannot be written ({error})") from None
