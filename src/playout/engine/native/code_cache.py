"""The cache of compiled code: a folder of the user's, with a file for each compiled function.

The folder is named after a digest of all of Playout's source that can end up in compiled code: an
edit of it starts a new folder.  (Numba's own cache notices an edit in the file of a function, but
not in the files of the functions that it calls.)  Code with functions of users in it is used only
while all these functions, and the values that they read, are the same.

Files of the cache are run as code, so only the user may be able to write to the folder.  Any number
of processes may fill it at once: a file is written whole or not at all, and a damaged file is
ignored.  (Numba numbers its files, so two processes can write the same one: numba #4807.)
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import marshal
import os
import pickle
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba.cpython.hashing  # it defines symbols of compiled code: see `load_overload`
import platformdirs
from filelock import FileLock, Timeout
from numba.core import serialize, types
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from playout.engine.native.ownership import doubt, is_own, is_private

PACKAGE = Path(__file__).parents[2]
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
"""Whether compiled code checks every index, in this process and the processes it starts."""

KEEP_DAYS = 30  # how long code of other versions stays after its last use
LOCK_SECONDS = 600.0  # the longest wait for another process that compiles
_LAST_USE = ".playout"  # a file in each of our folders, touched whenever the folder is used
_TEMPORARY = "PLAYOUT_TEMPORARY_CACHE"  # names a temporary folder to processes started here
_SEAL = 16  # bytes at the start of each file
_safe: set[Path] = set()  # folders of the cache that are the user's alone
_LIBRARIES = {"numba", "numpy", *sys.stdlib_module_names}
_ROOMS = ("engine", "envs", "games", "kits")  # of Playout, that have compiled functions


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
    source = source_digest(*(PACKAGE / room for room in _ROOMS))
    try:
        base = os.environ.get("NUMBA_CACHE_DIR") or user_folder(platformdirs.user_cache_dir)
        # Without links, so that a link cannot be changed later.
        folder = Path(os.path.realpath(base), f"{source}-{_short_digest(version)}")
        folder.mkdir(0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        reason = doubt(folder) or ("" if is_private(folder) else "can be written by other users")
        if not reason:
            return folder, ""
        reason = f"the cache folder {folder} {reason}"
    except OSError:
        reason = "the cache folder cannot be written"
    temporary = os.environ.get(_TEMPORARY)
    if temporary is None or not is_private(Path(temporary)):
        try:
            temporary = os.environ[_TEMPORARY] = tempfile.mkdtemp(prefix="playout-")
        except OSError:  # nothing can be written anywhere: what is compiled is not kept
            return Path(os.devnull), reason
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary), reason


def user_folder(folder_of: Callable[[str], str]) -> str:
    """Return a folder of the user's for Playout; FileNotFoundError if the user has no home."""
    try:
        folder = folder_of("playout")
    except RuntimeError:
        folder = "~"
    if folder.startswith("~"):
        raise FileNotFoundError(errno.ENOENT, "the user has no home folder")
    return folder


def _short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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


def is_safe(folder: Path, make: bool = False) -> bool:
    """Return whether a folder in the cache is there, and the user's alone; ``make`` makes it.

    One that others have made, when they could, stays unused.
    """
    if make:
        with suppress(OSError):
            folder.mkdir(0o700, exist_ok=True)
    if folder not in _safe and is_private(folder):
        _safe.add(folder)
    return folder in _safe


def _folder_for(source: Path) -> Path:
    """Return the folder of the cache for the source files of one folder."""
    return CACHE_FOLDER / f"{source.name}-{_short_digest(str(source))}"


def has_code_of(source: Path) -> bool:
    """Return whether the cache has code of any source file of a folder."""
    return any(_folder_for(source).glob("*.code"))


def mark(name: str) -> None:
    """Note that all that is commonly needed under a name is compiled, for this processor."""
    with suppress(OSError):
        _mark(name).touch()


def is_marked(name: str) -> bool:
    """Return whether that was noted."""
    return _mark(name).is_file()


