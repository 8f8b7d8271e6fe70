"""The studies of Hex: what they count, and what a report shows of it (hex/specs.py asks)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game import Game
from playout.engine.registry import find_game
from playout.games.hex.drawing import board_svg
from playout.games.hex.exact_play import mean_length
from playout.games.hex.notation import cell_name
from playout.games.hex.plain import by_flipping, count_pivotal
from playout.hex.games import Compound, compound
from playout.hex.maps import CriticalityMap, criticality
from playout.hex.specs import CompoundSpec, HexSpec, MapSpec, ScalingSpec
from playout.report.answers import filled_in
from playout.report.tables import digits, head
from playout.stats.slopes import Slope, log_log_slope
from playout.study.jobs import Progress

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST_EXACT = 4  # rows; the exact values of larger boards take too long


@dataclass
class HexFinding:
    """What a study of Hex found."""

    spec: HexSpec
    rows: list[dict[str, Any]]  # the table
    words: dict[str, Any]  # more for the answer
    pictures: dict[str, str]  # end of a file's name -> SVG
    plots: dict[str, Callable[[], Figure]]  # end of a file's name -> figure
    frames: dict[str, pd.DataFrame]  # more tables, as files only
    counted: dict[str, int]
    complete: bool
    seconds: float

    @property
    def game(self) -> Game:
        """Random-turn Hex."""
        return find_game("hex")

    def answer(self) -> str:
        """The answer in a sentence."""
        words = {"rows": self.rows, **self.words}
        return filled_in(self.spec.answer, words, self.complete)

    def to_pandas(self) -> pd.DataFrame:
        """The table."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    def figures(self) -> list[str]:
        """Pictures, as SVG."""
        from playout.report import plots

        return [*self.pictures.values(), *(plots.svg(draw()) for draw in self.plots.values())]

    def table(self) -> str:
        """The table as HTML, numbers with the digits that their errors earn."""
        import pandas as pd

        names = [name for name in self.rows[0] if not name.endswith("_error")] if self.rows else []
        shown = [
            {head(name).replace("seconds", "time"): _cell(row, name) for name in names}
            for row in self.rows
        ]
        table = pd.DataFrame(shown).to_html(index=False, classes="playout", border=0)
        said = f"95 % intervals, fixed-n: 1.96 standard errors either way; seed {self.spec.seed}"
        return f"{table}<p><small>{said}</small></p>"

    def _repr_html_(self) -> str:
        return f"<p>{self.answer()}</p>{''.join(self.figures())}{self.table()}"

    def write_files(self, folder: Path, name: str) -> list[str]:
        """Tables as CSV and Parquet, pictures as SVG and PNG."""
        from playout.report import plots

        files = []
        for end, frame in {"": self.to_pandas(), **self.frames}.items():
            files += [f"{name}{end}.csv", f"{name}{end}.parquet"]
            frame.to_csv(folder / files[-2], index=False)
            frame.to_parquet(folder / files[-1], index=False)
        for end, picture in self.pictures.items():
            files.append(f"{name}{end}.svg")
            (folder / files[-1]).write_text(picture, encoding="utf-8")
        for end, draw in self.plots.items():
            files.append(f"{name}{end}.png")
            plots.save(draw(), folder / files[-1])
        return files


def _cell(row: dict[str, Any], name: str) -> str:
    """A number for people: with a 95 % interval if the row has its standard error."""
    value, error = row[name], row.get(f"{name}_error")
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if error is not None and error > 0 and not math.isnan(error):
        reach = 1.96 * error
        places = digits(reach)
        return f"{value:.{places}f} ({value - reach:.{places}f} to {value + reach:.{places}f})"
    if name.endswith("seconds"):
        return duration(value)
    if isinstance(value, float):
        return f"{value:.5g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def run_hex(
    spec: HexSpec, *, threads: int | None = None, progress: Progress | None = None
) -> HexFinding:
    """Find out what a study of Hex asks.  Stopped with Ctrl-C, it returns what it has so far."""
    started = time.perf_counter()
    if isinstance(spec, MapSpec):
        found = _map(spec, threads, progress)
    elif isinstance(spec, CompoundSpec):
        found = _compound(spec, threads, progress)
    else:
        assert isinstance(spec, ScalingSpec)
        found = _scaling(spec, threads, progress)
    found.seconds = time.perf_counter() - started
    return found


