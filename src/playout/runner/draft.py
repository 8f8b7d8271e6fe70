"""A new file that is whole as soon as it has its name, and for which no other file is touched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from playout.engine.errors import PlayoutError


def check_free(path: Path, file: Path) -> None:
    """Check that a file can be made without touching another one."""
    if file.exists():
        raise PlayoutError(f"{path}: there is a file of this name already")
    for end in ("-journal", "-wal", "-shm"):
        if Path(f"{file}{end}").exists():
            raise PlayoutError(
                f"{path}: there is a file {file.name}{end} already, which would be taken for a "
                "part of this run; move it away, or choose another name"
            )


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """A new file beside another one, of a name that nobody has; removed in the end."""
    fresh = file.with_name(f".playout-{token_hex(8)}.new")
    fresh.open("xb").close()
    try:
        yield fresh
    finally:
        for name in (fresh, Path(f"{fresh}-journal")):
            with suppress(OSError):
                name.unlink(missing_ok=True)


def publish(fresh: Path, file: Path) -> None:
    """Give a draft its name.  PlayoutError if somebody has made a file of this name meanwhile."""
    try:
        os.link(fresh, file)  # unlike a renaming it replaces nothing
    except FileExistsError:
        raise PlayoutError(f"{file}: there is a file of this name already") from None
    except OSError:  # this file system has no links
        fresh.rename(file)
