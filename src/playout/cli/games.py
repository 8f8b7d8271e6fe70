"""Commands about games: replay one, list games, strategies and rules."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.commands import LOOK, Command, GameCommand
from playout.cli.options import (
    Checked,
    GameName,
    Json,
    Seed,
    Strategy,
    Trust,
    game_names,
    one_each,
    prepare,
    read_factors,
    save,
)
from playout.cli.output import (
    output,
    print_json,
    print_rows,
    print_text,
    rule_rows,
    strategy_rows,
    write_line,
)

if TYPE_CHECKING:
    from playout.engine.match.match import Match

ListJson = Annotated[bool, typer.Option("--json", help="Print a JSON list instead.")]
app = typer.Typer()


@app.command(cls=GameCommand, rich_help_panel=LOOK)
def replay(
    context: typer.Context,
    game: GameName,
    strategy: Strategy = None,
    number: Annotated[
        str, typer.Option("--game", metavar="N", help="Number of the game in its run.")
    ] = "0",
    seed: Seed = 1,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="The --seats of the run, e.g. a,b,b; they rotate by one seat every game.",
        ),
    ] = None,
    repeat: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="Repeat of the same deal (1, 2, ...) with other random choices of the players, "
            "as in playout luck.",
        ),
    ] = "0",
    redraw: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="Same deal with other dice and other chance events during the game (1, 2, "
            "...), as in playout luck.",
        ),
    ] = "0",
    position: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Position to start from, as printed by --json. Anything it leaves out is dealt "
            "from the seed and the number of the game.",
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save a picture of the last position (.svg)."),
    ] = None,
    row: Annotated[
        str | None,
        typer.Option(metavar="N", help="Row of the saved run (default: 1)."),
    ] = None,
    checked: Checked = False,
    json: Json = False,
    trust: Trust = None,
) -> None:
    """Print one game, turn by turn.

    Instead of GAME you can name the file of a saved run, which then sets the players and the rules.

    All rule options of the game work here too, as in playout run. Several strategies take the
    seats in order: --strategy greedy,random --players 2.
    """
    from playout.engine.chance.rng import MOST_REPEATS
    from playout.engine.find.games import find_game, number_of_strategies
    from playout.engine.match.match import Match
    from playout.engine.play.batch import play_batch
    from playout.engine.play.failures import explain_drawing, playing
    from playout.engine.words.errors import PlayoutError
    from playout.engine.words.reading import read_seed, read_whole
    from playout.questions.answers import match_in
    from playout.runner.atomic_file import write_text
    from playout.runner.workers import stoppable

    run, usual = Path(game), ""
    if of_run := run.suffix != ".py" and run.is_file():
        given = context.args or seed != 1 or any((strategy, seats, position))
        if given or (repeat, redraw) != ("0", "0"):
            raise PlayoutError(
                f"{run}: the saved run already contains the strategies, rules and seed; only "
                "--game and --row choose one of its games"
            )
    elif row is not None or trust:
        raise PlayoutError(
            "--row and --trust are only possible with the file of a saved run instead of GAME"
        )
    elif run.suffix == ".run":
        raise PlayoutError(f"{run}: there is no such file")
    else:
        words = read_factors(context, strategy)
        usual = "" if seats or "strategy" in words else find_game(game).default_strategy
        chosen = words.pop("strategy", [usual] if usual else [])
    failed: list[str] = []  # the moves of a game that failed

    def begun() -> Match:
        if of_run:
            place = read_whole("row", row or 1, 1, 10**6), read_seed(number, "game")
            return match_in(run, *place, trust or ())
        return Match(
            game,
            strategy=chosen if len(chosen) > 1 else chosen[0] if chosen else None,
            seats=seats,
            seed=seed,
            game_number=read_seed(number, "game"),
            repeat=read_whole("repeat", repeat, 0, MOST_REPEATS),
            redraw=read_whole("redraw", redraw, 0, MOST_REPEATS),
            position=position,
            **one_each(words),
        )

    def play() -> tuple[str | dict[str, Any], str]:  # the game, and a picture of its end
        match = begun()
        prepare(svg, ".svg")
        with explain_drawing(match.game), playing(match.rules, match.table):
            try:
                replayed = _played(match) if json else match.transcript()
            except BaseException as error:
                # A user's strategy failed.  Show the moves before that; the message of the run
                # says the rest.
                if not json:
                    failed.extend(match.format_move(move) for move in match.moves)
                if match.start is not None:  # no run comes to it
                    raise match.failure(error) from error
                first = match.game_number
                again = match.rules, match.players, match.seed, first, 1
                play_batch(
                    *again, repeat=match.repeat, redraw=match.redraw, compiled=False
                )  # a match is plain Python, too
                raise
            return replayed, match._repr_svg_() if svg is not None else ""

    try:
        replayed, picture = stoppable(play)
    finally:
        for move in failed:
            write_line(move)
        output().flush()
    if isinstance(replayed, str):
        print_text(replayed)
        if usual and number_of_strategies(found := find_game(game)) > 1:
            write_line(
                f"played by {usual}, the default strategy; --strategy names another one: "
                f"playout strategies {(found.uncounted or found).word}"
            )
    else:
        print_json(replayed)
    save(svg, lambda path: write_text(path, picture))


def _played(match: Match) -> dict[str, Any]:
    """A game played to its end, as plain values."""
    from playout.engine.match.move_texts import game_data

    moves: list[dict[str, Any]] = []
    while not match.is_over:
        seat = match.seat
        position = match.position
        move = match.format_move(match.step())
        moves.append({"seat": seat, "move": move, "position": position})  # before the move
    return {
        **game_data(match),
        "moves": moves,
        "position": match.position,  # after the last move
        "outcome": match.outcome(),
    }


@app.command(cls=Command, rich_help_panel=LOOK)
def games(json: ListJson = False) -> None:
    """List all games."""
    if json:
        from playout.lists import list_games, list_measures

        listed = list_games()
        measures = {one.name: list(map(asdict, list_measures(one.name))) for one in listed}
        print_json([asdict(one) | {"measures": measures[one.name]} for one in listed])
        return
    from playout.engine.find.games import loaded_games

    print_rows([(game.name, game.summary) for game in loaded_games()])


@app.command(cls=Command, rich_help_panel=LOOK)
def strategies(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Name of a game (default: all games).", autocompletion=game_names
        ),
    ] = None,
    json: ListJson = False,
) -> None:
    """List the strategies of a game, with their parameters."""
    from playout.engine.find import games as registry

    chosen = [registry.find_game(game)] if game else registry.loaded_games()
    if json:
        from playout.lists import list_strategies

        print_json(
            [
                {"game": found.name, **asdict(one)}
                for found in chosen
                for one in list_strategies(found.name)
            ]
        )
        return
    for found in chosen:
        write_line(f"{found.title}:")
        print_rows(strategy_rows(found), indent="  ")


@app.command(cls=Command, rich_help_panel=LOOK)
def rules(game: GameName, json: ListJson = False) -> None:
    """Show how to play a game, and its rule options."""
    from playout.engine.find.games import find_game

    found = find_game(game)
    if json:
        from playout.lists import list_options

        print_json([asdict(one) for one in list_options(found.name)])
    else:
        for line in found.how_to_play:
            print_text(f"- {line}")
        if found.how_to_play:
            write_line("")
        print_rows(rule_rows(found), indent="  ")
