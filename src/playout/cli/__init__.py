"""The command line: thin commands over :mod:`playout.api` and :mod:`playout.hex`."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from functools import cache
from typing import Annotated, NoReturn, TextIO

import typer

from playout.cli import compare, games, hex, luck, rare, run, saved, study, tournament, winnable
from playout.cli.commands import Group
from playout.cli.options import in_todays_words
from playout.cli.playing import STOPPED

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
for part in (run, compare, tournament, luck, rare, hex, winnable, study, saved, games):
    app.registered_commands += part.app.registered_commands


def _print_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        from playout import __version__

        print(f"playout {__version__}")
        raise typer.Exit


@app.callback()
def playout(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Playout: a Monte Carlo laboratory for tabletop games.

    Every command tells its options: playout run --help.  Name a game to see those of its rules
    too: playout run the-game --help.
    """


@cache
def _command() -> typer.core.TyperGroup:
    """The commands as they are called; made once, because reading all signatures takes a while."""
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    return command


def main() -> None:
    """Run the command line; a user's mistake ends in one sentence and exit code 2."""
    from playout.engine.errors import OldWords, PlayoutError

    warnings.simplefilter("always", OldWords)
    warnings.showwarning = _print_warning
    try:
        _command()(in_todays_words(sys.argv[1:]))
    except PlayoutError as error:
        print(f"playout: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr)
        _leave()
    except BrokenPipeError:
        _leave(1)
    except OSError as error:  # as of a file whose name is too long
        print(f"playout: {error.filename or 'the output'}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
    except SystemExit as exit:
        if exit.code == STOPPED:
            _leave()
        raise


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning as one sentence."""
    print(f"playout: {message}", file=sys.stderr)


def _leave(code: int = STOPPED) -> NoReturn:
    """Leave at once: after Ctrl-C nobody wants to wait for the batches still in flight."""
    with suppress(OSError):
        sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
