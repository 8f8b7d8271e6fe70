"""The command that opens pages in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from playout.cli.commands import LOOK, Command
from playout.cli.output import say
from playout.engine.words.errors import PlayoutError

PORT = 8765
app = typer.Typer()


@app.command(cls=Command, rich_help_panel=LOOK)
def web(
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE.py", help="Game of your own, in addition to the installed ones."
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME:FILE.py:NAME",
            help="Strategy of your own that can take a seat, e.g. the-game:mine.py:bold.",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Address to listen on. 127.0.0.1: only this machine; 0.0.0.0: other machines "
            "too, with the printed link, which contains a token.",
        ),
    ] = "127.0.0.1",
    port: Annotated[str, typer.Option(metavar="N", help="Port; 0 picks a free one.")] = str(PORT),
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for games and runs (default: your user folder for data)."
        ),
    ] = None,
    open_it: Annotated[
        bool, typer.Option("--open", help="Open the first page in this machine's browser.")
    ] = False,
    prepare: Annotated[
        bool,
        typer.Option(help="Compile all games at the start, so that no first move waits."),
    ] = True,
) -> None:
    """Play, watch and ask questions in the browser.

    Needs the extra `web`: pip install "playout[web]". Everything is computed on this machine.
    Stop the server with Ctrl-C; games and runs are saved and resume when you start it again.
    """
    from playout.engine.words.reading import read_whole
    from playout.web.server import serve, settings_for

    number = read_whole("port", port, 0, 65535)
    if not host.strip():  # it would stand for all addresses of this machine
        raise PlayoutError("--host needs a value, such as 127.0.0.1")

    own = _own(strategy or [])
    settings = settings_for(folder, game or [], own, host)
    serve(settings, host, number, open_it, lambda link: say(f"open {link}"), prepare)


def _own(references: Sequence[str]) -> dict[str, list[str]]:
    """The strategies of users, by their games: "the-game:mine.py:bold"."""
    found: dict[str, list[str]] = {}
    for text in references:
        game, _, reference = text.partition(":")
        if not reference:
            raise PlayoutError(f"--strategy {text}: must be GAME:FILE.py:NAME")
        found.setdefault(game, []).append(reference)
    return found