def _map(spec: MapSpec, threads: int | None, progress: Progress | None) -> HexFinding:
    """Maps of one board; beside each the time that one walk per cell, in plain Python, takes."""
    maps: list[CriticalityMap] = []
    plain = math.nan
    with suppress(KeyboardInterrupt):
        plain = _plain_seconds(spec.rows)
        for boards in spec.boards:
            maps.append(
                criticality(
                    spec.rows, boards=boards, seed=spec.seed, threads=threads, progress=progress
                )
            )
            if not maps[-1].complete:
                break
    rows = [_map_row(found, plain) for found in maps]
    pictures = {f"-{found.boards}": found.svg(f"{found.boards:,} boards") for found in maps}
    cells = {f"-{found.boards}-cells": found.to_pandas() for found in maps}
    counted = {"boards": sum(found.boards for found in maps)}
    words = {"size": spec.rows, "plain_seconds": plain, "duration": duration}
    complete = len(maps) == len(spec.boards) and maps[-1].complete
    return HexFinding(spec, rows, words, pictures, {}, cells, counted, complete, 0.0)


def _map_row(found: CriticalityMap, plain: float) -> dict[str, Any]:
    """A row of the table of maps; chances in per cent."""
    cols = found.cols
    middle = (found.rows - 1) // 2 * cols + (cols - 1) // 2
    others = found.rates.copy()
    others.flat[middle] = -1.0
    rival = int(others.argmax())
    rate, error = found.rates.ravel(), found.standard_errors.ravel()
    return {
        "boards": found.boards,
        "seconds": found.seconds,
        "best_cell": found.best,
        "candidates": len(found.leaders),
        "centre": cell_name(middle, cols),
        "centre_rate": 100 * float(rate[middle]),
        "centre_rate_error": 100 * float(error[middle]),
        "best_other": cell_name(rival, cols),
        "best_other_rate": 100 * float(rate[rival]),
        "best_other_rate_error": 100 * float(error[rival]),
        "pivotal_cells": found.expected_pivotals,
        "pivotal_cells_error": found.expected_pivotals_error,
        "plain_flip_seconds": plain * found.boards,
    }


def _plain_seconds(size: int) -> float:
    """Seconds per board of a walk for every cell, in plain Python, measured now on a few boards."""
    boards = max(2, 2000 // size**3)
    started = time.process_time()
    count_pivotal(by_flipping, size, boards, seed=1)
    return (time.process_time() - started) / boards


def duration(seconds: float) -> str:
    """A time for people: ``3.2 minutes``."""
    for unit, length in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:.{1 if seconds < 20 * length else 0}f} {unit}"
    return f"{seconds:.2g} seconds"


def _compound(spec: CompoundSpec, threads: int | None, progress: Progress | None) -> HexFinding:
    """Compound games with several samples per move; the first game of the last in pictures."""
    played: list[Compound] = []
    pictures: dict[str, str] = {}
    with suppress(KeyboardInterrupt):
        for boards in spec.boards:
            played.append(
                compound(
                    spec.rows,
                    games=spec.games,
                    boards=boards,
                    seed=spec.seed,
                    threads=threads,
                    progress=progress,
                )
            )
            if not played[-1].complete:
                break
        pictures = _pictures(played[-1], threads)
    rows = []
    for found in played:
        length = found.mean_length
        wins = found.win_interval
        n = len(found.games)
        rows.append(
            {
                "boards_per_move": found.boards,
                "games": n,
                "length": length.estimate,
                "length_error": _error(found.lengths),
                "shortest": int(found.lengths.min()),
                "longest": int(found.lengths.max()),
                "player_1_wins": 100 * wins.estimate,
                "player_1_wins_error": 100 * math.sqrt(wins.estimate * (1 - wins.estimate) / n),
                "games_with_a_silent_sample": found.silent_stops,
                "seconds": found.seconds,
            }
        )
    counted = {"compound games": sum(len(found.games) for found in played)}
    frames = {f"-{found.boards}-games": found.to_pandas() for found in played}
    complete = len(played) == len(spec.boards) and played[-1].complete
    words = {"size": spec.rows, "first": played[-1].moves(0) if played else []}
    plots = {"-lengths": played[-1].plot} if played else {}
    return HexFinding(spec, rows, words, pictures, plots, frames, counted, complete, 0.0)


