"""What a run's file says beside its question, with digests that show damage to it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from playout.engine.words.errors import is_printable
from playout.runner.plan import Batch


@dataclass(frozen=True)
class Decided:
    """What decides which games of a question a run plays, and who has played them."""

    targets: list[tuple[Any, ...]]  # (first game, the number after the last, of the whole run, at)
    codes: list[tuple[Any, ...]]  # (number, Playout, game, digest, Python, at, files)

    @property
    def begin(self) -> int:
        """The first game of each arm."""
        return int(self.targets[-1][0])

    @property
    def end(self) -> int:
        """The number after the last game of each arm."""
        return int(self.targets[-1][1])

    @property
    def whole(self) -> int:
        """The same of the run of which this may be a part."""
        return int(self.targets[-1][2])

    @property
    def mark(self) -> bytes:
        """A digest of all of it, which shows damage that SQLite does not notice."""
        text = json.dumps([self.targets, self.codes], default=repr)
        return blake2b(text.encode(), digest_size=8).digest()

    def is_possible(self) -> bool:
        """Whether there is a target, all are numbers in order, and no word is more than a word."""
        numbers = [row[:3] for row in self.targets]
        whole = all(isinstance(number, int) for row in numbers for number in row)
        ordered = whole and bool(numbers) and all(0 <= a <= b <= c for a, b, c in numbers)
        return ordered and is_printable(self.codes)


@dataclass(frozen=True)
class Stored:
    """A batch as it is stored."""

    batch: Batch
    counts: bytes
    seconds: float

    def mark(self, question: str) -> bytes:
        """A digest of it and of the question's hash, "" in files that do not bind the two."""
        batch = self.batch
        head = f"{question} {batch.arm} {batch.first} {batch.count} ".lstrip().encode()
        return blake2b(head + self.counts, digest_size=8).digest()
