"""How commands write: answers, lists, JSON, and sentences; what users' code prints is kept out.

Every character can be written on every terminal, pipe and file: the streams write a sign that their
encoding lacks in ASCII (engine/words/signs.py).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from playout.engine.words.errors import escaped, printable
from playout.engine.words.signs import is_unicode, write_every_character
from playout.report import text_tables

if TYPE_CHECKING:
    from playout.engine.game.game import Game

Rows = list[tuple[str, str]]

COMMAND = re.compile(r"(?<=: )(?:playout|pip) [^;]*")  # to paste, at the end of a clause
BREAK = " \0"  # a place in a name where a line may end
LONG = 26  # characters of a name; what a longer one is stands below it
_answers: TextIO | None = None  # the standard output while a command runs


def open_streams() -> None:
    """Let the standard streams of this program write every character."""
    for stream in (sys.stdout, sys.stderr):
        write_every_character(stream)


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
    print(escaped(str(text)), file=output(), flush=flush)


def screen_width() -> int | None:
    """Characters in a line of the terminal; None if the answer goes to a file or a pipe."""
    return text_tables.screen_width(output())


def print_json(data: Any) -> None:
    """Print plain values as JSON, which is escaped where the stream cannot write it."""
    from json import dumps

    write_line(dumps(data, ensure_ascii=not is_unicode(output())))


def name_of(path: Path) -> str:
    """The name of a file in a line of an answer."""
    return printable(str(path))


def print_rows(rows: Sequence[tuple[str, str]], indent: str = "") -> None:
    """Print names with what they are, below one another."""
    wide = max((len(name) for name, _ in rows if len(name) <= LONG), default=0)
    hang = len(indent) + wide + 2
    for name, text in rows:
        if len(name) > wide and screen_width() is not None:
            print_folded(f"{indent}{name}", len(indent) + 3)
            print_text(" " * hang + text, hang)
        else:
            print_text(f"{indent}{name:<{wide}}  {text}", hang)


def print_folded(name: str, hang: int) -> None:
    """Print a long name, broken before the colons and bars in it where the terminal ends."""
    breakable = re.sub("(?=[:|])", BREAK, name)
    lines = text_tables.wrapped(breakable, screen_width(), " " * hang)
    write_line(lines.replace(BREAK, "").replace(BREAK.strip(), ""))


def print_text(text: str, hang: int | None = None) -> None:
    """Print lines that are broken between words where the terminal ends.

    What is left of a line begins after ``hang`` blanks (default: 2 more than the line itself).
    """
    for line in text.splitlines():
        blanks = len(line) - len(line.lstrip()) + 2 if hang is None else hang
        write_line(text_tables.wrapped(line, screen_width(), " " * blanks))


def say(sentence: str) -> None:
    """Write a sentence to the error stream, if that can be: every error, and what was not asked.

    A terminal gets it in lines broken between words, but not in a command that is to be pasted;
    what stands below the sentence, as a position, stays as it is.
    """
    first, below, rest = sentence.partition("\n")
    text = f"playout: {first}"
    if not sys.stderr.closed and sys.stderr.isatty():
        from rich.console import Console

        whole = COMMAND.sub(lambda command: command[0].replace(" ", "\N{NO-BREAK SPACE}"), first)
        text = text_tables.wrapped(f"playout: {whole}", Console(stderr=True).width)
        text = text.replace("\N{NO-BREAK SPACE}", " ")
    with suppress(OSError, ValueError):  # it is full, or closed
        print(escaped(f"{text}{below}{rest}"), file=sys.stderr)


def rule_rows(game: Game) -> Rows:
    """The rule options of a game as they are written, and what they are."""
    rows = []
    for option in game.options:
        default = "" if option.default is None else f" (default {option.default})"
        rows.append((f"{written(option.name)} {option.allowed}", f"{option.help}{default}"))
    return rows


def written(rule: str) -> str:
    """A rule option as users write it: min_cards is ``--min-cards``."""
    return f"--{rule.replace('_', '-')}"


def strategy_rows(game: Game) -> Rows:
    """The strategies of a game, each with its parameters, and its idea."""
    from playout.engine.who.references import listed_strategies

    rows = []
    for strategy in listed_strategies(game):
        settings = (f":{key}={value:.15g}" for key, value in strategy.parameters.items())
        also = f" (also: {', '.join(strategy.aliases)})" if strategy.aliases else ""
        rows.append((strategy.name + "".join(settings), f"{strategy.summary}{also}"))
    return rows


def measure_rows(game: Game) -> Rows:
    """The measures of a game, and what they are."""
    return [(measure.name, measure.description) for measure in game.measures]
