"""Commands for every game: run, study, replay, winnable, and what there is."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.effects import effects_as_data, prepare_effects, tell_effects
from playout.cli.saved import counted_something, imprecise, tell_run
from playout.cli.shared import (
    ANY_OPTION,
    STOPPED,
    Bar,
    Cluster,
    Json,
    Processes,
    Seed,
    Threads,
    leave,
    played,
    prepare_files,
    read_factors,
    save,
    single,
    whole_number,
)

app = typer.Typer()


@app.command(context_settings=ANY_OPTION)
def run(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game; see: playout games.")],
    games: Annotated[
        str | None, typer.Option(help="Games per row, as 5000, 100k or 2M (default: 10k).")
    ] = None,
    precision: Annotated[
        str | None,
        typer.Option(help="Play until the interval is so narrow: a half-width, as 0.002 or 5%."),
    ] = None,
    max_games: Annotated[
        str | None, typer.Option(help="Games per row at most, with --precision (default: 100M).")
    ] = None,
    measure: Annotated[
        str, typer.Option(help="Whose --precision (default: the game's first measure).")
    ] = "",
    seed: Seed = 1,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    seats: Annotated[
        list[str] | None, typer.Option(help="A strategy for each seat: a,b,b. Again for more rows.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option(help="Move the strategies of --seats on by a seat from game to game.")
    ] = True,
    by: Annotated[
        str, typer.Option(help="A row for each strategy at a table, or for each seat.")
    ] = "strategy",
    keep: Annotated[
        Path | None,
        typer.Option("--save", help="Keep the run in this file; go on with it if it is there."),
    ] = None,
    part: Annotated[
        str | None, typer.Option(help="Play a part of the games, as 1/4; see: playout merge.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the table to this file too.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .png, .svg or .pdf.")] = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Tell what each factor changes in the measure.")
    ] = False,
    effects_of: Annotated[
        str | None, typer.Option(metavar="MEASURE", help="In this measure instead of the first.")
    ] = None,
    effects_plot: Annotated[
        Path | None, typer.Option(help="Draw the effects: a .png, .svg or .pdf.")
    ] = None,
    json: Json = False,
) -> None:
    """Play many games and print the table.

    Every rule option of the game is an option here, and so is --strategy: --players 1..5
    --strategy greedy,combo --min-cards 1,2.  A list or a range makes a row for every value.
    --seats greedy,random,random seats different strategies at one table; where every seat has a
    result of its own, each of them has a row.
    """
    from playout.api import make_spec
    from playout.cli.live import Live
    from playout.report.result import Result
    from playout.study.durable import play_saved
    from playout.study.executors import workers_of
    from playout.study.run import part_of

    factors: dict[str, Any] = dict(read_factors(context.args))
    if seats:
        factors["seats"] = seats
    spec = make_spec(
        game,
        games=games,
        precision=precision,
        max_games=max_games,
        measure=measure,
        seed=seed,
        rotate=rotate,
        by=by,
        **factors,
    )
    prepare_files(csv, plot)
    telling = effects or effects_of is not None or effects_plot is not None
    if telling:
        prepare_effects(spec, effects_of, effects_plot)
    job = part_of(spec, part)

    def play() -> Any:
        with workers_of(threads, processes, cluster) as workers, Live(job) as live:
            return play_saved(job, workers, keep, watch=live.watch)

    found, error = played(play, counted_something)
    also = effects_as_data(Result(found), effects_of) if telling and json else None
    tell_run(found, csv, plot, json, keep, also)
    if telling:
        tell_effects(Result(found), effects_of, effects_plot, json)
    leave(error or imprecise(found), found.complete)


@app.command()
def study(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names or .toml files; default: all.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("playout-report"),
    games: Annotated[str | None, typer.Option(help="Games per row instead of the file's.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed instead of the file's.")] = None,
    threads: Threads = None,
    processes: Processes = None,
    cluster: Cluster = None,
    keep: Annotated[
        Path | None,
        typer.Option("--save", help="Keep the runs of games in this folder, and go on with them."),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List the studies there are.")] = False,
) -> None:
    """Run studies and write a report: question, answer, pictures, tables."""
    from playout import __version__
    from playout.api import answer_of, find_out, load_study, study_files
    from playout.engine.errors import PlayoutError
    from playout.report.page import Study, prepare, write
    from playout.study.run import Run
    from playout.study.spec import read_count, read_seed

    chosen = list(dict.fromkeys(names or study_files()))
    specs = {asked: load_study(asked, rehearsed=not show) for asked in chosen}
    if not names:
        specs = dict(sorted(specs.items(), key=lambda item: item[1].order))
    if show:
        for asked, spec in specs.items():
            print(f"{Path(asked).stem:<27} {spec.question}")
        return
    if len({Path(asked).stem for asked in chosen}) < len(chosen):
        raise PlayoutError("two studies have the same name; their files would be the same")
    number = None if games is None else read_count(games)
    start = None if seed is None else read_seed(seed)
    prepare(out)
    if keep is not None:
        prepare(keep)
    done: list[Study] = []
    failure: PlayoutError | None = None
    stopped = False
    for asked, spec in specs.items():
        name, said = Path(asked).stem, ""
        try:
            with Bar(name) as progress:
                found = find_out(
                    spec.changed(number, start),
                    threads=threads,
                    processes=processes,
                    cluster=cluster,
                    save=None if keep is None else keep / f"{name}.run",
                    progress=progress,
                )
        except PlayoutError as error:
            failure, found = error, error.partial  # told below, when what was counted is safe
            if found is None or not any(tally.games for tally in found.tallies):
                break
        except KeyboardInterrupt:  # before anything of this one was counted
            stopped = True
            break
        try:
            said = answer_of(found)
        except PlayoutError as error:
            failure = failure or error
        if isinstance(found, Run):
            failure = failure or imprecise(found)
        asked_games = "" if games is None else f" --games {games}"
        command = f"playout study {shlex.quote(asked)}{asked_games} --seed {found.spec.seed}"
        done.append(Study(name, found, said, command))
        partial = "" if found.complete else "PARTIAL RESULT (stopped): "
        print(f"{spec.title or name}: {spec.question}\n  {partial}{said}\n", flush=True)
        if not found.complete:
            break
    if done:
        print(f"report: {write(done, out, __version__)}")
    if failure is not None:
        raise failure
    if stopped or not done[-1].run.complete:
        raise typer.Exit(STOPPED)


@app.command(context_settings=ANY_OPTION)
def replay(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    number: Annotated[int, typer.Option("--game", help="Number of the game in its run.")] = 0,
    seed: Seed = 1,
    seats: Annotated[
        str | None, typer.Option(help="The line-up of the run: a,b,b, moving on game by game.")
    ] = None,
    repeat: Annotated[
        int, typer.Option(help="The same deal again, with other random streams of the seats.")
    ] = 0,
    svg: Annotated[Path | None, typer.Option(help="Draw the last position to this file.")] = None,
) -> None:
    """Print one game of a run, turn by turn.  Takes --strategy and rule options, as run does."""
    from playout.engine.batch import play_batch
    from playout.engine.match import Match
    from playout.engine.registry import find_game
    from playout.report.page import prepare_file

    options = read_factors(context.args)
    usual = [] if seats else [find_game(game).default_strategy]
    strategy = options.pop("strategy", usual)
    match = Match(
        game,
        strategy=strategy if len(strategy) > 1 else strategy[0] if strategy else None,
        seats=seats,
        seed=whole_number(seed, "--seed"),
        game_number=whole_number(number, "--game"),
        repeat=whole_number(repeat, "--repeat"),
        **single(options),
    )
    if svg is not None:
        prepare_file(svg, ".svg")
    try:
        print(match.transcript())
    except Exception:
        # A strategy of somebody's own.  Show how it came there; the run's message says the rest.
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
    """Say whether a deal can be won by somebody who knows every card, and how."""
    from playout.engine.errors import PlayoutError, suggest
    from playout.engine.registry import find_game
    from playout.games.the_game.winnable import winnable as solve
    from playout.report.tables import percent
    from playout.stats.intervals import rate_interval
    from playout.study.estimates import LEVEL

    if find_game(game).name != "the-game":
        raise PlayoutError(f"winnable knows no game '{game}': {suggest(game, ['the-game'])}")
    if deals < 1 or not seconds > 0:
        raise PlayoutError("--deals and --seconds must be above 0")
    options = single(read_factors(context.args))
    if "deck" in options:
        # In the function, `deck` is the order of the cards; by its name the double deck is said
        # as what it is, two copies of every card and six cards in a hand.
        raise PlayoutError("--deck: write --copies 2 --hand 6 for the double deck here")
    if "strategy" in options:
        raise PlayoutError("--strategy: whether a deal can be won does not depend on one")
    number, seed = whole_number(number, "--game"), whole_number(seed, "--seed")
    counts = {"yes": 0, "no": 0, "unknown": 0}
    for deal in range(number, number + deals):
        found = solve(seed=seed, game=deal, seconds=seconds, **options)
        counts[found.answer] += 1
        print(f"game {deal}: {found.answer}  ({found.seconds:.2f} s, width {found.width})")
        if deals == 1 and found.line:
            print("  " + "\n  ".join(found.line))
    if deals > 1:
        low = rate_interval(counts["yes"], deals)
        high = rate_interval(counts["yes"] + counts["unknown"], deals)
        reach = (high.high - low.low) / 2
        print(
            f"{counts['yes']} of {deals} deals can be won, {counts['no']} cannot, "
            f"{counts['unknown']} unknown: between {percent(low.low, reach)} and "
            f"{percent(high.high, reach)} % can be won ({LEVEL:.0%} interval, fixed-n, "
            "unknowns both ways)"
        )


@app.command()
def games() -> None:
    """List the games there are."""
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
        for found in registry.strategies(name):
            settings = "".join(f":{key}={value:g}" for key, value in found.parameters.items())
            also = f" (also: {', '.join(found.aliases)})" if found.aliases else ""
            print(f"  {found.name + settings:<24} {found.summary}{also}")


@app.command()
def rules(game: Annotated[str, typer.Argument(help="Name of the game.")]) -> None:
    """List the rule options of a game, with their defaults."""
    from playout.engine.registry import find_game

    for option in find_game(game).options:
        allowed = " | ".join(option.choices) or f"{option.low}..{option.high}"
        default = "" if option.default is None else f" (default {option.default})"
        print(f"  --{option.name.replace('_', '-'):<14} {allowed:<22} {option.help}{default}")
