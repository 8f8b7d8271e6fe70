"""The commands that ask questions: their options are the parameters of the tables."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, Command, FilesCommand, GameCommand
from playout.cli.options import (
    PICTURES,
    GameName,
    GameOrFiles,
    one_each,
    option,
    prepare,
    prepare_workbook,
    read_factors,
    read_measures,
    read_views,
    save,
)
from playout.cli.playing import Out, play_and_print, print_forecast, print_played
from playout.cli.recorded import CHOOSE, recorded_games
from playout.cli.spelling import OF_BOARD
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import spelled
from playout.questions import KINDS
from playout.questions.design_tables import TUNE
from playout.questions.judging_tables import POLICY, REVIEW, SOLVE
from playout.questions.parameter_tables import RUN, TABLES
from playout.questions.parameters import SEED, Parameter, Question

app = typer.Typer()

TYPES: dict[str, Any] = {
    "text": str | None,
    "texts": list[str] | None,
    "number": Any,
    "file": Path | None,
    "flag": bool,
    "switch": bool,
}
Words = dict[str, Any]  # what a command was given, by the names of its parameters


def _argument(one: Parameter) -> inspect.Parameter:
    """A parameter as an argument of the function that its command calls."""
    default = None if "{default}" in one.help else one.default
    if one.required:
        default = inspect.Parameter.empty
    elif one.kind == "flag":
        default = False
    elif one.command_default is not None:
        default = one.command_default
    of: Any = int if one is SEED else TYPES[one.kind]
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(one.name, kind, default=default, annotation=Annotated[of, option(one)])


def _command(question: Question) -> Any:
    """The function that the command of a question calls."""

    def of_a_game(context: typer.Context, **words: Any) -> None:
        _ask(question, context, words)

    def of_hex(**words: Any) -> None:
        _ask_hex(question, words)

    command: Any = of_a_game if question.of_a_game else of_hex
    usual = inspect.Parameter.POSITIONAL_OR_KEYWORD
    name = GameOrFiles if question is REVIEW else GameName
    first = {"context": typer.Context, "game": name} if question.of_a_game else {}
    about = [inspect.Parameter(name, usual, annotation=what) for name, what in first.items()]
    options = [_argument(one) for one in question.parameters if one.help]
    command.__signature__ = inspect.Signature([*about, *options])
    command.__doc__ = question.about
    return command


for _table in TABLES.values():
    _class = GameCommand if _table.of_a_game else Command
    _class = FilesCommand if _table is REVIEW else _class
    app.command(_table.name or _table.kind, cls=_class, rich_help_panel=ASK)(_command(_table))


def _ask(question: Question, context: typer.Context, words: Words) -> None:
    """Ask a question about a game, play what it needs, and print its answer."""
    module: Any = import_module(KINDS[question.kind])
    games = recorded_games(context, words) if question is REVIEW else []
    prepare(words.get("html"), ".html")  # now: a review plays the game that it is about
    given = {one.name: _typed(one, words[one.name]) for one in question.asked if one.help}
    if games:
        about: Any = games[0].match
        given = {name: given[name] for name in CHOOSE}
        if games[1:]:
            module, about = import_module(KINDS["reviews"]), games
    else:
        about = words["game"]
        given |= _options(question, context, given.pop("strategy", None))
    if question is RUN and not given["measure"]:
        given["measure"] = _first_shown(words)
    asked = module.ask(about, **given)
    if words.get("dry_run"):
        print_forecast(module.Job(_within(module, asked, words)), words["workers"], words["json"])
        return
    prepare(words["csv"])
    prepare_workbook(words["xlsx"])
    prepare(words.get("plot"), *PICTURES)
    if question in (SOLVE, POLICY):
        _solve(module, asked, words)
        return
    job, answer_of = module.Job(_within(module, asked, words)), None
    more: Words = {}
    if question.kind == "run":
        job, answer_of, more = _run(asked, words)
    elif question.kind == "course":
        more = {"view": read_views(words, "course", asked)}
    elif question.kind == "tournament":
        prepare(words["cross"])
        more = _also("--cross", words["cross"], _write_cross_table)
    out = Out(words["json"], words["csv"], words["plot"], words["xlsx"], words["html"], **more)
    play_and_print(job, words["workers"], words["save"], out, answer_of)


def _first_shown(words: Words) -> str | None:
    """What the answer is about if the table is to show measures without the main one: the first."""
    from playout.engine.find.games import find_game

    if words["measures"] is None:
        return None
    game = find_game(words["game"])
    shown = read_measures(words["measures"], game)
    if game.measures[0].name in shown:
        return None
    numbers = {one.name for one in game.measures if one.kind != "category"}
    return next((name for name in shown if name in numbers), None)


def _typed(one: Parameter, value: Any) -> Any:
    """The value of an option, marked if its number counts from 1."""
    from playout.engine.words.numbering import Typed

    return Typed(value) if one.from_one and value is not None else value


def _within(module: Any, asked: Any, words: Words) -> Any:
    """The question, with as many games as go into its --seconds, if there are any."""
    from playout.questions.forecast import read_budget, within
    from playout.report.progress import Terminal

    if words.get("seconds") is None:
        return asked
    limit = asked.question.limit
    seconds = read_budget(words["seconds"], words[limit], limit)
    return within(module.Job, asked, seconds, words["workers"], Terminal())


def _solve(module: Any, asked: Any, words: Words) -> None:
    """Solve a game, and print its answer: nothing is played for it."""
    from playout.report.progress import Terminal

    def solved() -> Any:
        with Terminal()():
            return module.Answer(module.find(asked))

    out = Out(words["json"], words["csv"], words.get("plot"), words["xlsx"])
    print_played(solved, None, out)


def _options(question: Question, context: typer.Context, strategy: str | None) -> Words:
    """The rule options of a command, and its strategy in its place among them."""
    refused = {"seats": question.seated} if question.seated else {}
    if question is TUNE:  # hold:at={15,20} is one text
        return {
            **one_each(read_factors(context, None, refused, several=False)),
            "strategy": strategy,
        }
    factors = read_factors(context, strategy, refused, several=question is RUN)
    if question is RUN:
        return factors
    if question is REVIEW and "strategy" in factors:
        factors["strategy"] = ["+".join(factors["strategy"])]
    return one_each(factors)


def _run(asked: Any, words: Words) -> tuple[Any, Callable[[Any], Any], Words]:
    """The job of a run or of a part of it, how its answer is made, and what of it is shown."""
    from playout.questions.runs import Answer
    from playout.questions.runs.effects.grid import with_effects
    from playout.questions.runs.job import part_of
    from playout.report.tables import Figure

    of, plot = words["effects_of"], words["effects_plot"]
    measures = read_measures(words["measures"], asked.game)
    shown = words if plot is None else words | {"effects": True}
    view = read_views(shown, "run", asked)
    prepare(plot, *PICTURES)

    def answer_of(found: Any) -> Answer:
        return Answer(found, effects_of=with_effects(asked, measures) if asked.knock_outs else [])

    def draw_effects(answer: Any) -> None:
        if answer.found.in_every_row:
            save(plot, lambda path: Figure(answer.effects(of).plot).save(path))

    more: Words = {"measures": measures, "also": draw_effects, "more": {"--effects-plot": plot}}
    more["view"] = view
    return part_of(asked, words["part"]), answer_of, more


def _also(option: str, file: Path | None, write: Callable[[Any, Any], Any]) -> Words:
    """Write more of the answer to the file of an option."""
    return {
        "also": lambda answer: save(file, lambda path: write(answer, path)),
        "more": {option: file},
    }


def _write_cross_table(tournament: Any, path: Any) -> None:
    from playout.report.csv import write_csv

    write_csv(tournament.table("cross"), path)


def _ask_hex(question: Question, words: Words) -> None:
    """Ask a question of `playout.hex`, and print its answer."""
    from playout import hex

    ask: Any = hex.criticality if question.kind == "hex-map" else hex.compound
    given = {one.name: words[one.name] for one in question.asked} | _start(words)
    given |= {"workers": words["workers"], "save": words["save"], "progress": True}
    prepare(words["csv"])
    prepare(words["plot"], *PICTURES)
    prepare_workbook(words["xlsx"])
    more = {"--stones": words["stones"]}
    out = Out(words["json"], words["csv"], words["plot"], words["xlsx"], more=more)
    with spelled(OF_BOARD):
        print_played(lambda: ask(**given), words["save"], out)


def _start(words: Words) -> Words:
    """The board of a question: its size, or the position in a file."""
    from playout import hex

    size, stones = words["size"], words["stones"]
    numbers = re.fullmatch(r"([0-9]{1,9})(?:x([0-9]{1,9}))?", "11" if size is None else size)
    if not numbers:
        raise PlayoutError(
            f"--size {size or repr(size)}: must be a number of rows, or rows x columns, such as "
            "11 or 7x9"
        )
    rows, cols = int(numbers[1]), int(numbers[2] or numbers[1])
    board = {"stones": None if stones is None else hex.load_stones(stones)}
    return board | ({"rows": rows, "cols": cols} if size or stones is None else {})
