"""Strategy files of users: where they are, whether they may be run, and how they are run."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from playout.engine.words.errors import PlayoutError, error_text, is_printable
from playout.engine.words.reading import DRIVE, escaped_name, unescaped_name

_places: ContextVar[Mapping[str, Path]] = ContextVar("_places", default={})  # noqa: B039
FOREIGN: set[str] = set()  # code of others that has run: files and entry points
_FILE = re.compile(rf"(?:{DRIVE})?[^:]*\.py(?=:|$)")
RUN: set[Path] = set()  # files of users that have run


def file_of(reference: str) -> str | None:
    """Return the Python file that a reference names, as it writes it; None if it names none.

    The characters that part references, ``:``, ``,`` and ``+``, are written as in addresses of
    the web: ``a%2Cb.py`` is the file ``a,b.py``.  Only the drive in ``C:\\a.py`` has its colon.
    """
    match = _FILE.match(reference.strip())
    return match[0] if match else None


def after_file(reference: str) -> str:
    """Return what follows the file in a reference: ``bold:at=2`` of ``mine.py:bold:at=2``."""
    return reference.strip()[len(file_of(reference) or "") :].removeprefix(":")


def with_escapes(reference: str) -> str:
    """Return a reference whose file is written as in a list, which ``,`` and ``+`` would part."""
    file = file_of(reference) or ""
    return file.replace(",", "%2C").replace("+", "%2B") + reference.strip()[len(file) :]


def check_separators(text: str) -> None:
    """Raise PlayoutError if a text has the name of a file with a separator that is not escaped."""
    for end in re.finditer(r"\.py(?=[:,+]|\s*$)", text):
        begins = [0, *(part.end() for part in re.finditer("[:,+]", text[: end.start()]))]
        names = [text[begin : end.end()].strip() for begin in begins]
        if not _is_file(names[-1]):
            for name in names[:-1]:
                _check_written(name)


def _check_written(name: str) -> None:
    """Raise PlayoutError if there is a file of this name, which references write otherwise."""
    if escaped_name(name) != name and _is_file(name):
        raise PlayoutError(
            f"the file '{name}': write {escaped_name(name)}, because : , and + separate the names "
            "of strategies (%3A %2C %2B stand for them)"
        )


@contextmanager
def files_at(places: Mapping[str, Path]) -> Iterator[None]:
    """Within this context, look for strategy files elsewhere: name in a reference -> file."""
    token = _places.set(places)
    try:
        yield
    finally:
        _places.reset(token)


def path_of(name: str) -> Path:
    """Return the path of the strategy file with this name in references."""
    try:
        return _places.get().get(name) or Path(unescaped_name(name)).resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a null byte
        return Path(unescaped_name(name))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def path_and_time(name: str) -> tuple[Path, int]:
    """Return the path of a user's file and when it was written: an edit makes it another file."""
    path = path_of(name)
    if not is_printable(f"{name}{path}"):
        raise PlayoutError(
            f"the file {name!a}: its path has control characters, or letters that are not UTF-8 or "
            "not in this locale; rename it, or start with PYTHONUTF8=1"
        )
    try:
        is_file = path.is_file()
    except OSError:
        is_file = False
    if not is_file:
        _check_written(name)
        raise PlayoutError(f"there is no file '{name}'")
    return path, path.stat().st_mtime_ns


class _WithoutBytecode(SourceFileLoader):
    """Runs the text of a file, never the bytecode that Python saves of it.

    Python recognises old bytecode by seconds and size only, so a file that was saved again within a
    second might run as it was.  And nothing is written beside a user's file.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def run_file(
    name: str, path: Path, explain: Callable[[BaseException, ModuleType], str] = lambda *_: ""
) -> None:
    """Run a user's Python file; PlayoutError, with the name of the file, if it cannot be run.

    ``explain`` may return a better sentence for an error than its own text.
    """
    module_name = f"playout_file_{path.stem}"
    loader = _WithoutBytecode(module_name, str(path))
    spec = importlib.util.spec_from_file_location(module_name, path, loader=loader)
    assert spec is not None
    assert spec.loader is not None
    FOREIGN.add(name)
    RUN.add(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except PlayoutError as error:
        raise PlayoutError(f"{name}: {error}") from error
    except Exception as error:  # a file may raise anything
        why = explain(error, module) or error_text(error)
        raise PlayoutError(f"{name} cannot be run: {why}") from error
