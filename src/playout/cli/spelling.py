"""How sentences name parameters on the command line: as options, with their values."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote

from playout.engine.words.spelling import Spelling
from playout.questions.parameter_tables import TABLES

_OPTIONS = {one.name: one.option for table in TABLES.values() for one in table.parameters}


def option_name(name: str) -> str:
    """The option for a parameter of a question or a rule: ``--max-games`` for ``max_games``."""
    return _OPTIONS.get(name, f"--{name.replace('_', '-')}")


def _switch(name: str, is_on: bool) -> str:
    option = option_name(name)
    return option if is_on else f"--no-{option.removeprefix('--')}"


def _text(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, float):
        return f"{value:.12g}"
    several = list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]
    return quote(",".join(several))


def _of_board(name: str) -> str:
    return "--size" if name in ("rows", "cols") else option_name(name)


AS_OPTIONS = Spelling(option_name, _text, " ", " ", _switch)
OF_BOARD = replace(AS_OPTIONS, name=_of_board)
"""The same for `playout map` and `playout compound`, which say rows and columns at once."""
