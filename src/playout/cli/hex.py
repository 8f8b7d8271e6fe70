"""Commands for Hex: map and compound."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.commands import ASK, Command
from playout.cli.options import (
    Csv,
    Json,
    Keep,
    Seed,
    Workers,
    number_or_text,
    prepare_files,
)
from playout.cli.playing import Out, tell_played

if TYPE_CHECKING:
    from playout.report.answer import Answer

app = typer.Typer()

Size = Annotated[
    str | None,
    typer.Option(metavar="SIZE", help="Rows, or rows x columns: 11 (default) or 7x9."),
]
Stones = Annotated[
    Path | None, typer.Option(metavar="FILE", help="File with the position to start from.")
]
Confidence = Annotated[
    Any,
    typer.Option(
        metavar="P",
        parser=number_or_text,
        help="Stop sampling once one cell is clearly the most pivotal, with this confidence, as "
        "0.99.",
    ),
]
Bias = Annotated[
    Any,
    typer.Option(
        metavar="P", parser=number_or_text, help="Chance that a free cell is player 1's, 0 to 1."
    ),
]


@app.command("map", cls=Command, rich_help_panel=ASK)
def map_(
    size: Size = None,
    boards: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Random boards, at most with --confidence: 5000, 100k or 2M (default: 10M).",
        ),
    ] = None,
    confidence: Confidence = None,
    p: Bias = 0.5,
    stones: Stones = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="METHOD",
            help="How pivotal cells are found: flood, gale or flip, with equal results; or exact, "
            "which counts all fillings of up to 25 free cells.",
        ),
    ] = "flood",
    seed: Seed = 1,
    workers: Workers = None,
    keep: Keep = None,
    csv: Csv = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the map to this file: .svg, .png or .pdf."),
    ] = None,
    json: Json = False,
) -> None:
    """Random-turn Hex: map how often each cell is pivotal.

    Free cells are filled at random; a cell is pivotal if flipping it alone changes the winner.
    Prints a map of the board.
    """
    from playout import hex

    options = {"p": p, "method": method, "confidence": confidence, "seed": seed}
    out = Out(json, csv, plot, more={"--stones": stones})
    _tell(hex.criticality, _start(size, stones, boards), options, workers, keep, out)


@app.command(cls=Command, rich_help_panel=ASK)
def compound(
    size: Size = None,
    games: Annotated[str, typer.Option(metavar="N", help="Games, as 500 or 10k.")] = "100",
    boards: Annotated[
        str | None,
        typer.Option(metavar="N", help="Random boards per move, at most: 20k (default: 10k)."),
    ] = None,
    confidence: Confidence = None,
    p: Bias = 0.5,
    stones: Stones = None,
    seed: Seed = 1,
    workers: Workers = None,
    keep: Keep = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row per game to this file; - prints them."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the first game (.svg) or the lengths (.png, .pdf)."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Random-turn Hex: play optimally, as far as samples show.

    Every stone goes to the cell that is pivotal on most of the sampled boards, and a coin says
    whose it is, until a player has joined both sides.
    """
    from playout import hex

    options = {"games": games, "p": p, "confidence": confidence, "seed": seed}
    out = Out(json, csv, plot, more={"--stones": stones})
    _tell(hex.compound, _start(size, stones, boards), options, workers, keep, out)


def _tell(
    question: Callable[..., Answer],
    start: dict[str, Any],
    options: dict[str, Any],
    workers: str | None,
    keep: Path | None,
    out: Out,
) -> None:
    """Ask a question of `playout.hex`, and print its answer."""
    prepare_files(out.csv, out.plot)
    where = {"workers": workers, "save": keep, "progress": True}
    tell_played(lambda: question(**start, **options, **where), keep, out)


def _start(size: str | None, stones: Path | None, boards: str | None) -> dict[str, Any]:
    """The arguments of a question: the size or the position of a command, and its --boards."""
    from playout import hex
    from playout.engine.words.errors import PlayoutError

    numbers = re.fullmatch(r"([0-9]{1,9})(?:x([0-9]{1,9}))?", "11" if size is None else size)
    if not numbers:
        raise PlayoutError(
            f"--size {size or repr(size)}: rows, or rows x columns, are needed: 11 or 7x9"
        )
    rows, cols = int(numbers[1]), int(numbers[2] or numbers[1])
    arguments: dict[str, Any] = {} if boards is None else {"boards": boards}
    if stones is not None:
        arguments["stones"] = hex.load_stones(stones)
    return arguments | ({"rows": rows, "cols": cols} if size or stones is None else {})
