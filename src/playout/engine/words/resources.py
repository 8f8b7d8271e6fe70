"""Messages for what has run out on this machine: memory, threads, open files, disk space."""

from __future__ import annotations

import _thread
import errno
import os
import sys

NO_THREAD = "no further thread can be started (see ulimit -u, and the limits of a container)"
NO_MEMORY = "the memory is used up (see ulimit -v, and the limits of a container)"
ROOM = {  # on the disk
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the quota of the disk is used up",
    errno.EFBIG: "no file may be larger here; see ulimit -f",
}
_RAN_OUT = {
    **ROOM,
    errno.ENOMEM: NO_MEMORY,
    errno.EMFILE: "too many files are open; see ulimit -n",
    errno.ENFILE: "too many files are open on this machine",
}
BLAS = "OPENBLAS_NUM_THREADS"
JEMALLOC = "JE_ARROW_MALLOC_CONF", "background_thread:false"
MOST_OF_BLAS = 64  # threads of OpenBLAS as NumPy has it
SPARE = 16  # threads and processes that Playout starts before SciPy is imported, about
_NOT_LOADED = "failed to map segment"  # of a library: what the loader says without memory


def ran_out(error: BaseException | None) -> str:
    """Return what has run out, if that is why an error was raised; else ""."""
    while error is not None:
        if isinstance(error, MemoryError):
            return NO_MEMORY
        if isinstance(error, RuntimeError) and "start new thread" in str(error):
            return NO_THREAD
        if isinstance(error, OSError) and error.errno in _RAN_OUT:
            return _RAN_OUT[error.errno]
        if isinstance(
            error, ImportError | OSError
        ):  # the text alone says why a library was not loaded
            for number, words in _RAN_OUT.items():
                if os.strerror(number) in str(error):
                    return words
            if _NOT_LOADED in str(error):
                return NO_MEMORY
        error = error.__cause__ or error.__context__
    return ""


def why_unwritten(error: OSError) -> str:
    """Return why a file cannot be written, for the brackets of a sentence."""
    return ran_out(error) or error.strerror or str(error)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_start_threads(number: int = 1) -> bool:
    """Return whether the system gives this program so many more threads at the same time."""
    gate = _thread.allocate_lock()

    def pass_gate() -> None:
        with gate:
            pass

    with gate:
        try:
            for _ in range(number):
                _thread.start_new_thread(pass_gate, ())
        except RuntimeError:
            return False
    return True


def spare_threads() -> None:
    """Keep OpenBLAS and jemalloc from starting threads if the system does not give many.

    NumPy and SciPy each start one for each processor when they are imported; if that fails,
    OpenBLAS prints four lines and sends this program a Ctrl-C (OpenBLAS #1668).  The jemalloc of
    pyarrow, which pandas imports, starts one too, and prints a line if that fails.
    """
    needed = 2 * min(os.cpu_count() or 1, MOST_OF_BLAS) + SPARE
    if "numpy" not in sys.modules and not can_start_threads(needed):
        os.environ.setdefault(BLAS, "1")
        os.environ.setdefault(*JEMALLOC)
