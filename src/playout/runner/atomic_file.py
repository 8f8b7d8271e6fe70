"""Files that are written whole, or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from shutil import copymode

from playout.engine.words.errors import PlayoutError

DRAFT = ".playout-"  # how the name of a draft begins
LONGEST_ENDING = 16  # characters of the name of a draft after its own


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None


def other_kind(path: Path) -> str:
    """Say what a name belongs to that is no regular file, as a folder or a pipe; or ""."""
    if path.is_dir():
        return "it is a folder"
    return "it is no regular file" if path.exists() and not path.is_file() else ""


def place_for(path: Path) -> Path:
    """The place of a new run, whose folder is made; PlayoutError if it cannot be a regular file."""
    if other := other_kind(path):
        raise PlayoutError(f"{path}: cannot be written ({other})")
    file = Path(os.path.realpath(path))
    make_folder(file.parent)
    return file


def check_free(path: Path, file: Path) -> None:
    """Check that a file can be made without touching another one."""
    if file.exists():
        raise PlayoutError(f"{path}: a file with this name already exists")
    for end in ("-journal", "-wal", "-shm"):
        if Path(f"{file}{end}").exists():
            raise PlayoutError(
                f"{path}: the file {file.name}{end} already exists and would be mistaken for a "
                "part of this run; move it away, or choose another name"
            )


def delete_drafts(folder: Path) -> None:
    """Delete the drafts of a program that was killed, from a folder that no other one uses."""
    for draft in folder.glob(f"{DRAFT}*"):
        draft.unlink(missing_ok=True)


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """A new file beside another one, with a random name; removed in the end.

    Its name ends as the other's: some writers choose the format by that.  Its folder is made.
    """
    make_folder(file.parent)
    ending = file.suffix if len(file.suffix) <= LONGEST_ENDING else ""
    fresh = file.with_name(f"{DRAFT}{token_hex(8)}.new{ending}")
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
        raise PlayoutError(f"{file}: a file with this name already exists") from None
    except OSError:  # this file system has no links
        fresh.rename(file)


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """A draft of a file, which takes its place when all is written.

    A program that is killed, or a disk that is full, leaves the file as it was.  What is no regular
    file, as a pipe, is written to itself.
    """
    file = Path(os.path.realpath(path))
    is_old = file.exists()
    if is_old and not file.is_file():
        yield path
        return
    try:
        with draft_of(file) as fresh:
            if is_old:
                with suppress(FileNotFoundError):  # somebody may have deleted it meanwhile
                    copymode(file, fresh)
            yield fresh
            fresh.replace(file)
    except OSError as error:  # it names the file, not the draft; that of a full disk names none
        if error.filename is None or Path(error.filename).name.startswith(DRAFT):
            error.filename = str(path)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    with written(path) as file:
        file.write_text(text, encoding="utf-8")
