"""What Playout offers to Python programs and notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playout.engine.errors import PlayoutError, suggest
from playout.report.result import Result
from playout.study.run import Progress, run_spec
from playout.study.spec import Spec, cells, read_study


def make_spec(game: str, *, games: int | str = 10_000, seed: int = 1, **options: Any) -> Spec:
    """A checked spec from keywords: a list makes an option a factor, anything else fixes it."""
    if not (isinstance(seed, int) and 0 <= seed < 2**63):
        raise PlayoutError(f"seed = {seed}: a whole number from 0 to 2**63 - 1 is needed")
    many = {name: list(v) for name, v in options.items() if isinstance(v, (list, tuple, range))}
    for name, values in many.items():
        if not values:
            raise PlayoutError(f"{name} = []: at least one value is needed")
    one = {name: value for name, value in options.items() if name not in many}
    # A single value is a factor with one level: it is shown as a column.
    factors = {name: [value] for name, value in one.items()} | many
    ordered = {name: factors[name] for name in options}
    from playout.study.spec import read_count

    spec = Spec.model_construct(
        game=game, games=read_count(games), seed=seed, factors=ordered, rules={}
    )
    cells(spec)
    return spec


def run(
    game: str,
    *,
    games: int | str = 10_000,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """Play many games and count.

    ``run("the-game", players=[1, 2], strategy=["greedy", "combo"], games=100_000)``: every rule
    option and ``strategy`` is a keyword; a list makes it a factor, and every combination is a
    row of the result.  ``games`` is per row ("100k" will do); all rows play the same deals.
    The counts depend on ``seed`` (0 .. 2**63 - 1), not on ``threads`` (default: all processors).
    Raises PlayoutError with one clear sentence for anything that cannot be played.
    """
    spec = make_spec(game, games=games, seed=seed, **options)
    return Result(run_spec(spec, threads=threads, progress=progress))


def study(name_or_file: str, *, threads: int | None = None) -> Result:
    """Run a study that ships with Playout, by its name, or one of your own, by its file."""
    return Result(run_spec(read_study(find_study(name_or_file)), threads=threads))


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
