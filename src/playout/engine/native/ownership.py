"""Checks of who could have written a file: only its user may write what runs as code."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path


def doubt(path: Path, owners: Collection[int] = ()) -> str:
    """Return why others may have written a file or a folder; "" if only this user can.

    The end of a sentence: "belongs to another user".  ``owners`` are users as good as this one.  A
    folder above it that belongs to others, or that they can write to, lets them put another file in
    its place.  Of a link both the place of the link and that of its target are looked at.
    """
    if not hasattr(os, "geteuid"):  # Windows
        return ""
    real, own = Path(os.path.realpath(path)), {os.geteuid(), *owners}
    try:
        status = real.stat()
        if status.st_uid not in own:
            return "belongs to another user"
        if _others_write(real, status):
            return "can be written by other users"
        trusted = {*own, 0, Path(real.anchor).stat().st_uid}
        for folder in dict.fromkeys((*real.parents, *Path(os.path.abspath(path)).parents)):
            status = folder.stat()
            if status.st_uid not in trusted:
                return f"lies in the folder {folder}, which belongs to another user"
            # In a folder as /tmp, others can neither rename nor remove what is not theirs.
            if not status.st_mode & stat.S_ISVTX and _others_write(folder, status):
                return f"lies in the folder {folder}, which other users can write to"
    except OSError as error:
        return f"cannot be examined ({error.strerror or error})"
    return ""


def is_private(folder: Path) -> bool:
    """Return whether only the user can write to a folder, which is the user's own and no link."""
    if not hasattr(os, "geteuid"):  # Windows
        return folder.is_dir()
    try:
        status = folder.lstat()
    except OSError:
        return False
    own = status.st_uid == os.geteuid() and not status.st_mode & 0o022
    return own and stat.S_ISDIR(status.st_mode)


def is_own(file: int) -> bool:
    """Return whether an open file, or a folder, belongs to the user."""
    return not hasattr(os, "geteuid") or os.fstat(file).st_uid == os.geteuid()


def _others_write(path: Path, status: os.stat_result) -> bool:
    if status.st_mode & stat.S_IWOTH:
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_alone_in(status.st_gid, path)


def _is_alone_in(group: int, path: Path) -> bool:
    """Return whether a group has this user alone, as that of most users of Linux."""
    import grp
    import pwd

    with suppress(KeyError, OSError, AttributeError):
        user, named = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
        listed = "system.posix_acl_access" in os.listxattr(path)  # it may name other users
        own = group == user.pw_gid and named.gr_name == user.pw_name
        return own and not listed and set(named.gr_mem) <= {user.pw_name}
    return False
