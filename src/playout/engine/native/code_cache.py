"""The cache of compiled code: a folder of the user's, with a file for each compiled function.

The folder is named after a digest of all source that can end up in compiled code: an edit anywhere
in ``engine`` or ``games`` starts a new folder.  (Numba's own cache notices an edit in the file of a
function, but not in the files of the functions that it calls.)  Code of a user's file is used only
while the file, its package and all files that it imports are unchanged.

Files of the cache are run as code, so only the user may be able to write to the folder.  Any number
of processes may fill it at once: a file is written whole or not at all, and a damaged file is
ignored.  (Numba numbers its files, so two processes can write the same one: numba #4807.)
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
"""Whether compiled code checks every index, in this process and the processes it starts."""

KEEP_DAYS = 30  # how long code of other versions stays after its last use
LOCK_SECONDS = 600.0  # the longest wait for another process that compiles
_LAST_USE = ".playout"  # a file in each of our folders, touched whenever the folder is used
_TEMPORARY = "PLAYOUT_TEMPORARY_CACHE"  # names a temporary folder to processes started here
_SEAL = 16  # bytes at the start of each file
_LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]


def source_digest(*places: Path) -> str:
    """Return a short digest of files, and of every Python file below folders: names, contents."""
    digest = hashlib.sha256()
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(str(path.relative_to(place)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> tuple[Path, str]:
    """Return the folder for compiled code, and why it is temporary ("" if it is not)."""
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
    """Return whether a folder belongs to the user, and only the user can write to it."""
    if not folder.is_dir() or not hasattr(os, "getuid"):  # Windows
        return folder.is_dir()
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


CACHE_FOLDER, WHY_TEMPORARY = _cache_folder()


def forget_other_versions() -> None:
    """Remove code that other versions compiled, if it was not used for KEEP_DAYS days.

    Errors are ignored: another process may be removing the same files.
    """
    with suppress(OSError):
        (CACHE_FOLDER / _LAST_USE).touch()
        for other in list(CACHE_FOLDER.parent.glob(f"*/{_LAST_USE}")):
            with suppress(OSError):
                if time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
                    shutil.rmtree(other.parent, ignore_errors=True)


@contextmanager
def locked(name: str, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold a lock file of the cache folder; ``waiting`` is called if another process holds it.

    After LOCK_SECONDS, or if the file system has no locks, it continues without the lock.
    """
    lock = FileLock(CACHE_FOLDER / _file_name(name))
    try:
        with suppress(Timeout, OSError, NotImplementedError):
            try:
                lock.acquire(timeout=0)
            except Timeout:
                waiting()
                lock.acquire(timeout=LOCK_SECONDS, poll_interval=0.05)
        yield
    finally:
        lock.release()


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]+", "-", text)


def _folder_for(source: Path) -> Path:
    """Return the folder of the cache for the source files of one folder."""
    return CACHE_FOLDER / f"{source.name}-{_short_digest(str(source))}"


def has_code_of(source: Path) -> bool:
    """Return whether the cache has code of any source file of a folder."""
    return any(_folder_for(source).glob("*.code"))


class CodeCache:
    """The compiled code of one function: a file for each signature.

    ``rebuild`` makes a compiled function of the contents of a file.
    """

    def __init__(self, function: Any, rebuild: Callable[..., Any], kind: str = "whole") -> None:
        code = function.__code__
        self._function, self._rebuild, self._source = function, rebuild, Path(code.co_filename)
        self.cache_path = _folder_for(self._source.parent)
        name = f"{self._source.stem}.{function.__qualname__}-{code.co_firstlineno}-{kind}"
        self._name = _file_name(name)[-150:]

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled code for a signature, or None.

        Numba would prepare its whole compiler first, and SciPy's linear algebra: 0.1 to 0.2 s at
        each start.  Code that is only loaded needs nothing but the symbols that the compiler
        defines: those of its memory management, and those of numba.cpython.hashing.
        """
        rtsys.initialize(context)
        parts = self._read(signature)
        return None if parts is None else self._rebuild(context, *parts)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Save compiled code, unless it depends on this process, or the disk is full."""
        if result.library.has_dynamic_globals or not all(loop.can_cache for loop in result.lifted):
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
        """Return whether there is code for a signature."""
        return self._read(signature) is not None

    def _path(self, signature: Any) -> Path:
        processor = cpu_target.target_context.codegen().magic_tuple()
        cells = self._function.__closure__ or ()
        values = [serialize.dumps(cell.cell_contents) for cell in cells]
        digest = _short_digest(repr((str(signature), processor, values)))
        return self.cache_path / f"{self._name}.{digest}.code"

    def _read(self, signature: Any) -> Any:
        """Return what was saved for a signature; None if nothing was, or it is damaged or old."""
        path = self._path(signature)
        try:
            sealed = path.read_bytes()
            data = sealed[_SEAL:]
            if sealed[:_SEAL] != self._seal(path, data):
                return None
            saved_for, parts = pickle.loads(data)
        except (OSError, ImportError):  # it may name a module that cannot be imported here
            return None
        return parts if saved_for == signature else None

    def _seal(self, path: Path, data: bytes) -> bytes:
        """Return the first bytes of a file with these data, compiled from the source as it is."""
        source = f"{path.name} {_state_of(self._source)} ".encode()
        code = self._function.__code__.co_code
        return hashlib.blake2b(source + code + data, digest_size=_SEAL).digest()


@cache
def _state_of(file: Path) -> str:
    """Return a digest of a user's file, its package and all files that it imports; "" if ours."""
    if file.is_relative_to(PACKAGE):
        return ""
    places, folder = _with_imports(file, set()), file.parent
    if (folder / "__init__.py").is_file():
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
        places.add(folder)
    return source_digest(*sorted(places))


def _with_imports(file: Path, known: set[Path]) -> set[Path]:
    """Return a file and the files that it imports, directly or not, without libraries."""
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
