"""The command line: thin commands over :mod:`playout.api`."""

from __future__ import annotations

import os
import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from playout.study.run import Progress

app = typer.Typer(
    help="Playout: a Monte Carlo laboratory for tabletop games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
STOPPED = 130  # the exit code of a program that was stopped with Ctrl-C
_ANY_OPTION = {"allow_extra_args": True, "ignore_unknown_options": True}

Seed = Annotated[int, typer.Option(help="Seed of the run; the same seed gives the same numbers.")]
Threads = Annotated[int | None, typer.Option(help="Threads (default: all processors).")]


def main() -> None:
    """Run the command line; a user's mistake ends in one sentence and exit code 2."""
    from playout.engine.errors import PlayoutError

    try:
        app()
    except PlayoutError as error:
        print(f"playout: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr)
        _leave()
    except BrokenPipeError:
        _leave(1)
    except SystemExit as exit:
        if exit.code == STOPPED:
            _leave()
        raise


def _leave(code: int = STOPPED) -> NoReturn:
    """Leave at once: whoever pressed Ctrl-C does not wait for the batches still in flight."""
    with suppress(OSError):
        sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


@app.command(context_settings=_ANY_OPTION)
def run(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game; see: playout games.")],
    games: Annotated[str, typer.Option(help="Games per row, as 5000, 100k or 2M.")] = "10k",
    seed: Seed = 1,
    threads: Threads = None,
    csv: Annotated[Path | None, typer.Option(help="Write the table to this file too.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .png, .svg or .pdf.")] = None,
) -> None:
    """Play many games and print the table.

    Every rule option of the game is an option here, and so is --strategy: --players 1..5
    --strategy greedy,combo --min-cards 1,2.  A list or a range makes a row for every value.
    --strategy greedy+random seats different strategies at one table, in order.
    """
    from playout.api import make_spec
    from playout.engine.errors import IllegalMove
    from playout.report import plots, tables
    from playout.report.result import Result
    from playout.study.run import run_spec

    spec = make_spec(game, games=games, seed=seed, **_factors(context.args))
    _prepare(csv, plot)
    illegal: IllegalMove | None = None
    try:
        with _Bar() as progress:
            found = run_spec(spec, threads=threads, progress=progress)
    except IllegalMove as error:
        found, illegal = error.partial, error
        if not any(tally.games for tally in found.tallies):
            raise
    _print(tables.terminal(found))
    print(tables.caption(found))
    result = Result(found)
    _save(csv, lambda path: result.to_pandas().to_csv(path, index=False))
    _save(plot, lambda path: plots.save(result.plot(), path))
    if illegal is not None:
        raise illegal
    if not found.complete:
        raise typer.Exit(STOPPED)


@app.command()
def study(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names or .toml files; default: all.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("playout-report"),
    games: Annotated[str | None, typer.Option(help="Games per row instead of the file's.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed instead of the file's.")] = None,
    threads: Threads = None,
    show: Annotated[bool, typer.Option("--list", help="List the studies there are.")] = False,
) -> None:
    """Run studies and write a report: question, answer, pictures, tables."""
    from playout import __version__
    from playout.api import answer_of, find_out, load_study, study_files
    from playout.engine.errors import IllegalMove, PlayoutError
    from playout.report.page import Study, prepare, write
    from playout.study.spec import read_count, read_seed

    chosen = list(dict.fromkeys(names or study_files()))
    specs = {asked: load_study(asked) for asked in chosen}
    if not names:
        specs = dict(sorted(specs.items(), key=lambda item: item[1].order))
    if show:
        for asked, spec in specs.items():
            print(f"{Path(asked).stem:<24} {spec.question}")
        return
    if len({Path(asked).stem for asked in chosen}) < len(chosen):
        raise PlayoutError("two studies have the same name; their files would be the same")
    number = None if games is None else read_count(games)
    start = None if seed is None else read_seed(seed)
    prepare(out)
    done: list[Study] = []
    failure: PlayoutError | None = None
    for asked, spec in specs.items():
        name, said = Path(asked).stem, ""
        try:
            with _Bar(name) as progress:
                found = find_out(spec.changed(number, start), threads=threads, progress=progress)
        except IllegalMove as error:
            failure, found = error, error.partial  # told below, when what was counted is safe
            if not any(tally.games for tally in error.partial.tallies):
                break
        except PlayoutError as error:
            failure = error
            break
        try:
            said = answer_of(found)
        except PlayoutError as error:
            failure = failure or error
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
    if not done[-1].run.complete:
        raise typer.Exit(STOPPED)


@app.command(context_settings=_ANY_OPTION)
def replay(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    number: Annotated[int, typer.Option("--game", help="Number of the game in its run.")] = 0,
    seed: Seed = 1,
    svg: Annotated[Path | None, typer.Option(help="Draw the last position to this file.")] = None,
) -> None:
    """Print one game of a run, turn by turn.  Takes --strategy and rule options, as run does."""
    from playout.engine.batch import play_batch
    from playout.engine.match import Match
    from playout.engine.registry import find_game
    from playout.report.page import prepare_file

    options = _factors(context.args)
    strategy = options.pop("strategy", [find_game(game).default_strategy])
    match = Match(
        game,
        strategy=strategy if len(strategy) > 1 else strategy[0],
        seed=_whole(seed, "--seed"),
        game_number=_whole(number, "--game"),
        **_single(options),
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
        play_batch(match.rules, match.players, match.seed, match.game_number, 1)
        raise
    _save(svg, lambda path: path.write_text(match._repr_svg_(), encoding="utf-8"))


@app.command(context_settings=_ANY_OPTION)
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
    from playout.report.tables import LEVEL, percent
    from playout.stats.intervals import rate_interval

    if find_game(game).name != "the-game":
        raise PlayoutError(f"winnable knows no game '{game}': {suggest(game, ['the-game'])}")
    if deals < 1 or not seconds > 0:
        raise PlayoutError("--deals and --seconds must be above 0")
    options = _single(_factors(context.args))
    if "deck" in options:
        # In the function, `deck` is the order of the cards; by its name the double deck is said
        # as what it is, two copies of every card and six cards in a hand.
        raise PlayoutError("--deck: write --copies 2 --hand 6 for the double deck here")
    if "strategy" in options:
        raise PlayoutError("--strategy: whether a deal can be won does not depend on one")
    number, seed = _whole(number, "--game"), _whole(seed, "--seed")
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
            f"{percent(high.high, reach)} % can be won ({LEVEL:.0%} interval, unknowns both ways)"
        )


Size = Annotated[str | None, typer.Option(help="Rows, or rows x columns: 11 or 7x9.")]
Stones = Annotated[Path | None, typer.Option(help="File with the position to start from.")]
Bias = Annotated[float, typer.Option(help="Chance that a free cell is player 1's, 0 to 1.")]


@app.command("map")
def map_(
    size: Size = None,
    boards: Annotated[str, typer.Option(help="Random boards, as 5000, 100k or 10M.")] = "10M",
    p: Bias = 0.5,
    stones: Stones = None,
    method: Annotated[
        str, typer.Option(help="flood, gale or flip; or exact, up to 25 free cells.")
    ] = "flood",
    seed: Seed = 1,
    threads: Threads = None,
    csv: Annotated[Path | None, typer.Option(help="Write the table to this file too.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it too: a .svg, .png or .pdf.")] = None,
) -> None:
    """Random-turn Hex: how often is each cell pivotal?  Prints a map of the board."""
    from playout import hex
    from playout.report import plots
    from playout.report.hexes import terminal

    _prepare(csv, plot)
    with _Bar(unit="boards") as progress:
        found = hex.criticality(
            **_start(size, stones),
            boards=boards,
            p=p,
            method=method,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    _print(terminal(found.stones, found.heat))
    print(found.caption())
    _save(csv, lambda path: found.to_pandas().to_csv(path, index=False))
    if plot is not None and plot.suffix == ".svg":
        _save(plot, lambda path: path.write_text(found.svg(), encoding="utf-8"))
    else:
        _save(plot, lambda path: plots.save(found.plot(), path))
    if not found.complete:
        raise typer.Exit(STOPPED)


@app.command()
def compound(
    size: Size = None,
    games: Annotated[str, typer.Option(help="Games, as 500 or 10k.")] = "100",
    boards: Annotated[str, typer.Option(help="Random boards per move, as 10k.")] = "10k",
    confidence: Annotated[
        float | None,
        typer.Option(help="Stop sampling once the best cell is separated so surely, as 0.99."),
    ] = None,
    p: Bias = 0.5,
    stones: Stones = None,
    seed: Seed = 1,
    threads: Threads = None,
    csv: Annotated[Path | None, typer.Option(help="Write a row per game to this file.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the first game (.svg) or the lengths (.png, .pdf).")
    ] = None,
) -> None:
    """Random-turn Hex: play the most pivotal cell, toss the coin, fix the stone, go on."""
    from playout import hex
    from playout.report import plots

    _prepare(csv, plot)
    with _Bar() as progress:
        found = hex.compound(
            **_start(size, stones),
            games=games,
            boards=boards,
            confidence=confidence,
            p=p,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    print(f"game 0: {', '.join(found.moves(0))}")
    print(hex.format_stones(found.final(0)))
    print(found.caption())
    _save(csv, lambda path: found.to_pandas().to_csv(path, index=False))
    if plot is not None and plot.suffix == ".svg":
        _save(plot, lambda path: path.write_text(found.svg(0), encoding="utf-8"))
    else:
        _save(plot, lambda path: plots.save(found.plot(), path))
    if not found.complete:
        raise typer.Exit(STOPPED)


def _start(size: str | None, stones: Path | None) -> dict[str, Any]:
    """The board of a command: its size, or the position in a file."""
    from playout import hex
    from playout.engine.errors import PlayoutError

    found = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?", size or "11")
    if not found:
        raise PlayoutError(f"--size {size}: rows, or rows x columns, are needed: 11 or 7x9")
    rows, cols = int(found[1]), int(found[2] or found[1])
    if stones is None:
        return {"rows": rows, "cols": cols}
    position = hex.load_stones(stones)
    return {"stones": position} | ({"rows": rows, "cols": cols} if size else {})


def _prepare(csv: Path | None, plot: Path | None) -> None:
    """See that the files of a command can be written before anything is counted for them."""
    from playout.report.page import prepare_file

    if csv is not None:
        prepare_file(csv)
    if plot is not None:
        prepare_file(plot, ".png", ".svg", ".pdf")


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
            print(f"  {found.name + settings:<24} {found.summary}")


@app.command()
def rules(game: Annotated[str, typer.Argument(help="Name of the game.")]) -> None:
    """List the rule options of a game, with their defaults."""
    from playout.engine.registry import find_game

    for option in find_game(game).options:
        allowed = " | ".join(option.choices) or f"{option.low}..{option.high}"
        default = "" if option.default is None else f" (default {option.default})"
        print(f"  --{option.name.replace('_', '-'):<14} {allowed:<22} {option.help}{default}")


def _factors(arguments: list[str]) -> dict[str, list[str]]:
    """``--min-cards 1..3 --deck=double`` as {"min_cards": ["1", "2", "3"], "deck": ["double"]}."""
    from playout.engine.errors import PlayoutError
    from playout.study.spec import read_values

    found: dict[str, list[str]] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise PlayoutError(f"'{word}' is not understood: options look like --players 2")
        if not equals:
            if not rest or rest[0].startswith("--"):
                raise PlayoutError(f"--{name} needs a value, as in --{name} 2")
            value = rest.pop(0)
        key = name.replace("-", "_")
        if key in found:
            raise PlayoutError(f"--{name} is given twice; write --{name} 1,2 for several values")
        found[key] = read_values(value)
        if not found[key]:
            raise PlayoutError(f"--{name} needs a value, as in --{name} 2")
    return found


def _single(factors: dict[str, list[str]]) -> dict[str, Any]:
    """Options that have one value each, for a command that looks at one setting."""
    from playout.engine.errors import PlayoutError

    for name, values in factors.items():
        if len(values) > 1:
            raise PlayoutError(f"--{name.replace('_', '-')}: one value is needed here")
    return {name: values[0] for name, values in factors.items()}


def _whole(number: int, option: str) -> int:
    from playout.engine.errors import PlayoutError

    if not 0 <= number < 2**63:
        raise PlayoutError(f"{option} {number}: a whole number from 0 to 2**63 - 1 is needed")
    return number


def _save(path: Path | None, write: Any) -> None:
    """Write a file, if one was asked for."""
    from playout.engine.errors import PlayoutError

    if path is not None:
        try:
            write(path)
        except (OSError, ValueError) as error:
            raise PlayoutError(f"{path}: cannot be written ({error})") from None


def _print(table: Any) -> None:
    from rich.console import Console

    # Not a terminal: as wide as the table needs, so that nothing is cut in a file or a pipe.
    Console(width=None if sys.stdout.isatty() else 10_000).print(table)


class _Bar:
    """A progress bar on the error stream; silent when that is not a terminal."""

    def __init__(self, name: str = "", unit: str = "games") -> None:
        self._name, self._unit = name, unit

    def __enter__(self) -> Progress | None:
        if not sys.stderr.isatty():
            self._bar: Any = None
            return None
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + self._unit),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        task = self._bar.add_task(self._name, total=None)
        return lambda done, total: self._bar.update(task, completed=done, total=total)

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
