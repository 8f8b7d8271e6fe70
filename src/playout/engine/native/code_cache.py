"""Where compiled code is kept: a folder of the user's, with a file for each compiled function.

The folder is named after a digest of all source that can end up in compiled code: an edit anywhere
in ``engine`` or ``games`` starts a fresh one.  (Numba's own cache notices an edit in the file of a
function, but not in the files of those that it calls.)  Code of other files counts only while the
file, its package and all that it imports are unchanged.

What is in the cache is run, so the folder must be one that only the user can write to.  Any number
of processes may fill it at once: a file is written whole or not at all, and one that is damaged is
ignored.  (Numba numbers its files, so two processes can write one: numba #4807.)
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import os
import pickle
import re
import secrets
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba.cpython.hashing  # it defines symbols of compiled code: see `load_overload`
import platformdirs
from filelock import FileLock, Timeout
from numba.core import serialize
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

PACKAGE = Path(__file__).parents[2]
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
"""Whether compiled code checks every index: for all of a process, and the processes it starts."""

KEEP_DAYS = 30  # for which compiled code of other versions is kept after its last use
LOCK_SECONDS = 600.0  # the longest wait for another process that compiles
_LAST_USE = ".playout"  # a file in each of our folders, touched whenever the folder is used
_TEMPORARY = "PLAYOUT_TEMPORARY_CACHE"  # names a temporary folder to processes started here
_SEAL = 16  # bytes at the start of each file
_LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]


def source_digest(*places: Path) -> str:
    """A short digest of files, and of every Python file below folders (names and contents)."""
    digest = hashlib.sha256()
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(str(path.relative_to(place)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> tuple[Path, str]:
    """The folder for compiled code, and why it is a temporary one ("" if it is not)."""
    version = f"{sys.version} {numba.__version__} {CHECKED}"
    source = source_digest(PACKAGE / "engine", PACKAGE / "games")
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("playout")
    folder = Path(base, f"{source}-{_short_digest(version)}")
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        if _is_private(folder):
            return folder, ""
        reason = "others can write to the cache folder"
    except OSError:
        reason = "the cache folder cannot be written"
    temporary = os.environ.get(_TEMPORARY)
    if temporary is None or not _is_private(Path(temporary)):
        temporary = os.environ[_TEMPORARY] = tempfile.mkdtemp(prefix="playout-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary), reason


def _short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's, and nobody else can write to it."""
    if not folder.is_dir() or not hasattr(os, "getuid"):  # Windows
        return folder.is_dir()
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


CACHE_FOLDER, TEMPORARY_BECAUSE = _cache_folder()


def forget_other_versions() -> None:
    """Remove what other versions have compiled, if it was not used for KEEP_DAYS days.

    Errors are ignored: another process may be removing the same.
    """
    with suppress(OSError):
        (CACHE_FOLDER / _LAST_USE).touch()
        for other in list(CACHE_FOLDER.parent.glob(f"*/{_LAST_USE}")):
            with suppress(OSError):
                if time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
                    shutil.rmtree(other.parent, ignore_errors=True)


@contextmanager
def locked(
    name: str, seconds: float = LOCK_SECONDS, waiting: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Hold a lock file of the cache folder; ``waiting`` is called if another process has it.

    After ``seconds``, or without a lock (the file system may have none), it goes on all the same.
    """
    lock = FileLock(CACHE_FOLDER / _file_name(name))
    try:
        with suppress(Timeout, OSError, NotImplementedError):
            try:
                lock.acquire(timeout=0)
            except Timeout:
                waiting()
                lock.acquire(timeout=seconds, poll_interval=0.05)
        yield
    finally:
        lock.release()


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]+", "-", text)


def _folder_for(source: Path) -> Path:
    """Where the compiled code of the files of a folder is kept."""
    return CACHE_FOLDER / f"{source.name}-{_short_digest(str(source))}"


def has_code_of(source: Path) -> bool:
    """Whether the cache has compiled code of any file of a folder."""
    return any(_folder_for(source).glob("*.code"))


class CodeCache:
    """The compiled code of one function: a file for each signature.

    ``rebuild`` makes a compiled function of what is in a file.
    """

    def __init__(self, function: Any, rebuild: Callable[..., Any], kind: str = "whole") -> None:
        code = function.__code__
        self._function, self._rebuild, self._source = function, rebuild, Path(code.co_filename)
        self.cache_path = _folder_for(self._source.parent)
        name = f"{self._source.stem}.{function.__qualname__}-{code.co_firstlineno}-{kind}"
        self._name = _file_name(name)[-150:]

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code for a signature, or None.

        Numba prepares its whole compiler first, and SciPy's linear algebra: 0.1 to 0.2 s a start.
        Code that is there already needs only the symbols that the compiler would define: those of
        its memory, and those of numba.cpython.hashing.
        """
        rtsys.initialize(context)
        parts = self._read(signature)
        return None if parts is None else self._rebuild(context, *parts)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code, unless it depends on this process, or the disk is full."""
        if result.library.has_dynamic_globals or not all(one.can_cache for one in result.lifted):
            return
        data, path = serialize.dumps((signature, result._reduce())), self._path(signature)
        partial = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        try:
            path.parent.mkdir(exist_ok=True)
            partial.write_bytes(self._seal(path, data) + data)
            partial.replace(path)
        except OSError:
            with suppress(OSError):
                partial.unlink()

    def has(self, signature: Any) -> bool:
        """Whether there is compiled code for a signature."""
        return self._read(signature) is not None

    def is_empty(self) -> bool:
        """Whether there is compiled code for no signature."""
        return not any(self.cache_path.glob(f"{self._name}.*"))

    def _path(self, signature: Any) -> Path:
        processor = cpu_target.target_context.codegen().magic_tuple()
        cells = self._function.__closure__ or ()
        values = [serialize.dumps(cell.cell_contents) for cell in cells]
        of = _short_digest(repr((str(signature), processor, values)))
        return self.cache_path / f"{self._name}.{of}.code"

    def _read(self, signature: Any) -> Any:
        """What was kept for a signature; None if there is nothing, or it is damaged or outdated."""
        path = self._path(signature)
        try:
            sealed = path.read_bytes()
            data = sealed[_SEAL:]
            if sealed[:_SEAL] != self._seal(path, data):
                return None
            of, parts = pickle.loads(data)
        except (OSError, ImportError):  # it may be of a module that cannot be imported here
            return None
        return parts if of == signature else None

    def _seal(self, path: Path, data: bytes) -> bytes:
        """What a file begins with if it holds these data, and the source is as it is now."""
        made_of = (
            f"{path.name} {_state_of(self._source)} ".encode() + self._function.__code__.co_code
        )
        return hashlib.blake2b(made_of + data, digest_size=_SEAL).digest()


@cache
def _state_of(file: Path) -> str:
    """A digest of a file that is not Playout's, of its package, and of all that it imports."""
    if file.is_relative_to(PACKAGE):
        return ""
    places, folder = _with_imports(file, set()), file.parent
    if (folder / "__init__.py").is_file():
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
        places.add(folder)
    return source_digest(*sorted(places))


def _with_imports(file: Path, known: set[Path]) -> set[Path]:
    """A file and the files that it imports, and so on, but for those of libraries."""
    if file in known or any(map(file.is_relative_to, (PACKAGE, *_LIBRARIES))):
        return known
    known.add(file)
    with suppress(OSError, ValueError, SyntaxError):
        for node in ast.walk(ast.parse(file.read_bytes())):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
            for module in filter(None, map(sys.modules.get, names)):
                if path := getattr(module, "__file__", None):
                    _with_imports(Path(path), known)
    return known
