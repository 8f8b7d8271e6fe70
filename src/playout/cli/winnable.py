"""The command that says whether a deal can be won at all, of games that have a solver."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, GameCommand
from playout.cli.options import GameName, Json, Seed, one_each, read_factors
from playout.cli.output import print_json, print_text, write_line

NOBODY = "whether a deal can be won does not depend on the strategy"
REFUSED = {"strategy": NOBODY, "strategies": NOBODY, "seats": NOBODY}
app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=ASK)
def winnable(
    context: typer.Context,
    game: GameName,
    number: Annotated[
        str,
        typer.Option("--game", metavar="N", help="Number of the deal, or of the first of several."),
    ] = "0",
    deals: Annotated[str, typer.Option(metavar="N", help="Number of deals to examine.")] = "1",
    seed: Seed = 1,
    seconds: Annotated[
        str, typer.Option(metavar="S", help="Time limit per deal, in seconds.")
    ] = "10",
    json: Json = False,
) -> None:
    """Find out whether a deal of The Game can be won, and how.

    The search sees all cards, which no player can. If it finds a way to win, it prints that game
    turn by turn. All rule options of the game work here too: --players 2 --hand 5.
    """
    from playout.engine.find.games import find_game, solver_of
    from playout.engine.words.numbering import nth
    from playout.engine.words.reading import read_count, read_seed
    from playout.report.progress import Terminal

    solver = solver_of(find_game(game))
    first, count = read_seed(number, "game"), read_count(deals, "deals")
    options = one_each(read_factors(context, refused=REFUSED))
    found = []
    for deal in range(first, first + count):
        with Terminal()():
            result = solver.winnable(seed=seed, game=deal, seconds=seconds, **options)
        found.append(
            {
                "number": deal,
                "answer": result.answer,
                "seconds": result.seconds,
                **({"width": result.width} if hasattr(result, "width") else {}),
                "limit": result.limit,
                "line": [
                    {"seat": seat, "move": move}
                    for seat, move in zip(result.seats, result.line, strict=True)
                ],
            }
        )
        if json:
            continue
        if count == 1:
            print_text(f"Deal {nth(deal)} of seed {seed} (--game {deal}): {result}")
        else:
            rest = f": {result.why()}" if result.limit else f"  ({result.seconds:.2f} s)"
            write_line(f"deal {nth(deal)} (--game {deal}): {result.answer}{rest}", flush=True)
    if json:
        print_json(
            {"kind": "winnable", "game": game, "seed": seed, "rules": dict(result.rules.values)}
            | (_share([deal["answer"] for deal in found]) if count > 1 else {})
            | {"deals": found}
        )
    elif count > 1:
        print_text(_summary(_share([deal["answer"] for deal in found]), count))
        for won in [deal["number"] for deal in found if deal["answer"] == "yes"][:1]:
            rules = " ".join(result.rules.command_options())
            command = f"playout winnable {game} {rules} --game {won} --seed {seed}"
            write_line(f"To see how deal {nth(won)} is won: {command}")


def _share(answers: list[Any]) -> dict[str, Any]:
    """How many deals can be won: unknown ones are counted either way for the interval."""
    from playout.stats.intervals import rate_interval

    won, unknown = answers.count("yes"), answers.count("unknown")
    return {
        "yes": won,
        "no": answers.count("no"),
        "unknown": unknown,
        "yes_low": rate_interval(won, len(answers)).low,
        "yes_high": rate_interval(won + unknown, len(answers)).high,
    }


def _summary(share: dict[str, Any], deals: int) -> str:
    from playout.report.estimates import LEVEL
    from playout.report.words import percent

    low, high, unknown = share["yes_low"], share["yes_high"], share["unknown"]
    reach = (high - low) / 2
    left = both = ""
    if unknown:
        left = f", {unknown} {'is' if unknown == 1 else 'are'} unknown"
        both = "; unknown deals counted both ways"
    found = f"{share['yes']} of {deals} deals can be won, {share['no']} cannot{left}"
    if deals in (share["yes"], share["no"]) and deals > 1:
        found = f"{'all' if share['yes'] else 'none of the'} {deals} deals can be won"
    return (
        f"With all cards known, {found}. Of all deals, between {percent(low, reach)} % and "
        f"{percent(high, reach)} % can be won ({100 * LEVEL:g} % interval{both})."
    )
