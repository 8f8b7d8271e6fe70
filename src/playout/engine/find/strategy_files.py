"""Strategy files of users: where they are, whether they may be run, and how they are run."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from playout.engine.words.errors import PlayoutError, error_text, is_printable

_places: ContextVar[Mapping[str, Path]] = ContextVar("_places", default={})  # noqa: B039
FOREIGN: set[str] = set()  # what was run that is not Playout's: files and entry points
_looking: ContextVar[Collection[str] | None] = ContextVar("_looking", default=None)


def file_of(reference: str) -> str | None:
    """The Python file that a reference names, if it names one."""
    first = reference.strip().split(":")[0]
    return first if first.endswith(".py") else None


@contextmanager
def looking(trusted: Collection[str] = ()) -> Iterator[None]:
    """Within this context no file of a user is run but those that are ``trusted``.

    Strategies that are not installed are then known by their names alone, and cannot play.  A
    question that was asked before can so be made again, to tell what was found for it.
    """
    token = _looking.set(trusted)
    try:
        yield
    finally:
        _looking.reset(token)


def is_looking(file: str | None = None) -> bool:
    """Whether a file may not be run, or none of strategies may, because of :func:`looking`."""
    trusted = _looking.get()
    return trusted is not None and file not in trusted


@contextmanager
def files_at(places: Mapping[str, Path]) -> Iterator[None]:
    """Within this context, look for strategy files elsewhere: name in a reference -> file."""
    token = _places.set(places)
    try:
        yield
    finally:
        _places.reset(token)


def path_of(name: str) -> Path:
    """Where the strategy file is that references name so."""
    try:
        return _places.get().get(name) or Path(name).resolve()
    except (OSError, RuntimeError, ValueError):  # links that lead in a circle, a null byte
        return Path(name)


def path_and_time(name: str) -> tuple[Path, int]:
    """Where a user's file is and when it was written, so that it is read again after an edit."""
    path = path_of(name)
    if not is_printable(f"{name}{path}"):
        raise PlayoutError(
            f"strategy file {name!a}: its path is not UTF-8, or has control characters, so rename "
            "it"
        )
    try:
        is_file = path.is_file()
    except OSError:
        is_file = False
    if not is_file:
        raise PlayoutError(f"there is no strategy file '{name}'")
    return path, path.stat().st_mtime_ns


class _AsItIs(SourceFileLoader):
    """Runs the text of a file, and no bytecode that Python keeps of it.

    That is told apart by seconds and size: a file that was saved again in the same second is
    another one, and nothing is written beside a user's file.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def run_file(
    name: str, path: Path, explain: Callable[[BaseException, ModuleType], str] = lambda *_: ""
) -> None:
    """Run a user's Python file; PlayoutError, with the name of the file, if it cannot be run.

    ``explain`` may know a better sentence for an error than its own text.
    """
    module_name = f"playout_file_{path.stem}"
    loader = _AsItIs(module_name, str(path))
    spec = importlib.util.spec_from_file_location(module_name, path, loader=loader)
    assert spec is not None
    assert spec.loader is not None
    FOREIGN.add(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except PlayoutError as error:
        raise PlayoutError(f"{name}: {error}") from error
    except Exception as error:  # a file may raise anything
        why = explain(error, module) or error_text(error)
        raise PlayoutError(f"{name} cannot be run: {why}") from error
