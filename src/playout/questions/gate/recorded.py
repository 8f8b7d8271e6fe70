"""Games that a gate has recorded, beside which later games with the same deals are judged.

What a version of a game or strategy has made of each deal is in a run file, so that another version
can play the same deals: in another program, with other code of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from playout.engine.words.errors import PlayoutError, suggest
from playout.questions.answers import answer_in
from playout.questions.targets.tables import Part, difference_range
from playout.questions.targets.targets import Term
from playout.runner.ledger import Ledger
from playout.stats.tally import Counts

ENDING = ".run"


@dataclass(frozen=True)
class Recorded:
    """The value of each game of an expectation, in a run file."""

    file: str
    name: str  # of the expectation
    seed: int
    games: int
    unit: int
    low: float
    top: float
    digest: str  # of the values

    @cached_property
    def values(self) -> Counts:
        """The values; PlayoutError if they are no longer those that were read first."""
        values = _read(self.file, self.name)[1]
        if _digest(values) != self.digest:
            raise PlayoutError(f"{self.file}: these are not the games that this gate began with")
        return values

    def part_of(self, part: Part) -> Part:
        """What was recorded, of the same term."""
        return replace(part, unit=self.unit, low=self.low, top=self.top)

    def difference_from(self, part: Part) -> Part:
        """The values of a game minus those that were recorded of the same deal."""
        apart = difference_range(part, self.part_of(part))
        return replace(part, unit=apart.unit, low=apart.low, top=apart.top)


def recorded_in(file: str, name: str, term: Term) -> Recorded:
    """The games of the expectation of this name in a run file; PlayoutError if it has none.

    They may be of other players, but must be of the same number.
    """
    asked, values = _read(file, name)
    part = asked.named(name).setting.columns[-1]
    there, here = (replace(one, strategy="", against="") for one in (part.term, term))
    if str(there) != str(here):
        raise PlayoutError(f"{file}: '{name}' was recorded for {there}, not for {here}")
    return Recorded(
        file, name, asked.seed, len(values), part.unit, part.low, part.top, _digest(values)
    )


def _read(file: str, name: str) -> tuple[Any, Counts]:
    """What was asked in a run file, and the value of each game of one of its expectations."""
    answer: Any = None
    if Path(file).is_file():
        with Ledger.open(Path(file)) as ledger:
            answer = answer_in(ledger) if ledger.kind == "gate" else None
    if answer is None or not answer.found.asked.record:
        why = "has no recorded games" if Path(file).exists() else "there is no such file"
        raise PlayoutError(f"{file}: {why}; to record it: playout gate FILE --record {file}")
    asked = answer.found.asked
    names = [one.name for one in asked.expectations]
    if name not in names:
        raise PlayoutError(f"{file}: has no expectation '{name}': {suggest(name, names)}")
    values: Counts = answer.found.counted[names.index(name)].values
    return asked, values


def _digest(values: Counts) -> str:
    return blake2b(values.astype(np.int64).tobytes(), digest_size=16).hexdigest()
