"""The command that says whether a deal can be won at all, of games that have a solver."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.commands import ASK, GameCommand
from playout.cli.options import GameName, Json, Seed, one_each, option, read_factors
from playout.cli.output import print_json, print_text, write_line
from playout.questions.judging_tables import WINNABLE

REFUSED = dict.fromkeys(("strategy", "strategies", "seats"), WINNABLE.seated)
app = typer.Typer()


def winnable(
    context: typer.Context,
    game: GameName,
    number: Annotated[str, option(WINNABLE["number"])] = "0",
    deals: Annotated[str, option(WINNABLE["deals"])] = "1",
    seed: Seed = 1,
    seconds: Annotated[str, option(WINNABLE["seconds"])] = "10",
    json: Json = False,
) -> None:
    """Print each deal as soon as it is known; its help is that of the question."""
    from playout.engine.words.numbering import nth
    from playout.questions.winnable import Answer, Found, ask, examine
    from playout.report.progress import Terminal

    options = one_each(read_factors(context, refused=REFUSED))
    asked = ask(game, number=number, deals=deals, seed=seed, seconds=seconds, **options)
    examined = []
    for deal in asked.numbers:
        with Terminal()():
            one = examine(asked, deal)
        examined.append(one)
        if json:
            continue
        if asked.deals == 1:
            print_text(f"Deal {nth(deal)} of seed {seed} (--game {deal}): {one.found}")
        else:
            took = f"({one.found.seconds:.2f} s)"
            write_line(f"deal {nth(deal)} (--game {deal}): {one.known}  {took}", flush=True)
    answer = Answer(Found(asked, examined))
    if json:
        deals_found = {"deals": [one.row() for one in examined]}
        head = {"kind": answer.kind, "game": game, "seed": seed}
        print_json({**head, **answer.facts(), **deals_found})
    elif asked.deals > 1:
        print_text(answer.sentence())
        for won in [one.number for one in examined if one.found.answer == "yes"][:1]:
            rules = " ".join(asked.rules.command_options())
            command = f"playout winnable {game} {rules} --game {won}"
            command += f" --seed {seed}" if seed != 1 else ""
            write_line(f"To see how deal {nth(won)} is won: {command}")


winnable.__doc__ = WINNABLE.about
app.command(cls=GameCommand, rich_help_panel=ASK)(winnable)
