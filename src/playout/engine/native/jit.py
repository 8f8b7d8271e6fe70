"""The one compile decorator, and where compiled code is kept.

Numba's on-disk cache notices a change in the file of a function, but not in the functions
it calls from other files.  So the cache lives in a folder named after a digest of all source
that can end up in compiled code: an edit anywhere in ``engine`` or ``games`` starts a fresh one.
Any number of processes may fill it at once.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import os
import pickle
import re
import shutil
import sys
import sysconfig
import tempfile
import time
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import platformdirs
from filelock import FileLock, Timeout

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[2]
KEEP_DAYS = 30  # for which compiled code of other versions is kept after its last use
LOCK_SECONDS = 600.0  # the longest wait for another process that compiles
_MARK = ".playout"  # a file in each of our cache folders, touched whenever the folder is used


CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
"""Whether compiled code checks every index.  It is so for all of a process, from its beginning, and
for the processes that it starts; the cache keeps checked code apart."""


def source_digest(*places: Path) -> str:
    """A short digest of files, and of every Python file below folders (names and contents)."""
    digest = hashlib.sha256()
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(str(path.relative_to(place)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> str:
    """The folder for compiled code, made if it is missing; a temporary one if that fails."""
    digest = source_digest(PACKAGE / "engine", PACKAGE / "games") + ("-checked" if CHECKED else "")
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("playout")
    folder = Path(base)
    if folder.name != digest:  # a process that Playout started has it already
        folder /= digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        temporary = tempfile.mkdtemp(prefix="playout-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary
    return str(folder)


def _forget_others(folder: Path) -> None:
    """Remove what other versions have compiled, if it was not used for KEEP_DAYS days.

    Errors are ignored: another process, or another user, may be removing the same.
    """
    with suppress(OSError):
        (folder / _MARK).touch()
        for other in list(folder.parent.glob(f"*/{_MARK}")):
            with suppress(OSError):
                if time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
                    shutil.rmtree(other.parent, ignore_errors=True)


CACHE_FOLDER = _cache_folder()
IS_TEMPORARY = Path(CACHE_FOLDER).name.startswith("playout-")  # it ends with this process
os.environ["NUMBA_CACHE_DIR"] = CACHE_FOLDER

import numba  # noqa: E402  (only now: numba reads its cache folder when it is imported)
import numba.cpython.hashing  # noqa: E402  (it defines symbols of compiled code: see _load)
from numba.core import caching, event  # noqa: E402
from numba.core.runtime import rtsys  # noqa: E402

from playout.engine.native.callees import as_it_is_called, compile_together  # noqa: E402

# In case numba was imported before this:
numba.config.CACHE_DIR = CACHE_FOLDER
numba.config.BOUNDSCHECK = int(CHECKED)


@contextmanager
def locked(
    name: str,
    poll: float = 0.05,
    seconds: float = LOCK_SECONDS,
    waiting: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Hold a lock file of the cache folder; ``waiting`` is called if another process has it.

    After ``seconds``, or without one (the file system may have none), it goes on all the same:
    clashes are rare.
    """
    lock = FileLock(Path(CACHE_FOLDER) / re.sub(r"[^A-Za-z0-9.]+", "-", name))
    try:
        with suppress(Timeout, OSError, NotImplementedError):
            try:
                lock.acquire(timeout=0)
            except Timeout:
                waiting()
                lock.acquire(timeout=seconds, poll_interval=poll)
        yield
    finally:
        lock.release()


class _CacheFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The compiled versions of a function, written by one process at a time.

    Numba counts its files: two processes could give the same name to two versions, and a third
    would run the one for the other (numba #4807).  And it runs what a file holds, also if the file
    is damaged: here it is then compiled anew.
    """

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)
        except ImportError:  # the file was compiled as another module, as which it is not here
            return None

    def save(self, key: Any, data: Any) -> None:
        # On a full disk it is not kept.
        with suppress(OSError), locked(".files", poll=0.001):
            super().save(key, data)

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # what reading a damaged pickle raises, nobody knows
            return {}

    def _save_data(self, name: str, data: Any) -> None:
        data = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(_seal(name, data) + data)

    def _load_data(self, name: str) -> Any:
        sealed = Path(self._data_path(name)).read_bytes()
        data = sealed[_SEAL:]
        return pickle.loads(data) if sealed[:_SEAL] == _seal(name, data) else None


_SEAL = 16  # bytes


def _seal(name: str, data: bytes) -> bytes:
    """What a file of this name begins with, if it holds these data."""
    return hashlib.blake2b(name.encode() + b"\0" + data, digest_size=_SEAL).digest()


caching.IndexDataCacheFile = _CacheFile


def _load(cache: Any, signature: Any, context: Any) -> Any:
    """What a cache has for a signature, or None.

    Numba prepares its whole compiler first, and SciPy's linear algebra, which takes twice as long
    as all else before the first game.  Code that is there already needs the symbols alone that the
    compiler would define: those of its memory, and those of numba.cpython.hashing.
    """
    rtsys.initialize(context)
    with as_it_is_called(), cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, context)


caching.FunctionCache.load_overload = _load
compile_together()


@cache
def _around(file: Path) -> str:
    """A digest of what a file that is not Playout's may call: its package, and what it imports."""
    if file.is_relative_to(PACKAGE):
        return ""
    places, folder = sorted(_imported(file, set())), file.parent
    if (folder / "__init__.py").is_file():
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
        places.append(folder)
    return source_digest(*places)


_LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]


