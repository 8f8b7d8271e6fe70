"""What a run is, and who plays it, in digests: the same ones mean the same numbers."""

from __future__ import annotations

import inspect
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from playout.engine.game import Player
from playout.engine.jit import PACKAGE, source_digest
from playout.study.jobs import Job

VERSION = version("playout")


def digest_of(kind: str, asked: str) -> str:
    """The digest of what was asked."""
    return blake2b(f"{kind} {asked}".encode(), digest_size=16).hexdigest()


def code_of(job: Job[Any]) -> str:
    """The digest of all code that decides a game: engine, games, and strategies from elsewhere."""
    digest = blake2b(own_code().encode(), digest_size=16)
    for source in sorted({_source(player) for player in job.players()}):
        digest.update(source.encode())
    return digest.hexdigest()


@cache
def own_code() -> str:
    """The digest of all of Playout's own code that decides a game, or what is counted of it."""
    folders = [PACKAGE / name for name in ("engine", "games", "study", "stats")]
    return source_digest(*folders)


def _source(player: Player) -> str:
    """The text of a strategy that is not ours: its whole file, or what was typed."""
    code = player.strategy.function.__code__
    path = Path(code.co_filename)
    if path.is_relative_to(PACKAGE):
        return ""
    if path.is_file():
        return path.read_text(encoding="utf-8", errors="replace")
    try:
        return inspect.getsource(player.strategy.function)
    except OSError:
        return code.co_code.hex()