def _pictures(played: Compound, threads: int | None) -> dict[str, str]:
    """The first game: the map before its first stone, after a third and two thirds; its end."""
    game = played.games[0]
    moves = [cell_name(int(cell), played.stones.shape[1]) for cell in game.cells]
    pictures = {}
    for stones_there in sorted({0, game.length // 3, 2 * game.length // 3}):
        stones = played.stones.copy()
        stones.flat[game.cells[:stones_there]] = game.owners[:stones_there]
        found = criticality(
            stones=stones, boards=max(played.boards, 1_000), seed=played.seed, threads=threads
        )
        numbers = {int(cell): k + 1 for k, cell in enumerate(game.cells[:stones_there])}
        pictures[f"-after-{stones_there}"] = board_svg(
            stones,
            heat=found.heat,
            numbers=numbers,
            title=f"after {stones_there} stones; the next goes to {moves[stones_there]}",
        )
    end = f"game 0, won by player {game.winner} with stone {game.length}"
    pictures["-game"] = played.svg(0, end)
    return pictures


def _scaling(spec: ScalingSpec, threads: int | None, progress: Progress | None) -> HexFinding:
    """Pivotal cells of a random filling, and length of the compound game, by size."""
    rows: list[dict[str, Any]] = []
    sizes = sorted(set(spec.rows))
    with suppress(KeyboardInterrupt):
        for size in sizes:
            found = criticality(
                size, boards=spec.boards, seed=spec.seed, threads=threads, progress=progress
            )
            games = compound(
                size,
                games=spec.games,
                boards=spec.boards_per_move,
                seed=spec.seed,
                threads=threads,
                progress=progress,
            )
            if not (found.complete and games.complete):
                break  # a size that was not finished is no point of the plot
            rows.append(_scaling_row(size, found, games))
    complete = len(rows) == len(sizes)
    slopes = {name: _slope(rows, name, spec.fit_from) for name in ("pivotal_cells", "length")}
    told = {name: slope or "an unknown exponent" for name, slope in slopes.items()}
    words = {"slopes": told, "fit_from": spec.fit_from}
    counted = {
        "boards": sum(row["boards"] for row in rows),
        "compound games": sum(row["games"] for row in rows),
    }

    def draw() -> Figure:
        from playout.report.hexes import scaling_figure

        return scaling_figure(rows, slopes)

    plots = {"": draw} if rows else {}
    return HexFinding(spec, rows, words, {}, plots, {}, counted, complete, 0.0)


def _scaling_row(size: int, found: CriticalityMap, games: Compound) -> dict[str, Any]:
    """A row of the table of sizes."""
    small = size <= MOST_EXACT
    exact = criticality(size, method="exact").expected_pivotals if small else math.nan
    return {
        "rows": size,
        "boards": found.boards,
        "pivotal_cells": found.expected_pivotals,
        "pivotal_cells_error": found.expected_pivotals_error,
        "pivotal_cells_exact": exact,
        "games": len(games.games),
        "length": games.mean_length.estimate,
        "length_error": _error(games.lengths),
        "length_exact": mean_length(size, size) if small else math.nan,
        "square_of_pivotal_cells": found.expected_pivotals**2,
    }


def _slope(rows: list[dict[str, Any]], name: str, fit_from: int) -> Slope | None:
    """The slope of log(name) against log(rows), weighted by the errors; None of too few sizes."""
    fitted = [row for row in rows if row["rows"] >= fit_from and row[f"{name}_error"] > 0]
    if len(fitted) < 3:
        return None
    return log_log_slope(
        [row["rows"] for row in fitted],
        [row[name] for row in fitted],
        [row[f"{name}_error"] for row in fitted],
    )


def _error(values: Any) -> float:
    """Standard error of a mean; NaN of fewer than two values."""
    return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.nan


def rehearse_hex(spec: HexSpec) -> None:
    """Run the study on next to nothing, so that a mistake in its answer is found before."""
    tiny = spec.changed(games=3, seed=None)
    if isinstance(tiny, ScalingSpec):
        tiny = tiny.model_copy(update={"rows": [2, 3, 4], "boards": 4096, "fit_from": 1})
    else:
        tiny = tiny.model_copy(update={"rows": 3})
    run_hex(tiny, threads=1).answer()
