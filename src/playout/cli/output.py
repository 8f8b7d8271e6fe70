"""Where the answer of a command goes: what the code of users prints is no part of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

_answers: TextIO | None = None  # the standard output while a command runs


@contextmanager
def only_answers() -> Iterator[None]:
    """Within this context the standard output gets what `write_line` writes, and nothing else.

    What a strategy prints, also in a thread, is written to the error stream.
    """
    global _answers
    _answers = sys.stdout
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _answers = None


def output() -> TextIO:
    """The stream for the answer of a command."""
    return _answers or sys.stdout


def write_line(text: object = "", flush: bool = False) -> None:
    """Write a text of an answer, and end the line."""
    print(text, file=output(), flush=flush)


def screen_width() -> int | None:
    """Characters in a line of the terminal; None if the answer goes to a file or a pipe."""
    from playout.report.fitting import screen_width

    return screen_width(output())
