"""The commands that ask questions: their options are the parameters of the tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, GameCommand
from playout.cli.options import GameName, option, prepare_files, read_options
from playout.cli.playing import Out, play_and_tell
from playout.questions import KINDS
from playout.questions.parameters import QUESTIONS, SEED, Parameter, Question

app = typer.Typer()

TYPES: dict[str, Any] = {
    "text": str | None,
    "texts": list[str] | None,
    "number": Any,
    "file": Path | None,
    "flag": bool,
    "switch": bool,
}


def _argument(one: Parameter) -> inspect.Parameter:
    """A parameter as an argument of the function that is called by its command."""
    default = None if "{default}" in one.help else one.default
    if one.required:
        default = inspect.Parameter.empty
    elif one.kind == "flag":
        default = False
    of: Any = int if one is SEED else TYPES[one.kind]
    annotation: Any = Annotated[of, option(one)]
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(one.name, kind, default=default, annotation=annotation)


def _command(question: Question) -> Callable[..., None]:
    """The function that is called by the command of a question."""

    def command(context: typer.Context, **words: Any) -> None:
        _ask(question, context, words)

    usual = inspect.Parameter.POSITIONAL_OR_KEYWORD
    about = [("context", typer.Context), ("game", GameName)]
    first = [inspect.Parameter(name, usual, annotation=what) for name, what in about]
    options = [_argument(one) for one in question.parameters if one.help]
    command.__signature__ = inspect.Signature([*first, *options])  # type: ignore[attr-defined]
    command.__doc__ = question.about
    return command


for _question in QUESTIONS.values():
    app.command(_question.name or _question.kind, cls=GameCommand, rich_help_panel=ASK)(
        _command(_question)
    )


def _ask(question: Question, context: typer.Context, words: dict[str, Any]) -> None:
    """Ask a question, play its games, and print its answer."""
    module = import_module(KINDS[question.kind])
    names = [one.name for one in question.asked if one.help and one.name != "strategy"]
    given = {name: words[name] for name in names}
    refused = {"seats": question.seated} if question.seated else {}
    given |= read_options(context, words.get("strategy"), refused)
    asked = module.ask(words["game"], **given)
    prepare_files(words["csv"], words["plot"])
    out = Out(words["json"], words["csv"], words["plot"])
    play_and_tell(module.Job(asked), words["workers"], words["save"], out)
