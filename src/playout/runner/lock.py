"""The lock of a run's file: one process writes to it, whatever name it calls the file by.

There are two.  One is a file beside it, which is there before the run is, and works everywhere.  On
Linux the run's file is locked as well, which holds for all its hard links, and when somebody
deletes the lock beside it.  The system releases both when their holder dies.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from pathlib import Path

from filelock import FileLock, Timeout

from playout.engine.words.errors import PlayoutError

# One byte, beyond those that SQLite locks (2**30 to 2**30 + 511), whether or not the file has it.
PLACE = 2**30 + 4096
# Files that this process has locked.  None of them may be opened again, apart from SQLite: closing
# any one descriptor of a file ends all locks that SQLite has on it (POSIX).
_HELD: set[tuple[int, int]] = set()


class Lock:
    """The locks of a file, held until they are released."""

    def __init__(self, path: Path) -> None:
        """Take the lock beside the file.  PlayoutError if another process has it."""
        self.path, self.file = path, Path(os.path.realpath(path))
        self._identity: tuple[int, int] | None = None  # of the file that was held
        self._descriptor = -1
        if not self.file.parent.is_dir():
            raise PlayoutError(f"{path}: cannot be written (there is no folder {path.parent})")
        self._beside = FileLock(f"{self.file}.lock")
        try:
            self._beside.acquire(timeout=0)
        except Timeout:
            raise self.taken() from None
        except OSError as error:
            raise PlayoutError(f"{path}: cannot be written ({error.strerror or error})") from None

    def taken(self) -> PlayoutError:
        """The error of a file that another process has."""
        return PlayoutError(f"{self.path}: another process is at work on this run")

    def hold(self, file: Path) -> None:
        """Lock the file itself, whatever its name is now.  PlayoutError if another process has."""
        identity = _identity(file)
        if identity in _HELD:
            raise self.taken()
        if sys.platform == "linux":
            self._descriptor = self._locked(file)
        if identity is not None:
            _HELD.add(identity)
        self._identity = identity

    def _locked(self, file: Path) -> int:
        """A descriptor that has the lock; -1 if there can be none."""
        import fcntl

        try:
            descriptor = os.open(file, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return -1  # it cannot be written to: SQLite will say so when it is
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, PLACE, 1, 0)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
        except OSError as error:
            os.close(descriptor)
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise self.taken() from None
            return -1  # this file system has no such locks
        return descriptor

    def check_names(self) -> None:
        """Check that nothing was written to the file by another name (see ``check_names``)."""
        if self._descriptor >= 0:
            _check_header(self.path, self.file, self._descriptor)

    def is_lost(self) -> bool:
        """Whether the file that was held has been deleted or replaced."""
        return self._identity is not None and self._identity != _identity(self.file)

    def release(self) -> None:
        """Release both; nothing may be open of the file by now."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        if self._identity is not None:
            _HELD.discard(self._identity)
        self._descriptor, self._identity = -1, None
        self._beside.release()


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def check_names(path: Path) -> None:
    """Check, before a file is read, that nothing was written to it by another name.

    What was written last stands in a file beside it, of the name by which it was opened.  By
    another name, a hard link, it would not be seen, and what is written then would destroy it.
    """
    file = Path(os.path.realpath(path))
    if file.stat().st_nlink > 1 and _identity(file) not in _HELD:
        descriptor = os.open(file, os.O_RDONLY)
        try:
            _check_header(path, file, descriptor)
        finally:
            os.close(descriptor)


def _check_header(path: Path, file: Path, descriptor: int) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    header = os.read(descriptor, 20)
    ahead = header[18:20] == b"\2\2"  # WAL is on: see the format of SQLite's files
    if ahead and os.fstat(descriptor).st_nlink > 1 and not Path(f"{file}-wal").exists():
        raise PlayoutError(
            f"{path}: a program writes to this file by another name (a hard link), or has been "
            "killed while it did; open it by that name"
        )
