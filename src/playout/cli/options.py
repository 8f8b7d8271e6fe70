"""The options that several commands have, and how they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.commands import BEFORE, no_such_option
from playout.cli.output import output, say, written
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import why_unwritten
from playout.questions.parameters import (
    CHANCE,
    CHECKED,
    EFFECTS,
    EFFECTS_OF,
    HISTOGRAM,
    JSON,
    MEASURES,
    QUANTILES,
    SEED,
    STRATEGY,
    VIEWS,
    WORKERS,
    XLSX,
    Parameter,
)

if TYPE_CHECKING:
    from playout.engine.game.game import Game

NONE: Mapping[str, str] = {}
OUTPUT = Path("-")  # the name of the standard output, as of a file
PICTURES = (".png", ".svg", ".pdf")
PRINTABLE = ("--json", "--csv", "--tsv", "--cross", "--markdown")  # what can be written to it


def game_names(incomplete: str) -> list[str]:
    """The names of games, for completion."""
    from playout.engine.find import games as registry

    return [name for name in registry.game_names() if name.startswith(incomplete)]


def strategy_names(context: typer.Context, incomplete: str) -> list[str]:
    """The strategies of a game, for completion of the last of several names."""
    from playout.engine.find import games as registry

    game = context.params.get("game")
    if game not in registry.game_names():
        return []
    before = incomplete[: max(incomplete.rfind(","), incomplete.rfind("+")) + 1]
    return [before + strategy.name for strategy in registry.strategies(game)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Name of a game (to list them: playout games), FILE.py of your own, openspiel:NAME "
        "or pettingzoo:NAME. With counters: GAME+FILE.py:NAME.",
        autocompletion=game_names,
    ),
]

GameOrFiles = Annotated[
    str,
    typer.Argument(
        metavar="GAME|FILE...",
        help="Name of a game, as in playout run; or files of recorded games, as the browser saves "
        "them and playout replay --json prints them, with their players, rules and seed. Several "
        "games show who played better.",
        autocompletion=game_names,
    ),
]


Trust = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Execute this file or package, which the saved run uses, even if somebody else may "
        "have written it. Repeatable.",
    ),
]


def read_seed_word(text: str) -> int:
    """The seed of a command."""
    from playout.engine.words.reading import read_seed

    return read_seed(text)


def check_indices(wanted: bool) -> None:
    """Have every index checked in all code that is compiled from now on: before any is."""
    if not wanted:
        return
    os.environ["NUMBA_BOUNDSCHECK"] = "1"
    from playout.engine.native.code_cache import CHECKED

    if not CHECKED:
        del os.environ["NUMBA_BOUNDSCHECK"]
        raise PlayoutError(
            "--checked: this program has already loaded games without these checks; start it with "
            "NUMBA_BOUNDSCHECK=1 in its environment"
        )


def number_or_text(text: Any) -> float | str:
    """A number of a command; what is none stays text, to be refused where it is used."""
    try:
        return float(text)
    except ValueError:
        return str(text)


def option(one: Parameter) -> Any:
    """A parameter of a question as an option of its command."""
    how: dict[str, Any] = {"help": one.help.replace("{default}", str(one.default))}
    names = list(one.options) or ([] if one.kind == "switch" else [one.option])
    if one.kind not in ("flag", "switch"):
        how["metavar"] = one.unit
    if one.strategies:
        how["autocompletion"] = strategy_names
    if one.kind == "number":
        how["parser"] = number_or_text
    if one is SEED:
        how["parser"] = read_seed_word
    if one is CHECKED:
        how |= {"callback": check_indices, "is_eager": True}
    return typer.Option(*names, **how)


def strategies_option(help: str) -> Any:
    """The option for one or several strategies, under both its names."""
    return option(replace(STRATEGY, help=help))


Strategy = Annotated[str | None, option(STRATEGY)]
Seed = Annotated[int, option(SEED)]
Checked = Annotated[bool, option(CHECKED)]
Json = Annotated[bool, option(JSON)]
Workers = Annotated[str | None, option(WORKERS)]
Measures = Annotated[str | None, option(MEASURES)]
Histogram = Annotated[list[str] | None, option(HISTOGRAM)]
Quantiles = Annotated[str | None, option(QUANTILES)]
Chance = Annotated[list[str] | None, option(CHANCE)]
ShowEffects = Annotated[bool, option(EFFECTS)]
EffectsOf = Annotated[str | None, option(EFFECTS_OF)]
Xlsx = Annotated[Path | None, option(XLSX)]


def read_factors(
    context: typer.Context,
    strategy: str | None = None,
    refused: Mapping[str, str] = NONE,
    *,
    several: bool = False,
) -> dict[str, list[str]]:
    """The rule options of a command: ``--min-cards 1..3`` as {"min_cards": ["1", "2", "3"]}.

    So is the ``strategy``, in its place among them.  ``refused`` are options that the command does
    not take, each with the sentence that says why; ``several``: an option may have several values.
    """
    from playout.engine.find.games import find_game
    from playout.engine.find.strategy_files import check_separators
    from playout.engine.words.reading import read_values

    game = find_game(context.params["game"])
    rules = [option.name for option in game.options]
    known = {*rules, *refused}
    words = [word.partition("=")[::2] for word in context.args]
    if strategy is not None:
        words.insert(context.meta[BEFORE], ("--strategy", strategy))
        known.add("strategy")
    factors: dict[str, list[str]] = {}
    for name, text in words:
        key = name.removeprefix("--").replace("-", "_")
        if not name.startswith("--") or key not in known:
            raise PlayoutError(no_such_option(context, name, rules))
        if key in refused:
            raise PlayoutError(f"{name}: {refused[key]}")
        if key in factors:
            way = f"{name} 1,2 for several values" if several else "it once"
            raise PlayoutError(f"{name} is given twice; write {way}")
        check_separators(text)
        factors[key] = read_values(text, key)
        if not factors[key]:
            raise PlayoutError(f"{name} needs a value")
    return factors


def one_each(factors: dict[str, list[str]]) -> dict[str, Any]:
    """The one value of each option; PlayoutError if one has several."""
    for name, values in factors.items():
        if len(values) > 1:
            seats = f"for a strategy for each player, write {'+'.join(values)}; "
            raise PlayoutError(
                f"{written(name)}: only one value is allowed here; "
                f"{seats if name == 'strategy' else ''}"
                "to use several, run the command once for each"
            )
    return {name: values[0] for name, values in factors.items()}


def read_measures(text: str | None, game: Game) -> list[str]:
    """The names of the measures that a table shows, or ["all"]; of none, []."""
    from playout.engine.game.measure_names import is_condition
    from playout.engine.words.reading import read_values

    names = read_values(text or "", "measures")
    for name in names:
        if is_condition(name):
            raise PlayoutError(
                f"--measures {name}: for the chance of a condition, write --chance {name}"
            )
    return ["all"] if "all" in names else [game.measure_or_rate(name).name for name in names]


def read_views(words: Mapping[str, Any], kind: str, asked: Any) -> Callable[[Any], Any]:
    """What has an answer show the histograms, quantiles, chances and effects that a command names.

    PlayoutError for what is none, or if the answer is not that of a run.
    """
    given = {one.name: words[one.name] for one in VIEWS if words.get(one.name)}
    if not given:
        return lambda answer: answer
    if kind == "course" and given.keys() == {QUANTILES.name}:
        from playout.report.estimates import read_quantiles

        read_quantiles(given[QUANTILES.name], ())
        return lambda answer: answer.showing(**given)
    if kind != "run":
        raise PlayoutError(
            f"{written(next(iter(given)))}: only possible with playout run, not with {kind}"
        )
    from playout.questions.runs.distributions.views import read_views
    from playout.questions.runs.effects.grid import design

    of, effects = given.pop(EFFECTS_OF.name, None), given.pop(EFFECTS.name, False)
    if of or effects:
        design(asked, asked.game.quantity(of))
    read_views(asked.game, **given)

    def view(answer: Any) -> Any:
        if (of or effects) and not answer.found.in_every_row:
            say("there are no effects yet: some rows have no games")
        return answer.showing(**given, effects=of or effects)

    return view


def prepare_workbook(path: Path | None) -> None:
    """Check that the workbook of --xlsx can be written, before any game is played."""
    if path is not None:
        from playout.report.excel import check_excel

        check_excel(f"--xlsx {path}")
        prepare(path, ".xlsx")


def prepare(path: Path | None, *endings: str) -> None:
    """Check that the file of an option can be written, before any game is played.

    With ``endings`` its name must have one of them.
    """
    if path is None or (path == OUTPUT and not endings):
        return
    from playout.report.page import prepare_file

    prepare_file(path, *endings)


def check_different(files: Mapping[str, Path | None]) -> None:
    """Refuse two options that name the same file, which would hold only the last of them.

    "-", the standard output, is the name of a file only for what can be printed.
    """
    named = {option: path for option, path in files.items() if path is not None}
    printed = [option for option, path in named.items() if path == OUTPUT]
    for option in printed:
        if option not in PRINTABLE:
            raise PlayoutError(f"{option} -: cannot be printed; name a file")
    if len(printed) > 1:
        raise PlayoutError(
            f"{' and '.join(printed)}: only one of them can be printed; write the others to files"
        )
    for (first, path), (second, other_path) in combinations(named.items(), 2):
        if os.path.realpath(path) == os.path.realpath(other_path):
            raise PlayoutError(
                f"{first} {path}, {second} {other_path}: these are the same file; name two files"
            )


def save(path: Path | None, write: Callable[[Any], Any], *, tell: bool = True) -> None:
    """Write a file, if its option is given; "-" is the standard output.

    With ``tell`` a line on the error stream names the file that was written.
    """
    if path == OUTPUT:
        write(output())
    elif path is not None:
        try:
            write(path)
        except (OSError, ValueError) as error:
            why = why_unwritten(error) if isinstance(error, OSError) else error
            raise PlayoutError(f"{path}: cannot be written ({why})") from None
        from playout.report.progress import QUIET

        if tell and not os.environ.get(QUIET):
            say(f"wrote {path}")
