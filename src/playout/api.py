"""What Playout offers to Python programs and notebooks: runs and studies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from playout.comparisons import ComparisonSpec, rehearse_comparisons, run_comparisons
from playout.engine.errors import PlayoutError, suggest
from playout.hex.specs import KINDS as HEX_KINDS
from playout.hex.studies import rehearse_hex, run_hex
from playout.report.answers import answer, rehearse
from playout.report.result import Result
from playout.study.durable import play_saved
from playout.study.executors import workers_of
from playout.study.files import checked, read_study, read_toml
from playout.study.jobs import Progress
from playout.study.run import GameRun, Run
from playout.study.spec import (
    MOST_FOR_PRECISION,
    Spec,
    cells,
    read_count,
    read_precision,
    read_seed,
)
from playout.study.tables import By


def make_spec(
    game: str,
    *,
    games: int | str | None = None,
    precision: float | str | None = None,
    max_games: int | str | None = None,
    measure: str = "",
    seed: int = 1,
    rotate: bool = True,
    by: str = "strategy",
    **options: Any,
) -> Spec:
    """A checked spec from keywords: a list makes an option a factor, anything else fixes it."""
    if precision is not None and games is not None:
        raise PlayoutError(
            "games and precision: only one of the two can be given; max_games is a limit"
        )
    if precision is None and max_games is not None:
        raise PlayoutError(f"max_games = {max_games}: it goes with a precision")
    if by not in get_args(By):
        raise PlayoutError(f"by = {by}: {suggest(str(by), get_args(By))}")
    if not isinstance(rotate, bool):
        raise PlayoutError(f"rotate = {rotate!r}: True or False is needed")
    seats = options.pop("seats", None)
    factors = {} if seats is None else {"seats": line_ups(seats)}
    factors |= {name: _values(name, value) for name, value in options.items()}
    spec = Spec.model_construct(
        game=game,
        games=10_000 if games is None else read_count(games),
        precision=None if precision is None else read_precision(precision),
        max_games=(MOST_FOR_PRECISION if max_games is None else read_count(max_games, "max_games")),
        measure=measure,
        seed=read_seed(seed),
        rotate=rotate,
        by=by,
        factors=factors,
        rules={},
    )
    cells(spec)
    return spec


def line_ups(given: Any) -> list[str]:
    """Line-ups "a,b,b" from one or several, each a list or a text with commas."""
    if isinstance(given, str):
        return [given]
    found = list(given) if isinstance(given, Iterable) else [None]
    if all(isinstance(name, str) and "," not in name for name in found):
        found = [found]  # one line-up, a name for each seat
    joined = [one if isinstance(one, str) else _joined(one) for one in found]
    if not joined or not all(joined):
        raise PlayoutError(f"seats = {given!r}: a strategy for each seat is needed")
    return joined


def _joined(names: Any) -> str:
    """A list of names as "a,b,b"; "" if it is none."""
    here = list(names) if isinstance(names, Iterable) else []
    texts = [name for name in here if isinstance(name, str)]
    return ",".join(texts) if len(texts) == len(here) else ""


def _values(name: str, given: Any) -> list[Any]:
    """The values of a factor; a single one is a factor with one level, shown as a column."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return [given]
    values = list(given)
    if not values:
        raise PlayoutError(f"{name} = []: at least one value is needed")
    return values


