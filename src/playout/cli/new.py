"""The command that writes a start for a strategy or a game of one's own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from playout.cli.commands import LOOK, Command
from playout.cli.options import game_names
from playout.cli.output import name_of, write_line
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import why_unwritten

app = typer.Typer()


@app.command(cls=Command, rich_help_panel=LOOK)
def new(
    kind: Annotated[str, typer.Argument(metavar="strategy|game", help="What to create.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the strategy or game, and of its folder.")
    ],
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            help="Use plain Python instead of compiled code: any "
            "library works, but games are slow.",
        ),
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Game that the strategy plays (default: the-game).",
            autocompletion=game_names,
        ),
    ] = None,
) -> None:
    """Create a strategy or a game of your own from a template.

    Writes a folder with a working example, comments and tests, ready to install with pip.
    """
    from playout.templates import start_of

    if kind == "game" and game is not None:
        raise PlayoutError("--game belongs to a strategy: playout new strategy NAME --game G")
    texts = start_of(kind, name, game or "the-game", plain)
    folder = Path(name)
    if folder.exists() or folder.is_symlink():
        raise PlayoutError(f"{folder} already exists; nothing was written. Choose another name")
    try:
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise PlayoutError(f"{folder}: cannot be written ({why_unwritten(error)})") from None
    module = name.replace("-", "_")
    write_line(f"{name_of(folder)}/ has {', '.join(texts)}")
    if f"{module}.py" in texts:
        write_line(f"check it: cd {folder} && playout check {module}.py")
    else:
        write_line(f"check it: cd {folder} && pip install -e . && playout check {name}")