def _mark(name: str) -> Path:
    return CACHE_FOLDER / _file_name(f".compiled-{name}-{_short_digest(repr(_processor()))}")


def _processor() -> tuple[str, ...]:
    processor: tuple[str, ...] = cpu_target.target_context.codegen().magic_tuple()
    return processor


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
        data, path = serialize.dumps((signature, result._reduce())), self.path(signature)
        partial = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        if not is_safe(path.parent, make=True):
            return
        try:
            partial.write_bytes(self._seal(path, data) + data)
            partial.replace(path)
        except OSError:
            with suppress(OSError):
                partial.unlink()

    def has(self, signature: Any) -> bool:
        """Return whether there is code for a signature."""
        return self._read(signature) is not None

    def path(self, signature: Any) -> Path:
        """Return the file of a signature, whether it is there or not."""
        cells = self._function.__closure__ or ()
        values = [serialize.dumps(cell.cell_contents) for cell in cells]
        of = (self._function.__qualname__, str(signature), _processor(), values)
        return self.cache_path / f"{self._name}.{_short_digest(repr(of))}.code"

    def _read(self, signature: Any) -> Any:
        """Return what was saved for a signature; None if nothing was, or it is damaged or old."""
        path = self.path(signature)
        if not is_safe(path.parent):
            return None
        try:
            with path.open("rb") as file:
                if not is_own(file.fileno()):
                    return None
                sealed = file.read()
            data = sealed[_SEAL:]
            if sealed[:_SEAL] != self._seal(path, data):
                return None
            saved_for, parts = pickle.loads(data)
        except (OSError, ImportError):  # it may name a module that cannot be imported here
            return None
        return parts if saved_for == signature else None

    def _seal(self, path: Path, data: bytes) -> bytes:
        """Return the first bytes of a file with these data, compiled from the source as it is."""
        seal = hashlib.blake2b(digest_size=_SEAL)
        for part in (path.name.encode(), *_compiled_into(self._function), data):
            seal.update(b"%d " % len(part) + part)
        return seal.digest()


def _compiled_into(function: Any) -> Iterator[bytes]:
    """Yield the code of a function, of all that it calls, and the values that these read.

    They are taken from this process, not from files, which may have been edited since they were
    imported.  What the name of the folder tells already is left out.
    """
    waiting, known = [function], set[int]()
    while waiting:
        value = waiting.pop()
        value = getattr(value, "py_func", value)
        if isinstance(value, tuple | list):
            waiting += value
        elif isinstance(value, Enum):
            waiting.append(value.value)
        elif isinstance(value, types.Type):
            yield str(value).encode()
        elif not isinstance(value, FunctionType):
            with suppress(Exception):  # an object that compiled code can only pass on
                yield serialize.dumps(value)
        elif id(value) not in known and not _is_known(value):
            known.add(id(value))
            yield marshal.dumps(value.__code__, 2)  # the same in every process
            waiting += [cell.cell_contents for cell in value.__closure__ or ()]
            waiting += _values(_names(value.__code__), value.__globals__)


def _is_known(value: Any) -> bool:
    """Return whether the name of the folder tells which version of an object this is.

    Of a function of Playout it does not if it is a copy with other values of its free names.
    """
    name = str(getattr(value, "__name__" if isinstance(value, ModuleType) else "__module__", ""))
    if name.startswith("playout."):
        own = vars(sys.modules[name])
        return getattr(value, "__globals__", own) is own
    return name.partition(".")[0] in _LIBRARIES


def _names(code: CodeType) -> dict[str, None]:
    """Return the names of globals and attributes in a function's code, inner functions included."""
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return dict.fromkeys(chain(code.co_names, *inner))


def _values(names: Iterable[str], space: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values of names in a namespace, and in the modules and classes among these."""
    spaces, known = [space.get], set[int]()
    while spaces:
        look_up = spaces.pop()
        for value in map(look_up, names):
            if not isinstance(value, ModuleType | type):
                yield value
            elif id(value) not in known and not _is_known(value):
                known.add(id(value))
                spaces.append(lambda name, of=value: getattr(of, name, None))