def _imported(file: Path, found: set[Path]) -> set[Path]:
    """The files that a file imports, and those that they import, but for those of libraries."""
    with suppress(OSError, ValueError, SyntaxError):  # there may be no file, as for a notebook
        for node in ast.walk(ast.parse(file.read_bytes())):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
            for module in filter(None, map(sys.modules.get, names)):
                other = Path(getattr(module, "__file__", None) or PACKAGE)
                if other in found or any(map(other.is_relative_to, (PACKAGE, *_LIBRARIES))):
                    continue
                found.add(other)
                _imported(other, found)
    return found


_own_stamp = caching._SourceFileBackedLocatorMixin.get_source_stamp


def _stamp(locator: Any) -> Any:
    """What the cache compares before it uses a function: its file, and all files of its package.

    Numba looks at the file alone, so a rule would go on to run a function of another file of the
    package, or of one that it imports, as that was before an edit.
    """
    return _own_stamp(locator), _around(Path(locator._py_file))


caching._SourceFileBackedLocatorMixin.get_source_stamp = _stamp

COMPILING = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: every rule then runs as the plain Python that it is."""


_now = ""  # what `now_compiling` says
_called, _kept = "", True  # what is compiled next, for people, and whether the cache keeps it
_help: Callable[[], None] | None = None  # what to call if there is much to compile


def now_compiling() -> str:
    """What this process waits for at the moment, for people; "" if it waits for no compiler.

    "loading Hex", "compiling careful for The Game, once on this machine", or that another process
    compiles.  Nothing is told to anybody: who wants to show it looks from time to time, from a
    thread of its own, because the thread that compiles is busy.
    """
    return _now


@contextmanager
def compiling(what: str = "", help: Callable[[], None] | None = None) -> Iterator[None]:
    """Compile something, or load it, unless another process does: then wait, and load it.

    ``what`` is its name, for people and for the lock.  So every process, also a worker that joins
    late, compiles the rules and strategies that it needs within this context.  Do not nest it: the
    inner one would wait for the outer one.  ``help`` is called once if :func:`ask_for_help` is.
    """
    global _now, _help
    with (
        telling("waiting for another program that compiles"),
        locked(f".lock-{what}"),
        named(what),
    ):
        _now, _help = f"loading {what}".strip(), help
        _forget_others(Path(CACHE_FOLDER))
        try:
            yield
        finally:
            _help = None


def ask_for_help() -> None:
    """There is more to compile than one function: a process beside this one may do some of it."""
    global _help
    ask, _help = _help, None
    if ask is not None:
        ask()


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Compile one of several things, unless another process does: then wait, and load it."""
    with named(what), locked(f".part-{what}", waiting=tell_compiling):
        yield


def is_taken(what: str) -> bool:
    """Whether another process compiles that one now."""
    taken: list[bool] = []
    with locked(f".part-{what}", seconds=0, waiting=lambda: taken.append(True)):
        return bool(taken)


@contextmanager
def telling(text: str) -> Iterator[None]:
    """Let `now_compiling` say something within this context."""
    global _now
    _now = text
    try:
        yield
    finally:
        _now = ""


@contextmanager
def named(what: str, cached: bool = True) -> Iterator[None]:
    """Say what is compiled within this context, as "careful for The Game"."""
    global _called, _kept
    before = _called, _kept
    _called, _kept = what, cached
    try:
        yield
    finally:
        _called, _kept = before


def tell_compiling() -> None:
    """From now on it is told, within `compiling`, that this compiles, and does not only load."""
    global _now
    if _now:
        once = ", once on this machine" if _kept else ""
        once = ", as at each start: the cache folder cannot be written" if IS_TEMPORARY else once
        _now = f"compiling {_called}".strip() + once


class _Listener(event.Listener):  # type: ignore[misc]
    """Hears of every function that the cache does not have."""

    def on_start(self, event: Any) -> None:
        tell_compiling()

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Listener())


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, signature: Any = None, cache: bool = True, inline: bool = False) -> Callable[[F], F]: ...
def jit(
    function: F | None = None, *, signature: Any = None, cache: bool = True, inline: bool = False
) -> F | Callable[[F], F]:
    """Compile a function as everything in Playout is compiled.

    Cached on disk, without the GIL (so that threads scale), and with NumPy's error model
    (division by zero gives no exception, so that loops vectorise).  With a ``signature`` it is
    compiled, or loaded from the cache, at once; without, on its first call.  A function whose
    source is not in a file (typed into a console) cannot be cached: pass ``cache=False``.
    With ``inline`` the compiler copies it into its callers: for rules of a few lines that are
    run at every move, where a call costs as much as the rule (a sixth of a whole game).
    """
    options = {"cache": cache, "nogil": True, "error_model": "numpy", "forceinline": inline}

    def decorate(plain: F) -> F:
        compile_it = (
            numba.njit(**options) if signature is None else numba.njit(signature, **options)
        )
        with named(_called, cache):
            compiled: F = compile_it(plain)
        return compiled

    return decorate if function is None else decorate(function)


def is_new(function: Callable[..., Any]) -> bool:
    """Whether the cache has nothing of a function, for any types."""
    dispatcher: Any = jit(function)
    return not Path(dispatcher._cache._cache_file._index_path).is_file()


def is_kept(function: Callable[..., Any], signature: Any) -> bool:
    """Whether the cache has a function compiled for a signature, with the type that it returns."""
    dispatcher: Any = jit(function)
    return dispatcher._cache.load_overload(signature, dispatcher.targetctx) is not None


def specialised(template: F, names: Mapping[str, Any], tag: str) -> F:
    """A copy of a function with other values of its free names.

    The tag becomes a part of its qualified name, by which Numba's cache knows it: copies that
    differ must have different tags.
    """
    copy: Any = types.FunctionType(template.__code__, {**template.__globals__, **names})
    copy.__qualname__ = f"{template.__name__}_{tag}"
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    bound: F = copy
    return bound
