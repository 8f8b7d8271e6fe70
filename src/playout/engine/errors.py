"""What Playout says to a user whose input cannot be right: one clear sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class PlayoutError(Exception):
    """A mistake that the user can mend; its text is one sentence for them.

    ``partial`` holds what a run had counted until then, if it ended one.
    """

    partial: Any = None


class IllegalMove(PlayoutError):
    """A strategy returned a move that the rules do not allow."""


class WorkersLost(PlayoutError):
    """Whoever played is gone, and nobody has come in their place."""


class OldWords(FutureWarning):
    """What a user asked in words of before, which are understood; its text says the new ones."""


def suggest(word: str, allowed: Iterable[str]) -> str:
    """The tail of an error sentence: the nearest allowed word, or all of them."""
    known = sorted(allowed)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean '{near[0]}'? (known: {', '.join(known)})"
    return f"known: {', '.join(known)}"