def run(
    game: str,
    *,
    games: int | str | None = None,
    precision: float | str | None = None,
    max_games: int | str | None = None,
    measure: str = "",
    seed: int = 1,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """Play many games and count.

    ``run("the-game", players=[1, 2], strategy=["greedy", "combo"], games=100_000)``: every rule
    option and ``strategy`` is a keyword; a list makes it a factor, and every combination is a
    row of the result.  ``games`` is per row (10,000 if nothing is said; "100k" will do); all rows
    play the same deals.  With a ``precision`` instead, a half-width as 0.002, or "5%" of the
    estimate, each row plays until the anytime-valid interval of its ``measure`` (the game's first)
    is that narrow, or ``max_games`` are played.
    ``run("mexican-train", seats=["sequence", "random", "random"])`` seats a line-up, whose
    strategies move on by a seat from game to game unless ``rotate=False``; a list of line-ups is
    a factor.  Where every seat has a result of its own, as a share of the win, each strategy at a
    table has a row, or with ``by="seat"`` each of its seats.
    The counts depend on ``seed`` (0 .. 2**63 - 1), not on who plays: so many ``threads`` (default:
    all processors) or ``processes``, a Dask ``cluster`` ("tcp://host:8786", or "local:4"), or any
    ``executor`` of the kind of concurrent.futures, which stays open.  ``save`` names a file that
    keeps the run; if it is there, the run goes on (playout/saved.py).
    Raises PlayoutError with one clear sentence for anything that cannot be played.
    """
    spec = make_spec(
        game,
        games=games,
        precision=precision,
        max_games=max_games,
        measure=measure,
        seed=seed,
        **options,
    )
    path = None if save is None else Path(save)
    with workers_of(threads, processes, cluster, executor) as workers:
        return Result(play_saved(GameRun(spec), workers, path, progress=progress))


def run_study(name_or_file: str, *, threads: int | None = None) -> Any:
    """Run a study that ships with Playout, by its name, or one of your own, by its file.

    A Result, or of a study with a ``kind`` what that kind finds.
    """
    found = find_out(load_study(name_or_file), threads=threads)
    return Result(found) if isinstance(found, Run) else found


class Kind(NamedTuple):
    """A kind of study that is not a run of games: ``kind`` in its file says which."""

    model: type[BaseModel]
    rehearse: Callable[[Any], None]  # try its answer on next to nothing
    find_out: Callable[..., Any]  # (spec, threads=, ...) -> what report/page.py can show


def _hex(spec: Any, *, threads: int | None, progress: Progress | None, **_: Any) -> Any:
    """Maps and compound games of Hex stay on threads, and are kept in no file."""
    return run_hex(spec, threads=threads, progress=progress)


KINDS = {name: Kind(model, rehearse_hex, _hex) for name, model in HEX_KINDS.items()}
KINDS["compare"] = Kind(ComparisonSpec, rehearse_comparisons, run_comparisons)


def load_study(name_or_file: str, *, rehearsed: bool = True) -> Any:
    """A study, checked to its last word: whatever is wrong in it is said before it is played.

    Not ``rehearsed``, its answer is not tried out, which takes a while for some.
    """
    path = find_study(name_or_file)
    text, data = read_toml(path)
    try:
        if "kind" in data:
            if data["kind"] not in KINDS:
                raise PlayoutError(f"kind = {data['kind']!r}: {suggest(str(data['kind']), KINDS)}")
            kind = KINDS[data["kind"]]
            asked = checked(kind.model, path, text, data)
            if rehearsed:
                kind.rehearse(asked)
            return asked
        spec = read_study(path)
        if rehearsed:
            rehearse(spec)
    except PlayoutError as error:
        said = str(error)
        raise PlayoutError(said if said.startswith(str(path)) else f"{path}: {said}") from None
    return spec


def find_out(
    spec: Any,
    *,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    save: Path | None = None,
    progress: Progress | None = None,
) -> Any:
    """Play, or count, what a study asks; with a file ``save`` that keeps its games."""
    if not isinstance(spec, Spec):
        return KINDS[spec.kind].find_out(
            spec,
            threads=threads,
            processes=processes,
            cluster=cluster,
            save=save,
            progress=progress,
        )
    with workers_of(threads, processes, cluster) as workers:
        return play_saved(GameRun(spec), workers, save, progress=progress)


def answer_of(found: Any) -> str:
    """The answer of a study in a sentence."""
    return answer(found) if isinstance(found, Run) else str(found.answer())


def study_files() -> dict[str, Path]:
    """The studies that ship with Playout: name -> file."""
    here = Path(__file__).parent
    folders = [here / "studies", here.parent.parent / "studies"]  # installed; or a checkout
    folder = next((folder for folder in folders if folder.is_dir()), folders[0])
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_study(name_or_file: str) -> Path:
    """The file of a study, from its name or its path."""
    if name_or_file.endswith(".toml"):
        return Path(name_or_file)
    known = study_files()
    if name_or_file not in known:
        raise PlayoutError(
            f"there is no study '{name_or_file}': {suggest(name_or_file, known)}; "
            "a file of your own ends in .toml"
        )
    return known[name_or_file]
