"""The command line: thin commands over :mod:`playout.api` and :mod:`playout.hex`."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from typing import NoReturn, TextIO

import typer

from playout.cli import compare, games, hex, luck, rare, run, saved, study, tournament
from playout.cli.options import in_todays_words
from playout.cli.playing import STOPPED

app = typer.Typer(
    help="Playout: a Monte Carlo laboratory for tabletop games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (run, study, compare, tournament, luck, rare, hex, games, saved):
    app.registered_commands += part.app.registered_commands


def main() -> None:
    """Run the command line; a user's mistake ends in one sentence and exit code 2."""
    from playout.engine.errors import OldWords, PlayoutError

    warnings.simplefilter("always", OldWords)
    warnings.showwarning = _print_warning
    try:
        app(in_todays_words(sys.argv[1:]))
    except PlayoutError as error:
        print(f"playout: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr)
        _leave()
    except BrokenPipeError:
        _leave(1)
    except OSError as error:  # as of a file whose name is too long
        print(f"playout: {error.filename}: {error.strerror}", file=sys.stderr)
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
