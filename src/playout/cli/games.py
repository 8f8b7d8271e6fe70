"""Commands for every game: replay, winnable, and the lists of games, strategies and rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playout.cli.options import ANY_OPTION, Seed, one_each, read_factors, read_options, save

NOBODY = "whether a deal can be won does not depend on who plays"
app = typer.Typer()


@app.command(context_settings=ANY_OPTION)
def replay(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    number: Annotated[int, typer.Option("--game", help="Number of the game in its run.")] = 0,
    seed: Seed = 1,
    seats: Annotated[
        str | None,
        typer.Option(help="The --seats of the run: a,b,b; they move on a seat from game to game."),
    ] = None,
    repeat: Annotated[
        int,
        typer.Option(
            help="Repeat of the deal, 1, 2, ..., with other random choices of the players, as "
            "playout luck plays it."
        ),
    ] = 0,
    svg: Annotated[Path | None, typer.Option(help="Draw the last position to this file.")] = None,
) -> None:
    """Print one game of a run, turn by turn.

    --strategy and every rule option of the game are options here, as in playout run.
    """
    from playout.engine.batch import play_batch
    from playout.engine.match import Match
    from playout.engine.reading import read_seed
    from playout.engine.registry import find_game
    from playout.report.page import prepare_file

    words = read_factors(context.args)
    strategy = words.pop("strategy", [] if seats else [find_game(game).default_strategy])
    match = Match(
        game,
        strategy=strategy if len(strategy) > 1 else strategy[0] if strategy else None,
        seats=seats,
        seed=read_seed(seed),
        game_number=read_seed(number, "game"),
        repeat=repeat,
        **one_each(words),
    )
    if svg is not None:
        prepare_file(svg, ".svg")
    try:
        print(match.transcript())
    except Exception:
        # A user's strategy failed.  Show the moves before that; the run's message says the rest.
        for move in match.moves:
            print(f"{match.format_move(move)}")
        sys.stdout.flush()
        number = match.game_number
        play_batch(match.rules, match.players, match.seed, number, 1, repeat=match.repeat)
        raise
    save(svg, lambda path: path.write_text(match._repr_svg_(), encoding="utf-8"))


@app.command(context_settings=ANY_OPTION)
def winnable(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game: the-game.")],
    number: Annotated[int, typer.Option("--game", help="Number of the (first) deal.")] = 0,
    deals: Annotated[int, typer.Option(help="How many deals to look at.")] = 1,
    seed: Seed = 1,
    seconds: Annotated[float, typer.Option(help="Time limit per deal.")] = 10.0,
) -> None:
    """Say whether a deal can be won, and how.

    The search knows every card, as no player does.  Every rule option of the game is an option
    here.
    """
    from playout.engine.errors import PlayoutError, suggest
    from playout.engine.reading import read_seed
    from playout.engine.registry import find_game
    from playout.games.the_game.winnable import winnable as solve
    from playout.report.estimates import LEVEL
    from playout.report.words import percent
    from playout.stats.intervals import rate_interval

    if find_game(game).name != "the-game":
        raise PlayoutError(f"winnable knows no game '{game}': {suggest(game, ['the-game'])}")
    if deals < 1 or not seconds > 0:
        raise PlayoutError("--deals and --seconds must be above 0")
    options = read_options(
        context.args,
        refused={
            # The function takes `deck` as the order of the cards, so the double deck is described
            # here: two copies of every card, and six cards in a hand.
            "deck": "write --copies 2 --hand 6 for the double deck here",
            "strategy": NOBODY,
            "seats": NOBODY,
        },
    )
    number, seed = read_seed(number, "game"), read_seed(seed)
    counts = {"yes": 0, "no": 0, "unknown": 0}
    for deal in range(number, number + deals):
        result = solve(seed=seed, game=deal, seconds=seconds, **options)
        counts[result.answer] += 1
        print(f"game {deal}: {result.answer}  ({result.seconds:.2f} s, width {result.width})")
        if deals == 1 and result.line:
            print("  " + "\n  ".join(result.line))
    if deals > 1:
        low = rate_interval(counts["yes"], deals)
        high = rate_interval(counts["yes"] + counts["unknown"], deals)
        reach = (high.high - low.low) / 2
        print(
            f"{counts['yes']} of {deals} deals can be won, {counts['no']} cannot, "
            f"{counts['unknown']} unknown: between {percent(low.low, reach)} and "
            f"{percent(high.high, reach)} % can be won ({LEVEL:.0%} interval, fixed-n, "
            "unknown deals counted either way)"
        )


@app.command()
def games() -> None:
    """List all games."""
    from playout.engine.registry import find_game, game_names

    for name in game_names():
        print(f"{name:<16} {find_game(name).summary}")


@app.command()
def strategies(
    game: Annotated[str | None, typer.Argument(help="Name of the game; default: all.")] = None,
) -> None:
    """List the strategies of a game, with their parameters."""
    from playout.engine import registry

    for name in [game] if game else registry.game_names():
        print(f"{registry.find_game(name).title}:")
        for strategy in registry.strategies(name):
            settings = "".join(f":{key}={value:g}" for key, value in strategy.parameters.items())
            also = f" (also: {', '.join(strategy.aliases)})" if strategy.aliases else ""
            print(f"  {strategy.name + settings:<24} {strategy.summary}{also}")


@app.command()
def rules(game: Annotated[str, typer.Argument(help="Name of the game.")]) -> None:
    """List the rule options of a game, with their defaults."""
    from playout.engine.registry import find_game

    for option in find_game(game).options:
        allowed = " | ".join(option.choices) or f"{option.low}..{option.high}"
        default = "" if option.default is None else f" (default {option.default})"
        print(f"  --{option.name.replace('_', '-'):<14} {allowed:<22} {option.help}{default}")
