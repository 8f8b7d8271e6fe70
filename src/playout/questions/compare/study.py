"""Studies that compare: pairs of sides, a verdict for each, all of them right at once.

kind = "compare" in a study's TOML file.  The chance that any verdict of a study is wrong is at most
its ``error``: each of n pairs has an n-th part of it (C. E. Bonferroni, 1936).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from playout.engine.errors import PlayoutError
from playout.engine.game import Game
from playout.engine.registry import find_game
from playout.report.answers import filled_in
from playout.report.compared import ComparisonResult
from playout.study.compare import ComparisonRun
from playout.study.comparison import ERROR, MOST_DEALS, Comparison, plan_comparison
from playout.study.durable import play_saved
from playout.study.executors import workers_of
from playout.study.jobs import Progress
from playout.study.spec import Level, read_count

if TYPE_CHECKING:
    import pandas as pd

MOST_PICTURES = 6
Deals = Annotated[int, BeforeValidator(lambda given: read_count(given, "max_games"))]


class Pair(BaseModel):
    """Two sides: strategies, or one for both, and rule options of each side alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    a: str = ""
    b: str = ""
    a_rules: dict[str, Level] = {}
    b_rules: dict[str, Level] = {}


class ComparisonSpec(BaseModel):
    """Pairs to be compared, as data; every field can stand in a study's TOML file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["compare"]
    game: str
    pairs: dict[str, Pair]  # a name -> its sides
    rules: dict[str, Level] = {}  # rule options of all sides
    strategy: str = ""  # of a side that names none; default: the game's own
    measure: str = ""  # default: the game's first
    margin: float | None = None
    error: float = ERROR  # the chance that any of the verdicts is wrong, at most
    max_games: Deals = MOST_DEALS  # deals of each pair, at most
    seed: int = Field(default=1, ge=0, lt=2**63)
    # What a report says of it:
    order: int = 100
    title: str = ""
    question: str = ""
    answer: str = ""  # a Jinja template over `pairs`; default: all verdicts
    notes: str = ""

    def changed(self, games: int | None, seed: int | None) -> Self:
        """The same with another seed, or with so many deals at most."""
        changes: dict[str, Any] = {} if seed is None else {"seed": seed}
        if games is not None:
            changes["max_games"] = min(games, self.max_games)
        return self.model_copy(update=changes)


def sides(spec: ComparisonSpec) -> dict[str, Comparison]:
    """The comparisons of a study, checked; PlayoutError that names the pair if one cannot be."""
    if not spec.pairs:
        raise PlayoutError("pairs: at least one is needed")
    usual = spec.strategy or find_game(spec.game).default_strategy
    found = {}
    for name, pair in spec.pairs.items():
        try:
            found[name] = plan_comparison(
                spec.game,
                (pair.a or usual, pair.b or usual),
                ({**spec.rules, **pair.a_rules}, {**spec.rules, **pair.b_rules}),
                measure=spec.measure,
                margin=spec.margin,
                error=spec.error / len(spec.pairs),
                max_games=spec.max_games,
                seed=spec.seed,
            )
        except PlayoutError as error:
            raise PlayoutError(f"pairs.{name}: {error}") from None
    return found


@dataclass
class ComparisonFinding:
    """What a study that compares has found."""

    spec: ComparisonSpec
    results: dict[str, ComparisonResult]
    complete: bool
    seconds: float

    @property
    def game(self) -> Game:
        """What was played."""
        return find_game(self.spec.game)

    @property
    def counted(self) -> dict[str, int]:
        """How many games were played."""
        return {"games": sum(result.games for result in self.results.values())}

    def answer(self) -> str:
        """The verdicts, or what the study's template makes of them."""
        every = "{% for name, p in pairs.items() %}{{ name }}: {{ p.sentence() }} {% endfor %}"
        return filled_in(self.spec.answer or every, {"pairs": self.results}, self.complete)

    def to_pandas(self) -> pd.DataFrame:
        """A row a pair; see :meth:`ComparisonResult.row`."""
        import pandas as pd

        return pd.DataFrame([{"pair": k, **found.row()} for k, found in self.results.items()])

    def figures(self) -> list[str]:
        """How the interval of each pair went, as SVG."""
        from playout.report import plots

        return [plots.svg(found.plot()) for found in list(self.results.values())[:MOST_PICTURES]]

    def table(self) -> str:
        """A verdict sentence and a small table for each pair, as HTML."""
        return "".join(
            f"<h3>{escape(name)}</h3>{found._repr_html_()}" for name, found in self.results.items()
        )

    def _repr_html_(self) -> str:
        return self.table()

    def write_files(self, folder: Path, name: str) -> list[str]:
        """The table as CSV and Parquet, and pictures as PNG."""
        from playout.report import plots

        files = [f"{name}.csv", f"{name}.parquet"]
        table = self.to_pandas()
        table.to_csv(folder / files[0], index=False)
        table.to_parquet(folder / files[1], index=False)
        for k, found in enumerate(list(self.results.values())[:MOST_PICTURES]):
            files.append(f"{name}{f'-{k + 1}' if k else ''}.png")
            plots.save(found.plot(), folder / files[-1])
        return files


def run_comparisons(
    spec: ComparisonSpec,
    *,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    save: Path | None = None,
    progress: Progress | None = None,
) -> ComparisonFinding:
    """Compare all pairs.  Stopped with Ctrl-C, it returns what it has so far.

    With a ``save`` NAME.run each pair has a file of its own beside it: NAME-1.run, NAME-2.run ...
    """
    started, results, complete = time.perf_counter(), dict[str, ComparisonResult](), True
    with workers_of(threads, processes, cluster) as workers:
        for number, (name, asked) in enumerate(sides(spec).items(), 1):
            path = save and save.with_name(f"{save.stem}-{number}{save.suffix}")
            found = play_saved(ComparisonRun(asked), workers, path, progress=progress)
            if found.counted.games:
                results[name] = ComparisonResult(found)
            complete = found.complete
            if not complete:
                break
    if not results:
        raise KeyboardInterrupt
    return ComparisonFinding(spec, results, complete, time.perf_counter() - started)


def rehearse_comparisons(spec: ComparisonSpec) -> None:
    """Make the answer of a few deals, so that a mistake in it is found before."""
    run_comparisons(spec.changed(games=3, seed=None), threads=1).answer()
