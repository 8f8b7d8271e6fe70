"""The code that playing a run would run besides Playout's own, and whether it may run.

A run file names files and packages, and it may be a stranger's.  So playing it runs only what the
user alone can have written, what is installed with Playout, and what the user has named.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import Any

from playout.engine.find.foreign_games import library_of, without_counters
from playout.engine.find.games import files_of as files_of_game
from playout.engine.find.games import module_of, strategy_modules
from playout.engine.find.strategy_files import RUN, file_of, path_of
from playout.engine.native.code_cache import PACKAGE
from playout.engine.native.ownership import doubt
from playout.engine.words.errors import PlayoutError
from playout.runner.identity import files_of, fingerprint
from playout.runner.jobs import Job
from playout.runner.ledger import Ledger


@dataclass(frozen=True)
class Code:
    """A file or a package that playing a run would run."""

    name: str  # as the run names it, or that of the package
    path: Path | None  # None: it is missing
    is_package: bool = False

    @property
    def words(self) -> str:
        """The code in a sentence."""
        if self.is_package:
            return f"the package {self.name}" + ("" if self.path is None else f" ({self.path})")
        return f"the file {self.path}"

    @property
    def has_run(self) -> bool:
        """Whether it has run already in this program, as its user had asked."""
        return self.name in sys.modules if self.is_package else self.path in RUN

    def doubt(self) -> str:
        """Why it may not be the user's own; "" if it is."""
        if self.path is None:
            return ""
        return doubt(self.path, _installers() if self.is_package else ())

    def is_one_of(self, trusted: Collection[str]) -> bool:
        """Whether the user has named it."""
        names = {self.name, file_of(self.name) or self.name, str(self.path)}
        files = {file for one in trusted for file in files_of_game(one) or [file_of(one) or one]}
        own = () if self.is_package else map(path_of, files)
        return bool(names & {*trusted}) or self.path in own


@cache
def _installers() -> tuple[int, ...]:
    """The users who install packages: root, and the owner of Playout."""
    return 0, os.stat(PACKAGE).st_uid


def code_of_others(job: Job[Any]) -> list[Code]:
    """Return the code besides Playout that a job runs; ``job`` is only viewed, nothing runs."""
    files = files_of(job.game, job.players())
    every = [Code(name, path) for name in files if (path := path_of(name)).is_file()]
    return [*every, *(Code(name, _place(name), True) for name in _packages(job))]


def _packages(job: Job[Any]) -> Iterator[str]:
    """The packages of the game and of the strategies, by their names in Python."""
    name = without_counters(job.game.name)
    library = library_of(name)
    if library == "openspiel":
        yield "pyspiel"
    elif library == "pettingzoo":
        module = name.partition(":")[2].partition("(")[0].strip().split(".")
        yield "pettingzoo" if len(module) == 1 and _is_classic(module[0]) else module[0]
    elif file_of(name) is None and (module_name := module_of(name)):
        yield module_name
    known_here = (file_of(player.reference) or player.strategy.module for player in job.players())
    if not all(known_here):
        yield from strategy_modules()


def _is_classic(name: str) -> bool:
    """Whether PettingZoo itself has a game, without importing it."""
    spec = find_spec("pettingzoo")
    folders = () if spec is None else spec.submodule_search_locations or ()
    places = [Path(folder, "classic", name) for folder in folders]
    return any(place.is_dir() or place.with_suffix(".py").is_file() for place in places)


def _place(package: str) -> Path | None:
    """The file or folder of a package, without importing it."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin in (None, "built-in", "frozen"):
        folders = [] if spec is None else [*(spec.submodule_search_locations or ())]
        return Path(folders[0]) if folders else None
    return Path(str(spec.origin))


def check_permitted(path: Path, every: Sequence[Code], trusted: Collection[str]) -> None:
    """Raise PlayoutError for code that is not the user's own, unless the user has named it."""
    for code in every:
        if not code.has_run and not code.is_one_of(trusted) and (why := code.doubt()):
            raise PlayoutError(
                f"{path}: this would execute {code.words}, which {why}; if you trust it, add "
                f"--trust {quote(code.name)}"
            )


def check_named(path: Path, every: Sequence[Code], trusted: Collection[str]) -> None:
    """Raise PlayoutError for code that the user has not named, to merge runs that it has played."""
    for code in every:
        if not code.is_one_of(trusted):
            raise PlayoutError(
                f"{path}: the runs were played by different code, so some games must be played "
                f"again, which executes {code.words}; if you trust it, add --trust "
                f"{quote(code.name)}"
            )


def announcements(ledger: Ledger, every: Sequence[Code]) -> Iterator[tuple[str, bool]]:
    """A sentence about all code that is about to run, and whether it may have changed since."""
    before = ledger.codes[-1]["files"] if ledger.codes else {}
    for code in every:
        sentence, how = f"{ledger.path}: this runs {code.words}", ""
        if not code.is_package:
            now, then = fingerprint(path_of(code.name)), before.get(code.name, ("", ""))
            if now[1] != then[1]:
                how = "; its text is not that of the file the run was made with"
            elif now[0] != then[0]:
                how = "; the run was made with a file of the same text elsewhere"
        yield sentence + how, bool(how)
