"""The command that says whether a deal can be won at all, of games that have a solver."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from playout.cli.commands import ASK, GameCommand
from playout.cli.options import GameName, Json, Seed, one_each, read_factors
from playout.cli.output import print_json, print_text, write_line

NOBODY = "whether a deal can be won at all is the same for every strategy; leave it out"
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
    from playout.report.words import setting

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
            known = f"not known, {result.why()}" if result.limit else result.answer
            took = f"({result.seconds:.2f} s)"
            write_line(f"deal {nth(deal)} (--game {deal}): {known}  {took}", flush=True)
    if json:
        print_json(
            {"kind": "winnable", "game": game, "seed": seed, "rules": dict(result.rules.values)}
            | (_share([deal["answer"] for deal in found]) if count > 1 else {})
            | {"deals": found}
        )
    elif count > 1:
        share = _share([deal["answer"] for deal in found])
        print_text(f"{setting(result.rules)}: {_summary(share, count)}")
        for won in [deal["number"] for deal in found if deal["answer"] == "yes"][:1]:
            rules = " ".join(result.rules.command_options())
            command = f"playout winnable {game} {rules} --game {won}"
            command += f" --seed {seed}" if seed != 1 else ""
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
    """How many deals can be won, and what that says of all deals of these rules."""
    from playout.report.estimates import LEVEL
    from playout.report.words import percent

    yes, no, unknown = share["yes"], share["no"], share["unknown"]
    if unknown == deals:
        return (
            f"it is not known whether any of the {deals} deals can be won. The search found no "
            "way to win before it stopped. To allow more time, use --seconds."
        )
    if yes == deals:
        found = f"{'both' if deals == 2 else f'all {deals}'} deals can be won"
    elif no == deals:
        found = f"{'neither' if deals == 2 else 'none'} of the {deals} deals can be won"
    elif not unknown:
        found = f"{yes} of the {deals} deals can be won"
    else:
        counts = {"can": yes, "cannot": no}
        parts = [f"{count} {how} be won" for how, count in counts.items() if count]
        found = f"of the {deals} deals {', '.join(parts)}, and for {unknown} it is not known"
    low, high = share["yes_low"], share["yes_high"]
    reach = (high - low) / 2
    both = ", whichever way the unknown deals turn out" if unknown else ""
    return (
        f"with all cards known, {found}. Of all deals, between {percent(low, reach)} % and "
        f"{percent(high, reach)} % can be won ({100 * LEVEL:g} % interval{both})."
    )
