"""The command line: thin commands over :mod:`playout.api` and :mod:`playout.hex`."""

from __future__ import annotations

import os
import re
import sys
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from traceback import format_exception
from typing import Annotated, Any, NoReturn, TextIO

import typer

from playout.cli import check, games, gate, new, questions, saved, study, warm, web, winnable
from playout.cli.commands import STOPPED, Group
from playout.cli.output import open_streams, say
from playout.engine.words.errors import (
    Measured,
    NotLoaded,
    OtherFile,
    PlayoutError,
    RunsCode,
    error_text,
    file_name,
    printable,
    was_stopped,
)
from playout.engine.words.resources import ROOM, ran_out

UNREAD = 141  # of one whose reader stopped reading, as shells have it: 1 is a gate that fails
UNWRITABLE = 74  # the exit code of a program whose output cannot be written, EX_IOERR

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
for part in (questions, winnable, gate, study, saved, games, web, warm, check, new):
    app.registered_commands += part.app.registered_commands


def _print_version(wanted: bool) -> None:
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

    To see the options of a command: playout run --help. With the name of a game you also see its
    rules, strategies and measures: playout run the-game --help.
    """


@cache
def _command() -> typer.core.TyperGroup:
    """The commands as they are called; made once, because reading all signatures takes a while."""
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    return command


def main() -> None:
    """Run the command line; a user's mistake ends in one sentence and exit code 2."""
    open_streams()
    if sys.stderr is None:  # it was closed before the program began
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # until the program ends
    if sys.stdout is None:
        say("the standard output is closed, so nothing can be printed; > /dev/null hides it")
        sys.exit(UNWRITABLE)
    code = _run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        leave(UNREAD)
    except OSError as error:
        _leave_unwritable(error)
    if code == STOPPED:
        from playout.engine.play.failures import endless_game

        if sentence := endless_game():  # it was stopped in a game that may have no end
            say(sentence)
        leave()
    sys.exit(code)


def _run() -> int:
    """Run the command, say what ended it, and return its exit code."""
    sys.unraisablehook = _hide_stopping
    for kind in (Measured, NotLoaded, OtherFile, RunsCode):
        warnings.simplefilter("always", kind)
    warnings.showwarning = _print_warning
    try:
        _command()(sys.argv[1:], prog_name="playout")
    except PlayoutError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        say("stopped")
        return STOPPED
    except BrokenPipeError:
        leave(UNREAD)
    except SystemExit as exit:
        if isinstance(exit.__context__, BrokenPipeError):  # typer makes it a 1
            leave(UNREAD)
        if sentence := _ended_by(exit):
            say(sentence)
            return 2
        return exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    except Exception as error:
        if was_stopped(error):
            say("stopped")
            return STOPPED
        what = ran_out(error)
        if isinstance(error, OSError) and error.errno and (not what or error.errno in ROOM):
            if error.filename is None:  # it is no file's, so the output's
                _leave_unwritable(error)
            say(printable(f"{error.filename}: {what or error.strerror}"))
        elif what:
            say(what)
        else:
            raise
        return 2
    except BaseException as error:  # that is no Exception, as asyncio has them
        if not (sentence := _ended_by(error)):
            raise
        say(sentence)
        return 2
    return 0


def _ended_by(error: BaseException) -> str:
    """Which file of a user's has ended the program, as with sys.exit, and where; "" if none has."""
    files: Any = sys.modules.get("playout.engine.find.strategy_files")
    ours = [] if files is None else files.RUN
    text = "".join(format_exception(error))  # with that of another process, as its cause
    frames = re.findall(r'File "(.+)", line (\d+), in (.+)', text)
    sent = {(one.name, "sent") for one in ours}  # the copies in other processes
    for name, line, function in reversed(frames):
        path = Path(name)
        if path in ours or (path.name, path.parent.parent.name) in sent:
            place = f"line {line} of {file_name(name)}, in {function}"
            return f"{error_text(error)} has ended the program ({place}); what was saved is kept"
    return ""


def _hide_stopping(ignored: sys.UnraisableHookArgs) -> None:
    """Print no Ctrl-C that the compiler swallows: `_run` reports what the compiler raises then."""
    if not (ignored.exc_type and issubclass(ignored.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(ignored)


def _leave_unwritable(error: OSError) -> NoReturn:
    """End a command whose output cannot be written; its files stay."""
    say(
        f"the standard output cannot be written ({error.strerror or error}); what was saved in "
        "files is kept"
    )
    leave(UNWRITABLE)


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning as one sentence; one that is not ours with its place."""
    ours = category.__module__.startswith("playout.")
    place = "" if ours else f" ({category.__name__}, line {lineno} of {Path(filename).name})"
    say(printable(f"{' '.join(str(message).split())}{place}"))


def leave(code: int = STOPPED) -> NoReturn:
    """Leave at once: after Ctrl-C nobody wants to wait for the batches still in flight."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
