"""The command that checks a strategy or a game before it is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.commands import GIVEN, LOOK, Command, GameCommand
from playout.cli.options import Json, Seed, strategies_option
from playout.cli.output import output, print_json, print_text, screen_width, write_line
from playout.engine.words.errors import PlayoutError

if TYPE_CHECKING:
    from playout.testing.report import Checked, Report

app = typer.Typer()


class CheckCommand(GameCommand):
    """A command about a game or a file: for a file its help is without rule options."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, and what a game adds to them."""
        from playout.engine.find.strategy_files import file_of

        if file_of(ctx.meta.get(GIVEN, "")) is None:
            super().format_options(ctx, formatter)
        else:
            Command.format_options(self, ctx, formatter)


@app.command(cls=CheckCommand, rich_help_panel=LOOK)
def check(
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="File with strategies or a game (mine.py), one item in it (mine.py:bold), or "
            "the name of a game.",
        ),
    ],
    strategy: Annotated[
        str | None, strategies_option("Check these strategies of the game instead of the game.")
    ] = None,
    positions: Annotated[
        str,
        typer.Option(metavar="N", help="Number of positions in which to check a strategy's moves."),
    ] = "1M",
    seconds: Annotated[
        str,
        typer.Option(
            metavar="S",
            help="Time to check each game and each strategy, in seconds, without compiling.",
        ),
    ] = "60",
    limit: Annotated[
        str, typer.Option(metavar="S", help="Maximum time for a move, in seconds.")
    ] = "1",
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Check a strategy or a game before you trust it.

    Are all moves legal? Does the same seed give the same game, compiled as in plain Python? Is no
    hidden information used? How long does a move take? And more. The checks run in separate
    processes, so they also catch a strategy that never returns. All rule options of the game work
    here too; without any, the default rules are checked, with the fewest and the most players.
    """
    from playout.engine.find.games import find_game
    from playout.engine.who.references import split_line_up
    from playout.engine.words.reading import read_count
    from playout.testing.checking import check_in_stages
    from playout.testing.suite import Asked, subjects

    asked = Asked(
        _options(context.args),
        seed,
        read_count(positions, "positions"),
        _seconds("--seconds", seconds),
        _seconds("--limit", limit),
    )
    names = split_line_up(strategy) if strategy else []
    reports: list[Report] = []

    def report_check(checked: Checked) -> None:
        if not json:
            write_line(checked.lines(screen_width()))
            output().flush()

    found = subjects(target, names)
    for subject in found if asked.options else ():
        find_game(subject.game).with_options(asked.options)  # PlayoutError if they are not allowed
    for subject in found:
        if not json:
            write_line(("\n" if reports else "") + str(subject))
        report = check_in_stages(subject, asked, report_check)
        reports.append(report)
        if not json:
            write_line()
            if report.findings:
                print_text(f"{report.found()}\n")
            print_text(f"{report.verdict()} in {report.seconds:.0f} seconds")
    if json:
        print_json([report.data() for report in reports])
    if not all(report.ok for report in reports):
        wrong = sum(not report.ok for report in reports)
        kinds = "strategies" if all(one.strategy for one in found) else "games and strategies"
        which = f" in {wrong} of {len(reports)} {kinds}" if reports[1:] else ""
        raise PlayoutError(f"{target}: the check found faults{which}")


def _options(words: list[str]) -> dict[str, str]:
    """The rule options of a command, one value each; the game says which there are."""
    options: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        key = name.removeprefix("--").replace("-", "_")
        if not value:
            raise PlayoutError(f"{name} needs a value")
        if key in options:
            raise PlayoutError(f"{name} is given twice")
        options[key] = value
    return options


def _seconds(name: str, text: str) -> float:
    from playout.engine.words.reading import brief, real_or_nan

    number = real_or_nan(text)
    if not 0 < number <= 86_400:
        raise PlayoutError(
            f"{name} {brief(text)}: must be a number of seconds above 0, at most 86,400"
        )
    return number
