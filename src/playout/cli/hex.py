"""Commands for Hex: map and compound."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.shared import STOPPED, Bar, Seed, Threads, prepare_files, print_table, save

if TYPE_CHECKING:
    from playout.hex import Compound, CriticalityMap

app = typer.Typer()

Size = Annotated[str | None, typer.Option(help="Rows, or rows x columns: 11 or 7x9.")]
Stones = Annotated[Path | None, typer.Option(help="File with the position to start from.")]
Bias = Annotated[float, typer.Option(help="Chance that a free cell is player 1's, 0 to 1.")]


@app.command("map")
def map_(
    size: Size = None,
    boards: Annotated[str, typer.Option(help="Random boards, as 5000, 100k or 10M.")] = "10M",
    p: Bias = 0.5,
    stones: Stones = None,
    method: Annotated[
        str, typer.Option(help="flood, gale or flip; or exact, up to 25 free cells.")
    ] = "flood",
    seed: Seed = 1,
    threads: Threads = None,
    csv: Annotated[Path | None, typer.Option(help="Write the table to this file too.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .svg, .png or .pdf.")] = None,
) -> None:
    """Random-turn Hex: how often is each cell pivotal?  Prints a map of the board."""
    from playout import hex
    from playout.report.hexes import terminal

    prepare_files(csv, plot)
    with Bar(unit="boards") as progress:
        found = hex.criticality(
            **_start(size, stones),
            boards=boards,
            p=p,
            method=method,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    print_table(terminal(found.stones, found.heat))
    print(found.caption())
    _finish(found, csv, plot, found.svg)


@app.command()
def compound(
    size: Size = None,
    games: Annotated[str, typer.Option(help="Games, as 500 or 10k.")] = "100",
    boards: Annotated[str, typer.Option(help="Random boards per move, as 10k.")] = "10k",
    confidence: Annotated[
        float | None,
        typer.Option(help="Stop sampling once the best cell is separated so surely, as 0.99."),
    ] = None,
    p: Bias = 0.5,
    stones: Stones = None,
    seed: Seed = 1,
    threads: Threads = None,
    csv: Annotated[Path | None, typer.Option(help="Write a row per game to this file.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the first game (.svg) or the lengths (.png, .pdf).")
    ] = None,
) -> None:
    """Random-turn Hex: play the most pivotal cell, toss the coin, fix the stone, go on."""
    from playout import hex

    prepare_files(csv, plot)
    with Bar() as progress:
        found = hex.compound(
            **_start(size, stones),
            games=games,
            boards=boards,
            confidence=confidence,
            p=p,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    print(f"game 0: {', '.join(found.moves(0))}")
    print(hex.format_stones(found.final(0)))
    print(found.caption())
    _finish(found, csv, plot, lambda: found.svg(0))


def _finish(
    found: CriticalityMap | Compound, csv: Path | None, plot: Path | None, svg: Callable[[], str]
) -> None:
    """Write the files that were asked for; leave with the code of a stopped program if it was."""
    from playout.report import plots

    save(csv, lambda path: found.to_pandas().to_csv(path, index=False))
    if plot is not None and plot.suffix == ".svg":
        save(plot, lambda path: path.write_text(svg(), encoding="utf-8"))
    else:
        save(plot, lambda path: plots.save(found.plot(), path))
    if not found.complete:
        raise typer.Exit(STOPPED)


def _start(size: str | None, stones: Path | None) -> dict[str, Any]:
    """The board of a command: its size, or the position in a file."""
    from playout import hex
    from playout.engine.errors import PlayoutError

    found = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?", size or "11")
    if not found:
        raise PlayoutError(f"--size {size}: rows, or rows x columns, are needed: 11 or 7x9")
    rows, cols = int(found[1]), int(found[2] or found[1])
    if stones is None:
        return {"rows": rows, "cols": cols}
    position = hex.load_stones(stones)
    return {"stones": position} | ({"rows": rows, "cols": cols} if size else {})
